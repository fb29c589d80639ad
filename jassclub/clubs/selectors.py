"""What the pages of this room show, each in a number of queries that does not grow."""

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from jassclub.clubs.models import Club, Invitation, Membership, Player, Role, User, name_key

OWNER_FIRST = [Role.OWNER, Role.ORGANISER, Role.SCORER]


def memberships_of(user: User) -> QuerySet[Membership]:
    """A user's clubs with the role in each and ``player_count``, by name."""
    return (
        Membership.objects.filter(user=user)
        .select_related("club")
        .annotate(player_count=Count("club__players", filter=Q(club__players__active=True)))
        .order_by("club__name", "club_id")
    )


def players(club: Club, *, search: str = "") -> QuerySet[Player]:
    """The club's players by name; ``search`` must stand somewhere in name or hint."""
    found = Player.objects.filter(club=club)
    for word in name_key(search).split():
        found = found.filter(Q(name_key__contains=word) | Q(hint_key__contains=word))
    return found


def player_keys(club: Club) -> set[tuple[str, str]]:
    """What is taken on the list: name and hint as they are compared."""
    return set(Player.objects.filter(club=club).values_list("name_key", "hint_key"))


def members(club: Club) -> list[Membership]:
    """The club's members with their accounts, widest role first."""
    rows = Membership.objects.filter(club=club).select_related("user").order_by("user__email")
    return sorted(rows, key=lambda member: OWNER_FIRST.index(Role(member.role)))


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """Links that still work, the newest first."""
    return Invitation.objects.filter(
        club=club, accepted_at=None, revoked_at=None, expires_at__gt=timezone.now()
    ).order_by("-id")
