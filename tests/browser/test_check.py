"""The evaluator in the browser agrees with the engine wherever it speaks.

It is given each deal of each worked sheet, with the deals that stand on the sheet before it.
"""

import base64
import json
from pathlib import Path

import pytest

from scoring.rules import VARIANTS

ROOT = Path(__file__).parent.parent.parent
EVALUATOR = (ROOT / "static" / "js" / "check.js").read_bytes()
EVALUATE = """
    async ([address, asked]) => {
        const { evaluate } = await import(address);
        return asked.map(({ description, deals }) =>
            deals.map(({ deal, earlier }) => evaluate(description, deal, earlier)));
    }
"""


@pytest.fixture(scope="module")
def evaluate(chromium):
    """Evaluates `[{description, deals: [{deal, earlier}]}]` in a page."""
    page = chromium.new_page()
    address = f"data:text/javascript;base64,{base64.b64encode(EVALUATOR).decode()}"
    yield lambda asked: page.evaluate(EVALUATE, [address, asked])
    page.close()


def worked_sheets(variant):
    for case in json.loads((ROOT / "tests" / "cases" / f"{variant.name}.json").read_text()):
        yield case["name"], variant.options(case["options"]), case["deals"]


def with_earlier(sheet, deals):
    """Each deal with those before it that count."""
    standing, asked = [], []
    for deal, scored in zip(deals, sheet.deals, strict=True):
        asked.append({"deal": deal, "earlier": list(standing)})
        if scored.written is not None:
            standing.append(deal)
    return asked


def told(problems):
    return sorted((p["field"] or "", p["code"], str(p["params"].get("why"))) for p in problems)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_browser_says_of_every_worked_deal_what_the_engine_says(evaluate, variant):
    sheets = list(worked_sheets(variant))
    replayed = [variant.replay(deals, options) for _, options, deals in sheets]
    answers = evaluate(
        [
            {"description": variant.describe(options), "deals": with_earlier(sheet, deals)}
            for sheet, (_, options, deals) in zip(replayed, sheets, strict=True)
        ]
    )
    spoken = 0
    for sheet, (name, _, deals), found in zip(replayed, sheets, answers, strict=True):
        for deal, engine, browser in zip(deals, sheet.as_dict()["deals"], found, strict=True):
            if browser["silent"]:
                continue
            spoken += 1
            assert told(browser["problems"]) == told(engine["problems"]), (name, deal)
            assert browser["written"] == engine["written"], (name, deal)
    assert spoken > sum(len(deals) for _, _, deals in sheets) / 2
