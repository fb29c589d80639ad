"""A table's sheet as a seat's own phone sees it: the door of a seat's key, and its context.

The key opens one game's sheet for one seat. Whether this phone may use it (it claimed the key) is
in the context (``own``); the mounted views ask for that, not this door.
"""

from dataclasses import replace

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from jassclub import throttle
from jassclub.audit.services import Actor
from jassclub.clubs import zones
from scoring.access import own_key
from scoring.context import SheetContext, SheetLinks
from scoring.devices import device_of, holder_of
from scoring.models import Confirmation, SheetKey
from scoring.views.mount import Opened
from tournaments.models import TableGame
from tournaments.selectors.table import game_of
from tournaments.table_context import card_context

NAMESPACE = "tournaments:own"


def open_own(request: HttpRequest, token: str) -> Opened:
    """The door of the sheet views for a seat's own key."""
    key = SheetKey.objects.select_related("sheet__club").filter(token=token).first()
    game = game_of(key.sheet) if key is not None and key.seat is not None else None
    if key is None or game is None:
        throttle.guess_failed(request)
        raise Http404(_("This link opens no seat any more. Ask at the table for a new code."))
    zones.activate(key.sheet.club.zone)
    actor = Actor("key", key.pk, device_of(request))
    return game.sheet, own_context(game, key, actor, holder_of(request))


def own_context(game: TableGame, key: SheetKey, actor: Actor, phone: str) -> SheetContext:
    """What the phone with this mark may do with a seat's key: all that the card may, but speak for
    its own side only.
    """
    context = card_context(game.table.place, game, actor, seat=key.seat)
    sides = frozenset(seat.side for seat in game.table.seats.all() if seat.seat == key.seat)
    return replace(
        context,
        sides=sides,
        how=Confirmation.How.OWN_KEY,
        own=own_key(key, phone),
        links=SheetLinks(NAMESPACE, key.token),
    )
