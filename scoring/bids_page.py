"""Secret bids as the pages of a sheet show them: who has bid, whose turn it is, where to go on.

Made from who has bid, never from what: there is no value in anything here but a phone's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from secrets import token_hex
from typing import Any

from scoring.bidding import Bidding
from scoring.forms import PREFIX
from scoring.models import Call, Deal
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

    @property
    def hidden_inputs(self) -> frozenset[str]:
        """The controls of the deal's form that nobody fills in: their bids are known already."""
        return frozenset(f"{PREFIX}.{self.bidding.field.name}.{s}" for s in self.bidding.called)

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


def compared(
    deal: Deal, description: Sequence[dict[str, Any]], secret: str, people: Sequence[str]
) -> list[Compared]:
    """A counted deal, player by player: what was said before it, what was made, what it writes.

    Made is the first list of one number per player that is entered after the play.
    """
    payload, written = deal.payload or {}, deal.written or []
    made = next(
        (
            each["name"]
            for each in description
            if each["stage"] == "after"
            and each["type"] == "list"
            and each["item"]["type"] == "int"
            and each.get("length") == len(people)
        ),
        None,
    )
    bids, points = payload.get(secret), payload.get(made) if made else None
    if not bids or not points or len(written) != len(people):
        return []
    return [
        Compared(name, _shown(bids[at]), _shown(points[at]), written[at])
        for at, name in enumerate(people)
    ]


def _shown(value: int | None) -> str:
    return "–" if value is None else str(value)
