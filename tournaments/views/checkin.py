"""The door of the evening: who is here, who just came, how the tables come out.

With htmx a press answers with the parts of the page that changed; without it the page is shown
anew. Either way the list that is being looked at (search, filter) stays.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from jassclub.clubs.access import user_actor
from jassclub.clubs.models import Role
from scoring.forms import posted_ids
from tournaments import access
from tournaments.errors import TournamentError
from tournaments.forms.setup_checkin import PartnerForm, TeamForm, WalkInForm
from tournaments.models import Entry, Tournament
from tournaments.selectors import entries as selectors
from tournaments.services import entries as services
from tournaments.services import teams as team_services
from tournaments.services.entry_rows import WhichOne
from tournaments.services.tournaments import surplus_choose

PAGE = "tournaments/checkin.html"
ANSWER = "tournaments/checkin_answer.html"
SHOWN = 10
"""So many names are said at once."""


@login_required
@require_safe
def page(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = _tournament(request, club, slug)
    part = "#people" if request.htmx else ""  # type: ignore[attr-defined]
    return render(request, f"{PAGE}{part}", _context(request, tournament))


@login_required
@require_safe
def figures(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = _tournament(request, club, slug)
    return render(request, f"{PAGE}#figures", _context(request, tournament, with_people=False))


@login_required
@require_POST
def tick(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = _tournament(request, club, slug)
    player_id, present = _tapped(request)
    said, status = _refusal(
        services.player_check_in,
        tournament_id=tournament.pk,
        actor=user_actor(request),
        player_id=player_id,
        present=present,
    )
    person = selectors.person_of(tournament, player_id)
    if person and not said and "undo" in request.POST:
        said = _("%(name)s is not here. Still on the list.") % {"name": person.name}
    return _answer(request, tournament, said=said, status=status, person=person)


@login_required
@require_POST
def walk_in(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = _tournament(request, club, slug)
    form = WalkInForm(request.POST)
    if not form.is_valid():
        return _answer(request, tournament, form=form, status=422)
    try:
        arrival = services.entry_walk_in(
            tournament_id=tournament.pk, actor=user_actor(request), **form.cleaned_data
        )
    except TournamentError as error:
        return _answer(request, tournament, form=form, refused=error)
    return _answer(request, tournament, arrival=arrival, everyone=True)


@login_required
@require_POST
def team(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """A team is here: two names make an entry."""
    tournament = _tournament(request, club, slug)
    form = TeamForm(request.POST)
    if not form.is_valid():
        return _answer(request, tournament, form=form, status=422)
    try:
        arrival = team_services.team_add(
            tournament_id=tournament.pk,
            actor=user_actor(request),
            names=form.names,
            own_name=form.cleaned_data["own_name"],
            outside_ranking=form.cleaned_data["outside_ranking"],
        )
    except TournamentError as error:
        return _answer(request, tournament, form=form, refused=error)
    return _answer(request, tournament, arrival=arrival, everyone=True)


@login_required
@require_http_methods(["GET", "POST"])
def teams(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Announce teams from a list; the lines that could not be taken stay, with the reason."""
    tournament = _tournament(request, club, slug)
    text = ""
    refused: list[team_services.Refused] = []
    if request.method == "POST":
        announced = team_services.teams_announce(
            tournament_id=tournament.pk,
            actor=user_actor(request),
            text=request.POST.get("teams", "").replace("\0", ""),
        )
        _teams_announced(request, announced)
        refused = announced.refused
        if not refused:
            return redirect("tournaments:checkin", club, slug)
        text = "\n".join(each.line for each in refused)
    context = {"club": tournament.club, "tournament": tournament, "text": text, "refused": refused}
    status = 422 if refused else 200
    return render(request, "tournaments/checkin_teams.html", context, status=status)


@login_required
@require_POST
def partner(request: HttpRequest, club: str, slug: str, entry_id: int) -> HttpResponse:
    """Put somebody else on a place of a team."""
    found = access.entry_of(_tournament(request, club, slug), entry_id)
    form = PartnerForm(request.POST)
    if not form.is_valid():
        return _entry_page(request, found, status=422)
    said, status = _refusal(
        team_services.team_change,
        tournament_id=found.tournament_id,
        actor=user_actor(request),
        entry_id=entry_id,
        **form.cleaned_data,
    )
    if said:
        return _entry_page(request, found, partner_error=said, typed=form, status=status)
    found.refresh_from_db()
    messages.success(request, _("The team is now %(name)s.") % {"name": found.name})
    return redirect("tournaments:checkin-entry", club, slug, entry_id)


@login_required
@require_POST
def surplus(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug, least=Role.ORGANISER)
    said, status = _refusal(
        surplus_choose,
        tournament_id=tournament.pk,
        actor=user_actor(request),
        rule=request.POST.get("surplus_rule", ""),
    )
    tournament.refresh_from_db(fields=["surplus_rule"])
    return _answer(request, tournament, said=said or _("Noted for the draw."), status=status)


@login_required
@require_POST
def absent(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = _tournament(request, club, slug)
    try:
        gone = services.entries_drop_absent(tournament_id=tournament.pk, actor=user_actor(request))
    except TournamentError as error:
        return _answer(request, tournament, said=error.message, status=error.status)
    said = ngettext(
        "%(gone)s person who did not come is off the list.",
        "%(gone)s people who did not come are off the list.",
        gone,
    )
    return _answer(request, tournament, said=said % {"gone": gone}, everyone=True)


@login_required
@require_http_methods(["GET", "POST"])
def announce(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = _tournament(request, club, slug)
    if request.method == "POST":
        _announced(request, tournament, posted_ids(request.POST, "player"))
        return redirect("tournaments:checkin", club, slug)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "players": selectors.not_announced(tournament),
    }
    return render(request, "tournaments/checkin_announce.html", context)


@login_required
@require_safe
def entry(request: HttpRequest, club: str, slug: str, entry_id: int) -> HttpResponse:
    tournament = _tournament(request, club, slug)
    return _entry_page(request, access.entry_of(tournament, entry_id))


@login_required
@require_POST
def remove(request: HttpRequest, club: str, slug: str, entry_id: int) -> HttpResponse:
    tournament = _tournament(request, club, slug)
    found = tournament.entries.filter(pk=entry_id).first()
    if found is None:
        messages.info(request, _("That person is off the list already."))
        return redirect("tournaments:checkin", club, slug)
    said, _status = _refusal(
        services.entry_remove,
        tournament_id=found.tournament_id,
        actor=user_actor(request),
        entry_id=entry_id,
    )
    if said:
        messages.error(request, said)
        return redirect("tournaments:checkin-entry", club, slug, entry_id)
    messages.success(request, _("%(name)s is off the list.") % {"name": found.name})
    return redirect("tournaments:checkin", club, slug)


def _refusal(service: Callable[..., Any], **arguments: Any) -> tuple[str, int]:
    """Call a service; the sentence and status of its refusal, or nothing and 200."""
    try:
        service(**arguments)
    except TournamentError as error:
        return error.message, error.status
    return "", 200


def _tapped(request: HttpRequest) -> tuple[int, bool]:
    """Whose row was tapped (0: nobody's), and whether they are here."""
    player, _colon, state = request.POST.get("tick", "").partition(":")
    is_number = player.isascii() and player.isdigit() and len(player) < 19
    return (int(player) if is_number else 0), state == "on"


def _tournament(request: HttpRequest, club: str, slug: str) -> Tournament:
    return access.tournament_for(request, club, slug, least=Role.SCORER)


def _context(
    request: HttpRequest, tournament: Tournament, *, with_people: bool = True
) -> dict[str, Any]:
    asked = request.POST if request.method == "POST" else request.GET
    query = asked.get("q", "")[:100].replace("\0", "")
    board = selectors.check_in(
        tournament, query=query, show=asked.get("show", "all"), with_people=with_people
    )
    return {
        "club": tournament.club,
        "tournament": tournament,
        "board": board,
        "form": TeamForm() if tournament.team_size > 1 else WalkInForm(),
        "names": selectors.names_to_add(tournament),
    }


def _answer(
    request: HttpRequest,
    tournament: Tournament,
    *,
    said: str = "",
    status: int = 200,
    form: WalkInForm | TeamForm | None = None,
    refused: TournamentError | None = None,
    person: selectors.Person | None = None,
    arrival: services.Arrival | None = None,
    everyone: bool = False,
) -> HttpResponse:
    """The parts that changed (htmx); the page again with what went wrong; or on to the page."""
    said = _arrived(arrival) if arrival else said
    which = refused if isinstance(refused, WhichOne) else None
    if refused:
        status = refused.status
        if form and not which:
            form.add_error("name" if "name" in form.fields else "first", refused.message)
    wrong = status >= 400
    htmx = bool(request.htmx)  # type: ignore[attr-defined]
    context = _context(request, tournament, with_people=everyone or (wrong and not htmx))
    context |= {"said": said, "wrong": wrong, "which": which, "person": person}
    context |= {"form": form or context["form"], "everyone": everyone}
    context |= {"undo": _player_to_take_back(arrival)}
    if htmx or wrong:
        return render(request, ANSWER if htmx else PAGE, context, status=status)
    if said:
        messages.success(request, said)
    asked = urlencode({"q": context["board"].query, "show": context["board"].show})
    address = reverse("tournaments:checkin", args=[tournament.club.slug, tournament.slug])
    return redirect(f"{address}?{asked}#people")


def _arrived(arrival: services.Arrival) -> str:
    texts = {
        "new": _("%(name)s is here, new on the club's list. Number %(number)s."),
        "made": _("%(name)s is here. Number %(number)s."),
        "known": _("%(name)s is here. Number %(number)s."),
        "announced": _("%(name)s is here. Number %(number)s."),
        "back": _("%(name)s is back. Number %(number)s."),
        "alone": _("%(name)s is on the list without a partner. Number %(number)s."),
        "already": _("%(name)s was on the list as here already: number %(number)s, once."),
    }
    params = {"name": arrival.entry.name, "number": arrival.entry.number}
    return texts[arrival.outcome] % params


def _player_to_take_back(arrival: services.Arrival | None) -> int | None:
    """Whose tick takes the arrival back; nobody's where it changed nothing, or they had left."""
    if arrival is None or arrival.outcome not in {"new", "known", "made", "announced"}:
        return None
    return arrival.entry.entry_players.values_list("player_id", flat=True).first()


def _announced(request: HttpRequest, tournament: Tournament, ids: list[int]) -> None:
    try:
        new = services.entries_announce(
            tournament_id=tournament.pk, actor=user_actor(request), player_ids=ids
        )
    except TournamentError as error:
        messages.error(request, error.message)
        return
    said = ngettext("%(new)s person announced.", "%(new)s people announced.", new)
    messages.success(request, said % {"new": new})


def _teams_announced(request: HttpRequest, announced: team_services.Announced) -> None:
    said = ngettext("%(new)s team announced.", "%(new)s teams announced.", announced.new)
    level = messages.WARNING if announced.refused else messages.SUCCESS
    messages.add_message(request, level, said % {"new": announced.new})
    if announced.named:
        text = _(
            "What stood behind the two names was read as the team’s own name: %(names)s. "
            "Was it not meant so? Take these off the list and announce them again."
        )
        names = [each.name for each in announced.named[:SHOWN]]
        if len(announced.named) > SHOWN:
            names.append("…")
        messages.info(request, text % {"names": ", ".join(names)})


def _entry_page(
    request: HttpRequest,
    found: Entry,
    *,
    partner_error: str = "",
    typed: PartnerForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "places": selectors.team_places(found),
        "names": selectors.names_to_add(found.tournament),
        "partner_error": partner_error,
        "typed": typed.cleaned_data if typed else None,
        "club": found.tournament.club,
        "tournament": found.tournament,
        "entry": found,
        "leaving": selectors.rounds_to_leave(found),
        "playing": selectors.table_playing(found),
    }
    return render(request, "tournaments/checkin_entry.html", context, status=status)
