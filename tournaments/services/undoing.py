"""What undoes a round or cuts the evening short: reopen, declare void, end early. Each with a reason.

One transaction each, audited, with the tournament locked first.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub import backup
from jassclub.audit.services import Actor
from scoring.models import ScoreSheet
from tournaments.errors import AlreadyDone, Conflict, TournamentError
from tournaments.formats import KNOCK_OUT
from tournaments.models import Round, RoundStatus, TableGame, Tournament, TournamentStatus
from tournaments.selectors.stages import STARTED, all_played, written_in
from tournaments.services.ending import (
    close_tournament,
    record_round,
    set_status,
    void_round,
)
from tournaments.services.locks import round_locked, tournament_locked
from tournaments.services.standings import standings_bump
from tournaments.services.table import sheet_changed


def round_reopen(*, round_id: int, actor: Actor, reason: str) -> Round:
    """Go on playing the round that was closed last; a closed tournament runs again.

    Refused once a later round has started: then a sheet is corrected, not a round reopened.
    """
    why = _needed(reason)
    with transaction.atomic():
        round_ = round_locked(round_id)
        if round_.status == RoundStatus.PLAYING:
            raise AlreadyDone(
                "round-playing",
                _("Round %(number)s is being played already.") % {"number": round_.number},
            )
        later = (
            round_.tournament.rounds.filter(
                status__in=STARTED, started_at__gt=round_.started_at
            ).exclude(pk=round_.pk)
            if round_.started_at
            else None
        )
        if round_.status != RoundStatus.CLOSED or later is None or later.exists():
            raise Conflict(
                "round-not-last",
                _(
                    "Only the round that was closed last can be reopened. "
                    "A single table of an earlier round is corrected on its sheet."
                ),
            )
        set_status(round_, RoundStatus.PLAYING, closed_at=None)
        Tournament.objects.filter(pk=round_.tournament_id).update(
            status=TournamentStatus.RUNNING, closed_at=None
        )
        record_round(
            round_,
            actor,
            "round.reopen",
            before={"status": RoundStatus.CLOSED},
            after={"round": round_.number},
            reason=why,
        )
        _follow_series(round_)
        standings_bump(tournament_id=round_.tournament_id)
        return round_


def _follow_series(round_: Round) -> None:
    """Tables that a correction has left without a winner play on: their next game opens."""
    if round_.stage.best_of == 1 and round_.stage.format != KNOCK_OUT:
        return
    sheets = ScoreSheet.objects.filter(table_game__table__round=round_)
    locked = {sheet.pk: sheet for sheet in sheets.select_for_update(of=("self",)).order_by("pk")}
    newest = TableGame.objects.filter(sheet__in=locked).order_by("table_id", "number")
    last = dict(newest.values_list("table_id", "sheet_id"))
    for sheet in last.values():
        sheet_changed(locked[sheet])


def round_void(*, round_id: int, actor: Actor, reason: str, typed_name: str = "") -> Round:
    """Declare a round void: its sheets too, its results and credits go, its number is free.

    Once deals are entered the tournament's name has to be typed. A closed round stays.
    """
    why = _needed(reason)
    backup.keep("void")
    with transaction.atomic():
        round_ = round_locked(round_id)
        if round_.status == RoundStatus.VOID:
            raise AlreadyDone(
                "round-void", _("Round %(number)s is void already.") % {"number": round_.number}
            )
        if round_.status not in {RoundStatus.DRAWN, RoundStatus.PLAYING}:
            raise Conflict(
                "round-not-open",
                _("Round %(number)s cannot be declared void: it is %(status)s.")
                % {"number": round_.number, "status": round_.get_status_display()},
            )
        _require_name(round_, typed_name)
        void_round(round_, actor, reason=why)
        standings_bump(tournament_id=round_.tournament_id)
        return round_


def _require_name(round_: Round, typed_name: str) -> None:
    """What people have entered is not thrown away by a slip of the hand."""
    name = round_.tournament.name
    if not written_in([round_]) or typed_name.split() == name.split():
        return
    raise TournamentError(
        "name-differs",
        _(
            "Tables have entered deals in this round. To be sure, type the name as it stands: %(name)s"
        )
        % {"name": name},
    )


def tournament_end(*, tournament_id: int, actor: Actor, reason: str) -> Tournament:
    """Close the tournament: what is closed counts, planned rounds that are not played are void.

    No round may be playing, and at least one must be closed. The reason may be left out where every
    planned round is played. Reopening the tournament undoes it.
    """
    with transaction.atomic():
        tournament = tournament_locked(tournament_id)
        if tournament.status == TournamentStatus.CLOSED:
            raise AlreadyDone("tournament-closed", _("The tournament is closed already."))
        why = reason.strip() if all_played(tournament) else _needed(reason)
        statuses = set(tournament.rounds.values_list("status", flat=True))
        if RoundStatus.PLAYING in statuses or RoundStatus.CLOSED not in statuses:
            raise Conflict(
                "round-not-closed",
                _("The tournament ends after a closed round. Close the one that is played first."),
            )
        for round_ in tournament.rounds.filter(status=RoundStatus.DRAWN).order_by("number"):
            void_round(round_, actor, reason=why)
        close_tournament(tournament, actor, reason=why)
        standings_bump(tournament_id=tournament.pk)
        tournament.refresh_from_db()
        return tournament


def _needed(reason: str) -> str:
    if not (why := reason.strip()):
        raise TournamentError("reason-missing", _("Please write why; it stands in the log."))
    return why
