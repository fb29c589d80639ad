"""The scenario's own sums: what everybody scored, by round, kept beside the program and compared.

Knows nothing of the program's ranking; what a credit is worth is worked out here once more.
"""

from collections import defaultdict
from collections.abc import Callable

from tournaments.models import Round, Standing


class Ledger:
    """``points[entry][round]`` as typed; a round that was waited or missed has no figure here."""

    def __init__(self) -> None:
        self.points: dict[int, dict[int, int]] = defaultdict(dict)

    def write(self, round_: int, entries: list[int], points: list[int]) -> None:
        for entry, value in zip(entries, points, strict=True):
            self.points[entry][round_] = value

    def own_average(self, entry: int) -> int:
        """The usual credit: the own average, halves up."""
        played = list(self.points[entry].values())
        return (2 * sum(played) + len(played)) // (2 * len(played)) if played else 0

    def rounds(
        self, entry: int, credited: set[int], credit: Callable[[int], int]
    ) -> dict[int, int]:
        """What counts, by round: as played, or the credit where one is due."""
        given = credit(entry)
        return self.points[entry] | {
            round_: given for round_ in credited if round_ not in self.points[entry]
        }


def credited_rounds(entry: int, rounds: list[Round]) -> set[int]:
    """The rounds for which somebody gets a credit: waited, or came later."""
    return {
        round_.number
        for round_ in rounds
        if round_.credits.filter(entry=entry, kind__in=["wait", "late"]).exists()
    }


def ranks_follow(rows: list[Standing], better: Callable[[Standing], object]) -> bool:
    """Whether rows in order of rank are in order of ``better`` (a key, the smaller the better)."""
    keys = [better(row) for row in sorted(rows, key=lambda row: row.rank)]
    return keys == sorted(keys)  # type: ignore[type-var]
