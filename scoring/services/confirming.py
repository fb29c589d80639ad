"""Saying yes to a sheet: each side, to the revision it saw."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.context import Right, SheetContext
from scoring.errors import Conflict, NotAllowed
from scoring.models import Confirmation, Deal, ScoreSheet, SheetStatus
from scoring.rules import get_variant
from scoring.selectors import changes_since, confirmations_needed
from scoring.services.ledger import audit, locked, refusal_of, require_right, told
from scoring.services.totals import require_typed


@transaction.atomic
def sheet_confirm(*, sheet_id: int, context: SheetContext, revision: int, side: int) -> ScoreSheet:
    """One side says yes to the sheet as it saw it; with the last one needed it is confirmed.

    Partner games need both sides; games for individuals the writer and one other, or everybody
    where the context says so. Saying yes twice changes nothing.
    """
    sheet = locked(sheet_id)
    said = set(sheet.confirmations.filter(revision=sheet.revision).values_list("side", flat=True))
    if side in said and revision == sheet.revision:
        return sheet
    require_right(context, Right.CONFIRM)
    if side not in context.sides:
        raise NotAllowed("not-your-side", _("You cannot confirm for this side."))
    _require_unchanged(sheet, revision)
    _require_agreeable(sheet, context, side)
    actor = context.actor
    Confirmation.objects.create(
        sheet=sheet,
        revision=revision,
        side=side,
        how=context.how,
        by_kind=actor.kind,
        by_id=actor.id,
        by_device=actor.device,
    )
    if sheet.status == SheetStatus.DISPUTED:
        sheet.status, sheet.status_reason, sheet.disputed_side = SheetStatus.OPEN, "", None
    if len(said) + 1 >= confirmations_needed(sheet, everyone=context.everyone_confirms):
        sheet.status, sheet.confirmed_at = SheetStatus.CONFIRMED, timezone.now()
    after = {"side": side, "revision": revision, "how": str(context.how), "totals": sheet.totals}
    audit(sheet, context, "sheet.confirm", after={**after, "status": sheet.status})
    return told(sheet, context)


def _require_unchanged(sheet: ScoreSheet, revision: int) -> None:
    if revision == sheet.revision:
        return
    changed = changes_since(sheet, revision)
    numbers = sorted({deal.number for deal in changed})
    if numbers:
        sentence = ngettext(
            "Deal %(numbers)s was changed meanwhile. Look at the sheet again and confirm it then.",
            "Deals %(numbers)s were changed meanwhile. Look at the sheet again and confirm it then.",
            len(numbers),
        ) % {"numbers": ", ".join(map(str, numbers))}
    else:
        sentence = _("The sheet was changed meanwhile. Look at it again and confirm it then.")
    raise Conflict(
        "sheet-changed",
        sentence,
        revision=sheet.revision,
        changed=[
            {"number": d.number, "version": d.version, "payload": d.payload, "written": d.written}
            for d in changed
        ],
    )


def _require_agreeable(sheet: ScoreSheet, context: SheetContext, side: int) -> None:
    """There is something to say yes to: complete, uncontested, and nobody else says no."""
    if sheet.status == SheetStatus.DISPUTED and side != sheet.disputed_side:
        raise Conflict(
            "disputed", _("The other side says that something is wrong. Correct it first.")
        )
    if sheet.status not in {SheetStatus.OPEN, SheetStatus.DISPUTED}:
        raise Conflict(sheet.status, refusal_of(sheet.status), status=sheet.status)
    contested = sorted(
        set(sheet.deals.filter(state=Deal.State.CONTESTED).values_list("number", flat=True))
    )
    if contested:
        numbers = ", ".join(map(str, contested))
        sentence = ngettext(
            "Two phones wrote different figures for deal %(numbers)s. First choose what counts.",
            "Two phones wrote different figures for deals %(numbers)s. First choose what counts.",
            len(contested),
        )
        raise Conflict("contested", sentence % {"numbers": numbers}, deals=contested)
    require_typed(sheet, context, at_desk=context.how == Confirmation.How.DESK)
    rules = get_variant(sheet.variant)
    if not sheet.played or (not sheet.finished and rules.ends(sheet.options)):
        raise Conflict("unfinished", _unfinished(sheet))


def _unfinished(sheet: ScoreSheet) -> str:
    planned = get_variant(sheet.variant).planned_deals(sheet.options)
    if planned is None:
        return _("The game is not finished yet. Play on, or submit the sheet with a reason.")
    return _(
        "%(played)s of %(planned)s deals are written. Write the others, "
        "or submit the sheet with a reason."
    ) % {"played": sheet.played, "planned": planned}
