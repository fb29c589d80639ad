"""The wall of tables: live, and a number with Enter opens a table."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from jassclub.clubs.models import Role
from scoring.forms import posted_number
from tournaments import access
from tournaments.models import Tournament
from tournaments.selectors.office import Wall, table_numbered, wall
from tournaments.selectors.table_states import KEYS, STATES


@require_safe
def office(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    now = wall(tournament, show=request.GET.get("show", ""))
    return render(request, "tournaments/office.html", _values(tournament, now))


@require_safe
def office_wall(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The wall alone, for a page that is open; 204 while it looks as the page has ``seen`` it."""
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    now = wall(tournament, show=request.GET.get("show", ""))
    if request.GET.get("seen") == now.stamp:
        return HttpResponse(status=204)
    return render(request, "tournaments/_wall.html", {"tournament": tournament, "wall": now})


@require_safe
def office_go(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Open the table whose number was typed."""
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    number = posted_number(request.GET, "table")
    if found := table_numbered(tournament, number):
        return redirect("tournaments:desk-table", club, slug, found)
    typed = request.GET.get("table", "")[:10]
    values = {
        **_values(tournament, wall(tournament)),
        "typed": typed,
        "error": _("There is no table “%(typed)s” in this round.") % {"typed": typed},
    }
    return render(request, "tournaments/office.html", values, status=404)


def _values(tournament: Tournament, now: Wall) -> dict[str, Any]:
    keys = [(KEYS[state], text) for state, (text, _badge) in STATES.items()]
    return {"tournament": tournament, "wall": now, "keys": keys}
