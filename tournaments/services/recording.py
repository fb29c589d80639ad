"""How the services write down what was done to a tournament, in the words of the audit."""

from typing import Any

from jassclub.audit.services import Actor, record
from tournaments.models import Tournament


def record_tournament(actor: Actor, action: str, tournament: Tournament, **what: Any) -> None:
    """An audit event about the tournament as a whole; ``what``: before, after, reason."""
    record(
        actor=actor,
        action=action,
        object_kind="tournament",
        object_id=tournament.pk,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        **what,
    )
