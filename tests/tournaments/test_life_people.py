"""People who come late and who leave, between rounds and in the middle of one; a test per cell of docs/life.md."""

import pytest

from jassclub.audit.models import AuditEvent
from scoring.models import SheetStatus
from tests import factories
from tests.tournaments import life
from tests.tournaments.life import walk_in
from tournaments.errors import TournamentError
from tournaments.models import (
    Entry,
    EntryStatus,
    RoundStatus,
)
from tournaments.selectors.entries import table_playing
from tournaments.selectors.prints import seat_lists
from tournaments.selectors.rounds import draw_page
from tournaments.services.entries import entry_check_in, entry_withdraw
from tournaments.services.leaving import entry_leave_now
from tournaments.services.rounds import rounds_redraw

pytestmark = pytest.mark.django_db


def leave(evening, entry, number) -> Entry:
    return entry_withdraw(
        tournament_id=evening.pk, actor=life.ACTOR, entry_id=entry.pk, from_round=number
    )


# -- late, before and after round k --------------------------------------------------------------


@pytest.mark.parametrize("played", [0, 1, 2])
def test_who_comes_after_round_k_gets_the_credit_for_the_k_rounds_before(played):
    evening = life.evening(players=8)
    for _round in range(played):
        life.play(evening)
    late = walk_in(evening)
    assert life.credits_of(late) == [(number + 1, "late") for number in range(played)]
    assert late.joined_round == played + 1
    if played:
        assert life.totals(evening)[late.pk] == 950 * played


def test_who_comes_while_a_round_is_played_misses_that_round_too():
    evening = life.evening(players=8)
    life.playing(evening)
    late = walk_in(evening)
    assert (life.credits_of(late), late.joined_round) == ([(1, "late")], 2)


def test_somebody_late_moves_nobody_elses_total():
    evening = life.evening(players=8)
    life.play(evening)
    before = life.totals(evening)
    late = walk_in(evening)
    after = life.totals(evening)
    assert {entry: total for entry, total in after.items() if entry != late.pk} == before


def test_somebody_late_has_a_place_in_the_next_draw_and_somebody_waits_with_a_credit():
    evening = life.evening(players=8)
    life.play(evening)
    late = walk_in(evening)
    following = life.draw(evening)[0]
    seated = set(following.seats.values_list("entry_id", flat=True))
    waiting = set(following.credits.filter(kind="wait").values_list("entry_id", flat=True))
    assert (len(seated), len(waiting)) == (8, 1)
    assert late.pk in seated | waiting


def test_rounds_drawn_before_somebody_came_show_on_the_draw_page_and_are_drawn_again():
    evening = life.evening(players=8, each=False)
    life.playing(evening)
    late = walk_in(evening)
    page = draw_page(evening)
    assert page.added == [late.name]
    rounds_redraw(tournament_id=evening.pk, actor=life.ACTOR, newest=page.newest)
    assert draw_page(evening).added == []
    line = next(
        line
        for line in seat_lists(list(evening.rounds.filter(status=RoundStatus.DRAWN))).by_name
        if line.name == late.name
    )
    assert all(cell.table or cell.waits for cell in line.cells)


def test_a_late_arrival_stands_in_the_log_and_taking_the_tick_back_undoes_it():
    evening = life.evening(players=8)
    life.play(evening)
    before = life.totals(evening)
    late = walk_in(evening)
    assert life.said("entry.check-in").after["joined_round"] == 2
    entry_check_in(tournament_id=evening.pk, actor=life.ACTOR, entry_id=late.pk, present=False)
    assert life.credits_of(late) == []
    assert life.totals(evening) == before


def test_a_walk_in_who_is_on_the_list_already_is_ticked_and_not_added():
    evening = life.evening(players=0)
    [announced] = factories.entries(evening, 1, status=EntryStatus.ANNOUNCED)
    assert walk_in(evening, announced.name) == announced
    assert walk_in(evening, announced.name) == announced
    assert evening.entries.count() == 1
    assert AuditEvent.objects.filter(action="entry.check-in").count() == 1


# -- leaving between rounds ----------------------------------------------------------------------


def test_who_leaves_between_rounds_keeps_every_point_and_moves_nobody():
    evening = life.evening(players=8)
    life.play(evening)
    before = life.totals(evening)
    leave(evening, evening.entries.get(number=3), 2)
    assert life.totals(evening) == before


def test_who_left_has_neither_seat_nor_wait_nor_credit_in_the_next_draw():
    evening = life.evening(players=9)
    life.play(evening)
    gone = evening.entries.get(number=3)
    had = life.credits_of(gone)
    leave(evening, gone, 2)
    following = life.draw(evening)[0]
    assert not following.seats.filter(entry=gone).exists()
    assert life.credits_of(gone) == had


def test_who_was_drawn_to_wait_and_leaves_before_is_not_credited_until_they_are_back():
    evening = life.evening(players=9, each=False)
    life.play(evening)
    [waits] = [e for e in evening.entries.all() if (2, "wait") in life.credits_of(e)]
    played = life.totals(evening)[waits.pk]
    leave(evening, waits, 2)
    life.play(evening)
    assert life.totals(evening)[waits.pk] == played
    assert life.cell(evening, waits, 2) == {"points": None, "state": "none"}
    entry_check_in(tournament_id=evening.pk, actor=life.ACTOR, entry_id=waits.pk, present=True)
    assert life.totals(evening)[waits.pk] == played + 950


def test_who_left_a_drawn_round_is_named_on_the_draw_page_until_it_is_drawn_again():
    evening = life.evening(players=9, each=False)
    life.playing(evening)
    gone = evening.entries.get(number=3)
    leave(evening, gone, 2)
    page = draw_page(evening)
    assert page.gone == [gone.name]
    rounds_redraw(tournament_id=evening.pk, actor=life.ACTOR, newest=page.newest)
    later = list(evening.rounds.filter(status=RoundStatus.DRAWN))
    assert gone.name not in [line.name for line in seat_lists(later).by_name]


def test_leaving_is_one_event_even_if_it_is_pressed_twice():
    evening = life.evening(players=8)
    life.play(evening)
    for _press in range(2):
        leave(evening, evening.entries.get(number=3), 2)
    assert life.said("entry.withdraw").after == {"withdrawn_from": 2}


def test_leaving_is_undone_by_a_tick_and_only_what_was_missed_is_missed():
    evening = life.evening(players=8)
    life.play(evening)
    before = life.totals(evening)
    gone = leave(evening, evening.entries.get(number=3), 2)
    entry_check_in(tournament_id=evening.pk, actor=life.ACTOR, entry_id=gone.pk, present=True)
    gone.refresh_from_db()
    assert (gone.status, gone.withdrawn_from) == (EntryStatus.PRESENT, None)
    assert life.credits_of(gone) == []
    assert life.totals(evening) == before


# -- leaving in mid-round ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "got", "credit"),
    [("as-is", 700, []), ("scaled", 1200, []), ("void", None, [(1, "void")])],
)
def test_a_table_that_stops_because_somebody_leaves_counts_as_the_organiser_says(
    evening, round_, table, way, got, credit
):
    life.write(table, 7)
    gone = life.at(table, 0)
    entry_leave_now(entry_id=gone.pk, actor=life.ACTOR, way=way, reason="krank")
    gone.refresh_from_db()
    assert life.points(round_).get(gone.pk) == got
    assert life.credits_of(gone) == credit
    assert (gone.status, gone.withdrawn_from) == (EntryStatus.WITHDRAWN, 2)


def test_who_leaves_in_mid_round_is_not_drawn_again_and_everybody_else_is(evening, round_, table):
    life.write(table, 7)
    gone = life.at(table, 0)
    entry_leave_now(entry_id=gone.pk, actor=life.ACTOR, way="as-is", reason="krank")
    life.confirm(round_.tables.get(place__number=2))
    factories.close_round(round_)
    following = life.draw(evening)[0]
    assert following.seats.count() == 8
    assert not following.seats.filter(entry=gone).exists()


def test_leaving_in_mid_round_pressed_twice_is_done_once(table):
    life.write(table, 7)
    gone = life.at(table, 0)
    for _press in range(2):
        entry_leave_now(entry_id=gone.pk, actor=life.ACTOR, way="as-is", reason="krank")
    assert life.said("sheet.settle").reason == "krank"
    assert life.said("entry.withdraw").object_id == gone.pk


def test_in_the_last_round_the_table_stops_and_there_is_nothing_left_to_leave_out():
    evening = life.evening(players=8, rounds=1)
    table = life.playing(evening).tables.first()
    life.write(table, 7)
    gone = life.at(table, 0)
    entry_leave_now(entry_id=gone.pk, actor=life.ACTOR, way="as-is", reason="krank")
    gone.refresh_from_db()
    assert gone.status == EntryStatus.PRESENT
    assert factories.sheet_of(table).status == SheetStatus.CONFIRMED


def test_whose_table_has_confirmed_is_asked_from_which_round_and_offered_nothing_else(table):
    done = life.at(table, 0)
    assert table_playing(done) == table
    life.confirm(table)
    assert table_playing(done) is None
    with pytest.raises(TournamentError) as refused:
        entry_leave_now(entry_id=done.pk, actor=life.ACTOR, way="as-is", reason="krank")
    assert refused.value.code == "not-playing"
    assert not done.given_up.exists()


def test_who_sits_at_no_table_that_is_playing_is_asked_from_which_round(evening):
    life.play(evening)
    with pytest.raises(TournamentError) as refused:
        entry_leave_now(
            entry_id=evening.entries.get(number=1).pk, actor=life.ACTOR, way="as-is", reason="x"
        )
    assert refused.value.code == "not-playing"
