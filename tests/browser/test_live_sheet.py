"""Two phones on one table with the whole program behind them: what is shown here came by the stream.

The phones' clocks stand still, so neither asks for news by itself.
"""

import pytest
from playwright.sync_api import expect

from scoring.models import Deal
from tests import factories


@pytest.fixture
def table(stack):
    return factories.playing_round(factories.tournament(players=8)).tables.first()


@pytest.fixture
def phones(open_page, stack, table):
    """Two phones at the table that hear the stream and never ask by themselves."""
    pages = [open_page("phone", base_url=stack.url) for _phone in range(2)]
    for seat, page in enumerate(pages):
        page.clock.install()
        page.goto(f"/t/{table.place.token}/")
        with page.expect_response("**/stream/") as answer:
            page.locator(f"button.person[value='{seat}']").click()
        assert answer.value.headers["content-type"].startswith("text/event-stream")
        expect(page.locator("[data-part=board]")).to_be_visible()
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    yield pages
    for page in pages:
        page.goto("about:blank")


def press(page, keys):
    for key in keys:
        page.locator(f"[data-key='{key}']").click()


def state(page):
    return page.locator("[data-part=state]")


def test_another_phone_sees_who_types_and_then_what_was_written(phones):
    one, other = phones
    press(one, "9")
    expect(state(other)).to_have_attribute("data-state", "other")
    expect(state(other)).to_contain_text("1")
    expect(state(one)).not_to_have_attribute("data-state", "other")
    press(one, "2")
    one.locator("label:has(input[value='rosen'])").click()
    one.locator("[data-write]").click()
    expect(other.locator(".deals [data-deal='1'] .figures")).to_have_text("92 : 65")
    expect(state(other)).to_have_attribute("data-state", "saved")
    assert Deal.objects.count() == 1


def test_figures_that_differ_are_side_by_side_on_both_phones(phones):
    one, other = phones
    for page, own in ((one, "92"), (other, "91")):
        press(page, own)
        page.locator("label:has(input[value='rosen'])").click()
    one.locator("[data-write]").click()
    expect(other.locator("[data-overtaken]")).to_be_visible()
    other.locator("[data-write]").click()
    for page in phones:
        expect(page.locator("[data-contested='1'] b")).to_have_text(["92 : 65", "91 : 66"])
