"""A table's evening on its phones: one thumb, bad reception, two people writing."""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Confirmation, Deal, SheetStatus
from tests import factories

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


def sit_down(page: Page, table, seat: int = 0) -> None:
    """Open the card and say whose phone this is."""
    page.goto(f"/t/{table.place.token}/")
    page.locator(f"button.person[value='{seat}']").click()
    expect(page.locator("[data-part=board]")).to_be_visible()


def press(page: Page, keys: str) -> None:
    for key in keys:
        page.locator(f"[data-key='{key}']").click()


def announce(page: Page, trump: str) -> None:
    page.locator(f"label:has(input[value='{trump}'])").click()


def write(page: Page, trump: str, points: str) -> None:
    announce(page, trump)
    press(page, points)
    page.locator("[data-write]").click()


def expect_deal(page: Page, number: int, figures: str) -> None:
    expect(page.locator(f".deals [data-deal='{number}'] .figures")).to_have_text(figures)


def state(page: Page):
    return page.locator("[data-part=state]")


def current(sheet) -> list[tuple[int, list[int]]]:
    rows = Deal.objects.filter(sheet=sheet, state=Deal.State.CURRENT).exclude(payload=None)
    return list(rows.order_by("number").values_list("number", "written"))


def test_twelve_deals_are_tapped_and_both_sides_confirm(phone, table, sheet):
    sit_down(phone, table)
    for number in range(1, 13):
        write(phone, "schellen", str(60 + number))
        expect_deal(phone, number, f"{60 + number} : {97 - number}")
    expect(phone.locator("[data-panel=confirm]")).to_be_visible()
    expect(phone.locator("[data-result='0'] td")).to_have_text(str(12 * 60 + 78))
    expect(phone.locator("[data-sum=right]")).to_be_visible()
    expect(phone.locator("[data-confirm-side]")).to_have_count(2)
    phone.locator("[data-confirm-side='0']").dblclick()  # two taps are no yes for the other side
    expect(phone.locator("[data-confirm-side]")).to_have_count(1)
    assert Confirmation.objects.filter(sheet=sheet).count() == 1
    phone.locator("[data-confirm-side='1']").click()  # handed over
    expect(phone.locator("[data-panel=confirmed]")).to_be_visible()
    expect(state(phone)).to_have_attribute("data-state", "confirmed")
    sheet.refresh_from_db()
    assert sheet.status == SheetStatus.CONFIRMED
    assert sheet.totals == [798, 1086]
    said = Confirmation.objects.filter(sheet=sheet).order_by("id").values_list("side", "revision")
    assert list(said) == [(0, 12), (1, 12)]


def test_the_other_sides_points_follow_and_the_sum_is_said(phone, table):
    sit_down(phone, table)
    press(phone, "84")
    expect(phone.locator("[name='deal.points.1']")).to_have_value("73")
    expect(phone.locator("[data-check]")).to_have_text("84 + 73 = 157 ✓")
    expect(phone.locator("[data-check]")).to_have_attribute("data-verdict", "right")


def test_what_cannot_be_is_explained_before_it_is_sent(phone, table, sheet):
    sit_down(phone, table)
    announce(phone, "rosen")
    press(phone, "156")
    check = phone.locator("[data-check]")
    expect(check).to_have_attribute("data-verdict", "wrong")
    expect(check).to_contain_text("156 : 1")
    phone.locator("[data-write]").click()
    expect(check).to_contain_text("156 : 1")
    assert current(sheet) == []
    press(phone, ["back", "back", "back", "9", "2"])
    phone.locator("[data-write]").click()
    expect_deal(phone, 1, "92 : 65")


def test_what_the_server_refuses_comes_back_with_the_typed_values(phone, table, sheet):
    sit_down(phone, table)
    announce(phone, "rosen")
    press(phone, "156")
    phone.locator("[data-write]").click()
    expect(phone.locator("[data-check]")).to_contain_text("156 : 1")
    phone.locator("[data-write]").click()  # pressed again: the server decides
    expect(phone.locator("[data-error=points]")).to_contain_text("156 : 1")
    expect(phone.locator("[name='deal.points.0']")).to_have_value("156")
    expect(phone.locator("input[value='rosen']")).to_be_checked()
    expect(phone.locator("[data-unsent] .deal")).to_have_count(0)
    assert current(sheet) == []
    press(phone, ["back", "back", "back", "9", "0"])
    phone.locator("[data-write]").click()
    expect_deal(phone, 1, "90 : 67")


def test_saved_is_never_said_before_the_server_said_it(phone, table, sheet):
    sit_down(phone, table)
    held = []
    phone.route("**/sheet/deals/", lambda route: held.append(route))  # noqa: PLW0108 - not a builtin
    write(phone, "rosen", "90")
    expect(state(phone)).to_have_attribute("data-state", "sending")
    assert current(sheet) == []
    held[0].continue_()
    expect(state(phone)).to_have_attribute("data-state", "saved")
    expect_deal(phone, 1, "90 : 67")


def test_both_figures_typed_are_held_against_157(phone, table):
    sit_down(phone, table)
    press(phone, "84")
    press(phone, ["next", "7", "0"])
    check = phone.locator("[data-check]")
    expect(check).to_have_attribute("data-verdict", "wrong")
    expect(check).to_contain_text("154")


def test_a_missing_announcement_is_asked_for(phone, table, sheet):
    sit_down(phone, table)
    press(phone, "84")
    phone.locator("[data-write]").click()
    expect(phone.locator("[data-check]")).to_have_attribute("data-verdict", "wrong")
    assert current(sheet) == []


def test_all_points_without_a_match_are_asked_about(phone, table, sheet):
    sit_down(phone, table)
    announce(phone, "rosen")
    press(phone, "157")
    check = phone.locator("[data-check]")
    expect(check).to_have_attribute("data-verdict", "ask")
    press(phone, ["match"])
    expect(check).to_have_attribute("data-verdict", "right")
    phone.locator("[data-write]").click()
    expect_deal(phone, 1, "257 : 0")


def test_the_match_key_writes_the_match_of_the_marked_side(phone, table, sheet):
    sit_down(phone, table)
    announce(phone, "rosen")
    press(phone, ["next", "match"])
    expect(phone.locator("[name='deal.points.0']")).to_have_value("0")
    phone.locator("[data-write]").click()
    expect_deal(phone, 1, "0 : 257")
    assert Deal.objects.get(sheet=sheet).payload["match"] == 1


def test_a_double_tap_writes_one_deal(phone, table, sheet):
    sit_down(phone, table)
    announce(phone, "rosen")
    press(phone, "84")
    phone.locator("[data-write]").dblclick()
    expect_deal(phone, 1, "84 : 73")
    expect(phone.locator("#entry-title")).to_contain_text("2")
    assert current(sheet) == [(1, [84, 73])]


def test_without_connection_entries_wait_on_the_phone_and_go_through_in_order(
    phone, table, sheet, watch
):
    sit_down(phone, table)
    write(phone, "rosen", "84")
    expect_deal(phone, 1, "84 : 73")
    phone.context.set_offline(True)
    write(phone, "rosen", "90")
    expect(state(phone)).to_have_attribute("data-state", "unsent")
    expect(phone.locator("[data-unsent] .deal")).to_have_count(1)
    write(phone, "eicheln", "70")
    expect(phone.locator("[data-unsent] .deal")).to_have_count(2)
    expect(state(phone)).to_contain_text("2")
    assert current(sheet) == [(1, [84, 73])]
    phone.context.set_offline(False)
    expect_deal(phone, 3, "70 : 87")
    expect(state(phone)).to_have_attribute("data-state", "saved")
    expect(phone.locator("[data-unsent] .deal")).to_have_count(0)
    assert current(sheet) == [(1, [84, 73]), (2, [90, 67]), (3, [70, 87])]
    watch.faults.clear()


def test_a_queue_survives_the_death_of_its_tab(phone, table, sheet, watch):
    sit_down(phone, table)
    phone.route("**/sheet/deals/", lambda route: route.abort())
    write(phone, "rosen", "90")
    expect(state(phone)).to_have_attribute("data-state", "unsent")
    phone.unroute("**/sheet/deals/")
    address = phone.url
    again = phone.context.new_page()
    phone.close()
    again.goto(address)
    expect_deal(again, 1, "90 : 67")
    assert current(sheet) == [(1, [90, 67])]
    watch.faults.clear()


def test_an_answer_that_was_lost_is_asked_for_again_without_a_second_deal(
    phone, table, sheet, watch
):
    sit_down(phone, table)
    lost = []

    def lose_the_first_answer(route):
        if lost:
            return route.continue_()
        lost.append(route.fetch())
        return route.abort()

    phone.route("**/sheet/deals/", lose_the_first_answer)
    write(phone, "rosen", "90")
    expect_deal(phone, 1, "90 : 67")
    expect(state(phone)).to_have_attribute("data-state", "saved")
    assert Deal.objects.filter(sheet=sheet).count() == 1
    watch.faults.clear()


def test_a_half_typed_deal_survives_a_reload(phone, table):
    sit_down(phone, table)
    announce(phone, "schilten")
    press(phone, "84")
    phone.reload()
    expect(phone.locator("[name='deal.points.0']")).to_have_value("84")
    expect(phone.locator("input[value='schilten']")).to_be_checked()


def test_two_phones_with_different_figures_see_both_and_choose_one(open_page, table, sheet):
    one, other = open_page("phone"), open_page("phone")
    sit_down(one, table, 0)
    sit_down(other, table, 1)
    announce(other, "rosen")
    press(other, "80")
    write(one, "rosen", "84")
    expect_deal(one, 1, "84 : 73")
    expect_deal(other, 1, "84 : 73")  # it learned of it by itself
    expect(other.locator("[name='deal.points.0']")).to_have_value("80")  # and kept what is typed
    other.locator("[data-write]").click()
    for page in (one, other):
        expect(page.locator("[data-contested='1'] [data-choose]")).to_have_count(2)
    expect(one.locator("[data-contested='1']")).to_contain_text("80 : 77")
    one.locator("[data-contested='1'] [data-choose]").nth(1).click()
    for page in (one, other):
        expect_deal(page, 1, "80 : 77")
        expect(page.locator("[data-contested]")).to_have_count(0)
    assert current(sheet) == [(1, [80, 77])]


def test_a_phone_says_that_another_one_is_writing(open_page, table):
    one, other = open_page("phone"), open_page("phone")
    sit_down(one, table, 0)
    sit_down(other, table, 1)
    press(other, "8")
    expect(state(one)).to_have_attribute("data-state", "other")


def test_a_deal_is_corrected_by_tapping_it(phone, table, sheet):
    factories.deals(sheet, factories.TWELVE[:3])
    sit_down(phone, table)
    phone.locator(".deals [data-deal='2']").click()
    expect(phone.locator("[name='deal.points.0']")).to_have_value("80")
    press(phone, ["back", "1"])
    expect(phone.locator("[name='deal.points.1']")).to_have_value("76")
    phone.locator("[data-write]").click()
    phone.wait_for_url(re.compile(r"/sheet/$"))
    expect_deal(phone, 2, "81 : 76")
    assert current(sheet)[1] == (2, [81, 76])


def test_in_a_correction_the_other_side_stays_once_it_was_typed_too(phone, table, sheet):
    factories.deals(sheet, factories.TWELVE[:3])
    sit_down(phone, table)
    phone.locator(".deals [data-deal='2']").click()
    expect(phone.locator("[name='deal.points.0']")).to_have_value("80")
    press(phone, ["back", "1", "next", "7", "0", "next", "back", "2"])
    expect(phone.locator("[name='deal.points.0']")).to_have_value("82")
    expect(phone.locator("[name='deal.points.1']")).to_have_value("70")
    expect(phone.locator("[data-check]")).to_have_attribute("data-verdict", "wrong")


def test_what_is_typed_into_the_next_deal_survives_the_answer_to_the_one_before(
    phone, table, sheet
):
    sit_down(phone, table)
    held = []
    phone.route("**/sheet/deals/", lambda route: held.append(route))  # noqa: PLW0108 - not a builtin
    write(phone, "rosen", "51")
    expect(phone.locator("[data-key='5']")).to_be_disabled()  # not lost: it cannot be typed yet
    expect(phone.locator("input[value='eicheln']")).to_be_disabled()
    expect(phone.locator("[data-key='5']")).to_be_enabled()
    announce(phone, "eicheln")
    press(phone, "5")
    held[0].continue_()
    expect_deal(phone, 1, "51 : 106")
    press(phone, "6")
    expect(phone.locator("input[value='eicheln']")).to_be_checked()
    expect(phone.locator("[name='deal.points.0']")).to_have_value("56")
    phone.unroute("**/sheet/deals/")
    phone.locator("[data-write]").click()
    expect_deal(phone, 2, "56 : 101")
    assert current(sheet) == [(1, [51, 106]), (2, [56, 101])]


def test_confirming_a_sheet_that_changed_meanwhile_says_what_changed(open_page, table, sheet):
    factories.deals(sheet, factories.TWELVE)
    one, other = open_page("phone"), open_page("phone")
    sit_down(one, table, 0)
    one.route("**/sheet/board/**", lambda route: route.abort())  # this phone sleeps
    sit_down(other, table, 1)
    other.goto(f"{other.url}deals/5/")
    press(other, ["back", "back", "6", "1", "next", "back", "back", "9", "6"])
    other.locator("[data-write]").click()
    expect_deal(other, 5, "61 : 96")
    one.locator("[data-confirm-side='0']").click()
    expect(one.locator("[data-changed='5']")).to_contain_text("61 : 96")
    expect(one.locator("[data-panel=confirm]")).to_be_visible()
    assert not Confirmation.objects.filter(sheet=sheet).exists()


def test_written_deals_are_there_after_reload_back_button_and_a_new_tab(phone, table):
    sit_down(phone, table)
    for number in (1, 2, 3):
        write(phone, "rosen", "90")
        expect_deal(phone, number, "90 : 67")
    phone.reload()
    expect_deal(phone, 3, "90 : 67")
    phone.locator(".deals [data-deal='1']").click()
    expect(phone.locator("[name='deal.points.0']")).to_have_value("90")
    phone.go_back()
    expect_deal(phone, 3, "90 : 67")
    again = phone.context.new_page()
    phone.close()
    again.goto(f"/t/{table.place.token}/")
    expect_deal(again, 3, "90 : 67")


def test_everything_works_without_javascript(open_page, table, sheet):
    factories.deals(sheet, factories.TWELVE[:11])
    page = open_page("phone", java_script_enabled=False)
    sit_down(page, table)
    announce(page, "rosen")
    page.locator("[name='deal.points.0']").fill("156")
    page.locator("[data-plain]").click()
    expect(page.locator("[data-error=points]")).to_be_visible()
    page.locator("[name='deal.points.0']").fill("100")
    page.locator("[data-plain]").click()
    expect_deal(page, 12, "100 : 57")
    page.locator("[data-confirm-side='0']").click()
    page.locator("[data-confirm-side='1']").click()
    expect(page.locator("[data-panel=confirmed]")).to_be_visible()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_targets_are_large_and_nothing_is_wider_than_the_screen(open_page, table, sheet, width):
    factories.deals(sheet, factories.TWELVE[:7])
    page = open_page("desk" if width == 1280 else "phone")
    page.set_viewport_size({"width": width, "height": 800})
    sit_down(page, table)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = page.evaluate(
        """[...document.querySelectorAll('button, a, summary, .choices label, .box')]
           .filter(e => e.offsetParent).map(e => [e.textContent.trim(), e.offsetHeight, e.offsetWidth])"""
    )
    least = 44 if width == 320 else 52
    assert [size for size in sizes if size[1] < least or size[2] < 44] == []
    texts = page.evaluate(
        """[...document.querySelectorAll('main *')].filter(e => e.offsetParent &&
           [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
           .map(e => parseFloat(getComputedStyle(e).fontSize))"""
    )
    assert min(texts) >= 16
    tight = page.evaluate(
        """[...document.querySelectorAll('.pad button, .choices label')].filter(e => e.offsetParent)
           .map(e => {
             const range = document.createRange();
             range.selectNodeContents(e.querySelector('span:not(.visually-hidden)') ?? e.firstChild);
             const [text, box] = [range.getBoundingClientRect(), e.getBoundingClientRect()];
             return [e.textContent.trim(), text.left - box.left, box.right - text.right];
           })"""
    )
    assert [each for each in tight if min(each[1:]) < 5] == []


def test_every_state_of_the_page_is_without_grave_findings(
    page, round_, table, sheet, grave_findings
):
    page.goto("/t/")
    assert grave_findings(page) == []
    page.goto(f"/t/{table.place.token}/")
    assert grave_findings(page) == []
    sit_down(page, table)
    factories.deals(sheet, factories.TWELVE[:7])
    page.reload()
    press(page, "156")
    expect(page.locator("[data-check]")).to_have_attribute("data-verdict", "wrong")
    assert grave_findings(page) == []
    for path in ("deals/3/", "deals/3/remove/", "deals/3/versions/", "submit/", "dispute/"):
        page.goto(f"/t/{table.place.token}/sheet/{path}")
        assert grave_findings(page) == []
    Deal.objects.filter(sheet=sheet).delete()
    factories.deals(sheet, factories.TWELVE)
    page.goto(f"/t/{table.place.token}/sheet/")
    assert grave_findings(page) == []
    factories.confirmed(sheet)
    page.reload()
    expect(page.locator("[data-panel=confirmed]")).to_be_visible()
    assert grave_findings(page) == []
    factories.close_round(round_)
    page.goto(f"/t/{table.place.token}/")
    assert grave_findings(page) == []


def test_a_waiting_card_goes_on_by_itself_when_the_round_begins(phone):
    evening = factories.tournament(players=4)
    round_ = factories.drawn_round(evening)
    place = evening.places.get()
    phone.goto(f"/t/{place.token}/")
    expect(phone.locator("button.person")).to_have_count(0)
    factories.start_round(round_)
    expect(phone.locator("button.person")).to_have_count(4)
