"""The club itself: made, named, addressed."""

import pytest
from django.forms import Field
from django.urls import reverse

from jassclub.audit.models import AuditEvent
from jassclub.clubs import services
from jassclub.clubs.forms import ClubForm, NewPlayerForm
from jassclub.clubs.models import Club, Membership, Role
from tests import factories


def make(name, user=None):
    return services.club_create(user=user or factories.user(), name=name)


@pytest.mark.django_db
def test_whoever_makes_a_club_owns_it():
    user = factories.user()
    club = make("Jassclub Sonnenberg", user)
    assert Membership.objects.get(club=club, user=user).role == Role.OWNER
    assert AuditEvent.objects.get(action="club.create").club_id == club.pk


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Jassclub Sonnenberg", "jassclub-sonnenberg"),
        ("Jässer Zürich-Örlikon", "jaesser-zuerich-oerlikon"),
        ("♣♠", "club"),
        ("New", "new-2"),
        ("x" * 120, "x" * 50),
    ],
)
def test_the_address_is_made_from_the_name(name, slug):
    assert make(name).slug == slug


@pytest.mark.django_db
def test_clubs_of_one_name_get_addresses_of_their_own():
    assert [make("Bären").slug for _turn in range(3)] == ["baeren", "baeren-2", "baeren-3"]


@pytest.mark.django_db
def test_a_new_name_keeps_the_address(client):
    club = factories.club(name="Bären", slug="baeren")
    client.force_login(factories.member(club, Role.OWNER))
    address = reverse("clubs:settings", args=[club.slug])
    client.post(address, {"name": "Löwen", "zone": "Europe/Vaduz", "card_pack": "french"})
    club.refresh_from_db()
    assert (club.name, club.slug, club.zone, club.card_pack) == (
        "Löwen",
        "baeren",
        "Europe/Vaduz",
        "french",
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fields",
    [{"name": " "}, {"zone": "Mars/Olympus"}, {"card_pack": "tarot"}, {"name": "x" * 121}],
)
def test_settings_that_cannot_be_are_refused_and_stay_typed(client, fields):
    club = factories.club(name="Bären", slug="baeren")
    client.force_login(factories.member(club, Role.OWNER))
    values = {"name": "Löwen", "zone": "Europe/Zurich", "card_pack": "swiss"} | fields
    answer = client.post(reverse("clubs:settings", args=[club.slug]), values)
    assert answer.status_code == 422
    assert answer.context["form"]["name"].value() == values["name"]
    club.refresh_from_db()
    assert club.name == "Bären"


@pytest.mark.django_db
def test_somebody_in_no_club_is_told_what_to_do_first(client):
    client.force_login(factories.user())
    page = client.get(reverse("clubs:home")).content.decode()
    assert reverse("clubs:new") in page
    made = client.post(
        reverse("clubs:new"),
        {"name": "Bären", "zone": "Europe/Zurich", "card_pack": "swiss"},
    )
    assert made.url == reverse("clubs:players", args=[Club.objects.get().slug])


@pytest.mark.parametrize("form", [ClubForm, NewPlayerForm])
def test_a_name_left_empty_is_asked_for_by_what_it_names(form):
    (said,) = form({"name": "  "}).errors["name"]
    assert said != Field.default_error_messages["required"]
