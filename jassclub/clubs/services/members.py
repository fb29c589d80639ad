"""Who runs the club: roles, invitations by link, and the way back in for a forgotten password.

A club always has an owner. An invitation works once, for a week. Nothing here
sends an e-mail: links are handed on by the people themselves.
"""

import secrets
from datetime import timedelta

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.audit.services import SYSTEM, Actor, record
from jassclub.clubs.access import role_reaches
from jassclub.clubs.errors import ClubError
from jassclub.clubs.models import Club, Invitation, Membership, Role, User
from jassclub.clubs.services.clubs import club_lock

INVITATION_LASTS = timedelta(days=7)


def member_set_role(*, club: Club, actor: Actor, member_id: int, role: str) -> Membership:
    """Give a member another role; the last owner keeps theirs."""
    with transaction.atomic():
        member = _locked_member(club, member_id)
        before = member.role
        if role != Role.OWNER:
            _keep_an_owner(member)
        member.role = Role(role)
        member.save(update_fields=["role"])
        _record(actor, "member.role", club, member.user_id, before=before, after=member.role)
    return member


def member_remove(*, club: Club, actor: Actor, member_id: int) -> None:
    """End a membership; the account itself stays. The last owner cannot be removed."""
    with transaction.atomic():
        member = _locked_member(club, member_id)
        _keep_an_owner(member)
        member.delete()
        _record(actor, "member.remove", club, member.user_id, before=member.role)


def member_reset_link(*, club: Club, actor: Actor, member_id: int) -> str:
    """The path of a page where a member chooses a new password; works once, for three days.

    Whoever holds the link holds the account. So it is made only for members
    whose every club is owned by the one who asks.
    """
    with transaction.atomic():
        user = _locked_member(club, member_id).user
        owned = Membership.objects.filter(user=actor.id or 0, role=Role.OWNER).values("club")
        elsewhere = Membership.objects.filter(user=user).exclude(club__in=owned).exists()
        if elsewhere or user.is_superuser:
            raise ClubError(
                "member-elsewhere",
                _(
                    "%(member)s also belongs to a club that is not yours, so you cannot reset"
                    " this password. Use the command “resetpassword” where Jassclub runs."
                )
                % {"member": user},
                status=403,
            )
        _record(actor, "member.reset-link", club, user.pk)
    token = default_token_generator.make_token(user)
    return reverse("account_reset_password_from_key", args=[user_pk_to_url_str(user), token])


def password_reset(*, email: str, password: str = "") -> str:
    """Set an account's password (a random one if none is given) and return it.

    Raises ``User.DoesNotExist``. All sessions of the account end with the old password.
    """
    password = password or secrets.token_urlsafe(12)
    with transaction.atomic():
        user = User.objects.select_for_update().get(email=email.strip().lower())
        user.set_password(password)
        user.save(update_fields=["password"])
        record(actor=SYSTEM, action="user.reset-password", object_kind="user", object_id=user.pk)
    return password


def invitation_create(*, club: Club, user: User, role: str) -> Invitation:
    """A link that gives its first opener a role in the club."""
    with transaction.atomic():
        invitation = Invitation.objects.create(
            club=club,
            role=Role(role),
            created_by=user,
            expires_at=timezone.now() + INVITATION_LASTS,
        )
        _record_invitation(Actor("user", user.pk), "invitation.create", invitation)
    return invitation


def invitation_revoke(*, club: Club, actor: Actor, invitation_id: int) -> None:
    """Make a link worthless before it is used; twice is the same as once."""
    with transaction.atomic():
        invitation = (
            Invitation.objects.select_for_update(of=("self",))
            .filter(club=club, pk=invitation_id, accepted_at=None)
            .first()
        )
        if invitation is None:
            raise ClubError(
                "invitation-used",
                _("This invitation was used already. You can remove the member instead."),
            )
        if invitation.revoked_at is None:
            invitation.revoked_at = timezone.now()
            invitation.save(update_fields=["revoked_at"])
            _record_invitation(actor, "invitation.revoke", invitation)


def invitation_accept(*, token: str, user: User) -> Membership:
    """Make ``user`` a member by an invitation; the link is used up by it.

    Somebody who has this role or a wider one keeps it, and the link stays good
    for the person it was meant for.
    """
    with transaction.atomic():
        invitation = Invitation.objects.select_for_update(of=("self",)).get(token=token)
        club = club_lock(invitation.club_id)
        member = Membership.objects.filter(club=club, user=user).first()
        if member and role_reaches(member.role, Role(invitation.role)):
            return member
        invitation_check(invitation)
        before = member.role if member else None
        if member is None:
            member = Membership(club=club, user=user)
        member.role = invitation.role
        member.save()
        invitation.accepted_by, invitation.accepted_at = user, timezone.now()
        invitation.save(update_fields=["accepted_by", "accepted_at"])
        _record(
            Actor("user", user.pk), "member.join", club, user.pk, before=before, after=member.role
        )
    return member


def invitation_check(invitation: Invitation) -> None:
    """Raise ``ClubError`` if the link is no longer good: used, revoked or too old."""
    if invitation.accepted_at:
        raise ClubError(
            "invitation-used", _("This invitation was used already. Ask for a new link."), 410
        )
    if invitation.revoked_at:
        raise ClubError(
            "invitation-revoked", _("This invitation was withdrawn. Ask for a new link."), 410
        )
    if invitation.expires_at <= timezone.now():
        raise ClubError(
            "invitation-expired", _("This invitation is too old. Ask for a new link."), 410
        )


def _locked_member(club: Club, member_id: int) -> Membership:
    club_lock(club.pk)
    member = Membership.objects.select_related("user").filter(club=club, pk=member_id).first()
    if member is None:
        raise ClubError("no-member", _("This person is no longer a member of the club."), 404)
    return member


def _keep_an_owner(member: Membership) -> None:
    others = Membership.objects.filter(club=member.club_id, role=Role.OWNER).exclude(pk=member.pk)
    if member.role == Role.OWNER and not others.exists():
        raise ClubError(
            "last-owner",
            _("A club needs an owner. Make somebody else an owner first."),
        )


def _record(
    actor: Actor,
    action: str,
    club: Club,
    user_id: int,
    *,
    before: str | None = None,
    after: str | None = None,
) -> None:
    record(
        actor=actor,
        action=action,
        object_kind="user",
        object_id=user_id,
        club_id=club.pk,
        before={"role": before} if before else None,
        after={"role": after} if after else None,
    )


def _record_invitation(actor: Actor, action: str, invitation: Invitation) -> None:
    record(
        actor=actor,
        action=action,
        object_kind="invitation",
        object_id=invitation.pk,
        club_id=invitation.club_id,
        after={"role": invitation.role},
    )
