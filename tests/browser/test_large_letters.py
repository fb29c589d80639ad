"""Sheets on a phone held sideways, and where the browser writes twice as large: the keys are in sight."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import conftest
from tests.browser.test_sheet_states import EVERY_GAME, GAMES, written_sheet
from tests.browser.thumb import Table

pytestmark = pytest.mark.django_db(transaction=True)

SIDEWAYS = (844, 390)
SMALL, UPRIGHT = (320, 568), (390, 844)
TWICE = "--blink-settings=defaultFontSize=32"


@pytest.fixture(scope="module")
def large_letters(chromium: Browser):
    """A browser whose owner has set letters of 32 px, which is twice the usual."""
    path = conftest.find_chromium()
    browser = chromium.browser_type.launch(executable_path=path, args=[*conftest.FLAGS, TWICE])
    yield browser
    browser.close()


@pytest.fixture
def page_of(large_letters, open_page):
    """`page_of(size, twice)`: a phone of that size, with usual letters or with large ones."""

    def new(size: tuple[int, int], twice: bool) -> Page:
        viewport = dict(zip(("width", "height"), size, strict=True))
        return open_page("phone", browser=large_letters if twice else None, viewport=viewport)

    return new


@EVERY_GAME
@pytest.mark.parametrize(
    ("size", "twice"), [(SIDEWAYS, False), (SIDEWAYS, True), (UPRIGHT, True), (SMALL, True)]
)
def test_all_keys_are_in_sight_with_what_is_typed(page_of, game, size, twice):
    width, height = size
    page = page_of(size, twice)
    at = Table(page, written_sheet(game))
    letters = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert letters == (32 if twice else 16)
    GAMES[game][1](at)
    page.evaluate("window.scrollTo(0, 0)")
    keys = page.locator("[data-pad] button:visible").all()
    for each in keys:
        box = each.bounding_box()
        assert min(box["x"], box["y"]) >= 0, each
        assert box["x"] + box["width"] <= width, each
        assert box["y"] + box["height"] <= height, each
        assert min(box["width"], box["height"]) >= 44, each
    page.locator("[data-key=back]").click()
    typed = page.locator(".box.act input")
    expect(typed).to_be_in_viewport(ratio=0.9)
    seen = typed.evaluate(
        """input => {
            const { x, y, width, height } = input.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2) === input;
        }"""
    )
    assert seen
    assert page.evaluate("document.documentElement.scrollWidth") <= width
