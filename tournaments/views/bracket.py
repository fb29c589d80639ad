"""The bracket of a knock-out and the cross table of a round robin: live, for everyone and the office."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from jassclub.clubs.models import Role
from tournaments import access, live
from tournaments.models import Tournament
from tournaments.selectors.bracket import bracket as bracket_of
from tournaments.selectors.cross_table import cross_table as cross_table_of
from tournaments.selectors.standings import standings_state


@require_safe
def bracket(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    tournament = access.public_tournament(request, club, slug)
    return _live_page(request, tournament, "bracket", bracket_of, public=True)


@require_safe
def office_bracket(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    return _live_page(request, tournament, "bracket", bracket_of, public=False)


@require_safe
def cross_table(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    tournament = access.public_tournament(request, club, slug)
    return _live_page(request, tournament, "cross_table", cross_table_of, public=True)


@require_safe
def office_cross_table(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    return _live_page(request, tournament, "cross_table", cross_table_of, public=False)


def _live_page(
    request: HttpRequest,
    tournament: Tournament,
    name: str,
    read: Callable[..., Any],
    *,
    public: bool,
) -> HttpResponseBase:
    """The page, or its part that changes; nothing where the standings' version is known already."""
    built = standings_state(tournament.pk).built
    fragment = bool(request.htmx)  # type: ignore[attr-defined]
    etag = quote_etag(f"{name}-{built}-{public}-{fragment}-{get_language()}-{request.user.pk or 0}")
    response: HttpResponse | None = get_conditional_response(request, etag=etag)
    if response is None:
        context = {
            "tournament": tournament,
            "page": read(tournament, public=public),
            "version": built,
            "public": public,
            "streaming": live.enabled(),
        }
        part = "#part" if fragment else ""
        response = render(request, f"tournaments/{name}.html{part}", context)
        response["Vary"] = "Cookie, Accept-Language, HX-Request"
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True, private=True)
    return response
