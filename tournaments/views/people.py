"""What an organiser does to a person in all tournaments at once."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from jassclub.clubs import access
from jassclub.clubs.errors import ClubError
from jassclub.clubs.models import Role
from tournaments.services.people import person_anonymise


@login_required
@require_POST
def anonymise(request: HttpRequest, club_slug: str, player_id: int) -> HttpResponse:
    club = access.club_for(request, club_slug, least=Role.ORGANISER)
    player = access.player_of(club, player_id)
    try:
        player = person_anonymise(player_id=player.pk, actor=access.user_actor(request))
    except ClubError as problem:
        messages.error(request, problem.message)
    else:
        messages.success(request, _("Done. The player is now called %(name)s.") % {"name": player})
    return redirect("clubs:player-edit", club.slug, player_id)
