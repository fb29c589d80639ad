"""Recording, correcting and removing deals, and choosing where two phones disagree.

Appending is guarded by the deal's number, correcting and removing by the deal's version. A nonce
that is known gets the answer it got before, whatever became of the sheet since; so a retry, a
double tap or a queue of several deals can be sent again without harm.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.context import Right, SheetContext
from scoring.errors import Conflict, DealRefused, Invalid, NonceReused, NotThere
from scoring.models import Deal, ScoreSheet, SheetStatus, Source
from scoring.rules import MAX_DEALS
from scoring.services.calls import with_calls
from scoring.services.ledger import (
    Ledger,
    Payload,
    refusal_of,
    require_right,
    require_writable,
    same_json,
)

MAX_CONTESTED = 12  # more figures for one deal than there are people at a table


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """What became of a sending: ``recorded``, ``repeated`` (it stands there already) or
    ``contested`` (another phone wrote other figures; both are kept). ``deal`` is the version that
    holds what was sent; its payload is None where the deal was removed. ``versions`` are all of
    the sheet's, so that its board needs not read them again.
    """

    sheet: ScoreSheet
    deal: Deal
    outcome: str
    versions: Sequence[Deal]


@dataclass(frozen=True, slots=True)
class DealChange:
    """One change of a batch: ``version`` is the one it corrects, None for a new deal;
    ``payload`` None removes.
    """

    number: int
    version: int | None
    payload: Payload
    nonce: str


@transaction.atomic
def deal_record(
    *, sheet_id: int, context: SheetContext, number: int, payload: Any, nonce: str
) -> DealOutcome:
    """Record the next deal of a sheet.

    ``number`` is the number the sender gave it: the next one appends; one that counts already is
    answered as repeated if it says the same, and kept as contested if it does not. Bids that were
    said in secret are filled in.
    """
    ledger = Ledger(sheet_id, context)
    _require_payload(payload)
    payload = with_calls(ledger, number, payload, nonce)
    if earlier := ledger.known(nonce, number, payload):
        return _outcome(ledger, earlier, earlier.outcome)
    require_right(context, Right.WRITE)
    _require_deals(ledger.sheet)
    if ledger.sheet.status not in {SheetStatus.OPEN, SheetStatus.DISPUTED}:
        status = ledger.sheet.status
        raise Conflict(status, refusal_of(status), status=status)
    _require_number(ledger, number)
    if number < ledger.next_number:
        return _second(ledger, number, payload, nonce)
    result, written = ledger.check({number: payload})
    made = ledger.write(number, payload, nonce=nonce, written=written[number])
    ledger.take(result, written)
    ledger.audit("deal.record", made)
    ledger.close()
    return _outcome(ledger, made, made.outcome)


def _second(ledger: Ledger, number: int, payload: Any, nonce: str) -> DealOutcome:
    """A second phone writes under a number that is taken."""
    current = ledger.current.get(number)
    if current is None or current.payload is None:
        raise Conflict(
            "deal-removed",
            _("Deal %(number)s was removed meanwhile. Write it there again, or as deal %(next)s.")
            % {"number": number, "next": ledger.next_number},
            number=number,
            version=current.version if current else None,
            next_number=ledger.next_number,
        )
    written = ledger.check_alone(number, payload)
    twin = next(
        (d for d in [current, *ledger.contested(number)] if _says_the_same(d, payload, written)),
        None,
    )
    if twin is not None:
        outcome = twin.outcome if twin.state == Deal.State.CONTESTED else Deal.Outcome.REPEATED
        made = ledger.write(
            number,
            payload,
            nonce=nonce,
            written=written,
            state=Deal.State.REPLACED,
            outcome=outcome,
        )
        return _outcome(ledger, made, outcome)
    if len(ledger.contested(number)) >= MAX_CONTESTED:
        raise Conflict(
            "contested",
            _("Deal %(number)s is written differently too often. First choose what counts.")
            % {"number": number},
            deals=[number],
        )
    made = ledger.write(
        number,
        payload,
        nonce=nonce,
        written=written,
        state=Deal.State.CONTESTED,
        outcome=Deal.Outcome.CONTESTED,
    )
    ledger.audit("deal.contest", made, before=current)
    ledger.close()
    return _outcome(ledger, made, made.outcome)


def _outcome(ledger: Ledger, deal: Deal, outcome: str) -> DealOutcome:
    return DealOutcome(ledger.sheet, deal, outcome, ledger.versions)


def _says_the_same(deal: Deal, payload: dict[str, Any], written: list[int] | None) -> bool:
    """Whether two phones mean one deal: it writes the same, and nothing both say differs.

    What one leaves out (the other side's points, an empty list) is no difference.
    """
    if deal.payload is None or deal.written != written:
        return False
    return all(_agree(deal.payload.get(name), payload.get(name)) for name in deal.payload | payload)


def _agree(one: Any, other: Any) -> bool:
    if one in (None, []) or other in (None, []):
        return True
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_agree, one, other))
    return bool(one == other)


@transaction.atomic
def deal_correct(
    *,
    sheet_id: int,
    context: SheetContext,
    number: int,
    version: int,
    payload: Payload,
    nonce: str,
    reason: str = "",
) -> DealOutcome:
    """Replace a deal by a new version, or remove it (``payload`` None).

    ``version`` is the one the sender saw. A removed number can be written again this way; the
    numbers of the other deals never move. The same figures again change nothing.
    """
    ledger = Ledger(sheet_id, context)
    if earlier := ledger.known(nonce, number, payload):
        return _outcome(ledger, earlier, earlier.outcome)
    require_writable(ledger.sheet, context, reason)
    _require_deals(ledger.sheet)
    before = _require_version(ledger, number, version)
    if same_json(before.payload, payload):
        return _outcome(ledger, before, Deal.Outcome.REPEATED)
    result, written = ledger.check({number: payload})
    made = ledger.write(
        number, payload, nonce=nonce, written=written.get(number), reason=reason.strip()
    )
    ledger.take(result, written)
    ledger.audit(_verb(made), made, before=before, reason=reason.strip())
    ledger.close()
    return _outcome(ledger, made, made.outcome)


@transaction.atomic
def deals_change(
    *,
    sheet_id: int,
    context: SheetContext,
    changes: Sequence[DealChange],
    reason: str = "",
) -> ScoreSheet:
    """Several changes that are only possible together: all of them, or none."""
    ledger = Ledger(sheet_id, context)
    numbers = [change.number for change in changes]
    if not changes or len(set(numbers)) < len(numbers):
        raise Invalid("changes", _("Send each deal that changes once, and at least one."))
    changes = [_filled(ledger, c) if c.version is None else c for c in changes]
    known = [ledger.known(c.nonce, c.number, c.payload) for c in changes]
    if all(known):
        return ledger.sheet
    if any(known):
        raise NonceReused("nonce-reused", _("A part of this was already sent. Enter it anew."))
    require_writable(ledger.sheet, context, reason)
    _require_deals(ledger.sheet)
    for change in changes:
        if change.version is None:
            _require_payload(change.payload)
        else:
            _require_version(ledger, change.number, change.version)
    _require_appended(ledger, changes)
    result, written = ledger.check({c.number: c.payload for c in changes})
    for change in changes:
        before = ledger.current.get(change.number)
        made = ledger.write(
            change.number,
            change.payload,
            nonce=change.nonce,
            written=written.get(change.number),
            reason=reason.strip(),
        )
        ledger.audit(_verb(made), made, before=before, reason=reason.strip())
    ledger.take(result, written)
    return ledger.close()


@transaction.atomic
def contest_settle(
    *, sheet_id: int, context: SheetContext, number: int, deal_id: int, nonce: str
) -> DealOutcome:
    """The table chooses what counts for a number that two phones wrote differently.

    ``deal_id`` is the chosen version, the current or a contested one; it counts as a new version,
    and all others stay readable.
    """
    ledger = Ledger(sheet_id, context)
    chosen = next((d for d in ledger.versions if (d.pk, d.number) == (deal_id, number)), None)
    if chosen is None:
        raise NotThere("no-deal", _("There is no such version of this deal."))
    if earlier := ledger.known(nonce, number, chosen.payload):
        return _outcome(ledger, earlier, earlier.outcome)
    require_writable(ledger.sheet, context, "")
    contested = ledger.contested(number)
    if not contested or chosen not in [ledger.current.get(number), *contested]:
        raise Conflict(
            "not-contested",
            _("Deal %(number)s is settled already.") % {"number": number},
            number=number,
        )
    result, written = ledger.check({number: chosen.payload})
    before = ledger.current.get(number)
    for deal in contested:
        deal.state = Deal.State.REPLACED
    Deal.objects.bulk_update(contested, ["state"])
    made = ledger.write(number, chosen.payload, nonce=nonce, written=written.get(number))
    ledger.take(result, written)
    ledger.audit("deal.settle", made, before=before)
    ledger.close()
    return _outcome(ledger, made, made.outcome)


def _filled(ledger: Ledger, change: DealChange) -> DealChange:
    payload = with_calls(ledger, change.number, change.payload, change.nonce)
    return replace(change, payload=payload)


def _verb(made: Deal) -> str:
    if made.payload is None:
        return "deal.remove"
    return "deal.correct" if made.version > 1 else "deal.record"


def _require_payload(payload: Any) -> None:
    if payload is None:
        raise Invalid("payload", _("A deal needs its figures; only a correction can remove one."))


def _require_deals(sheet: ScoreSheet) -> None:
    if sheet.source != Source.DEALS:
        raise Conflict(
            "has-totals",
            _("The totals of this sheet were typed from paper. The office can reopen it."),
        )


def _require_number(ledger: Ledger, number: int) -> None:
    following = ledger.next_number
    if number < 1:
        raise Invalid("number", _("Deals are numbered from 1."))
    if number > following:
        raise Conflict(
            "number-ahead",
            _("Deal %(next)s comes next, not deal %(number)s. Send the deals in order.")
            % {"next": following, "number": number},
            next_number=following,
        )
    if number > MAX_DEALS:
        raise DealRefused(
            "too-many-deals", _("A sheet holds %(max)s deals at most.") % {"max": MAX_DEALS}
        )


def _require_version(ledger: Ledger, number: int, version: int) -> Deal:
    current = ledger.current.get(number)
    if current is None:
        raise NotThere("no-deal", _("There is no deal %(number)s yet.") % {"number": number})
    if current.version != version:
        sentence = (
            _("Deal %(number)s was removed meanwhile. Look at it and decide again.")
            if current.payload is None
            else _("Deal %(number)s was changed meanwhile. Look at it and decide again.")
        )
        raise _overtaken(current, sentence)
    return current


def _overtaken(current: Deal, sentence: str) -> Conflict:
    """Somebody else was first: what stands now goes with the refusal."""
    number = current.number
    return Conflict(
        "deal-changed",
        sentence % {"number": number},
        number=number,
        version=current.version,
        payload=current.payload,
    )


def _require_appended(ledger: Ledger, changes: Sequence[DealChange]) -> None:
    """New deals of a batch follow the last one without a gap, and none takes a written one's place."""
    new = sorted(c.number for c in changes if c.version is None)
    for number in new:
        if current := ledger.current.get(number):
            raise _overtaken(
                current, _("Deal %(number)s was written meanwhile. Look at it and decide again.")
            )
    for offset, number in enumerate(new):
        if number != ledger.next_number + offset:
            raise Conflict(
                "number-ahead",
                _("Deal %(next)s comes next, not deal %(number)s. Send the deals in order.")
                % {"next": ledger.next_number + offset, "number": number},
                next_number=ledger.next_number,
            )
