"""Fixed teams with drawn opponents: pairs of ids, nobody the same opponents twice."""

import pytest

from tests.draw.checks import assert_everybody_once, assert_waits_fair, meetings, most
from tournaments.draw import DrawError, draw, feasible


def drawn(n, rounds, seed=7, **more):
    return draw("fixed-teams", entries=range(1, n + 1), rounds=rounds, seed=seed, **more)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 8, 9, 16, 33])
def test_everybody_meets_everybody_once_over_the_most_rounds_there_are(n):
    rounds = drawn(n, n - 1 + n % 2).rounds
    assert_everybody_once(rounds, range(1, n + 1))
    assert_waits_fair(rounds, range(1, n + 1))
    assert len(meetings(rounds)) == n * (n - 1) // 2
    assert most(meetings(rounds)) == 1


def test_one_round_more_than_there_are_opponents_is_refused_before_the_start():
    assert [problem.code for problem in feasible("fixed-teams", 8, 8)] == [
        "too-many-rounds-opponents"
    ]
    assert feasible("fixed-teams", 9, 9) == []
    with pytest.raises(DrawError) as caught:
        drawn(8, 8)
    assert caught.value.params == {"n": 8, "rounds": 8, "most": 7}


@pytest.mark.parametrize("seed", range(6))
def test_rounds_played_under_another_seed_are_continued_to_the_end_without_a_repeat(seed):
    played = drawn(8, 3, seed=seed).rounds
    rest = drawn(8, 4, seed=seed + 50, history=played).rounds
    assert most(meetings([*played, *rest])) == 1


def test_where_no_round_without_a_repeat_is_left_the_protocol_says_so():
    played = drawn(4, 3).rounds
    result = drawn(4, 1, history=played)
    assert [p["code"] for p in result.protocol["impossible"]] == ["opponents-exhausted"]
    assert len(result.protocol["repeats"]) == 2


def test_teams_that_must_not_meet_do_not():
    apart = [(1, 2), (3, 4), (1, 3)]
    met = meetings(drawn(10, 5, apart=apart).rounds)
    assert not any(met[frozenset(pair)] for pair in apart)


def test_a_team_that_comes_late_is_drawn_from_the_next_round():
    played = drawn(8, 2).rounds
    result = draw("fixed-teams", entries=range(1, 10), rounds=3, seed=7, history=played)
    assert_everybody_once(result.rounds, range(1, 10))
    assert most(meetings([*played, *result.rounds])) == 1


def test_five_hundred_teams_meet_nobody_twice_in_seven_rounds():
    assert most(meetings(drawn(500, 7).rounds)) == 1


def test_two_teams_of_two_are_a_table_of_four_seats_and_still_a_pair_of_ids():
    assert drawn(8, 2, table_size=4).rounds == drawn(8, 2).rounds


def test_a_table_of_three_teams_is_refused():
    with pytest.raises(DrawError) as caught:
        drawn(8, 1, table_size=3)
    assert caught.value.code == "table-size"
