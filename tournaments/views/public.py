"""What everyone sees: the ranking, live, and where one sits.

A page's ETag is the standings' version, so an unchanged page costs two small
queries and no standings.
"""

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jassclub import exports
from jassclub.clubs.models import Role
from tournaments import access, live
from tournaments.models import Tournament
from tournaments.selectors.clock import clock_answer, clock_now, public_deadline
from tournaments.selectors.export import ranking_table
from tournaments.selectors.public import tournaments_public, whereabouts
from tournaments.selectors.publishing import publishable
from tournaments.selectors.standings import standings_ranking, standings_state


@require_safe
def public_list(request: HttpRequest, club: str) -> HttpResponse:
    return render(
        request, "tournaments/public_list.html", {"tournaments": tournaments_public(club)}
    )


@require_safe
def public(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    tournament = access.public_tournament(request, club, slug)
    return _ranking_page(request, tournament, public=True)


@require_safe
def ranking(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """The office's version: hidden rounds are seen here."""
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    return _ranking_page(request, tournament, public=False)


def _ranking_page(
    request: HttpRequest, tournament: Tournament, *, public: bool
) -> HttpResponseBase:
    key = access.list_of(tournament, request.GET.get("list", ""))
    state = standings_state(tournament.pk)
    fragment = request.htmx  # type: ignore[attr-defined]
    kind = f"{'public' if public else 'office'}{'-part' if fragment else ''}"
    etag = quote_etag(f"{state.built}-{kind}-{key}-{get_language()}-{request.user.pk or 0}")
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    template = "tournaments/public.html" + ("#ranking" if fragment else "")
    context = {
        "tournament": tournament,
        "ranking": standings_ranking(
            tournament, public=public, built_at=state.built_at, list_key=key
        ),
        "version": state.built,
        "public": public,
        "streaming": live.enabled(),
        "clock": public_deadline(tournament),
        "publishable": None if public else publishable(tournament),
    }
    response = render(request, template, context)
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True, private=True)
    response["Vary"] = "Cookie, Accept-Language, HX-Request"
    return response


@require_safe
def export(request: HttpRequest, club: str, slug: str, kind: str) -> HttpResponse:
    """A list of the office as a file: CSV for Excel, or a workbook."""
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    key = access.list_of(tournament, request.GET.get("list", ""))
    if kind not in exports.KINDS:
        raise Http404(_("Lists come as csv or xlsx."))
    name, header, rows = ranking_table(tournament, key)
    return exports.download(name, kind, header, rows)


@require_safe
def version(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """The version alone, for pages that poll."""
    tournament = access.public_tournament(request, club, slug)
    number = standings_state(tournament.pk).built
    etag = quote_etag(str(number))
    response = get_conditional_response(request, etag=etag) or JsonResponse({"version": number})
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
@never_cache
def clock(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Until when is played, and what time it is here: for pages whose own clock may be wrong."""
    tournament = access.public_tournament(request, club, slug)
    return JsonResponse(clock_answer(clock_now(tournament)))


async def stream(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """Server-sent events of new versions; 204 where there is no Redis (a page then polls)."""
    tournament_id, version = await sync_to_async(_stream_start)(request, club, slug)
    if request.method != "GET" or not live.enabled():
        return HttpResponse(status=204)
    response = StreamingHttpResponse(
        live.events(tournament_id, version), content_type="text/event-stream"
    )
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    response["Content-Encoding"] = "identity"  # compression would hold events back
    return response


def _stream_start(request: HttpRequest, club: str, slug: str) -> tuple[int, int]:
    tournament = access.public_tournament(request, club, slug)
    version = standings_state(tournament.pk).built
    if not connection.in_atomic_block:
        connection.close()  # an open page must not keep a connection for the whole evening
    return tournament.pk, version


@require_safe
def seat(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.public_tournament(request, club, slug)
    query = request.GET.get("q", "")[:120]
    template = "tournaments/seat.html" + ("#found" if request.htmx else "")  # type: ignore[attr-defined]
    context = {
        "tournament": tournament,
        "query": query,
        "found": whereabouts(tournament, query),
    }
    return render(request, template, context)
