"""The game on a sheet as its page shows it: who deals, how far it is, its rows, its course, its money.

Everything follows from the options and the answer of the rules engine: an option ``target`` is shown
as a goal, ``rows`` as a board of rows, a game that counts cents says who pays whom. No code asks for a
variant's name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from scoring.cards import Card, card
from scoring.course import Course, course
from scoring.figures import CENTS, figure
from scoring.rules.payments import payments
from scoring.selectors import SheetBoard


@dataclass(frozen=True, slots=True)
class Cell:
    """A row's cell of one side: what it wrote there, or the address that opens the cell."""

    side: int
    label: str
    figure: str = ""
    points: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class RowLine:
    """A row of the board: what is announced, and how often it counts."""

    key: str
    card: Card
    factor: int
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class PaymentLine:
    payer: str
    receiver: str
    amount: str


class GamePage:
    """What the templates ask about the game. ``people`` are short names by seat, ``labels`` by side."""

    def __init__(self, board: SheetBoard, *, people: Sequence[str], labels: Sequence[str]) -> None:
        self.board, self.context = board, board.context
        self.options: dict[str, Any] = board.sheet.options
        self.people, self.labels = people, labels

    @property
    def unit(self) -> str:
        return self.board.variant.unit

    # -- whose turn it is ------------------------------------------------------------------------

    @property
    def dealer(self) -> str:
        """Who deals: the one before Vorhand."""
        seat = self.board.forehand
        return "" if seat is None else self.people[(seat - 1) % len(self.people)]

    @property
    def asks_for_forehand(self) -> bool:
        """Whether the table can still say who leads, because nobody did."""
        return self.board.forehand is None and self.board.can_write and not self.board.finished

    # -- how far it is -----------------------------------------------------------------------------

    @cached_property
    def lines(self) -> list[str]:
        """What the game is played to, and what was won on the way."""
        found = [self._goal("target"), self._goal("limit"), self._bergpreis()]
        if self.unit == CENTS:
            found.append(_(self.context.money.sentence))
        return [line for line in found if line]

    def _goal(self, name: str) -> str:
        goal = self.options.get(name)
        if goal is None:
            return ""
        left = goal - max(self.board.totals)
        if left <= 0 or not self.board.sheet.played:
            return _("Played to %(goal)s") % {"goal": goal}
        return _("Played to %(goal)s, %(left)s to go") % {"goal": goal, "left": left}

    def _bergpreis(self) -> str:
        side, mark = self.board.extra.get("bergpreis"), self.options.get("bergpreis")
        if side is not None:
            return _("Bergpreis: %(side)s") % {"side": self.labels[side]}
        if mark is None:
            return ""
        if mark == "half":
            return _("Bergpreis past half of it, still open")
        if self.options.get("bergpreis_at") == "reach":
            return _("Bergpreis from %(mark)s on, still open") % {"mark": mark}
        return _("Bergpreis past %(mark)s, still open") % {"mark": mark}

    @cached_property
    def course(self) -> Course | None:
        written = [
            (each.number, each.written)
            for each in self.board.lines
            if each.written and not each.removed
        ]
        return course(written, labels=self.labels, unit=self.unit, planned=self.board.planned)

    # -- a board of rows --------------------------------------------------------------------------

    @cached_property
    def rows(self) -> list[RowLine]:
        """The rows in the board's order, each with a cell for each side."""
        labels = {
            choice["value"]: choice["label"]
            for each in self.board.description["deal"]
            if each["name"] == "row"
            for choice in each["choices"]
        }
        played = {
            (line.payload["row"], line.payload["side"]): line
            for line in self.board.lines
            if line.payload and line.written
        }
        return [
            RowLine(
                key=row["key"],
                card=card(row["key"], labels[row["key"]], self.context.card_pack),
                factor=row["factor"],
                cells=[
                    self._cell(row["key"], side, played.get((row["key"], side)))
                    for side in range(len(self.labels))
                ],
            )
            for row in self.options["rows"]
        ]

    def _cell(self, key: str, side: int, line: Any) -> Cell:
        label, links = self.labels[side], self.context.links
        if line is not None:
            points, written = str(line.payload["points"]), figure(line.written[side], self.unit)
            url = links.to("deal", line.number) if self.board.can_write else ""
            return Cell(side, label, written, points, url)
        if not self.board.can_write or self.board.finished:
            return Cell(side, label)
        query = urlencode({"row": key, "side": side})
        return Cell(side, label, url=f"{links.to('page')}?{query}#entry-title")

    # -- money ---------------------------------------------------------------------------------------

    @cached_property
    def payments(self) -> list[PaymentLine]:
        """Who pays whom, with the fewest payments, where the game counts cents and is over."""
        if self.unit != CENTS or sum(self.board.totals) != 0:
            return []
        return [
            PaymentLine(
                self.context.names[each.payer],
                self.context.names[each.receiver],
                f"{self.context.money.sign} {figure(each.amount, CENTS)}",
            )
            for each in payments(self.board.totals)
        ]
