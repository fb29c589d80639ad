"""Making a club and changing what stands on its settings page."""

from django.db import transaction
from django.utils.text import slugify

from jassclub.audit.services import Actor, record
from jassclub.clubs.models import CardPack, Club, Membership, Role, User, clean_name

RESERVED_SLUGS = frozenset({"new"})
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
SLUG_LENGTH = 50  # leaves room for "-123" within the column


def club_lock(club_id: int) -> Club:
    """The club's row, locked: whoever changes its lists waits here for the one before."""
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def club_create(
    *, user: User, name: str, zone: str = "Europe/Zurich", card_pack: str = CardPack.SWISS
) -> Club:
    """A new club with ``user`` as its owner; the address is made from the name, once and for good."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        club = Club.objects.create(
            name=clean_name(name), slug=_free_slug(name), zone=zone, card_pack=card_pack
        )
        Membership.objects.create(club=club, user=user, role=Role.OWNER)
        record(
            actor=Actor("user", user.pk),
            action="club.create",
            object_kind="club",
            object_id=club.pk,
            club_id=club.pk,
            after={"zone": zone, "card_pack": card_pack},
        )
    return club


def club_update(*, club_id: int, actor: Actor, name: str, zone: str, card_pack: str) -> Club:
    """Change name, time zone or cards. The address stays: it is printed on cards and posters."""
    with transaction.atomic():
        club = club_lock(club_id)
        before = {"zone": club.zone, "card_pack": club.card_pack}
        after = {"zone": zone, "card_pack": card_pack}
        renamed = club.name != (name := clean_name(name))
        if before == after and not renamed:
            return club
        club.name, club.zone, club.card_pack = name, zone, card_pack
        club.save(update_fields=["name", "zone", "card_pack"])
        record(
            actor=actor,
            action="club.update",
            object_kind="club",
            object_id=club.pk,
            club_id=club.pk,
            before=before,
            after=after | {"renamed": renamed},
        )
    return club


def _free_slug(name: str) -> str:
    base = slugify(name.translate(UMLAUTS))[:SLUG_LENGTH].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    taken |= RESERVED_SLUGS
    slug, number = base, 2
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug
