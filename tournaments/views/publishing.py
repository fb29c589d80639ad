"""The organiser's word on what everyone sees: publish after a round, reveal the hidden ones."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from jassclub.clubs.access import user_actor
from scoring.forms import posted_number
from tournaments import access
from tournaments.errors import TournamentError
from tournaments.services import publishing as services


@require_POST
def publish(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Everyone sees the results up to a closed round."""
    tournament = access.tournament_for(request, club, slug)
    number = posted_number(request.POST, "round")
    try:
        services.ranking_publish(
            tournament_id=tournament.pk, actor=user_actor(request), number=number
        )
    except TournamentError as error:
        messages.error(request, error.message)
    else:
        done = _("Published: everyone sees the ranking after round %(number)s.")
        messages.success(request, done % {"number": number})
    return redirect("tournaments:ranking", club, slug)


@require_POST
def reveal(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Everyone sees the hidden last rounds."""
    tournament = access.tournament_for(request, club, slug)
    services.ranking_reveal(tournament_id=tournament.pk, actor=user_actor(request))
    messages.success(request, _("Revealed: everyone sees the final ranking."))
    return redirect("tournaments:ranking", club, slug)
