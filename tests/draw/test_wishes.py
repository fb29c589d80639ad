"""Wishes: apart, rather apart, together, fixed places; contradictions are named before drawing."""

import pytest

from tests.draw.checks import assert_waits_fair, meetings, most, partnerships
from tournaments.draw import DrawError, draw


def drawn(n, rounds, seed=7, method="drawn-partners", **more):
    return draw(method, entries=range(1, n + 1), rounds=rounds, seed=seed, **more)


def refused(n, rounds=1, **more):
    with pytest.raises(DrawError) as caught:
        drawn(n, rounds, **more)
    return caught.value


def test_partners_who_are_kept_together_are_partners_in_every_round():
    rounds = drawn(16, 5, together=[(1, 2), (3, 4)]).rounds
    kept = partnerships(rounds)
    assert kept[frozenset({1, 2})] == kept[frozenset({3, 4})] == 5
    others = {pair: times for pair, times in kept.items() if not pair & {1, 2, 3, 4}}
    assert most(others) == 1


def test_partners_who_are_kept_together_are_no_repeat_in_the_protocol():
    result = drawn(16, 5, together=[(1, 2)])
    (figure,) = (b for b in result.protocol["bounds"] if b["what"] == "partner-repeats")
    assert figure["reached"] == 0


def test_partners_who_are_kept_together_wait_together_where_two_wait():
    rounds = drawn(18, 9, together=[(1, 2)]).rounds
    assert_waits_fair(rounds, range(1, 19))
    assert [1 in played.waiting for played in rounds] == [2 in played.waiting for played in rounds]
    assert any(1 in played.waiting for played in rounds)


def test_where_one_of_kept_partners_must_wait_alone_the_protocol_says_so():
    result = drawn(5, 5, together=[(1, 2)])
    assert "together-not-kept" in [p["code"] for p in result.protocol["impossible"]]


def test_people_who_had_rather_not_meet_meet_only_where_it_cannot_be_avoided():
    wish = [(one, one + 1) for one in range(1, 18, 2)]
    met = meetings(drawn(18, 5, rather_apart=wish).rounds)
    assert not any(met[frozenset(pair)] for pair in wish)
    everyone = [(1, other) for other in range(2, 9)]
    assert drawn(8, 2, rather_apart=everyone).rounds


@pytest.mark.parametrize("n", [9, 13, 17])
def test_wishes_do_not_upset_who_waits_in_a_construction(n):
    rounds = drawn(n, 4, apart=[(1, 2)]).rounds
    for played in rounds:
        seated = [one for table in played.tables for one in table]
        assert sorted([*seated, *played.waiting]) == list(range(1, n + 1))


def test_people_who_cannot_move_always_sit_at_their_table():
    rounds = drawn(18, 5, places={1: 0, 2: 3}).rounds
    for played in rounds:
        assert 1 in played.waiting or 1 in played.tables[0]
        assert 2 in played.waiting or 2 in played.tables[3]
    assert most(partnerships(rounds)) == 1


@pytest.mark.parametrize("method", ["individuals", "fixed-teams", "swiss"])
def test_every_method_keeps_fixed_places(method):
    for played in drawn(12, 1, method=method, places={1: 0, 2: 2}).rounds:
        assert 1 in played.tables[0]
        assert 2 in played.tables[2]


def test_a_place_that_is_not_there_is_refused():
    error = refused(8, places={1: 2})
    assert error.code == "place-unknown"


def test_two_people_who_cannot_move_from_one_table_are_refused_with_a_way_out():
    error = refused(16, places={1: 0, 2: 0})
    assert error.code == "place-twice"
    assert error.params["entries"] == [1, 2]
    assert drawn(16, 2, places={1: 0, 2: 0}, together=[(1, 2)]).rounds


@pytest.mark.parametrize(
    "wishes",
    [
        {"apart": [(1, 2)], "together": [(2, 1)]},
        {"together": [(1, 2), (2, 3)]},
        {"together": [(1, 2)], "places": {1: 0, 2: 1}},
    ],
)
def test_wishes_that_contradict_each_other_are_named(wishes):
    error = refused(16, **wishes)
    assert error.code == "wish-contradiction"
    assert {1, 2} <= set(error.params["entries"])


@pytest.mark.parametrize("method", ["fixed-teams", "swiss", "individuals", "knock-out"])
def test_keeping_partners_together_is_refused_where_no_partners_are_drawn(method):
    assert refused(8, method=method, together=[(1, 2)]).code == "together-not-here"


def test_all_contradictions_are_reported_at_once():
    error = refused(16, apart=[(1, 2)], together=[(1, 2)], places={5: 0, 6: 0})
    assert [problem.code for problem in error.problems] == ["wish-contradiction", "place-twice"]


def test_somebody_who_must_meet_hardly_anyone_is_named_before_drawing():
    error = refused(8, apart=[(1, other) for other in range(2, 8)])
    assert error.code == "apart-too-many"
    assert error.params["entries"] == [1]


def test_more_people_apart_from_each_other_than_there_are_tables_are_named_before_drawing():
    error = refused(8, apart=[(1, 2), (2, 3), (1, 3)])
    assert error.code == "apart-too-many"
    assert error.params == {"entries": [1, 2, 3], "tables": 2}
    assert drawn(9, 3, apart=[(1, 2), (2, 3), (1, 3)], seed=1) is not None


def test_a_wish_is_kept_although_few_draws_keep_it():
    """Two tables, and three pairs that must be apart: one split of the eight in two remains."""
    apart = [(1, 5), (1, 6), (2, 7), (2, 8), (3, 5), (4, 7)]
    rounds = drawn(8, 3, apart=apart).rounds
    met = meetings(rounds)
    assert not any(met[frozenset(pair)] for pair in apart)
    assert most(partnerships(rounds)) == 1


def test_swiss_keeps_a_soft_wish_where_that_costs_no_repeat():
    """1 and 2 lead, so they would meet at once; who would rather not is spared while others are left."""
    points = {one: 100 - one for one in range(1, 9)}
    given = {"entries": range(1, 9), "rounds": 1, "seed": 7, "table_size": 2, "points": points}
    without = draw("swiss", **given).rounds[0].tables
    assert {1, 2} in [set(table) for table in without]
    wished = draw("swiss", **given, rather_apart=[(1, 2)]).rounds[0].tables
    assert {1, 2} not in [set(table) for table in wished]


def test_swiss_gives_a_soft_wish_up_before_it_repeats_or_refuses():
    pair = {"entries": [1, 2], "rounds": 1, "seed": 7, "table_size": 2, "points": {1: 9, 2: 8}}
    assert set(draw("swiss", **pair, rather_apart=[(1, 2)]).rounds[0].tables[0]) == {1, 2}
