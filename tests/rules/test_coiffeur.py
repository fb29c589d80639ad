"""Coiffeur beyond the worked sheets: boards, matches, totals."""

from itertools import product

import pytest

from scoring.rules import InvalidOptions, get_variant
from scoring.rules.presets import SIX, rows

COIFFEUR = get_variant("coiffeur")


def play(*deals, **options):
    return COIFFEUR.replay(list(deals), COIFFEUR.options(options))


def deal(row, side, points, **rest):
    return {"row": row, "side": side, "points": points, **rest}


def codes(sheet, number=0):
    return {(problem.field, problem.code) for problem in sheet.deals[number].problems}


@pytest.mark.parametrize(
    ("options", "field", "code"),
    [
        ({"rows": []}, "rows", "invalid"),
        ({"rows": rows(*SIX) * 2}, "rows", "invalid"),
        ({"rows": rows("rosen", "rosen")}, "rows", "invalid"),
        ({"rows": [{"key": "herz", "factor": 1}]}, "rows", "invalid"),
        ({"rows": [{"key": "rosen", "factor": 21}]}, "rows", "out-of-range"),
        ({"rows": [{"key": "rosen", "factor": True}]}, "rows", "invalid"),
        ({"rows": [{"key": "rosen"}]}, "rows", "required"),
        ({"rows": [{"key": ["rosen"], "factor": 1}]}, "rows", "invalid"),
        ({"rows": [{"key": "rosen", "factor": 1, "x": 2}]}, "rows", "invalid"),
        ({"rows": ["rosen"]}, "rows", "invalid"),
        ({"rows": {"rosen": 2}}, "rows", "invalid"),
        ({"match_points": 200}, "match_points", "invalid"),
        ({"match_points": True}, "match_points", "invalid"),
    ],
)
def test_boards_that_cannot_be_are_refused(options, field, code):
    with pytest.raises(InvalidOptions) as error:
        COIFFEUR.options(options)
    assert {(p.field, p.code) for p in error.value.problems} == {(field, code)}


def test_the_board_fixes_the_number_of_deals():
    assert COIFFEUR.planned_deals(COIFFEUR.options()) == 12
    assert COIFFEUR.planned_deals(COIFFEUR.options({"rows": rows(*SIX, "joker")})) == 14
    assert COIFFEUR.planned_deals(COIFFEUR.options({"deals": 4})) == 4


def test_a_sheet_can_end_after_fewer_deals_than_rows():
    sheet = play(deal("rosen", 0, 80), deal("rosen", 0, 80), deal("rosen", 1, 90), deals=2)
    assert (sheet.finished, sheet.winners, sheet.totals) == (True, [1], [16, 18])


def test_all_that_is_wrong_with_a_deal_is_said_at_once():
    sheet = play(deal("slalom", 0, 150, match=0, announcer=1, trump="rosen"))
    assert codes(sheet) == {
        ("row", "row-unknown"),
        ("match", "match-mismatch"),
        ("announcer", "not-in-turn"),
        ("trump", "invalid"),
    }


@pytest.mark.parametrize("row", [3, None, ["rosen"], True])
def test_a_row_is_named_by_its_key(row):
    code = "required" if row is None else "invalid"
    assert codes(play(deal(row, 0, 80))) == {("row", code)}


def test_the_others_match_leaves_the_announcing_side_nothing():
    sheet = play(deal("rosen", 0, 0, match=1), deal("eicheln", 0, 2, match=1))
    assert sheet.deals[0].written == [0, 0]
    assert codes(sheet, 1) == {("match", "match-mismatch")}
    assert COIFFEUR.facts(sheet)[1].matches == 1


def test_in_misere_the_others_match_is_credited_as_one():
    sheet = play(
        deal("misere", 0, 0, match=1),
        deal("misere", 1, 0, match=0),
        rows=rows("misere"),
        match_points=257,
    )
    assert sheet.totals == [26, 26]


def test_in_misere_the_own_match_is_worth_nothing():
    sheet = play(deal("misere", 0, 157, match=0), rows=rows("misere"), match_points=300)
    assert sheet.deals[0].written == [0, 0]


def test_vorhand_moves_one_seat_a_deal():
    assert play(deal("rosen", 0, 80), deal("rosen", 1, 90), first_forehand=3).forehand == 1


def test_totals_agree_with_every_way_to_play_a_small_board():
    board = rows("eicheln", "rosen")
    options = COIFFEUR.options({"rows": board, "match_points": 257})
    tens = [*range(17), 26]
    by_rows = {
        0: {0},
        1: {factor * ten for factor in (1, 2) for ten in tens},
        2: {first + 2 * second for first, second in product(tens, tens)},
    }
    for deals, first, second in product((1, 2, 3, 4), range(79), (0, 13, 17, 33, 43, 52, 78)):
        possible = any(
            first in by_rows[own] and second in by_rows[deals - own]
            for own in range(3)
            if 0 <= deals - own <= 2
        )
        problems = COIFFEUR.check_totals([first, second], deals, options).problems
        assert (not problems) == possible, (deals, first, second)
