"""What is printed: seat lists for the wall, and a card per table."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from jassclub.clubs.models import Role
from tournaments import access
from tournaments.selectors.prints import cards, rounds_to_print, seat_lists

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


@require_safe
def lists(request: HttpRequest, club: str, slug: str, number: int | None = None) -> HttpResponse:
    """Who sits where, by name and by table: in one round, or in all that are drawn."""
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    rounds = rounds_to_print(tournament, number)
    if number is not None and not rounds:
        raise Http404(_("This tournament has no round %(number)s.") % {"number": number})
    values = {
        "tournament": tournament,
        "number": number,
        "every": rounds_to_print(tournament),
        "lists": seat_lists(rounds),
        "order": request.GET.get("by", ""),
    }
    return render(request, "tournaments/lists.html", values)


@require_safe
def table_cards(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """One card per table for the whole evening; two or four on a sheet of paper."""
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    base = settings.PUBLIC_URL or request.build_absolute_uri("/")
    values = {
        "tournament": tournament,
        "cards": cards(tournament, base),
        "base": base,
        "per_page": 2 if request.GET.get("per") == "2" else 4,
        "unreachable": request.get_host().rpartition(":")[0] in LOOPBACK
        and not settings.PUBLIC_URL,
    }
    return render(request, "tournaments/cards.html", values)
