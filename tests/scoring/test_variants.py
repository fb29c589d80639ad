"""Every variant's worked sheets, written deal by deal at a table, and whose yes each game needs."""

import json
from pathlib import Path

import pytest

from scoring.errors import SheetError
from scoring.models import ScoreSheet, SheetStatus
from scoring.rules import VARIANTS, InvalidOptions, get_variant
from scoring.selectors import sheet_board
from tests import factories
from tests.scoring.desks import confirm, phone, record

pytestmark = pytest.mark.django_db

CASES = Path(__file__).parent.parent / "cases"
WORKED_SHEETS = [
    pytest.param(variant.name, case, id=f"{variant.name}: {case['name']}")
    for variant in VARIANTS
    for case in json.loads((CASES / f"{variant.name}.json").read_text())
]


def sheet_for(name, options):
    rules = get_variant(name)
    seats = [(seat, f"Person {seat}", None) for seat in range(rules.seats(rules.options(options)))]
    return factories.free_sheet(variant=name, options=options, seats=seats)


@pytest.mark.parametrize(("name", "case"), WORKED_SHEETS)
def test_a_worked_sheet_written_at_a_table_adds_up_as_expected(name, case):
    sheet = sheet_for(name, case["options"])
    number = 1
    for payload, wanted in zip(case["deals"], case["expect"]["deals"], strict=True):
        if wanted["written"] is None:
            with pytest.raises(SheetError) as refused:
                record(sheet, number, payload)
            codes = {problem["code"] for problem in refused.value.problems}
            assert set(wanted.get("codes", [])) <= codes
        else:
            assert record(sheet, number, payload).deal.written == wanted["written"]
            number += 1
    board = sheet_board(ScoreSheet.objects.get(pk=sheet.pk), phone())
    assert board.totals == case["expect"]["totals"]
    assert board.finished == case["expect"]["finished"]
    assert board.winners == case["expect"]["winners"]


DIFFERENZLER = {"trump": "rosen", "bids": [40, 40, 40, 37], "points": [40, 40, 40, 37]}


@pytest.mark.parametrize(
    ("name", "options", "everyone", "needed"),
    [
        ("schieber", {}, False, 2),
        ("coiffeur", {}, True, 2),
        ("cinq-cents", {}, False, 2),
        ("differenzler", {}, False, 2),
        ("differenzler", {}, True, 4),
        ("molotow", {"players": 6}, True, 6),
        ("molotow", {"players": 3}, False, 2),
        ("cego", {}, False, 2),
    ],
)
def test_whose_yes_a_game_needs(name, options, everyone, needed):
    """Partner games: both sides. Individuals: the writer and one other, or everybody."""
    board = sheet_board(sheet_for(name, options), phone(everyone_confirms=everyone))
    assert board.needed == needed


def test_any_two_of_four_single_players_confirm_their_sheet():
    sheet = sheet_for("differenzler", {"deals": 4})
    for number in range(1, 5):
        record(sheet, number, DIFFERENZLER)
    assert confirm(sheet, 2).status == SheetStatus.OPEN
    assert confirm(sheet, 0).status == SheetStatus.CONFIRMED


def test_a_sheet_that_nothing_ends_is_confirmed_whenever_the_table_stops():
    sheet = sheet_for("cego", {})
    assert not sheet_board(sheet, phone()).can_confirm
    record(sheet, 1, {"game": "bettel", "declarer": 0, "won": True})
    confirm(sheet, 0)
    assert confirm(sheet, 1).status == SheetStatus.CONFIRMED


def test_a_sheet_keeps_its_options_in_full_whatever_the_defaults_become():
    sheet = sheet_for("schieber", {"target": 1000})
    assert sheet.options == get_variant("schieber").options(sheet.options)
    with pytest.raises(InvalidOptions):
        sheet_for("schieber", {"target": 0})
