"""The page of wishes for the draw: a list, one form, and what contradicts itself."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from jassclub.clubs.access import user_actor
from tournaments import access
from tournaments.errors import TournamentError
from tournaments.forms.wishes import WishForm
from tournaments.models import Tournament
from tournaments.selectors.stages import current_stage
from tournaments.selectors.wishes import wishes_page
from tournaments.services.wishes import WishProblem, wish_add, wish_drop


@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    page = wishes_page(tournament, current_stage(tournament))
    posted = request.POST if request.method == "POST" else None
    form = WishForm(posted, kinds=page.kinds, entries=page.entries)
    status = _added(request, tournament, form) if posted is not None else 200
    if status == 302:
        return redirect("tournaments:wishes", club, slug)
    values = {"tournament": tournament, "page": page, "form": form}
    return render(request, "tournaments/wishes.html", values, status=status)


@require_POST
def wish_forget(request: HttpRequest, club: str, slug: str, wish_id: int) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    try:
        wish_drop(tournament_id=tournament.pk, actor=user_actor(request), wish_id=wish_id)
    except TournamentError as error:
        messages.error(request, error.message)
    return redirect("tournaments:wishes", club, slug)


def _added(request: HttpRequest, tournament: Tournament, form: WishForm) -> int:
    """Note the wish; the status of the answer, with the problems on the form's fields."""
    if not form.is_valid():
        return 422
    try:
        wish_add(tournament_id=tournament.pk, actor=user_actor(request), **form.wish())
    except WishProblem as problem:
        form.add_error(problem.field, problem.message)
        return problem.status
    except TournamentError as error:
        form.add_error(None, error.message)
        return error.status
    messages.success(request, _("Noted. It counts from the next draw on."))
    return 302
