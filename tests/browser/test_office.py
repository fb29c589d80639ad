"""The office in a real browser: from the keyboard alone, live, and readable on every page."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from jassclub.clubs.models import Player, Role
from scoring.models import Deal, SheetStatus
from tests import factories
from tournaments.models import Round, RoundStatus

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening(live_server):
    return factories.tournament(players=16, rounds=2)


@pytest.fixture
def organiser(evening):
    return factories.member(evening.club, Role.ORGANISER)


def url(evening, name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug, *args])


def test_paper_totals_are_typed_table_by_table_without_a_mouse(desk, sign_in, evening, organiser):
    round_ = factories.playing_round(evening)
    sign_in(desk, organiser)
    desk.goto(url(evening, "office"))
    for number, (one, other) in {3: ("1000", "884"), 2: ("942", "942")}.items():
        desk.keyboard.type(str(number))
        desk.keyboard.press("Enter")
        expect(desk.locator("[data-grid] input[name='total.0']")).to_be_focused()
        for typed in (one, other, "", "", ""):
            desk.keyboard.type(typed)
            desk.keyboard.press("Enter")
        expect(desk.locator("form[action$='totals/'] button[name=then]")).to_be_focused()
        desk.keyboard.press("Enter")
        expect(desk.locator(f"[data-table='{number}']")).to_have_attribute(
            "data-state", "confirmed"
        )
    sheets = [factories.sheet_of(round_.tables.get(place__number=n)) for n in (3, 2)]
    assert [sheet.totals for sheet in sheets] == [[1000, 884], [942, 942]]


def test_a_digit_typed_anywhere_on_the_wall_goes_into_the_number_field(
    desk, sign_in, evening, organiser
):
    round_ = factories.playing_round(evening)
    sign_in(desk, organiser)
    desk.goto(url(evening, "office"))
    desk.locator("a.spot").first.focus()
    desk.keyboard.press("4")
    desk.keyboard.press("Enter")
    expect(desk).to_have_url(
        re.compile(url(evening, "desk-table", round_.tables.get(place__number=4).pk))
    )


def test_the_number_typed_after_a_refused_one_replaces_it(desk, sign_in, evening, organiser):
    factories.playing_round(evening)
    sign_in(desk, organiser)
    desk.goto(url(evening, "office"))
    desk.keyboard.type("99")
    desk.keyboard.press("Enter")
    expect(desk.locator("[role=alert]").filter(has_text="99")).to_be_visible()
    desk.keyboard.type("2")
    expect(desk.locator("[data-go]")).to_have_value("2")


def test_the_wall_follows_the_tables_by_itself(desk, sign_in, evening, organiser):
    round_ = factories.playing_round(evening)
    sign_in(desk, organiser)
    desk.goto(url(evening, "office"))
    spot = desk.locator("[data-table='1']")
    expect(spot).to_have_attribute("data-state", "empty")
    factories.deals(factories.sheet_of(round_.tables.first()), factories.TWELVE)
    expect(spot).to_have_attribute("data-state", "unconfirmed")
    expect(desk.locator("[data-table]").first).to_have_attribute("data-table", "1")


def test_a_sheet_is_typed_deal_by_deal_and_a_mistake_is_said_on_its_row(
    desk, sign_in, evening, organiser
):
    round_ = factories.playing_round(evening)
    table = round_.tables.first()
    sign_in(desk, organiser)
    desk.goto(url(evening, "desk-table", table.pk))
    desk.locator("[name='1:deal.trump']").select_option("rosen")
    desk.locator("[name='1:deal.points.0']").fill("156")
    desk.locator("[name='1:deal.points.1']").press("Control+Enter")
    expect(desk.locator("tr[data-deal='1'].wrong")).to_be_visible()
    expect(desk.locator("[name='1:deal.points.0']")).to_have_value("156")
    desk.locator("[name='1:deal.points.0']").fill("92")
    desk.get_by_role("button", name="Speichern", exact=True).last.click()
    expect(desk.locator("tr[data-deal='1'].wrong")).to_have_count(0)
    assert Deal.objects.get().written == [92, 65]


def test_an_evening_is_drawn_started_and_closed_with_the_buttons(desk, sign_in, evening, organiser):
    sign_in(desk, organiser)
    desk.goto(url(evening, "office"))
    desk.locator("[data-step='draw'] a.btn").click()
    desk.locator("form[action$='draw/now/'] button").click()
    expect(desk.locator("[data-round='2']")).to_be_visible()
    desk.locator("form[action$='rounds/1/start/'] button").click()
    expect(desk.locator("[data-step='close'] button")).to_be_disabled()
    for table in Round.objects.get(number=1).tables.all():
        factories.confirmed(factories.sheet_of(table))
    desk.locator("[data-step='close'] button:enabled").click()
    expect(desk.locator("[data-step='start'] button")).to_be_visible()
    assert Round.objects.get(number=1).status == RoundStatus.CLOSED


PAGES = ["office", "draw", "lists", "cards", "audit", "round-protocol", "round-results", "desk"]


@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits_its_screen_and_can_be_read_by_everyone(
    page, sign_in, evening, organiser, grave_findings, name
):
    Player.objects.filter(pk=Player.objects.earliest("pk").pk).update(name=factories.LONG_NAME)
    round_ = factories.playing_round(evening)
    sheet = factories.deals(factories.sheet_of(round_.tables.first()), factories.TWELVE[:7])
    sheet.status, sheet.status_reason = SheetStatus.SUBMITTED, "Anna musste weg" + "z" * 200
    sheet.save()
    sign_in(page, organiser)
    if name == "desk":
        page.goto(url(evening, "desk-table", round_.tables.first().pk))
    else:
        page.goto(url(evening, name, *([1] if name.startswith("round-") else [])))
    expect(page.locator("h1, h2").first).to_be_attached()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]  # a phone's innerWidth grows with the page
    assert grave_findings(page) == []


A4 = 703  # the width of a sheet between its margins, in CSS pixels


@pytest.mark.parametrize(("media", "width", "rounds"), [("screen", 390, 1), ("print", A4, 4)])
def test_names_of_one_long_word_are_whole_on_the_seat_lists(
    desk, sign_in, evening, organiser, media, width, rounds
):
    Player.objects.update(name=factories.ONE_LONG_WORD)
    evening.entries.update(name=factories.ONE_LONG_WORD)
    for _round in range(rounds):
        factories.drawn_round(evening)
    sign_in(desk, organiser)
    desk.set_viewport_size({"width": width, "height": 800})
    desk.emulate_media(media=media)
    desk.goto(url(evening, "lists"))
    names = desk.locator(".wall-list :is(.side, .name)", has_text=factories.ONE_LONG_WORD)
    expect(names).to_have_count(16 + 8 * rounds)
    ends = names.evaluate_all(
        """names => names.map((name) => {
            const range = document.createRange();
            range.selectNodeContents(name);
            return range.getBoundingClientRect().right;
        })"""
    )
    assert max(ends) <= width


def test_one_key_shows_the_tables_in_a_state_and_another_all_again(
    desk, sign_in, evening, organiser
):
    round_ = factories.playing_round(evening)
    factories.deals(factories.sheet_of(round_.tables.get(place__number=3)), factories.TWELVE)
    sign_in(desk, organiser)
    desk.goto(url(evening, "office"))
    expect(desk.locator(".spot")).to_have_count(4)
    desk.keyboard.press("u")
    expect(desk.locator(".spot")).to_have_count(1)
    expect(desk.locator(".spot")).to_have_attribute("data-table", "3")
    with desk.expect_response("**/wall/**"):  # it asks for what is new by itself
        pass
    expect(desk.locator(".spot")).to_have_count(1)
    desk.keyboard.press("a")
    expect(desk.locator(".spot")).to_have_count(4)
    desk.keyboard.press("n")
    expect(desk.locator(".spot")).to_have_count(1)
    desk.keyboard.press("f")
    expect(desk).to_have_url(
        re.compile(url(evening, "desk-table", round_.tables.get(place__number=3).pk))
    )


def test_the_question_mark_tells_the_keys_and_escape_leaves_the_help(
    desk, sign_in, evening, organiser, grave_findings
):
    factories.playing_round(evening)
    sign_in(desk, organiser)
    desk.goto(url(evening, "office"))
    desk.keyboard.press("?")
    expect(desk.locator("#keys")).to_be_visible()
    assert grave_findings(desk) == []
    desk.keyboard.press("3")
    expect(desk.locator("[data-go]")).to_have_value("")
    desk.keyboard.press("Escape")
    expect(desk.locator("#keys")).to_be_hidden()
    expect(desk).to_have_url(re.compile(url(evening, "office")))


def test_the_time_since_the_last_entry_counts_on_in_an_open_page_whatever_its_clock_says(
    desk, sign_in, evening, organiser
):
    factories.playing_round(evening)
    sign_in(desk, organiser)
    desk.add_init_script("const real = Date.now; Date.now = () => real() - 7200_000;")
    desk.goto(url(evening, "office"))
    since = desk.locator("[data-table='1'] [data-since]")
    expect(since).to_have_text(re.compile(r"^\d+ s$"))
    first = since.inner_text()
    expect(since).not_to_have_text(first)
