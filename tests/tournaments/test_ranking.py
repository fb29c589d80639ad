"""The ranking without a database: the shared cases, the criteria one by one, the reasons."""

import json
from pathlib import Path

import pytest

from tournaments.ranking import RankingError, rank

CASES = json.loads((Path(__file__).parents[1] / "cases" / "ranking.json").read_text("utf-8"))


def order(rows):
    return [row.entry for row in rows]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_shared_case_is_ranked_as_expected(case):
    rows = rank(
        case["results"],
        case["chain"],
        low_is_good=case.get("low_is_good", False),
        facts=case.get("facts"),
        credits=case.get("credits"),
    )
    assert [row.rank for row in rows] == [expected[1] for expected in case["expect"]]
    assert sorted([row.entry, row.rank, row.total, row.tied] for row in rows) == sorted(
        case["expect"]
    )


def test_ranks_skip_after_a_tie_and_the_tie_has_its_reason():
    """Field report 12."""
    rows = rank({"a": [500], "b": [480], "c": [480], "d": [470]}, ["sum", "shared"])
    assert [row.rank for row in rows] == [1, 2, 2, 4]
    assert [row.tied for row in rows] == [False, True, True, False]
    assert rows[2].reason == {"key": "shared", "equal": ["sum"]}


def test_dropping_the_worst_in_differenzler_drops_the_highest():
    """Field report 13."""
    rows = rank({"a": [40, 95, 20, 60]}, ["best:3"], low_is_good=True)
    assert (rows[0].total, rows[0].dropped) == (120, (1,))


def test_each_pair_of_equals_shows_which_criterion_ordered_them():
    """Field report 15."""
    rows = rank(
        {"a": [1042, 871, 1010], "b": [1031, 998, 902], "c": [1009, 1020, None]},
        ["best:2", "highest-round", "lot"],
        lot_seed=7,
    )
    assert [row.reason for row in rows] == [
        None,
        {"key": "best:2", "own": 2029, "above": 2052},
        {"key": "highest-round", "own": 1020, "above": 1031},
    ]
    assert [row.dropped for row in rows] == [(1,), (2,), ()]


def test_whoever_withdraws_stays_in_the_ranking_and_the_others_totals_do_not_move():
    """Field report 11, the ranking's part."""
    results = {"a": [900, 800, None], "b": [700, 950, None], "c": [850, 820, None]}
    before = {row.entry: row.total for row in rank(results, ["sum"])}
    later = {"a": [900, 800, 810], "b": [700, 950, None], "c": [850, 820, 640]}
    rows = {row.entry: row for row in rank(later, ["sum"])}
    assert rows["b"].total == before["b"]
    assert rows["b"].rank == 3
    assert (rows["a"].total, rows["c"].total) == (2510, 2310)


def test_a_round_that_is_missing_where_low_is_good_is_named_as_the_reason():
    rows = rank({"a": [10, None], "b": [20, 20]}, ["sum"], low_is_good=True)
    assert order(rows) == ["b", "a"]
    assert rows[1].reason == {"key": "rounds", "criterion": "sum", "own": 1, "above": 2}
    assert [row.counted for row in rows] == [2, 1]


def test_a_missing_round_adds_nothing_where_high_is_good():
    rows = rank({"a": [30, None], "b": [10, 10]}, ["sum"])
    assert order(rows) == ["a", "b"]


def test_of_equal_results_the_credit_is_dropped_before_the_played_one():
    rows = rank({"a": [900, 900, 950]}, ["best:2"], credits={"a": [0]})
    assert rows[0].dropped == (0,)


def test_a_dropped_round_is_a_highest_round_all_the_same():
    results = {"a": [30, 30, 80], "b": [25, 35, 90]}
    rows = rank(results, ["best:1", "highest-round"], low_is_good=True)
    assert order(rows) == ["b", "a"]
    results = {"a": [50, 50, 20], "b": [50, 50, 10]}
    rows = rank(results, ["best:2", "highest-counted-round", "second-highest-round", "shared"])
    assert [row.rank for row in rows] == [1, 1]


def test_the_second_highest_round_decides_where_the_highest_is_equal():
    rows = rank(
        {"a": [90, 40, 50], "b": [90, 55, 35]}, ["sum", "highest-round", "second-highest-round"]
    )
    assert order(rows) == ["b", "a"]
    assert rows[1].reason == {"key": "second-highest-round", "own": 50, "above": 55}


def test_who_played_one_round_has_no_second_highest_and_stands_behind():
    rows = rank({"a": [90, None], "b": [50, 40]}, ["sum", "second-highest-round"])
    assert order(rows) == ["b", "a"]
    assert rows[1].reason == {"key": "second-highest-round", "own": None, "above": 40}


def test_the_last_round_is_the_last_one_that_anybody_played():
    results = {"a": [50, 40, None], "b": [40, 50, None]}
    assert order(rank(results, ["sum", "last-round"])) == ["b", "a"]
    assert order(rank(results, ["sum", "last-round"], low_is_good=True)) == ["a", "b"]


def test_a_credit_does_not_win_the_last_round():
    rows = rank({"a": [80, 100], "b": [90, 90]}, ["sum", "last-round"], credits={"a": [1]})
    assert order(rows) == ["b", "a"]


def test_wins_and_matches_are_good_even_where_low_points_are():
    facts = {"a": {"wins": 1}, "b": {"wins": 2}}
    assert order(rank({"a": [5], "b": [5]}, ["sum", "wins"], facts=facts, low_is_good=True)) == [
        "b",
        "a",
    ]


def test_buchholz_adds_the_opponents_sums_with_nothing_dropped():
    results = {"a": [100, 60], "b": [100, 60], "c": [57, 97], "d": [57, 1]}
    facts = {
        "a": {"games": [[["d"], 100, 57], [["c"], 60, 97]]},
        "b": {"games": [[["c"], 100, 57], [["c"], 60, 97]]},
    }
    rows = rank(results, ["best:1", "buchholz"], facts=facts)
    assert order(rows)[:2] == ["b", "a"]
    assert rows[1].reason == {"key": "buchholz", "own": 58 + 154, "above": 154 * 2}


def test_fewer_games_are_no_better_buchholz_where_low_is_good():
    results = {"a": [5, 5], "b": [5, 5], "c": [6, 7]}
    facts = {"a": {"games": [[["c"], 5, 6]]}, "b": {"games": [[["c"], 5, 6], [["c"], 5, 7]]}}
    rows = rank(results, ["sum", "buchholz"], facts=facts, low_is_good=True)
    assert order(rows) == ["b", "a", "c"]
    assert rows[1].reason == {"key": "games", "criterion": "buchholz", "own": 1, "above": 2}


def test_a_substitute_outside_the_ranking_adds_nothing_to_buchholz():
    results = {"a": [5], "b": [5], "c": [1]}
    facts = {"a": {"games": [[["guest"], 5, 6]]}, "b": {"games": [[["guest", "c"], 5, 6]]}}
    rows = rank(results, ["sum", "buchholz"], facts=facts)
    assert [row.values.get("buchholz") for row in rows] == [1, 0, None]


def games(*played):
    """Facts from (one, other, points of one, points of other)."""
    facts = {}
    for one, other, own, theirs in played:
        facts.setdefault(one, {"games": []})["games"].append([[other], own, theirs])
        facts.setdefault(other, {"games": []})["games"].append([[one], theirs, own])
    return facts


def test_direct_comparison_of_three_counts_the_games_among_the_three_only():
    facts = games(("a", "b", 90, 67), ("a", "c", 100, 57), ("b", "c", 80, 77), ("c", "d", 157, 0))
    rows = rank({e: [500] for e in "abc"} | {"d": [0]}, ["sum", "direct"], facts=facts)
    assert order(rows) == ["a", "b", "c", "d"]
    assert rows[2].reason == {"key": "direct", "own": 0, "above": 2}


def test_equals_on_points_in_a_direct_comparison_are_compared_anew():
    facts = games(
        ("a", "b", 2, 1), ("a", "c", 2, 1), ("d", "a", 2, 1),
        ("b", "c", 2, 1), ("b", "d", 2, 1), ("c", "d", 2, 1),
    )  # fmt: skip
    rows = rank({e: [9] for e in "abcd"}, ["sum", "direct"], facts=facts)
    assert order(rows) == ["a", "b", "c", "d"]


def test_two_wins_over_one_opponent_count_no_more_than_one_in_a_direct_comparison():
    facts = games(("a", "b", 2, 1), ("a", "b", 2, 1), ("b", "c", 2, 1), ("c", "a", 2, 1))
    rows = rank({e: [9] for e in "abc"}, ["sum", "direct"], facts=facts)
    assert [row.rank for row in rows] == [1, 1, 1]


def test_who_could_still_be_drawn_level_with_is_not_put_in_front():
    facts = games(
        ("a", "b", 2, 1), ("a", "c", 2, 1), ("d", "b", 2, 1), ("c", "d", 2, 1), ("b", "c", 2, 1)
    )  # fmt: skip
    rows = rank({e: [9] for e in "abcd"}, ["sum", "direct"], facts=facts)
    assert [row.rank for row in rows] == [1, 1, 1, 1]


def test_direct_comparison_leaves_a_tie_where_not_all_have_met():
    rows = rank({e: [9] for e in "abc"}, ["sum", "direct"], facts=games(("a", "b", 2, 1)))
    assert [row.rank for row in rows] == [1, 1, 1]


def test_who_cannot_be_reached_is_first_although_two_others_have_not_met():
    facts = games(("a", "b", 2, 1), ("a", "c", 2, 1))
    rows = rank({e: [9] for e in "abc"}, ["sum", "direct"], facts=facts)
    assert [(row.entry, row.rank) for row in rows] == [("a", 1), ("b", 2), ("c", 2)]


def test_in_a_game_where_low_is_good_the_lower_side_won_the_direct_comparison():
    rows = rank(
        {"a": [9], "b": [9]}, ["sum", "direct"], facts=games(("a", "b", 2, 1)), low_is_good=True
    )
    assert order(rows) == ["b", "a"]


def test_the_lot_depends_on_ids_and_seed_and_not_on_the_order_of_the_input():
    results = {entry: [100] for entry in range(20)}
    backwards = dict(reversed(results.items()))
    drawn = [order(rank(results, ["sum", "lot"], lot_seed=seed)) for seed in range(5)]
    assert drawn == [order(rank(backwards, ["sum", "lot"], lot_seed=seed)) for seed in range(5)]
    assert len({tuple(o) for o in drawn}) == 5
    assert not any(row.tied for row in rank(results, ["lot"], lot_seed=1))


def test_the_lot_of_two_does_not_change_when_a_third_joins():
    two = order(rank({"a": [1], "b": [1]}, ["lot"], lot_seed=3))
    three = order(rank({"a": [1], "b": [1], "c": [1]}, ["lot"], lot_seed=3))
    assert [entry for entry in three if entry != "c"] == two


def test_the_lot_is_the_same_on_every_machine():
    assert order(rank({e: [1] for e in range(6)}, ["lot"], lot_seed=7)) == LOT_OF_SIX


LOT_OF_SIX = [2, 0, 1, 5, 3, 4]


def test_nobody_to_rank_is_an_empty_list():
    assert rank({}, ["sum"]) == []


def test_before_the_first_round_everybody_shares_the_first_place():
    rows = rank({"a": [], "b": [None]}, ["best:3", "direct", "buchholz"])
    assert [(row.rank, row.total, row.tied) for row in rows] == [(1, 0, True), (1, 0, True)]


@pytest.mark.parametrize(
    ("code", "results", "chain", "more"),
    [
        ("chain-empty", {"a": [1]}, [], {}),
        ("criterion-unknown", {"a": [1]}, ["most-beautiful"], {}),
        ("criterion-unknown", {"a": [1]}, ["best:0"], {}),
        ("criterion-unknown", {"a": [1]}, ["best:"], {}),
        ("criterion-unknown", {"a": [1]}, [7], {}),
        ("criterion-twice", {"a": [1]}, ["sum", "sum"], {}),
        ("criterion-after-end", {"a": [1]}, ["shared", "sum"], {}),
        ("lot-seed-missing", {"a": [1]}, ["sum", "lot"], {}),
        ("result-invalid", {"a": [1.5]}, ["sum"], {}),
        ("result-invalid", {"a": [True]}, ["sum"], {}),
        ("credit-unknown", {"a": [1]}, ["sum"], {"credits": {"a": [1]}}),
        ("credit-unknown", {"a": [None]}, ["sum"], {"credits": {"a": [0]}}),
        ("entry-unknown", {"a": [1]}, ["sum"], {"credits": {"b": [0]}}),
        ("entry-unknown", {"a": [1]}, ["sum"], {"facts": {"b": {"wins": 1}}}),
    ],
)
def test_arguments_that_cannot_be_ranked_are_refused_with_a_code(code, results, chain, more):
    with pytest.raises(RankingError) as caught:
        rank(results, chain, **more)
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")
