"""Swiss system: neighbours in the standing play, nothing is repeated, the lowest wait."""

import random
from itertools import combinations

import pytest

from tests.draw.checks import (
    assert_everybody_once,
    assert_waits_fair,
    meetings,
    most,
    partnerships,
)
from tournaments.draw import DrawError, draw, feasible
from tournaments.draw.standing_pairs import cheapest_pairing


def drawn(n, rounds, size, seed=7, **more):
    return draw("swiss", entries=range(1, n + 1), rounds=rounds, seed=seed, table_size=size, **more)


def evening(n, rounds, size, seed=1):
    """A whole evening with results by lot: its rounds, and what was impossible."""
    results = random.Random(seed)
    points = dict.fromkeys(range(1, n + 1), 0)
    history, impossible = [], []
    for left in range(rounds, 0, -1):
        result = drawn(n, left, size, seed=seed, history=history, points=points)
        history.append(result.rounds[0])
        impossible += result.protocol["impossible"]
        for table in result.rounds[0].tables:
            one = results.randrange(1257)
            for seat, entry in enumerate(table):
                points[entry] += one if seat % 2 == 0 else 1256 - one
    return history, impossible


def test_a_later_round_without_waits_is_as_even_as_it_can_be():
    first = drawn(8, 2, 2).rounds
    (found,) = (
        bound
        for bound in drawn(8, 1, 2, history=first[:1]).protocol["bounds"]
        if bound["what"] == "waits-apart"
    )
    assert (found["bound"], found["reached"]) == (0, 0)


@pytest.mark.parametrize(
    ("n", "rounds"), [(2, 1), (4, 3), (5, 5), (6, 5), (8, 7), (9, 6), (12, 11), (16, 5), (40, 7)]
)
def test_no_two_teams_meet_twice_up_to_the_last_round_there_is(n, rounds):
    history, impossible = evening(n, rounds, 2)
    assert impossible == []
    assert_everybody_once(history, range(1, n + 1))
    assert_waits_fair(history, range(1, n + 1))
    assert most(meetings(history)) == 1


@pytest.mark.parametrize(
    ("n", "rounds"), [(4, 3), (5, 4), (8, 7), (9, 5), (12, 7), (16, 10), (37, 5), (64, 6)]
)
def test_nobody_has_the_same_partner_twice_in_fours_by_standing(n, rounds):
    history, impossible = evening(n, rounds, 4)
    assert impossible == []
    assert_everybody_once(history, range(1, n + 1))
    assert_waits_fair(history, range(1, n + 1))
    assert most(partnerships(history)) == 1


def test_the_first_and_fourth_of_a_table_play_against_the_second_and_third():
    points = {one: 100 * one for one in range(1, 9)}
    tables = drawn(8, 1, 4, points=points).rounds[0].tables
    sides = {frozenset({frozenset(table[::2]), frozenset(table[1::2])}) for table in tables}
    assert sides == {
        frozenset({frozenset({8, 5}), frozenset({7, 6})}),
        frozenset({frozenset({4, 1}), frozenset({3, 2})}),
    }


def test_where_low_is_good_the_lowest_sit_at_the_top_and_the_highest_wait():
    points = {one: 100 * one for one in range(1, 6)}
    result = drawn(5, 1, 4, points=points, low_is_good=True)
    assert result.rounds[0].waiting == (5,)
    assert drawn(5, 1, 4, points=points).rounds[0].waiting == (1,)


def test_the_lowest_who_has_not_waited_waits():
    points = {1: 10, 2: 20, 3: 30, 4: 40, 5: 50}
    assert drawn(5, 1, 2, points=points, waited={1: 1}).rounds[0].waiting == (2,)


def test_equal_standings_are_ordered_by_lot_and_not_by_number():
    assert len({drawn(16, 1, 4, seed=seed).rounds for seed in range(10)}) == 10


def test_the_number_of_a_table_says_nothing_about_the_standing():
    points = {one: one for one in range(1, 33)}
    tops = set()
    for seed in range(12):
        tables = drawn(32, 1, 2, seed=seed, points=points).rounds[0].tables
        tops.add(next(place for place, table in enumerate(tables) if 32 in table))
    assert len(tops) > 4


def test_whoever_has_no_points_stands_last():
    result = drawn(6, 1, 2, points={1: -50, 2: -60, 3: -70, 4: -80})
    assert {5, 6} in [set(table) for table in result.rounds[0].tables]


@pytest.mark.parametrize(("n", "rounds", "size"), [(6, 5, 2), (8, 7, 4)])
@pytest.mark.parametrize("case", range(8))
def test_a_pairing_after_which_a_later_round_is_blocked_is_not_taken(n, rounds, size, case):
    """Whatever the standings: the nearest pairing would leave some of these evenings unfinished."""
    lots = random.Random(case)
    history = []
    for left in range(rounds, 0, -1):
        points = {one: lots.randrange(100) for one in range(1, n + 1)}
        result = drawn(n, left, size, seed=1, history=history, points=points)
        assert result.protocol["impossible"] == []
        history.append(result.rounds[0])
    counted = meetings(history) if size == 2 else partnerships(history)
    assert len(counted) == n * (n - 1) // 2
    assert most(counted) == 1


def test_when_everybody_has_met_the_round_is_drawn_and_the_protocol_says_so():
    history, _ = evening(4, 3, 2)
    result = drawn(4, 1, 2, history=history)
    assert [p["code"] for p in result.protocol["impossible"]] == ["opponents-exhausted"]
    assert len(result.protocol["repeats"]) == 2


def test_those_who_must_not_meet_do_not():
    for size in (2, 4):
        result = drawn(12, 1, size, points={one: one for one in range(1, 13)}, apart=[(12, 11)])
        assert not meetings(result.rounds)[frozenset({11, 12})]


def test_more_rounds_than_there_can_be_are_refused_before_the_start():
    assert [p.code for p in feasible("swiss", 8, 8, 2)] == ["too-many-rounds-opponents"]
    assert [p.code for p in feasible("swiss", 8, 8, 4)] == ["too-many-rounds"]
    with pytest.raises(DrawError) as caught:
        drawn(8, 8, 4)
    assert caught.value.code == "too-many-rounds"


def test_the_cheapest_pairing_is_the_one_that_trying_everything_finds():
    lots = random.Random(5)
    for _ in range(60):
        points = sorted(lots.randrange(60) for _ in range(8))
        met = {pair for pair in combinations(range(8), 2) if lots.random() < 0.4}

        def all_pairings(people, met=met):
            if not people:
                yield []
                return
            one = people[0]
            for other in people[1:]:
                if (one, other) not in met:
                    rest = [p for p in people if p not in {one, other}]
                    yield from ([(one, other), *pairs] for pairs in all_pairings(rest))

        def price(a, b, points=points):
            return (points[a] - points[b]) ** 2

        ways = [sum(price(*pair) for pair in way) for way in all_pairings(list(range(8)))]
        found = cheapest_pairing(8, lambda a, b, met=met: (a, b) not in met, price)
        if not ways:
            assert found is None
        else:
            assert sum(price(*pair) for pair in found) == min(ways)
