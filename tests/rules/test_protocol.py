"""What every variant answers, whichever it is."""

import json
import subprocess
import sys
from itertools import chain

import pytest

from scoring.rules import (
    MAX_DEALS,
    VARIANTS,
    InvalidOptions,
    InvalidRequest,
    UnknownVariant,
    check_request,
    check_totals_request,
    get_variant,
)
from scoring.rules.presets import PRESETS, get_preset

EVERY = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
EVERY_PRESET = pytest.mark.parametrize(
    ("name", "preset"),
    [
        pytest.param(name, preset, id=f"{name}-{preset.key}")
        for name, presets in PRESETS.items()
        for preset in presets
    ],
)


def codes(error):
    return {(problem.field, problem.code) for problem in error.value.problems}


@pytest.mark.parametrize("name", ["tichu", "", None, [], {}])
def test_an_unknown_variant_is_refused_naming_those_there_are(name):
    with pytest.raises(UnknownVariant) as error:
        get_variant(name)
    assert error.value.known == tuple(variant.name for variant in VARIANTS)
    assert isinstance(error.value, LookupError)


@EVERY
def test_options_are_complete_json_and_stay_as_they_are(variant):
    options = variant.options()
    assert variant.options(json.loads(json.dumps(options))) == options
    assert set(options) == {field["name"] for field in variant.describe()["options"]}


@EVERY
def test_options_handed_out_are_ones_own(variant):
    for value in variant.options().values():
        if isinstance(value, list | dict):
            value.clear()
    assert all(value not in ([], {}) for value in variant.options().values())


@EVERY
@pytest.mark.parametrize("raw", [[], "x", 3, True])
def test_options_that_are_no_object_are_refused(variant, raw):
    with pytest.raises(InvalidOptions) as error:
        variant.options(raw)
    assert codes(error) == {("options", "invalid")}


@EVERY
def test_all_problems_of_options_are_reported_at_once(variant):
    with pytest.raises(InvalidOptions) as error:
        variant.options({"deals": 10**400, "first_forehand": True, "kreuz": 1})
    assert codes(error) == {
        ("deals", "out-of-range"),
        ("first_forehand", "invalid"),
        ("kreuz", "invalid"),
    }


@EVERY
@pytest.mark.parametrize("odd", [None, [], "x", 3, 1.5, True, float("nan")])
def test_a_deal_that_is_no_object_counts_for_nothing(variant, odd):
    answer = variant.replay([odd], variant.options()).as_dict()
    assert [(p["field"], p["code"]) for p in answer["deals"][0]["problems"]] == [(None, "invalid")]
    assert answer["deals"][0]["written"] is None
    assert set(answer["totals"]) == {0}


@EVERY
def test_an_unknown_field_is_named(variant):
    deal = variant.replay([{"kreuz\ud800": 1}], variant.options()).as_dict()["deals"][0]
    assert {"field": "kreuz?", "code": "invalid"}.items() <= deal["problems"][0].items()
    json.dumps(deal, ensure_ascii=False).encode()


@EVERY
def test_a_deal_of_many_unknown_fields_is_answered_shortly(variant):
    deal = variant.replay([{f"x{i}": 1 for i in range(20_000)}], variant.options()).as_dict()
    assert len(deal["deals"][0]["problems"]) < 40


@EVERY
def test_the_description_is_json_and_names_every_field_once(variant):
    description = json.loads(json.dumps(variant.describe()))
    for part in ("options", "deal"):
        names = [field["name"] for field in description[part]]
        assert len(set(names)) == len(names)
        assert all(field["label"] for field in description[part])


@EVERY
def test_every_seat_writes_for_a_side(variant):
    options = variant.options()
    seats = [variant.seats_of_side(side, options) for side in range(variant.sides(options))]
    assert sorted(chain.from_iterable(seats)) == list(range(variant.seats(options)))
    assert all(seats)


@EVERY
def test_a_table_of_another_size_is_refused_or_has_as_many_seats(variant):
    for size in range(1, 9):
        if size in variant.table_sizes:
            assert variant.seats(variant.options_for_size(variant.options(), size)) == size
        else:
            with pytest.raises(InvalidOptions):
                variant.options_for_size(variant.options(), size)


@EVERY
def test_vorhand_is_unknown_unless_the_options_say_where_it_began(variant):
    assert variant.replay([], variant.options()).forehand is None
    assert variant.replay([], variant.options({"first_forehand": 1})).forehand == 1


@EVERY
@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ([], {(None, "invalid")}),
        (None, {(None, "invalid")}),
        ({"sheet": 1}, {("sheet", "invalid")}),
        ({"deals": {}}, {("deals", "invalid")}),
        ({"deals": [{}] * (MAX_DEALS + 1)}, {("deals", "out-of-range")}),
        ({"deals": 3, "options": {"deals": 0}}, {("deals", "invalid"), ("deals", "out-of-range")}),
    ],
)
def test_a_request_that_cannot_be_answered_says_why(variant, payload, expected):
    with pytest.raises(InvalidRequest) as error:
        check_request(variant, payload)
    assert codes(error) == expected


@EVERY
def test_an_empty_request_is_an_empty_sheet_by_the_usual_rules(variant):
    answer = check_request(variant, {}).as_dict()
    assert answer["deals"] == []
    assert answer["finished"] is False
    assert answer["winners"] == []
    assert answer["problems"] == []


@EVERY
@pytest.mark.parametrize(
    ("payload", "field", "code"),
    [
        ({}, "totals", "invalid"),
        ({"totals": []}, "totals", "invalid"),
        ({"totals": "12"}, "totals", "invalid"),
        ({"totals": 3}, "deals", "required"),
        ({"deals": True}, "deals", "invalid"),
        ({"deals": 0}, "deals", "out-of-range"),
        ({"deals": 10**400}, "deals", "out-of-range"),
    ],
)
def test_totals_that_cannot_be_read_say_why(variant, payload, field, code):
    problems = check_totals_request(variant, payload).problems
    assert (field, code) in {(problem.field, problem.code) for problem in problems}


@EVERY
@pytest.mark.parametrize("odd", [True, 1.0, "3", float("nan"), [], {}])
def test_a_total_is_a_whole_number(variant, odd):
    others = [0] * (variant.sides(variant.options()) - 1)
    check = variant.check_totals([odd, *others], 1, variant.options())
    assert [(p.field, p.code) for p in check.problems] == [("totals", "invalid")]


@EVERY
@pytest.mark.parametrize("huge", [10**400, -(10**400)])
def test_a_total_beyond_any_sheet_is_out_of_range(variant, huge):
    others = [0] * (variant.sides(variant.options()) - 1)
    check = variant.check_totals([huge, *others], 1, variant.options())
    assert [(p.field, p.code) for p in check.problems] == [("totals", "out-of-range")]
    json.dumps(check.as_dict(variant.name))


@EVERY
def test_only_one_total_may_be_missing(variant):
    missing = [None] * variant.sides(variant.options())
    check = variant.check_totals(missing, 1, variant.options())
    assert [(p.field, p.code) for p in check.problems] == [("totals", "required")]


@EVERY_PRESET
def test_a_preset_can_be_played_by_and_does_not_contradict_itself(name, preset):
    options = get_variant(name).options(preset.options)
    assert get_preset(name, preset.key) is preset
    ends = [value for key in ("target", "limit") if (value := options.get(key)) is not None]
    mark = options.get("bergpreis")
    if isinstance(mark, int):
        assert all(mark < end for end in ends)
        assert ends
    assert options["deals"] is None or not ends


def test_presets_have_keys_and_titles_of_their_own():
    for presets in PRESETS.values():
        assert len({preset.key for preset in presets}) == len(presets)
        assert len({preset.title for preset in presets}) == len(presets)


def test_every_variant_has_a_preset_and_every_preset_a_variant():
    assert set(PRESETS) == {variant.name for variant in VARIANTS}
    with pytest.raises(LookupError):
        get_preset("schieber", "to-9999")


def test_the_rules_import_nothing_but_the_standard_library():
    program = (
        "import sys; before = set(sys.modules); import scoring.rules, scoring.rules.presets;"
        "print(*{m.split('.')[0] for m in set(sys.modules) - before} - {'scoring'})"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("name", "options", "totals", "deals", "ends"),
    [
        ("cinq-cents", {}, [499, 410], 7, False),
        ("cinq-cents", {}, [500, 410], 7, True),
        ("cinq-cents", {"deals": 7}, [300, 410], 7, True),
        ("sechsundsechzig", {}, [6, 6], 11, False),
        ("molotow", {}, [12, 100, 44, 30], 9, True),
        ("molotow", {}, [12, 99, 44, 30], 9, False),
        ("molotow", {"limit": None, "deals": 8}, [12, 140, 44, 30], 7, False),
        ("differenzler", {}, [0, 0, 0, 0], 11, False),
        ("coiffeur", {}, [100, 90], 12, True),
        ("cego", {}, [40, -40, 0, 0], 1, True),
        ("schieber", {"target": None, "deals": 12, "bergpreis": None}, [2600, 0], 11, False),
    ],
)
def test_totals_end_a_sheet_at_its_target_or_after_its_deals(name, options, totals, deals, ends):
    variant = get_variant(name)
    assert variant.at_end(totals, deals, variant.options(options)) is ends
