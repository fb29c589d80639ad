"""Two people type the same paper sheet, each with a keyboard only, and meet at the figures that differ."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from jassclub.clubs.models import Role
from scoring.models import SheetStatus
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening(live_server):
    return factories.tournament(players=8, rounds=2, double_entry=True)


def url(evening, name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug, *args])


def type_sheet(desk, evening, number: int, *fields: str) -> None:
    """From the wall: the table's number, each field with Enter, and Enter on the button."""
    desk.goto(url(evening, "office"))
    desk.keyboard.type(str(number))
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-grid] input[name='total.0']")).to_be_focused()
    for text in fields:
        desk.keyboard.type(text)
        desk.keyboard.press("Enter")
    expect(desk.locator("form[action$='totals/'] button[name=then]")).to_be_focused()
    desk.keyboard.press("Enter")


def test_two_people_type_one_sheet_by_keyboard_and_only_what_is_alike_counts(
    open_page, sign_in, evening, grave_findings
):
    table = factories.playing_round(evening).tables.get(place__number=2)
    sheet = factories.sheet_of(table)
    anna, beat = (open_page("desk") for _person in range(2))
    for page, name in ((anna, "Anna Amtmann"), (beat, "Beat Bürki")):
        sign_in(page, factories.member(evening.club, Role.SCORER, name=name))

    type_sheet(anna, evening, 2, "1013", "971", "1", "0", "")
    spot = anna.locator("[data-table='2']")
    expect(spot).to_have_attribute("data-state", "second")

    beat.goto(url(evening, "desk-table", table.pk))
    expect(beat.locator("[data-blind]")).to_be_visible()
    expect(beat.get_by_text("1013")).to_have_count(0)
    assert grave_findings(beat) == []
    type_sheet(beat, evening, 2, "1013", "970", "1", "0", "")
    expect(beat.locator("[data-wrong='totals']")).to_be_visible()
    expect(beat.locator("input[name='total.1']")).to_have_value("970")
    expect(beat.locator("[data-blind]")).to_be_visible()

    type_sheet(beat, evening, 2, "1012", "972", "1", "0", "")
    compared = beat.locator("[data-compare] tr[data-differs]")
    expect(compared).to_have_count(2)
    expect(compared.first).to_contain_text("1013")
    expect(compared.first).to_contain_text("1012")
    assert grave_findings(beat) == []
    anna.goto(url(evening, "office"))
    expect(spot).to_have_attribute("data-state", "differs")

    # Beat looks at the paper again; his own figures stand there, the first one marked to be replaced.
    type_sheet(beat, evening, 2, "1013", "971", "1", "0", "")
    expect(beat.locator("[data-table='2']")).to_have_attribute("data-state", "confirmed")
    sheet.refresh_from_db()
    assert (sheet.totals, sheet.status) == ([1013, 971], SheetStatus.CONFIRMED)


def test_the_deals_of_a_game_of_its_own_kind_are_typed_without_a_mouse(desk, sign_in, live_server):
    evening = factories.tournament(
        variant="cego", options={"deals": 2}, players=4, rounds=1, format="individuals"
    )
    table = factories.playing_round(evening).tables.get()
    sign_in(desk, factories.member(evening.club, Role.SCORER))
    desk.goto(url(evening, "desk-table", table.pk))
    first = desk.locator("[name='1:deal.game']")
    for _step in range(30):
        if first.evaluate("field => field === document.activeElement"):
            break
        desk.keyboard.press("Tab")
    expect(first).to_be_focused()
    for fields in (("Bettel", "Anna", "", "ja", ""), ("Solo", "Beat", "52", "", "")):
        for text in fields:
            desk.keyboard.type(text)
            desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-table='1']")).to_have_attribute("data-state", "confirmed")
    sheet = factories.sheet_of(table)
    # Bettel 30 from each of three; a Solo with 27 against it is 15, twice, from each.
    anna, beat = 90 - 30, -30 + 90
    assert sorted(sheet.totals) == sorted([anna, beat, -60, -60])
    assert sheet.source == "deals"
