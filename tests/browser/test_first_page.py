"""The first page, on a phone and on a desk."""

from playwright.sync_api import Page, expect


def test_the_first_page_opens_without_serious_findings(page: Page, grave_findings):
    page.goto("/")
    expect(page.locator("h1").first).to_be_visible()
    assert grave_findings(page) == []


def test_the_first_page_needs_no_sideways_scrolling(page: Page):
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
