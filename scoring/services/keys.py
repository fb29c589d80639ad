"""A seat's own key: made when somebody asks for it, claimed by one phone, released by the office.

The first phone that says "that is me" has the key; the database lets one of two win. A released key
gets a new token, so that the link which the earlier phone kept opens nothing any more.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.models import new_token
from scoring import live
from scoring.context import Right, SheetContext
from scoring.errors import Conflict, Invalid, NotAllowed, NotThere
from scoring.models import ScoreSheet, SheetKey
from scoring.rules import get_variant
from scoring.services.ledger import audit, locked, require_right


@transaction.atomic
def key_make(*, sheet_id: int, context: SheetContext, seat: int) -> SheetKey:
    """The key of a seat; there is one, however often it is asked for."""
    sheet = locked(sheet_id)
    require_right(context, Right.WRITE)
    if context.own is not None:
        raise NotAllowed("not-allowed", _("The table’s phone shows the codes for further phones."))
    _require_seat(sheet, seat)
    key, _made = SheetKey.objects.get_or_create(sheet=sheet, seat=seat)
    return key


@transaction.atomic
def key_claim(*, sheet_id: int, context: SheetContext) -> SheetKey:
    """The seat is this phone's from now on. Said twice it is one claim; a second phone is refused."""
    own = context.own
    if own is None or not own.phone:
        raise Invalid("no-phone", _("Open the seat’s own link on your phone and try again."))
    free = SheetKey.objects.filter(pk=own.key, sheet=sheet_id, claimed_by="")
    won = free.update(claimed_by=own.phone, claimed_at=timezone.now())
    key = SheetKey.objects.select_related("sheet").filter(pk=own.key).first()
    if key is None or key.claimed_by != own.phone:
        raise Conflict("key-taken", taken(context))
    if won:
        _told(key, context, "key.claim")
    return key


@transaction.atomic
def key_release(*, sheet_id: int, context: SheetContext, seat: int) -> SheetKey:
    """The office takes a seat's key from its phone; any phone may claim it anew, with a new link."""
    sheet = locked(sheet_id)
    if not context.may(Right.RELEASE):
        raise NotAllowed("office-only", context.release_hint)
    key = SheetKey.objects.select_related("sheet").filter(sheet=sheet, seat=seat).first()
    if key is None:
        raise NotThere("no-key", _("Nobody plays with a phone of their own at this seat."))
    if key.claimed_by:
        key.claimed_by, key.claimed_at, key.token = "", None, new_token()
        key.save(update_fields=["claimed_by", "claimed_at", "token"])
        _told(key, context, "key.release")
    return key


def taken(context: SheetContext) -> str:
    """What a second phone is told."""
    name = context.names[context.seat] if context.seat is not None else ""
    return _("Another phone already plays for %(name)s. %(help)s") % {
        "name": name,
        "help": context.release_hint,
    }


def _require_seat(sheet: ScoreSheet, seat: int) -> None:
    if not 0 <= seat < get_variant(sheet.variant).seats(sheet.options):
        raise NotThere("no-seat", _("There is no such seat at this table."))


def _told(key: SheetKey, context: SheetContext, action: str) -> None:
    side = get_variant(key.sheet.variant).side_of_seat(key.seat or 0, key.sheet.options)
    audit(
        key.sheet,
        context,
        action,
        object_kind="key",
        object_id=key.pk,
        after={"seat": key.seat, "side": side},
    )
    live.tell(key.sheet_id)
