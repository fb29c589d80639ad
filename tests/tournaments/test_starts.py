"""Sitting out a round, and evenings on which the best of several starts counts."""

import pytest

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import Actor
from scoring.models import ScoreSheet
from tests import factories
from tournaments.errors import Conflict
from tournaments.models import (
    DrawMode,
    EntryStatus,
    RoundCredit,
    RoundStatus,
    Seat,
    Standing,
    TableResult,
)
from tournaments.selectors.entries import check_in
from tournaments.services.entries import entry_check_in
from tournaments.services.rounds import round_close, round_start, rounds_draw
from tournaments.services.standings import standings_rebuild

pytestmark = pytest.mark.django_db

ACTOR = Actor("user", 1)


@pytest.fixture
def evening():
    """Twelve people, three starts drawn one by one, the best one counts, nothing for the others."""
    made = factories.tournament(
        players=12, rounds=3, chain=("best:1", "second-highest-round", "shared"), credit_rule="none"
    )
    made.stages.update(draw_mode=DrawMode.EACH)
    return made


def tick(evening, number, *, present):
    return entry_check_in(
        tournament_id=evening.pk,
        actor=ACTOR,
        entry_id=evening.entries.get(number=number).pk,
        present=present,
    )


def play_next(evening, points):
    """Draw and play the next round; everybody gets their number of points plus ``points``."""
    expected = evening.rounds.exclude(status=RoundStatus.VOID).count()
    (round_,) = rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=expected)
    round_start(round_id=round_.pk, actor=ACTOR)
    for sheet in ScoreSheet.objects.filter(table_game__table__round=round_):
        factories.confirmed(sheet)
    for seat in Seat.objects.filter(round=round_).select_related("entry"):
        TableResult.objects.create(
            tournament=evening,
            round=round_,
            table_id=seat.table_id,
            entry=seat.entry,
            points=points + seat.entry.number,
            against=0,
            deals=12,
            sheet_revision=1,
        )
    round_close(round_id=round_.pk, actor=ACTOR)
    return round_


def seated(round_):
    return {*Seat.objects.filter(round=round_).values_list("entry__number", flat=True)}


def row(evening, number):
    standings_rebuild(tournament_id=evening.pk)
    newest = Standing.objects.filter(tournament=evening).order_by("-after_round")
    return newest.filter(entry__number=number).first()


def test_who_sits_out_is_not_drawn_and_plays_on_when_ticked_again(evening):
    play_next(evening, 900)
    for number in (1, 2, 3, 4):
        assert tick(evening, number, present=False).status == EntryStatus.PAUSED
    assert seated(play_next(evening, 800)) == {*range(5, 13)}
    assert tick(evening, 1, present=True).status == EntryStatus.PRESENT
    for number in (2, 3, 4):
        tick(evening, number, present=True)
    assert seated(play_next(evening, 850)) == {*range(1, 13)}
    assert list(AuditEvent.objects.filter(action="entry.pause").values_list("object_id")) != []


def test_the_best_start_counts_and_a_start_less_costs_nothing(evening):
    play_next(evening, 900)
    for number in (1, 2, 3, 4):
        tick(evening, number, present=False)
    play_next(evening, 950)
    assert [cell["points"] for cell in row(evening, 1).values] == [901, None]
    assert row(evening, 1).total == 901
    assert row(evening, 12).total == 962


def test_a_round_that_was_sat_out_is_shown_as_missed_and_not_as_being_played(evening):
    play_next(evening, 900)
    for number in (1, 2, 3, 4):
        tick(evening, number, present=False)
    (round_,) = rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=1)
    round_start(round_id=round_.pk, actor=ACTOR)
    assert row(evening, 1).values[1]["state"] == "missed"
    assert row(evening, 5).values[1]["state"] == "playing"


def test_a_start_is_a_round_of_the_one_entry(evening):
    play_next(evening, 900)
    tick(evening, 1, present=False)
    tick(evening, 1, present=True)
    assert evening.entries.count() == 12
    assert RoundCredit.objects.filter(entry__number=1).count() == 0


def test_nobody_sits_out_of_a_round_that_is_drawn_already(evening):
    rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=0)
    with pytest.raises(Conflict) as refused:
        tick(evening, 1, present=False)
    assert refused.value.code == "is-drawn"


def test_who_comes_for_the_second_start_only_has_one_start(evening):
    play_next(evening, 900)
    factories.entries(evening, 4, status=EntryStatus.ANNOUNCED)
    for number in (13, 14, 15, 16):
        tick(evening, number, present=True)
    play_next(evening, 800)
    assert [cell["points"] for cell in row(evening, 16).values] == [None, 816]
    assert row(evening, 16).total == 816


def test_the_check_in_shows_who_sits_out(evening):
    play_next(evening, 900)
    tick(evening, 1, present=False)
    states = {
        person.entry.number: person.state for person in check_in(evening).people if person.entry
    }
    assert states[1] == "out"
    assert states[2] == "here"
