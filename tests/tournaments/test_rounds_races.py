"""Two people press at the same moment: one thing happens, the other person sees it.

Threads with connections of their own, against whatever database the tests run on.
"""

import threading
from collections.abc import Callable

import pytest
from django.db import connection, connections

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import Actor
from scoring.models import Confirmation, ScoreSheet, SheetStatus
from tests import factories
from tournaments.desk_context import desk_context
from tournaments.errors import Conflict, TablesOpen
from tournaments.models import DrawMode, Place, Round, RoundStatus, Seat, TableResult
from tournaments.selectors.table import game_of
from tournaments.services.desk import desk_confirm, desk_reopen
from tournaments.services.rounds import round_close, round_start, rounds_draw, rounds_redraw

pytestmark = pytest.mark.django_db(transaction=True)

ACTOR = Actor("user", 1)


def together(*jobs: Callable[[], object]) -> list[object]:
    """Run the jobs at the same moment; what each returned or raised, in their order."""
    gate = threading.Barrier(len(jobs))
    answers: list[object] = [None] * len(jobs)

    def run(index: int, job: Callable[[], object]) -> None:
        try:
            connection.ensure_connection()
            gate.wait(timeout=10)
            answers[index] = job()
        except Exception as error:  # noqa: BLE001
            answers[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return answers


def desk(sheet: ScoreSheet):
    game = game_of(sheet)
    return desk_context(game.table.round.tournament, game, ACTOR, office=True)


def test_two_organisers_draw_at_once_and_one_round_is_drawn():
    evening = factories.tournament(players=16, rounds=3)
    evening.stages.update(draw_mode=DrawMode.EACH)
    answers = together(
        *[lambda: rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=0)] * 3
    )
    assert sum(isinstance(answer, list) for answer in answers) == 1
    refused = [answer for answer in answers if not isinstance(answer, list)]
    assert [(type(error), error.status) for error in refused] == [(Conflict, 409)] * 2
    assert Round.objects.count() == 1
    assert Seat.objects.count() == 16
    assert Place.objects.count() == 4
    assert AuditEvent.objects.filter(action="round.draw").count() == 1


def test_two_organisers_redraw_at_once_and_it_is_redrawn_once():
    evening = factories.tournament(players=16, rounds=2)
    newest = rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=0)[-1].pk
    answers = together(
        *[lambda: rounds_redraw(tournament_id=evening.pk, actor=ACTOR, newest=newest)] * 2
    )
    assert sorted(type(answer) for answer in answers if not isinstance(answer, list)) == [Conflict]
    assert Round.objects.exclude(status=RoundStatus.VOID).count() == 2
    assert Round.objects.filter(status=RoundStatus.VOID).count() == 2


def test_a_round_is_started_once_however_many_press():
    evening = factories.tournament(players=16, rounds=1)
    [round_] = rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=0)
    answers = together(*[lambda: round_start(round_id=round_.pk, actor=ACTOR)] * 3)
    assert sum(isinstance(answer, Round) for answer in answers) == 1
    assert sum(isinstance(answer, Conflict) for answer in answers) == 2
    assert ScoreSheet.objects.count() == 4


def test_closing_while_the_last_table_confirms_never_loses_the_table():
    evening = factories.tournament(players=8, rounds=1)
    [round_] = rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=0)
    round_start(round_id=round_.pk, actor=ACTOR)
    first, last = (factories.sheet_of(table) for table in round_.tables.all())
    factories.confirmed(factories.deals(first, factories.TWELVE))
    factories.deals(last, factories.TWELVE)
    context = desk(last)
    closed, confirmed = together(
        lambda: round_close(round_id=round_.pk, actor=ACTOR),
        lambda: desk_confirm(sheet_id=last.pk, context=context, revision=last.revision),
    )
    assert isinstance(confirmed, ScoreSheet), confirmed
    last.refresh_from_db()
    round_.refresh_from_db()
    assert last.status == SheetStatus.CONFIRMED
    assert Confirmation.objects.filter(sheet=last, how=Confirmation.How.DESK).count() == 2
    assert TableResult.objects.filter(table__games__sheet=last).count() == 4
    if isinstance(closed, TablesOpen):
        assert round_.status == RoundStatus.PLAYING
    else:
        assert isinstance(closed, Round), closed
        assert round_.status == RoundStatus.CLOSED


def test_a_closed_round_has_no_sheet_that_was_reopened_at_the_same_moment():
    evening = factories.tournament(players=8, rounds=1)
    [round_] = rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=0)
    round_start(round_id=round_.pk, actor=ACTOR)
    sheets = [
        factories.confirmed(factories.deals(factories.sheet_of(table), factories.TWELVE))
        for table in round_.tables.all()
    ]
    context = desk(sheets[0])
    together(
        lambda: round_close(round_id=round_.pk, actor=ACTOR),
        lambda: desk_reopen(sheet_id=sheets[0].pk, context=context, reason="Sieht falsch aus"),
    )
    round_.refresh_from_db()
    statuses = set(ScoreSheet.objects.values_list("status", flat=True))
    if round_.status == RoundStatus.CLOSED:
        assert statuses == {SheetStatus.CONFIRMED}
    else:
        assert statuses == {SheetStatus.CONFIRMED, SheetStatus.OPEN}
