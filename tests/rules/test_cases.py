"""The worked sheets of tests/cases, each replayed."""

import json
from pathlib import Path

import pytest

from scoring.rules import VARIANTS, check_request, get_variant

CASES = Path(__file__).parent.parent / "cases"


WORKED_SHEETS = [
    pytest.param(variant.name, case, id=f"{variant.name}: {case['name']}")
    for variant in VARIANTS
    for case in json.loads((CASES / f"{variant.name}.json").read_text())
]


@pytest.mark.parametrize(("name", "case"), WORKED_SHEETS)
def test_a_worked_sheet_is_answered_as_expected(name, case):
    answer = check_request(
        get_variant(name), {"options": case["options"], "deals": case["deals"]}
    ).as_dict()

    expected = case["expect"]
    assert [deal["written"] for deal in answer["deals"]] == [
        deal["written"] for deal in expected["deals"]
    ]
    for deal, wanted in zip(answer["deals"], expected["deals"], strict=True):
        codes = {problem["code"] for problem in deal["problems"]}
        assert codes >= set(wanted.get("codes", []))
        assert bool(codes) == (deal["written"] is None)
    assert answer["totals"] == expected["totals"]
    assert answer["finished"] == expected["finished"]
    assert answer["winners"] == expected["winners"]
    assert {key: answer["extra"][key] for key in expected["extra"]} == expected["extra"]
