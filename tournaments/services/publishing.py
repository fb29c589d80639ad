"""What the organiser lets the public see: results after a round, and the hidden last rounds.

Never takes back what was seen once, and never computes a rank.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from tournaments.errors import Conflict
from tournaments.models import Publishing, RoundStatus, Tournament
from tournaments.services.locks import tournament_locked
from tournaments.services.recording import record_tournament
from tournaments.services.standings import standings_bump


@transaction.atomic
def ranking_publish(*, tournament_id: int, actor: Actor, number: int) -> None:
    """Everyone sees the results up to round ``number``, which is closed. Twice changes nothing."""
    tournament = tournament_locked(tournament_id)
    if tournament.publishing != Publishing.HAND:
        raise Conflict(
            "not-by-hand",
            _("The ranking of this tournament is published by itself. See the settings."),
        )
    closed = tournament.rounds.filter(number=number, status=RoundStatus.CLOSED)
    if not closed.exists():
        raise Conflict(
            "round-not-closed",
            _("Round %(number)s is not closed: its results cannot be published yet.")
            % {"number": number},
        )
    before = tournament.published_round
    if number <= before:
        return
    Tournament.objects.filter(pk=tournament.pk).update(published_round=number)
    record_tournament(
        actor,
        "ranking.publish",
        tournament,
        before={"published_round": before},
        after={"published_round": number},
    )
    standings_bump(tournament_id=tournament.pk)


@transaction.atomic
def ranking_reveal(*, tournament_id: int, actor: Actor) -> None:
    """Show the hidden last rounds to everyone: the prize-giving. Twice changes nothing."""
    tournament = tournament_locked(tournament_id)
    if tournament.revealed_at is not None:
        return
    Tournament.objects.filter(pk=tournament.pk).update(revealed_at=timezone.now())
    record_tournament(actor, "ranking.reveal", tournament)
    standings_bump(tournament_id=tournament.pk)
