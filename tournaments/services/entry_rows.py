"""What the services of the list share: the entry and the person that are meant, a new row, the audit.

No transaction of its own; the caller holds one, with the tournament locked.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jassclub.audit.services import Actor, record
from jassclub.clubs.models import (
    HINT_LENGTH,
    NAME_LENGTH,
    Player,
    clean_name,
    name_key,
    stored_length,
)
from jassclub.clubs.services import player_ensure
from tournaments.errors import TournamentError
from tournaments.models import Entry, EntryPlayer, RoundCredit, RoundStatus, Seat, Tournament
from tournaments.services.locks import must_be_open, tournament_locked

#: A round in one of these states has begun.
BEGUN = (RoundStatus.PLAYING, RoundStatus.CLOSED)


class WhichOne(TournamentError):
    """Several people could be meant; ``players`` are those the club knows by this name."""

    def __init__(self, players: list[Player]) -> None:
        message = ngettext(
            "The club knows somebody of this name. Choose them, or write what tells the new "
            "one apart (village, year of birth).",
            "The club knows several people of this name. Choose one, or write what tells the "
            "new one apart (village, year of birth).",
            len(players),
        )
        super().__init__("which-one", message, status=409)
        self.players = players


def locked(tournament_id: int) -> Tournament:
    """The tournament, for one writer at a time; refused once it is over."""
    tournament = tournament_locked(tournament_id)
    must_be_open(tournament)
    return tournament


def entry_in(tournament: Tournament, entry_id: int) -> Entry:
    """The entry with that id; refused where somebody has taken it off the list."""
    entry = tournament.entries.filter(pk=entry_id).first()
    if entry is None:
        message = _("This entry is no longer on the list: somebody took it off meanwhile.")
        raise TournamentError("entry-gone", message, status=404)
    return entry


def entry_with(tournament: Tournament, player_id: int) -> Entry | None:
    """The entry that a player belongs to, alone or in a team."""
    return tournament.entries.filter(entry_players__player_id=player_id).first()


def checked_name(name: str, hint: str) -> tuple[str, str]:
    """Name and hint as they are stored; refused where there is no name, or too much of it."""
    name, hint = clean_name(name), clean_name(hint)
    if not name_key(name):
        raise TournamentError("name-missing", _("Write the name of the person."))
    for text, most in ((name, NAME_LENGTH), (hint, HINT_LENGTH)):
        if stored_length(text) > most:
            message = _("That is too long: at most %(most)s letters.") % {"most": most}
            raise TournamentError("too-long", message)
    return name, hint


def person(tournament: Tournament, actor: Actor, name: str, hint: str) -> tuple[Player, str]:
    """The player meant by a name and hint, made if there is none; ``known`` or ``new``."""
    same_name = Player.objects.filter(
        club_id=tournament.club_id, name_key=name_key(name), anonymised_at=None
    )
    if not hint:
        active = list(same_name.filter(active=True))
        if len(active) > 1 or (active and active[0].hint):
            raise WhichOne(active)
    player, made = player_ensure(club_id=tournament.club_id, actor=actor, name=name, hint=hint)
    return player, "new" if made else "known"


def make_entry(tournament: Tournament, *players: Player, **fields: Any) -> Entry:
    """The next number for these people, who make one entry together."""
    last = Entry.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"]
    own = {"name": str(players[0]), "categories": shared_categories(players)}
    entry = Entry.objects.create(tournament=tournament, number=(last or 0) + 1, **own | fields)
    EntryPlayer.objects.bulk_create(
        EntryPlayer(tournament=tournament, entry=entry, player=player, position=position)
        for position, player in enumerate(players)
    )
    return entry


def shared_categories(players: Sequence[Player]) -> list[str]:
    """The categories that all of an entry's people are in: two juniors are a team of juniors."""
    return [key for key in players[0].categories if all(key in p.categories for p in players)]


def is_drawn(entry: Entry, *statuses: RoundStatus) -> bool:
    """Whether the entry sits or waits in a round of these statuses (none: in any valid round)."""
    wanted = statuses or (RoundStatus.DRAWN, *BEGUN)
    seats = Seat.objects.filter(entry=entry, round__status__in=wanted)
    waits = RoundCredit.objects.filter(
        entry=entry, kind=RoundCredit.Kind.WAIT, round__status__in=wanted
    )
    return seats.exists() or waits.exists()


def record_entry(actor: Actor, action: str, entry: Entry, **what: Any) -> None:
    """An audit event about one entry."""
    record(
        actor=actor,
        action=action,
        object_kind="entry",
        object_id=entry.pk,
        club_id=entry.tournament.club_id,
        tournament_id=entry.tournament_id,
        **what,
    )
