"""The only door through which a view gets a free sheet (one that belongs to no tournament).

A free sheet is opened by its key's token: the key for the whole table lets everybody write and
confirm for every side, a seat's own key (once its phone has claimed it) confirms for that seat's
side only.
"""

from dataclasses import replace

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from jassclub.clubs import zones
from jassclub.clubs.access import user_actor
from jassclub.clubs.models import Club
from scoring import services
from scoring.context import Held, OwnKey, Right, SheetContext, SheetLinks
from scoring.devices import device_of, holder_of
from scoring.figures import money_of
from scoring.models import Confirmation, ScoreSheet, SheetKey
from scoring.rules import get_variant


def free_sheet(request: HttpRequest, token: str) -> tuple[ScoreSheet, SheetContext]:
    """The sheet of a key and what its holder may do; Http404 for a key that opens no free sheet."""
    key = SheetKey.objects.select_related("sheet__club").filter(token=token).first()
    if key is None or _elsewhere(key.sheet):
        raise Http404(_("No sheet has this address. Scan the sheet's code again."))
    zones.activate(key.sheet.club.zone)
    return key.sheet, _context(request, key)


def own_free_sheet(club: Club, sheet_id: int) -> SheetKey:
    """The key for the whole table of one of the club's free sheets."""
    sheets = ScoreSheet.objects.filter(club=club, pk=sheet_id)  # by its id, however large a number
    key = SheetKey.objects.select_related("sheet").filter(seat=None, sheet__in=sheets).first()
    if key is None or _elsewhere(key.sheet):
        raise Http404(_("This club has no such sheet."))
    return key


def free_desk(request: HttpRequest, club: Club, sheet_id: int) -> tuple[ScoreSheet, SheetContext]:
    """One of the club's free sheets, for a member who hands its keys out."""
    key = own_free_sheet(club, sheet_id)
    context = _context(request, key)
    return key.sheet, replace(
        context, actor=user_actor(request), rights=context.rights | {Right.RELEASE}
    )


def own_key(key: SheetKey, phone: str) -> OwnKey | None:
    """A seat's own key as the phone with this mark holds it; None for the key of the whole table."""
    if key.seat is None:
        return None
    if not key.claimed_by:
        return OwnKey(key.pk, phone, Held.NOWHERE)
    return OwnKey(key.pk, phone, Held.HERE if key.claimed_by == phone else Held.ELSEWHERE)


def _elsewhere(sheet: ScoreSheet) -> bool:
    """Whether another room mounts this sheet: it is then opened at that room's door only."""
    links = [
        r for r in ScoreSheet._meta.related_objects if r.related_model._meta.app_label != "scoring"
    ]
    return any(
        r.related_model._base_manager.filter(**{r.field.name: sheet}).exists() for r in links
    )


def _context(request: HttpRequest, key: SheetKey) -> SheetContext:
    sheet = key.sheet
    variant = get_variant(sheet.variant)
    names = {seat.seat: seat.name for seat in sheet.seats.order_by("from_deal")}
    sides = frozenset(range(variant.sides(sheet.options)))
    if key.seat is not None:
        sides = frozenset({variant.side_of_seat(key.seat, sheet.options)})
    how = Confirmation.How.SAME_PHONE if key.seat is None else Confirmation.How.OWN_KEY
    return SheetContext(
        title=_("Score sheet"),
        subtitle=sheet.club.name,
        names=tuple(names[seat] for seat in sorted(names)),
        actor=Actor("key", key.pk, device_of(request)),
        rights=frozenset({Right.READ, Right.WRITE, Right.CONFIRM}),
        links=SheetLinks("scoring", key.token),
        confirm=services.sheet_confirm,
        sides=sides,
        how=how,
        card_pack=sheet.club.card_pack,
        money=money_of(sheet.club.zone),
        seat=key.seat,
        own=own_key(key, holder_of(request)),
        release_hint=_("Whoever made this sheet can set the seat free."),
        audit={"club_id": sheet.club_id},
    )
