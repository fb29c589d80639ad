"""The ranking that is open on a phone, with the whole program behind it: web process, Redis, worker.

What the phone shows here it was told by the stream: its asking for the version is cut off, unless
the test is about a page that slept.
"""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.live.test_stream import address, built, bump_from_outside, evening_with_results
from tests.stack import wait_until
from tests.tournaments.rankings import results
from tournaments.models import Round

OLD, NEW = "999", "1008"
"""The best total before and after the correction."""
WITHIN = 40_000
"""Milliseconds: a web process that has just been started takes long over its first page."""


@pytest.fixture
def evening(stack):
    return evening_with_results()


@pytest.fixture
def phone(open_page, stack):
    page = open_page("phone", base_url=stack.url)
    page.set_default_timeout(WITHIN)
    return page


@pytest.fixture
def asked(phone):
    """How often the phone asked for the version; it never gets an answer."""
    times = []

    def refuse(route):
        times.append(route.request.url)
        route.abort()

    phone.route("**/version/", refuse)
    return times


def publish(stack, evening, points=None):
    """A result is written, and the worker makes a new version of the ranking."""
    before = built(evening)
    results(Round.objects.get(tournament=evening), points)
    bump_from_outside(stack, evening)
    wait_until(lambda: built(evening) > before, 20, "the new ranking")


def correct(stack, evening):
    publish(stack, evening, lambda number: 1000 + number)


def open_ranking(phone, stack, evening):
    """Open it with entry 1 in front, and wait for its stream."""
    publish(stack, evening)
    with phone.expect_response(f"**{address('stream', evening)}") as answer:
        phone.goto(address("public", evening))
    assert answer.value.headers["content-type"].startswith("text/event-stream")
    shows(phone, OLD)


def shows(phone, total):
    expect(phone.locator(f"#ranking [data-rank='1'][data-total='{total}']")).to_have_count(
        1, timeout=WITHIN
    )


def restart(web, stack):
    web.start()
    web.wait_for_port(urlsplit(stack.url).port)


def test_the_stream_alone_brings_a_new_ranking_to_an_open_page(stack, evening, phone, asked):
    open_ranking(phone, stack, evening)
    correct(stack, evening)
    shows(phone, NEW)


def test_an_open_page_comes_back_to_its_stream_after_the_server_was_killed_and_shows_what_it_missed(
    stack, evening, phone, asked, watch
):
    open_ranking(phone, stack, evening)
    web = stack.webs[0]
    web.kill()
    correct(stack, evening)
    shows(phone, OLD)
    restart(web, stack)
    shows(phone, NEW)
    publish(stack, evening)
    shows(phone, OLD)


def test_an_open_page_comes_back_to_its_stream_though_a_proxy_said_that_the_server_was_away(
    stack, evening, phone, asked, watch
):
    open_ranking(phone, stack, evening)
    away = []

    def proxy(route):
        if len(away) < 2:
            away.append(route.request.url)
            route.fulfill(status=502, body="away")
        else:
            route.continue_()

    phone.route("**/stream/", proxy)
    web = stack.webs[0]
    web.kill()
    restart(web, stack)
    wait_until_page(phone, lambda: len(away) == 2)
    correct(stack, evening)
    shows(phone, NEW)
    assert all(fault.startswith("502 GET") for fault in watch.faults)
    watch.faults.clear()


def test_a_ranking_that_could_not_be_fetched_is_fetched_again(stack, evening, phone, watch):
    open_ranking(phone, stack, evening)
    lost = []

    def lose_once(route):
        if route.request.headers.get("hx-request") and not lost:
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    phone.route(f"**{address('public', evening)}", lose_once)
    correct(stack, evening)
    shows(phone, NEW)
    assert len(lost) == 1
    watch.faults.clear()


def test_a_page_without_network_for_a_while_is_right_when_it_is_back(stack, evening, phone, watch):
    open_ranking(phone, stack, evening)
    phone.context.set_offline(True)
    correct(stack, evening)
    shows(phone, OLD)
    phone.context.set_offline(False)
    shows(phone, NEW)
    watch.faults.clear()


def test_a_page_that_slept_over_night_while_the_server_was_restarted_is_right_in_the_morning(
    stack, evening, phone, watch
):
    open_ranking(phone, stack, evening)
    sleep = phone.context.new_cdp_session(phone)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    web = stack.webs[0]
    web.kill()
    correct(stack, evening)
    restart(web, stack)
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    shows(phone, NEW)
    publish(stack, evening)
    shows(phone, OLD)
    watch.faults.clear()


def wait_until_page(phone, happened):
    """Like wait_until, while the page's requests go on being answered."""
    for _turn in range(WITHIN // 100):
        if happened():
            return
        phone.wait_for_timeout(100)
    pytest.fail("it did not happen in time")
