"""The examples in docs/rules are run: what organisers read is what the program does.

A ```sheet block is one sheet: an `options` line if they are not the defaults, then a line per deal,
`JSON -> a : b` or `JSON -> code`; further lines name what the answer holds (`winners [0]`).
A ```totals block holds lines `n deals: a : b -> ok` or `-> code`.
"""

import json
import re
from pathlib import Path

import pytest

from scoring.rules import VARIANTS, get_variant

DOCS = Path(__file__).parent.parent.parent / "docs" / "rules"
BLOCK = re.compile(r"^```(sheet|totals)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

LANGUAGES = (".", ".de.")


def blocks(name, language):
    return BLOCK.findall((DOCS / f"{name}{language}md").read_text())


EXAMPLES = [
    pytest.param(variant.name, kind, body.splitlines(), id=f"{variant.name}{language}{number}")
    for variant in VARIANTS
    for language in LANGUAGES
    for number, (kind, body) in enumerate(blocks(variant.name, language), 1)
]


@pytest.mark.parametrize(("name", "kind", "lines"), EXAMPLES)
def test_an_example_in_the_rules_is_true(name, kind, lines):
    variant = get_variant(name)
    options = variant.options()
    if lines[0].startswith("options "):
        options = variant.options(json.loads(lines.pop(0).removeprefix("options ")))
    if kind == "totals":
        check_totals(variant, options, lines)
    else:
        check_sheet(variant, options, lines)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_rules_of_every_variant_have_the_same_examples_in_both_languages(variant):
    english, german = (blocks(variant.name, language) for language in LANGUAGES)
    assert len(english) >= 2
    assert english == german


def check_sheet(variant, options, lines):
    pairs = [line.rsplit(" -> ", 1) for line in lines if " -> " in line]
    answer = variant.replay([json.loads(deal) for deal, _ in pairs], options).as_dict()
    for (line, expected), deal in zip(pairs, answer["deals"], strict=True):
        codes = {problem["code"] for problem in deal["problems"]}
        if re.search("[a-z]", expected):
            assert codes == set(expected.split(", ")), line
        else:
            assert deal["written"] == [int(n) for n in expected.split(" : ")], line
    for line in lines:
        if " -> " not in line:
            key, value = line.split(" ", 1)
            assert {**answer, **answer["extra"]}[key] == json.loads(value), line


def check_totals(variant, options, lines):
    for line in lines:
        asked, expected = line.split(" -> ")
        deals, totals = asked.split(" deals: ")
        numbers = [None if n == "?" else int(n) for n in totals.split(" : ")]
        check = variant.check_totals(numbers, int(deals), options)
        codes = {problem.code for problem in check.problems}
        assert codes == (set() if expected == "ok" else set(expected.split(", "))), line
