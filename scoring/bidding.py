"""Values that are said in secret before the play: which field of a deal they are, and who has said his.

Bid: such a value, one per seat (a ``Call`` row). Which field it is, the variant's description says
(a list of one number per seat, ``stage`` before, ``secret``); nothing here asks for a game's name.
Nothing here ever reads a value: who has bid is for everybody, what was bid for nobody until the
deal is counted.
"""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, Max, Q

from scoring.models import Call, Deal, ScoreSheet, SheetKey
from scoring.rules import Variant, get_variant
from scoring.rules.fields import Field
from scoring.rules.fold import Options


def secret_field(variant: Variant, options: Options) -> Field | None:
    """The field of a deal that each seat says in secret before the play, if these rules have one."""
    seats = variant.seats(options)
    for field in variant.deal_fields(options):
        if field.secret and field.stage == "before" and field.length == seats and field.item:
            return field
    return None


@dataclass(frozen=True)
class Bidding:
    """Who has bid for the next deal (number ``deal``), and on what.

    ``called``: the seats that have; ``own_phones``: those that bid on a phone of their own;
    ``shown``: the bids were on the sheet already (the deal was counted and removed again);
    ``last``: the newest bid's id, so that "deal again" never takes away a bid that nobody saw.
    """

    field: Field
    deal: int
    seats: int
    called: frozenset[int]
    own_phones: frozenset[int]
    shown: bool
    last: int

    @cached_property
    def missing(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.called]

    @property
    def sorted(self) -> list[int]:
        """The seats that have bid, in order."""
        return sorted(self.called)

    @property
    def complete(self) -> bool:
        return not self.missing

    @property
    def open(self) -> bool:
        """Whether bids are still taken and changed: the last one is not in, and none was shown."""
        return bool(self.missing) and not self.shown

    @property
    def to_pass(self) -> list[int]:
        """The seats that bid on the table's phone and have not yet."""
        return [seat for seat in self.missing if seat not in self.own_phones]


def bidding_of(sheet: ScoreSheet, deal: int) -> Bidding | None:
    """Who has bid for this deal, in three queries; None where nothing is said in secret."""
    variant = get_variant(sheet.variant)
    field = secret_field(variant, sheet.options)
    if field is None:
        return None
    calls = Call.objects.filter(sheet=sheet, deal=deal, current=True)
    rows = list(calls.values_list("seat", "pk", "at"))
    counted = Deal.objects.filter(sheet=sheet, number=deal).aggregate(at=Max("at"))["at"]
    return Bidding(
        field=field,
        deal=deal,
        seats=variant.seats(sheet.options),
        called=frozenset(seat for seat, _pk, _at in rows),
        own_phones=claimed_seats(sheet),
        shown=counted is not None and any(at < counted for _seat, _pk, at in rows),
        last=max((pk for _seat, pk, _at in rows), default=0),
    )


def claimed_seats(sheet: ScoreSheet) -> frozenset[int]:
    """The seats whose key a phone holds."""
    keys = SheetKey.objects.filter(sheet=sheet, seat__isnull=False).exclude(claimed_by="")
    return frozenset(seat for seat in keys.values_list("seat", flat=True) if seat is not None)


def bids_stamp(sheet: ScoreSheet) -> str:
    """Changes with every bid, every discarded one and every claimed key; empty where none can be."""
    if secret_field(get_variant(sheet.variant), sheet.options) is None:
        return ""
    counted = Call.objects.filter(sheet=sheet).aggregate(
        all=Count("pk"), current=Count("pk", filter=Q(current=True))
    )
    phones = "".join(map(str, sorted(claimed_seats(sheet))))
    return f".{counted['all']}.{counted['current']}.{phones}"
