"""The page where people are put into categories and teams: ticked, typed or pasted."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from jassclub.clubs.access import user_actor
from jassclub.clubs.models import Role
from scoring.forms import posted_number
from tournaments import access
from tournaments.models import Tournament
from tournaments.selectors.sorting import sort_page
from tournaments.services import sorting as services

LONGEST = 100_000


@login_required
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Ticks and teams, a page of entries at a time."""
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    if request.method == "POST":
        changed = services.entries_sort(
            tournament_id=tournament.pk, actor=user_actor(request), chosen=_chosen(request)
        )
        messages.success(request, _changed(changed))
        asked = {key: request.POST.get(key, "")[:100] for key in ("q", "page")}
        address = reverse("tournaments:checkin-sort", args=[club, slug])
        return redirect(f"{address}?{urlencode(asked)}")
    return _page(request, tournament)


@login_required
@require_POST
def paste(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Many at once: a line per person."""
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    text = request.POST.get("lines", "")[:LONGEST].replace("\0", "")
    changed, refused = services.entries_sort_pasted(
        tournament_id=tournament.pk, actor=user_actor(request), text=text
    )
    messages.success(request, _changed(changed))
    if not refused:
        return redirect("tournaments:checkin-sort", club, slug)
    return _page(request, tournament, refused=refused)


def _page(
    request: HttpRequest, tournament: Tournament, *, refused: list[services.Refused] | None = None
) -> HttpResponse:
    query = request.GET.get("q", "")[:100].replace("\0", "")
    board = sort_page(tournament, query=query, number=posted_number(request.GET, "page"))
    values = {"club": tournament.club, "tournament": tournament, "board": board}
    values |= {"refused": refused or [], "text": "\n".join(each.line for each in refused or [])}
    return render(request, "tournaments/checkin_sort.html", values, status=422 if refused else 200)


def _chosen(request: HttpRequest) -> dict[int, services.Sorted]:
    """What was ticked and typed for the entries that the page showed."""
    shown = [one for one in request.POST.getlist("entry") if one.isdecimal() and len(one) < 19]
    return {
        int(one): services.Sorted(
            categories=request.POST.getlist(f"{one}.in"), team=request.POST.get(f"{one}.team", "")
        )
        for one in shown
    }


def _changed(count: int) -> str:
    text = ngettext("%(count)s person changed.", "%(count)s people changed.", count)
    return text % {"count": count}
