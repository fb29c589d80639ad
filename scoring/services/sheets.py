"""A sheet's life outside its deals: made, submitted unfinished, settled, disputed, reopened."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.audit.services import SYSTEM, record
from jassclub.clubs.models import Club, Player
from scoring.context import Right, SheetContext
from scoring.errors import Conflict, Invalid, NotAllowed
from scoring.models import (
    Deal,
    ScoreSheet,
    Settlement,
    SheetStatus,
    Source,
    TotalsEntry,
)
from scoring.rules import get_variant
from scoring.services.ledger import (
    audit,
    changed,
    confirm_at_desk,
    locked,
    refusal_of,
    require_reason,
    require_right,
    scaled,
    told,
)
from scoring.services.many import NewSheet, sheets_create
from scoring.services.totals import require_typed


@transaction.atomic
def sheet_create(
    *,
    club: Club,
    variant: str,
    options: Any,
    seats: Sequence[tuple[str, Player | None]],
    audit: dict[str, Any],
) -> ScoreSheet:
    """One empty sheet with the key that opens it for the whole table.

    ``options`` are validated and frozen in full (InvalidOptions says what is wrong); ``seats`` are
    (name, player if known) in playing order. ``audit``: the actor, and the ids the event is filed
    under.
    """
    rules = get_variant(variant)
    places = rules.seats(rules.options(options))
    if len(seats) != places:
        raise Invalid("seats", _("This sheet needs %(n)s names.") % {"n": places})
    sheet = sheets_create(club=club, variant=variant, new=[NewSheet(options, seats)])[0]
    record(
        **{"actor": SYSTEM, "club_id": club.pk, **audit},
        action="sheet.create",
        object_kind="sheet",
        object_id=sheet.pk,
        sheet_id=sheet.pk,
        after={"variant": variant, "options": sheet.options},
    )
    return sheet


@transaction.atomic
def sheet_submit(*, sheet_id: int, context: SheetContext, reason: str) -> ScoreSheet:
    """Hand in a sheet that cannot be played to its end; the office decides how it counts."""
    sheet = locked(sheet_id)
    reason = require_reason(reason)
    if (sheet.status, sheet.status_reason) == (SheetStatus.SUBMITTED, reason):
        return sheet
    require_right(context, Right.WRITE)
    if sheet.status not in {SheetStatus.OPEN, SheetStatus.DISPUTED}:
        raise Conflict(sheet.status, refusal_of(sheet.status), status=sheet.status)
    if sheet.finished:
        raise Conflict("finished", _("This sheet is complete: it only needs to be confirmed."))
    _require_agreed(sheet)
    sheet.status, sheet.status_reason, sheet.disputed_side = SheetStatus.SUBMITTED, reason, None
    sheet.entered_at = timezone.now()
    audit(sheet, context, "sheet.submit", after={"played": sheet.played}, reason=reason)
    return told(sheet, context)


@transaction.atomic
def sheet_settle(*, sheet_id: int, context: SheetContext, way: str, reason: str) -> ScoreSheet:
    """The office decides about an unfinished sheet: ``as-is``, ``scaled`` or ``void``.

    As it is: the points count as written. Scaled: as if all planned deals had been played alike,
    half up. Void: the sheet counts for nothing. Deciding the same twice changes nothing.
    """
    sheet = locked(sheet_id)
    reason = _office(context, reason)
    if (sheet.status == SheetStatus.CONFIRMED and sheet.settled == way) or (
        sheet.status == SheetStatus.VOID == way
    ):
        return sheet
    if way not in {*Settlement.values, SheetStatus.VOID}:
        raise Invalid("way", _("An unfinished sheet counts as it is, scaled, or not at all."))
    if sheet.status == SheetStatus.CONFIRMED:
        raise Conflict("confirmed", _("This sheet is confirmed. Reopen it first."))
    if way != SheetStatus.VOID:
        if sheet.finished and sheet.status != SheetStatus.SUBMITTED:
            raise Conflict("finished", _("This sheet is complete: it only needs to be confirmed."))
        _require_agreed(sheet)
        require_typed(sheet, context, at_desk=False)
    before = {"status": sheet.status, "totals": sheet.totals}
    sheet.status_reason, sheet.disputed_side = reason, None
    sheet.revision += 1
    if way == SheetStatus.VOID:
        sheet.status = SheetStatus.VOID
    else:
        sheet.settled = way
        if way == Settlement.SCALED:
            sheet.totals = scaled(sheet)
        sheet.status, sheet.confirmed_at = SheetStatus.CONFIRMED, timezone.now()
        confirm_at_desk(sheet, context)
    after = {"status": sheet.status, "way": way, "totals": sheet.totals}
    audit(sheet, context, "sheet.settle", before=before, after=after, reason=reason)
    return told(sheet, context)


@transaction.atomic
def sheet_dispute(*, sheet_id: int, context: SheetContext, side: int, reason: str) -> ScoreSheet:
    """A side says that the sheet is wrong. Nobody else confirms it until it was changed.

    An earlier yes of its own is taken back with it, so that the side can say yes again later.
    """
    sheet = locked(sheet_id)
    reason = require_reason(reason)
    require_right(context, Right.CONFIRM)
    if side not in context.sides:
        raise NotAllowed("not-your-side", _("You cannot speak for this side."))
    told_before = (sheet.status, sheet.disputed_side, sheet.status_reason)
    if told_before == (SheetStatus.DISPUTED, side, reason):
        return sheet
    if sheet.status not in {SheetStatus.OPEN, SheetStatus.DISPUTED}:
        raise Conflict(sheet.status, refusal_of(sheet.status), status=sheet.status)
    sheet.status, sheet.status_reason, sheet.disputed_side = SheetStatus.DISPUTED, reason, side
    sheet.confirmations.filter(revision=sheet.revision, side=side).delete()
    after = {"side": side, "revision": sheet.revision}
    audit(sheet, context, "sheet.dispute", after=after, reason=reason)
    return told(sheet, context)


@transaction.atomic
def sheet_reopen(*, sheet_id: int, context: SheetContext, reason: str) -> ScoreSheet:
    """The office gives the sheet back to the table; every confirmation is void.

    Totals typed from paper are laid aside, so that the sheet can be written either way again. An
    open sheet stays as it is.
    """
    sheet = locked(sheet_id)
    reason = _office(context, reason)
    if sheet.status == SheetStatus.OPEN:
        return sheet
    before = {"status": sheet.status, "revision": sheet.revision, "totals": sheet.totals}
    if sheet.status == SheetStatus.CONFIRMED:
        sheet.corrections += 1
    if sheet.settled == Settlement.SCALED:
        sheet.totals = _unscaled(sheet)
    if sheet.source == Source.TOTALS:
        TotalsEntry.objects.filter(sheet=sheet, current=True).update(current=False)
        sheet.source, sheet.played, sheet.finished = Source.DEALS, 0, False
        sheet.totals = [0] * len(sheet.totals)
    sheet.status, sheet.status_reason, sheet.disputed_side = SheetStatus.OPEN, "", None
    sheet.settled, sheet.confirmed_at = "", None
    if not sheet.finished:
        sheet.entered_at = None
    audit(sheet, context, "sheet.reopen", before=before, reason=reason)
    return changed(sheet, context)


def _unscaled(sheet: ScoreSheet) -> list[int]:
    payloads = (
        Deal.objects.filter(sheet=sheet, state=Deal.State.CURRENT, payload__isnull=False)
        .order_by("number")
        .values_list("payload", flat=True)
    )
    return get_variant(sheet.variant).replay(list(payloads), sheet.options).totals


def _require_agreed(sheet: ScoreSheet) -> None:
    if Deal.objects.filter(sheet=sheet, state=Deal.State.CONTESTED).exists():
        raise Conflict("contested", _("First choose what counts where two phones disagree."))


def _office(context: SheetContext, reason: str) -> str:
    if not context.may(Right.OFFICE):
        raise NotAllowed("office-only", _("Only the office can do this."))
    return require_reason(reason)
