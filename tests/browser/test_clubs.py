"""The club's pages in a real browser: long names, searching, ticking, signing up by a link."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from jassclub.clubs import services
from jassclub.clubs.models import Membership, Player, Role
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "ein ziemlich langes Passwort"
OPEN = ["home", "account_login", "account_signup", "account_reset_password"]
CLUB = ["settings", "players", "player-paste", "import", "members"]


@pytest.fixture
def club():
    club = factories.club(name="Jassclub " + "z" * 100)
    factories.players(club, 12)
    Player.objects.create(club=club, name=factories.LONG_NAME, hint="Küsnacht am Rigi")
    return club


@pytest.fixture
def owner(club):
    return factories.member(club, Role.OWNER, email=f"{'x' * 50}@{'y' * 50}.example.org")


def address(name, club, *args):
    return reverse(f"clubs:{name}", args=[club.slug, *args])


def check(page: Page, path: str, grave_findings) -> None:
    page.goto(path)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"], path  # a phone's innerWidth grows with the page
    assert grave_findings(page) == [], path


def test_the_club_s_pages_hold_long_names_and_have_no_grave_findings(
    page, sign_in, club, owner, grave_findings
):
    services.invitation_create(club=club, user=owner, role=Role.SCORER)
    sign_in(page, owner)
    player = club.players.get(name=factories.LONG_NAME)
    paths = [address(name, club) for name in CLUB]
    paths += [address("player-edit", club, player.pk), reverse("clubs:home"), reverse("clubs:new")]
    for path in paths:
        check(page, path, grave_findings)


@pytest.mark.parametrize("name", OPEN)
def test_the_open_pages_have_no_grave_findings(page, name, grave_findings):
    check(page, reverse(name), grave_findings)


def test_the_list_is_searched_while_one_types(phone, sign_in, club, owner):
    sign_in(phone, owner)
    phone.goto(address("players", club))
    expect(phone.locator("#list tbody tr")).to_have_count(13)
    phone.locator("#q").press_sequentially("freud")
    expect(phone.locator("#list tbody tr")).to_have_count(1)
    expect(phone.locator("#list tbody")).to_contain_text("Maximiliane")


def test_a_list_is_imported_with_the_ticks_as_they_are_set(desk, sign_in, club, owner):
    sign_in(desk, owner)
    desk.goto(address("import", club))
    data = "Name;Ort\r\nMüller Ernst;Zürich\r\nRey Luc;\r\nAnna Gerber;\r\n".encode("cp1252")
    desk.set_input_files(
        "input[type=file]", {"name": "liste.csv", "mimeType": "text/csv", "buffer": data}
    )
    desk.locator("main form button.btn-primary").click()
    expect(desk.locator("[data-state=new]")).to_have_count(2)
    expect(desk.locator("[data-state=listed]")).to_have_count(1)
    desk.locator("[data-select-all]").uncheck()
    expect(desk.locator("input[name=row]:checked")).to_have_count(0)
    desk.locator("[data-state=new] input[name=row]").first.check()
    desk.locator("main form button.btn-primary").click()
    expect(desk.locator(".notice-ok")).to_be_visible()
    assert club.players.filter(name="Müller Ernst", hint="Zürich").exists()
    assert not club.players.filter(name="Rey Luc").exists()


def test_a_helper_comes_in_by_link_and_leaves_by_the_owner_s_hand(open_page, sign_in, club, owner):
    office = open_page("desk")
    sign_in(office, owner)
    office.goto(address("members", club))
    office.locator("section form button.btn-primary").click()
    link = office.locator("[data-invitation] .code").text_content()

    helper = open_page("phone")
    helper.goto(link)
    helper.locator("main a.btn-primary").click()
    helper.fill("#id_email", "helferin@example.org")
    helper.fill("#id_password1", PASSWORD)
    helper.fill("#id_password2", PASSWORD)
    helper.locator("main form button").click()
    helper.locator("main form button.btn-primary").click()
    expect(helper.locator(f"[data-club='{club.slug}']")).to_be_visible()

    office.reload()
    row = office.locator("[data-member='helferin@example.org']")
    row.locator("summary").click()
    asked = []
    office.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    row.locator("button.btn-danger").click()
    expect(row).to_have_count(0)
    assert len(asked) == 1
    assert not Membership.objects.filter(user__email="helferin@example.org").exists()


def test_asking_first_keeps_what_is_not_confirmed(phone, sign_in, club, owner):
    sign_in(phone, owner)
    player = club.players.first()
    phone.goto(address("player-edit", club, player.pk))
    phone.on("dialog", lambda dialog: dialog.dismiss())
    phone.locator("button.btn-danger").click()
    assert Player.objects.filter(pk=player.pk).exists()
    expect(phone.locator("#id_name")).to_have_value(player.name)
