"""The evaluator in the browser agrees with the engine wherever it speaks.

It is given each deal of each worked sheet, with the deals that stand on the sheet before it.
"""

import base64
import copy
import json
import random
from itertools import permutations
from pathlib import Path

import pytest

from benchmarks.sheets import sheet as correct_sheet
from scoring import messages
from scoring.rules import VARIANTS
from scoring.rules.presets import PRESETS, Preset

ROOT = Path(__file__).parent.parent.parent
EVALUATOR = (ROOT / "static" / "js" / "check.js").read_bytes()
EVALUATE = """
    async ([address, asked]) => {
        const { evaluate, sentence } = await import(address);
        return asked.map(({ description, sentences, deals }) =>
            deals.map(({ deal, earlier }) => {
                const answer = evaluate(description, deal, earlier);
                for (const one of answer.problems) one.message = sentence(sentences, one);
                return answer;
            }));
    }
"""


@pytest.fixture(scope="module")
def evaluate(chromium):
    """Evaluates `[{description, sentences, deals: [{deal, earlier}]}]` in a page."""
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
    return sorted((p["field"] or "", p["code"], p["message"]) for p in problems)


SHORT = {
    "schieber": [
        {"target": 300, "bergpreis": 157, "settle_order": list(order)}
        for order in permutations(("stoeck", "weis", "stich"))
    ],
    "molotow": [{"limit": 20, "weis": "best"}],
    "cinq-cents": [{"target": 150}],
    "sechsundsechzig": [{"target": 2}],
}
"""House rules by which a sheet is soon at its end."""


RARE = {
    "molotow": (
        {"players": 3},
        [
            {"trump": None, "points": [124, 1, 0]},
            {"trump": None, "points": [124, None, None]},
            {"trump": None, "points": [124, None, 0]},
            {"trump": None, "points": [65, 60, 0], "stoeck": 1},
        ],
    ),
    "cego": ({}, [{"game": "cego", "declarer": 0, "points": points} for points in range(81)]),
    "coiffeur": ({}, [{"row": "rosen", "side": 0, "points": points} for points in (1, 156, 158)]),
    "cinq-cents": (
        {"target": 100_000},
        [
            {"taker": 0, "trump": "rosen", "points": [first, second]}
            for first in range(0, 157, 5)
            for second in (0, 1, 90)
        ],
    ),
}
"""Deals that chance hardly makes."""


def random_sheets(variant, lots):
    """Correct sheets by every preset and some house rules, and the same with mistakes in them."""
    presets = [
        *PRESETS[variant.name],
        *(Preset("short", "", o) for o in SHORT.get(variant.name, [])),
    ]
    if variant.name in RARE:
        raw, deals = RARE[variant.name]
        yield "rare", variant.options(raw), deals
    for preset in presets:
        options = variant.options(preset.options)
        deals = correct_sheet(variant.name, options, lots)[:14]
        yield f"{preset.key}, correct", options, deals
        for round_ in range(3):
            spoiled = [spoil(deal, lots) for deal in copy.deepcopy(deals)]
            yield f"{preset.key}, spoiled {round_}", options, spoiled


def spoil(deal, lots):
    """The deal with one of its values changed as fingers do, or as no finger would."""
    name = lots.choice([*deal, "match", "claimed_by", "first", "ended_by", "weis", "marriages"])
    value = deal.get(name)
    odd = lots.choice([None, 0, 1, 2, -1, 157, 158, True, "rosen", 1.5, [], [0, 157], {}])
    if isinstance(value, list) and value:
        place = lots.randrange(len(value))
        inner = value[place]
        if isinstance(inner, int) and lots.random() < 0.7:
            value[place] = inner + lots.choice([-1, 1, 10])
        elif isinstance(inner, list) and lots.random() < 0.7:
            inner.append(lots.choice([20, 40, 50, 100, 150, 200, 30]))
        else:
            value[place] = odd
    elif name == "weis" and lots.random() < 0.7:
        deal[name] = [[lots.choice([20, 50, 100, 200])], lots.choice([[], [50]])]
    else:
        deal[name] = odd
    return deal


def engine_says(sheet):
    return sheet.as_dict(messages.text)["deals"]


def check_agreement(evaluate, variant, sheets):
    """How many deals the browser decided; it must say what the engine says."""
    replayed = [variant.replay(deals, options) for _, options, deals in sheets]
    answers = evaluate(
        [
            {
                "description": variant.describe(options),
                "sentences": messages.sentences(variant.name),
                "deals": with_earlier(sheet, deals),
            }
            for sheet, (_, options, deals) in zip(replayed, sheets, strict=True)
        ]
    )
    spoken = 0
    for sheet, (name, _, deals), found in zip(replayed, sheets, answers, strict=True):
        for deal, engine, browser in zip(deals, engine_says(sheet), found, strict=True):
            if browser["silent"]:
                continue
            spoken += 1
            assert told(browser["problems"]) == told(engine["problems"]), (name, deal)
            assert browser["written"] == engine["written"], (name, deal)
    return spoken


EVERY = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)


@EVERY
def test_the_browser_says_of_every_worked_deal_what_the_engine_says(evaluate, variant):
    sheets = list(worked_sheets(variant))
    spoken = check_agreement(evaluate, variant, sheets)
    assert spoken == sum(len(deals) for _, _, deals in sheets)


@EVERY
def test_the_browser_says_of_random_deals_what_the_engine_says(evaluate, variant):
    sheets = list(random_sheets(variant, random.Random(variant.name)))
    spoken = check_agreement(evaluate, variant, sheets)
    assert spoken == sum(len(deals) for _, _, deals in sheets)
