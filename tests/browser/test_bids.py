"""A table that bids in secret, on four phones and on one: nobody receives a bid before the deal is counted."""

import gzip
import json
import logging
from dataclasses import dataclass, field

import pytest
from django.core.handlers.base import BaseHandler
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from jassclub.audit.models import AuditEvent
from jassclub.clubs.models import Role
from scoring.models import Call, Confirmation, Deal, SheetKey
from tests import factories
from tests.reading import figures

pytestmark = pytest.mark.django_db(transaction=True)

# Numbers that stand nowhere else on these pages.
BIDS = (143, 146, 139, 151)
SHOWN = {str(bid) for bid in BIDS}


@pytest.fixture
def table():
    evening = factories.tournament(
        players=8, variant="differenzler", options={}, format="individuals"
    )
    return factories.playing_round(evening).tables.select_related("place").first()


@pytest.fixture
def sheet(table):
    return factories.sheet_of(table)


@dataclass
class Heard:
    """Every answer that the server gave, by the phone that asked (its header ``Phone``)."""

    answers: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, request, response) -> None:
        body = b"" if response.streaming else response.content
        if response.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        text = f"{request.get_full_path()}\n{response.headers}\n{response.cookies}\n{body.decode()}"
        self.answers.append((request.headers.get("Phone", ""), request.path, text))

    def bids(self, phone: str) -> set[int]:
        """The bids that stand in anything this phone received."""
        received = "\n".join(text for name, _path, text in self.answers if name == phone)
        return {bid for bid in BIDS if str(bid) in figures(received)}


@pytest.fixture
def heard(monkeypatch):
    heard, answer = Heard(), BaseHandler.get_response

    def run(handler, request):
        response = answer(handler, request)
        heard.add(request, response)
        return response

    monkeypatch.setattr(BaseHandler, "get_response", run)
    return heard


def sit_down(page: Page, table, seat: int = 0) -> None:
    page.goto(f"/t/{table.place.token}/")
    page.locator(f"button.person[value='{seat}']").click()
    expect(page.locator("[data-part=board]")).to_be_visible()


def code_of(page: Page, seat: int) -> str:
    """The address that the table's phone shows for a seat."""
    page.locator("[data-phones]").click()
    page.locator(f"[data-seat='{seat}'] button.person").click()
    address = page.locator("[data-address]").inner_text()
    expect(page.locator(".qr svg")).to_be_visible()
    page.locator("main a.btn").click()
    page.locator("main a.btn").click()
    expect(page.locator("[data-part=board]")).to_be_visible()
    return address


def claim(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("[data-claim]").click()
    expect(page.locator("[data-part=board]")).to_be_visible()


def press(page: Page, keys) -> None:
    for key in keys:
        page.locator(f"[data-key='{key}']").click()


def bid(page: Page, value: int) -> None:
    """Type a bid on the field that is open, and say it."""
    expect(page.locator("form[data-bid]")).to_be_visible()
    press(page, str(value))
    page.locator("[data-write]").click()


def take(page: Page, seat: int) -> None:
    """Take the phone that is passed round."""
    expect(page.locator(f"[data-hand-to='{seat}']")).to_be_visible()
    page.locator("[data-hand-to] ~ a.btn").click()


def count(page: Page) -> None:
    """Write the deal: trump and three players' points."""
    expect(page.locator("form[data-entry]")).to_be_visible()
    expect(page.locator("[data-bids-in]")).to_be_visible()
    expect(page.locator("[name^='deal.bids']")).to_have_count(0)
    page.locator("label:has(input[value='rosen'])").click()
    press(page, ["7", "2", "next", "2", "1", "next", "4"])
    expect(page.locator("[name='deal.points.3']")).to_have_value("60")
    page.locator("[data-write]").click()


def test_four_phones_bid_and_no_byte_tells_another_before_the_deal_is_counted(
    open_page, table, sheet, heard, caplog
):
    caplog.set_level(logging.INFO)
    names = ("anna", "claude", "beat", "dora")
    first = open_page("phone", extra_http_headers={"Phone": "table"})
    sit_down(first, table)
    phones = []
    for seat, name in enumerate(names):
        phone = open_page("phone", extra_http_headers={"Phone": name})
        claim(phone, code_of(first, seat))
        phones.append(phone)
    for seat, phone in enumerate(phones):
        phone.locator("[data-bid-now]").click()
        bid(phone, BIDS[seat])
        if seat < 3:
            expect(phone.locator(f"[data-bidder='{seat}']")).to_have_attribute(
                "data-has-bid", "yes"
            )
            expect(first.locator(f"[data-bidder='{seat}'][data-has-bid=yes]")).to_be_visible()
    for phone in [first, *phones]:
        expect(phone.locator("form[data-entry]")).to_be_visible()
    first.reload()
    first.locator("form[data-entry]").wait_for()
    api = Client(headers={"Phone": "program", "Authorization": f"Table {table.place.token}"})
    answer = api.get(reverse("api:sheet", args=[sheet.pk]))
    assert answer.json()["bids"]["seats"] == [0, 1, 2, 3]
    assert Call.objects.filter(current=True).count() == 4
    assert {name: heard.bids(name) for name in (*names, "table", "program")} == {
        "anna": {143},
        "claude": {146},
        "beat": {139},
        "dora": set(),  # with the last bid play begins: nothing is left to be looked up
        "table": set(),
        "program": set(),
    }
    kept = json.dumps(list(AuditEvent.objects.values("action", "before", "after", "reason")))
    assert "call.record" in kept
    assert not figures(f"{kept}\n{caplog.text}") & SHOWN

    count(phones[2])
    for phone in [first, *phones]:
        expect(phone.locator("[data-compared='1']")).to_be_visible()
    assert heard.bids("table") == set(BIDS)  # so they would have been found before
    assert Deal.objects.get().payload["bids"] == list(BIDS)


def left_behind(page: Page) -> str:
    """Everything a page and its storage hold, typed values too."""
    return page.evaluate(
        """() => [
            document.documentElement.outerHTML,
            ...[...document.querySelectorAll("input")].map((input) => input.value),
            JSON.stringify({...localStorage}), JSON.stringify({...sessionStorage}),
            JSON.stringify(history.state), location.href,
        ].join("\\n")"""
    )


def test_one_phone_goes_round_and_is_covered_after_each_bid(phone, table, sheet):
    sit_down(phone, table)
    phone.locator("[data-pass]").click()
    before = phone.evaluate("history.length")
    for seat, value in enumerate(BIDS):
        take(phone, seat)
        press(phone, str(value))
        assert str(value) in figures(left_behind(phone))
        phone.locator("[data-write]").click()
        expect(phone.locator("[data-hand-to], form[data-entry]")).to_be_visible()
        assert str(value) not in figures(left_behind(phone))
    assert phone.evaluate("history.length") == before
    phone.go_back()
    expect(phone.locator("[data-part=board]")).to_be_visible()
    assert not figures(left_behind(phone)) & SHOWN
    count(phone)
    compared = phone.locator("[data-compared='1'] tbody td:first-of-type")
    expect(compared).to_have_text([str(value) for value in BIDS])
    assert Deal.objects.get().written == [71, 125, 135, 91]


def test_a_phone_that_is_put_aside_covers_itself_and_says_nothing_of_a_bid_it_could_not_send(
    phone, table, sheet
):
    sit_down(phone, table)
    phone.locator("[data-pass]").click()
    take(phone, 0)
    phone.route("**/calls/0/", lambda route: route.abort())
    press(phone, "143")
    phone.locator("[data-write]").click()
    expect(phone.locator("[data-bid-unsent]")).to_be_visible()
    expect(phone.locator("[name=value]")).to_have_value("143")  # Anna taps again
    phone.unroute("**/calls/0/")
    phone.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", {value: true});
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    expect(phone.locator("[data-hand-to='0']")).to_be_visible()
    assert "143" not in figures(left_behind(phone))
    assert not Call.objects.exists()


def test_a_bid_whose_answer_never_comes_can_be_tapped_again(phone, table, watch):
    phone.clock.install()
    sit_down(phone, table)
    phone.locator("[data-pass]").click()
    take(phone, 0)
    held = []
    phone.route("**/calls/0/", lambda route: held.append(route))  # noqa: PLW0108 - not a builtin
    bid(phone, 40)
    while not held:
        phone.wait_for_timeout(50)
    phone.clock.fast_forward(10_000)
    expect(phone.locator("[data-bid-unsent]")).to_be_visible()
    phone.unroute("**/calls/0/")
    phone.route("**/calls/0/", lambda route: route.fulfill(status=503, body="away"))
    phone.locator("[data-write]").click()
    expect(phone.locator("[data-bid-unsent]")).to_be_visible()
    phone.unroute("**/calls/0/")
    phone.locator("[data-write]").click()
    expect(phone.locator("[data-hand-to='1']")).to_be_visible()
    assert Call.objects.get().value == 40
    watch.faults.clear()


def test_a_bid_that_cannot_be_is_explained_where_it_was_typed(phone, table):
    sit_down(phone, table)
    phone.locator("[data-pass]").click()
    take(phone, 0)
    bid(phone, 158)
    expect(phone.locator("[data-bid-error]")).to_contain_text("157")
    press(phone, ["back", "7"])
    expect(phone.locator("[data-bid-error]")).to_be_hidden()
    phone.locator("[data-write]").click()
    expect(phone.locator("[data-hand-to='1']")).to_be_visible()
    assert Call.objects.get().value == 157


def test_who_bids_on_an_own_phone_is_skipped_when_the_tables_phone_goes_round(
    open_page, phone, table
):
    sit_down(phone, table)
    own = open_page("phone")
    claim(own, code_of(phone, 1))
    phone.locator("[data-pass]").click()
    for seat in (0, 2, 3):
        take(phone, seat)
        bid(phone, 40)
    expect(phone.locator("[data-bidder='1'][data-has-bid=no]")).to_be_visible()
    own.locator("[data-bid-now]").click()
    bid(own, 30)
    expect(phone.locator("form[data-entry]")).to_be_visible()
    assert list(Call.objects.order_by("seat").values_list("seat", "value", "by_kind")) == [
        (0, 40, "place"),
        (1, 30, "key"),
        (2, 40, "place"),
        (3, 40, "place"),
    ]


def test_a_bid_is_changed_until_the_last_is_in_and_forgotten_where_cards_are_dealt_anew(
    open_page, phone, table
):
    sit_down(phone, table)
    own = open_page("phone")
    claim(own, code_of(phone, 0))
    own.locator("[data-bid-now]").click()
    bid(own, 14)
    own.locator("details:has([data-my-bid]) summary").click()
    expect(own.locator("[data-my-bid]")).to_have_text("14")
    own.locator("a[href$='/calls/0/']").click()
    expect(own.locator("[name=value]")).to_have_value("")
    bid(own, 41)
    expect(own.locator("[data-bidder='0'][data-has-bid=yes]")).to_be_visible()
    assert Call.objects.get(current=True).value == 41
    own.locator("[data-panel^=calls] details.more summary").last.click()
    own.locator("a[href$='/calls/again/']").click()
    own.locator("main button.btn-main").click()
    expect(own.locator("[data-bid-now]")).to_be_visible()
    assert not Call.objects.filter(current=True).exists()


def test_bids_on_paper_are_typed_with_the_points(phone, table):
    sit_down(phone, table)
    phone.locator("[data-panel^=calls] details.more summary").last.click()
    phone.locator("[data-late]").click()
    expect(phone.locator("[name='deal.bids.0']")).to_be_visible()
    with phone.expect_response("**/sheet/board/**"):  # a look for changes: the page stays as it was
        pass
    for seat, value in enumerate((61, 37, 0, 53)):
        phone.locator(f"[name='deal.bids.{seat}']").fill(str(value))
    phone.locator("label:has(input[value='rosen'])").click()
    for seat, value in enumerate((72, 21, 4)):
        phone.locator(f"[name='deal.points.{seat}']").fill(str(value))
    phone.locator("[data-write]").click()
    expect(phone.locator(".deals [data-deal='1']")).to_be_visible()
    assert Deal.objects.get().written == [11, 16, 4, 7]


def test_a_second_phone_is_told_whom_to_ask_and_has_the_seat_after_the_office_released_it(
    open_page, desk, sign_in, table, sheet, watch
):
    first, own, other = (open_page("phone") for _phone in range(3))
    sit_down(first, table)
    address = code_of(first, 2)
    claim(own, address)
    other.goto(address)
    expect(other.locator("[data-taken]")).to_be_visible()
    expect(other.locator("[data-part=board]")).to_have_count(0)
    first.locator("[data-phones]").click()
    expect(first.locator("[data-seat='2'][data-claimed=yes]")).to_be_visible()
    expect(first.locator("[data-release]")).to_have_count(0)

    evening = table.round.tournament
    sign_in(desk, factories.member(evening.club, Role.SCORER))
    desk.goto(reverse("tournaments:desk-table", args=[evening.club.slug, evening.slug, table.pk]))
    desk.locator("[data-phones]").click()
    desk.locator("[data-release='2']").click()
    expect(desk.locator("[data-seat='2'][data-claimed=no]")).to_be_visible()
    assert SheetKey.objects.get(seat=2).claimed_by == ""
    own.goto(address)
    expect(own.locator("[data-part=board]")).to_have_count(0)

    first.reload()
    first.locator("[data-seat='2'] button.person").click()
    claim(other, first.locator("[data-address]").inner_text())
    expect(other.locator("[data-bid-now]")).to_be_visible()


def test_each_side_says_yes_on_its_own_phone_and_all_see_how(open_page, table, sheet):
    counted = {"trump": "rosen", "bids": [61, 37, 0, 53], "points": [72, 21, 4, 60]}
    factories.deals(sheet, [counted] * 12)
    first, own = open_page("phone"), open_page("phone")
    sit_down(first, table)
    key = SheetKey.objects.create(sheet=sheet, seat=3)
    claim(own, reverse("tournaments:own:sheet-page", args=[key.token]))
    expect(own.locator("[data-confirm-side]")).to_have_count(1)
    own.locator("[data-confirm-side='3']").click()
    expect(first.locator("[data-said='3'][data-how='own-key']")).to_be_visible()
    first.locator("[data-confirm-side='0']").click()
    for page in (first, own):
        expect(page.locator("[data-panel=confirmed]")).to_be_visible()
    said = Confirmation.objects.order_by("side").values_list("side", "how")
    assert list(said) == [(0, "same-phone"), (3, "own-key")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_bids_and_phones_have_no_grave_finding(
    open_page, table, sheet, grave_findings, scheme
):
    counted = {"trump": "rosen", "bids": [61, 37, 0, 53], "points": [72, 21, 4, 60]}
    factories.deals(sheet, [counted])
    phone, own = (open_page("phone", color_scheme=scheme) for _phone in range(2))
    sit_down(phone, table)
    found = {"bids": grave_findings(phone)}
    phone.locator("[data-phones]").click()
    found["phones"] = grave_findings(phone)
    phone.locator("[data-seat='1'] button.person").click()
    found["code"] = grave_findings(phone)
    own.goto(phone.locator("[data-address]").inner_text())
    found["claim"] = grave_findings(own)
    own.locator("[data-claim]").click()
    found["own"] = grave_findings(own)
    own.locator("[data-bid-now]").click()
    press(own, "158")
    own.locator("[data-write]").click()
    expect(own.locator("[data-bid-error]")).to_be_visible()
    found["wrong"] = grave_findings(own)
    phone.goto(reverse("tournaments:sheet-calls", args=[table.place.token]))
    found["covered"] = grave_findings(phone)
    assert {name: findings for name, findings in found.items() if findings} == {}
