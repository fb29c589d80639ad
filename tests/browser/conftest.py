"""Debian's Chromium, driven by Playwright, as a phone (390 px) and as a desk (1280 px).

Every page is watched: a script error, a refusal by the content security policy, an answer of 500
or more, or a request that leaves this machine fails the test.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect, sync_playwright

from scripts.services import find_chromium
from tests.needs import need

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 900}}
GRAVE = {"serious", "critical"}

expect.set_options(timeout=15_000)  # what is right is there at once, but not on a busy machine


@dataclass
class Watch:
    """What went wrong on the pages of one test."""

    faults: list[str] = field(default_factory=list)

    def follow(self, context: BrowserContext) -> None:
        context.on("weberror", lambda error: self.faults.append(f"script: {error.error}"))
        context.on("console", lambda message: self.hear(message.type, message.text))
        context.on("response", self.read)
        context.on("request", lambda request: self.see(request.url))

    def hear(self, kind: str, text: str) -> None:
        if kind == "error" and not text.startswith("Failed to load resource"):
            self.faults.append(f"console: {text}")

    def read(self, response: Response) -> None:
        if response.status >= 500:
            self.faults.append(f"{response.status} {response.request.method} {response.url}")

    def see(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme.startswith(("http", "ws")) and parts.hostname not in {
            "localhost",
            "127.0.0.1",
        }:
            self.faults.append(f"left the machine: {url}")


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_playwright() -> Iterator[None]:
    """Playwright's own event loop makes Django believe that tests run inside one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = need(find_chromium(), "Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Holds what went wrong; a test that provokes it on purpose empties `watch.faults`."""
    watch = Watch()
    yield watch
    assert watch.faults == []


@pytest.fixture
def open_page(chromium: Browser, live_server, watch: Watch) -> Iterator[Callable[..., Page]]:
    """Opens a page of its own, with cookies of its own: `open_page("phone")` is one more phone.

    Its addresses are relative to the test's server, or to `base_url`; `browser` is another than the
    usual one, and what else is given says how the page differs from one of its size.
    """
    contexts = []

    def new(
        size: str = "phone",
        base_url: str | None = None,
        browser: Browser | None = None,
        **options,
    ) -> Page:
        small = size == "phone"
        usual = {
            "viewport": SIZES[size],
            "is_mobile": small,
            "has_touch": small,
            "locale": "de-CH",
            "timezone_id": "Europe/Zurich",
        }
        context = (browser or chromium).new_context(
            base_url=base_url or live_server.url, **{**usual, **options}
        )
        context.set_default_timeout(10_000)
        context.set_default_navigation_timeout(40_000)  # the first page of a run starts everything
        watch.follow(context)
        contexts.append(context)
        return context.new_page()

    yield new
    for context in contexts:
        context.close()


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    return open_page("phone")


@pytest.fixture
def desk(open_page: Callable[..., Page]) -> Page:
    return open_page("desk")


@pytest.fixture(params=list(SIZES))
def page(request: pytest.FixtureRequest, open_page: Callable[..., Page]) -> Page:
    """The same test on a phone and on a desk."""
    return open_page(request.param)


@pytest.fixture
def sign_in(live_server) -> Callable[..., None]:
    """`sign_in(page, user)` signs a user in without the form."""
    from django.conf import settings
    from django.test import Client

    def run(page: Page, user, url: str | None = None) -> None:
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        cookie = {"name": name, "value": client.cookies[name].value, "url": url or live_server.url}
        page.context.add_cookies([cookie])

    return run


@pytest.fixture(scope="session")
def grave_findings() -> Callable[[Page], list[str]]:
    """`grave_findings(page)`: axe's serious and critical findings, one line each."""
    axe = Axe()

    def run(page: Page) -> list[str]:
        violations = axe.run(page).response["violations"]
        return [
            f"{each['id']}: {node['html']}"
            for each in violations
            if each["impact"] in GRAVE
            for node in each["nodes"]
        ]

    return run
