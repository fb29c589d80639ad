"""Fixed teams at the door: two names make an entry, and a partner may still change.

Words: a team is *complete* with as many people as ``Tournament.team_size``; only then it can be
here and be drawn. Its *own name* is what it calls itself; without one it is called by its people.

Who is expected, here or gone is the same for teams as for single people: ``entries.py``.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jassclub.audit.services import Actor
from jassclub.clubs.models import Player, clean_name
from tournaments.errors import Conflict, TournamentError
from tournaments.models import Entry, EntryPlayer, EntryStatus, RoundStatus, Seat, Tournament
from tournaments.services import entry_rows
from tournaments.services.entries import Arrival, arrive
from tournaments.services.entry_rows import WhichOne

OWN_NAME_LENGTH = 40
SEPARATORS = ("\t", ";", " / ", "/", " + ", "+", " & ", ",")
WITH_HINT = re.compile(r"^(?P<name>[^()]+?)\s*\((?P<hint>[^()]+)\)$")


@dataclass(frozen=True, slots=True)
class Refused:
    """A line of a pasted list that made no team, and why."""

    line: str
    message: str


@transaction.atomic
def team_add(
    *,
    tournament_id: int,
    actor: Actor,
    names: Sequence[str],
    own_name: str = "",
    present: bool = True,
    outside_ranking: bool = False,
) -> Arrival:
    """A team by the names of its people; ``present``: it is here, else it is announced.

    With a name missing it stands on the list as announced, without a partner. A team that is on
    the list already is only ticked. Two people who share a name are told apart by a word in
    brackets: ``Anna Gerber (Luzern)``.
    """
    tournament = entry_rows.locked(tournament_id)
    given = [name for name in map(clean_name, names) if name]
    if not given or len(given) > tournament.team_size:
        raise _how_many(tournament)
    players = [_player(tournament, actor, name) for name in given]
    if len({player.pk for player in players}) < len(players):
        message = _("%(name)s stands there twice. A team is two different people.")
        raise TournamentError("same-twice", message % {"name": players[0]})
    entry = _known(tournament, players)
    outcome = "announced"
    if entry is None:
        entry = entry_rows.make_entry(
            tournament,
            *players,
            name=team_name(players, _checked_own_name(own_name)),
            outside_ranking=outside_ranking,
        )
        outcome = "made"
        after = {"player": players[0].pk, "number": entry.number}
        entry_rows.record_entry(actor, "entry.add", entry, after=after)
    elif entry.status == EntryStatus.PRESENT:
        return Arrival(entry, "already")
    if len(given) < tournament.team_size:
        return Arrival(entry, "alone")
    if present:
        arrive(tournament, actor, entry)
    return Arrival(entry, outcome)


@dataclass(frozen=True, slots=True)
class Announced:
    """What became of a pasted list: how many teams are new, which of those have a name of their own,
    and the lines that could not be taken.
    """

    new: int
    named: list[Entry]
    refused: list[Refused]


def teams_announce(*, tournament_id: int, actor: Actor, text: str) -> Announced:
    """Announce teams from a list, one a line: ``name; name; own name``. Lines that can be taken are
    taken in any case.
    """
    new, named, refused = 0, [], []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        names, own_name = parted(line)
        try:
            arrival = team_add(
                tournament_id=tournament_id,
                actor=actor,
                names=names,
                own_name=own_name,
                present=False,
            )
        except TournamentError as error:
            refused.append(Refused(line, error.message))
        else:
            is_new = arrival.outcome in {"made", "alone"}
            new += is_new
            if own_name and is_new:
                named.append(arrival.entry)
    return Announced(new, named, refused)


def parted(line: str) -> tuple[list[str], str]:
    """The people and the own name of a line, by the first separator that is in it."""
    separator = next((each for each in SEPARATORS if each in line), None)
    cells = [cell.strip() for cell in line.split(separator)] if separator else [line]
    return cells[:2], " ".join(cells[2:]).strip()


@transaction.atomic
def team_change(
    *, tournament_id: int, actor: Actor, entry_id: int, position: int, name: str
) -> Entry:
    """Put somebody else on a place of a team, as long as the team has not begun to play.

    Seats that are drawn already follow. With an empty ``name`` the place is empty again, where
    nothing is drawn.
    """
    tournament = entry_rows.locked(tournament_id)
    entry = entry_rows.entry_in(tournament, entry_id)
    if not 0 <= position < tournament.team_size:
        raise _how_many(tournament)
    if Seat.objects.filter(entry=entry, round__status__in=entry_rows.BEGUN).exists():
        message = _(
            "%(name)s has begun to play: the partner stays. Somebody who takes over a seat for a "
            "round is put in at the table."
        )
        raise Conflict("has-played", message % {"name": entry.name})
    places = {each.position: each for each in entry.entry_players.select_related("player")}
    own_name = own_name_of(entry, [places[at].player for at in sorted(places)])
    before = places.get(position)
    player = _player(tournament, actor, name) if name.strip() else None
    if player is None:
        _take_out(entry, before)
    else:
        _put_in(tournament, entry, position, player, before)
    people = [e.player for e in entry.entry_players.select_related("player").order_by("position")]
    entry.name = team_name(people, own_name)
    entry.categories = entry_rows.shared_categories(people)
    entry.save(update_fields=["name", "categories", "status", "checked_in_at"])
    entry_rows.record_entry(
        actor,
        "entry.partner",
        entry,
        before={"player": before.player_id if before else None},
        after={"player": player.pk if player else None},
    )
    return entry


def team_name(players: Iterable[Player], own_name: str = "") -> str:
    """What a team is called on every list: its people, behind its own name if it has one."""
    people = " / ".join(str(player) for player in players)
    return f"{own_name} ({people})" if own_name else people


def own_name_of(entry: Entry, players: Sequence[Player]) -> str:
    """What a team calls itself; "" where it is called by its people."""
    behind = f" ({team_name(players)})"
    return entry.name.removesuffix(behind) if entry.name.endswith(behind) else ""


def _put_in(
    tournament: Tournament,
    entry: Entry,
    position: int,
    player: Player,
    before: EntryPlayer | None,
) -> None:
    other = entry_rows.entry_with(tournament, player.pk)
    if other is not None:
        raise _plays_already(player, other)
    if before is None:
        EntryPlayer.objects.create(
            tournament=tournament, entry=entry, player=player, position=position
        )
        return
    Seat.objects.filter(
        entry=entry, player_id=before.player_id, round__status=RoundStatus.DRAWN
    ).update(player=player)
    EntryPlayer.objects.filter(pk=before.pk).update(player=player)


def _take_out(entry: Entry, before: EntryPlayer | None) -> None:
    if before is None or entry.entry_players.count() == 1:
        raise TournamentError("name-missing", _("Write the name of the person."))
    if entry_rows.is_drawn(entry):
        message = _("%(name)s stands in a drawn round. Write who plays instead.")
        raise Conflict("is-drawn", message % {"name": entry.name})
    before.delete()
    entry.status = EntryStatus.ANNOUNCED
    entry.checked_in_at = None


def _known(tournament: Tournament, players: Sequence[Player]) -> Entry | None:
    """The team of these people, if it is on the list; nobody plays in two teams."""
    found = [entry_rows.entry_with(tournament, player.pk) for player in players]
    entry = found[0]
    people = entry.entry_players.count() if entry else 0
    if entry and people == len(players) and all(other == entry for other in found):
        return entry
    for player, other in zip(players, found, strict=True):
        if other is not None:
            raise _plays_already(player, other)
    return None


def _player(tournament: Tournament, actor: Actor, text: str) -> Player:
    """Who is meant by a name, with what tells apart in brackets behind it."""
    text = clean_name(text)
    with_hint = WITH_HINT.match(text)
    name, hint = with_hint.group("name", "hint") if with_hint else (text, "")
    try:
        return entry_rows.person(tournament, actor, *entry_rows.checked_name(name, hint))[0]
    except WhichOne as which:
        message = ngettext(
            "The club knows somebody of this name. Write it as it stands on the list, or with "
            "what tells the new one apart: %(names)s",
            "The club knows several people of this name. Write the one you mean as it stands on "
            "the list: %(names)s",
            len(which.players),
        ) % {"names": ", ".join(map(str, which.players))}
        raise TournamentError("which-one", message, status=409) from which


def _checked_own_name(text: str) -> str:
    own_name = clean_name(text)
    if len(own_name) > OWN_NAME_LENGTH:
        message = _("That is too long: at most %(most)s letters.") % {"most": OWN_NAME_LENGTH}
        raise TournamentError("too-long", message)
    return own_name


def _plays_already(player: Player, entry: Entry) -> Conflict:
    message = _("%(name)s plays in another team already: %(team)s.")
    return Conflict("plays-already", message % {"name": player, "team": entry.name})


def _how_many(tournament: Tournament) -> TournamentError:
    message = _("A team has %(size)s people: write their names.")
    return TournamentError("team-size", message % {"size": tournament.team_size})
