"""Schieber beyond the worked sheets: settling, early ends, Bergpreis, totals."""

import pytest

from scoring.rules import InvalidOptions, get_variant
from scoring.rules.presets import PLAIN

SCHIEBER = get_variant("schieber")


def play(*deals, **options):
    return SCHIEBER.replay(list(deals), SCHIEBER.options(options))


def deal(a, b=None, trump="rosen", **rest):
    return {"trump": trump, "points": [a, b], **rest}


def codes(sheet, number=0):
    return {(problem.field, problem.code) for problem in sheet.deals[number].problems}


def totals(numbers, deals, matches=None, **options):
    return SCHIEBER.check_totals(
        numbers, deals, SCHIEBER.options({**PLAIN, "deals": deals, **options}), matches
    )


@pytest.mark.parametrize(
    ("options", "field", "code"),
    [
        ({"target": None, "bergpreis": None}, "target", "required"),
        ({"target": None, "deals": 12, "bergpreis": "half"}, "bergpreis", "invalid"),
        ({"bergpreis": "third"}, "bergpreis", "invalid"),
        ({"bergpreis": 0}, "bergpreis", "out-of-range"),
        ({"settle_order": ["weis", "weis", "stich"]}, "settle_order", "invalid"),
        ({"settle_order": ["weis", "stich"]}, "settle_order", "invalid"),
        ({"multipliers": {"kreuz": 2}}, "multipliers.kreuz", "invalid"),
        ({"multipliers": {"rosen": 21}}, "multipliers.rosen", "out-of-range"),
        ({"multipliers": {"rosen": True}}, "multipliers.rosen", "invalid"),
        ({"multipliers": None}, "multipliers", "invalid"),
        ({"weis": 1}, "weis", "invalid"),
        ({"match_bonus": 1001}, "match_bonus", "out-of-range"),
        ({"target": 10**400}, "target", "out-of-range"),
        ({"target": 2500.0}, "target", "invalid"),
    ],
)
def test_options_that_cannot_be_are_refused(options, field, code):
    with pytest.raises(InvalidOptions) as error:
        SCHIEBER.options(options)
    assert [(p.field, p.code) for p in error.value.problems] == [(field, code)]


def test_multipliers_are_merged_key_by_key():
    options = SCHIEBER.options({"multipliers": {"obenabe": 4}})
    assert options["multipliers"] == {
        "eicheln": 1,
        "rosen": 1,
        "schellen": 2,
        "schilten": 2,
        "obenabe": 4,
        "undenufe": 3,
    }


def test_all_that_is_wrong_with_a_deal_is_said_at_once():
    sheet = play({"trump": "herz", "points": [150, 8], "match": 0, "weis": [[30], []], "stoeck": 2})
    assert codes(sheet) == {
        ("trump", "invalid"),
        ("points", "wrong-sum"),
        ("match", "match-mismatch"),
        ("weis", "impossible-weis"),
        ("stoeck", "invalid"),
    }


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ([True, 92], "invalid"),
        ([92.0, 65], "invalid"),
        (["92", 65], "invalid"),
        ([float("nan"), 65], "invalid"),
        ([92], "invalid"),
        ([92, 65, 0], "invalid"),
        ({"0": 92}, "invalid"),
        ("92", "invalid"),
        ([10**400, None], "out-of-range"),
        ([-1, None], "out-of-range"),
        (None, "required"),
    ],
)
def test_points_that_cannot_be_read_are_refused(points, code):
    assert codes(play({"trump": "rosen", "points": points})) == {("points", code)}


def test_nulls_left_out_or_given_are_the_same():
    bare = play({"trump": "rosen", "points": [92, 65]})
    full = play(deal(92, 65, match=None, weis=None, stoeck=None, first=None, ended_by=None))
    half = play(deal(92, 65, weis=[None, []]))
    assert bare == full == half


def test_a_filled_in_number_must_be_possible_and_is_blamed_once():
    sheet = play(deal(156))
    assert [p.code for p in sheet.deals[0].problems] == ["impossible-points"]
    assert sheet.deals[0].problems[0].params == {"value": 156, "rest": 1}


def test_weis_are_looked_for_in_the_cards_not_only_counted():
    assert play(deal(100, weis=[[150, 200], []])).is_clean
    assert codes(play(deal(100, weis=[[150, 200, 50], []]))) == {("weis", "impossible-weis")}


def test_the_match_bonus_belongs_to_the_tricks_when_settling():
    before = deal(80, 77, trump="obenabe")
    last = deal(157, 0, match=0, weis=[[], [100]])
    sheet = play(before, last, target=331, bergpreis=None)
    assert sheet.totals == [497, 331]
    assert sheet.winners == [1]


def test_settling_in_the_order_of_the_house_turns_the_winner():
    deals = [deal(80, 77, trump="obenabe"), deal(0, 157, weis=[[100], []])]
    order = ["stich", "weis", "stoeck"]
    assert play(*deals, target=300, bergpreis=None).winners == [0]
    assert play(*deals, target=300, bergpreis=None, settle_order=order).winners == [1]


def test_one_answer_serves_the_target_and_an_open_mark():
    deals = [deal(150, 7), deal(78, 79, first=1)]
    options = {"target": 200, "bergpreis": 80, "bergpreis_at": "reach"}
    sheet = play(deal(78, 79), deal(78, 79, first=0), target=150, bergpreis=100)
    assert (sheet.winners, sheet.extra["bergpreis"]) == ([0], 0)
    sheet = play(*deals, **options)
    assert (sheet.winners, sheet.extra["bergpreis"]) == ([0], 0)


def test_reaching_the_mark_is_enough_where_the_house_says_so():
    assert play(deal(90), bergpreis=90).extra["bergpreis"] is None
    assert play(deal(90), bergpreis=90, bergpreis_at="reach").extra["bergpreis"] == 0


def test_half_of_an_odd_target_stays_a_half():
    first = play(deal(50, 107), target=201, bergpreis="half")
    assert first.extra["bergpreis"] == 1
    assert play(deal(50, 107), target=101, bergpreis="half", bergpreis_at="reach").winners == [1]
    assert play(deal(100, 57), target=200, bergpreis="half").extra["bergpreis"] is None
    assert play(deal(100, 57), target=199, bergpreis="half").extra["bergpreis"] == 0


def test_who_thanks_early_has_an_open_mark_too():
    sheet = play(deal(78, 79), deal(40, 60, ended_by=0), target=110, bergpreis=100)
    assert (sheet.winners, sheet.extra["bergpreis"]) == ([0], 0)
    sheet = play(deal(78, 79), deal(10, 60, ended_by=1), target=110, bergpreis=100)
    assert (sheet.winners, sheet.extra["bergpreis"]) == ([1], 1)


def test_nobody_thanks_early_without_a_target():
    sheet = play(deal(100, 57, ended_by=0), target=None, deals=12, bergpreis=None)
    assert codes(sheet) == {("ended_by", "false-claim")}
    sheet = play(deal(100, 54, ended_by=0), target=None, deals=12, bergpreis=None)
    assert codes(sheet) == {("ended_by", "false-claim"), ("points", "wrong-sum")}


def test_who_thanked_must_be_read_before_the_sum_can_be_judged():
    assert codes(play(deal(30, 40, ended_by=5))) == {("ended_by", "invalid")}


@pytest.mark.parametrize(
    ("points", "why", "off"),
    [
        ((92, 64), "one-missing", 1),
        ((92, 63), "missing", 2),
        ((92, 66), "one-too-many", 1),
        ((92, 67), "too-many", 2),
    ],
)
def test_a_wrong_sum_says_how_far_off_it_is(points, why, off):
    params = play(deal(*points)).deals[0].problems[0].params
    assert params == {"why": why, "sum": sum(points), "expected": 157, "off": off}


def test_thanking_after_the_last_trick_needs_all_points():
    sheet = play(deal(100, 57, ended_by=0), target=90, bergpreis=None)
    assert sheet.winners == [0]
    assert codes(play(deal(100, 53, ended_by=0), target=90)) == {("points", "wrong-sum")}


def test_the_target_decides_before_the_number_of_deals():
    sheet = play(deal(60), deal(57, 100, first=0, stoeck=0), target=130, deals=2, bergpreis=None)
    assert (sheet.finished, sheet.winners, sheet.totals) == (True, [0], [137, 197])


def test_a_deal_with_a_problem_does_not_count_as_one_of_the_planned():
    sheet = play(deal(60), deal(1), deal(60), deal(60), target=None, deals=3, bergpreis=None)
    assert sheet.counted == 3
    assert sheet.finished


def test_vorhand_moves_on_only_after_a_deal_that_counts():
    sheet = play(deal(60), deal(1), deal(60), first_forehand=3)
    assert sheet.forehand == 1


def test_facts_tell_deals_won_matches_and_the_game():
    sheet = play(deal(157, 0, match=0), deal(60), deal(100), target=400, bergpreis=None)
    assert SCHIEBER.facts(sheet) == [(417, 2, 1, 1), (154, 1, 0, 0)]


def test_the_sum_of_the_sheet_stands_beside_what_it_must_be():
    options = SCHIEBER.options({**PLAIN, "deals": 12})
    sheet = SCHIEBER.replay([deal(157, 0, match=0), deal(60), deal(1)], options)
    assert SCHIEBER.sum_line(sheet, options) == (414, 414, 2, 157, 1, 100)
    assert SCHIEBER.sum_line(sheet, SCHIEBER.options()) is None


@pytest.mark.parametrize(
    ("numbers", "deals", "code"),
    [
        ([942, 942], 12, None),
        ([942, 943], 12, "wrong-sum"),
        ([1, 1883], 12, "impossible-points"),
        ([1883, 1], 12, "impossible-points"),
        ([0, 1884], 12, None),
        ([1984, 0], 12, None),
        ([3084, 0], 12, None),
        ([3084, 1], 12, "wrong-sum"),
        ([3085, 0], 12, "out-of-range"),
        ([-1, 1885], 12, "out-of-range"),
        ([257, 0], 1, None),
        ([157, 100], 1, "impossible-points"),
        ([257, 157], 2, None),
        ([256, 158], 2, "impossible-points"),
        ([414, None], 3, None),
        ([1, None], 1, "impossible-points"),
    ],
)
def test_totals_of_a_plain_round_must_come_from_possible_deals(numbers, deals, code):
    problems = totals(numbers, deals).problems
    assert [p.code for p in problems] == ([code] if code else [])


def test_totals_agree_with_every_way_to_play_two_deals():
    plain = [(a, 157 - a) for a in range(158) if a not in {1, 156}]
    single = [*plain, (207, 0), (0, 207)]
    possible = {(a + c, b + d) for a, b in single for c, d in single}
    for first in range(0, 420, 3):
        for second in (0, 1, 50, 157, 314 - first, 364 - first, 414 - first):
            expected = (first, second) in possible
            clean = not totals([first, second], 2, match_bonus=50).problems
            assert clean == expected, (first, second)


def test_a_missing_total_is_named_only_if_the_rules_fix_it():
    assert totals([942, None], 12, match_bonus=0).remaining == 942
    assert totals([None, 900], 12, match_bonus=0).remaining == 984
    assert totals([942, None], 12).remaining is None
    assert totals([942, None], 12, matches=[0, 0]).remaining == 942
    assert totals([942, None], 12, matches=[1, 1]).remaining == 1142
    assert totals([3084, None], 12).remaining == 0


def test_known_matches_fix_the_sum_of_totals():
    assert not totals([1042, 942], 12, matches=[1, 0]).problems
    assert [p.code for p in totals([942, 942], 12, matches=[1, 0]).problems] == ["wrong-sum"]
    assert [p.code for p in totals([100, 1884], 12, matches=[1, 0]).problems] == [
        "impossible-points"
    ]


def test_with_weis_or_multipliers_totals_have_bounds_only():
    options = SCHIEBER.options()
    assert not SCHIEBER.check_totals([2500, 3], 12, options).problems
    best = 3 * (157 + 100 + 600 + 20)
    for totals, deals, code in (
        ([-1, 3], 12, "out-of-range"),
        ([2 * best, 0], 2, None),
        ([2 * best + 1, 0], 2, "out-of-range"),
    ):
        problems = SCHIEBER.check_totals(totals, deals, options).problems
        assert [p.code for p in problems] == ([code] if code else []), totals
