"""What holds for every sheet, whatever stands on it."""

import copy
import json
import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.sheets import sheet as correct_sheet
from scoring.rules import (
    InvalidRequest,
    check_request,
    check_totals_request,
    get_variant,
)
from tests.rules.strategies import JSON, VARIANT, any_sheets, correct_sheets, rules


@given(rules(), st.lists(JSON, max_size=6) | JSON)
def test_replay_never_raises_whatever_it_gets(chosen, deals):
    variant, options = chosen
    sheet = variant.replay(deals, options)
    for scored in sheet.deals:
        assert (scored.written is None) == bool(scored.problems)


@given(any_sheets())
def test_a_sheet_has_a_line_for_every_deal_and_totals_that_add_up(asked):
    variant, options, deals = asked
    sheet = variant.replay(deals, options)
    assert len(sheet.deals) == len(deals)
    counted = [scored.written for scored in sheet.deals if scored.written is not None]
    assert sheet.totals == [
        sum(written[side] for written in counted) for side in range(sheet.sides)
    ]
    assert all(type(number) is int for written in counted for number in written)
    answer = json.loads(json.dumps(sheet.as_dict()))
    assert answer["totals"] == sheet.totals


@given(any_sheets())
def test_a_problem_is_a_known_code_with_parameters_that_can_be_sent(asked):
    variant, options, deals = asked
    problems = [p for scored in variant.replay(deals, options).deals for p in scored.problems]
    assert {problem.code for problem in problems} <= CODES
    assert json.loads(json.dumps([p.as_dict() for p in problems])) == [
        p.as_dict() for p in problems
    ]


CODES = {
    "required",
    "invalid",
    "out-of-range",
    "wrong-sum",
    "impossible-points",
    "match-mismatch",
    "impossible-weis",
    "impossible-marriages",
    "weis-both-sides",
    "stoeck-without-trump",
    "row-taken",
    "row-unknown",
    "not-in-turn",
    "who-was-first",
    "false-claim",
    "deal-after-end",
}


@given(correct_sheets())
def test_a_sheet_from_the_cards_has_no_problem(asked):
    variant, options, deals = asked
    sheet = variant.replay(deals, options)
    assert sheet.is_clean
    assert sheet.counted == len(deals)


@given(any_sheets(), st.randoms(use_true_random=False))
def test_the_order_of_keys_and_empty_fields_change_nothing(asked, lots):
    variant, options, deals = asked
    names = [field.name for field in variant.deal_fields(options)]
    other = []
    for deal in deals:
        full = {**dict.fromkeys(names), **deal}
        keys = list(full)
        lots.shuffle(keys)
        other.append({key: full[key] for key in keys})
    bare = [
        {key: value for key, value in deal.items() if value is not None or key not in names}
        for deal in deals
    ]
    sheet = told(variant, deals, options)
    assert told(variant, other, options) == sheet
    assert told(variant, bare, options) == sheet


def told(variant, deals, options):
    """The answer with the problems of a deal in an order of their own."""
    answer = variant.replay(deals, options).as_dict()
    for deal in answer["deals"]:
        deal["problems"].sort(key=json.dumps)
    return answer


@given(any_sheets())
def test_a_round_trip_through_json_changes_nothing(asked):
    variant, options, deals = asked
    again = variant.options(json.loads(json.dumps(options)))
    assert again == options
    assert told(variant, json.loads(json.dumps(deals)), again) == told(variant, deals, options)


@given(any_sheets())
def test_replaying_changes_neither_deals_nor_options(asked):
    variant, options, deals = asked
    before = repr(deals), copy.deepcopy(options)
    variant.replay(deals, options)
    assert (repr(deals), options) == before


@given(any_sheets(), st.integers(0, 20), JSON)
def test_a_deal_with_a_problem_never_changes_what_others_write(asked, place, odd):
    variant, options, deals = asked
    place = min(place, len(deals))
    bad = {"anything": odd}
    with_bad = variant.replay([*deals[:place], bad, *deals[place:]], options)
    without = variant.replay(deals, options)
    assert with_bad.deals[place].written is None
    lines = [scored.written for scored in with_bad.deals]
    assert lines[:place] + lines[place + 1 :] == [scored.written for scored in without.deals]
    assert with_bad.totals == without.totals
    assert with_bad.winners == without.winners
    assert with_bad.forehand == without.forehand


@given(correct_sheets())
def test_a_finished_sheet_stays_finished(asked):
    variant, options, deals = asked
    sheet = variant.replay(deals, options)
    longer = variant.replay([*deals, *deals], options)
    if sheet.finished:
        assert longer.winners == sheet.winners
        assert longer.totals == sheet.totals
        assert {
            problem.code for scored in longer.deals[len(deals) :] for problem in scored.problems
        } == {"deal-after-end"}
    else:
        assert sheet.winners == []
    for end in range(len(deals)):
        assert not variant.replay(deals[:end], options).finished


@given(correct_sheets())
def test_vorhand_is_a_seat_once_it_is_known(asked):
    variant, options, deals = asked
    known = {**options, "first_forehand": 0}
    assert variant.replay(deals, known).forehand in range(variant.seats(options))
    assert variant.replay(deals, options).forehand is None


@given(correct_sheets())
def test_winners_have_the_best_total_unless_the_table_said_who_was_first(asked):
    variant, options, deals = asked
    sheet = variant.replay(deals, options)
    if sheet.finished and not {"first", "ended_by", "claimed_by", "stoeck", "weis"} & set(
        deals[-1]
    ):
        best = min(sheet.totals) if variant.low_is_good else max(sheet.totals)
        assert sheet.winners == [side for side, total in enumerate(sheet.totals) if total == best]


@given(correct_sheets())
def test_facts_agree_with_the_sheet(asked):
    variant, options, deals = asked
    sheet = variant.replay(deals, options)
    facts = variant.facts(sheet)
    assert [fact.total for fact in facts] == sheet.totals
    assert sum(fact.deals_won for fact in facts) <= len(deals)
    assert sum(fact.matches for fact in facts) == sum("match" in deal for deal in deals)
    assert sum(fact.games_won for fact in facts) == (len(sheet.winners) == 1)


@given(correct_sheets())
def test_the_sum_of_a_correct_sheet_is_what_it_must_be(asked):
    variant, options, deals = asked
    line = variant.sum_line(variant.replay(deals, options), options)
    assert line is None or line.sum == line.expected


@given(st.integers(0, 10**9), st.sampled_from([3, 4]))
def test_cego_adds_up_to_nothing_deal_by_deal(seed, players):
    variant = get_variant("cego")
    options = variant.options({"players": players, "round_to": 1, "cents_per_point": 3})
    lots = random.Random(seed)
    for scored in variant.replay(correct_sheet("cego", options, lots), options).deals:
        assert sum(scored.written) == 0


@given(st.integers(0, 10**9))
def test_rows_of_a_board_only_get_fewer(seed):
    variant = get_variant("coiffeur")
    options = variant.options()
    deals = correct_sheet("coiffeur", options, random.Random(seed))
    left = [variant.replay(deals[:end], options).extra["open_rows"] for end in range(13)]
    for before, after in pairwise(left):
        assert sum(map(len, after)) == sum(map(len, before)) - 1
        assert all(set(now) <= set(then) for now, then in zip(after, before, strict=True))


@given(correct_sheets())
def test_totals_of_a_sheet_without_problems_have_none(asked):
    variant, options, deals = asked
    sheet = variant.replay(deals, options)
    check = variant.check_totals(sheet.totals, len(deals), options)
    assert check.problems == []
    for side in range(sheet.sides):
        totals = [None if s == side else total for s, total in enumerate(sheet.totals)]
        missing = variant.check_totals(totals, len(deals), options)
        assert missing.problems == []
        assert missing.remaining in {None, sheet.totals[side]}


@given(correct_sheets())
def test_totals_and_matches_of_a_sheet_without_problems_have_none(asked):
    variant, options, deals = asked
    sheet = variant.replay(deals, options)
    matches = [fact.matches for fact in variant.facts(sheet)]
    assert variant.check_totals(sheet.totals, len(deals), options, matches).problems == []


def refusal(ask, *arguments):
    """The problems for which something is refused; None if it is not."""
    try:
        ask(*arguments)
    except InvalidRequest as error:
        return error.problems
    return None


@given(VARIANT, JSON, JSON, JSON)
def test_a_request_is_answered_or_refused_with_problems(variant, options, deals, totals):
    for ask, payload in (
        (check_request, {"options": options, "deals": deals}),
        (check_totals_request, {"options": options, "deals": deals, "totals": totals}),
        (check_request, options),
    ):
        assert refusal(ask, variant, payload) != []


@given(VARIANT, st.data())
def test_options_are_valid_or_refused_and_valid_ones_can_be_played_by(variant, data):
    names = st.sampled_from([field["name"] for field in variant.describe()["options"]])
    raw = data.draw(st.dictionaries(names, JSON, max_size=4))
    problems = refusal(variant.options, raw)
    assert problems != []
    if problems is None:
        options = variant.options(raw)
        assert variant.options(options) == options
        assert variant.replay([{}], options).totals == [0] * variant.sides(options)
        json.dumps(variant.describe(options))


@settings(max_examples=20)
@given(VARIANT, st.integers(1, 60))
def test_nesting_however_deep_is_a_wrong_value(variant, depth):
    nested = []
    for _level in range(depth * 1000):
        nested = [nested]
    deal = {field.name: nested for field in variant.deal_fields(variant.options())}
    assert variant.replay([deal, nested], variant.options()).counted == 0


@given(correct_sheets())
def test_the_totals_of_a_sheet_end_it_where_its_deals_do(made):
    variant, options, deals = made
    sheet = variant.replay(deals, options)
    ended = variant.at_end(sheet.totals, sheet.counted, options)
    assert ended == (sheet.finished or not variant.ends(options))
