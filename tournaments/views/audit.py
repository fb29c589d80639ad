"""The log: everything that changed anything in a tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.forms import posted_number
from tournaments import access
from tournaments.selectors.audit import AuditFilter, audit_page


@require_safe
def audit(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    page = audit_page(
        tournament,
        AuditFilter(
            table=_chosen(request, "table"),
            round=_chosen(request, "round"),
            entry=_chosen(request, "entry"),
            before=_chosen(request, "before"),
        ),
    )
    return render(request, "tournaments/audit.html", {"tournament": tournament, "page": page})


def _chosen(request: HttpRequest, name: str) -> int | None:
    """A number of the address; what is none chooses nothing."""
    value = posted_number(request.GET, name)
    return value if 0 < value < 2**31 else None
