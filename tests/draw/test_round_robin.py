"""Everybody against everybody in Berger's order."""

from collections import Counter

import pytest

from tests.draw.checks import assert_everybody_once, assert_waits_fair, meetings, most
from tournaments.draw import DrawError, draw, feasible


def drawn(n, rounds=None, seed=7, **more):
    return draw("round-robin", entries=range(1, n + 1), rounds=rounds, seed=seed, **more)


@pytest.mark.parametrize("n", [2, 3, 6, 7, 10])
def test_without_a_number_of_rounds_everybody_meets_everybody_once(n):
    rounds = drawn(n).rounds
    assert len(rounds) == n - 1 + n % 2
    assert_everybody_once(rounds, range(1, n + 1))
    assert_waits_fair(rounds, range(1, n + 1))
    assert set(meetings(rounds).values()) == {1}
    assert len(meetings(rounds)) == n * (n - 1) // 2


@pytest.mark.parametrize("n", [4, 7, 10, 12])
def test_everybody_is_at_home_as_often_as_away_give_or_take_one(n):
    home = Counter(table[0] for played in drawn(n).rounds for table in played.tables)
    away = Counter(table[1] for played in drawn(n).rounds for table in played.tables)
    assert max(abs(home[one] - away[one]) for one in range(1, n + 1)) <= 1


def test_in_two_legs_everybody_is_at_home_once_against_everybody():
    rounds = drawn(6, legs=2).rounds
    games = Counter(table for played in rounds for table in played.tables)
    assert set(games.values()) == {1}
    assert len(games) == 6 * 5


def test_the_rounds_that_are_left_follow_the_rounds_played():
    whole = drawn(7).rounds
    assert drawn(7, history=whole[:3]).rounds == whole[3:]
    assert drawn(7, 2, history=whole[:3]).rounds == whole[3:5]


def test_after_somebody_has_left_the_others_still_meet_nobody_twice():
    played = drawn(8).rounds[:3]
    left = [1, 2, 3, 5, 6, 7, 8]
    rest = draw("round-robin", entries=left, rounds=4, seed=7, history=played).rounds
    assert_everybody_once(rest, left)
    assert most(meetings([*played, *rest])) == 1


def test_a_wish_to_be_apart_contradicts_a_round_robin():
    with pytest.raises(DrawError) as caught:
        drawn(6, apart=[(1, 2)])
    assert caught.value.code == "apart-round-robin"


def test_more_rounds_than_there_are_opponents_are_refused():
    assert [problem.code for problem in feasible("round-robin", 6, 6)] == ["too-many-rounds-robin"]
    assert feasible("round-robin", 6, 10, legs=2) == []
    with pytest.raises(DrawError) as caught:
        drawn(6, 6)
    assert caught.value.code == "too-many-rounds-robin"


@pytest.mark.parametrize("legs", [0, 3, True, "2", 1.0])
def test_a_number_of_legs_that_is_not_one_or_two_is_refused(legs):
    with pytest.raises(DrawError) as caught:
        drawn(6, legs=legs)
    assert caught.value.code == "option-invalid"
