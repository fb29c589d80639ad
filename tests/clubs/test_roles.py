"""Each role on each address of this room: in, or 403/404 with a sentence."""

import pytest
from django.urls import reverse

from jassclub.clubs.models import Invitation, Membership, Role
from tests import factories

ADDRESSES = [
    # name, method, argument, least role
    ("clubs:settings", "get", None, Role.OWNER),
    ("clubs:settings", "post", None, Role.OWNER),
    ("clubs:players", "get", None, Role.ORGANISER),
    ("clubs:player-add", "post", None, Role.ORGANISER),
    ("clubs:player-paste", "get", None, Role.ORGANISER),
    ("clubs:player-paste", "post", None, Role.ORGANISER),
    ("clubs:player-edit", "get", "player", Role.ORGANISER),
    ("clubs:player-edit", "post", "player", Role.ORGANISER),
    ("clubs:player-delete", "post", "player", Role.ORGANISER),
    ("tournaments:player-anonymise", "post", "player", Role.ORGANISER),
    ("clubs:player-export", "get", "csv", Role.ORGANISER),
    ("clubs:import", "get", None, Role.ORGANISER),
    ("clubs:import", "post", None, Role.ORGANISER),
    ("clubs:import-preview", "post", None, Role.ORGANISER),
    ("clubs:import-save", "post", None, Role.ORGANISER),
    ("clubs:members", "get", None, Role.OWNER),
    ("clubs:invite", "post", None, Role.OWNER),
    ("clubs:revoke", "post", "invitation", Role.OWNER),
    ("clubs:member-role", "post", "member", Role.OWNER),
    ("clubs:member-remove", "post", "member", Role.OWNER),
    ("clubs:member-reset", "post", "member", Role.OWNER),
]
RANK = {Role.OWNER: 3, Role.ORGANISER: 2, Role.SCORER: 1, None: 0}


@pytest.fixture
def club(db):
    return factories.club()


@pytest.fixture
def address(club):
    owner = factories.member(club, Role.OWNER)
    member = factories.member(club, Role.SCORER)
    ids = {
        "player": factories.players(club, 1)[0].pk,
        "member": Membership.objects.get(user=member).pk,
        "invitation": Invitation.objects.create(
            club=club, role=Role.SCORER, created_by=owner, expires_at="2099-01-01T00:00Z"
        ).pk,
    }

    def of(name, argument):
        extra = [] if argument is None else [ids.get(argument, argument)]
        return reverse(name, args=[club.slug, *extra])

    return of


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize(("name", "method", "argument", "least"), ADDRESSES)
def test_a_role_reaches_its_addresses_and_no_others(
    client, club, address, role, name, method, argument, least
):
    client.force_login(factories.member(club, role))
    answer = getattr(client, method)(address(name, argument))
    if RANK[role] >= RANK[least]:
        assert answer.status_code in {200, 302, 422}
    else:
        assert answer.status_code == 403
        assert " " in answer.context["sentence"]


@pytest.mark.parametrize(("name", "method", "argument", "least"), ADDRESSES)
def test_a_stranger_learns_nothing_and_an_unknown_visitor_is_asked_to_sign_in(
    client, address, name, method, argument, least
):
    unknown = getattr(client, method)(address(name, argument))
    assert unknown.status_code == 302
    assert unknown.url.startswith(reverse("account_login"))
    elsewhere = factories.club()
    client.force_login(factories.member(elsewhere, Role.OWNER))
    stranger = getattr(client, method)(address(name, argument))
    assert stranger.status_code == 404


@pytest.mark.parametrize(
    ("name", "method", "argument"),
    [
        (name, method, argument)
        for name, method, argument, _least in ADDRESSES
        if argument in {"player", "member", "invitation"}
    ],
)
def test_rows_of_another_club_are_not_reached_through_ones_own(
    client, address, name, method, argument
):
    mine = factories.club()
    client.force_login(factories.member(mine, Role.OWNER))
    theirs = address(name, argument)
    through_mine = theirs.replace(theirs.split("/")[2], mine.slug, 1)
    answer = getattr(client, method)(through_mine, {"role": "owner"})
    assert answer.status_code in {404, 409}
    assert Membership.objects.filter(role=Role.SCORER).exists()
    assert Invitation.objects.get().revoked_at is None


def test_a_get_changes_nothing(client, club, address):
    client.force_login(factories.member(club, Role.OWNER))
    posts = {(name, argument) for name, method, argument, _least in ADDRESSES if method == "post"}
    gets = {(name, argument) for name, method, argument, _least in ADDRESSES if method == "get"}
    for name, argument in posts - gets:
        assert client.get(address(name, argument)).status_code == 405
