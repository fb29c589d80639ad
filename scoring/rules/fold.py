"""The running state of a sheet while its deals go by, one after the other.

Words: to *play* a deal is to check it and, if it has no problem, to count it. A deal with a problem
leaves no trace: neither in totals nor in the number of deals, Vorhand or the end.
A fold belongs to one replay; it is never stored and never shared.
"""

from operator import add
from typing import Any, Protocol

from scoring.rules.fields import Form
from scoring.rules.problems import Problem
from scoring.rules.sheet import Scored

Options = dict[str, Any]


class Table(Protocol):
    """What a fold asks its variant."""

    low_is_good: bool

    def deal_form(self, options: Options) -> Form: ...
    def seats(self, options: Options) -> int: ...
    def sides(self, options: Options) -> int: ...


class Fold:
    """The running state of a sheet. A variant adds its own and says what a deal writes."""

    def __init__(self, variant: Table, options: Options) -> None:
        self.options = options
        self.form = variant.deal_form(options)
        self.seats = variant.seats(options)
        self.totals = [0] * variant.sides(options)
        self.low_is_good = variant.low_is_good
        self.counted = 0
        self.finished = False
        self.winners: list[int] = []
        self.forehand: int | None = options["first_forehand"]
        self.planned: int | None = options["deals"]

    def play(self, deal: Any) -> Scored:
        """Check one deal and count it if it has no problem."""
        if self.finished:
            return Scored(None, [Problem(None, "deal-after-end", {"deals": self.counted})])
        if type(deal) is not dict:
            return Scored(None, [Problem(None, "invalid", {"why": "not-an-object"})])
        problems: list[Problem] = []
        values = self.form.read(deal, problems)
        scored = self.score(values, problems)
        if scored is None or problems:
            return Scored(None, problems)
        self.counted += 1
        if not self.finished and self.counted == self.planned:
            self.finish(self.best())
        return scored

    def score(self, values: dict[str, Any], problems: list[Problem]) -> Scored | None:
        """What this deal writes; notes problems. Changes the state only if there are none."""
        raise NotImplementedError

    def write(self, written: list[int], match: int | None = None) -> Scored:
        """Count what a deal writes and pass Vorhand on."""
        self.totals = list(map(add, self.totals, written))
        if self.forehand is not None:
            self.forehand = self.next_forehand(self.forehand)
        return Scored(written, [], match)

    def next_forehand(self, forehand: int) -> int:
        """Who is Vorhand after the deal that this seat was Vorhand in."""
        return (forehand + 1) % self.seats

    def finish(self, winners: list[int]) -> None:
        self.finished = True
        self.winners = winners

    def best(self) -> list[int]:
        """The sides with the best total in the variant's direction."""
        best = min(self.totals) if self.low_is_good else max(self.totals)
        return [side for side, total in enumerate(self.totals) if total == best]

    def extra(self) -> dict[str, Any]:
        """What the variant adds to the answer."""
        return {}
