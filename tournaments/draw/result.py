"""What a draw answers: rounds of tables, who waits, the protocol; and how it refuses.

Ids are whatever the caller uses for its entries, integers or strings. Nothing here draws.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Id = int | str
Table = tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """One round. ``tables``: ids in seat order, in the order of the places; ``waiting``: no seat."""

    tables: tuple[Table, ...]
    waiting: tuple[Id, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {"tables": [list(table) for table in self.tables], "waiting": list(self.waiting)}

    @classmethod
    def read(cls, given: Any) -> "DrawnRound":
        """A round as given in a history: this class, its ``as_dict``, or just the tables."""
        if isinstance(given, DrawnRound):
            return given
        try:
            if isinstance(given, Mapping):
                tables, waiting = given["tables"], given.get("waiting", ())
            else:
                tables, waiting = given, ()
            return cls(tuple(tuple(table) for table in tables), tuple(waiting))
        except (TypeError, KeyError) as error:
            raise DrawError(
                "history-invalid", "A round of the history is a list of tables, each a list of ids."
            ) from error


@dataclass(frozen=True, slots=True)
class DrawResult:
    """The drawn rounds, the next one first, and the protocol (JSON-able) that proves them."""

    rounds: tuple[DrawnRound, ...]
    protocol: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that cannot work: ``code`` and ``params`` for programs, ``sentence`` for people."""

    code: str
    sentence: str
    params: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        return {"code": self.code, "sentence": self.sentence, "params": self.params}


class DrawError(ValueError):
    """The arguments cannot be drawn. The first problem's code and sentence, and all ``problems``."""

    def __init__(self, code: str, sentence: str, params: dict[str, Any] | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.params = params or {}
        self.problems: tuple[Problem, ...] = (Problem(code, sentence, self.params),)

    @classmethod
    def of(cls, problems: Sequence[Problem]) -> "DrawError":
        first = problems[0]
        error = cls(first.code, first.sentence, first.params)
        error.problems = tuple(problems)
        return error


def names(ids: Iterable[Id]) -> str:
    """Ids in a sentence: ``3, 7 and 12``."""
    texts = [str(one) for one in ids]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
