"""Cego beyond the worked sheets: values, fields of each game, totals."""

import random

import pytest

from scoring.rules import InvalidOptions, get_variant
from scoring.rules.cego import DOUBLED_CARDS, TOTAL, impossible

CEGO = get_variant("cego")


def play(*deals, **options):
    return CEGO.replay(list(deals), CEGO.options(options))


def codes(sheet, number=0):
    return {(problem.field, problem.code) for problem in sheet.deals[number].problems}


def value(game, points, **options):
    sheet = play({"game": game, "declarer": 0, "points": points}, **options)
    return -sheet.deals[0].written[1]


@pytest.mark.parametrize(
    ("options", "field", "code"),
    [
        ({"players": 5}, "players", "invalid"),
        ({"players": True}, "players", "invalid"),
        ({"factors": {"solo": 2}}, "factors.solo", "invalid"),
        ({"factors": {"eine": 0}}, "factors.eine", "out-of-range"),
        ({"round_to": 0}, "round_to", "out-of-range"),
        ({"cents_per_point": 1001}, "cents_per_point", "out-of-range"),
        ({"bettel": None}, "bettel", "invalid"),
        ({"players": 3, "first_forehand": 3}, "first_forehand", "invalid"),
    ],
)
def test_options_that_cannot_be_are_refused(options, field, code):
    with pytest.raises(InvalidOptions) as error:
        CEGO.options(options)
    assert [(p.field, p.code) for p in error.value.problems] == [(field, code)]


def test_the_pack_has_54_cards_worth_79():
    assert len(DOUBLED_CARDS) == 54
    assert TOTAL == 79


def test_the_declarers_side_cannot_have_a_few_numbers():
    assert impossible() == (0, 1, 2, 3, 4, 78)


def test_whatever_ten_cards_and_whole_tricks_make_is_possible():
    lots = random.Random(7)
    for _deal in range(2000):
        held = lots.sample(DOUBLED_CARDS, 10 + 4 * lots.randint(0, 11))
        assert sum(held) % 2 == 0
        assert sum(held) // 2 not in impossible()


@pytest.mark.parametrize(
    ("game", "points", "expected"),
    [
        ("cego", 40, 10),
        ("cego", 44, 10),
        ("cego", 45, 10),
        ("cego", 50, 20),
        ("halbe", 40, 10),
        ("halbe", 45, 20),
        ("halbe", 50, 30),
        ("zwei-leere", 40, 30),
        ("zwei-leere", 45, 50),
        ("zwei-leere", 50, 80),
        ("zwei-leere", 39, -30),
        ("solo", 79, 80),
        ("solo", 5, -40),
    ],
)
def test_bases_go_by_fives_and_values_by_tens(game, points, expected):
    assert value(game, points) == expected


def test_rounding_comes_before_the_cents():
    assert value("eine", 41, cents_per_point=3) == 60
    assert value("eine", 41, round_to=1, cents_per_point=3) == 45
    assert value("eine", 41, round_to=7) == 21


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        ({"game": "cego"}, {("declarer", "required"), ("points", "required")}),
        ({"game": "bettel"}, {("declarer", "required"), ("won", "required")}),
        ({"game": "raeuber"}, {("loser", "required")}),
        (
            {"game": "ulti", "declarer": 0, "won": True, "points": 40, "loser": 1},
            {("points", "invalid"), ("loser", "invalid")},
        ),
        ({"game": "raeuber", "loser": 1, "won": False}, {("won", "invalid")}),
        ({"game": "tarock", "declarer": 4}, {("game", "invalid"), ("declarer", "invalid")}),
        ({}, {("game", "required")}),
        (
            {"game": "eine", "declarer": 1, "points": 79, "factor": 2},
            {("factor", "invalid")},
        ),
    ],
)
def test_each_game_has_its_own_fields(deal, expected):
    assert codes(play(deal)) == expected


def test_three_players_are_checked_for_bounds_only():
    assert play({"game": "cego", "declarer": 0, "points": 2}, players=3).is_clean
    assert codes(play({"game": "cego", "declarer": 0, "points": 80}, players=3)) == {
        ("points", "out-of-range")
    }


def test_the_sum_of_a_sheet_is_nothing():
    options = CEGO.options()
    sheet = CEGO.replay([{"game": "eine", "declarer": 0, "points": 41}], options)
    assert CEGO.sum_line(sheet, options) == (0, 0, 1, 0, 0, 0)


@pytest.mark.parametrize(
    ("totals", "options", "code", "remaining"),
    [
        ([60, -20, -20, -20], {}, None, None),
        ([60, -20, -20, None], {}, None, -20),
        ([60, -20, -20, -30], {}, "impossible-points", None),
        ([60, -20, -20, 20], {}, "wrong-sum", None),
        ([61, -20, -20, None], {}, "impossible-points", None),
        ([80, -20, -60, None], {}, "impossible-points", None),
        ([45, -15, -15, -15], {"round_to": 1}, None, None),
        ([46, -15, -15, -16], {"round_to": 1}, "impossible-points", None),
        ([40, -20, -20], {"players": 3}, None, None),
        ([99_990, -33_330, -33_330, -33_330], {}, "out-of-range", None),
    ],
)
def test_totals_add_up_to_nothing_in_whole_deals(totals, options, code, remaining):
    check = CEGO.check_totals(totals, 2, CEGO.options(options))
    assert [p.code for p in check.problems] == ([code] if code else [])
    assert check.remaining == remaining


def test_games_worth_nothing_leave_no_totals():
    free = dict.fromkeys(("bettel", "piccolo", "raeuber", "ulti"), 0)
    check = CEGO.check_totals([60, -20, -20, -20], 1, CEGO.options(free))
    assert not check.problems
