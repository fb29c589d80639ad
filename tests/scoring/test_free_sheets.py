"""Sheets without a tournament: a member makes one, whoever has the address plays on it."""

from http import HTTPStatus

import pytest
from django.urls import reverse

from jassclub.clubs.models import Role
from scoring.models import ScoreSheet
from scoring.rules import VARIANTS
from scoring.rules.presets import PRESETS
from tests import factories

pytestmark = pytest.mark.django_db
FOUR = "Anna\nClaude\n\nBeat \nDora"


@pytest.fixture
def club():
    return factories.club()


@pytest.fixture
def address(club):
    return reverse("scoring:free-new", args=[club.slug])


@pytest.fixture
def scorer(client, club):
    client.force_login(factories.member(club, Role.SCORER))
    return client


def test_a_scorer_makes_a_sheet_and_its_address_opens_without_an_account(
    scorer, client, address, club
):
    response = scorer.post(address, {"preset": "schieber/tournament-12-match-100", "names": FOUR})
    sheet = ScoreSheet.objects.get(club=club)
    assert [seat.name for seat in sheet.seats.all()] == ["Anna", "Claude", "Beat", "Dora"]
    page = scorer.get(response["Location"])
    assert "<svg" in page.content.decode()
    client.logout()
    assert client.get(page.context["path"]).status_code == HTTPStatus.OK


def test_what_nobody_sees_is_in_no_name_on_a_sheet(scorer, address, club):
    names = FOUR.replace("Anna", "\u202eAn\u200bna\x1b")
    scorer.post(address, {"preset": "schieber/tournament-12-match-100", "names": names})
    assert ScoreSheet.objects.get(club=club).seats.get(seat=0).name == "Anna"


@pytest.mark.parametrize(
    "broken",
    [
        {"names": "Anna\nBeat"},
        {"names": ""},
        {"names": "\n".join(["x" * 121, "b", "c", "d"])},
        {"preset": "schieber/none"},
        {"preset": "none"},
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(scorer, address, broken):
    data = {"preset": "schieber/to-1000", "names": FOUR} | broken
    response = scorer.post(address, data)
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert response.context["form"]["names"].value() == data["names"]
    assert not ScoreSheet.objects.exists()


def test_only_members_make_sheets(client, address, club):
    assert client.get(address).status_code == HTTPStatus.FOUND
    client.force_login(factories.member(factories.club()))
    assert client.get(address).status_code == HTTPStatus.NOT_FOUND


def test_another_clubs_sheet_shows_no_address(scorer, club):
    strange = factories.free_sheet()
    address = reverse("scoring:free-link", args=[club.slug, strange.pk])
    assert scorer.get(address).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("variant", "preset"),
    [(variant.name, preset) for variant in VARIANTS for preset in PRESETS[variant.name]],
    ids=lambda each: getattr(each, "key", each),
)
def test_the_page_of_every_game_and_preset_can_be_opened(client, variant, preset):
    sheet = factories.free_sheet(variant=variant, options=preset.options)
    address = reverse("scoring:sheet-page", args=[sheet.keys.get().token])
    page = client.get(address, {"late": 1})  # bids with the points
    assert page.status_code == HTTPStatus.OK
    offered = [f for f in page.context["view"].board.description["deal"] if f["offered"]]
    assert [f'data-field="{f["name"]}"' in page.content.decode() for f in offered] == [True] * len(
        offered
    )
