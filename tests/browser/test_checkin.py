"""The door and the set-up with a real browser: taps, Enter, two desks; nothing grave for axe."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from jassclub.clubs.models import Player, Role
from tests import factories
from tournaments.models import EntryStatus, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    club = factories.club()
    made = factories.tournament(of=club, players=62)
    factories.entries(made, 2, status=EntryStatus.ANNOUNCED)
    Player.objects.create(club=club, name=factories.LONG_NAME)
    return made


@pytest.fixture
def organiser(evening):
    return factories.member(evening.club, Role.ORGANISER)


def address(name, evening, *args):
    return reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug, *args])


def expect_figures(page: Page, **numbers: int) -> None:
    for name, number in numbers.items():
        expect(page.locator("#figures")).to_have_attribute(f"data-{name}", str(number))


def overflow(page: Page) -> int:
    return page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )


def test_ticks_and_walk_ins_move_the_figures_at_once(page, sign_in, evening, organiser):
    sign_in(page, organiser)
    page.goto(address("checkin", evening))
    expect_figures(page, people=62, tables=15, over=2)

    expected = page.locator("[data-state=expected]")
    expect(expected).to_have_count(2)
    expected.first.locator("button").click()
    expect_figures(page, people=63, tables=15, over=3)
    expect(expected).to_have_count(1)

    page.get_by_label("Nicht auf der Liste").fill("Ruth Aebi")
    page.keyboard.press("Enter")
    expect_figures(page, people=64, tables=16, over=0)
    expect(page.locator("[data-state=here]").filter(has_text="Ruth Aebi")).to_have_count(1)
    expect(page.locator("#id_name")).to_have_value("")
    expect(page.locator("#id_name")).to_be_focused()

    page.keyboard.type("Max Egli")
    page.keyboard.press("Enter")
    expect_figures(page, people=65, tables=16, over=1)

    page.locator("li", has_text="Ruth Aebi").locator("button").click()
    expect_figures(page, people=64, tables=16, over=0)


def test_taps_that_follow_each_other_fast_each_tick_their_own_person(
    page, sign_in, evening, organiser
):
    factories.entries(evening, 2, status=EntryStatus.ANNOUNCED)
    sign_in(page, organiser)
    page.goto(address("checkin", evening))
    held, slow = [], True
    page.route("**/checkin/tick/", lambda route: held.append(route) if slow else route.continue_())
    for button in page.locator("[data-state=expected] button").all():
        button.click()
    slow = False
    held[0].continue_()
    expect_figures(page, people=66)
    assert not evening.entries.exclude(status=EntryStatus.PRESENT).exists()


def test_two_substitutes_make_the_sixteenth_table(page, sign_in, evening, organiser):
    sign_in(page, organiser)
    page.goto(address("checkin", evening))
    page.locator("#choice summary").click()
    page.locator("#choice button[value=substitute]").click()
    for number, name in enumerate(("Präsidentin", "Wirt"), start=1):
        page.locator("#substitute_name").fill(name)
        page.keyboard.press("Enter")
        expect_figures(page, people=62, substitutes=number)
    expect_figures(page, tables=16, over=0)
    evening.refresh_from_db()
    assert evening.surplus_rule == "substitute"


def test_the_list_is_searched_while_typing(page, sign_in, evening, organiser):
    sign_in(page, organiser)
    page.goto(address("checkin", evening))
    page.get_by_label("Suchen").press_sequentially("freudenb")
    people = page.locator(".checkin-list li")
    expect(people).to_have_count(1)
    people.locator("button").click()
    expect_figures(page, people=63)
    expect(people).to_have_attribute("data-state", "here")


def test_a_namesake_is_offered_and_taken_with_one_press(page, sign_in, evening, organiser):
    known = Player.objects.create(club=evening.club, name="Ruth Aebi", hint="Sursee")
    sign_in(page, organiser)
    page.goto(address("checkin", evening))
    page.locator("#id_name").fill("Ruth Aebi")
    page.keyboard.press("Enter")
    page.locator("#walk-in").get_by_role("button", name="Ruth Aebi (Sursee)").click()
    expect_figures(page, people=63)
    assert evening.entries.get(entry_players__player=known).status == EntryStatus.PRESENT


def test_two_desks_that_tick_one_person_make_one_entry(open_page, sign_in, evening, organiser):
    desks = [open_page("desk"), open_page("phone")]
    for desk in desks:
        sign_in(desk, organiser)
        desk.goto(address("checkin", evening))
    for desk in desks:
        desk.locator("li", has_text="Freudenberg").locator("button").click()
        expect_figures(desk, people=63)
    assert evening.entries.filter(name=factories.LONG_NAME).count() == 1


def test_without_a_script_the_door_works_too(open_page, sign_in, evening, organiser):
    page = open_page("phone", java_script_enabled=False)
    sign_in(page, organiser)
    page.goto(address("checkin", evening))
    page.locator("li", has_text="Freudenberg").locator("button").click()
    expect_figures(page, people=63)
    page.locator("#id_name").fill("Ruth Aebi")
    page.locator("#walk-in button").click()
    expect_figures(page, people=64, tables=16)


def test_rows_are_large_enough_for_a_thumb(phone, sign_in, evening, organiser):
    sign_in(phone, organiser)
    phone.goto(address("checkin", evening))
    for kind in ("button", "a"):
        boxes = [each.bounding_box() for each in phone.locator(f".checkin-list {kind}").all()[:20]]
        assert min(box["height"] for box in boxes) >= 52
        assert min(box["width"] for box in boxes) >= 52


def test_a_tournament_is_made_from_a_preset_and_refused_beside_the_field(
    page, sign_in, evening, organiser, grave_findings
):
    sign_in(page, organiser)
    page.goto(reverse("tournaments:list", args=[evening.club.slug]))
    page.get_by_role("link", name="Neues Turnier").click()
    page.locator("[data-part=ready] a").first.click()
    page.get_by_label("Name", exact=True).fill("Winterjass")
    page.get_by_label("Datum").fill("2027-01-16")
    page.get_by_label("Beginn").fill("13:30")
    page.get_by_label("Runden", exact=True).fill("8")
    page.get_by_label("Wie viele werden erwartet?").fill("8")
    page.locator("main form button.btn-primary").click()
    expect(page.locator("#id_planned_rounds_error")).to_contain_text("7")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Winterjass")
    assert grave_findings(page) == []
    page.get_by_label("Runden", exact=True).fill("4")
    page.locator("main form button.btn-primary").click()
    expect(page).to_have_url(re.compile(r"/winterjass/checkin/$"))
    assert Tournament.objects.get(slug="winterjass").stages.get().planned_rounds == 4


@pytest.mark.parametrize("name", ["checkin", "checkin-announce", "setup", "list", "new"])
def test_pages_fit_the_screen_and_axe_finds_nothing_grave(
    page, sign_in, evening, organiser, grave_findings, name
):
    sign_in(page, organiser)
    if name in {"list", "new"}:
        page.goto(reverse(f"tournaments:{name}", args=[evening.club.slug]))
    else:
        page.goto(address(name, evening))
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
    assert overflow(page) <= 0
    assert grave_findings(page) == []
