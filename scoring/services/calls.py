"""Bids that are said in secret: taken, changed, discarded, and put into the deal when it is counted.

A seat changes its bid by saying another one, until the last bid of the deal is in: before that no
card was played, so nobody can have learned anything; from then on bids are final, as at the table.
What was mistyped is corrected like any figure, once the deal is counted and everybody sees it.
Where the cards are dealt anew, all bids of the deal are discarded together, unseen.

A value leaves the database only as part of a counted deal. It stands in no event, no answer and no
sentence; and no refusal depends on it, so that nobody can find it out by guessing.
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import live, messages
from scoring.bidding import Bidding, bidding_of, claimed_seats, secret_field
from scoring.context import Right, SheetContext
from scoring.errors import Conflict, DealRefused, Invalid, NonceReused, NotAllowed
from scoring.models import Call, ScoreSheet, SheetStatus, Source
from scoring.rules.fields import Field, reader
from scoring.rules.problems import Problem
from scoring.services.ledger import (
    Ledger,
    audit,
    refusal_of,
    require_nonce,
    require_right,
)


@transaction.atomic
def call_record(
    *, sheet_id: int, context: SheetContext, deal: int, seat: int, value: Any, nonce: str
) -> ScoreSheet:
    """Take a seat's bid for the next deal; a later one replaces it as long as one is missing.

    A phone with a seat's own key bids for that seat only, and nobody else does. The same nonce
    again changes nothing; with anything else it is refused (NonceReused).
    """
    ledger = Ledger(sheet_id, context)
    require_nonce(nonce)
    earlier = Call.objects.filter(sheet=ledger.sheet, nonce=nonce).first()
    if earlier is not None:
        if (earlier.deal, earlier.seat, earlier.value) != (deal, seat, value):
            raise NonceReused("nonce-reused", _("This was already sent otherwise. Bid again."))
        return ledger.sheet
    bidding = _open_bidding(ledger, deal)
    _require_own_seat(ledger, seat, bidding)
    _require_value(ledger, bidding.field, value)
    if not bidding.open:
        raise Conflict(
            "bids-final",
            _("All bids of deal %(number)s are in: nobody changes theirs now.") % {"number": deal},
            deal=deal,
        )
    Call.objects.filter(sheet=ledger.sheet, deal=deal, seat=seat, current=True).update(
        current=False
    )
    actor = context.actor
    made = Call.objects.create(
        sheet=ledger.sheet,
        deal=deal,
        seat=seat,
        value=value,
        nonce=nonce,
        by_kind=actor.kind,
        by_id=actor.id,
        by_device=actor.device,
    )
    side = ledger.variant.side_of_seat(seat, ledger.sheet.options)
    about = {"object_kind": "call", "object_id": made.pk, "after": {"number": deal, "side": side}}
    audit(ledger.sheet, context, "call.record", **about)
    live.tell(sheet_id)
    return ledger.sheet


@transaction.atomic
def calls_discard(*, sheet_id: int, context: SheetContext, deal: int, last: int) -> ScoreSheet:
    """Forget all bids of the next deal, because its cards are dealt anew.

    ``last`` is the id of the newest bid there was when somebody said so: sent twice, it never takes
    away a bid that was made since.
    """
    ledger = Ledger(sheet_id, context)
    _open_bidding(ledger, deal)
    calls = Call.objects.filter(sheet=ledger.sheet, deal=deal, current=True, pk__lte=last)
    if count := calls.update(current=False):
        audit(ledger.sheet, context, "calls.discard", after={"number": deal, "bids": count})
        live.tell(sheet_id)
    return ledger.sheet


def with_calls(ledger: Ledger, number: int, payload: Any, nonce: Any) -> Any:
    """The deal with the bids that were made in secret, where the sender left them out.

    Before the deal is counted a seat that has bid must be left out, right or wrong: an answer that
    differed would tell the bid to whoever guesses. What was sent with this nonce before is filled
    as it was then.
    """
    field = secret_field(ledger.variant, ledger.sheet.options)
    if field is None or not isinstance(payload, dict):
        return payload
    given = payload.get(field.name)
    if given is None:
        given = [None] * (field.length or 0)
    if not isinstance(given, list) or len(given) != field.length:
        return payload
    known = _known_bids(ledger, field, number, nonce)
    if not known:
        return payload
    sent_before = any(d.nonce == nonce for d in ledger.versions)
    named = [seat for seat in known if given[seat] is not None]
    if named and not sent_before and number not in _counting(ledger):
        _refuse_given(ledger, field, number, named)
    bids = [known.get(seat) if bid is None else bid for seat, bid in enumerate(given)]
    return {**payload, field.name: bids}


def _known_bids(ledger: Ledger, field: Field, number: int, nonce: Any) -> dict[int, int]:
    for deal in ledger.versions:
        if deal.nonce == nonce and deal.number == number and deal.payload:
            return dict(enumerate(deal.payload.get(field.name) or []))
    calls = Call.objects.filter(sheet=ledger.sheet, deal=number, current=True)
    return dict(calls.values_list("seat", "value"))


def _counting(ledger: Ledger) -> set[int]:
    return {n for n, deal in ledger.current.items() if deal.payload is not None}


def _refuse_given(ledger: Ledger, field: Field, number: int, named: list[int]) -> None:
    names = ledger.context.names
    sentence = _(
        "%(names)s bid in secret before the play. Leave that bid out: it is filled in by itself."
    ) % {"names": ", ".join(names[s] if s < len(names) else str(s + 1) for s in named)}
    problem = {
        "deal": number,
        "field": field.name,
        "code": "bid-given",
        "params": {"seats": named},
        "message": sentence,
    }
    raise DealRefused("bid-given", sentence, problems=[problem])


def _open_bidding(ledger: Ledger, deal: int) -> Bidding:
    """The bidding of the next deal, if this is it and the sheet is being played."""
    sheet, context = ledger.sheet, ledger.context
    require_right(context, Right.WRITE)
    if sheet.status not in {SheetStatus.OPEN, SheetStatus.DISPUTED}:
        raise Conflict(sheet.status, refusal_of(sheet.status), status=sheet.status)
    bidding = bidding_of(sheet, deal)
    if bidding is None or sheet.source != Source.DEALS:
        raise Conflict("no-secret-bids", _("On this sheet nothing is bid in secret."))
    if sheet.finished:
        raise Conflict("finished", _("This sheet is complete: it only needs to be confirmed."))
    if deal != ledger.next_number:
        raise Conflict(
            "not-the-next-deal",
            _("Bids are for deal %(next)s now, not for deal %(number)s.")
            % {"next": ledger.next_number, "number": deal},
            next_number=ledger.next_number,
        )
    return bidding


def _require_own_seat(ledger: Ledger, seat: Any, bidding: Bidding) -> None:
    context = ledger.context
    if type(seat) is not int or not 0 <= seat < bidding.seats:
        raise Invalid("seat", _("There is no such seat at this table."))
    if context.own is not None:
        if seat != context.seat:
            raise NotAllowed("not-your-seat", _("This phone bids for its own seat only."))
    elif seat in claimed_seats(ledger.sheet):
        raise NotAllowed(
            "own-phone",
            _("%(name)s bids on a phone of their own. %(help)s")
            % {"name": context.names[seat], "help": context.release_hint},
        )


def _require_value(ledger: Ledger, field: Field, value: Any) -> None:
    """The rules' own bounds for one bid; BAD or noted, it is refused."""
    problems: list[Problem] = []
    if field.item is not None:
        reader(field.item._replace(name=field.name, nullable=False))(value, problems)
    if problems:
        found = [p.as_dict(messages.text(ledger.sheet.variant, p)) for p in problems]
        raise DealRefused("bid-refused", str(found[0]["message"]), problems=found)
