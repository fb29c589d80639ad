"""The pages behind a table's card, up to its sheet: the code, what is going on, "is this you?".

Which phone has said yes at which table is kept in a signed cookie of that table and round; so each
round asks again, and a card that was carried to another table is noticed before anything is written.
"""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from jassclub import throttle
from scoring.devices import remember
from scoring.views.mount import Opened
from tournaments import access
from tournaments.models import Place, TableGame, Visibility
from tournaments.models.round import CODE_LENGTH
from tournaments.selectors.clock import clock_answer, clock_now
from tournaments.selectors.evening import Now, place_now
from tournaments.selectors.table import current_game, game_at
from tournaments.table_context import card_actor, card_context, table_deadline

EVENING = 60 * 60 * 16
ID_DIGITS = 18
WORDS = {Now.PLAYING: "table/who.html"}


@require_safe
@never_cache
def code(request: HttpRequest) -> HttpResponse:
    """Type the code of the card; a right one leads to its table."""
    typed = request.GET.get("code", "")[:60]
    if not typed.strip():
        return render(request, "table/code.html", {"typed": typed})
    try:
        place = _place(request, "".join(c for c in typed if c.isalnum() or c in "-_"))
    except (Http404, throttle.GuessedTooOften) as error:
        status = 404 if isinstance(error, Http404) else 429
        return render(request, "table/code.html", {"typed": typed, "error": error}, status=status)
    return redirect("tournaments:table", place.token)


@require_safe
@never_cache
def table(request: HttpRequest, card: str) -> HttpResponse:
    """What the card stands for now: the sheet, or who should sit here, or what is going on."""
    place = _place(request, card)
    found = place_now(place)
    table_id = found.seats[0].table_id if found.seats else 0
    if found.now is Now.PLAYING and _seat(request, table_id) is not None:
        return redirect("tournaments:sheet-page", place.token)
    template = WORDS.get(found.now, "table/wait.html")
    values = {"place": place, "found": found, "public": _public(place)}
    values["deadline"] = table_deadline(place, found.round)
    return render(request, template, values)


@require_safe
@never_cache
def now(request: HttpRequest, card: str) -> HttpResponse:
    """A word that changes when the card's page has to be looked at again."""
    return HttpResponse(place_now(_place(request, card)).stamp, content_type="text/plain")


@require_safe
@never_cache
def clock(request: HttpRequest, card: str) -> HttpResponse:
    """Until when is played, and what time it is here."""
    return JsonResponse(clock_answer(clock_now(_place(request, card).tournament)))


@require_POST
@never_cache
def here(request: HttpRequest, card: str) -> HttpResponse:
    """Somebody of this table says so: this phone may write on the table's sheet, this round."""
    place = _place(request, card)
    found = place_now(place)
    seat = request.POST.get("seat", "")
    if found.now is not Now.PLAYING or seat not in {str(each.seat) for each in found.seats}:
        return redirect("tournaments:table", place.token)
    response = redirect("tournaments:sheet-page", place.token)
    name = _cookie(found.seats[0].table_id)
    secure = request.is_secure()
    response.set_signed_cookie(
        name, seat, salt=name, max_age=EVENING, httponly=True, samesite="Lax", secure=secure
    )
    card_actor(place, request)
    remember(request, response)
    throttle.remember_device(request, response)
    return response


@require_safe
@never_cache
def not_us(request: HttpRequest, card: str) -> HttpResponse:
    """Other people sit here than should: who belongs here, and how to find one's own table."""
    place = _place(request, card)
    values = {"place": place, "found": place_now(place), "public": _public(place)}
    return render(request, "table/not_us.html", values)


def open_sheet(request: HttpRequest, card: str) -> Opened:
    """The door of the sheet views, for a phone that said who it is.

    What is sent goes to the sheet it was written for, so that an old queue never lands on a new
    sheet; what is looked at is what is played here now, and between rounds the sheet of before.
    """
    game = _written_for(request, card)
    place = game.table.place if game else _place(request, card)
    game = game or _game(request, place)
    seat = _seat(request, game.table_id) if game else None
    if game is None or seat is None:
        return redirect("tournaments:table", place.token)
    actor = card_actor(place, request)
    return game.sheet, card_context(place, game, actor, seat=seat)


def _written_for(request: HttpRequest, card: str) -> TableGame | None:
    """The game of the sheet that is written on, if this card opens it: most of what phones send."""
    meant = request.POST.get("sheet", "") if request.method == "POST" else ""
    if not meant.isdecimal() or len(meant) > ID_DIGITS:
        return None
    return access.game_by_card(card, int(meant))


def _game(request: HttpRequest, place: Place) -> TableGame | None:
    played = current_game(place)
    meant = request.POST.get("sheet") or request.GET.get("sheet") or ""
    if (played and meant == str(played.sheet_id)) or not meant.isdecimal():
        return played
    other = game_at(place, int(meant)) if len(meant) <= ID_DIGITS else None
    return (other or played) if request.method == "POST" else (played or other)


def _place(request: HttpRequest, card: str) -> Place:
    """The place of a card. Wrong codes are counted; a guesser's next short code is not looked up."""
    if len(card) <= CODE_LENGTH and throttle.guessing_too_often(request):
        sentence = _("Too many wrong codes. Wait a minute, or scan your table's card.")
        raise throttle.GuessedTooOften(sentence)
    try:
        return access.place_by_card(card)
    except Http404:
        throttle.guess_failed(request)
        raise


def _cookie(table_id: int) -> str:
    return f"at-{table_id}"


def _seat(request: HttpRequest, table_id: int) -> int | None:
    """The seat this phone said it belongs to at a table; None if it never did."""
    name = _cookie(table_id)
    kept = request.get_signed_cookie(name, default=None, salt=name, max_age=EVENING)
    return int(kept) if kept is not None else None


def _public(place: Place) -> bool:
    """Whether there are public pages to point to."""
    return place.tournament.visibility != Visibility.HIDDEN
