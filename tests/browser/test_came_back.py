"""Pages that come back when somebody goes back: what they missed is asked for at once.

Browsers put a page aside as it is and show it again without loading it: its clock stood still, its
stream is dead without having said so. Under Playwright Chromium puts no page aside, so the event that
a page gets when it comes back is sent to it here; a stand-in shows which streams are open.
"""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.test_table import sit_down
from tournaments import live
from tournaments.models import Visibility

pytestmark = pytest.mark.django_db(transaction=True)

STREAMS = """
window.streams = [];
window.EventSource = class extends EventTarget {
    constructor(address) {
        super();
        this.address = address;
        this.readyState = 1;
        window.streams.push(this);
    }
    close() { this.readyState = 2; }
};
window.EventSource.CLOSED = 2;
"""


@pytest.fixture
def evening():
    return factories.tournament(players=8, visibility=Visibility.PUBLIC)


@pytest.fixture
def still(phone) -> Page:
    """A phone whose pages never ask because of time that passes."""
    phone.add_init_script(STREAMS)
    phone.clock.install()
    return phone


def open_streams(page: Page) -> list[int]:
    """Of each stream that the page opened whether it is open."""
    return page.evaluate("streams.map((stream) => Number(stream.readyState === 1))")


def come_back(page: Page) -> None:
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")


def stop(page: Page) -> None:
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.wait_for_load_state("networkidle")


def test_a_sheet_that_comes_back_looks_at_once_and_opens_its_stream_again(still, evening):
    table = factories.playing_round(evening).tables.select_related("place").first()
    sit_down(still, table)
    expect(still.locator("html.js")).to_have_count(1)
    stop(still)
    assert open_streams(still) == [1]
    factories.deals(factories.sheet_of(table), [factories.deal(92, 65)])
    with still.expect_response("**/sheet/board/**"):
        come_back(still)
    assert open_streams(still) == [0, 1]


@pytest.mark.parametrize("name", ["public", "bracket", "screen"])
def test_a_page_with_a_ranking_that_comes_back_asks_at_once_and_opens_its_stream_again(
    still, evening, name, monkeypatch
):
    monkeypatch.setattr(live, "enabled", lambda: True)
    still.goto(reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug]))
    still.wait_for_function("window.streams.length === 1")
    stop(still)
    with still.expect_response("**/version/"):
        come_back(still)
    assert open_streams(still) == [0, 1]


def test_the_card_of_a_table_that_comes_back_looks_at_once(still, evening):
    place = factories.drawn_round(evening).tables.select_related("place").first().place
    still.goto(f"/t/{place.token}/")
    stop(still)
    with still.expect_response("**/now/"):
        come_back(still)
