"""The big screen in a real browser: turns by itself, shows every row, and lives through a lost network."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from jassclub.clubs.models import Player, Role
from tests import factories
from tests.reading import figures
from tests.tournaments.rankings import results
from tournaments.models import Entry, Round, Visibility
from tournaments.services.standings import standings_bump, standings_rebuild

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]


def evening(players: int = 62):
    made = factories.tournament(players=players, visibility=Visibility.PUBLIC)
    made.stages.update(round_minutes=45)
    first = Player.objects.filter(club=made.club).earliest("pk")
    Player.objects.filter(pk=first.pk).update(name=factories.LONG_NAME)
    Entry.objects.filter(tournament=made, number=1).update(name=factories.LONG_NAME)
    return made


@pytest.fixture
def played(live_server):
    """Round 1 is over, round 2 is drawn."""
    made = evening()
    round_ = factories.playing_round(made)
    results(round_)
    factories.close_round(round_)
    factories.drawn_round(made)
    standings_bump(tournament_id=made.pk)
    standings_rebuild(tournament_id=made.pk)  # where a worker of another test was in the way
    return made


def go(page, made, size=(1920, 1080)):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.goto(reverse("tournaments:screen", args=[made.club.slug, made.slug]))
    expect(page.locator("[data-screen][data-at]")).to_be_attached()
    return page


def turned(page):
    """Every page of the screen, held and one after the other: where it is, and the lines that are seen."""
    page.keyboard.press(" ")
    expect(page.locator("[data-held]")).to_be_visible()
    total = int(page.locator("[data-page]").inner_text().partition("/")[2] or 1)
    for _page in range(total):
        here = page.locator("[data-screen]").get_attribute("data-at")
        yield here, page.locator("[data-show]:visible [data-lines] > *:visible")
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("size", SIZES)
def test_every_row_is_seen_whole_and_nothing_scrolls(desk, played, size):
    go(desk, played, size)
    names, ranks = set(), []
    for where, lines in turned(desk):
        foot = desk.locator(".screen-foot").bounding_box()["y"]
        for line in lines.all():
            box = line.bounding_box()
            assert box["y"] + box["height"] <= foot + 1, where
            assert box["x"] + box["width"] <= size[0], where
        if where.startswith("seats"):
            names |= set(lines.locator(".name").all_inner_texts())
        else:
            ranks += lines.locator(".rank").all_inner_texts()
    seats = Round.objects.get(number=2)
    waits = seats.credits.count()
    assert len(names) == seats.seats.count() + waits == 62
    assert factories.LONG_NAME in names
    assert len(ranks) == 62
    assert desk.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
        " && document.documentElement.scrollWidth <= innerWidth"
    )


def test_a_page_is_filled_before_the_next_one_begins(desk, played):
    played.categories = [{"key": "youth", "name": ""}, {"key": "women", "name": ""}]
    played.save()
    for number in (2, 3, 4):
        Entry.objects.filter(tournament=played, number=number).update(categories=["youth", "women"])
    standings_bump(tournament_id=played.pk)
    go(desk, played)
    where = [here for here, _lines in turned(desk)]
    assert where[-2:] == ["ranking-youth 1/1", "ranking-women 1/1"]
    seats, ranks = (
        [here for here in where if here.startswith(f"{key} ")] for key in ("seats", "ranking")
    )
    assert len(seats) <= 4
    assert len(ranks) <= 7


def test_letters_are_large_enough_for_fifteen_metres_and_dark_enough_for_a_bright_hall(
    desk, played, grave_findings
):
    go(desk, played)
    for _where, lines in turned(desk):
        size = lines.first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert size >= 1080 * 0.04
    contrast = desk.evaluate(
        """() => {
          const light = (colour) => {
            const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
              const c = part / 255;
              return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
          };
          const paper = light(getComputedStyle(document.body).backgroundColor);
          return [...document.querySelectorAll(".screen *")]
            .filter((each) => each.childNodes.length && !each.closest("[data-note], .clock"))
            .map((each) => (paper + 0.05) / (light(getComputedStyle(each).color) + 0.05));
        }"""
    )
    assert min(contrast) >= 7
    desk.emulate_media(reduced_motion="reduce")  # a page that is just turning is half faded in
    assert grave_findings(desk) == []


def test_pages_turn_by_themselves_until_the_space_bar_holds_them(desk, played):
    desk.clock.install(time=timezone.now())
    go(desk, played)
    place = desk.locator("[data-page]")
    expect(place).to_have_text(first := place.inner_text())
    desk.clock.run_for(25_000)
    expect(place).not_to_have_text(first)
    desk.keyboard.press(" ")
    held = place.inner_text()
    expect(desk.locator("[data-held]")).to_be_visible()
    desk.clock.run_for(120_000)
    expect(place).to_have_text(held)
    desk.keyboard.press("ArrowLeft")
    expect(place).not_to_have_text(held)
    desk.keyboard.press(" ")
    desk.clock.run_for(25_000)
    expect(desk.locator("[data-held]")).to_be_hidden()


def test_without_a_network_everything_stays_says_since_when_and_comes_back_by_itself(
    desk, played, watch
):
    go(desk, played)
    while "ranking" not in desk.locator("[data-screen]").get_attribute("data-at"):
        desk.keyboard.press("ArrowRight")
    desk.keyboard.press(" ")
    expect(desk.locator("[data-rank='1']:visible")).to_contain_text("999")
    desk.context.set_offline(True)
    results(Round.objects.get(number=1), lambda number: 1000 + number)
    standings_bump(tournament_id=played.pk)
    expect(desk.locator("[data-note]")).to_be_visible(timeout=20_000)
    expect(desk.locator("[data-rank='1']:visible")).to_contain_text("999")
    desk.context.set_offline(False)
    expect(desk.locator("[data-rank='1']:visible")).to_contain_text("1060")
    expect(desk.locator("[data-note]")).to_be_hidden()
    watch.faults.clear()


def test_the_clock_counts_by_the_servers_time_though_the_screens_own_is_wrong(desk, live_server):
    made = evening(8)
    round_ = factories.playing_round(made)
    Round.objects.filter(pk=round_.pk).update(started_at=timezone.now())
    desk.add_init_script("const real = Date.now; Date.now = () => real() + 3 * 3600_000;")
    go(desk, made)
    clock = desk.locator("[data-clock]")
    expect(clock).to_have_attribute("data-state", "running")
    assert clock.locator("[data-clock-figure]").inner_text().partition(":")[0] in {"44", "45"}


@pytest.mark.parametrize(("ago", "state"), [(41, "soon"), (50, "over")])
def test_the_clock_warns_five_minutes_before_the_end_and_when_it_is_over(
    desk, live_server, ago, state
):
    made = evening(8)
    round_ = factories.playing_round(made)
    began = timezone.now() - timezone.timedelta(minutes=ago)
    Round.objects.filter(pk=round_.pk).update(started_at=began)
    go(desk, made)
    expect(desk.locator("[data-clock]")).to_have_attribute("data-state", state)


def test_a_screen_opened_before_the_evening_tells_how_to_look_on_the_phone(desk, live_server):
    made = evening(8)
    go(desk, made)
    expect(desk.locator("[data-show='welcome'] svg")).to_be_visible()
    factories.drawn_round(made)
    desk.evaluate("dispatchEvent(new Event('online'))")
    expect(desk.locator("[data-show='seats'] li").first).to_be_visible()


# -- the prize-giving ----------------------------------------------------------------------------


@pytest.fixture
def hidden(played):
    """Both rounds are over and the last one is hidden; the organiser."""
    second = factories.start_round(Round.objects.get(number=2))
    results(second, lambda number: 2000 + number)
    factories.close_round(second)
    played.stages.update(planned_rounds=2)
    played.hidden_rounds = 1
    played.save()
    standings_bump(tournament_id=played.pk)
    standings_rebuild(tournament_id=played.pk)
    return factories.member(played.club, Role.ORGANISER)


def places(page):
    return [int(rank) for rank in page.locator("[data-lines] > li:visible .rank").all_inner_texts()]


def test_places_are_revealed_from_the_last_one_up_and_then_everyone_sees_them(
    desk, open_page, sign_in, played, hidden
):
    address = [played.club.slug, played.slug]
    phone = open_page("phone")
    phone.goto(reverse("tournaments:public", args=address))
    expect(phone.locator("[data-kept='hidden']")).to_be_visible()
    sign_in(desk, hidden)
    desk.goto(reverse("tournaments:prize-giving", args=address))
    expect(desk.locator("[data-lines]")).to_be_attached()
    assert places(desk) == []
    desk.keyboard.press(" ")
    desk.keyboard.press(" ")
    ranks = desk.locator("[data-lines] > li").evaluate_all(
        "lines => lines.map((line) => Number(line.dataset.rank))"
    )
    assert places(desk) == ranks[-2:]
    desk.keyboard.press("ArrowLeft")
    assert places(desk) == ranks[-1:]
    desk.keyboard.press("Enter")
    desk.keyboard.press("t")
    assert places(desk)[0] == ranks[10]
    assert played.__class__.objects.get(pk=played.pk).revealed_at is None
    for _place in ranks:
        desk.keyboard.press(" ")
    assert places(desk)[0] == 1
    foot = desk.locator(".screen-foot").bounding_box()["y"]
    for line in desk.locator("[data-lines] > li:visible").all():
        assert line.bounding_box()["y"] + line.bounding_box()["height"] <= foot + 1
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-done]")).to_be_visible()
    expect(phone.locator("[data-kept='hidden']")).to_have_count(0)
    expect(phone.locator("#ranking")).to_contain_text("2060")


def test_a_reload_goes_on_where_the_prize_giving_was_and_opening_it_begins_anew(
    desk, sign_in, played, hidden
):
    sign_in(desk, hidden)
    address = reverse("tournaments:prize-giving", args=[played.club.slug, played.slug])
    desk.goto(address)
    for _place in range(3):
        desk.keyboard.press(" ")
    seen = places(desk)
    assert len(seen) == 3
    desk.reload()
    expect(desk.locator("[data-reveal]")).to_have_attribute("data-shown", "3")
    assert places(desk) == seen
    desk.keyboard.press(" ")
    assert len(places(desk)) == 4
    desk.goto(address)
    expect(desk.locator("[data-reveal]")).to_have_attribute("data-shown", "0")
    assert places(desk) == []


def test_a_browser_that_is_told_to_keep_nothing_reveals_all_the_same(desk, sign_in, played, hidden):
    sign_in(desk, hidden)
    desk.add_init_script(
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('kept out') } })"
    )
    desk.goto(reverse("tournaments:prize-giving", args=[played.club.slug, played.slug]))
    desk.keyboard.press(" ")
    expect(desk.locator("[data-reveal]")).to_have_attribute("data-shown", "1")
    assert len(places(desk)) == 1


def test_the_screen_in_the_hall_keeps_the_secret_until_then(desk, played, hidden):
    go(desk, played)
    assert "2060" not in figures(desk.content())
