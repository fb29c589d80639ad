"""A page left open over night is right in the morning, and what was typed on it is not lost."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.test_table import announce, current, expect_deal, press, sit_down, state, write

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def round_():
    return factories.playing_round(factories.tournament(players=8))


@pytest.fixture
def table(round_):
    return round_.tables.select_related("place").first()


@pytest.fixture
def sheet(table):
    return factories.sheet_of(table)


def test_a_page_with_an_old_csrf_token_gets_a_new_one_and_sends_its_deal(phone, table, sheet):
    sit_down(phone, table)
    refused = []
    phone.on("response", lambda answer: refused.append(answer.status))
    phone.context.clear_cookies(name="csrftoken")
    write(phone, "rosen", "90")
    expect_deal(phone, 1, "90 : 67")
    expect(state(phone)).to_have_attribute("data-state", "saved")
    assert 403 in refused
    assert current(sheet) == [(1, [90, 67])]


def test_a_phone_whose_seat_expired_says_again_who_it_is_and_then_sends_its_deal(
    phone, table, sheet
):
    sit_down(phone, table)
    announce(phone, "rosen")
    press(phone, "90")
    phone.context.clear_cookies(name=f"at-{table.pk}")
    phone.locator("[data-write]").click()
    phone.wait_for_url(f"**/t/{table.place.token}/")
    assert current(sheet) == []
    phone.locator("button.person[value='0']").click()
    expect_deal(phone, 1, "90 : 67")
    assert current(sheet) == [(1, [90, 67])]


def test_the_sheet_of_yesterday_shows_in_the_morning_what_was_written_meanwhile(
    phone, table, sheet
):
    sit_down(phone, table)
    expect(phone.locator("html.js")).to_have_count(1)
    phone.context.set_offline(True)
    factories.deals(sheet, factories.TWELVE[:3])
    type(sheet).objects.filter(pk=sheet.pk).update(revision=sheet.revision + 3)
    expect(phone.locator(".deals [data-deal='3']")).to_have_count(0)
    phone.context.set_offline(False)
    written = phone.locator(".deals [data-deal='3'] .figures")
    expect(written).to_have_text("71 : 86", timeout=20_000)  # the page asks in its own time
    expect(phone.locator("#entry-title")).to_contain_text("4")


def test_a_sheet_whose_scripts_were_lost_on_the_way_starts_when_the_network_is_back(phone, table):
    phone.route("**/js/table-fields.js", lambda route: route.abort("internetdisconnected"))
    phone.goto(f"/t/{table.place.token}/")
    phone.locator("button.person[value='0']").click()
    expect(phone.locator("[data-part=board]")).to_be_visible()
    expect(phone.locator("html.js")).to_have_count(0)
    phone.unroute("**/js/table-fields.js")
    expect(phone.locator("html.js [data-part=board]")).to_be_visible()
    write(phone, "rosen", "90")
    expect_deal(phone, 1, "90 : 67")


def test_a_sheet_without_its_scripts_is_not_loaded_again_under_the_hands_of_somebody_typing(
    phone, table, sheet
):
    phone.route("**/js/table-fields.js", lambda route: route.abort("internetdisconnected"))
    phone.clock.install()
    phone.goto(f"/t/{table.place.token}/")
    phone.clock.pause_at(phone.evaluate("Date.now()") + 1000)
    with phone.expect_event("requestfailed"):
        phone.locator("button.person[value='0']").click()
    points = phone.locator("input[name='deal.points.0']")
    points.fill("90")
    phone.unroute("**/js/table-fields.js")
    phone.clock.run_for(6000)
    expect(points).to_have_value("90")
    expect(phone.locator("html.js")).to_have_count(0)
    points.fill("")
    phone.clock.resume()
    expect(phone.locator("html.js [data-part=board]")).to_be_visible()
    assert current(sheet) == []


def test_what_was_typed_before_the_scripts_came_stays_and_is_written(phone, table, sheet):
    held = []

    def hold(route):
        held.append(route)

    phone.route("**/js/table-fields.js", hold)
    phone.goto(f"/t/{table.place.token}/")
    with phone.expect_request("**/js/table-fields.js"):
        phone.locator("button.person[value='0']").click()
    announce(phone, "rosen")
    phone.locator("input[name='deal.points.0']").fill("90")
    expect(phone.locator("html.js")).to_have_count(0)
    with phone.expect_response("**/sheet/board/**"):  # its first look could bring a fresh panel
        for route in held:
            route.continue_()
    expect(phone.locator("input[name='deal.points.0']")).to_have_value("90")
    expect(phone.locator("input[name='deal.points.1']")).to_have_value("67")
    phone.locator("[data-write]").click()
    expect_deal(phone, 1, "90 : 67")
    assert current(sheet) == [(1, [90, 67])]
