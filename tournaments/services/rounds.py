"""Rounds: drawn, started, closed, and declared void. One transaction each, audited.

A round goes drawn → playing → closed; a void one leaves its number free. Only one
is played at a time. Whoever presses a button that somebody else has just pressed
gets a ``Conflict`` and nothing is done twice: every verb locks the tournament first
and looks again.

Never computes points or ranks: what changes facts bumps the standings.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jassclub import backup
from jassclub.audit.services import Actor, record
from scoring.models import ScoreSheet
from scoring.rules import get_variant
from scoring.services.many import NewSheet, sheets_create, sheets_void
from tournaments.errors import Conflict, TablesOpen, TournamentError
from tournaments.models import (
    Round,
    RoundCredit,
    RoundStatus,
    Seat,
    Stage,
    Table,
    TableGame,
    TableResult,
    Tournament,
    TournamentStatus,
)
from tournaments.selectors.stages import (
    NEEDS_RESULTS,
    STARTED,
    current_stage,
    missing_numbers,
    tables_missing,
    valid_rounds,
)
from tournaments.services.drawing import BATCH, rounds_store
from tournaments.services.locks import must_be_open, round_locked, tournament_locked
from tournaments.services.planning import (
    DrawInputs,
    Plan,
    draw_inputs,
    plan_rounds,
)
from tournaments.services.standings import standings_bump


def rounds_draw(
    *,
    tournament_id: int,
    actor: Actor,
    expected: int,
    allow_repeats: bool = False,
    despite_open: str = "",
) -> list[Round]:
    """Draw what the stage still lacks: every round, or the next one (``Stage.draw_mode``).

    ``expected`` is the number of valid rounds the caller saw; with any other number
    nothing is drawn (``Conflict``). ``allow_repeats`` draws although it is known
    beforehand that people will meet again. ``despite_open`` is the reason for drawing
    by standings although tables of the round before are still open; it is logged.

    Raises ``TournamentError`` with a code and a sentence where the draw cannot work.
    """
    backup.keep("draw")
    ahead = _plan_ahead(tournament_id, allow_repeats=allow_repeats)
    with transaction.atomic():
        tournament = tournament_locked(tournament_id)
        must_be_open(tournament)
        drawn = tournament.rounds.exclude(status=RoundStatus.VOID).count()
        if drawn != expected:
            raise Conflict(
                "drawn-meanwhile",
                ngettext(
                    "Somebody else has drawn meanwhile: there is %(count)s round now. "
                    "Nothing was drawn twice.",
                    "Somebody else has drawn meanwhile: there are %(count)s rounds now. "
                    "Nothing was drawn twice.",
                    drawn,
                )
                % {"count": drawn},
            )
        return _draw(
            tournament,
            actor,
            ahead,
            allow_repeats=allow_repeats,
            despite_open=despite_open.strip(),
        )


def rounds_redraw(
    *, tournament_id: int, actor: Actor, newest: int, allow_repeats: bool = False
) -> list[Round]:
    """Void the rounds that nobody has started and draw them anew with who is there now.

    ``newest`` is the id of the newest round the caller saw, void ones included.
    """
    backup.keep("draw")
    ahead = _plan_ahead(tournament_id, allow_repeats=allow_repeats, redraw=True)
    with transaction.atomic():
        tournament = tournament_locked(tournament_id)
        must_be_open(tournament)
        latest = tournament.rounds.order_by("-pk").values_list("pk", flat=True).first()
        if latest != newest:
            raise Conflict(
                "drawn-meanwhile",
                _("Somebody else has drawn meanwhile. Look at the new draw before drawing again."),
            )
        waiting = list(tournament.rounds.filter(status=RoundStatus.DRAWN).order_by("number"))
        if not waiting:
            raise TournamentError(
                "nothing-to-redraw",
                _("Every drawn round has been started; there is none to redraw."),
            )
        for round_ in waiting:
            _void(round_, actor, reason=_("drawn anew"))
        return _draw(tournament, actor, ahead, allow_repeats=allow_repeats, despite_open="")


def _plan_ahead(
    tournament_id: int, *, allow_repeats: bool, redraw: bool = False
) -> tuple[DrawInputs, list[Plan]] | None:
    """Draw before anything is locked; None where it cannot work, which is said under the lock."""
    tournament = Tournament.objects.get(pk=tournament_id)
    if tournament.status == TournamentStatus.CLOSED:
        return None
    stage = current_stage(tournament)
    inputs = draw_inputs(tournament, stage, allow_repeats=allow_repeats, redraw=redraw)
    try:
        return inputs, plan_rounds(inputs)
    except TournamentError:
        return None


def _draw(
    tournament: Tournament,
    actor: Actor,
    ahead: tuple[DrawInputs, list[Plan]] | None,
    *,
    allow_repeats: bool,
    despite_open: str,
) -> list[Round]:
    stage = current_stage(tournament)
    rounds = valid_rounds(stage)
    if not missing_numbers(stage, rounds):
        raise TournamentError(
            "all-drawn",
            ngettext(
                "The %(count)s planned round is drawn.",
                "All %(count)s planned rounds are drawn.",
                stage.planned_rounds,
            )
            % {"count": stage.planned_rounds},
        )
    if stage.format in NEEDS_RESULTS:
        _need_results(rounds, despite_open)
    inputs = draw_inputs(tournament, stage, allow_repeats=allow_repeats)
    plans = ahead[1] if ahead and ahead[0] == inputs else plan_rounds(inputs)
    made = rounds_store(tournament, stage, plans)
    now = timezone.now()
    Stage.objects.filter(pk=stage.pk, frozen_at=None).update(frozen_at=now)
    if tournament.status == TournamentStatus.PLANNED:
        Tournament.objects.filter(pk=tournament.pk).update(status=TournamentStatus.RUNNING)
    for round_, plan in zip(made, plans, strict=True):
        _record(
            round_,
            actor,
            "round.draw",
            after={
                "round": round_.number,
                "method": round_.method,
                "seed": round_.seed,
                "tables": len(plan.drawn.tables),
                "waiting": list(plan.drawn.waiting),
            },
            reason=despite_open,
        )
    standings_bump(tournament_id=tournament.pk)
    return made


def _need_results(rounds: Sequence[Round], despite_open: str) -> None:
    """A draw by standings needs the results of every earlier round."""
    open_rounds = [round_ for round_ in rounds if round_.status != RoundStatus.CLOSED]
    tables = sorted(table for round_ in open_rounds for table in tables_missing(round_))
    if open_rounds and not despite_open:
        raise TablesOpen(
            "results-missing",
            _(
                "This draw goes by the standings, and round %(number)s is not closed. "
                "Close it first, or give a reason to draw without the missing results."
            )
            % {"number": open_rounds[0].number},
            tables=tables,
        )


def round_start(*, round_id: int, actor: Actor) -> Round:
    """Begin a drawn round: every table gets its empty sheet and its card opens it."""
    with transaction.atomic():
        round_ = round_locked(round_id)
        tournament = round_.tournament
        must_be_open(tournament)
        if round_.status != RoundStatus.DRAWN:
            raise Conflict(
                "round-not-drawn",
                _("Round %(number)s cannot be started: it is %(status)s.")
                % {"number": round_.number, "status": round_.get_status_display()},
            )
        _need_earlier_closed(round_)
        seats: dict[int, list[Seat]] = {}
        for seat in Seat.objects.filter(round=round_).select_related("player").order_by("seat"):
            seats.setdefault(seat.table_id, []).append(seat)
        tables = list(Table.objects.filter(round=round_).order_by("place__number"))
        sheets = sheets_create(
            club=tournament.club,
            variant=tournament.variant,
            new=[_sheet_of(seats[table.pk], tournament) for table in tables],
        )
        TableGame.objects.bulk_create(
            [TableGame(table=t, sheet=s) for t, s in zip(tables, sheets, strict=True)],
            batch_size=BATCH,
        )
        _set_status(round_, RoundStatus.PLAYING, started_at=timezone.now())
        _record(round_, actor, "round.start", after={"round": round_.number, "tables": len(tables)})
        standings_bump(tournament_id=tournament.pk)
        return round_


def _need_earlier_closed(round_: Round) -> None:
    earlier = (
        Round.objects.filter(tournament_id=round_.tournament_id)
        .exclude(status__in=[RoundStatus.CLOSED, RoundStatus.VOID])
        .exclude(pk=round_.pk)
        .order_by("stage__number", "number")
        .first()
    )
    if earlier is None or (
        earlier.status == RoundStatus.DRAWN
        and (earlier.stage.number, earlier.number) > (round_.stage.number, round_.number)
    ):
        return
    raise Conflict(
        "round-before-open",
        _("Round %(before)s is not closed yet. Round %(number)s starts when it is.")
        % {"before": earlier.number, "number": round_.number},
    )


def _sheet_of(seats: Sequence[Seat], tournament: Tournament) -> NewSheet:
    """Options and seats of a table's sheet: the tournament's, at the table's own size."""
    options = get_variant(tournament.variant).options_for_size(tournament.options, len(seats))
    return NewSheet(options, [(str(seat.player), seat.player) for seat in seats])


def round_close(*, round_id: int, actor: Actor) -> Round:
    """Close the round that is played; closing the last one closes the tournament.

    Every sheet must be confirmed or void (``TablesOpen`` lists the others). The sheets
    are locked, so that a table that is just confirming is waited for.
    """
    with transaction.atomic():
        round_ = round_locked(round_id)
        if round_.status != RoundStatus.PLAYING:
            raise Conflict(
                "round-not-playing",
                _("Round %(number)s cannot be closed: it is %(status)s.")
                % {"number": round_.number, "status": round_.get_status_display()},
            )
        list(_sheets(round_).select_for_update(of=("self",)).order_by("pk").values_list("pk"))
        if missing := tables_missing(round_):
            raise TablesOpen(
                "tables-open",
                ngettext(
                    "Table %(tables)s is not confirmed yet.",
                    "%(count)s tables are not confirmed yet: %(tables)s.",
                    len(missing),
                )
                % {"count": len(missing), "tables": ", ".join(map(str, missing))},
                tables=missing,
            )
        _set_status(round_, RoundStatus.CLOSED, closed_at=timezone.now())
        _record(round_, actor, "round.close", after={"round": round_.number})
        _close_tournament(round_, actor)
        standings_bump(tournament_id=round_.tournament_id)
    backup.keep(f"round-{round_.number}")
    return round_


def _close_tournament(round_: Round, actor: Actor) -> None:
    """After the last planned round of the last stage the tournament is over."""
    tournament = round_.tournament
    planned = sum(tournament.stages.values_list("planned_rounds", flat=True))
    closed = tournament.rounds.filter(status=RoundStatus.CLOSED).count()
    if closed < planned:
        return
    Tournament.objects.filter(pk=tournament.pk).update(
        status=TournamentStatus.CLOSED, closed_at=timezone.now()
    )
    record(
        actor=actor,
        action="tournament.close",
        object_kind="tournament",
        object_id=tournament.pk,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        after={"rounds": closed},
    )


def round_reopen(*, round_id: int, actor: Actor, reason: str) -> Round:
    """Go on playing the round that was closed last; a closed tournament runs again.

    Refused once a later round has started: then a sheet is corrected, not a round reopened.
    """
    why = _needed(reason)
    with transaction.atomic():
        round_ = round_locked(round_id)
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
        _set_status(round_, RoundStatus.PLAYING, closed_at=None)
        Tournament.objects.filter(pk=round_.tournament_id).update(
            status=TournamentStatus.RUNNING, closed_at=None
        )
        _record(
            round_,
            actor,
            "round.reopen",
            before={"status": RoundStatus.CLOSED},
            after={"round": round_.number},
            reason=why,
        )
        standings_bump(tournament_id=round_.tournament_id)
        return round_


def round_void(*, round_id: int, actor: Actor, reason: str, typed_name: str = "") -> Round:
    """Declare a round void: its sheets too, its results and credits go, its number is free.

    Once deals are entered the tournament's name has to be typed. A closed round stays.
    """
    why = _needed(reason)
    backup.keep("void")
    with transaction.atomic():
        round_ = round_locked(round_id)
        if round_.status not in {RoundStatus.DRAWN, RoundStatus.PLAYING}:
            raise Conflict(
                "round-not-open",
                _("Round %(number)s cannot be declared void: it is %(status)s.")
                % {"number": round_.number, "status": round_.get_status_display()},
            )
        _require_name(round_, typed_name)
        _void(round_, actor, reason=why)
        standings_bump(tournament_id=round_.tournament_id)
        return round_


def _require_name(round_: Round, typed_name: str) -> None:
    """What people have entered is not thrown away by a slip of the hand."""
    name = round_.tournament.name
    if not _sheets(round_).filter(revision__gt=0).exists() or typed_name.split() == name.split():
        return
    raise TournamentError(
        "name-differs",
        _(
            "Tables have entered deals in this round. To be sure, type the name as it stands: %(name)s"
        )
        % {"name": name},
    )


def _void(round_: Round, actor: Actor, *, reason: str) -> None:
    before = {
        "status": round_.status,
        "played": sum(_sheets(round_).values_list("played", flat=True)),
        "waiting": list(round_.credits.order_by("entry_id").values_list("entry_id", flat=True)),
    }
    sheets_void(
        sheet_ids=list(_sheets(round_).order_by("pk").values_list("pk", flat=True)),
        actor=actor,
        reason=reason,
        tournament_id=round_.tournament_id,
    )
    TableResult.objects.filter(round=round_).delete()
    RoundCredit.objects.filter(round=round_).delete()
    _set_status(round_, RoundStatus.VOID)
    _record(
        round_, actor, "round.void", before=before, after={"round": round_.number}, reason=reason
    )


def _sheets(round_: Round) -> QuerySet[ScoreSheet]:
    return ScoreSheet.objects.filter(table_game__table__round=round_)


def _needed(reason: str) -> str:
    if not (why := reason.strip()):
        raise TournamentError("reason-missing", _("Please write why; it stands in the log."))
    return why


def _set_status(round_: Round, status: RoundStatus, **fields: Any) -> None:
    round_.status = status
    for name, value in fields.items():
        setattr(round_, name, value)
    round_.save(update_fields=["status", *fields])


def _record(
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
