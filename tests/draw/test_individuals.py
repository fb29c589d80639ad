"""Everybody for themselves at tables of three to six."""

import pytest

from tests.draw.checks import assert_everybody_once, assert_waits_fair, meetings, most
from tournaments.draw import DrawError, draw, feasible
from tournaments.draw.individuals import table_sizes


def drawn(n, rounds, seed=7, **more):
    return draw("individuals", entries=range(1, n + 1), rounds=rounds, seed=seed, **more)


def test_twenty_three_people_at_tables_of_four_and_five_all_have_a_seat():
    for played in drawn(23, 4, table_size=(4, 5)).rounds:
        assert sorted(len(table) for table in played.tables) == [4, 4, 5, 5, 5]
        assert played.waiting == ()


@pytest.mark.parametrize(
    ("n", "preferred", "others", "expected"),
    [
        (23, 4, [5], [4, 4, 5, 5, 5]),
        (23, 4, [], [4] * 5),
        (10, 4, [3], [4, 3, 3]),
        (12, 4, [3, 5], [4, 4, 4]),
        (7, 4, [3], [4, 3]),
        (5, 4, [3], [4]),
        (5, 4, [5], [5]),
        (6, 4, [3, 5, 6], [6]),
        (11, 5, [6], [5, 6]),
    ],
)
def test_as_few_as_possible_wait_and_most_tables_have_the_preferred_size(
    n, preferred, others, expected
):
    assert table_sizes(n, preferred, *others) == expected


@pytest.mark.parametrize("size", [3, 4, 5, 6])
@pytest.mark.parametrize("n", [13, 38])
def test_whoever_does_not_fit_waits_in_turn(n, size):
    rounds = drawn(n, 3, table_size=size).rounds
    assert_everybody_once(rounds, range(1, n + 1))
    assert_waits_fair(rounds, range(1, n + 1))


@pytest.mark.parametrize(
    ("n", "size", "rounds"), [(9, 3, 4), (16, 4, 5), (24, 4, 7), (25, 5, 6), (35, 5, 7), (42, 6, 7)]
)
def test_nobody_meets_anybody_twice_where_a_construction_is_known(n, size, rounds):
    assert most(meetings(drawn(n, rounds, table_size=size).rounds)) == 1


def test_seats_change_from_round_to_round():
    rounds = drawn(4, 8).rounds
    assert len({played.tables for played in rounds}) > 1


def test_a_table_of_seven_is_refused():
    assert [p.code for p in feasible("individuals", 20, 3, 7)] == ["table-size"]
    with pytest.raises(DrawError) as caught:
        drawn(20, 3, table_size=[4, 7])
    assert caught.value.code == "table-size"


def test_fewer_people_than_a_table_are_refused():
    with pytest.raises(DrawError) as caught:
        drawn(3, 1, table_size=4)
    assert caught.value.code == "too-few"


def test_those_who_must_not_meet_do_not():
    apart = [(1, 2), (3, 4), (5, 6), (1, 3)]
    met = meetings(drawn(23, 5, table_size=[4, 5], apart=apart).rounds)
    assert not any(met[frozenset(pair)] for pair in apart)


def test_round_by_round_with_one_seed_is_the_plan_of_the_first_draw():
    whole = drawn(31, 4, table_size=[4, 5])
    history = []
    for left in range(4, 0, -1):
        history.append(drawn(31, left, table_size=[4, 5], history=history).rounds[0])
    assert tuple(history) == whole.rounds
