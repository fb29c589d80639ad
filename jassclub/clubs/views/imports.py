"""Players from a file: upload, preview with a choice of columns and rows, then the list.

Between the steps the file's rows travel in the page, signed and bound to the
club, so nothing is kept on the server and nothing can be slipped in.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from jassclub.clubs import access, importing, selectors, services
from jassclub.clubs.forms import ColumnsForm, UploadForm
from jassclub.clubs.importing import Columns, Grid
from jassclub.clubs.models import Club, Role
from jassclub.clubs.views.players import tell

PREVIEW_LASTS = 24 * 60 * 60


def _sign(club: Club, grid: Grid) -> str:
    return signing.dumps(grid, salt=f"clubs.import.{club.pk}", compress=True)


def _unsign(club: Club, value: str) -> Grid | None:
    try:
        grid: Grid = signing.loads(value, salt=f"clubs.import.{club.pk}", max_age=PREVIEW_LASTS)
    except signing.BadSignature:
        return None
    return grid


@login_required
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest, club_slug: str) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.ORGANISER)
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_valid():
        file = form.cleaned_data["file"]
        try:
            grid = importing.read_grid(file.read(importing.MAX_BYTES + 1), file.name)
            return _preview(request, club, grid, importing.guess_columns(grid))
        except importing.ImportProblem as problem:
            form.add_error("file", problem.message)
    context = {"club": club, "form": form}
    return render(request, "clubs/import.html", context, status=422 if form.errors else 200)


def _preview(request: HttpRequest, club: Club, grid: Grid, columns: Columns) -> HttpResponse:
    found = importing.candidates(grid, columns, selectors.player_keys(club))
    form = ColumnsForm(grid=grid, initial={name: getattr(columns, name) for name in FIELDS})
    context = {
        "club": club,
        "form": form,
        "candidates": found,
        "new": sum(candidate.takeable for candidate in found),
        "grid": _sign(club, grid),
    }
    return render(request, "clubs/import_preview.html", context)


FIELDS = ("name", "first", "hint", "header")


def _posted(request: HttpRequest, club: Club) -> tuple[Grid, Columns] | None:
    grid = _unsign(club, request.POST.get("grid", ""))
    form = ColumnsForm(request.POST, grid=grid) if grid else None
    if grid is None or form is None or not form.is_valid():
        messages.error(request, _("This preview is too old. Choose the file again."))
        return None
    return grid, form.columns()


@login_required
@require_POST
def preview(request: HttpRequest, club_slug: str) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.ORGANISER)
    if (posted := _posted(request, club)) is None:
        return redirect("clubs:import", club.slug)
    return _preview(request, club, *posted)


@login_required
@require_POST
def save(request: HttpRequest, club_slug: str) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.ORGANISER)
    if (posted := _posted(request, club)) is None:
        return redirect("clubs:import", club.slug)
    found = importing.candidates(*posted, selectors.player_keys(club))
    ticked = set(request.POST.getlist("row"))
    people = [one.person for one in found if str(one.row) in ticked and one.takeable]
    if not people:
        messages.error(request, _("No row is ticked, so nobody was added."))
        return _preview(request, club, *posted)
    actor = access.user_actor(request)
    tell(request, services.players_add(club_id=club.pk, actor=actor, people=people))
    return redirect("clubs:players", club.slug)
