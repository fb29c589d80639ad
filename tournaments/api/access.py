"""The door of the JSON API: a table's key, sent as ``Authorization: Table <key>``.

Key: the token of a table's card (it opens whatever is or was played at that table), or a sheet's
own key (it opens that sheet). The short code is for typing on the page only. A key that opens
something is never throttled; whoever tries keys is.

A seat's own key is claimed with a secret of the caller's choice (header ``Phone-Secret``) and opens
its sheet only together with that.
"""

import re
from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated, Throttled
from rest_framework.request import Request

from jassclub import throttle
from jassclub.audit.services import Actor
from jassclub.clubs import zones
from jassclub.lookup import one_or_none
from scoring import access as scoring_access
from scoring.context import SheetContext
from scoring.devices import hashed
from scoring.models import ScoreSheet, SheetKey
from tournaments import access
from tournaments.models import Place, TableGame
from tournaments.own_phone import own_context
from tournaments.selectors.table import current_game, game_of
from tournaments.table_context import card_context

SCHEME = "Table"
DEVICE = re.compile(r"[A-Za-z0-9-]{1,16}")
PHONE_SECRET = re.compile(r"[A-Za-z0-9_-]{16,64}")

Opened = tuple[ScoreSheet, SheetContext]


def sheet_by_key(request: Request, sheet: int) -> Opened:
    """The sheet with this number, if the key opens it."""
    if game := access.game_by_card(_key(request), sheet):
        return _at_place(request, game.table.place, game)
    holder = _holder(request)
    if isinstance(holder, SheetKey) and holder.sheet_id == sheet:
        return _by_own_key(request, holder)
    raise Http404(_("This key does not open this sheet. Use the key of the sheet's own table."))


def current_sheet(request: Request) -> Opened:
    """The sheet that the key opens now."""
    holder = _holder(request)
    if isinstance(holder, SheetKey):
        return _by_own_key(request, holder)
    game = current_game(holder)
    if game is None:
        raise Http404(_("Nothing is played at this table now. Wait for the next round to begin."))
    return _at_place(request, holder, game)


def _key(request: Request) -> str:
    """The key as it was sent; NotAuthenticated without one."""
    scheme, _blank, token = request.headers.get("Authorization", "").partition(" ")
    token = token.strip()
    if scheme.lower() != SCHEME.lower() or not token:
        raise NotAuthenticated(
            _("This needs the table's key: send the header “Authorization: Table <key>”.")
        )
    return token


def _holder(request: Request) -> Place | SheetKey:
    token = _key(request)
    found = one_or_none(
        Place.objects.select_related("tournament__club").filter(token=token)
    ) or one_or_none(SheetKey.objects.select_related("sheet__club").filter(token=token))
    if found is None:
        if throttle.guessing_too_often(request):
            raise Throttled(throttle.SECONDS, _("Too many keys that open nothing. Wait a minute."))
        throttle.guess_failed(request)
        raise PermissionDenied(_("This key opens nothing. It stands in the card's address."))
    club = found.tournament.club if isinstance(found, Place) else found.sheet.club
    zones.activate(club.zone)
    return found


def _at_place(request: Request, place: Place, game: TableGame) -> Opened:
    actor = Actor("place", place.pk, _device(request))
    return game.sheet, card_context(place, game, actor)


def _by_own_key(request: Request, key: SheetKey) -> Opened:
    actor = Actor("key", key.pk, _device(request))
    game = game_of(key.sheet)
    if game is None:
        sheet, context = scoring_access.free_sheet(request, key.token)
        own = scoring_access.own_key(key, _phone(request))
        return sheet, replace(context, actor=actor, own=own)
    if key.seat is None:
        return game.sheet, card_context(game.table.place, game, actor)
    return game.sheet, own_context(game, key, actor, _phone(request))


def _phone(request: Request) -> str:
    """What a claim of this caller is stored under; "" without a secret that can be one."""
    secret = request.headers.get("Phone-Secret", "")
    return hashed("secret", secret) if PHONE_SECRET.fullmatch(secret) else ""


def _device(request: Request) -> str:
    """What the sender calls itself (header ``Device``), to tell two phones of a table apart."""
    named = request.headers.get("Device", "")
    return named if DEVICE.fullmatch(named) else ""
