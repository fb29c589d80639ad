"""Where an entry is in a round, as a value that pages and services hand to each other."""

from typing import NamedTuple


class Spot(NamedTuple):
    """An entry at a table, from its first seat on; ``table`` 0: it waits."""

    entry: int
    table: int = 0
    seat: int = 0

    @classmethod
    def read(cls, text: str) -> "Spot | None":
        """The spot that ``str`` wrote; None for anything else."""
        parts = text.split(".")
        if len(parts) == 3 and all(part.isdecimal() and len(part) < 19 for part in parts):
            return cls(*map(int, parts))
        return None

    def __str__(self) -> str:
        return ".".join(map(str, self))
