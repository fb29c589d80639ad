"""Molotow beyond the worked sheets: tables of every size, Weis, totals."""

import pytest

from scoring.rules import InvalidOptions, get_variant
from scoring.rules.molotow import PLAYERS, excluded, hand
from scoring.rules.molotow_totals import sums_of_a_deal

MOLOTOW = get_variant("molotow")


def play(*deals, **options):
    return MOLOTOW.replay(list(deals), MOLOTOW.options(options))


def deal(*points, trump="rosen", **rest):
    return {"trump": trump, "points": list(points), **rest}


def codes(sheet, number=0):
    return {(problem.field, problem.code) for problem in sheet.deals[number].problems}


def weis(players, *held):
    """Weis by seat, from seat 0 on."""
    return [list(values) for values in held] + [[]] * (players - len(held))


@pytest.mark.parametrize(
    ("options", "field", "code"),
    [
        ({"limit": None}, "limit", "required"),
        ({"players": 7}, "players", "out-of-range"),
        ({"players": 2}, "players", "out-of-range"),
        ({"players": 4.0}, "players", "invalid"),
        ({"weis": True}, "weis", "invalid"),
        ({"players": 3, "first_forehand": 3}, "first_forehand", "invalid"),
    ],
)
def test_options_that_cannot_be_are_refused(options, field, code):
    with pytest.raises(InvalidOptions) as error:
        MOLOTOW.options(options)
    assert [(p.field, p.code) for p in error.value.problems] == [(field, code)]


@pytest.mark.parametrize("players", PLAYERS)
def test_a_single_point_lies_in_no_trick_at_tables_of_any_size(players):
    assert excluded(players) == (1, 156)
    assert excluded(players, trump=False) == (1, 124)


def test_all_that_is_wrong_with_a_deal_is_said_at_once():
    sheet = play(
        deal(150, 8, 0, 0, trump=None, match=0, hand_weis=weis(4, [30]), table_weis=5, stoeck=9)
    )
    assert codes(sheet) == {
        ("trump", "required"),
        ("points", "wrong-sum"),
        ("match", "match-mismatch"),
        ("hand_weis", "impossible-weis"),
        ("table_weis", "invalid"),
        ("stoeck", "invalid"),
    }


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ([60, 40, 25], None),
        ([60, 40, None], None),
        ([124, 1, 0], "impossible-points"),
        ([124, None, 0], "impossible-points"),
        ([60, 65, 1], "impossible-points"),
        ([125, 1, None], "impossible-points"),
        ([100, 50, None], "wrong-sum"),
        ([60, 40, 26], "wrong-sum"),
    ],
)
def test_a_deal_that_stayed_without_holds_125(points, code):
    sheet = play(deal(*points, trump=None), players=3)
    found = {found for _, found in codes(sheet)}
    assert code in found if code else not found


def test_there_are_no_stoeck_without_trump():
    sheet = play(deal(60, 40, 25, trump=None, stoeck=0), players=3)
    assert codes(sheet) == {("stoeck", "stoeck-without-trump")}


def test_a_match_without_trump_counts_as_one():
    sheet = play(deal(125, 0, 0, trump=None, match=0), players=3)
    assert sheet.deals[0].written == [-26, 0, 0]


@pytest.mark.parametrize(
    ("players", "held", "fits"),
    [
        (3, [[100, 100, 100]], True),
        (3, [[100, 100, 100], [100, 100, 100], [100]], True),
        (3, [[300, 20]], True),
        (3, [[300, 50]], False),
        (4, [[50, 50]], True),
        (4, [[100, 100, 20]], False),
        (4, [[200], [200]], True),
        (6, [[200], [], [200]], False),
        (5, [[200], [150]], True),
        (5, [[50, 20]], True),
        (5, [[50, 50]], False),
        (6, [[150]], True),
        (6, [[20, 20], [20, 20], [20, 20], [20, 20], [20, 20], [20, 20]], True),
        (6, [[50, 20]], False),
    ],
)
def test_hand_weis_fit_the_hands_of_one_pack(players, held, fits):
    points = [157 - 10 * (players - 1)] + [10] * (players - 1)
    sheet = play(deal(*points, hand_weis=weis(players, *held)), players=players)
    assert codes(sheet) == (set() if fits else {("hand_weis", "impossible-weis")})


@pytest.mark.parametrize(
    ("players", "values", "fits"),
    [
        (3, [20] * 12, True),
        (3, [20] * 13, True),
        (3, [20] * 14, False),
        (3, [50], False),
        (4, [50, 100, 200], True),
        (4, [200, 200], False),
        (4, [150, 150], False),
        (5, [100] * 7, True),
        (6, [150], True),
        (6, [150, 150, 150, 150, 150], False),
        (6, [20, 20, 20], True),
    ],
)
def test_table_weis_fit_the_tricks_and_stoeck_may_stand_beside_a_row(players, values, fits):
    points = [157 - 10 * (players - 1)] + [10] * (players - 1)
    sheet = play(deal(*points, table_weis=weis(players, values)), players=players)
    assert codes(sheet) == (set() if fits else {("table_weis", "impossible-weis")})


def test_stoeck_in_a_hand_do_not_lie_in_a_trick_too():
    full = weis(3, [20] * 13)
    assert play(deal(60, 40, 57, table_weis=full), players=3).is_clean
    sheet = play(deal(60, 40, 57, table_weis=full, stoeck=1), players=3)
    assert codes(sheet) == {("table_weis", "impossible-weis")}
    sheet = play(deal(60, 40, 57, table_weis=full), players=3, stoeck=False)
    assert codes(sheet) == {("table_weis", "impossible-weis")}


def test_with_five_the_missing_seven_makes_no_row_and_no_four_of_a_kind():
    assert hand(5) == 7
    rest = [157 - 40, 10, 10, 10, 10]
    sheet = play(deal(*rest, hand_weis=weis(5, *[[100]] * 5)), players=5)
    assert sheet.is_clean
    sevens = [[100]] * 5 + [[200]]
    assert not play(deal(*rest[:5], hand_weis=weis(5, *sevens)), players=5).is_clean


def test_who_took_no_trick_has_no_weis_on_the_table():
    sheet = play(deal(157, 0, 0, 0, match=0, table_weis=weis(4, [], [20])))
    assert codes(sheet) == {("table_weis", "impossible-weis")}


def test_only_the_best_player_writes_where_the_table_plays_so():
    two = weis(4, [20], [50])
    assert play(deal(57, 50, 50, 0, hand_weis=two)).is_clean
    assert codes(play(deal(57, 50, 50, 0, hand_weis=two), weis="best")) == {
        ("hand_weis", "weis-both-sides")
    }


def test_the_game_ends_with_the_deal_in_which_the_limit_is_reached():
    sheet = play(deal(100, 57, 0, 0), deal(100, 57, 0, 0), limit=10)
    assert sheet.finished
    assert sheet.winners == [2, 3]
    assert codes(sheet, 1) == {(None, "deal-after-end")}


def test_a_table_of_four_writes_fifteen_to_seventeen_a_deal_or_a_match():
    assert sums_of_a_deal(4) == {-26, 15, 16, 17}


PLAIN = {"limit": None, "deals": 2, "weis": "off", "table_weis": False, "stoeck": False}


@pytest.mark.parametrize(
    ("options", "totals", "code"),
    [
        (PLAIN, [10, 10, 5, 6], None),
        (PLAIN, [10, 10, 5, 10], "wrong-sum"),
        (PLAIN, [-26, 5, 5, 6], None),
        (PLAIN, [-52, 0, 0, 0], None),
        (PLAIN, [-53, 0, 0, 1], "out-of-range"),
        (PLAIN, [32, 0, 0, 0], None),
        (PLAIN, [33, 0, 0, 0], "out-of-range"),
        (PLAIN, [10, None, 5, 6], None),
        ({}, [10, 10, 5, 10], None),
        ({}, [-126, 10, 5, 10], None),
        ({}, [-127, 10, 5, 10], "out-of-range"),
    ],
)
def test_totals_must_come_from_rounded_deals(options, totals, code):
    check = MOLOTOW.check_totals(totals, 2, MOLOTOW.options(options))
    assert [p.code for p in check.problems] == ([code] if code else [])
