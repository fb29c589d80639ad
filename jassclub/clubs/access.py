"""The only door through which a view gets a club.

Every function returns the object or raises: ``Http404`` for what is not there
or not for this person to know of (``SignedOut`` while nobody is signed in),
``PermissionDenied`` (with a sentence) for a member whose role does not reach.
"""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from jassclub.clubs import zones
from jassclub.clubs.models import Club, Invitation, Membership, Player, Role, User
from jassclub.signin import SignedOut

RANKS = {Role.OWNER: 3, Role.ORGANISER: 2, Role.SCORER: 1}


def user_actor(request: HttpRequest) -> Actor:
    """The signed-in user as an actor for services and the audit."""
    user = request.user
    return Actor("user", user.pk if isinstance(user, User) else None)


def role_reaches(role: str, least: Role) -> bool:
    """Whether a role may what ``least`` may."""
    return RANKS[Role(role)] >= RANKS[least]


def membership(user: User | AnonymousUser, club: Club) -> Membership | None:
    """A user's membership of a club, if there is one."""
    if not isinstance(user, User):
        return None
    return Membership.objects.filter(club=club, user=user).first()


def club_for(request: HttpRequest, slug: str, *, least: Role) -> Club:
    """The club, for a member whose role reaches ``least``; times are shown in its zone from here on."""
    if not request.user.is_authenticated:
        raise SignedOut(_("Please sign in first."))
    club = Club.objects.filter(slug=slug).first()
    member = membership(request.user, club) if club else None
    if club is None or member is None:
        raise Http404(_("There is no such club, or you are not a member of it."))
    if not role_reaches(member.role, least):
        raise PermissionDenied(
            _("Your role in this club is “%(role)s”; this needs at least “%(least)s”.")
            % {"role": member.get_role_display(), "least": least.label}
        )
    zones.activate(club.zone)
    return club


def account(request: HttpRequest) -> User:
    """The signed-in user of a view that only signed-in people reach."""
    if not isinstance(request.user, User):
        raise PermissionDenied(_("Please sign in first."))
    return request.user


def player_of(club: Club, player_id: int) -> Player:
    """A player of this club's list."""
    player = Player.objects.filter(club=club, pk=player_id).first()
    if player is None:
        raise Http404(_("This player is no longer on the club's list."))
    return player


def invitation_by(token: str) -> Invitation:
    """The invitation behind a link, good or not."""
    invitation = Invitation.objects.select_related("club").filter(token=token).first()
    if invitation is None:
        raise Http404(_("This invitation does not exist. Check the link, or ask for a new one."))
    return invitation
