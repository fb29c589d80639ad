"""A sheet as its page shows it: words, figures and drawings, made from the board.

Nothing here decides what may be done: rights and states come from the context and the board. The
templates are chosen by the variant's name as data (``table/boards/<variant>.html``), with one for all
others; no code asks for a name.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import messages
from scoring.bids_page import BidsPage, Compared, asks_for_bids, compared
from scoring.context import Right, SheetContext, SheetLinks
from scoring.corrections import Correction, corrections
from scoring.deal_rows import DealRows, VersionView, clock
from scoring.figures import figure
from scoring.forms import DealForm
from scoring.game_page import GamePage
from scoring.models import Deal, ScoreSheet, SheetStatus
from scoring.page_parts import (
    HEAD,
    MOST_IN_FULL,
    ContestView,
    SideView,
    State,
    SumText,
    initials,
    short_names,
    side_labels,
)
from scoring.selectors import DealLine, SheetBoard
from scoring.slate import strokes


def deal_form(
    sheet: ScoreSheet, context: SheetContext, number: int, version: int | None = None
) -> DealForm:
    """An empty form for a deal: made from the rules and the people, not from what is written yet.

    Whose names stand in it is asked when it is drawn: one that is only read needs none.
    """
    people: Any = SimpleLazyObject(lambda: short_names(context.names))
    owners: Any = SimpleLazyObject(lambda: side_labels(sheet, people))
    return DealForm(
        fields=messages.description(sheet.variant, sheet.options)["deal"],
        owners=owners,
        people=people,
        number=number,
        version=version,
        pack=context.card_pack,
    )


class Addresses(dict[str, str]):
    """The sheet's addresses by name, each made when it is first asked for."""

    def __init__(self, links: SheetLinks) -> None:
        super().__init__()
        self._links = links

    def __missing__(self, name: str) -> str:
        self[name] = self._links.to(name)
        return self[name]


class SheetPage:
    """Everything the sheet's templates ask for. ``form`` is the deal being typed, if one is;
    ``changed`` are the deals that became others since somebody looked; ``late``: bids that nobody
    made in secret are typed with the points; ``ending``: a game without an end is called over, or
    expressly not, whoever has said yes already.
    """

    def __init__(
        self,
        board: SheetBoard,
        *,
        form: DealForm | None = None,
        message: str = "",
        changed: Sequence[int] = (),
        late: bool = False,
        ending: bool | None = None,
    ) -> None:
        self.board, self.context, self.sheet = board, board.context, board.sheet
        self.message, self._changed, self.late = message, frozenset(changed), late
        self.ending = ending
        self.panel = self._panel(form)
        self.form = form or (self.blank_form() if self.panel == "entry" else None)
        if self.form and self.bids:
            self.bids.leave_out(self.form)

    # -- what is shown ---------------------------------------------------------------------------

    def _panel(self, form: DealForm | None) -> str:
        board = self.board
        if form is not None:
            return "entry"
        if board.status in {SheetStatus.CONFIRMED, SheetStatus.SUBMITTED, SheetStatus.VOID}:
            return board.status
        if not board.can_write:
            return "closed"
        if board.finished or self._is_called_over:
            return "choose" if board.contested else "confirm"
        return "calls" if not self.late and asks_for_bids(board) else "entry"

    @cached_property
    def bids(self) -> BidsPage | None:
        """The secret bids of the next deal, where these rules have any and it can be written."""
        bidding = self.board.bidding
        if bidding is None or not self.can_write:
            return None
        return BidsPage(self.board, bidding, self.people)

    @cached_property
    def compared(self) -> list[Compared]:
        """The last counted deal player by player, where something was said before the play."""
        return compared(self.board, self.people)

    @property
    def last_number(self) -> int:
        return self.board.next_number - 1

    @property
    def _is_called_over(self) -> bool:
        over = bool(self.board.confirmations) if self.ending is None else self.ending
        return over and self.board.can_confirm

    @property
    def panel_template(self) -> str:
        return f"table/panels/{self.panel}.html"

    @property
    def board_templates(self) -> tuple[str, str]:
        """The first of these that exists draws the board."""
        return f"table/boards/{self.sheet.variant}.html", "table/boards/generic.html"

    @property
    def entry_templates(self) -> tuple[str, str]:
        """The first of these that exists lays out the deal being typed."""
        return f"table/entry/{self.sheet.variant}.html", "table/entry/generic.html"

    # -- who ------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.context.title

    @property
    def subtitle(self) -> str:
        return self.context.subtitle

    @cached_property
    def people(self) -> list[str]:
        return short_names(self.context.names)

    @cached_property
    def labels(self) -> list[str]:
        return side_labels(self.sheet, self.people)

    @property
    def heads(self) -> list[str]:
        """The people above columns of figures, cut where many share the width of a phone."""
        if len(self.people) <= MOST_IN_FULL:
            return self.people
        cut = [name[:HEAD] for name in self.people]
        return cut if len(set(cut)) == len(cut) else [initials(n) for n in self.context.names]

    @cached_property
    def _seats(self) -> list[list[int]]:
        variant, options = self.board.variant, self.sheet.options
        return [variant.seats_of_side(s, options) for s in range(variant.sides(options))]

    @cached_property
    def sides(self) -> list[SideView]:
        said = {each.side: self._rows.agreed(each) for each in self.board.confirmations}
        how = {each.side: each.how for each in self.board.confirmations}
        return [
            SideView(
                number=number,
                names=[self.context.names[seat] for seat in seats],
                label=self.labels[number],
                total=total,
                figure=figure(total, self.board.variant.unit),
                strokes=strokes(total),
                winner=number in self.board.winners,
                said=said.get(number, ""),
                how=how.get(number, ""),
            )
            for number, (seats, total) in enumerate(
                zip(self._seats, self.board.totals, strict=True)
            )
        ]

    @property
    def forehand(self) -> str:
        seat = self.board.forehand
        return "" if seat is None else self.people[seat]

    # -- state ------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        status = self.board.status
        words = {
            SheetStatus.CONFIRMED: _("confirmed"),
            SheetStatus.SUBMITTED: _("submitted, the office decides"),
            SheetStatus.DISPUTED: _("not agreed"),
            SheetStatus.VOID: _("void"),
        }
        if status in words:
            return State(status, words[SheetStatus(status)])
        if not self.board.can_write:
            return State("closed", _("closed"))
        if self.board.contested:
            return State("contested", _("choose what counts"))
        if self.board.lines:
            return State("saved", _("saved"))
        return State("ready", _("ready"))

    @property
    def can_write(self) -> bool:
        return self.board.can_write

    @property
    def can_dispute(self) -> bool:
        return self.context.may(Right.CONFIRM) and bool(self.board.sheet.played)

    @property
    def can_submit(self) -> bool:
        return self.can_write and not self.board.finished

    @property
    def can_confirm_early(self) -> bool:
        """A sheet without a fixed end is finished when the table says so."""
        return self.board.can_confirm and not self.board.finished

    @property
    def disputed_by(self) -> str:
        side = self.sheet.disputed_side
        return self.labels[side] if side is not None else ""

    @property
    def sum(self) -> SumText | None:
        """The sheet's sum beside what it must be, in one line."""
        line = self.board.sum_check
        if line is None or not line.deals or not line.deal_points:
            return None  # always 0 says nothing
        values = line._asdict()
        if line.matches and line.match_points:
            text = ngettext(
                "%(sum)s = %(deals)s × %(deal_points)s + %(matches)s match ✓",
                "%(sum)s = %(deals)s × %(deal_points)s + %(matches)s matches ✓",
                line.matches,
            )
        else:
            text = _("%(sum)s = %(deals)s × %(deal_points)s ✓")
        if line.sum != line.expected:
            text = _("%(sum)s, but it must be %(expected)s")
        return SumText(line.sum == line.expected, text % values)

    @cached_property
    def game(self) -> GamePage:
        return GamePage(self.board, people=self.people, labels=self.labels)

    @property
    def confirming(self) -> list[SideView]:
        """The sides that still have to say yes: whose phone this is first, then who gets it handed."""
        still = [s for s in self.sides if s.number in self.board.open_sides]
        still = [s for s in still if s.number in self.context.sides]
        if self.board.status == SheetStatus.DISPUTED:
            return [s for s in still if s.number == self.sheet.disputed_side]
        return sorted(still, key=lambda side: side.number != self._own_side)

    @property
    def still_needed(self) -> int:
        """How many sides still have to say yes, in games where it need not be all of them."""
        if len(self.sides) == 2 or self.board.status == SheetStatus.DISPUTED:
            return 0
        return self.board.needed - len(self.board.confirmations)

    @property
    def speakers(self) -> list[SideView]:
        """The sides that this phone may speak for."""
        return [side for side in self.sides if side.number in self.context.sides]

    @property
    def hand_over_to(self) -> int | None:
        """The side that gets this phone handed to say yes; None where nobody knows who holds it."""
        if len(self.sides) > 2 or self._own_side is None:
            return None
        return 1 - self._own_side

    @cached_property
    def _own_side(self) -> int | None:
        seat = self.context.seat
        if seat is None:
            return None
        return self.board.variant.side_of_seat(seat, self.sheet.options)

    @cached_property
    def corrections(self) -> list[Correction]:
        """What the office changed after the sheet was confirmed."""
        return corrections(self.board, self._rows)

    @property
    def confirmed_at(self) -> str:
        return clock(self.sheet.confirmed_at)

    # -- deals --------------------------------------------------------------------------------------

    @cached_property
    def deals(self) -> list[VersionView]:
        """What stands on the sheet, latest first; a number that became free can be written again."""
        following = self.board.next_number
        lines = [line for line in self.board.lines if line.number < following]
        return [self._deal(line) for line in reversed(lines)]

    @property
    def changed(self) -> list[VersionView]:
        """What became other than somebody saw it, as it is now."""
        return [
            self.version(line.deal) for line in self.board.lines if line.number in self._changed
        ]

    @cached_property
    def contested(self) -> list[ContestView]:
        return [
            ContestView(
                number=line.number,
                settle_url=self.context.links.to("settle", line.number),
                versions=[self.version(deal) for deal in (line.deal, *line.contested)],
            )
            for line in self.board.lines
            if line.contested
        ]

    @property
    def earlier(self) -> list[dict[str, Any]]:
        """The deals that count, for the check in the browser."""
        counting = [line for line in self.board.lines if not line.removed]
        return [{"number": line.number, "payload": line.payload} for line in counting]

    def _deal(self, line: DealLine) -> VersionView:
        url = ""
        if self.can_write:
            url = self.context.links.to("deal", line.number)
        elif line.version > 1:
            url = self.context.links.to("versions", line.number)
        return self.version(line.deal, url=url)

    def version(self, deal: Deal, *, url: str = "") -> VersionView:
        return self._rows.version(deal, url=url)

    @cached_property
    def _rows(self) -> DealRows:
        return DealRows(self.board, people=self.people, labels=self.labels)

    # -- forms and addresses ---------------------------------------------------------------------------

    def blank_form(self, number: int | None = None, version: int | None = None) -> DealForm:
        """An empty form for the next deal, or for a given one."""
        return deal_form(self.sheet, self.context, number or self.board.next_number, version)

    @property
    def form_url(self) -> str:
        if self.form and self.form.version:
            return self.context.links.to("deal", self.form.number)
        return self.context.links.to("deals")

    @property
    def again(self) -> bool:
        """Whether the number being typed was removed before."""
        number = self.form.number if self.form else None
        return any(line.removed and line.number == number for line in self.board.lines)

    @property
    def remove_url(self) -> str:
        return self.context.links.to("remove", self.form.number) if self.form else ""

    @property
    def versions_url(self) -> str:
        return self.context.links.to("versions", self.form.number) if self.form else ""

    @cached_property
    def links(self) -> Addresses:
        links = Addresses(self.context.links)
        if self.late:
            links["board"] += "?late=1"
        elif self.ending is not None:
            links["board"] += f"?finish={int(self.ending)}"
        return links

    @property
    def hands_out_phones(self) -> bool:
        """Whether this page can show the codes with which further phones join."""
        return self.can_write and self.context.own is None
