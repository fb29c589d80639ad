"""A deal's form by itself: made from descriptions, read back into JSON, judging nothing."""

import json

import pytest

from scoring.forms import DealForm
from scoring.rules import get_variant
from tests import factories


def field(name: str, kind: str, **more: object) -> dict:
    return {
        "name": name,
        "type": kind,
        "label": name,
        "help": "",
        "nullable": True,
        "needed_when": None,
        "stage": "after",
        "offered": True,
    } | more


def form_of(*fields: dict, **typed: str) -> DealForm:
    form = DealForm(fields=list(fields), owners=["Anna", "Beat"], people=["Anna", "Beat"], number=1)
    form.typed = {f"deal.{name.replace('_', '.')}": [value] for name, value in typed.items()}
    return form


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-800", -800),
        ("−800", -800),
        ("–8", -8),
        ("1'884", 1884),
        (" 12 ", 12),
        ("1.5", "1.5"),
        ("--1", "--1"),
        ("9" * 25, "9" * 25),
    ],
)
def test_numbers_are_read_with_any_minus_and_what_is_none_stays_as_typed(text, value):
    form = form_of(field("value", "int", min=-1000, max=1000), value=text)
    assert form.payload() == {"value": value}


@pytest.mark.parametrize(("least", "minus"), [(-1000, True), (0, False), (None, False)])
def test_the_keys_have_a_minus_where_a_number_may_be_below_zero(least, minus):
    assert form_of(field("value", "int", min=least, max=1000)).drawn.allows_minus is minus


def test_every_deal_of_the_worked_cases_survives_the_form():
    cases = json.loads((factories.CASES / "schieber.json").read_text())
    variant = get_variant("schieber")
    count = 0
    for case in cases:
        options = variant.options(case["options"])
        description = variant.describe(options)["deal"]
        offered = {each["name"] for each in description if each["offered"]}
        for deal in case["deals"]:
            if not isinstance(deal, dict) or not set(deal) <= offered:
                continue
            form = DealForm(fields=description, owners=["A", "B"], people=list("ABCD"), number=1)
            again = form.fill(deal).payload()
            one = variant.replay([deal], options).as_dict()["deals"]
            other = variant.replay([again], options).as_dict()["deals"]
            assert one[0]["written"] == other[0]["written"]
            count += 1
    assert count > 20
