"""Every problem the rules engine can find has a sentence, in English and in German."""

import json
import re
from pathlib import Path

import pytest
from django.utils import translation
from hypothesis import given, settings

import scoring.rules
from scoring import messages
from scoring.rules import VARIANTS, Problem, get_variant
from scoring.rules.presets import PLAIN
from tests.rules.strategies import any_sheets

RULES = Path(scoring.rules.__file__).parent
CASES = Path(__file__).parent.parent / "cases"
SOURCE = "\n".join(path.read_text() for path in sorted(RULES.glob("*.py")))
CODES = {
    "required": {},
    "invalid": {},
    "out-of-range": {"min": 0, "max": 157},
    "wrong-sum": {"why": "missing", "sum": 155, "expected": 157, "off": 2},
    "impossible-points": {"value": 1, "rest": 156},
    "match-mismatch": {"side": 0, "points": 150},
    "stoeck-without-trump": {},
    "who-was-first": {},
    "false-claim": {"total": 90, "target": 100},
    "deal-after-end": {"deals": 12},
}


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_the_page_gets_all_sentences_of_its_variant(variant):
    with translation.override("de-ch"):
        sentences = messages.sentences(variant)
    assert sentences["wrong-sum/one-missing"].startswith("Zusammen %(sum)s statt")
    assert not any(":" in key for key in sentences)


def say(variant, code, field="points", **params):
    return messages.text(variant, Problem(field, code, params))


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_sentence_for_every_variant(variant, code):
    assert say(variant, code, **CODES[code]).endswith((".", "?"))


def test_every_reason_the_engine_gives_has_a_sentence_of_its_own():
    reasons = set(re.findall(r'(?:"why": |why = |_invalid\(\w*\.?name, )f?"([a-z-]+)"', SOURCE))
    known = {key.partition("/")[2] for key in messages.SENTENCES} - {""}
    assert len(reasons) > 10
    assert reasons <= known | WITHOUT_A_SENTENCE


WITHOUT_A_SENTENCE = {"target"}
"""Reasons that the code's general sentence says already."""


@pytest.mark.parametrize("language", ["en", "de-ch"])
def test_every_problem_of_the_worked_sheets_becomes_a_sentence(language):
    told = set()
    with translation.override(language):
        for variant in VARIANTS:
            for case in json.loads((CASES / f"{variant.name}.json").read_text()):
                sheet = variant.replay(case["deals"], variant.options(case["options"]))
                for deal in sheet.as_dict(messages.text)["deals"]:
                    told |= {problem["message"] for problem in deal["problems"]}
    assert len(told) > 5
    assert all(message.endswith((".", "?")) and "%" not in message for message in told)


@settings(max_examples=60)
@given(any_sheets())
def test_every_problem_of_any_sheet_becomes_a_sentence(asked):
    variant, options, deals = asked
    with translation.override("de-ch"):
        answer = variant.replay(deals, options).as_dict(messages.text)
    told = [problem["message"] for deal in answer["deals"] for problem in deal["problems"]]
    assert all(message.endswith((".", "?")) for message in told)


def test_every_sentence_and_label_is_translated():
    texts = set(messages.SENTENCES.values())
    texts |= set(re.findall(r'\b_\(\s*"([^"]+)"\s*\)', SOURCE))
    assert len(texts) > 60
    with translation.override("en"):
        english = {text: messages.label(text) for text in texts}
    with translation.override("de-ch"):
        german = {text: messages.label(text) for text in texts}
    assert english == {text: text for text in texts}
    alike = {text for text in texts if german[text] == text}
    assert alike <= LOCAL_WORDS


LOCAL_WORDS = {
    "Schieber",
    "Eicheln",
    "Rosen",
    "Schellen",
    "Schilten",
    "Obenabe",
    "Undenufe",
    "Bergpreis",
    "Match",
    "Stöck",
    "Weis",
    "Coiffeur",
    "Slalom",
    "Guschti",
    "Joker",
    "Misère",
    "3×3",
    "Differenzler",
    "Molotow",
    "Cinq Cents",
    "Cego",
    "Solo",
    "Bettel",
    "Piccolo",
    "Ulti",
    "Räuber",
    "Sechsundsechzig",
    "Schneider",
}


@pytest.mark.parametrize(
    ("code", "params", "german"),
    [
        (
            "wrong-sum",
            {"why": "one-missing", "sum": 156, "expected": 157, "off": 1},
            "Zusammen 156 statt 157: ein Punkt fehlt.",
        ),
        (
            "wrong-sum",
            {"why": "too-many", "sum": 160, "expected": 157, "off": 3},
            "Zusammen 160 statt 157: 3 Punkte zu viel.",
        ),
        (
            "impossible-points",
            {"value": 156, "rest": 1},
            "156 : 1 kann es nicht geben – ein einzelner Punkt liegt in keinem Stich.",
        ),
    ],
)
def test_the_table_reads_what_is_wrong_and_what_would_be_right(code, params, german):
    with translation.override("de-ch"):
        assert say("schieber", code, **params) == german


def test_totals_are_explained_by_the_deals():
    schieber = get_variant("schieber")
    options = schieber.options({**PLAIN, "deals": 12})
    with translation.override("de-ch"):
        check = schieber.check_totals([942, 943], 12, options).as_dict("schieber", messages.text)
    assert check["problems"][0]["message"] == (
        "Zusammen 1885; richtig wären 1884 (Spiele: 12) und 100 für jeden Match. "
        "Am nächsten liegt 1884."
    )


def test_a_name_from_outside_cannot_break_a_sentence():
    assert "100%(x)s" in say("schieber", "invalid", field="100%(x)s", why="unknown-field")


def test_a_code_without_a_sentence_is_an_error():
    with pytest.raises(KeyError):
        say("schieber", "no-such-code")
