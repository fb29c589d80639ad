"""Who leads: a table says once who is Vorhand, and from then on the sheet knows it for every deal.

Vorhand of the first deal stands in the sheet's options, where the rules engine reads it. It changes no
figure, so neither the revision moves nor what anybody confirmed.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.context import Right, SheetContext
from scoring.errors import NotThere
from scoring.models import Deal, ScoreSheet
from scoring.rules import get_variant
from scoring.services.ledger import audit, locked, require_right


@transaction.atomic
def forehand_set(*, sheet_id: int, context: SheetContext, seat: int) -> ScoreSheet:
    """Note that this seat leads the next deal; who led the first one follows from the deals between.

    Said once: what is known already stays as it is.
    """
    sheet = locked(sheet_id)
    require_right(context, Right.WRITE)
    variant = get_variant(sheet.variant)
    if sheet.options["first_forehand"] is not None:
        return sheet
    payloads = list(
        Deal.objects.filter(sheet=sheet, state=Deal.State.CURRENT, payload__isnull=False)
        .order_by("number")
        .values_list("payload", flat=True)
    )
    for first in range(variant.seats(sheet.options)):
        options = sheet.options | {"first_forehand": first}
        if variant.replay(payloads, options).forehand == seat:
            sheet.options = options
            sheet.save(update_fields=["options"])
            audit(sheet, context, "sheet.forehand", after={"seat": seat, "first": first})
            return sheet
    raise NotThere("no-seat", _("Choose one of the people at this table."))
