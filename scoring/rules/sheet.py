"""What the engine answers: sheets, facts, sums, and what can be said of totals.

Words: *written* is what stands on the sheet for a side after the deal's arithmetic; *counted* deals
are those without a problem. Everything here is plain values; nothing is checked or decided.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.rules.problems import Problem, Text


class Scored:
    """One line of the sheet: what it writes per side, or None and why not.

    Each replay makes one for each deal; a named tuple would take twice as long to make.
    """

    __slots__ = ("match", "problems", "written")

    def __init__(
        self, written: list[int] | None, problems: list[Problem], match: int | None = None
    ) -> None:
        self.written = written
        self.problems = problems
        self.match = match

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scored):
            return NotImplemented
        return (self.written, self.problems, self.match) == (
            other.written,
            other.problems,
            other.match,
        )

    __hash__ = None  # type: ignore[assignment]  # it holds lists


class Sheet(NamedTuple):
    """All deals of one game at one table, checked and added up.

    `totals` are integers per side. `winners` are the winning sides once the sheet is `finished`;
    two or more are a tie. `forehand` is the seat that is Vorhand in the next deal, if known.
    """

    variant: str
    sides: int
    low_is_good: bool
    deals: list[Scored]
    totals: list[int]
    finished: bool
    winners: list[int]
    forehand: int | None
    extra: dict[str, Any]

    def as_dict(self, text: Text | None = None) -> dict[str, Any]:
        """The contract's answer. `text` makes the messages; without it they are empty."""
        return {
            "variant": self.variant,
            "sides": self.sides,
            "deals": [
                {
                    "written": scored.written,
                    "problems": problems_as_dicts(scored.problems, self.variant, text),
                }
                for scored in self.deals
            ],
            "totals": self.totals,
            "finished": self.finished,
            "winners": self.winners,
            "forehand": self.forehand,
            "problems": [],
            "extra": self.extra,
        }

    @property
    def counted(self) -> int:
        """How many deals count: those without a problem."""
        return sum(scored.written is not None for scored in self.deals)

    @property
    def is_clean(self) -> bool:
        """Whether no deal has a problem."""
        return all(scored.written is not None for scored in self.deals)


def problems_as_dicts(
    problems: Sequence[Problem], variant: str, text: Text | None = None
) -> list[dict[str, Any]]:
    """Problems as JSON, with their messages if `text` makes them."""
    return [p.as_dict(text(variant, p) if text else "") for p in problems]


class SideFacts(NamedTuple):
    """What a ranking needs to know of one side of one sheet."""

    total: int
    deals_won: int
    matches: int
    games_won: int


class SumLine(NamedTuple):
    """The sheet's sum beside what it must be: `deals` × `deal_points` + `matches` × `match_points`."""

    sum: int
    expected: int
    deals: int
    deal_points: int
    matches: int
    match_points: int


class TotalsCheck(NamedTuple):
    """What can be said of totals without the deals."""

    problems: list[Problem]
    remaining: int | None = None

    def as_dict(self, variant: str, text: Text | None = None) -> dict[str, Any]:
        return {
            "problems": problems_as_dicts(self.problems, variant, text),
            "remaining": self.remaining,
        }


def refuse(code: str, **params: Any) -> TotalsCheck:
    """Totals that cannot be."""
    return TotalsCheck([Problem("totals", code, params)])
