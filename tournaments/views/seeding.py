"""The seeding of a knock-out: a number beside each name."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from jassclub.clubs.access import user_actor
from tournaments import access
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.services.seeding import seeds_set

MOST_DIGITS = 4


@login_required
@require_http_methods(["GET", "POST"])
def seeds(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Show the seeding, or set it as it was typed."""
    tournament = access.tournament_for(request, club, slug)
    if request.method == "GET":
        return _page(request, tournament)
    try:
        count = seeds_set(
            tournament_id=tournament.pk, actor=user_actor(request), seeds=_typed(request)
        )
    except TournamentError as error:
        return _page(request, tournament, error)
    said = ngettext("%(count)s entry is seeded.", "%(count)s entries are seeded.", count)
    messages.success(request, said % {"count": count})
    return redirect("tournaments:draw", club, slug)


def _typed(request: HttpRequest) -> dict[int, int]:
    """Seeds by entry; what is no number is refused like a number that cannot be."""
    found = {}
    for name in request.POST:
        entry, text = name.removeprefix("seed-"), request.POST.get(name, "").strip()
        if name.startswith("seed-") and entry.isdecimal() and len(entry) < 19 and text:
            is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
            found[int(entry)] = int(text) if is_number else 0
    return found


def _page(
    request: HttpRequest, tournament: Tournament, error: TournamentError | None = None
) -> HttpResponse:
    lines = [
        (entry, request.POST.get(f"seed-{entry.pk}", entry.seed or "") if error else entry.seed)
        for entry in tournament.entries.order_by("name")
    ]
    values = {"tournament": tournament, "club": tournament.club, "lines": lines, "error": error}
    status = error.status if error else 200
    return render(request, "tournaments/seeds.html", values, status=status)
