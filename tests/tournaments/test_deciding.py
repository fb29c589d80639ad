"""Who has won a table of two, when a series is over, and which tables a field fills."""

import pytest

from tests.tournaments.test_setup import codes, setup
from tournaments.deciding import Tally, balance, needs_another_game
from tournaments.fold import EntryFacts, Result, knock_out_places
from tournaments.formats import Way, sizes_for
from tournaments.models import DrawMode, SurplusRule
from tournaments.ranking import rank


@pytest.mark.parametrize(
    ("own", "theirs", "low_is_good", "ahead"),
    [
        ((2, 900), (1, 1200), False, 1),
        ((1, 900), (1, 1200), False, -1),
        ((1, 900), (1, 1200), True, 1),
        ((1, 900), (1, 900), False, 0),
    ],
)
def test_games_won_decide_before_points(own, theirs, low_is_good, ahead):
    one, other = Tally(*own), Tally(*theirs)
    assert balance(one, other, low_is_good=low_is_good) == ahead
    assert balance(other, one, low_is_good=low_is_good) == -ahead


@pytest.mark.parametrize(
    ("won", "played", "best_of", "must", "another"),
    [
        ((1, 0), 1, 1, False, False),
        ((0, 0), 1, 1, False, False),
        ((0, 0), 1, 1, True, True),
        ((1, 0), 2, 1, True, False),
        ((1, 0), 1, 3, False, True),
        ((2, 0), 2, 3, True, False),
        ((1, 1), 2, 3, False, True),
        ((1, 1), 3, 3, False, False),
        ((1, 1), 3, 3, True, True),
        ((1, 0), 3, 3, True, False),
        ((3, 2), 5, 5, True, False),
        ((2, 2), 4, 5, True, True),
    ],
)
def test_a_series_ends_with_the_majority_and_a_knock_out_only_with_a_winner(
    won, played, best_of, must, another
):
    assert needs_another_game(won, played, best_of=best_of, must_be_decided=must) is another


@pytest.mark.parametrize(
    ("people", "usual", "sizes"),
    [(23, 4, (4, 5)), (24, 4, (4, 5)), (11, 4, (4, 3, 5)), (7, 4, (4, 3, 5)), (7, 3, (3, 4))],
)
def test_tables_of_one_more_come_first_and_other_sizes_only_where_somebody_would_wait(
    people, usual, sizes
):
    assert sizes_for(people, usual, (3, 4, 5, 6), method="individuals") == sizes


def test_sizes_the_game_does_not_know_are_not_taken():
    assert sizes_for(9, 4, (3, 4), method="individuals") == (4, 3)
    assert sizes_for(5, 4, (3, 4), method="individuals") == (4,)


# -- the set-up ----------------------------------------------------------------------------------

TEAMS = {"format": "fixed-teams", "team_size": 2}
CUP = {
    "format": "knock-out",
    "team_size": 2,
    "draw_mode": DrawMode.EACH,
    "chain": ("knock-out", "shared"),
}


@pytest.mark.parametrize(
    "changes",
    [
        TEAMS,
        TEAMS | {"best_of": 3},
        {"format": "round-robin", "team_size": 2, "expected_players": 10},
        CUP,
        CUP | {"best_of": 5, "place_three": True, "expected_players": 26, "planned_rounds": 2},
    ],
)
def test_teams_and_cups_can_be_set_up(changes):
    assert codes(setup(**changes)) == set()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"team_size": 2}, ("format", "format-does-not-fit")),
        ({"format": "fixed-teams"}, ("format", "format-does-not-fit")),
        (CUP | {"team_size": 1}, ("format", "format-does-not-fit")),
        ({"best_of": 3}, ("best_of", "best-of-needs-pairs")),
        (TEAMS | {"best_of": 2}, ("best_of", "invalid")),
        (TEAMS | {"place_three": True}, ("place_three", "place-three-needs-knock-out")),
        (TEAMS | {"expected_players": 6}, ("planned_rounds", "too-many-rounds-opponents")),
        (TEAMS | {"expected_players": 2}, ("planned_rounds", "too-few")),
        (TEAMS | {"surplus_rule": SurplusRule.OTHER_SIZES}, ("surplus_rule", "sizes-do-not-fit")),
        (CUP | {"draw_mode": DrawMode.ALL}, ("draw_mode", "needs-results")),
        (CUP | {"chain": ("sum", "shared")}, ("chain", "chain-knock-out")),
        (CUP | {"chain": ("sum", "knock-out", "shared")}, ("chain", "chain-knock-out")),
        ({"chain": ("knock-out", "shared")}, ("chain", "chain-knock-out")),
        (CUP | {"hidden_rounds": 1}, ("hidden_rounds", "knock-out-hidden")),
        (CUP | {"expected_players": 2}, ("planned_rounds", "too-few")),
    ],
)
def test_what_cannot_work_for_teams_and_cups_is_refused_on_its_field(changes, problem):
    assert codes(setup(**changes)) == {problem}


def test_a_way_is_called_by_its_method_and_whether_teams_are_meant():
    assert Way("swiss").key == "swiss"
    assert Way("swiss", 2).key == "swiss-teams"
    assert Way("fixed-teams", 2).key == "fixed-teams"


# -- places --------------------------------------------------------------------------------------


def test_the_criterion_of_the_knock_out_ranks_by_who_was_left_in_either_direction():
    results = {"a": [5], "b": [9], "c": [1], "d": [7], "e": [None]}
    places = {"a": 1, "b": 2, "c": 4, "d": 4, "e": None}
    facts = {entry: {"knock-out": place} for entry, place in places.items()}
    for low_is_good in (False, True):
        rows = rank(results, ["knock-out", "shared"], low_is_good=low_is_good, facts=facts)
        assert [(row.rank, row.entry) for row in rows[:2]] == [(1, "a"), (2, "b")]
        assert {row.entry for row in rows if row.rank == 3} == {"c", "d"}
        assert (rows[-1].rank, rows[-1].entry) == (5, "e")
        assert rows[1].reason == {"key": "knock-out", "own": 2, "above": 1}


def bracket_of_four():
    """1 beats 4, 2 beats 3, then 1 beats 2; 3 and 4 do not meet."""
    entries = {number: EntryFacts() for number in (1, 2, 3, 4)}
    for winner, loser, index in ((1, 4, 0), (2, 3, 0), (1, 2, 1)):
        entries[winner].results[index] = Result(100, 50, (loser,), games_won=1)
        entries[loser].results[index] = Result(50, 100, (winner,), games_won=0)
    return entries


def places(entries, statuses):
    found = knock_out_places(entries, range(len(statuses)), statuses, low_is_good=False)
    return {entry: place for entry, (place, _index) in found.items()}


def test_places_follow_from_the_results():
    assert places(bracket_of_four(), ["closed", "closed"]) == {1: 1, 2: 2, 3: 4, 4: 4}


def test_while_the_final_is_played_both_are_still_in():
    entries = bracket_of_four()
    for entry in (1, 2):
        del entries[entry].results[1]
    assert places(entries, ["closed", "playing"]) == {1: 1, 2: 1, 3: 4, 4: 4}


def test_whoever_leaves_before_the_final_has_lost_it():
    entries = bracket_of_four()
    for entry in (1, 2):
        del entries[entry].results[1]
        entries[entry].credits[1] = "void"
    entries[2].withdrawn_from = 2
    assert places(entries, ["closed", "closed"]) == {1: 1, 2: 2, 3: 4, 4: 4}


def test_a_winner_who_sits_out_when_the_next_round_is_drawn_has_lost_that_one():
    entries = bracket_of_four()
    for entry in (1, 2):
        del entries[entry].results[1]
    entries[1].credits[1] = "wait"
    assert places(entries, ["closed", "closed"]) == {1: 1, 2: 2, 3: 4, 4: 4}


def test_a_final_whose_table_was_void_is_lost_by_nobody_who_is_still_there():
    entries = bracket_of_four()
    for entry in (1, 2):
        del entries[entry].results[1]
        entries[entry].credits[1] = "void"
    assert places(entries, ["closed", "closed"]) == {1: 1, 2: 1, 3: 4, 4: 4}


def test_a_result_put_right_later_does_not_change_who_went_on():
    entries = bracket_of_four()
    entries[1].results[0] = Result(50, 100, (4,), games_won=0)
    entries[4].results[0] = Result(100, 50, (1,), games_won=1)
    assert places(entries, ["closed", "closed"]) == {1: 1, 2: 2, 3: 4, 4: 4}


def test_who_came_after_the_draw_is_in_no_bracket_and_who_waited_went_on():
    entries = bracket_of_four()
    del entries[4].results[0], entries[1].results[0]
    entries[1].credits[0] = "wait"
    assert places(entries, ["closed", "closed"]) == {1: 1, 2: 2, 3: 4, 4: None}
