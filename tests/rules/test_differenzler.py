"""Differenzler beyond the worked sheets: bids, secrets, totals."""

import pytest

from scoring.rules import InvalidOptions, get_variant

DIFFERENZLER = get_variant("differenzler")


def play(*deals, **options):
    return DIFFERENZLER.replay(list(deals), DIFFERENZLER.options(options))


def deal(bids, points, trump="rosen"):
    return {"trump": trump, "bids": bids, "points": points}


def codes(sheet, number=0):
    return {(problem.field, problem.code) for problem in sheet.deals[number].problems}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"deals": 10}, "invalid"),
        ({"deals": None}, "invalid"),
        ({"deals": 204}, "out-of-range"),
        ({"exact_bonus": -1}, "out-of-range"),
        ({"missing_bid_penalty": 1001}, "out-of-range"),
        ({"open_bids": 0}, "invalid"),
    ],
)
def test_options_that_cannot_be_are_refused(options, code):
    with pytest.raises(InvalidOptions) as error:
        DIFFERENZLER.options(options)
    assert [(p.field, p.code) for p in error.value.problems] == [(next(iter(options)), code)]


@pytest.mark.parametrize("open_bids", [True, False])
def test_bids_are_entered_before_the_play_and_secret_unless_open(open_bids):
    fields = {
        field.name: field
        for field in DIFFERENZLER.deal_fields(DIFFERENZLER.options({"open_bids": open_bids}))
    }
    assert [name for name, field in fields.items() if field.secret] == ["bids"] * (not open_bids)
    assert fields["bids"].stage == "before"
    assert fields["points"].stage == "after"


def test_all_that_is_wrong_with_a_deal_is_said_at_once():
    sheet = play(deal([158, 0, 0, True], [1, 2, 3, 4], trump="undenufe"))
    assert codes(sheet) == {
        ("trump", "invalid"),
        ("bids", "out-of-range"),
        ("bids", "invalid"),
        ("points", "impossible-points"),
        ("points", "wrong-sum"),
    }


@pytest.mark.parametrize("bids", [None, [], [1, 2, 3], "1234", {"0": 1}])
def test_four_bids_are_needed(bids):
    code = "required" if bids is None else "invalid"
    assert codes(play(deal(bids, [40, 40, 40, 37]))) == {("bids", code)}


def test_two_missing_numbers_are_too_many():
    assert codes(play(deal([0, 0, 0, 0], [40, None, None, 37]))) == {("points", "required")}


def test_a_missing_bid_with_a_penalty_of_nothing_writes_the_points():
    sheet = play(deal([None, 0, 0, 0], [40, 40, 40, 37]), missing_bid_penalty=0)
    assert sheet.deals[0].written == [40, 40, 40, 37]


def test_the_fewest_written_win_deals_and_the_sheet():
    deals = [deal([40, 0, 0, 0], [40, 40, 40, 37])] * 4
    sheet = play(*deals, deals=4, exact_bonus=5)
    assert sheet.winners == [0]
    assert DIFFERENZLER.facts(sheet)[0] == (-20, 4, 0, 1)


@pytest.mark.parametrize(
    ("options", "total", "deals", "code"),
    [
        ({}, 157, 1, None),
        ({}, 158, 1, "out-of-range"),
        ({}, -1, 1, "out-of-range"),
        ({"exact_bonus": 10}, -10, 1, None),
        ({"exact_bonus": 10}, 0, 1, "impossible-points"),
        ({"exact_bonus": 10}, 0, 2, None),
        ({"exact_bonus": 200}, -43, 2, None),
        ({"exact_bonus": 200}, -42, 2, "impossible-points"),
        ({"missing_bid_penalty": 20}, 177, 1, None),
        ({"missing_bid_penalty": 20}, 178, 1, "out-of-range"),
        ({"missing_bid_penalty": 0, "exact_bonus": 10}, 0, 1, None),
    ],
)
def test_a_total_must_come_from_hits_and_differences(options, total, deals, code):
    totals = [total, None, deals, deals]
    check = DIFFERENZLER.check_totals(totals, deals, DIFFERENZLER.options(options))
    assert [p.code for p in check.problems] == ([code] if code else [])
