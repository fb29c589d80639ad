"""A player's own pages: found by name, open to whoever has the evening's link."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments import access, live
from tournaments.selectors.clock import public_deadline
from tournaments.selectors.own import own_games, own_page


@require_safe
@never_cache
def page(request: HttpRequest, club: str, slug: str, entry: int) -> HttpResponse:
    """My table, my sheets, my result."""
    tournament = access.public_tournament(request, club, slug)
    found = own_page(tournament, access.entry_numbered(tournament, entry))
    values = {"tournament": tournament, "page": found, "clock": public_deadline(tournament)}
    values["streaming"] = live.enabled()
    return render(request, "tournaments/own.html", values)


@require_safe
@never_cache
def sheet(request: HttpRequest, club: str, slug: str, entry: int, number: int) -> HttpResponse:
    """A confirmed sheet of mine, deal by deal."""
    tournament = access.public_tournament(request, club, slug)
    found = access.entry_numbered(tournament, entry)
    games = own_games(tournament, found, number)
    if not games:
        raise Http404(_("There is no confirmed sheet to read here, or it is not published yet."))
    values = {"tournament": tournament, "entry": found, "number": number, "games": games}
    return render(request, "tournaments/own_sheet.html", values)
