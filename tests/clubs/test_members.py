"""Roles, invitations, forgotten passwords: who gets in, and who stays."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import Actor
from jassclub.clubs import services
from jassclub.clubs.errors import ClubError
from jassclub.clubs.models import Invitation, Membership, Role
from tests import factories


@pytest.fixture
def club(db):
    return factories.club()


@pytest.fixture
def owner(club):
    return factories.member(club, Role.OWNER)


def actor(user):
    return Actor("user", user.pk)


def membership(club, user):
    return Membership.objects.get(club=club, user=user)


def invite(club, owner, role=Role.ORGANISER, **fields):
    invitation = services.invitation_create(club=club, user=owner, role=role)
    Invitation.objects.filter(pk=invitation.pk).update(**fields)
    return invitation


@pytest.mark.parametrize("change", ["demote", "remove"])
def test_the_last_owner_can_neither_be_demoted_nor_removed(club, owner, change):
    member = membership(club, owner)
    with pytest.raises(ClubError) as refused:
        if change == "remove":
            services.member_remove(club=club, actor=actor(owner), member_id=member.pk)
        else:
            services.member_set_role(
                club=club, actor=actor(owner), member_id=member.pk, role=Role.SCORER
            )
    assert refused.value.code == "last-owner"
    assert membership(club, owner).role == Role.OWNER


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_leave_at_once_leave_one_owner_behind():
    club = factories.club()
    ids = [membership(club, factories.member(club, Role.OWNER)).pk for _turn in range(2)]

    def leave(member_id):
        try:
            services.member_remove(club=club, actor=Actor("user", 1), member_id=member_id)
        except ClubError as refused:
            return refused.code
        finally:
            connection.close()
        return "left"

    with ThreadPoolExecutor(2) as both:
        assert sorted(both.map(leave, ids)) == ["last-owner", "left"]
    assert Membership.objects.filter(club=club, role=Role.OWNER).count() == 1


def test_an_owner_can_hand_over_and_step_back(club, owner):
    other = factories.member(club, Role.SCORER)
    services.member_set_role(
        club=club, actor=actor(owner), member_id=membership(club, other).pk, role=Role.OWNER
    )
    services.member_set_role(
        club=club, actor=actor(owner), member_id=membership(club, owner).pk, role=Role.SCORER
    )
    assert membership(club, owner).role == Role.SCORER
    event = AuditEvent.objects.filter(action="member.role").first()
    assert (event.before, event.after) == ({"role": "owner"}, {"role": "scorer"})


def test_a_member_of_another_club_is_not_found_here(club, owner):
    elsewhere = factories.club()
    stranger = membership(elsewhere, factories.member(elsewhere))
    with pytest.raises(ClubError) as refused:
        services.member_remove(club=club, actor=actor(owner), member_id=stranger.pk)
    assert refused.value.status == 404
    assert Membership.objects.filter(pk=stranger.pk).exists()


# -- invitations ---------------------------------------------------------------------------------


def test_an_invitation_makes_a_member_once(club, owner):
    invitation = invite(club, owner)
    guest, late = factories.user(), factories.user()
    services.invitation_accept(token=invitation.token, user=guest)
    assert membership(club, guest).role == Role.ORGANISER
    with pytest.raises(ClubError) as refused:
        services.invitation_accept(token=invitation.token, user=late)
    assert refused.value.code == "invitation-used"


@pytest.mark.django_db(transaction=True)
def test_two_people_with_one_link_at_once_make_one_member():
    club = factories.club()
    invitation = invite(club, factories.member(club, Role.OWNER))
    guests = [factories.user(), factories.user()]

    def accept(guest):
        try:
            services.invitation_accept(token=invitation.token, user=guest)
        except ClubError as refused:
            return refused.code
        finally:
            connection.close()
        return "in"

    with ThreadPoolExecutor(2) as both:
        assert sorted(both.map(accept, guests)) == ["in", "invitation-used"]
    assert Membership.objects.filter(club=club, role=Role.ORGANISER).count() == 1


@pytest.mark.parametrize(
    ("field", "code"), [("revoked_at", "invitation-revoked"), ("expires_at", "invitation-expired")]
)
def test_a_link_that_is_withdrawn_or_too_old_lets_nobody_in(club, owner, field, code):
    invitation = invite(club, owner, **{field: timezone.now() - timedelta(seconds=1)})
    with pytest.raises(ClubError) as refused:
        services.invitation_accept(token=invitation.token, user=factories.user())
    assert refused.value.code == code
    assert refused.value.status == 410


def test_a_link_is_good_for_seven_days(club, owner):
    left = invite(club, owner).expires_at - timezone.now()
    assert timedelta(days=6, hours=23) < left <= timedelta(days=7)


def test_somebody_with_a_wider_role_keeps_it_and_leaves_the_link_unused(club, owner):
    invitation = invite(club, owner, Role.SCORER)
    services.invitation_accept(token=invitation.token, user=owner)
    assert membership(club, owner).role == Role.OWNER
    invitation.refresh_from_db()
    assert invitation.accepted_at is None


def test_a_link_widens_the_role_of_a_member(club, owner):
    scorer = factories.member(club, Role.SCORER)
    services.invitation_accept(token=invite(club, owner).token, user=scorer)
    assert membership(club, scorer).role == Role.ORGANISER


def test_a_used_invitation_cannot_be_withdrawn(club, owner):
    invitation = invite(club, owner)
    services.invitation_accept(token=invitation.token, user=factories.user())
    with pytest.raises(ClubError) as refused:
        services.invitation_revoke(club=club, actor=actor(owner), invitation_id=invitation.pk)
    assert refused.value.code == "invitation-used"


def test_the_page_behind_a_link_leads_through_signing_up_back_to_it(client, club, owner):
    address = reverse("clubs:invitation", args=[invite(club, owner).token])
    page = client.get(address).content.decode()
    assert f"{reverse('account_signup')}?next={address}" in page
    password = "ein ziemlich langes Passwort"
    signed_up = client.post(
        reverse("account_signup"),
        {"email": "Neu@Example.org", "password1": password, "password2": password, "next": address},
    )
    assert signed_up.url == address
    client.post(address)
    assert Membership.objects.get(club=club, user__email="neu@example.org").role == Role.ORGANISER


def test_posting_to_a_link_without_an_account_changes_nothing(client, club, owner):
    invitation = invite(club, owner)
    client.post(reverse("clubs:invitation", args=[invitation.token]))
    invitation.refresh_from_db()
    assert invitation.accepted_at is None


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_guessed_link_leads_nowhere(client, db, method):
    address = reverse("clubs:invitation", args=["x" * 22])
    assert getattr(client, method)(address).status_code == 404


def test_the_members_page_shows_open_links_and_takes_them_back(client, club, owner):
    client.force_login(owner)
    client.post(reverse("clubs:invite", args=[club.slug]), {"role": "scorer"})
    invitation = Invitation.objects.get(club=club)
    page = client.get(reverse("clubs:members", args=[club.slug]))
    assert invitation.token in page.content.decode()
    client.post(reverse("clubs:revoke", args=[club.slug, invitation.pk]))
    assert invitation.token not in client.get(page.request["PATH_INFO"]).content.decode()


@pytest.mark.parametrize("role", ["", "king", "OWNER"])
def test_a_role_that_does_not_exist_is_refused(client, club, owner, role):
    client.force_login(owner)
    invited = client.post(reverse("clubs:invite", args=[club.slug]), {"role": role})
    member = membership(club, owner)
    changed = client.post(reverse("clubs:member-role", args=[club.slug, member.pk]), {"role": role})
    assert (invited.status_code, changed.status_code) == (422, 422)
    assert not Invitation.objects.exists()


# -- a forgotten password ------------------------------------------------------------------------


def reset(client, club, user):
    address = reverse("clubs:member-reset", args=[club.slug, membership(club, user).pk])
    return client.post(address)


def test_an_owner_makes_a_link_with_which_a_member_chooses_a_new_password(client, club, owner):
    forgetful = factories.member(club, Role.SCORER)
    client.force_login(owner)
    page = reset(client, club, forgetful)
    link = page.context["reset_link"]
    theirs = Client()
    form = theirs.get(link, follow=True)
    address = form.redirect_chain[-1][0]
    fresh = "noch ein langes Passwort"
    theirs.post(address, {"password1": fresh, "password2": fresh})
    forgetful.refresh_from_db()
    assert forgetful.check_password(fresh)
    used_up = Client().get(link, follow=True)
    assert used_up.context["token_fail"]


def test_an_owner_cannot_reset_somebody_who_is_in_a_club_of_others(client, club, owner):
    guest = factories.member(club, Role.SCORER)
    Membership.objects.create(club=factories.club(), user=guest, role=Role.SCORER)
    client.force_login(owner)
    page = reset(client, club, guest)
    assert page.status_code == 403
    assert "reset_link" not in page.context
    assert not AuditEvent.objects.filter(action="member.reset-link").exists()


def test_a_reset_link_is_in_the_audit_without_the_link(client, club, owner):
    forgetful = factories.member(club, Role.SCORER)
    client.force_login(owner)
    reset(client, club, forgetful)
    event = AuditEvent.objects.get(action="member.reset-link")
    assert (event.actor_id, event.object_id) == (owner.pk, forgetful.pk)
    assert (event.before, event.after, event.reason) == (None, None, "")
