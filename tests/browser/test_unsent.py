"""What waits on a phone, and the panel beside it: in order, nothing lost, no deal asked for twice."""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Deal
from scoring.rules import get_variant
from tests import factories
from tests.browser.test_bids import bid, count, take
from tests.browser.test_table import announce, current, expect_deal, press, sit_down, state, write
from tests.browser.thumb import Table

pytestmark = pytest.mark.django_db(transaction=True)
DEALS = "**/sheet/deals/"


@pytest.fixture
def table():
    round_ = factories.playing_round(factories.tournament(players=8))
    return round_.tables.select_related("place").first()


@pytest.fixture
def sheet(table):
    return factories.sheet_of(table)


def insist(page: Page, trump: str, points: str) -> None:
    """Write what the check calls wrong: pressed again, the server decides."""
    write(page, trump, points)
    expect(page.locator("[data-check]")).to_have_attribute("data-verdict", "wrong")
    page.locator("[data-write]").click()


def two_that_wait(page: Page, table) -> None:
    """Deal 1 cannot be, deal 2 waits behind it, and deal 1 has come back."""
    sit_down(page, table)
    page.route(DEALS, lambda route: route.abort())
    insist(page, "rosen", "156")
    expect(title(page)).to_contain_text("2")
    write(page, "eicheln", "70")
    expect(title(page)).to_contain_text("3")
    page.unroute(DEALS)
    expect(page.locator("[data-error=points]")).to_be_visible()


def title(page: Page):
    return page.locator("#entry-title")


def test_a_deal_that_came_back_is_put_right_after_a_reload_and_the_next_follows(
    phone, table, sheet
):
    two_that_wait(phone, table)
    with phone.expect_response("**/sheet/board/**"):
        phone.reload()
    expect(title(phone)).to_contain_text("1")
    expect(phone.locator("[name='deal.points.0']")).to_have_value("156")
    expect(state(phone)).to_have_attribute("data-state", "unsent")
    press(phone, ["next", "back", "back", "back", "9", "0"])
    phone.locator("[data-write]").click()
    expect_deal(phone, 2, "70 : 87")
    expect(title(phone)).to_contain_text("3")
    expect(state(phone)).to_have_attribute("data-state", "saved")
    assert current(sheet) == [(1, [90, 67]), (2, [70, 87])]


def test_after_a_deal_that_was_put_right_comes_the_first_that_is_not_typed_yet(phone, table):
    two_that_wait(phone, table)
    phone.route(DEALS, lambda route: route.abort())
    press(phone, ["back", "back", "back", "9", "0"])
    phone.locator("[data-write]").click()
    expect(title(phone)).to_contain_text("3")
    expect(phone.locator("[role=alert]")).to_have_count(0)  # it was about deal 1
    phone.unroute(DEALS)
    expect_deal(phone, 2, "70 : 87")
    expect(title(phone)).to_contain_text("3")


def test_what_waits_goes_on_when_another_phone_has_written_the_deal_before_it(phone, table, sheet):
    two_that_wait(phone, table)
    factories.deals(sheet, factories.TWELVE[:1])
    type(sheet).objects.filter(pk=sheet.pk).update(revision=sheet.revision + 1)
    expect(phone.locator("[data-overtaken]")).to_be_visible()
    phone.locator("[data-overtaken] a").click()
    expect_deal(phone, 2, "70 : 87")
    expect(title(phone)).to_contain_text("3")


def test_the_last_deal_that_waits_is_followed_by_none_after_a_reload(phone, table, sheet):
    factories.deals(sheet, factories.TWELVE[:11])
    sit_down(phone, table)
    phone.route(DEALS, lambda route: route.abort())
    write(phone, "rosen", "90")
    expect(phone.locator("[data-waiting='12']")).to_be_visible()
    phone.reload()
    expect(phone.locator("[data-waiting='12']")).to_be_visible()
    phone.unroute(DEALS)
    expect(phone.locator("[data-panel=confirm]")).to_be_visible()
    assert current(sheet)[-1] == (12, [90, 67])


def test_the_next_secret_bids_come_before_the_next_deal_however_late_the_answer_is(phone):
    evening = factories.tournament(
        players=8, variant="differenzler", options={}, format="individuals"
    )
    table = factories.playing_round(evening).tables.select_related("place").first()
    sit_down(phone, table)
    phone.locator("[data-pass]").click()
    for seat in range(4):
        take(phone, seat)
        bid(phone, 40)
    phone.route(DEALS, lambda route: route.abort())
    count(phone)
    expect(phone.locator("[data-waiting='1']")).to_be_visible()
    expect(phone.locator("form[data-entry]")).to_have_count(0)
    phone.reload()
    expect(phone.locator("[data-waiting='1']")).to_be_visible()
    phone.unroute(DEALS)
    expect(phone.locator("[data-panel='calls-2']")).to_be_visible()
    assert Deal.objects.get().written == [32, 19, 36, 20]


def test_a_deal_begun_after_the_target_was_reached_gives_way_to_the_question_of_the_end(phone):
    options = get_variant("schieber").options({"target": 100, "bergpreis": None})
    at = Table(phone, factories.free_sheet(variant="schieber", options=options))
    phone.route("**/deals/", lambda route: route.abort())
    at.choose("trump", "obenabe")
    at.press(150)
    phone.locator("[data-write]").click()
    expect(title(phone)).to_contain_text("2")
    at.choose("trump", "obenabe")
    at.press(80)
    expect(at.check).to_have_attribute("data-verdict", "wrong")  # nothing is left to be played
    phone.unroute("**/deals/")
    at.agree(0, 1)
    assert at.sheet.totals == [450, 21]


def test_a_deal_begun_before_the_round_was_closed_gives_way_to_that_news(phone, table):
    sit_down(phone, table)
    announce(phone, "eicheln")
    press(phone, "7")
    factories.close_round(table.round)
    expect(phone.locator("[data-panel=closed]")).to_be_visible()


def test_the_check_counts_with_the_deals_that_wait(phone):
    rows = [{"key": "rosen", "factor": 2}, {"key": "misere", "factor": 7}]
    options = get_variant("coiffeur").options({"rows": rows, "match_points": 257})
    at = Table(phone, factories.free_sheet(variant="coiffeur", options=options))
    cell, other = (
        phone.locator(f"[data-row={row}] [data-cell='0'] a") for row in ("rosen", "misere")
    )
    phone.route("**/deals/", lambda route: route.abort())
    cell.click()
    at.press(102)
    phone.locator("[data-write]").click()
    expect(title(phone)).to_contain_text("2")
    cell.click()
    at.press(75)
    expect(at.check).to_have_attribute("data-verdict", "wrong")  # it is taken
    other.click()
    expect(at.check).to_have_attribute("data-verdict", "right")
    phone.locator("[data-write]").click()
    phone.unroute("**/deals/")
    expect(phone.locator(".deals [data-deal='2']")).to_be_visible()
    assert [deal.written for deal in Deal.objects.order_by("number")] == [[20, 0], [56, 0]]


def test_an_answer_that_always_comes_late_is_waited_for_longer_after_the_first_time(
    phone, table, sheet
):
    phone.clock.install()
    sit_down(phone, table)
    expect(phone.locator("html.js")).to_have_count(1)
    sent = []
    phone.route(DEALS, lambda route: sent.append(route))  # noqa: PLW0108 - not a builtin
    write(phone, "rosen", "90")
    for number in (1, 2):
        while len(sent) < number:
            phone.wait_for_timeout(50)
        phone.clock.fast_forward(12_000)
    sent[1].continue_()
    expect_deal(phone, 1, "90 : 67")
    expect(state(phone)).to_have_attribute("data-state", "saved")
    assert len(sent) == 2
    assert current(sheet) == [(1, [90, 67])]


def expect_at_rest(page: Page, *figures: str) -> None:
    """These deals stand on the phone under one word, and nothing is on its way any more."""
    rows = page.locator("[data-unsent] .deal.rests")
    expect(rows.locator(".figures")).to_have_text([*reversed(figures)])
    assert len(set(rows.locator(".what").all_inner_texts())) == 1
    expect(page.locator("[data-unsent] .deal.unsent")).to_have_count(0)
    expect(page.locator("[data-rests]")).to_be_visible()


def three_that_came_too_late(page: Page, table) -> None:
    """Deals written without a connection, which is back when the round has been closed: they rest."""
    sit_down(page, table)
    page.route(DEALS, lambda route: route.abort())
    for number, points in enumerate(("90", "70", "60"), start=2):
        write(page, "rosen", points)
        expect(title(page)).to_contain_text(str(number))
    factories.close_round(table.round)
    page.unroute(DEALS)
    expect_at_rest(page, "90 : 67", "70 : 87", "60 : 97")


def test_all_deals_that_wait_come_to_rest_when_the_round_was_closed_meanwhile(phone, table, sheet):
    three_that_came_too_late(phone, table)
    expect(phone.locator("[data-panel=closed]")).to_be_visible()
    expect(state(phone)).to_have_attribute("data-state", "closed")
    assert current(sheet) == []


def test_deals_at_rest_are_read_on_the_tables_next_pages_until_they_are_put_away(
    phone, table, sheet
):
    three_that_came_too_late(phone, table)
    phone.reload()  # now the card's own page: the round is over
    left = phone.locator("[data-left] li")
    expect(left).to_have_text([re.compile(each) for each in ("90 : 67", "70 : 87", "60 : 97")])
    following = factories.playing_round(table.round.stage.tournament)
    sit_down(phone, following.tables.get(place=table.place))
    expect(left).to_have_count(3)
    phone.locator("[data-left] button").click()
    phone.reload()
    expect(phone.locator("[data-part=board]")).to_be_visible()
    expect(left).to_have_count(0)
    expect(phone.locator("[data-left]")).to_be_hidden()


def test_deals_at_rest_go_on_when_the_sheet_can_be_written_on_again(phone, table, sheet):
    three_that_came_too_late(phone, table)
    table.round.status, table.round.closed_at = "playing", None
    table.round.save()
    expect_deal(phone, 3, "60 : 97")
    expect(phone.locator("[data-unsent] .deal")).to_have_count(0)
    expect(phone.locator("[data-rests]")).to_be_hidden()
    expect(title(phone)).to_contain_text("4")
    assert current(sheet) == [(1, [90, 67]), (2, [70, 87]), (3, [60, 97])]


def test_of_deals_whose_answer_was_lost_only_those_come_to_rest_that_are_not_on_the_sheet(
    phone, table, sheet
):
    sit_down(phone, table)

    def lose_the_answer(route) -> None:
        route.fetch()
        route.abort()

    phone.route(DEALS, lose_the_answer, times=1)
    phone.route(DEALS, lambda route: route.abort() if current(sheet) else route.fallback())
    write(phone, "rosen", "90")
    expect(title(phone)).to_contain_text("2")
    write(phone, "rosen", "70")
    expect(title(phone)).to_contain_text("3")
    factories.close_round(table.round)
    phone.unroute_all()
    expect_at_rest(phone, "70 : 87")
    expect_deal(phone, 1, "90 : 67")
    assert current(sheet) == [(1, [90, 67])]
