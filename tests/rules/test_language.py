"""The small language of the descriptions is closed: everything in it has a meaning."""

import json
import re
from pathlib import Path

import pytest

from scoring.rules import VARIANTS, get_variant
from scoring.rules.language import OPERATIONS, operations_in
from scoring.rules.presets import PRESETS

EVALUATOR = Path(__file__).parent.parent.parent / "static" / "js" / "check.js"
EVERY_RULES = pytest.mark.parametrize(
    ("variant", "raw"),
    [
        pytest.param(variant, preset.options, id=f"{variant.name}-{preset.key}")
        for variant in VARIANTS
        for preset in PRESETS[variant.name]
    ],
)


def expressions(description):
    yield from (description[key] for key in ("written", "ends", "silent"))
    yield from (field["needed_when"] for field in description["deal"])
    for check in description["checks"]:
        yield check["if"]
        yield from check.get("params", {}).values()
    for said in description.get("explain", []):
        yield said["if"]
        yield from said["params"].values()
    if "fill" in description:
        yield description["fill"]["total"]


@EVERY_RULES
def test_a_description_uses_only_operations_there_are(variant, raw):
    description = json.loads(json.dumps(variant.describe(variant.options(raw))))
    used = set().union(*map(operations_in, expressions(description)))
    assert used
    assert used <= set(OPERATIONS)


def test_a_field_says_its_bounds_its_length_and_what_cannot_be():
    fields = {field["name"]: field for field in get_variant("differenzler").describe()["deal"]}
    assert fields["points"]["length"] == 4
    assert fields["points"]["item"]["excluded"] == [1, 156]
    bid = fields["bids"]["item"]
    assert (bid["min"], bid["max"], bid["nullable"]) == (0, 157, True)
    assert "excluded" not in bid
    assert fields["bids"]["secret"] is True
    assert fields["trump"]["choices"][0] == {"value": "eicheln", "label": "Eicheln"}


def test_labels_are_translated_where_they_are_shown():
    described = get_variant("cego").describe(text=str.upper)
    game = described["deal"][0]
    assert (described["title"], game["label"], game["choices"][1]["label"]) == (
        "CEGO",
        "GAME",
        "A HALF",
    )


@EVERY_RULES
def test_a_check_is_about_a_field_of_the_deal(variant, raw):
    description = variant.describe(variant.options(raw))
    names = {field["name"] for field in description["deal"]}
    assert description["checks"]
    assert {check["field"] for check in description["checks"]} <= names


def test_the_evaluator_knows_exactly_the_operations_there_are():
    tables = re.findall(
        r"^const (?:lazy|plain) = \{\n(.*?)^\};", EVALUATOR.read_text(), re.MULTILINE | re.DOTALL
    )
    known = {
        name
        for table in tables
        for name in re.findall(r'^  "?([a-z+*<=-]+)"?(?::|\()', table, re.MULTILINE)
    }
    assert known == set(OPERATIONS)


def test_no_operation_is_there_for_nothing():
    used = set()
    for variant in VARIANTS:
        for preset in PRESETS[variant.name]:
            description = variant.describe(variant.options(preset.options))
            used |= set().union(*map(operations_in, expressions(description)))
    assert used == set(OPERATIONS)


def test_the_evaluator_is_small_enough_for_any_phone():
    assert EVALUATOR.stat().st_size < 10_240
