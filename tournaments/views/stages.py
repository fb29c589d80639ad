"""The page of stages: what is planned, who goes on, and a form for one more."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from jassclub.clubs.access import user_actor
from scoring.forms import posted_ids
from tournaments import access
from tournaments.errors import TournamentError
from tournaments.forms.stages import StageForm
from tournaments.models import Tournament
from tournaments.selectors.going_on import ranked_now, stages_page
from tournaments.selectors.stages import last_stage
from tournaments.services import stages as services
from tournaments.setup_data import SetupError


@require_http_methods(["GET", "HEAD", "POST"])
def stages(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    form = _form(request, tournament)
    if request.method == "POST":
        if _added(request, tournament, form):
            messages.success(request, _("The stage is planned."))
            return redirect("tournaments:stages", club, slug)
        return _page(request, tournament, form, status=422)
    return _page(request, tournament, form)


@require_POST
def begin(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    chosen = posted_ids(request.POST, "entry")
    try:
        services.stage_begin(
            tournament_id=tournament.pk,
            actor=user_actor(request),
            number=number,
            ranked=[entry for entry, *_figures in ranked_now(tournament)],
            chosen=chosen,
        )
    except TournamentError as error:
        return _page(request, tournament, error=error, chosen=chosen)
    messages.success(request, _("It is settled who goes on. Now the stage can be drawn."))
    return redirect("tournaments:draw", club, slug)


@require_POST
def take_back(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    return _undone(request, club, slug, number, services.stage_take_back)


@require_POST
def drop(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    return _undone(request, club, slug, number, services.stage_drop)


def _undone(
    request: HttpRequest, club: str, slug: str, number: int, service: services.Undo
) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    try:
        service(tournament_id=tournament.pk, actor=user_actor(request), number=number)
    except TournamentError as error:
        return _page(request, tournament, error=error)
    return redirect("tournaments:stages", club, slug)


def _form(request: HttpRequest, tournament: Tournament) -> StageForm:
    posted = request.POST if request.method == "POST" else None
    return StageForm(posted, tournament=tournament, before=last_stage(tournament))


def _added(request: HttpRequest, tournament: Tournament, form: StageForm) -> bool:
    if not form.is_valid():
        return False
    try:
        services.stage_add(
            tournament_id=tournament.pk, actor=user_actor(request), data=form.stage_data()
        )
    except SetupError as error:
        form.add_problems(error.problems)
        return False
    except TournamentError as error:
        form.add_error(None, error.message)
        return False
    return True


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: StageForm | None = None,
    *,
    error: TournamentError | None = None,
    chosen: list[int] | None = None,
    status: int = 200,
) -> HttpResponse:
    values = {
        "tournament": tournament,
        "page": stages_page(tournament),
        "form": form or StageForm(tournament=tournament, before=last_stage(tournament)),
        "error": error,
        "chosen": chosen,
    }
    return render(
        request, "tournaments/stages.html", values, status=error.status if error else status
    )
