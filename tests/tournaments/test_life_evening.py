"""The list and the evening as a whole: merged, ruled anew, reopened; one test per cell of docs/life.md."""

import pytest

from jassclub.audit.models import AuditEvent
from tests import factories
from tests.tournaments import life
from tests.tournaments.life import walk_in
from tournaments.errors import Conflict, TournamentError
from tournaments.models import (
    Entry,
    EntryStatus,
    RoundStatus,
    TournamentStatus,
    Wish,
)
from tournaments.selectors.prints import seat_lists
from tournaments.selectors.protocol import protocol_page
from tournaments.services.merging import entries_merge
from tournaments.services.options import options_change
from tournaments.services.reopening import tournament_reopen
from tournaments.services.undoing import round_reopen, tournament_end
from tournaments.setup_data import SetupError

pytestmark = pytest.mark.django_db


# -- one person typed twice ----------------------------------------------------------------------


def merge(keep, drop, **more) -> Entry:
    return entries_merge(keep_id=keep.pk, drop_id=drop.pk, actor=life.ACTOR, **more)


@pytest.fixture
def twice():
    """Anna played round 1 as number 1; in round 2 she was typed again and plays as number 9."""
    evening = life.evening(players=8)
    first = life.play(evening)
    anna = evening.entries.get(number=1)
    Entry.objects.filter(pk=anna.pk).update(status=EntryStatus.WITHDRAWN, withdrawn_from=2)
    other = walk_in(evening, "Anna Gärber")
    second = life.play(evening)
    return {"evening": evening, "keep": anna, "drop": other, "first": first, "second": second}


def test_results_of_both_entries_count_for_the_one_that_stays(twice):
    before = life.totals(twice["evening"])
    keep, drop = twice["keep"], twice["drop"]
    first, second = life.points(twice["first"]), life.points(twice["second"])
    merge(keep, drop)
    after = life.totals(twice["evening"])
    assert after[keep.pk] == first[keep.pk] + second[drop.pk]
    assert drop.pk not in after
    gone = {keep.pk, drop.pk}
    assert {e: t for e, t in after.items() if e not in gone} == {
        e: t for e, t in before.items() if e not in gone
    }


def test_credits_of_a_round_that_the_other_entry_played_are_gone(twice):
    assert life.credits_of(twice["drop"]) == [(1, "late")]
    merge(twice["keep"], twice["drop"])
    assert life.credits_of(twice["keep"]) == []


def test_the_one_that_stays_is_here_with_its_number_and_in_the_next_draw_once(twice):
    keep = merge(twice["keep"], twice["drop"])
    assert (keep.status, keep.number, keep.withdrawn_from) == (EntryStatus.PRESENT, 1, None)
    following = life.draw(twice["evening"])[0]
    assert following.seats.filter(entry=keep).count() == 1
    assert following.seats.count() == 8


def test_lists_and_sheets_name_one_person(twice):
    keep = merge(twice["keep"], twice["drop"])
    lines = {
        line.name: line.cells for line in seat_lists([twice["first"], twice["second"]]).by_name
    }
    assert "Anna Gärber" not in lines
    assert all(cell.table for cell in lines[keep.name])
    table = life.seat_of(twice["second"], keep).table
    assert keep.name in [spells[0][1] for spells in life.names(table).values()]


def test_opponents_and_wishes_know_the_one_that_stays(twice):
    keep, drop, evening = twice["keep"], twice["drop"], twice["evening"]
    friend = evening.entries.get(number=4)
    Wish.objects.create(tournament=evening, kind="apart", first=friend, second=drop)
    merge(keep, drop)
    named = {e for result in twice["second"].results.all() for e in result.opponents}
    assert drop.pk not in named
    assert keep.pk in named
    assert {Wish.objects.get().first_id, Wish.objects.get().second_id} == {friend.pk, keep.pk}


def test_a_merge_stands_in_the_log_and_the_other_entry_is_gone(twice):
    merge(twice["keep"], twice["drop"], reason="verschrieben")
    event = life.said("entry.merge")
    assert (event.object_id, event.before["number"]) == (twice["keep"].pk, 9)
    assert event.reason == "verschrieben"
    assert not Entry.objects.filter(pk=twice["drop"].pk).exists()


def test_a_second_merge_finds_nobody_and_changes_nothing(twice):
    drop = twice["drop"].pk
    merge(twice["keep"], twice["drop"])
    with pytest.raises(TournamentError) as refused:
        entries_merge(keep_id=twice["keep"].pk, drop_id=drop, actor=life.ACTOR)
    assert refused.value.status == 404
    assert AuditEvent.objects.filter(action="entry.merge").count() == 1


def test_two_who_sat_in_one_round_are_two_people():
    evening = life.evening(players=8)
    life.play(evening)
    one, two = evening.entries.order_by("number")[:2]
    with pytest.raises(Conflict) as refused:
        merge(one, two)
    assert refused.value.code == "both-sat"
    assert evening.entries.count() == 8


def test_drawn_rounds_that_seat_both_are_to_be_drawn_again():
    evening = life.evening(players=8, rounds=2, each=False)
    life.draw(evening)
    one, two = evening.entries.order_by("number")[:2]
    merge(one, two)
    assert set(evening.rounds.values_list("status", flat=True)) == {RoundStatus.VOID}
    again = life.draw(evening)
    assert [
        round_.seats.filter(entry=one).count() + round_.credits.filter(entry=one).count()
        for round_ in again
    ] == [1, 1]


def test_nobody_is_merged_with_themselves():
    evening = life.evening(players=2)
    one = evening.entries.first()
    with pytest.raises(TournamentError) as refused:
        merge(one, one)
    assert refused.value.code == "same-entry"


def test_how_it_was_drawn_can_still_be_read_after_a_merge(twice):
    merge(twice["keep"], twice["drop"])
    assert protocol_page(twice["second"]).people == 8


# -- a wrong rule noticed in round 2 -------------------------------------------------------------


def change(evening, **options):
    return options_change(
        tournament_id=evening.pk,
        actor=life.ACTOR,
        options=evening.options | options,
        reason="so steht es im Reglement",
    )


def test_a_rule_changes_for_the_rounds_that_have_not_begun_and_for_no_other():
    evening = life.evening(players=8, each=False)
    life.play(evening)
    second = life.playing(evening)
    change(evening, match_bonus=0)
    bonus = {sheet.options["match_bonus"] for sheet in map(factories.sheet_of, second.tables.all())}
    assert bonus == {100}
    for table in second.tables.all():
        life.confirm(table)
    factories.close_round(second)
    third = life.playing(evening)
    assert {factories.sheet_of(t).options["match_bonus"] for t in third.tables.all()} == {0}


def test_a_new_rule_moves_no_point_no_wait_and_no_seat():
    evening = life.evening(players=9, each=False)
    life.play(evening)
    before = life.totals(evening)
    seats = [life.seating(round_) for round_ in evening.rounds.order_by("number")]
    waits = [life.credits_of(entry) for entry in evening.entries.order_by("number")]
    change(evening, match_bonus=0)
    assert life.totals(evening) == before
    assert [life.seating(round_) for round_ in evening.rounds.order_by("number")] == seats
    assert [life.credits_of(entry) for entry in evening.entries.order_by("number")] == waits


def test_a_new_number_of_deals_is_the_stages_too():
    evening = life.evening(players=8)
    life.play(evening)
    change(evening, deals=8)
    assert evening.stages.get().planned_deals == 8


def test_a_new_rule_stands_in_the_log_with_before_after_and_the_first_round():
    evening = life.evening(players=8)
    life.play(evening)
    change(evening, match_bonus=0)
    event = life.said("tournament.options")
    assert event.before == {"options": {"match_bonus": 100}}
    assert event.after == {"options": {"match_bonus": 0}, "round": 2}


def test_a_new_rule_is_undone_by_the_old_one_and_said_twice_it_is_said_once():
    evening = life.evening(players=8)
    life.play(evening)
    old = evening.options
    for _press in range(2):
        change(evening, match_bonus=0)
    assert life.said("tournament.options")
    changed = change(evening, match_bonus=old["match_bonus"])
    assert changed.options == old


def test_in_the_last_round_a_rule_is_refused():
    evening = life.evening(players=8, rounds=1)
    life.playing(evening)
    with pytest.raises(Conflict) as refused:
        change(evening, match_bonus=0)
    assert refused.value.code == "no-round-left"


def test_a_rule_that_cannot_be_says_so_on_its_option():
    evening = life.evening(players=8)
    life.play(evening)
    with pytest.raises(SetupError) as refused:
        change(evening, match_bonus=-5)
    assert refused.value.problems[0]["field"] == "options.match_bonus"


def test_the_number_of_people_at_a_table_is_no_rule_and_stays():
    options = {"deals": 8, "limit": None}
    evening = life.evening(players=8, variant="molotow", options=options, format="individuals")
    life.playing(evening)
    assert change(evening, players=3).options["players"] == 4


def test_a_rule_is_not_changed_without_a_reason():
    evening = life.evening(players=8)
    life.play(evening)
    with pytest.raises(TournamentError) as refused:
        options_change(
            tournament_id=evening.pk,
            actor=life.ACTOR,
            options=evening.options | {"match_bonus": 0},
            reason=" ",
        )
    assert refused.value.code == "reason-missing"


# -- closed and reopened -------------------------------------------------------------------------


@pytest.fixture
def closed():
    evening = life.evening(players=8, rounds=1)
    life.play(evening)
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.CLOSED
    return evening


def reopen(evening, reason="eine Runde vergessen"):
    return tournament_reopen(tournament_id=evening.pk, actor=life.ACTOR, reason=reason)


def test_a_reopened_tournament_runs_again_with_its_points_as_they_were(closed):
    before = life.totals(closed)
    reopen(closed)
    closed.refresh_from_db()
    assert (closed.status, closed.closed_at) == (TournamentStatus.RUNNING, None)
    assert life.totals(closed) == before
    assert closed.rounds.get().status == RoundStatus.CLOSED


def test_after_an_early_end_the_missing_rounds_can_be_drawn_again():
    evening = life.evening(players=8, rounds=3)
    life.play(evening)
    tournament_end(tournament_id=evening.pk, actor=life.ACTOR, reason="Gewitter")
    reopen(evening)
    evening.refresh_from_db()
    assert life.draw(evening)[0].number == 2


def test_a_reopened_tournament_takes_in_people_again(closed):
    with pytest.raises(TournamentError):
        walk_in(closed, "Ruth Aebi")
    reopen(closed)
    late = walk_in(closed, "Ruth Aebi")
    assert late.status == EntryStatus.PRESENT
    assert life.credits_of(late) == []  # no round is left to play in


def test_reopening_needs_a_reason_and_stands_in_the_log_with_it(closed):
    with pytest.raises(TournamentError) as refused:
        reopen(closed, "  ")
    assert refused.value.code == "reason-missing"
    reopen(closed)
    assert life.said("tournament.reopen").reason == "eine Runde vergessen"


def test_a_tournament_that_runs_is_not_reopened(closed):
    reopen(closed)
    with pytest.raises(Conflict) as refused:
        reopen(closed)
    assert refused.value.code == "not-closed"


def test_reopening_is_undone_by_ending_the_tournament_again(closed):
    reopen(closed)
    tournament_end(tournament_id=closed.pk, actor=life.ACTOR, reason="doch fertig")
    closed.refresh_from_db()
    assert closed.status == TournamentStatus.CLOSED


def test_reopening_the_last_round_reopens_the_tournament_too(closed):
    round_reopen(round_id=closed.rounds.get().pk, actor=life.ACTOR, reason="Tisch 2 fehlt")
    closed.refresh_from_db()
    assert closed.status == TournamentStatus.RUNNING
