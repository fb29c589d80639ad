"""Between a deal's yes and the sheet that shows it: the page asks once, and is never set back."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.test_table import announce, current, expect_deal, press, sit_down, state, write

pytestmark = pytest.mark.django_db(transaction=True)
BOARD = "**/sheet/board/**"


@pytest.fixture
def table():
    round_ = factories.playing_round(factories.tournament(players=8))
    return round_.tables.select_related("place").first()


def test_an_entry_draws_the_sheet_once(phone, table):
    sit_down(phone, table)
    drawn = []
    with phone.expect_response(BOARD):  # the first look of an opened page
        pass
    phone.on("response", lambda answer: "/board/" in answer.url and drawn.append(answer.status))
    with phone.expect_response("**/sheet/deals/") as written:
        write(phone, "rosen", "90")
    expect_deal(phone, 1, "90 : 67")
    with phone.expect_response(lambda answer: "/board/" in answer.url and answer.status == 304):
        pass
    assert written.value.status == 204
    assert drawn.count(200) == 1


def test_a_deal_that_is_saved_says_so_although_the_sheet_cannot_be_looked_for(phone, table):
    sit_down(phone, table)
    phone.route(BOARD, lambda route: route.abort())
    write(phone, "rosen", "90")
    line = phone.locator("[data-unsent] .deal")
    expect(line).to_have_class("deal fresh")
    expect(line).to_contain_text("90 : 67")
    expect(phone.locator("#entry-title")).to_contain_text("2")
    announce(phone, "eicheln")
    press(phone, "5")
    phone.unroute(BOARD)
    expect_deal(phone, 1, "90 : 67")
    expect(line).to_have_count(0)
    expect(phone.locator("[name='deal.points.0']")).to_have_value("5")
    expect(state(phone)).to_have_attribute("data-state", "saved")


def test_a_look_from_before_the_deal_does_not_bring_its_panel_back(phone, table):
    sit_down(phone, table)
    looks = []

    def hold(route):
        looks.append((route, route.fetch()))

    phone.route(BOARD, hold)
    while not looks:
        phone.wait_for_timeout(50)
    write(phone, "rosen", "90")
    expect(phone.locator("#entry-title")).to_contain_text("2")
    old, answer = looks[0]
    old.fulfill(response=answer)
    while len(looks) < 2:
        phone.wait_for_timeout(50)
    assert "2" in phone.locator("#entry-title").inner_text()
    assert phone.locator("[data-unsent] .deal").count() == 1
    new, answer = looks[1]
    new.fulfill(response=answer)
    expect_deal(phone, 1, "90 : 67")
    assert current(factories.sheet_of(table)) == [(1, [90, 67])]


def test_a_look_that_was_overtaken_by_a_later_one_is_not_shown(open_page, table):
    phone, other = open_page("phone"), open_page("phone")
    sit_down(phone, table)
    sit_down(other, table, 1)
    looks = []

    def hold(route):
        looks.append((route, route.fetch()))
        if len(looks) > 1:
            route.fulfill(response=looks[-1][1])

    phone.route(BOARD, hold)
    while not looks:
        phone.wait_for_timeout(50)
    write(other, "rosen", "90")
    expect_deal(phone, 1, "90 : 67")
    expect(phone.locator("#entry-title")).to_contain_text("2")
    old, answer = looks[0]
    with phone.expect_event("requestfinished", lambda request: request == old.request):
        old.fulfill(response=answer)
    phone.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert "2" in phone.locator("#entry-title").inner_text()
    assert phone.locator(".deals [data-deal='1']").count() == 1


def test_a_yes_that_is_answered_late_does_not_hide_what_was_said_since(open_page, table):
    sheet = factories.sheet_of(table)
    factories.deals(sheet, factories.TWELVE)
    phone, other = open_page("phone"), open_page("phone")
    sit_down(phone, table)
    sit_down(other, table, 1)
    held = []
    phone.route("**/sheet/confirm/", lambda route: held.append((route, route.fetch())))
    phone.locator("[data-confirm-side='0']").click()
    other.locator("[data-confirm-side='1']").click()
    expect(phone.locator("[data-panel=confirmed]")).to_be_visible()
    route, answer = held[0]
    route.fulfill(response=answer)
    phone.wait_for_timeout(500)
    expect(phone.locator("[data-panel=confirmed]")).to_be_visible(timeout=20_000)


def test_a_deal_that_was_sent_is_not_said_to_be_typed_any_more(open_page, table):
    phone, other = open_page("phone"), open_page("phone")
    sit_down(phone, table)
    sit_down(other, table, 1)
    announce(phone, "rosen")
    press(phone, "90")
    expect(state(other)).to_have_attribute("data-state", "other")
    typing = []
    with phone.expect_response("**/sheet/deals/"):
        phone.on("request", lambda request: "writing=" in request.url and typing.append(request))
        phone.locator("[data-write]").click()
    expect_deal(phone, 1, "90 : 67")
    expect(state(other)).to_have_attribute("data-state", "saved")
    assert typing == []


def test_what_the_server_said_stays_until_something_else_is_done(open_page, table):
    sheet = factories.sheet_of(table)
    factories.deals(sheet, factories.TWELVE)
    phone, other = open_page("phone"), open_page("phone")
    sit_down(phone, table)
    phone.route(BOARD, lambda route: route.abort())  # it has not seen what the other one writes
    sit_down(other, table, 1)
    other.goto(f"{other.url}deals/5/")
    press(other, ["back", "back", "6", "1", "next", "back", "back", "9", "6"])
    other.locator("[data-write]").click()
    expect_deal(other, 5, "61 : 96")
    phone.locator("[data-confirm-side='0']").click()
    expect(phone.locator("[data-changed='5']")).to_be_visible()
    phone.unroute(BOARD)
    for _look in range(2):
        with phone.expect_response(BOARD):
            pass
    expect(phone.locator("[data-changed='5']")).to_be_visible()
    phone.locator("[data-confirm-side='0']").click()
    expect(phone.locator("[data-said='0']")).to_be_visible()
    expect(phone.locator("[data-changed='5']")).to_have_count(0)


def test_an_answer_whose_end_never_comes_is_given_up_and_asked_for_again(phone, table):
    sit_down(phone, table)
    expect(phone.locator("html.js")).to_have_count(1)
    phone.evaluate(
        """() => {
            const real = window.fetch;
            window.fetch = async (address, options) => {
                const answer = await real(address, options);
                if (options.method !== "POST") return answer;
                window.fetch = real;
                const end = new ReadableStream({
                    start: (stream) => options.signal.addEventListener(
                        "abort", () => stream.error(new Error("aborted"))),
                });
                return new Response(end, { status: 200 });
            };
        }"""
    )
    write(phone, "rosen", "90")
    expect(phone.locator("#entry-title")).to_contain_text("2")
    expect_deal(phone, 1, "90 : 67")
    expect(state(phone)).to_have_attribute("data-state", "saved")


def test_the_last_deal_is_followed_by_the_question_whether_all_is_right(phone, table):
    factories.deals(factories.sheet_of(table), factories.TWELVE[:11])
    sit_down(phone, table)
    phone.route(BOARD, lambda route: route.abort())
    write(phone, "rosen", "90")
    expect(phone.locator("[data-unsent] .deal.fresh")).to_have_count(1)
    phone.wait_for_timeout(2_000)  # longer than a deal's answer is waited for
    expect(phone.locator("form[data-entry]")).to_have_count(1)
    phone.unroute(BOARD)
    expect(phone.locator("[data-panel=confirm]")).to_be_visible()
