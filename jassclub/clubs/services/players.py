"""The club's list of players: adding, changing, deleting, making anonymous.

One name and hint stand on the list once. Two desks that add the same person at
the same moment wait for each other at the club's row; the database's
``player_once_per_club`` holds even where somebody forgets to.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor, record
from jassclub.clubs.errors import AlreadyListed, ClubError, HasResults
from jassclub.clubs.models import Player, clean_name, name_key
from jassclub.clubs.services.clubs import club_lock

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A person to add: ``hint`` only where two people share the name."""

    name: str
    hint: str = ""

    @property
    def key(self) -> Key:
        return name_key(self.name), name_key(self.hint)


@dataclass(slots=True)
class Added:
    """What became of many: the new players, and those whose name was on the list already."""

    added: list[Player] = field(default_factory=list)
    known: list[NewPlayer] = field(default_factory=list)


def player_add(
    *, club_id: int, actor: Actor, name: str, hint: str = "", categories: Iterable[str] = ()
) -> Player:
    """Add one person. Raises ``AlreadyListed`` where name and hint are taken."""
    with transaction.atomic():
        club_lock(club_id)
        if taken := _find(club_id, NewPlayer(name, hint).key):
            raise AlreadyListed(taken)
        return _create(club_id, actor, name, hint, categories)


def player_ensure(*, club_id: int, actor: Actor, name: str, hint: str = "") -> tuple[Player, bool]:
    """The person of this name and hint, added if need be; the flag says whether it was.

    For the door: two desks that type the same walk-in get the same player, and
    somebody who no longer played plays again.
    """
    with transaction.atomic():
        club_lock(club_id)
        if taken := _find(club_id, NewPlayer(name, hint).key):
            _wake(taken, actor)
            return taken, False
        return _create(club_id, actor, name, hint, ()), True


def players_add(*, club_id: int, actor: Actor, people: Iterable[NewPlayer]) -> Added:
    """Add many at once; whoever is on the list already, or twice among ``people``, is left as is."""
    outcome = Added()
    with transaction.atomic():
        club_lock(club_id)
        listed = Player.objects.filter(club_id=club_id).values_list("name_key", "hint_key")
        taken: set[Key] = set(listed)
        rows = []
        for person in people:
            if person.key in taken:
                outcome.known.append(person)
                continue
            taken.add(person.key)
            name, hint = clean_name(person.name), clean_name(person.hint)
            name_part, hint_part = person.key
            rows.append(
                Player(
                    club_id=club_id, name=name, hint=hint, name_key=name_part, hint_key=hint_part
                )
            )
        outcome.added = Player.objects.bulk_create(rows)
        if outcome.added:
            record(
                actor=actor,
                action="players.add",
                object_kind="club",
                object_id=club_id,
                club_id=club_id,
                after={"players": [player.pk for player in outcome.added]},
            )
    return outcome


def player_update(
    *,
    player_id: int,
    actor: Actor,
    name: str,
    hint: str,
    active: bool,
    categories: Iterable[str] = (),
) -> Player:
    """Change a player. Raises ``AlreadyListed`` if another one has this name and hint."""
    with transaction.atomic():
        player = _locked(player_id)
        _refuse_anonymous(player)
        if (taken := _find(player.club_id, NewPlayer(name, hint).key)) and taken != player:
            raise AlreadyListed(taken)
        before = _figures(player)
        renamed = (player.name, player.hint) != (name, hint)
        player.name, player.hint, player.active = name, hint, active
        player.categories = list(categories)
        player.save()
        _record_update(player, actor, before, renamed=renamed)
    return player


def player_delete(*, player_id: int, actor: Actor) -> None:
    """Take a player off the list for good; refused with ``HasResults`` where anything names them.

    Other rooms point at players with PROTECT, so this room need not know them.
    """
    try:
        with transaction.atomic():
            player = _locked(player_id)
            club_id = player.club_id
            player.delete()
            record(
                actor=actor,
                action="player.delete",
                object_kind="player",
                object_id=player_id,
                club_id=club_id,
            )
    except ProtectedError as error:
        raise HasResults(player, len(error.protected_objects)) from error


def player_anonymise(*, player_id: int, actor: Actor) -> Player:
    """Replace name, hint and categories by a number. Results stay; there is no way back."""
    with transaction.atomic():
        player = _locked(player_id)
        _refuse_anonymous(player)
        player.name = _("Anonymous %(number)s") % {"number": player.pk}
        player.hint, player.categories, player.active = "", [], False
        player.anonymised_at = timezone.now()
        player.save()
        record(
            actor=actor,
            action="player.anonymise",
            object_kind="player",
            object_id=player.pk,
            club_id=player.club_id,
        )
    return player


def _locked(player_id: int) -> Player:
    player = Player.objects.get(pk=player_id)
    club_lock(player.club_id)
    return Player.objects.select_for_update(no_key=True).get(pk=player_id)


def _wake(player: Player, actor: Actor) -> None:
    if player.active:
        return
    before = _figures(player)
    player.active = True
    player.save()
    _record_update(player, actor, before)


def _record_update(player: Player, actor: Actor, before: object, **more: object) -> None:
    record(
        actor=actor,
        action="player.update",
        object_kind="player",
        object_id=player.pk,
        club_id=player.club_id,
        before=before,
        after=_figures(player) | more,
    )


def _refuse_anonymous(player: Player) -> None:
    if player.anonymised_at:
        raise ClubError(
            "anonymous", _("This player was made anonymous and cannot be changed any more.")
        )


def _find(club_id: int, key: Key) -> Player | None:
    return Player.objects.filter(club_id=club_id, name_key=key[0], hint_key=key[1]).first()


def _figures(player: Player) -> dict[str, object]:
    return {"active": player.active, "categories": player.categories}


def _create(club_id: int, actor: Actor, name: str, hint: str, categories: Iterable[str]) -> Player:
    player = Player(club_id=club_id, name=name, hint=hint, categories=list(categories))
    player.save()
    record(
        actor=actor,
        action="player.add",
        object_kind="player",
        object_id=player.pk,
        club_id=club_id,
    )
    return player
