"""The draw page with its rounds, a round's protocol and results, and the buttons that move a round.

A refused button shows the page again as it is now, with the sentence that says why and
the status of the refusal. A button that somebody has pressed already leads on like the first press.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from jassclub.clubs.access import user_actor
from jassclub.clubs.models import Role
from scoring.forms import posted_number
from tournaments import access
from tournaments.errors import AlreadyDone, TournamentError
from tournaments.models import Tournament
from tournaments.selectors.protocol import protocol_page
from tournaments.selectors.results import round_results
from tournaments.selectors.rounds import draw_page
from tournaments.services import clock
from tournaments.services import rounds as services


@require_safe
def draw(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    return _page(request, access.tournament_for(request, club, slug))


@require_POST
def draw_now(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Draw what is missing, if nobody else has meanwhile."""
    tournament = access.tournament_for(request, club, slug)
    try:
        made = services.rounds_draw(
            tournament_id=tournament.pk,
            actor=user_actor(request),
            expected=posted_number(request.POST, "expected"),
            allow_repeats=bool(request.POST.get("allow_repeats")),
            despite_open=request.POST.get("despite_open", ""),
        )
    except TournamentError as error:
        return _page(request, tournament, error)
    return _drawn(request, tournament, len(made))


@require_POST
def start(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    round_ = access.round_of(tournament, number)
    try:
        services.round_start(round_id=round_.pk, actor=user_actor(request))
    except AlreadyDone as done:
        messages.info(request, done.message)
    except TournamentError as error:
        return _page(request, tournament, error)
    else:
        messages.success(request, _("Round %(number)s is being played.") % {"number": number})
    return redirect("tournaments:office", club, slug)


@require_POST
def minutes(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """Five minutes more or less on the clock of the round that is played."""
    tournament = access.tournament_for(request, club, slug)
    round_ = access.round_of(tournament, number)
    step = -5 if request.POST.get("minutes") == "-5" else posted_number(request.POST, "minutes")
    try:
        clock.round_minutes_add(round_id=round_.pk, actor=user_actor(request), minutes=step)
    except TournamentError as error:
        return _page(request, tournament, error)
    return redirect("tournaments:office", club, slug)


@require_POST
def close(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    round_ = access.round_of(tournament, number)
    try:
        services.round_close(round_id=round_.pk, actor=user_actor(request))
    except AlreadyDone as done:
        messages.info(request, done.message)
    except TournamentError as error:
        return _page(request, tournament, error)
    else:
        messages.success(request, _("Round %(number)s is closed.") % {"number": number})
    return redirect("tournaments:office", club, slug)


@require_safe
def protocol(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """How the round was drawn, with names."""
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    page = protocol_page(access.round_of(tournament, number))
    return render(request, "tournaments/protocol.html", {"tournament": tournament, "page": page})


@require_safe
def protocol_json(request: HttpRequest, club: str, slug: str, number: int) -> JsonResponse:
    """The protocol as the draw made it: ids and figures, enough to draw again and compare."""
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    round_ = access.round_of(tournament, number)
    return JsonResponse(round_.protocol, json_dumps_params={"indent": 1})


@require_safe
def results(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """All tables of a round with their totals."""
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    page = round_results(access.round_of(tournament, number))
    return render(
        request, "tournaments/round_results.html", {"tournament": tournament, "page": page}
    )


def _page(
    request: HttpRequest, tournament: Tournament, error: TournamentError | None = None
) -> HttpResponse:
    tournament.refresh_from_db()
    values = {
        "tournament": tournament,
        "page": draw_page(tournament),
        "error": error,
    }
    return render(request, "tournaments/draw.html", values, status=error.status if error else 200)


def _drawn(request: HttpRequest, tournament: Tournament, count: int) -> HttpResponse:
    sentence = ngettext("%(count)s round is drawn.", "%(count)s rounds are drawn.", count)
    messages.success(request, sentence % {"count": count})
    return redirect("tournaments:draw", tournament.club.slug, tournament.slug)
