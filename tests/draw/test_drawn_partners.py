"""Partners and opponents by lot: nobody the same partner twice, as few repeats as can be."""

import json
from itertools import combinations

import pytest

from tests.draw.checks import (
    assert_everybody_once,
    assert_waits_fair,
    meetings,
    most,
    partnerships,
    waits,
)
from tests.reading import figures
from tournaments.draw import DrawError, DrawnRound, draw, feasible


def drawn(n, rounds, seed=7, **more):
    return draw("drawn-partners", entries=range(1, n + 1), rounds=rounds, seed=seed, **more)


def figure(result, what):
    return next(b for b in result.protocol["bounds"] if b["what"] == what)


def test_the_third_round_of_four_people_is_the_pairing_that_is_left():
    """Field report 1."""
    played = [[(1, 3, 2, 4)], [(1, 2, 3, 4)]]
    (table,) = (
        draw("drawn-partners", entries=[1, 2, 3, 4], rounds=1, seed=1, history=played)
        .rounds[0]
        .tables
    )
    assert {frozenset(table[::2]), frozenset(table[1::2])} == {frozenset({1, 4}), frozenset({2, 3})}


def test_a_fourth_round_of_four_people_repeats_and_says_that_it_had_to():
    """Field report 1."""
    played = [[(1, 3, 2, 4)], [(1, 2, 3, 4)], [(1, 2, 4, 3)]]
    result = draw("drawn-partners", entries=[1, 2, 3, 4], rounds=1, seed=1, history=played)
    assert [problem["code"] for problem in result.protocol["impossible"]] == ["partners-exhausted"]
    again = [r for r in result.protocol["repeats"] if r["kind"] == "partner" and r["again"]]
    assert len(again) == 2
    assert figure(result, "partner-repeats")["reached"] == 2


@pytest.mark.parametrize("seed", range(5))
def test_a_greedy_dead_end_is_avoided_by_planning_the_rest(seed):
    """Field report 1: eight people, three rounds played, four to go, every partner once."""
    first = drawn(8, 7, seed=100 + seed).rounds[:3]
    rest = drawn(8, 4, seed=seed, history=first).rounds
    assert most(partnerships([*first, *rest])) == 1


def test_no_partner_is_repeated_for_the_sake_of_evener_opponents():
    """Field report 2: 12 people, 11 rounds leave one way for partners and much for opponents."""
    assert set(partnerships(drawn(12, 11).rounds).values()) == {1}


def test_eight_rounds_of_eight_people_are_refused_before_the_start():
    """Field report 3."""
    (problem,) = feasible("drawn-partners", 8, 8)
    assert problem.code == "too-many-rounds"
    assert problem.params == {"n": 8, "rounds": 8, "most": 7}
    assert "7" in figures(problem.sentence)
    assert feasible("drawn-partners", 8, 7) == []
    with pytest.raises(DrawError) as caught:
        drawn(8, 8)
    assert caught.value.code == "too-many-rounds"


def test_with_repeats_allowed_eight_rounds_of_eight_people_repeat_two_tables_of_partners_only():
    result = drawn(8, 8, allow_repeats=True)
    assert figure(result, "partner-repeats")["reached"] == 4
    assert result.protocol["impossible"][0]["code"] == "partners-exhausted"


@pytest.mark.parametrize("n", [4, 7, 9, 30, 64])
def test_nobody_sits_twice_in_a_round(n):
    """Field report 6."""
    assert_everybody_once(drawn(n, 3).rounds, range(1, n + 1))


def test_an_entry_that_is_there_twice_is_refused():
    """Field report 6."""
    with pytest.raises(DrawError) as caught:
        draw("drawn-partners", entries=[7, 7, 9, 12], rounds=1, seed=1)
    assert caught.value.code == "entry-twice"


def test_a_history_with_somebody_twice_at_a_table_is_refused():
    """Field report 6."""
    with pytest.raises(DrawError) as caught:
        drawn(8, 1, history=[[(7, 7, 1, 2), (3, 4, 5, 6)]])
    assert caught.value.code == "history-invalid"


def test_the_same_seed_gives_the_same_draw_whatever_the_order_of_the_entries():
    """Field report 7."""
    one = draw("drawn-partners", entries=range(1, 31), rounds=4, seed=7)
    other = draw("drawn-partners", entries=reversed(range(1, 31)), rounds=4, seed=7)
    assert one == other


def test_other_seeds_give_other_draws():
    """Field report 7."""
    assert len({drawn(16, 3, seed=seed).rounds for seed in range(10)}) == 10


def test_a_draw_is_the_same_on_every_machine():
    """Field report 7."""
    assert drawn(9, 1).rounds[0] == DrawnRound(tables=TABLES_OF_NINE, waiting=WAITING_OF_NINE)


TABLES_OF_NINE = ((3, 4, 6, 9), (5, 8, 1, 2))
WAITING_OF_NINE = (7,)


def test_nobody_waits_twice_before_everybody_waited_once():
    """Field report 9."""
    rounds = drawn(9, 5).rounds
    assert max(waits(rounds, range(1, 10))) == 1
    assert_waits_fair(drawn(9, 9).rounds, range(1, 10))


@pytest.mark.parametrize("n", [5, 6, 7, 10, 11, 14, 23])
def test_waits_are_at_most_one_apart_after_every_round(n):
    rounds = drawn(n, 5).rounds
    assert_everybody_once(rounds, range(1, n + 1))
    assert_waits_fair(rounds, range(1, n + 1))
    assert most(partnerships(rounds)) == 1


def test_who_has_waited_before_by_the_callers_count_does_not_wait_first():
    waited = dict.fromkeys(range(1, 9), 1)
    assert drawn(9, 1, waited=waited).rounds[0].waiting == (9,)


def test_who_has_just_come_late_is_not_the_first_to_wait():
    first = drawn(16, 1).rounds
    (second,) = draw("drawn-partners", entries=range(1, 18), rounds=1, seed=1, history=first).rounds
    assert second.waiting != (17,)


@pytest.mark.parametrize("n", [8, 12, 20, 24, 28, 32, 36, 44])
def test_every_partner_once_over_as_many_rounds_as_there_are_partners(n):
    counted = partnerships(drawn(n, n - 1).rounds)
    assert len(counted) == n * (n - 1) // 2
    assert most(counted) == 1


@pytest.mark.parametrize(
    ("n", "rounds"), [(16, 5), (20, 5), (24, 7), (28, 9), (32, 10), (40, 13), (64, 10)]
)
def test_nobody_meets_anybody_twice_where_a_construction_is_known(n, rounds):
    result = drawn(n, rounds)
    assert most(meetings(result.rounds)) == 1
    assert figure(result, "meetings-again")["reached"] == 0


@pytest.mark.parametrize(("n", "rounds"), [(16, 5), (24, 7), (28, 9), (32, 10), (40, 13)])
def test_round_by_round_under_ever_other_seeds_nobody_meets_anybody_twice_either(n, rounds):
    history = []
    for left in range(rounds, 0, -1):
        history.append(drawn(n, left, seed=left, history=history).rounds[0])
    assert most(meetings(history)) == 1


@pytest.mark.parametrize("n", [8, 12, 16, 20, 24])
def test_over_all_rounds_everybody_is_everybodys_opponent_equally_often(n):
    assert figure(drawn(n, n - 1), "opponents-apart")["reached"] == 0


@pytest.mark.parametrize(("n", "rounds"), [(23, 4), (30, 5), (37, 5), (49, 6), (50, 7)])
def test_nobody_meets_anybody_twice_where_there_is_room_and_some_wait(n, rounds):
    assert most(meetings(drawn(n, rounds).rounds)) == 1


def test_a_thousand_people_play_seven_rounds_without_a_repeat():
    assert most(meetings(drawn(1000, 7).rounds)) == 1
    assert most(meetings(drawn(998, 7).rounds)) == 1


@pytest.mark.parametrize("n", [8, 13, 16, 24])
def test_drawing_round_by_round_with_one_seed_gives_the_plan_of_the_first_draw(n):
    whole = drawn(n, 4)
    history = []
    for left in range(4, 0, -1):
        history.append(drawn(n, left, history=history).rounds[0])
    assert tuple(history) == whole.rounds


def test_pairs_that_must_not_meet_never_sit_at_one_table():
    apart = [(1, 2), (3, 4), (5, 6), (1, 5)]
    met = meetings(drawn(16, 5, apart=apart).rounds)
    assert not any(met[frozenset(pair)] for pair in apart)


def test_wishes_of_people_who_are_not_here_do_no_harm():
    assert drawn(16, 3, apart=[(1, 99)]).rounds


def test_a_wish_against_oneself_is_refused():
    with pytest.raises(DrawError) as caught:
        drawn(8, 1, apart=[(3, 3)])
    assert caught.value.code == "pair-invalid"


def test_where_no_draw_keeps_everybody_apart_the_draw_is_refused():
    """Two tables, and a circle of five who must not meet their neighbours."""
    circle = [(1, 2), (2, 3), (3, 4), (4, 5), (5, 1)]
    with pytest.raises(DrawError) as caught:
        drawn(8, 1, apart=circle)
    assert caught.value.code == "apart-not-found"


def test_the_protocol_is_plain_json_and_holds_all_it_takes_to_draw_again():
    result = drawn(9, 4, apart=[(1, 2)])
    protocol = json.loads(json.dumps(result.protocol))
    assert protocol == result.protocol
    again = draw(
        protocol["method"],
        entries=protocol["inputs"]["entries"],
        rounds=protocol["inputs"]["rounds"],
        seed=protocol["seed"],
        apart=protocol["inputs"]["apart"],
    )
    assert again == result
    assert protocol["rounds"] == [played.as_dict() for played in result.rounds]


def test_every_repeat_of_the_rounds_is_named_in_the_protocol():
    result = drawn(8, 3)
    named = {(r["round"], frozenset(r["who"])) for r in result.protocol["repeats"]}
    seen, expected = set(), set()
    for number, played in enumerate(result.rounds, start=1):
        met = {frozenset(p) for table in played.tables for p in combinations(table, 2)}
        expected |= {(number, pair) for pair in met & seen}
        seen |= met
    assert named == expected
    assert figure(result, "meetings-again")["reached"] == len(expected)
    assert figure(result, "meetings-again")["bound"] <= len(expected)


def test_entry_seventeen_joins_after_the_first_round_of_sixteen():
    """Field report 10, the draw's part."""
    first = drawn(16, 5).rounds[:1]
    result = draw("drawn-partners", entries=range(1, 18), rounds=4, seed=7, history=first)
    assert_everybody_once(result.rounds, range(1, 18))
    assert most(partnerships([*first, *result.rounds])) == 1


def test_somebody_withdraws_and_the_others_still_meet_no_partner_twice():
    first = drawn(20, 5).rounds[:2]
    left = [one for one in range(1, 21) if one not in {3, 4, 11}]
    rounds = draw("drawn-partners", entries=left, rounds=3, seed=7, history=first).rounds
    assert_everybody_once(rounds, left)
    assert most(partnerships([*first, *rounds])) == 1


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("too-few", {"entries": [1, 2, 3]}),
        ("rounds-missing", {"rounds": None}),
        ("rounds-invalid", {"rounds": 0}),
        ("rounds-invalid", {"rounds": True}),
        ("rounds-invalid", {"rounds": 2.0}),
        ("table-size", {"table_size": 5}),
        ("entry-invalid", {"entries": [1, 2, 3, None]}),
        ("entry-invalid", {"entries": [1, 2, 3, True]}),
        ("seed-invalid", {"seed": 1.5}),
        ("pair-invalid", {"apart": [(1, 2, 3)]}),
        ("history-invalid", {"history": [[(1, 2, 3)]]}),
        ("history-invalid", {"history": [7]}),
        ("number-invalid", {"waited": {1: -1}}),
        ("number-invalid", {"waited": {1: 0.5}}),
        ("option-unknown", {"colour": "red"}),
    ],
)
def test_arguments_that_cannot_work_are_refused_with_code_and_sentence(code, arguments):
    given = {"entries": [1, 2, 3, 4], "rounds": 1, "seed": 1} | arguments
    with pytest.raises(DrawError) as caught:
        draw("drawn-partners", **given)
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")


def test_twice_the_largest_event_is_drawn_and_more_is_refused():
    assert most(meetings(drawn(2000, 3).rounds)) == 1
    with pytest.raises(DrawError) as caught:
        drawn(2001, 1)
    assert caught.value.code == "too-many-entries"


def test_an_unknown_method_names_the_known_ones():
    with pytest.raises(DrawError) as caught:
        draw("by-beauty", entries=[1, 2, 3, 4], rounds=1, seed=1)
    assert caught.value.code == "method-unknown"
    assert "drawn-partners" in caught.value.sentence
