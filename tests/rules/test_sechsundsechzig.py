"""Sechsundsechzig beyond the worked sheets: the order of who writes what, sums, totals."""

import pytest

from scoring.rules import InvalidOptions, get_variant
from scoring.rules.sechsundsechzig import side_mask, sum_mask
from scoring.rules.subsets import missing

GAME = get_variant("sechsundsechzig")


def play(*deals, **options):
    return GAME.replay(list(deals), GAME.options(options))


def deal(*tricks, **rest):
    return {"tricks": list(tricks), **rest}


def codes(sheet, number=0):
    return {(problem.field, problem.code) for problem in sheet.deals[number].problems}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"last_trick": 5}, "invalid"),
        ({"schneider": 67}, "out-of-range"),
        ({"trickless_points": 1}, "invalid"),
        ({"failed_close": "2"}, "invalid"),
        ({"card_values": "usual"}, "invalid"),
    ],
)
def test_options_that_cannot_be_are_refused(options, code):
    with pytest.raises(InvalidOptions) as error:
        GAME.options(options)
    assert [p.code for p in error.value.problems] == [code]


def test_what_sides_and_sums_cannot_be_is_counted_from_the_cards():
    assert missing(side_mask(0), 120) == (1, 119)
    assert missing(side_mask(10), 130) == (1, 129)
    assert missing(sum_mask(0), 120) == (1, 119)
    assert missing(sum_mask(10), 130) == (1, 119, *range(121, 130))


def test_all_that_is_wrong_with_a_deal_is_said_at_once():
    sheet = play(deal(1, 60, marriages=[[40], [40]], trickless=1, winner=2, closed=0))
    assert codes(sheet) == {
        ("tricks", "impossible-points"),
        ("marriages", "impossible-marriages"),
        ("trickless", "match-mismatch"),
        ("winner", "invalid"),
        ("closed", "invalid"),
    }


@pytest.mark.parametrize(
    ("tricks", "rest", "written"),
    [
        ((70, 50), {}, [1, 0]),
        ((88, 32), {}, [2, 0]),
        ((87, 33), {}, [1, 0]),
        ((66, 0), {"trickless": 1}, [2, 0]),
        ((66, 4), {"claimed_by": 0}, [2, 0]),
        ((65, 4), {"claimed_by": 0}, [0, 2]),
        ((4, 65), {"claimed_by": 1}, [2, 0]),
        ((4, 65), {"claimed_by": 1, "closed_by": 1}, [3, 0]),
        ((4, 66), {"claimed_by": 1}, [0, 2]),
        ((65, 4), {"claimed_by": 0, "closed_by": 0}, [0, 3]),
        ((65, 4), {"claimed_by": 0, "closed_by": 1}, [0, 2]),
        ((66, 4), {"claimed_by": 0, "closed_by": 1}, [3, 0]),
        ((40, 40), {"closed_by": 1}, [3, 0]),
        ((40, 80), {"closed_by": 0}, [0, 3]),
        ((40, 80), {"closed_by": 1}, [0, 1]),
        ((60, 60), {}, [0, 0]),
        ((60, 60), {"winner": 1}, [0, 1]),
        ((54, 66), {"marriages": [[20], []], "winner": 0}, [1, 0]),
        ((54, 66), {"marriages": [[20], []], "claimed_by": 1}, [0, 1]),
        ((54, 66), {"marriages": [[20], []], "claimed_by": 1, "winner": 0}, [0, 1]),
    ],
)
def test_who_writes_what(tricks, rest, written):
    assert play(deal(*tricks, **rest), failed_close=3).deals[0].written == written


@pytest.mark.parametrize(
    ("tricks", "rest", "expected"),
    [
        ((40, 20), {}, {("tricks", "wrong-sum")}),
        ((60, 120), {}, {("tricks", "wrong-sum")}),
        ((54, 66), {"marriages": [[20], []]}, {("winner", "required")}),
        ((40, 80), {"winner": 0}, {("winner", "false-claim")}),
        ((60, None), {}, {("tricks", "required")}),
        ((60,), {}, {("tricks", "invalid")}),
        (
            (60, 60),
            {"marriages": [[20, 20], [20, 20]]},
            {("marriages", "impossible-marriages"), ("winner", "required")},
        ),
        ((60, 60), {"marriages": [[20] * 5, []]}, {("marriages", "impossible-marriages")}),
        ((60, 60), {"marriages": [[True], []]}, {("marriages", "invalid")}),
    ],
)
def test_what_cannot_be_is_refused(tricks, rest, expected):
    assert codes(play(deal(*tricks, **rest))) == expected


def test_with_a_last_trick_ten_some_deals_stop_just_before_it():
    assert play(deal(120, 0), last_trick=10).is_clean
    assert codes(play(deal(70, 55), last_trick=10)) == {("tricks", "impossible-points")}


def test_the_winner_leads_to_the_next_deal():
    assert play(deal(70, 50), first_forehand=1).forehand == 0
    assert play(deal(60, 60), first_forehand=1).forehand == 1


def test_the_first_at_the_target_wins():
    sheet = play(deal(100, 20), deal(20, 100), deal(20, 100), target=3)
    assert (sheet.finished, sheet.winners, sheet.totals) == (True, [1], [2, 4])


@pytest.mark.parametrize(
    ("totals", "deals", "code"),
    [
        ([7, 3], 6, None),
        ([8, 0], 4, None),
        ([9, 0], 6, "out-of-range"),
        ([-1, 3], 6, "out-of-range"),
        ([7, 6], 6, "wrong-sum"),
        ([7, 7], 8, "impossible-points"),
        ([7, None], 4, None),
        ([None, 9], 9, "out-of-range"),
    ],
)
def test_totals_come_from_deals_that_one_side_writes(totals, deals, code):
    check = GAME.check_totals(totals, deals, GAME.options())
    assert [p.code for p in check.problems] == ([code] if code else [])
