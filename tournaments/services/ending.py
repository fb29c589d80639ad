"""Small steps that several verbs of the rounds share: status, audit, void, the tournament's end.

No transaction and no lock of its own; the verbs hold both.
"""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from jassclub.audit.services import Actor, record
from scoring.models import ScoreSheet
from scoring.services.many import sheets_void
from tournaments.models import (
    Round,
    RoundCredit,
    RoundStatus,
    TableResult,
    Tournament,
    TournamentStatus,
)
from tournaments.services.giving_up import round_counts_no_more
from tournaments.services.recording import record_tournament


def void_round(round_: Round, actor: Actor, *, reason: str) -> None:
    before = {
        "status": round_.status,
        "played": sum(sheets_of(round_).values_list("played", flat=True)),
        "waiting": list(round_.credits.order_by("entry_id").values_list("entry_id", flat=True)),
    }
    sheets_void(
        sheet_ids=list(sheets_of(round_).order_by("pk").values_list("pk", flat=True)),
        actor=actor,
        reason=reason,
        tournament_id=round_.tournament_id,
    )
    round_counts_no_more(round_, actor)
    TableResult.objects.filter(round=round_).delete()
    RoundCredit.objects.filter(round=round_).delete()
    set_status(round_, RoundStatus.VOID)
    record_round(
        round_, actor, "round.void", before=before, after={"round": round_.number}, reason=reason
    )


def sheets_of(round_: Round) -> QuerySet[ScoreSheet]:
    return ScoreSheet.objects.filter(table_game__table__round=round_)


def set_status(round_: Round, status: RoundStatus, **fields: Any) -> None:
    round_.status = status
    for name, value in fields.items():
        setattr(round_, name, value)
    round_.save(update_fields=["status", *fields])


def record_round(
    round_: Round,
    actor: Actor,
    action: str,
    *,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> None:
    record(
        actor=actor,
        action=action,
        object_kind="round",
        object_id=round_.pk,
        club_id=round_.tournament.club_id,
        tournament_id=round_.tournament_id,
        before=before,
        after=after,
        reason=reason,
    )


def close_tournament(tournament: Tournament, actor: Actor, *, reason: str = "") -> None:
    """The tournament is over and its ranking final."""
    Tournament.objects.filter(pk=tournament.pk).update(
        status=TournamentStatus.CLOSED, closed_at=timezone.now()
    )
    record_tournament(
        actor,
        "tournament.close",
        tournament,
        after={"rounds": tournament.rounds.filter(status=RoundStatus.CLOSED).count()},
        reason=reason,
    )
