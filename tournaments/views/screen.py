"""The big screen in the hall: one page that turns by itself and asks for what is new."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments import access, live
from tournaments.models import Tournament
from tournaments.selectors import screen as selectors
from tournaments.selectors.publishing import hides
from tournaments.selectors.standings import standings_ranking, standings_state


@require_safe
@never_cache
def screen(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The whole page; with ``seen`` its parts alone, or 204 while they look as the page has them."""
    tournament = access.public_tournament(request, club, slug)
    return _answer(request, tournament)


@require_safe
@never_cache
def prize_giving(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The organiser's own screen: a list from the last place up, before everyone sees it."""
    tournament = access.tournament_for(request, club, slug)
    key = access.list_of(tournament, request.GET.get("list", ""))
    state = standings_state(tournament.pk)
    ranking = standings_ranking(tournament, public=False, built_at=state.built_at, list_key=key)
    values = {"tournament": tournament, "ranking": ranking, "can_reveal": hides(tournament)}
    return render(request, "tournaments/reveal.html", values)


def _answer(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    shown = selectors.screen(tournament)
    if request.GET.get("seen") == shown.stamp:
        response = HttpResponse(status=204)
    else:
        template = "tournaments/screen.html" + ("#parts" if "seen" in request.GET else "")
        address = request.build_absolute_uri(selectors.public_address(tournament))
        values = {"screen": shown, "tournament": tournament, "address": address}
        response = render(request, template, values | {"streaming": live.enabled()})
    response["As-Of"] = date_format(timezone.localtime(shown.at), "H.i")
    return response
