"""A club's tournaments: the list, a new one, its settings, its presets."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from jassclub.clubs.access import club_for, user_actor
from jassclub.clubs.models import Club, Role
from tournaments import access
from tournaments.errors import TournamentError
from tournaments.forms.setup import LiveForm, SetupForm
from tournaments.models import RoundStatus, Tournament
from tournaments.selectors.setup import beginnings, club_tournaments, setup_from
from tournaments.services import tournaments as services
from tournaments.services.tournaments import SetupData, SetupError


@login_required
@require_safe
def tournament_list(request: HttpRequest, club: str) -> HttpResponse:
    found = club_for(request, club, least=Role.SCORER)
    context = {"club": found, "groups": club_tournaments(found)}
    return render(request, "tournaments/list.html", context)


@login_required
@require_safe
def new(request: HttpRequest, club: str) -> HttpResponse:
    found = club_for(request, club, least=Role.ORGANISER)
    context = {"club": found, "beginnings": beginnings(found)}
    return render(request, "tournaments/new.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def new_from(request: HttpRequest, club: str, source: str) -> HttpResponse:
    found = club_for(request, club, least=Role.ORGANISER)
    form = SetupForm(request.POST or None, setup=_setup(found, source), zone=found.zone)
    made = _saved(form, lambda data: _create(request, found, data))
    if made is not None:
        messages.success(request, _("The tournament is made. Now say who is expected."))
        return redirect("tournaments:checkin", found.slug, made.slug)
    return _form_page(request, "tournaments/new_form.html", form, {"club": found})


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug, least=Role.ORGANISER)
    form = _settings_form(request, tournament)
    if _saved(form, lambda data: _update(request, tournament, data)) is not None:
        messages.success(request, _("Saved."))
        return redirect("tournaments:setup", club, slug)
    context = {"club": tournament.club, "tournament": tournament}
    return _form_page(request, "tournaments/setup.html", form, context)


@login_required
@require_POST
def copy(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug, least=Role.ORGANISER)
    try:
        made = services.tournament_copy(
            tournament_id=tournament.pk,
            actor=user_actor(request),
            with_players="with_players" in request.POST,
        )
    except SetupError as error:
        messages.error(request, error.problems[0]["message"])
        return redirect("tournaments:setup", club, slug)
    messages.success(
        request, _("Copied: the settings, not the results. Check the name and the day.")
    )
    return redirect("tournaments:setup", club, made.slug)


@login_required
@require_POST
def preset_save(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug, least=Role.ORGANISER)
    data = SetupData.of(tournament, tournament.stages.get(number=1))
    try:
        preset = services.preset_save(
            club=tournament.club,
            actor=user_actor(request),
            name=_typed(request, "preset_name"),
            data=data,
        )
    except SetupError as error:
        messages.error(request, error.problems[0]["message"])
    else:
        text = _("Kept as “%(name)s”: it is offered for every new tournament of the club.")
        messages.success(request, text % {"name": preset.name})
    return redirect("tournaments:setup", club, slug)


@login_required
@require_POST
def preset_delete(request: HttpRequest, club: str, preset_id: int) -> HttpResponse:
    found = club_for(request, club, least=Role.ORGANISER)
    preset = access.preset_of(found, preset_id)
    services.preset_delete(preset=preset, actor=user_actor(request))
    messages.success(request, _("Deleted: %(name)s") % {"name": preset.name})
    return redirect("tournaments:new", club)


@login_required
@require_POST
def delete(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug, least=Role.ORGANISER)
    try:
        services.tournament_delete(
            tournament_id=tournament.pk,
            actor=user_actor(request),
            typed_name=_typed(request, "typed_name"),
        )
    except TournamentError as error:
        return _not_deleted(request, tournament, error)
    messages.success(request, _("Deleted: %(name)s") % {"name": tournament.name})
    return redirect("tournaments:list", club)


def _typed(request: HttpRequest, field: str) -> str:
    """What was typed into a field of one line, as it may be stored and shown again."""
    return request.POST.get(field, "")[:120].replace("\0", "")


def _not_deleted(
    request: HttpRequest, tournament: Tournament, error: TournamentError
) -> HttpResponse:
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "delete_error": error.message,
        "typed_name": _typed(request, "typed_name"),
    }
    form = _settings_form(request, tournament, fresh=True)
    return _form_page(request, "tournaments/setup.html", form, context, error.status)


def _setup(club: Club, source: str) -> SetupData:
    setup = setup_from(club, source)
    if setup is None:
        raise Http404(_("There is no such preset. Choose one of those that are offered."))
    return setup


def _settings_form(
    request: HttpRequest, tournament: Tournament, *, fresh: bool = False
) -> SetupForm | LiveForm:
    """The full form until something is drawn; a full form sent later is refused with the reason."""
    setup = SetupData.of(tournament, tournament.stages.get(number=1))
    data = request.POST if request.method == "POST" and not fresh else None
    drawn = tournament.rounds.exclude(status=RoundStatus.VOID).exists()
    short = drawn if data is None else "short" in data
    form = LiveForm if short else SetupForm
    return form(data, setup=setup, zone=tournament.club.zone)


def _saved(
    form: SetupForm | LiveForm, save: Callable[[SetupData], Tournament]
) -> Tournament | None:
    """What the service made of a good form; None, with the problems on their fields, else."""
    if not (form.is_bound and form.is_valid()):
        return None
    try:
        return save(form.setup_data())
    except SetupError as error:
        form.add_problems(error.problems)
        return None


def _create(request: HttpRequest, club: Club, data: SetupData) -> Tournament:
    return services.tournament_create(club=club, actor=user_actor(request), data=data)


def _update(request: HttpRequest, tournament: Tournament, data: SetupData) -> Tournament:
    return services.tournament_update(
        tournament_id=tournament.pk,
        actor=user_actor(request),
        data=data,
        reason=_typed(request, "reason"),
    )


def _form_page(
    request: HttpRequest,
    template: str,
    form: SetupForm | LiveForm,
    context: Mapping[str, Any],
    status: int = 422,
) -> HttpResponse:
    wrong = form.is_bound or "delete_error" in context
    return render(request, template, {"form": form, **context}, status=status if wrong else 200)
