"""A closed tournament goes on, with a reason. To close it again, end it (``undoing.py``)."""

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from tournaments.errors import AlreadyDone, TournamentError
from tournaments.models import Tournament, TournamentStatus
from tournaments.services.locks import tournament_locked
from tournaments.services.recording import record_tournament
from tournaments.services.standings import standings_bump


@transaction.atomic
def tournament_reopen(*, tournament_id: int, actor: Actor, reason: str) -> Tournament:
    """Rounds can be drawn, people added and seats changed again; closed rounds stay closed.

    To go on playing in the last round, reopen that round instead: it opens the tournament too.
    """
    if not (why := reason.strip()):
        raise TournamentError("reason-missing", _("Please write why; it stands in the log."))
    tournament = tournament_locked(tournament_id)
    if tournament.status != TournamentStatus.CLOSED:
        raise AlreadyDone(
            "not-closed", _("The tournament is not closed: nothing had to be changed.")
        )
    tournament.status, tournament.closed_at = TournamentStatus.RUNNING, None
    tournament.save(update_fields=["status", "closed_at"])
    record_tournament(
        actor,
        "tournament.reopen",
        tournament,
        before={"status": TournamentStatus.CLOSED},
        after={"status": TournamentStatus.RUNNING},
        reason=why,
    )
    standings_bump(tournament_id=tournament.pk)
    return tournament
