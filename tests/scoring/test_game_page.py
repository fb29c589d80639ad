"""What a sheet's page says of its game: who deals, how far it is, its rows, its course, its money."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from jassclub.audit.models import AuditEvent
from scoring.figures import CENTS, EUROS, FRANCS, figure, money_of
from scoring.page_texts import EXPLANATIONS
from scoring.presentation import SheetPage
from scoring.rules import VARIANTS, get_variant
from scoring.selectors import sheet_board
from tests import factories
from tests.reading import figures
from tests.scoring.desks import phone

pytestmark = pytest.mark.django_db

ROWS = [{"key": "rosen", "factor": 2}, {"key": "misere", "factor": 7}]


def page_of(variant: str, played=(), /, **options):
    full = get_variant(variant).options(options)
    sheet = factories.deals(factories.free_sheet(variant=variant, options=full), list(played))
    return SheetPage(sheet_board(sheet, phone()))


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [(-170, CENTS, "−1.70"), (5, CENTS, "0.05"), (-26, "points", "−26"), (None, CENTS, "–")],
)
def test_a_figure_is_shown_in_the_unit_of_its_game(value, unit, shown):
    assert figure(value, unit) == shown


def test_money_is_the_clubs():
    assert money_of("Europe/Zurich") == FRANCS
    assert money_of("Europe/Berlin") == EUROS


def test_the_one_before_vorhand_deals():
    page = page_of("schieber", [factories.deal(92)], first_forehand=3)
    assert (page.game.dealer, page.forehand) == (page.people[3], page.people[0])


def test_a_board_of_rows_has_what_was_written_and_where_to_write_next():
    deals = [
        {"row": "rosen", "side": 0, "points": 102},
        {"row": "misere", "side": 1, "points": 40},
    ]
    rows = page_of("coiffeur", deals, rows=ROWS).game.rows
    assert [(row.key, row.factor) for row in rows] == [("rosen", 2), ("misere", 7)]
    cells = [(cell.figure, cell.points) for row in rows for cell in row.cells]
    assert cells == [("20", "102"), ("", ""), ("", ""), ("84", "40")]
    assert "row=rosen&side=1" in rows[0].cells[1].url
    assert rows[1].cells[1].url.endswith("/deals/2/")


def test_an_open_cell_leads_to_its_deal_without_javascript(client: Client):
    full = get_variant("coiffeur").options({"rows": ROWS})
    sheet = factories.free_sheet(variant="coiffeur", options=full)
    address = reverse("scoring:sheet-page", args=[sheet.keys.get().token])
    form = client.get(address, {"row": "misere", "side": "1", "points": "12"}).context["form"]
    chosen = {each.name: each.inputs[0].value for each in form.bound()}
    assert (chosen["row"], chosen["side"], chosen["points"]) == ("misere", "1", "")


def test_the_course_adds_up_deal_by_deal():
    page = page_of("schieber", [factories.deal(92), factories.deal(60)], deals=12, target=None)
    course = page.game.course
    assert [row.figures for row in course.rows] == [["92", "65"], ["152", "162"]]
    assert len(course.lines) == 2
    assert course.lines[0].path != course.lines[1].path
    assert page_of("schieber").game.course is None


def test_who_pays_whom_stands_on_a_sheet_of_cents_only():
    deals = [{"game": "halbe", "declarer": 0, "points": 47}]
    page = page_of("cego", deals, deals=1)
    assert [each.amount for each in page.game.payments] == ["Fr. 0.20"] * 3
    assert {each.receiver for each in page.game.payments} == {page.context.names[0]}
    assert page_of("schieber", [factories.deal(92)]).game.payments == []


def test_the_goal_says_what_is_left_and_the_bergpreis_who_has_it():
    first, second = factories.deal(157), factories.deal(157)
    open_still = page_of("schieber", [first], target=1000, bergpreis="half").game.lines
    won = page_of("schieber", [first, second], target=1000, bergpreis="half")
    assert len(open_still) == len(won.game.lines) == 2
    assert "743" in figures(open_still[0])
    assert won.labels[0] in won.game.lines[1]


def test_a_deal_of_three_and_more_has_a_column_for_each():
    deal = {"trump": "rosen", "points": [47, 60, 30, 20]}
    shown = page_of("molotow", [deal]).deals[0]
    assert [column.figure for column in shown.columns] == ["5", "6", "3", "2"]
    assert [column.figure for column in shown.given[0].columns] == ["47", "60", "30", "20"]


def test_a_contract_says_whether_it_was_made():
    made = {"taker": 0, "trump": "rosen", "points": [72, 58]}
    failed = {"taker": 0, "trump": "rosen", "points": [60, 81]}
    page = page_of("cinq-cents", [made, failed])
    assert page.deals[0].notes[-1] != page.deals[1].notes[-1]


def test_every_explanation_has_its_sentence_and_the_figures_for_it():
    used = set()
    for variant in VARIANTS:
        for one in variant.describe().get("explain", []):
            used.add(one["code"])
            wanted = set(re.findall(r"%\((\w+)\)s", EXPLANATIONS[one["code"]]))
            assert wanted <= set(one["params"]), one["code"]
    assert used == set(EXPLANATIONS)


# -- who leads -----------------------------------------------------------------------------------


@pytest.fixture
def sheet():
    return factories.deals(factories.free_sheet(), factories.TWELVE[:2])


def say(client: Client, sheet, seat: object):
    address = reverse("scoring:sheet-forehand", args=[sheet.keys.get().token])
    answer = client.post(address, {"sheet": sheet.pk, "seat": seat})
    sheet.refresh_from_db()
    return answer


def test_who_leads_now_tells_who_led_first(client, sheet):
    assert say(client, sheet, 3).status_code == 302
    assert sheet.options["first_forehand"] == 1
    assert sheet.revision == 2
    event = AuditEvent.objects.get(action="sheet.forehand")
    assert event.after == {"seat": 3, "first": 1}


def test_who_leads_is_said_once(client, sheet):
    say(client, sheet, 3)
    say(client, sheet, 0)
    assert sheet.options["first_forehand"] == 1
    assert AuditEvent.objects.filter(action="sheet.forehand").count() == 1


@pytest.mark.parametrize("seat", [4, -1, "", "x"])
def test_nobody_who_does_not_sit_there_leads(client, sheet, seat):
    assert say(client, sheet, seat).status_code == 404
    assert sheet.options["first_forehand"] is None


def test_the_winner_of_the_last_deal_leads_whoever_led_before(client):
    full = get_variant("sechsundsechzig").options({})
    made = factories.free_sheet(variant="sechsundsechzig", options=full)
    factories.deals(made, [{"tricks": [70, 50]}])
    assert say(client, made, 1).status_code == 404
    assert say(client, made, 0).status_code == 302
