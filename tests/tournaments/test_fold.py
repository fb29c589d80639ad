"""The fold from facts to rows: what credits are worth, what a row shows, what is provisional."""

import pytest

from tournaments.chain_texts import criterion_label
from tournaments.fold import EntryFacts, Result, Terms, half_up, standing_rows
from tournaments.ranking import PLAIN_KEYS
from tournaments.reason_texts import reason_text


def terms(**changes):
    given = {
        "chain": ("sum", "highest-round", "shared"),
        "low_is_good": False,
        "credit_rule": "average",
        "credit_points": None,
        "lot_seed": 7,
    }
    return Terms(**given | changes)


def facts(*points, **fields):
    """An entry with these points per round; a text instead of a number is a credit's kind."""
    entry = EntryFacts(**fields)
    for index, value in enumerate(points):
        if isinstance(value, int):
            entry.results[index] = Result(value)
        elif value:
            entry.credits[index] = value
    return entry


def by_entry(rows):
    return {row.entry: row for row in rows}


def test_halves_of_an_average_are_rounded_up_below_zero_too():
    assert [half_up(5, 2), half_up(-5, 2), half_up(-7, 2), half_up(7, 3)] == [3, -2, -3, 2]


def test_a_wait_is_worth_the_own_average_of_the_rounds_played():
    rows = by_entry(
        standing_rows(
            {1: facts(900, "wait", 1001), 2: facts(1000, 1000, 1000)}, ["closed"] * 3, terms()
        )
    )
    assert [cell["points"] for cell in rows[1].values] == [900, 951, 1001]
    assert rows[1].total == 2852
    assert rows[1].values[1]["state"] == "wait"


def test_a_wait_before_anything_was_played_gives_nothing_yet():
    rows = by_entry(standing_rows({1: facts("wait"), 2: facts(1)}, ["closed"], terms()))
    assert rows[1].values == [{"points": None, "state": "wait"}]
    assert rows[1].total == 0


def test_a_fixed_credit_counts_in_the_sum_and_never_as_the_best_round():
    rows = standing_rows(
        {1: facts("late", 900), 2: facts(980, 920)},
        ["closed"] * 2,
        terms(credit_rule="fixed", credit_points=1000),
    )
    assert [(row.entry, row.rank, row.total) for row in rows] == [(2, 1, 1900), (1, 2, 1900)]
    assert rows[1].reason == {"key": "highest-round", "own": 900, "above": 980}


def test_a_missed_round_gets_no_credit_whatever_the_rule():
    rows = by_entry(standing_rows({1: facts(900, "missed")}, ["closed"] * 2, terms()))
    assert rows[1].values[1] == {"points": None, "state": "missed"}
    assert rows[1].total == 900


def test_who_sits_at_an_open_table_plays_and_who_left_does_not():
    rows = by_entry(
        standing_rows(
            {1: facts(900), 2: facts(950, withdrawn_from=2), 3: facts(800, 700)},
            ["closed", "playing"],
            terms(),
        )
    )
    assert [rows[entry].values[1]["state"] for entry in (1, 2, 3)] == ["playing", "none", "result"]


def test_a_dropped_and_a_corrected_round_are_marked():
    entry = facts(900, 700, 800)
    entry.results[2] = Result(800, corrected=True)
    (row,) = standing_rows({1: entry}, ["closed"] * 3, terms(chain=("best:2", "shared")))
    assert row.total == 1700
    assert [cell.get("dropped", False) for cell in row.values] == [False, True, False]
    assert [cell.get("corrected", False) for cell in row.values] == [False, False, True]


@pytest.mark.parametrize("key", [*PLAIN_KEYS, "best:3", "rounds", "games"])
def test_every_reason_a_row_can_have_is_a_sentence(key):
    text = reason_text({"key": key, "own": 17, "above": None}, ["wins"])
    assert len(text) > 10 or key == "wins"
    assert "%" not in text


@pytest.mark.parametrize("key", [*PLAIN_KEYS, "best:3", "rounds", "games"])
def test_a_reason_gives_amounts_as_amounts_and_numbers_as_numbers(key):
    text = reason_text({"key": key, "own": 110, "above": 190}, ["no-such"], "cents")
    counts = key in {"rounds", "games", "matches", "wins", "knock-out"}
    says_nothing = key in {"shared", "lot"}
    assert ("110" in text, "1.10" in text) == (counts, not counts and not says_nothing)


@pytest.mark.parametrize("key", [*PLAIN_KEYS, "best:3"])
def test_every_criterion_has_a_name_of_its_own(key):
    assert criterion_label(key) not in {"", key}
