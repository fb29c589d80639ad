"""Rounds: drawn, started, closed. One transaction each, audited.

A round goes drawn → playing → closed (what undoes these steps: ``undoing.py``). Only one
is played at a time. Whoever presses a button that somebody else has just pressed
gets a ``Conflict`` (``AlreadyDone`` where it is as they want it) and nothing is done twice:
every verb locks the tournament first and looks again.

Never computes points or ranks: what changes facts bumps the standings.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jassclub import backup
from jassclub.audit.services import Actor
from scoring.rules import get_variant
from scoring.services.many import NewSheet, sheets_create
from tournaments.errors import AlreadyDone, Conflict, TablesOpen, TournamentError
from tournaments.formats import KNOCK_OUT
from tournaments.models import (
    Round,
    RoundStatus,
    Seat,
    Stage,
    Table,
    TableGame,
    Tournament,
    TournamentStatus,
)
from tournaments.selectors.field import field_of
from tournaments.selectors.stages import (
    NEEDS_RESULTS,
    STARTED,
    all_played,
    current_stage,
    first_number,
    has_begun,
    missing_numbers,
    newest_round,
    tables_missing,
    valid_rounds,
)
from tournaments.services.drawing import BATCH, rounds_store
from tournaments.services.ending import (
    close_tournament,
    record_round,
    set_status,
    sheets_of,
    void_round,
)
from tournaments.services.locks import must_be_open, round_locked, tournament_locked
from tournaments.services.planning import (
    DrawInputs,
    Plan,
    draw_inputs,
    plan_rounds,
)
from tournaments.services.standings import standings_bump

Ahead = tuple[DrawInputs, list[Plan]] | None
"""What was drawn before anything was locked, and from what; used if that still holds."""


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


def redraw_ahead(*, tournament_id: int, allow_repeats: bool = False) -> Ahead:
    """Draw for ``rounds_redraw`` without a lock, where the caller will hold one."""
    return _plan_ahead(tournament_id, allow_repeats=allow_repeats, redraw=True)


def rounds_redraw(
    *,
    tournament_id: int,
    actor: Actor,
    newest: int,
    allow_repeats: bool = False,
    ahead: Ahead = None,
) -> list[Round]:
    """Void the rounds that nobody has started and draw them anew with who is there now.

    ``newest`` is the id of the newest round the caller saw, void ones included; ``ahead`` is what
    ``redraw_ahead`` has found.
    """
    backup.keep("draw")
    ahead = ahead or redraw_ahead(tournament_id=tournament_id, allow_repeats=allow_repeats)
    with transaction.atomic():
        tournament = tournament_locked(tournament_id)
        must_be_open(tournament)
        if newest_round(tournament) != newest:
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
            void_round(round_, actor, reason=_("drawn anew"))
        return _draw(tournament, actor, ahead, allow_repeats=allow_repeats, despite_open="")


def _plan_ahead(tournament_id: int, *, allow_repeats: bool, redraw: bool = False) -> Ahead:
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
    ahead: Ahead,
    *,
    allow_repeats: bool,
    despite_open: str,
) -> list[Round]:
    stage = current_stage(tournament)
    if not has_begun(stage):
        raise TournamentError(
            "stage-not-begun",
            _("First say who goes on to the next stage; then it can be drawn."),
        )
    rounds = valid_rounds(stage)
    if stage.format == KNOCK_OUT and not rounds:
        _plan_knock_out(tournament, stage)
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
        record_round(
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


def _plan_knock_out(tournament: Tournament, stage: Stage) -> None:
    """A knock-out has as many rounds as its field needs: four for 9 to 16."""
    entries = tournament.entries.order_by("number")
    field = field_of(tournament, stage, [], entries, first_number(stage))
    stage.planned_rounds = max(1, (len(field.entries) - 1).bit_length())
    stage.save(update_fields=["planned_rounds"])


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
        if round_.status in STARTED:
            raise AlreadyDone(
                "round-started",
                _("Round %(number)s has been started already.") % {"number": round_.number},
            )
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
            new=[_sheet_of(seats[table.pk], tournament, round_.stage) for table in tables],
        )
        TableGame.objects.bulk_create(
            [TableGame(table=t, sheet=s) for t, s in zip(tables, sheets, strict=True)],
            batch_size=BATCH,
        )
        set_status(round_, RoundStatus.PLAYING, started_at=timezone.now())
        record_round(
            round_, actor, "round.start", after={"round": round_.number, "tables": len(tables)}
        )
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


def _sheet_of(seats: Sequence[Seat], tournament: Tournament, stage: Stage) -> NewSheet:
    """Options and seats of a table's sheet: the tournament's, at the table's own size.

    A later stage may have another number of deals.
    """
    given = dict(tournament.options)
    if stage.number > 1 and given["deals"] is not None:
        given["deals"] = stage.planned_deals
    options = get_variant(tournament.variant).options_for_size(given, len(seats))
    return NewSheet(options, [(str(seat.player), seat.player) for seat in seats])


def round_close(*, round_id: int, actor: Actor) -> Round:
    """Close the round that is played; closing the last one closes the tournament.

    Every sheet must be confirmed or void (``TablesOpen`` lists the others). The sheets
    are locked, so that a table that is just confirming is waited for.
    """
    with transaction.atomic():
        round_ = round_locked(round_id)
        if round_.status == RoundStatus.CLOSED:
            raise AlreadyDone(
                "round-closed",
                _("Round %(number)s is closed already.") % {"number": round_.number},
            )
        if round_.status != RoundStatus.PLAYING:
            raise Conflict(
                "round-not-playing",
                _("Round %(number)s cannot be closed: it is %(status)s.")
                % {"number": round_.number, "status": round_.get_status_display()},
            )
        list(sheets_of(round_).select_for_update(of=("self",)).order_by("pk").values_list("pk"))
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
        set_status(round_, RoundStatus.CLOSED, closed_at=timezone.now())
        record_round(round_, actor, "round.close", after={"round": round_.number})
        if all_played(round_.tournament):
            close_tournament(round_.tournament, actor)
        standings_bump(tournament_id=round_.tournament_id)
    backup.keep(f"round-{round_.number}")
    return round_
