"""Cinq Cents beyond the worked sheets: the cards, contracts, claims, totals."""

import random

import pytest

from scoring.rules import InvalidOptions, get_variant
from scoring.rules import cinq_cents_cards as cards

CINQ_CENTS = get_variant("cinq-cents")


def play(*deals, **options):
    return CINQ_CENTS.replay(list(deals), CINQ_CENTS.options(options))


def deal(taker, *points, trump="rosen", **rest):
    return {"taker": taker, "trump": trump, "points": list(points), **rest}


def codes(sheet, number=0):
    return {(problem.field, problem.code) for problem in sheet.deals[number].problems}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"target": None}, "invalid"),
        ({"target": 0}, "out-of-range"),
        ({"transfer_taker_weis": 1}, "invalid"),
    ],
)
def test_options_that_cannot_be_are_refused(options, code):
    with pytest.raises(InvalidOptions) as error:
        CINQ_CENTS.options(options)
    assert [p.code for p in error.value.problems] == [code]


def test_eighteen_cards_hold_28_to_156():
    assert (cards.lowest_sum(), cards.highest()) == (28, 156)


def test_every_pair_that_is_dealt_and_played_is_possible():
    lots = random.Random(7)
    pack = [*(20, 14, 11, 10, 4, 3, 0, 0), *(11, 10, 4, 3, 2, 0, 0, 0) * 3]
    for _deal in range(2000):
        dealt = lots.sample(pack, cards.IN_PLAY)
        tricks = lots.randint(1, cards.HAND - 1)
        points = [sum(dealt[: 2 * tricks]), sum(dealt[2 * tricks :])]
        points[lots.randrange(2)] += cards.LAST_TRICK
        assert cards.is_pair(*points), points
        assert cards.is_match(sum(dealt) + cards.LAST_TRICK)


@pytest.mark.parametrize("pair", [(1, 80), (80, 1), (10, 10), (27, 0), (151, 0), (150, 7), (0, 0)])
def test_some_pairs_cannot_be(pair):
    assert not cards.is_pair(*pair)


def test_all_that_is_wrong_with_a_deal_is_said_at_once():
    sheet = play(deal(2, 10, 10, trump="obenabe", weis=[[30], []], stoeck="A", first=0))
    assert codes(sheet) == {
        ("taker", "invalid"),
        ("trump", "invalid"),
        ("points", "impossible-points"),
        ("weis", "impossible-weis"),
        ("stoeck", "invalid"),
        ("first", "invalid"),
    }


@pytest.mark.parametrize(
    ("points", "match", "why"),
    [
        ((151, 0), None, "match-not-marked"),
        ((0, 28), None, None),
        ((0, 27), 1, "pair"),
        ((68, 90), None, "pair"),
    ],
)
def test_a_match_that_is_not_marked_is_told_from_a_wrong_pair(points, match, why):
    sheet = play(deal(0, *points, match=match))
    assert [p.params["why"] for p in sheet.deals[0].problems] == ([why] if why else [])


@pytest.mark.parametrize(
    ("held", "fits"),
    [
        ([[200], [50, 20]], True),
        ([[100, 100], [100, 20]], True),
        ([[20, 20, 20], [20, 20, 20]], True),
        ([[200, 100], [20]], True),
        ([[200, 100, 20], []], False),
        ([[100, 50, 20], []], False),
        ([[200], [100, 100]], True),
        ([[250], []], False),
    ],
)
def test_weis_fit_into_nine_cards_each_of_one_pack(held, fits):
    assert codes(play(deal(0, 72, 58, weis=held))) == (
        set() if fits else {("weis", "impossible-weis")}
    )


def test_a_failed_taker_loses_everything_that_was_in_the_deal():
    sheet = play(deal(1, 100, 0, match=0, stoeck=1, weis=[[], [50]]), transfer_taker_weis=True)
    assert sheet.deals[0].written == [270, 0]
    assert sheet.extra == {"contract": ["failed"]}


def test_the_winner_deals_so_the_other_is_vorhand():
    assert play(deal(0, 72, 58), first_forehand=0).forehand == 1
    assert play(deal(0, 58, 72), first_forehand=0).forehand == 0
    assert play(deal(0, 10, 10), first_forehand=0).forehand == 0
    assert play(deal(0, 72, 58)).forehand is None


def test_the_opponents_claim_is_as_good_as_the_takers():
    deals = [deal(0, 60, 50), deal(0, 60, 50, claimed_by=1)]
    assert play(*deals, target=100).winners == [1]


def test_a_number_of_deals_ends_the_sheet_too():
    sheet = play(deal(0, 72, 58), deal(1, 72, 58), deals=2)
    assert (sheet.finished, sheet.winners) == (True, [0])


@pytest.mark.parametrize(
    ("totals", "code"),
    [
        ([30, 26], None),
        ([30, 25], "wrong-sum"),
        ([-1, 90], "out-of-range"),
        ([10_000, 0], "out-of-range"),
        ([None, 0], None),
    ],
)
def test_totals_have_bounds(totals, code):
    check = CINQ_CENTS.check_totals(totals, 2, CINQ_CENTS.options())
    assert [p.code for p in check.problems] == ([code] if code else [])
