"""Every game's sheet in its states: for everyone, by any hand, in any light, and nothing typed is lost."""

import random

import pytest
from playwright.sync_api import Page, expect

from benchmarks.sheets import sheet as correct_sheet
from jassclub.clubs.models import CardPack
from scoring.rules import get_variant
from tests import factories
from tests.browser.thumb import Table

pytestmark = pytest.mark.django_db(transaction=True)


def type_schieber(at: Table) -> None:
    at.choose("trump", "schellen")
    at.press(98)
    at.add("weis", 0, 50, 20)
    at.choose("stoeck", 1)


def type_coiffeur(at: Table) -> None:
    at.page.locator("[data-cell='1'] a.cell").first.click()
    at.press(102)


def type_differenzler(at: Table) -> None:
    at.choose("trump", "eicheln")
    at.figures(60, 30, 0, 50, 72, 21, 4)


def type_molotow(at: Table) -> None:
    at.choose("trump", "schilten")
    at.figures(38, 60, 39)
    at.add("hand_weis", 0, 100)
    at.add("table_weis", 2, 20)
    at.choose("stoeck", 3)


def type_cinq_cents(at: Table) -> None:
    at.choose("taker", 1)
    at.choose("trump", "rosen")
    at.figures(60, 81)
    at.add("weis", 0, 20)


def type_cego(at: Table) -> None:
    at.choose("game", "eine")
    at.choose("declarer", 2)
    at.press(32)


def type_sechsundsechzig(at: Table) -> None:
    at.figures(46, 30)
    at.add("marriages", 0, 40)
    at.choose("closed_by", 0)


GAMES = {
    "schieber": ({}, type_schieber),
    "coiffeur": ({}, type_coiffeur),
    "differenzler": ({"open_bids": True}, type_differenzler),
    "molotow": ({}, type_molotow),
    "cinq-cents": ({"target": 5000}, type_cinq_cents),
    "cego": ({"deals": 24}, type_cego),
    "sechsundsechzig": ({"target": 50}, type_sechsundsechzig),
}
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def written_sheet(game: str, deals: int = 4, **fields):
    """A sheet of this game with some deals on it, Vorhand known."""

    options, _typing = GAMES[game]
    full = get_variant(game).options({**options, "first_forehand": 1})
    sheet = factories.free_sheet(variant=game, options=full, **fields)
    return factories.deals(sheet, correct_sheet(game, full, random.Random(game))[:deals])


def fields_of(page: Page) -> list[list[str]]:
    return page.evaluate(
        """[...new FormData(document.querySelector('form[data-entry]'))]
           .filter(([name, value]) => name.startsWith('deal.') && value)"""
    )


@EVERY_GAME
def test_what_was_typed_is_there_after_a_reload_and_in_a_new_tab(phone, game):
    at = Table(phone, written_sheet(game))
    GAMES[game][1](at)
    typed = fields_of(phone)
    assert typed
    phone.reload()
    assert fields_of(phone) == typed
    again = phone.context.new_page()
    phone.close()  # a killed tab
    again.goto(at.address)
    assert fields_of(again) == typed


@EVERY_GAME
def test_targets_are_large_and_nothing_is_wider_than_the_screen(phone, game):
    at = Table(phone, written_sheet(game))
    GAMES[game][1](at)
    for width in (320, 390, 768, 1280):
        phone.set_viewport_size({"width": width, "height": 800})
        assert phone.evaluate("document.documentElement.scrollWidth") <= width
        sizes = phone.evaluate(
            """[...document.querySelectorAll('button, a, summary, .choices label, .box')]
               .filter(e => e.offsetParent && e.checkVisibility())
               .map(e => [e.textContent.trim(), e.offsetHeight, e.offsetWidth])"""
        )
        least = 44 if width == 320 else 52
        assert [size for size in sizes if size[1] < least or size[2] < 44] == [], width
        texts = phone.evaluate(
            """[...document.querySelectorAll('main *')].filter(e => e.checkVisibility() &&
               [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
               .map(e => parseFloat(getComputedStyle(e).fontSize))"""
        )
        assert min(texts) >= 16
        cut_off = phone.evaluate(
            """[...document.querySelectorAll('.board *, .entry button, .choices span, .columns span')]
               .filter(e => e.offsetParent && e.checkVisibility() && e.scrollWidth > e.clientWidth + 1
                            && getComputedStyle(e).display !== 'inline'
                            && !e.closest('.visually-hidden'))
               .map(e => `${e.className}: ${e.textContent.trim()}`)"""
        )
        assert cut_off == [], width


def in_each_light(page: Page):
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        yield scheme


@EVERY_GAME
def test_axe_finds_nothing_grave_while_typing(phone, grave_findings, game):
    at = Table(phone, written_sheet(game))
    GAMES[game][1](at)
    phone.evaluate(
        "document.querySelectorAll('details:not([data-extra])').forEach(e => { e.open = true })"
    )
    for scheme in in_each_light(phone):
        assert grave_findings(phone) == [], scheme


@EVERY_GAME
def test_axe_finds_nothing_grave_in_the_result(phone, grave_findings, game):
    sheet = written_sheet(game)
    sheet.finished = True
    sheet.save()
    at = Table(phone, sheet)
    expect(phone.locator("[data-panel=confirm]")).to_be_visible()
    for scheme in in_each_light(phone):
        assert grave_findings(phone) == [], scheme
    factories.confirmed(sheet)
    phone.goto(at.address)
    expect(phone.locator("[data-panel=confirmed]")).to_be_visible()
    assert grave_findings(phone) == []


@EVERY_GAME
def test_at_200_percent_everything_can_still_be_reached(open_page, game):
    page = open_page("desk", device_scale_factor=2)
    page.set_viewport_size({"width": 640, "height": 450})
    at = Table(page, written_sheet(game))
    GAMES[game][1](at)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    expect(page.locator("[data-write]:visible, [data-plain]:visible")).to_have_count(1)


@EVERY_GAME
def test_the_course_can_be_read_as_figures(phone, game):
    sheet = written_sheet(game)
    Table(phone, sheet)
    phone.locator(".course summary").click()
    rows = phone.locator(".course tbody tr")
    expect(rows).to_have_count(4)
    last = rows.last.locator("td").all_inner_texts()
    unit = 100 if get_variant(game).unit == "cents" else 1
    assert [float(text.replace("−", "-")) * unit for text in last] == pytest.approx(sheet.totals)


@EVERY_GAME
@pytest.mark.parametrize(("pack", "word"), [(CardPack.SWISS, "Rosen"), (CardPack.FRENCH, "Herz")])
def test_the_cards_are_the_clubs(phone, game, pack, word):
    sheet = written_sheet(game, of=factories.club(card_pack=pack))
    Table(phone, sheet)
    has_suits = "rosen" in str(get_variant(game).describe(sheet.options)["deal"])
    assert (word in phone.locator("main").inner_text()) == has_suits
    other = {"Rosen": "Herz", "Herz": "Rosen"}[word]
    assert other not in phone.locator("main").inner_text()


def test_the_keys_change_to_the_left_hand_and_stay_there(phone):
    at = Table(phone, written_sheet("schieber"))

    def write_is_left_of_the_digits() -> bool:
        one, write = (
            phone.locator(selector).bounding_box()
            for selector in ("[data-key='1']", "[data-write]")
        )
        return write["x"] < one["x"]

    assert not write_is_left_of_the_digits()
    phone.locator("[data-looks] > summary").click()
    phone.locator("[data-look=table_hand]").click()
    assert write_is_left_of_the_digits()
    phone.reload()
    assert write_is_left_of_the_digits()
    again = phone.context.new_page()
    again.goto(at.address)
    again.locator("[data-looks] > summary").click()
    again.locator("[data-look=table_hand]").click()
    phone.reload()
    assert not write_is_left_of_the_digits()


def test_the_paper_is_dark_by_the_phones_setting_or_by_choice(open_page):
    page = open_page("phone", color_scheme="dark")
    Table(page, written_sheet("schieber"))

    def is_dark() -> bool:
        colour = page.evaluate("getComputedStyle(document.querySelector('.entry')).backgroundColor")
        return sum(map(int, colour.strip("rgb()").split(","))) < 3 * 128

    assert is_dark()
    page.locator("[data-looks] > summary").click()
    page.locator("[data-look=table_scheme][data-value=light]").click()
    assert not is_dark()
    page.reload()
    assert not is_dark()
    page.emulate_media(color_scheme="light")
    page.locator("[data-looks] > summary").click()
    page.locator("[data-look=table_scheme][data-value=dark]").click()
    assert is_dark()
    page.reload()
    assert is_dark()
    page.locator("[data-looks] > summary").click()
    page.locator("[data-look=table_scheme][data-value='']").click()
    assert not is_dark()


def test_a_deal_is_written_from_the_keyboard_alone(desk):
    sheet = written_sheet("molotow")
    Table(desk, sheet)
    desk.locator("input[name='deal.trump']").first.focus()
    desk.keyboard.press("ArrowRight")
    desk.keyboard.press("Tab")
    for points in ("38", "60", "39"):
        desk.keyboard.type(points)
        desk.keyboard.press("Tab")
    desk.keyboard.press("Tab")  # past the one that follows by itself
    desk.keyboard.press("Enter")  # hand Weis
    desk.keyboard.press("Tab")
    desk.keyboard.press("Tab")  # Claude
    desk.keyboard.press("Space")
    for _owner in range(4):
        desk.keyboard.press("Tab")
    desk.keyboard.press("Space")  # 50
    expect(desk.locator("[data-owner$='hand_weis-1'] [data-values]")).to_have_text("50")
    desk.locator("[name='deal.points.0']").focus()
    desk.keyboard.press("Enter")
    expect(desk.locator(".deals [data-deal='5']")).to_be_visible()
    payload = sheet.deals.get(number=5).payload
    assert payload["points"] == [38, 60, 39, 20]
    assert payload["hand_weis"] == [[], [50], [], []]
