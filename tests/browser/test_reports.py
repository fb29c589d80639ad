"""What went wrong at the table in comparable programs, done with the thumb."""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Confirmation, Deal
from scoring.rules import get_variant
from tests import factories
from tests.browser.thumb import Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table():
    round_ = factories.playing_round(factories.tournament(players=8))
    return round_.tables.select_related("place").first()


def sit_down(page: Page, table, seat: int = 0) -> None:
    page.goto(f"/t/{table.place.token}/")
    page.locator(f"button.person[value='{seat}']").click()
    expect(page.locator("[data-part=board]")).to_be_visible()


def write(page: Page, points: str) -> None:
    page.locator("label:has(input[value='rosen'])").click()
    for key in points:
        page.locator(f"[data-key='{key}']").click()
    page.locator("[data-write]:visible").click()


def test_seven_of_twelve_deals_and_half_of_the_eighth_survive_everything(phone, table):
    sheet = factories.deals(factories.sheet_of(table), factories.TWELVE[:6])
    sit_down(phone, table)
    write(phone, "71")
    expect(phone.locator(".deals [data-deal='7'] .figures")).to_have_text("71 : 86")
    phone.locator("[data-key='4']").click()

    def all_is_there(page: Page) -> None:
        expect(page.locator(".deals a[data-deal]")).to_have_count(7)
        expect(page.locator("[name='deal.points.0']")).to_have_value("4")

    phone.reload()
    all_is_there(phone)
    phone.goto(f"/t/{table.place.token}/sheet/deals/3/")
    phone.go_back()
    all_is_there(phone)
    again = phone.context.new_page()
    phone.close()
    again.goto(f"/t/{table.place.token}/")
    all_is_there(again)
    assert sheet.deals.count() == 7


def test_the_names_stand_large_on_every_step(phone, table):
    sheet = factories.deals(factories.sheet_of(table), factories.TWELVE[:7])
    sit_down(phone, table)
    base = f"/t/{table.place.token}/sheet/"
    for path in ("", "deals/3/", "deals/3/remove/", "deals/3/versions/", "submit/", "dispute/"):
        phone.goto(base + path)
        for seat in sheet.seats.all():
            name = phone.locator(".board").get_by_text(seat.name, exact=True)
            expect(name).to_be_visible()
            assert name.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 17


def test_another_tables_card_is_noticed_before_anything_can_be_typed(phone, table):
    other = table.round.tables.select_related("place").last()
    sit_down(phone, table)
    phone.goto(f"/t/{other.place.token}/sheet/")  # the link of the neighbours
    expect(phone.locator("[data-write]")).to_have_count(0)
    names = {seat.player.name for seat in other.seats.select_related("player")}
    people = phone.locator("button.person")
    expect(people).to_have_count(4)
    assert {text.split("\n")[0].strip() for text in people.all_inner_texts()} == names


def test_opening_a_deal_and_leaving_it_changes_nothing_and_an_edit_is_a_new_version(phone, table):
    sheet = factories.deals(factories.sheet_of(table), factories.TWELVE[:3])
    sit_down(phone, table)
    phone.locator(".deals [data-deal='2']").click()
    expect(phone.locator("[name='deal.points.0']")).to_have_value("80")
    phone.locator("[data-key='back']").click()
    phone.locator("[data-leave]").click()
    phone.wait_for_url(re.compile(r"/sheet/$"))
    expect(phone.locator(".deals [data-deal='2'] .figures")).to_have_text("80 : 77")
    assert sheet.deals.count() == 3
    phone.locator(".deals [data-deal='2']").click()
    expect(phone.locator("[name='deal.points.0']")).to_have_value("80")
    phone.locator("[data-key='back']").click()
    phone.locator("[data-key='1']").click()
    phone.locator("[data-write]:visible").click()
    phone.wait_for_url(re.compile(r"/sheet/$"))
    versions = sheet.deals.filter(number=2).order_by("version").values_list("version", "written")
    assert list(versions) == [(1, [80, 77]), (2, [81, 76])]


def test_from_whichever_seat_it_is_typed_the_sheet_is_the_same(open_page, table):
    sheet = factories.sheet_of(table)
    for seat in range(4):
        page = open_page("phone")
        sit_down(page, table, seat)
        expect(page.locator("[data-side='0'] .names")).to_contain_text("Anna Gerber")
        write(page, "92")
        expect(page.locator(f".deals [data-deal='{seat + 1}']")).to_be_visible()
    assert list(sheet.deals.values_list("written", flat=True)) == [[92, 65]] * 4


def test_a_table_is_reached_by_the_letters_of_its_card(phone, table):
    phone.goto("/t/")
    code = table.place.code
    assert not set(code) & set("IO01")
    phone.locator("#code").fill(f" {code[:3].lower()} {code[3:].lower()} ")
    phone.locator("button.btn-main").click()
    expect(phone.locator("button.person")).to_have_count(4)


def test_the_yes_of_each_side_says_from_which_phone_and_to_which_figures(open_page, table):
    sheet = factories.deals(factories.sheet_of(table), factories.TWELVE)
    one, other = open_page("phone"), open_page("phone")
    sit_down(one, table, 0)
    sit_down(other, table, 1)
    expect(one.locator("[data-confirm-side]").first).to_have_attribute("data-confirm-side", "0")
    expect(other.locator("[data-confirm-side]").first).to_have_attribute("data-confirm-side", "1")
    one.locator("[data-confirm-side='0']").click()
    expect(one.locator("[data-confirm-side]")).to_have_count(1)
    other.reload()
    other.locator("[data-confirm-side='1']").click()
    expect(other.locator("[data-panel=confirmed]")).to_be_visible()
    said = Confirmation.objects.filter(sheet=sheet).order_by("side")
    assert [(each.side, each.revision) for each in said] == [(0, 12), (1, 12)]
    assert said[0].by_device != said[1].by_device
    for page in (one, other):
        for side in (0, 1):
            expect(page.locator(f"[data-said='{side}'][data-how='same-phone']")).to_be_visible()


def test_what_a_deal_once_was_can_be_read_after_confirming(phone, table):
    sheet = factories.deals(factories.sheet_of(table), factories.TWELVE)
    sit_down(phone, table)
    phone.goto(f"/t/{table.place.token}/sheet/deals/2/")
    phone.locator("[data-key='back']").click()
    phone.locator("[data-key='1']").click()
    phone.locator("[data-write]:visible").click()
    phone.wait_for_url(re.compile(r"/sheet/$"))
    for side in (0, 1):
        button = phone.locator(f"[data-confirm-side='{side}']")
        expect(button).to_be_enabled()
        button.click()
    expect(phone.locator("[data-panel=confirmed]")).to_be_visible()
    phone.locator(".deals [data-deal='2']").click()
    expect(phone.locator("[data-version='1']")).to_contain_text("80 : 77")
    expect(phone.locator("[data-version='2']")).to_contain_text("81 : 76")
    assert Deal.objects.filter(sheet=sheet, number=2).count() == 2


@pytest.mark.parametrize("variant", ["schieber", "coiffeur", "molotow", "cego"])
def test_the_longest_names_fit_on_the_smallest_phone(phone, variant):
    rules = get_variant(variant)
    full = rules.options({"players": 6} if variant == "molotow" else {})
    names = [factories.LONG_NAME, "Jean-Jacques-Emmanuel Oberholzer-Vonmoos"] * 3
    seats = [(seat, names[seat], None) for seat in range(rules.seats(full))]
    at = Table(phone, factories.free_sheet(variant=variant, options=full, seats=seats))
    for width in (320, 390):
        phone.set_viewport_size({"width": width, "height": 640})
        assert phone.evaluate("document.documentElement.scrollWidth") <= width
        cut_off = phone.evaluate(
            """[...document.querySelectorAll('.board *, .entry *')].filter(e =>
               e.offsetParent && e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 &&
               getComputedStyle(e).display !== 'inline' && !e.closest('.visually-hidden')
               && e.tagName !== 'INPUT').map(e => `${e.className}: ${e.textContent.trim()}`)"""
        )
        assert cut_off == [], width
    assert at.totals() == [0] * rules.sides(full)
