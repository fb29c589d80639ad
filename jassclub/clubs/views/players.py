"""The club's list of players: look, add, change, delete, take along as a file."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from jassclub import exports
from jassclub.clubs import access, importing, selectors, services
from jassclub.clubs.categories import CATEGORIES
from jassclub.clubs.errors import AlreadyListed, ClubError, HasResults
from jassclub.clubs.forms import NewPlayerForm, PasteForm, PlayerForm
from jassclub.clubs.models import Club, Player, Role


def _list_page(
    request: HttpRequest, club: Club, form: NewPlayerForm, *, status: int = 200
) -> HttpResponse:
    search = request.GET.get("q", "")[:100].replace("\0", "")
    found = list(selectors.players(club, search=search))
    context = {"club": club, "form": form, "players": found, "q": search}
    part = "#list" if request.htmx else ""  # type: ignore[attr-defined]
    return render(request, f"clubs/players.html{part}", context, status=status)


@login_required
@require_safe
def players(request: HttpRequest, club_slug: str) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.ORGANISER)
    return _list_page(request, club, NewPlayerForm())


@login_required
@require_POST
def add(request: HttpRequest, club_slug: str) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.ORGANISER)
    form = NewPlayerForm(request.POST)
    if form.is_valid():
        actor = access.user_actor(request)
        try:
            player = services.player_add(club_id=club.pk, actor=actor, **form.cleaned_data)
        except AlreadyListed as problem:
            form.add_error("name", problem.message)
        else:
            messages.success(request, _("%(player)s is on the list.") % {"player": player})
            return redirect("clubs:players", club.slug)
    return _list_page(request, club, form, status=422)


@login_required
@require_http_methods(["GET", "POST"])
def paste(request: HttpRequest, club_slug: str) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.ORGANISER)
    form = PasteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            people = importing.parse_names(form.cleaned_data["names"])
        except importing.ImportProblem as problem:
            form.add_error("names", problem.message)
        else:
            actor = access.user_actor(request)
            outcome = services.players_add(club_id=club.pk, actor=actor, people=people)
            tell(request, outcome)
            _tell_hints(request, outcome.added)
            return redirect("clubs:players", club.slug)
    context = {"club": club, "form": form}
    return render(request, "clubs/paste.html", context, status=422 if form.errors else 200)


def tell(request: HttpRequest, outcome: services.Added) -> None:
    """Say how many were added, and who was on the list already."""
    count = len(outcome.added)
    text = ngettext("%(count)s player added.", "%(count)s players added.", count)
    messages.success(request, text % {"count": count})
    if outcome.known:
        names = _named([person.name for person in outcome.known])
        text = _(
            "On the list already, so not added again: %(names)s. If this is somebody else,"
            " write what tells the two apart after a semicolon."
        )
        messages.warning(request, text % {"names": names})


def _tell_hints(request: HttpRequest, added: Sequence[Player]) -> None:
    """Say what was taken to tell people apart: a column too many is noticed before it is on the wall."""
    if hinted := [str(player) for player in added if player.hint]:
        text = _(
            "What stood behind the name was read as what tells people apart, and is shown in"
            " brackets: %(names)s. Was it not meant so? Open the name and take it out."
        )
        messages.info(request, text % {"names": _named(hinted)})


def _named(names: Sequence[str]) -> str:
    """The first of these, and how many more there are."""
    said, more = ", ".join(names[:10]), len(names) - 10
    return _("%(names)s and %(more)s more") % {"names": said, "more": more} if more > 0 else said


def _player_page(
    request: HttpRequest, player: Player, form: PlayerForm, problem: ClubError | None = None
) -> HttpResponse:
    context = {"club": player.club, "player": player, "form": form, "problem": problem}
    context["has_results"] = isinstance(problem, HasResults)
    status = problem.status if problem else 422 if form.errors else 200
    return render(request, "clubs/player.html", context, status=status)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, club_slug: str, player_id: int) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.ORGANISER)
    player = access.player_of(club, player_id)
    form = PlayerForm(request.POST) if request.method == "POST" else PlayerForm.of(player)
    if form.is_valid():
        actor = access.user_actor(request)
        try:
            services.player_update(player_id=player.pk, actor=actor, **form.cleaned_data)
        except ClubError as problem:
            form.add_error("name", problem.message)
        else:
            messages.success(request, _("Saved."))
            return redirect("clubs:players", club.slug)
    return _player_page(request, player, form)


@login_required
@require_POST
def delete(request: HttpRequest, club_slug: str, player_id: int) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.ORGANISER)
    player = access.player_of(club, player_id)
    try:
        services.player_delete(player_id=player.pk, actor=access.user_actor(request))
    except ClubError as problem:
        return _player_page(request, player, PlayerForm.of(player), problem)
    messages.success(request, _("%(player)s is off the list.") % {"player": player})
    return redirect("clubs:players", club.slug)


@login_required
@require_safe
def export(request: HttpRequest, club_slug: str, kind: str) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.ORGANISER)
    header = [_("Name"), _("To tell apart"), _("Categories"), _("Still plays")]
    rows = (
        (
            player.name,
            player.hint,
            ", ".join(str(CATEGORIES.get(key, key)) for key in player.categories),
            _("yes") if player.active else _("no"),
        )
        for player in selectors.players(club)
    )
    return exports.download(f"{club.slug}-{_('players')}", kind, header, rows)
