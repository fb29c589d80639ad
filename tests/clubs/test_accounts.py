"""Signing up, in and out, and a forgotten password without a mail server."""

import io
from urllib.parse import urlencode

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from jassclub.clubs.models import User
from tests import factories

PASSWORD = "ein ziemlich langes Passwort"


def sign_up(client, **fields):
    values = {"email": "anna@example.org", "password1": PASSWORD, "password2": PASSWORD}
    return client.post(reverse("account_signup"), values | fields)


def sign_in(client, email, password):
    return client.post(reverse("account_login"), {"login": email, "password": password})


def test_signing_up_leads_to_my_clubs_without_any_mail(client, db, mailoutbox):
    assert sign_up(client).url == reverse("clubs:home")
    assert client.get(reverse("clubs:home")).status_code == 200
    assert mailoutbox == []


@pytest.mark.parametrize(
    "fields",
    [
        {"password1": "kurz", "password2": "kurz"},
        {"password2": "etwas ganz anderes"},
        {"email": "keine Adresse"},
        {"email": ""},
        {"password1": "1234567890", "password2": "1234567890"},
    ],
)
def test_a_sign_up_that_cannot_be_right_is_explained_and_keeps_the_address(client, db, fields):
    answer = sign_up(client, **fields)
    assert answer.context["form"].errors
    assert answer.context["form"]["email"].value() == fields.get("email", "anna@example.org")
    assert not User.objects.exists()


def test_an_address_signs_in_whatever_its_capitals(client, db):
    factories.user(email="anna@example.org", password=PASSWORD)
    assert sign_in(client, "Anna@Example.ORG", PASSWORD).url == reverse("clubs:home")


def test_a_wrong_password_is_answered_with_a_sentence_not_with_an_error(client, db):
    factories.user(email="anna@example.org", password=PASSWORD)
    answer = sign_in(client, "anna@example.org", "falsch geraten")
    assert answer.status_code == 200
    assert answer.context["form"].non_field_errors()


def test_signing_out_needs_a_press_and_ends_the_session(client, db):
    client.force_login(factories.user())
    assert client.get(reverse("account_logout")).status_code == 200
    client.post(reverse("account_logout"))
    assert client.get(reverse("clubs:home")).status_code == 302


@pytest.mark.parametrize(
    "name",
    ["account_login", "account_signup", "account_reset_password", "account_inactive"],
)
def test_the_account_pages_wear_the_house_s_look(client, db, name):
    page = client.get(reverse(name)).content.decode()
    assert 'class="site-head"' in page
    assert " style=" not in page


def test_without_a_mail_server_the_page_says_whom_to_ask_and_sends_nothing(client, db, mailoutbox):
    address = reverse("account_reset_password")
    assert "resetpassword" in client.get(address).content.decode()
    client.post(address, {"email": "anna@example.org"})
    assert mailoutbox == []


def test_with_a_mail_server_the_link_is_sent(client, db, settings, mailoutbox):
    settings.SENDS_MAIL = True
    account = factories.user()
    client.post(reverse("account_reset_password"), {"email": account.email})
    assert [mail.to for mail in mailoutbox] == [[account.email]]


def test_the_command_prints_a_new_password_that_signs_in(client, db):
    account = factories.user()
    out = io.StringIO()
    call_command("resetpassword", account.email.upper(), stdout=out)
    password = out.getvalue().split()[-1]
    assert sign_in(client, account.email, password).url == reverse("clubs:home")


def test_the_command_can_ask_and_refuses_a_weak_password(db, monkeypatch):
    account = factories.user()
    monkeypatch.setattr("getpass.getpass", lambda _prompt: "kurz")
    with pytest.raises(CommandError):
        call_command("resetpassword", account.email, "--ask")
    monkeypatch.setattr("getpass.getpass", lambda _prompt: PASSWORD)
    call_command("resetpassword", account.email, "--ask", stdout=io.StringIO())
    account.refresh_from_db()
    assert account.check_password(PASSWORD)


def test_the_command_says_so_when_there_is_no_such_account(db):
    with pytest.raises(CommandError, match="niemand@example"):
        call_command("resetpassword", "niemand@example.org")


def test_a_fragment_for_somebody_signed_out_leads_the_whole_page_to_signing_in(client, db):
    club = factories.club()
    page = reverse("clubs:players", args=[club.slug])
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}?q=anna"}
    answer = client.get(page, {"q": "ann"}, headers=headers)
    assert answer.status_code == 200
    expected = f"{reverse('account_login')}?{urlencode({'next': f'{page}?q=anna'})}"
    assert answer.headers["HX-Redirect"] == expected
    assert client.get(page).status_code == 302


PAGE = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def to_sign_in(page):
    return f"{reverse('account_login')}?{urlencode({'next': page})}"


@pytest.mark.parametrize("name", ["office", "draw", "audit", "ranking", "lists", "prize-giving"])
def test_a_page_of_the_evening_opened_signed_out_leads_to_signing_in_and_back(client, db, name):
    evening = factories.tournament(players=4)
    page = reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug])
    assert client.get(f"{page}?x=1", headers=PAGE).url == to_sign_in(f"{page}?x=1")
    nowhere = reverse(f"tournaments:{name}", args=["nowhere", "nowhere"])
    assert client.get(nowhere, headers=PAGE).url == to_sign_in(nowhere)
    assert client.get(page).status_code == 404, "a script is not sent to a form"


@pytest.mark.parametrize(("came_from", "back"), [("http://testserver", True), ("//evil", False)])
def test_who_sends_a_form_signed_out_hears_so_and_comes_back_to_its_page(
    client, db, came_from, back
):
    evening = factories.tournament(players=4)
    page = reverse("tournaments:draw", args=[evening.club.slug, evening.slug])
    sent_to = [
        reverse("tournaments:draw-now", args=[evening.club.slug, evening.slug]),
        reverse("clubs:player-add", args=[evening.club.slug]),
    ]
    for address in sent_to:
        answer = client.post(address, headers=PAGE | {"Referer": f"{came_from}{page}"})
        assert answer.url == to_sign_in(page if back else "/")
        assert b"notice-warn" in client.get(answer.url).content
    assert not evening.rounds.exists()


def test_pages_of_the_account_package_that_are_not_ours_are_not_there(client, db):
    client.force_login(factories.user())
    for path in ("email/", "confirm-email/", "password/set/", "login/code/confirm/", ""):
        assert client.get(f"/accounts/{path}").status_code == 404


def test_the_password_is_changed_by_whoever_knows_the_old_one(client, db):
    account = factories.user(password=PASSWORD)
    client.force_login(account)
    address = reverse("account_change_password")
    fresh = "noch ein langes Passwort"
    wrong = {"oldpassword": "geraten", "password1": fresh, "password2": fresh}
    assert client.post(address, wrong).context["form"].has_error("oldpassword")
    client.post(address, wrong | {"oldpassword": PASSWORD})
    account.refresh_from_db()
    assert account.check_password(fresh)
    assert client.get(reverse("clubs:home")).status_code == 200


def test_the_language_can_be_changed_on_every_page(client, db):
    assert 'lang="de-ch"' in client.get("/").content.decode()
    client.post(reverse("set_language"), {"language": "en", "next": "/"})
    assert 'lang="en"' in client.get("/").content.decode()
