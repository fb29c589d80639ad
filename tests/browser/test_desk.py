"""The desk on a phone: figures below zero, and a sheet that is corrected when its round is closed."""

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from jassclub.clubs.models import Role
from scoring.models import SheetStatus
from tests import factories
from tests.tournaments import life
from tournaments.models import RoundStatus
from tournaments.services.standings import standings_rebuild

pytestmark = pytest.mark.django_db(transaction=True)

TOTALS = "form[action$='totals/']"
DEALS = "form[action$='deals/']"


def url(evening, name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug, *args])


@pytest.fixture
def organiser(live_server, phone, sign_in):
    def enter(evening) -> None:
        sign_in(phone, factories.member(evening.club, Role.ORGANISER))

    return enter


@pytest.fixture
def cego(organiser):
    """A table of an evening of Cego."""
    evening = factories.tournament(
        variant="cego", options={"deals": 24}, format="individuals", chain=("sum", "shared")
    )
    organiser(evening)
    return factories.playing_round(evening).tables.select_related("round__tournament").first()


def figure(page: Page, seat: int) -> Locator:
    return page.locator(f"[name='total.{seat}']")


def sign(page: Page, seat: int) -> Locator:
    return page.locator(f"[data-sign][aria-controls='total-{seat}']")


def typed(page: Page, seat: int, digits: str) -> None:
    figure(page, seat).tap()
    page.keyboard.type(digits)


def test_minus_800_is_typed_with_digits_and_the_key_for_the_sign(phone, cego):
    phone.goto(url(cego.round.tournament, "desk-table", cego.pk))
    for seat in range(4):
        box = sign(phone, seat).bounding_box()
        assert min(box["width"], box["height"]) >= 52
        expect(figure(phone, seat)).to_have_attribute("inputmode", "decimal")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    typed(phone, 0, "800")
    sign(phone, 0).tap()
    expect(figure(phone, 0)).to_be_focused()  # the phone's keyboard stays
    expect(figure(phone, 0)).to_have_value("−800")
    sign(phone, 1).tap()  # the sign first, taken back
    expect(sign(phone, 1)).to_have_attribute("aria-pressed", "true")
    phone.keyboard.type("400")
    sign(phone, 1).tap()
    expect(figure(phone, 1)).to_have_value("400")
    typed(phone, 2, "400")
    phone.locator(f"{TOTALS} button[value=confirm]").tap()
    expect(phone.locator("[data-table='1']")).to_have_attribute("data-state", "confirmed")
    sheet = factories.sheet_of(cego)
    assert (sheet.status, sheet.totals) == (SheetStatus.CONFIRMED, [-800, 400, 400, 0])
    phone.goto(url(cego.round.tournament, "desk-table", cego.pk))
    expect(phone.locator(".sides .big")).to_have_text(["−8.00", "4.00", "4.00", "0.00"])


def test_the_key_for_the_sign_keeps_the_caret_and_works_by_keyboard(phone, cego):
    phone.goto(url(cego.round.tournament, "desk-table", cego.pk))
    typed(phone, 0, "80")
    phone.keyboard.press("ArrowLeft")
    sign(phone, 0).tap()
    phone.keyboard.type("5")
    expect(figure(phone, 0)).to_have_value("−850")
    phone.keyboard.press("Tab")
    expect(sign(phone, 0)).to_be_focused()
    phone.keyboard.press("Space")
    expect(figure(phone, 0)).to_have_value("850")
    expect(sign(phone, 0)).to_have_attribute("aria-pressed", "false")
    figure(phone, 0).focus()
    phone.keyboard.press("Enter")  # from figure to figure, past the key
    expect(figure(phone, 1)).to_be_focused()


def test_without_a_script_the_sign_is_typed_and_no_key_stands_there(open_page, sign_in, cego):
    page = open_page("phone", java_script_enabled=False)
    sign_in(page, factories.member(cego.round.tournament.club, Role.ORGANISER))
    page.goto(url(cego.round.tournament, "desk-table", cego.pk))
    expect(sign(page, 0)).to_be_hidden()
    assert figure(page, 0).get_attribute("inputmode") is None  # digits alone have no minus
    for seat, text in enumerate(("-800", "400", "400")):
        figure(page, seat).fill(text)
    page.locator(f"{TOTALS} button[value=confirm]").click()
    expect(page.locator("[data-table='1']")).to_have_attribute("data-state", "confirmed")
    assert factories.sheet_of(cego).totals == [-800, 400, 400, 0]


def test_points_that_are_never_below_zero_have_no_key_for_a_sign(phone, organiser):
    evening = factories.tournament()
    organiser(evening)
    table = factories.playing_round(evening).tables.first()
    phone.goto(url(evening, "desk-table", table.pk))
    expect(figure(phone, 0)).to_have_attribute("inputmode", "numeric")
    expect(phone.locator("[data-sign]")).to_have_count(0)


def test_a_sheet_corrected_after_closing_is_marked_in_the_ranking_and_on_paper(
    phone, organiser, open_page
):
    evening = life.evening(rounds=2, visibility="public")
    organiser(evening)
    round_ = life.play(evening)
    table = round_.tables.get(place__number=1)
    standings_rebuild(tournament_id=evening.pk)
    entry = life.at(table, 0)
    public = open_page("phone")
    row = public.locator(f"[data-entry='{entry.number}']")
    public.goto(url(evening, "public"))
    expect(row).to_have_attribute("data-total", "1200")
    expect(public.locator("[data-corrected]")).to_have_count(0)

    phone.goto(url(evening, "desk-table", table.pk))
    first, other = (phone.locator(f"[name='1:deal.points.{side}']") for side in (0, 1))
    first.fill("57")
    other.fill("100")
    save = phone.locator(f"{DEALS} button.btn-primary")
    save.tap()
    expect(phone.locator("[role=alert][data-code]")).to_be_visible()  # not without a reason
    expect(first).to_have_value("57")
    phone.locator(f"{DEALS} [name=reason]").fill("verschrieben")
    save.tap()
    expect(phone.locator("[role=alert][data-code]")).to_have_count(0)

    sheet = factories.sheet_of(table)
    versions = sheet.deals.filter(number=1).order_by("version")
    assert [(each.version, each.written, each.reason) for each in versions] == [
        (1, [100, 57], ""),
        (2, [57, 100], "verschrieben"),
    ]
    round_.refresh_from_db()
    assert (sheet.status, round_.status) == (SheetStatus.CONFIRMED, RoundStatus.CLOSED)
    standings_rebuild(tournament_id=evening.pk)
    public.goto(url(evening, "public"))
    expect(row).to_have_attribute("data-total", "1157")
    expect(row.locator("[data-corrected]")).to_be_visible()
    expect(public.locator("[data-corrected]")).to_have_count(4)  # the four of the table alone

    phone.emulate_media(media="print")
    phone.goto(url(evening, "ranking"))
    expect(phone.locator(f"[data-entry='{entry.number}'] [data-corrected]")).to_be_visible()
    phone.goto(url(evening, "round-results", round_.number))
    expect(phone.locator("p[data-corrected='1']")).to_be_visible()
    expect(phone.locator("[data-table='1'] [data-corrected-table]")).to_be_visible()
    expect(phone.locator("[data-corrected-table]")).to_have_count(1)


def test_the_desk_asks_about_a_match_while_a_deal_is_typed(phone, organiser):
    evening = factories.tournament(players=4, rounds=1)
    table = factories.playing_round(evening).tables.get()
    organiser(evening)
    phone.goto(url(evening, "desk-table", table.pk))
    question = phone.locator('[data-ask="2"]')
    expect(question).to_be_hidden()
    phone.locator('[name="2:deal.points.0"]').fill("157")
    phone.locator('[name="2:deal.points.1"]').fill("0")
    expect(question).to_be_visible()
    phone.locator('[name="2:deal.match"]').select_option("0")
    expect(question).to_be_hidden()
