"""Deeds of an evening in a real browser: from the keyboard alone, and readable on every page."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from jassclub.clubs.models import Player, Role
from tests import factories
from tests.tournaments import life
from tournaments.models import Seat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening(live_server):
    return life.evening(players=9, rounds=3)


@pytest.fixture
def organiser(evening):
    return factories.member(evening.club, Role.ORGANISER)


def url(evening, name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug, *args])


def test_two_swapped_people_are_put_right_and_back_without_a_mouse(
    desk, sign_in, evening, organiser
):
    round_ = life.playing(evening)
    table = round_.tables.get(place__number=1)
    one, two = life.at(table, 0), life.at(table, 1)
    before = life.seating(round_)
    sign_in(desk, organiser)
    desk.goto(url(evening, "life-swap", table.pk))
    desk.locator("input[name=first]").first.focus()
    desk.keyboard.press("Space")
    desk.keyboard.press("Tab")
    desk.keyboard.type(str(two.number))
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-foreseen]")).to_contain_text(one.name)
    assert life.seating(round_) == before
    desk.locator("[data-deed] input[name=reason]").focus()
    desk.keyboard.type("vertauscht")
    desk.keyboard.press("Enter")
    undo = desk.locator("[data-undo]")
    expect(undo).to_be_visible()
    assert life.at(table, 0) == two
    undo.focus()
    desk.keyboard.press("Enter")
    desk.locator("[data-deed] button").focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-seat='0']")).to_contain_text(one.name)
    assert life.seating(round_) == before


PAGES = {
    "life-seats": {},
    "life-swap": {"first": "one", "second": "two"},
    "life-people": {"from": "2"},
    "life-replace": {"seat": "seat", "who": "Ruth Aebi", "from_deal": "8", "leaves": "on"},
    "desk-settle": {"way": "scaled"},
    "round-void": {},
    "life-merge": {"other": "9"},
    "life-rules": {},
    "checkin-entry": {},
}


@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits_its_screen_and_can_be_read_by_everyone(
    page, sign_in, evening, organiser, grave_findings, name
):
    Player.objects.filter(pk=Player.objects.earliest("pk").pk).update(name=factories.LONG_NAME)
    evening.entries.filter(number=1).update(name=factories.LONG_NAME)
    life.play(evening)
    round_ = life.playing(evening)
    table = life.seat_of(round_, evening.entries.get(number=1)).table
    life.write(table, 7)
    seat = Seat.objects.get(table=table, seat=0)
    words = {
        "one": str(seat.entry_id),
        "two": str(life.at(table, 1).number),
        "seat": f"0.{seat.player_id}",
    }
    chosen = {key: words.get(value, value) for key, value in PAGES[name].items()}
    about = {"round-void": 2, "life-merge": seat.entry_id, "checkin-entry": seat.entry_id}
    arguments = [] if name == "life-rules" else [about.get(name, table.pk)]
    sign_in(page, organiser)
    query = "&".join(f"{key}={value}" for key, value in chosen.items())
    page.goto(f"{url(evening, name, *arguments)}?{query}")
    expect(page.locator("h1").first).to_be_attached()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]
    assert grave_findings(page) == []
