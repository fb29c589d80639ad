"""Secret bids as the pages of a sheet show them: who has bid, whose turn it is, where to go on.

Made from who has bid, never from what: there is no value in anything here but a phone's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from secrets import token_hex

from scoring.bidding import Bidding
from scoring.forms import PREFIX, DealForm
from scoring.models import Call, Confirmation
from scoring.selectors import SheetBoard


@dataclass(frozen=True, slots=True)
class BidSeat:
    """A seat on the list of who has bid. ``mine``: this phone is its own; ``url``: where it bids."""

    seat: int
    name: str
    bid: bool
    own_phone: bool
    mine: bool
    url: str


@dataclass(frozen=True, slots=True)
class Compared:
    """One player's line of a counted deal: what was bid, what was made, what that writes."""

    name: str
    bid: str
    made: str
    written: int


class BidsPage:
    """What the panel of bids and the covered pages ask for. ``names`` are in full, ``people`` short."""

    def __init__(self, board: SheetBoard, bidding: Bidding, people: Sequence[str]) -> None:
        self.board, self.bidding, self.people = board, bidding, people
        self.context = board.context
        self.label = next(
            each["label"]
            for each in board.description["deal"]
            if each["name"] == bidding.field.name
        )

    @property
    def deal(self) -> int:
        return self.bidding.deal

    @cached_property
    def seats(self) -> list[BidSeat]:
        return [
            BidSeat(
                seat=seat,
                name=self.context.names[seat],
                bid=seat in self.bidding.called,
                own_phone=seat in self.bidding.own_phones,
                mine=self.context.own is not None and seat == self.context.seat,
                url=self.url("call", seat),
            )
            for seat in range(self.bidding.seats)
        ]

    @property
    def mine(self) -> BidSeat | None:
        """The seat whose own phone this is."""
        return next((seat for seat in self.seats if seat.mine), None)

    @property
    def next(self) -> BidSeat | None:
        """Who gets the table's phone handed next; None where nobody is left."""
        return next((self.seats[seat] for seat in self.bidding.to_pass), None)

    @property
    def passed(self) -> list[BidSeat]:
        """Who has bid on the table's phone and may still do so anew."""
        if not self.bidding.open:
            return []
        return [seat for seat in self.seats if seat.bid and not seat.own_phone]

    @property
    def waiting(self) -> list[BidSeat]:
        """Who is waited for."""
        return [self.seats[seat] for seat in self.bidding.missing]

    @cached_property
    def own_value(self) -> int | None:
        """What the seat of this phone has bid: for the phone that proved to be its own, only."""
        if self.mine is None:
            return None
        calls = Call.objects.filter(sheet=self.board.sheet, deal=self.deal, current=True)
        return calls.filter(seat=self.mine.seat).values_list("value", flat=True).first()

    @property
    def least(self) -> int | None:
        return self.bidding.field.item.min if self.bidding.field.item else None

    @property
    def most(self) -> int | None:
        return self.bidding.field.item.max if self.bidding.field.item else None

    def leave_out(self, form: DealForm) -> None:
        """Do not ask again for bids that were made in secret."""
        name = self.bidding.field.name
        hidden = frozenset(f"{PREFIX}.{name}.{seat}" for seat in self.bidding.called)
        if hidden and form.version is None and form.number == self.deal:
            form.hidden, form.secret = hidden, name

    @cached_property
    def nonce(self) -> str:
        return token_hex(16)

    def url(self, name: str, *args: object) -> str:
        return self.context.links.to(name, *args)

    @cached_property
    def links(self) -> dict[str, str]:
        page = self.url("page")
        return {
            "pass": self.url("calls"),
            "again": self.url("calls-again"),
            "late": f"{page}?late=1",
        }


def asks_for_bids(board: SheetBoard) -> bool:
    """At the table bids come first; the desk types them from paper with everything else."""
    at_the_desk = board.context.how == Confirmation.How.DESK
    return board.bidding is not None and board.bidding.open and not at_the_desk


def compared(board: SheetBoard, people: Sequence[str]) -> list[Compared]:
    """The last counted deal player by player: what was said before it, what was made, what it writes.

    Said and made are lists of one number per player, entered before and after the play; a game
    without both has nothing to compare.
    """
    counting = [line.deal for line in board.lines if not line.removed]
    lists = [
        each
        for each in board.description["deal"]
        if each["type"] == "list"
        and each["item"]["type"] == "int"
        and each.get("length") == len(people)
    ]
    stages = {each["stage"]: each["name"] for each in reversed(lists)}
    if not counting or stages.keys() != {"before", "after"}:
        return []
    payload, written = counting[-1].payload or {}, counting[-1].written or []
    said, made = payload.get(stages["before"]), payload.get(stages["after"])
    if not said or not made or len(written) != len(people):
        return []
    return [
        Compared(name, _shown(said[at]), _shown(made[at]), written[at])
        for at, name in enumerate(people)
    ]


def _shown(value: int | None) -> str:
    return "–" if value is None else str(value)
