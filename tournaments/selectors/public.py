"""What anyone may look up about an evening: public tournaments, and who sits where."""

from dataclasses import dataclass
from string import ascii_lowercase

from django.db.models import Count, QuerySet

from jassclub.clubs.models import name_key
from tournaments.formats import KNOCK_OUT
from tournaments.models import (
    Entry,
    EntryPlayer,
    EntryStatus,
    Round,
    RoundCredit,
    RoundStatus,
    Seat,
    Tournament,
    TournamentStatus,
    Visibility,
)

FOUND_AT_MOST = 12


def tournaments_public(club_slug: str) -> QuerySet[Tournament]:
    """A club's listed tournaments, newest first."""
    return (
        Tournament.objects.filter(club__slug=club_slug, visibility=Visibility.PUBLIC)
        .select_related("club")
        .annotate(entrants=Count("entries"))
    )


def tournaments_now(limit: int = 12) -> QuerySet[Tournament]:
    """All clubs' listed tournaments that are being played, the one that began last first."""
    return (
        Tournament.objects.filter(visibility=Visibility.PUBLIC, status=TournamentStatus.RUNNING)
        .select_related("club")
        .order_by("-starts_at", "-pk")[:limit]
    )


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry sits in one round, with whom and against whom; ``table`` None: it waits.

    Partners share the ``letter``. In games for individuals there are only ``others``; ``against``
    says that these are opponents, in a duel or of a team. In a ``knock_out`` who waits goes on.
    """

    round: int
    status: str
    table: int | None
    letter: str
    partners: list[str]
    others: list[str]
    against: bool = False
    knock_out: bool = False


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """An entry and its places, the round that matters now first."""

    entry: Entry
    places: list[Place]


def whereabouts(tournament: Tournament, query: str) -> list[Whereabouts]:
    """The entries whose name contains every word of ``query``, with their places; [] for no query."""
    words = name_key(query).split()
    if not words:
        return []
    entries = [
        entry
        for entry in tournament.entries.exclude(status=EntryStatus.WITHDRAWN).order_by("name")
        if all(word in name_key(entry.name) for word in words)
    ][:FOUND_AT_MOST]
    return [Whereabouts(entry, places) for entry, places in _places_of(tournament, entries).items()]


def places_of(tournament: Tournament, entry: Entry) -> list[Place]:
    """Where an entry sits in the rounds that are played or drawn, the one that matters now first."""
    return _places_of(tournament, [entry])[entry]


def _places_of(tournament: Tournament, entries: list[Entry]) -> dict[Entry, list[Place]]:
    rounds = list(
        Round.objects.filter(
            tournament=tournament, status__in=[RoundStatus.DRAWN, RoundStatus.PLAYING]
        )
        .defer("protocol")
        .order_by("stage__number", "number")
    )
    members = _Members(tournament)
    players = [player for entry in entries for player in members.of(entry.pk)]
    theirs = Seat.objects.filter(round__in=rounds, player__in=players)
    seats = Seat.objects.filter(table__in=theirs.values("table"))
    by_table: dict[int, list[Seat]] = {}
    mine: dict[tuple[int, int], Seat] = {}
    for seat in seats.select_related("table__place", "entry", "player"):
        by_table.setdefault(seat.table_id, []).append(seat)
        if person := members.entry_of(seat.player_id):
            mine[seat.round_id, person] = seat
    credits_ = RoundCredit.objects.filter(round__in=rounds, entry__in=entries)
    waits = set(credits_.values_list("round_id", "entry_id"))
    return {
        entry: [
            place
            for round_ in rounds
            if (place := _place(round_, entry, mine, by_table, waits, members=members)) is not None
        ]
        for entry in entries
    }


class _Members:
    """Who belongs to which entry: somebody who fills in sits for an entry that is not theirs."""

    def __init__(self, tournament: Tournament) -> None:
        rows = EntryPlayer.objects.filter(tournament=tournament)
        self._entries = dict(rows.values_list("player_id", "entry_id"))

    def of(self, entry_id: int) -> list[int]:
        return [player for player, entry in self._entries.items() if entry == entry_id]

    def entry_of(self, player_id: int) -> int | None:
        return self._entries.get(player_id)

    def is_own(self, seat: Seat) -> bool:
        return self._entries.get(seat.player_id) == seat.entry_id

    def name_at(self, seat: Seat) -> str:
        """The entry's name, or the person's who fills in for it."""
        return seat.entry.name if self.is_own(seat) else str(seat.player)


def _place(
    round_: Round,
    entry: Entry,
    mine: dict[tuple[int, int], Seat],
    by_table: dict[int, list[Seat]],
    waits: set[tuple[int, int]],
    *,
    members: _Members,
) -> Place | None:
    seat = mine.get((round_.pk, entry.pk))
    if seat is None:
        waiting = (round_.pk, entry.pk) in waits
        if not waiting:
            return None
        goes_on = round_.method == KNOCK_OUT
        return Place(round_.number, round_.status, None, "", [], [], knock_out=goes_on)
    table = sorted(by_table[seat.table_id], key=lambda s: s.seat)
    own = [s for s in table if s.side == seat.side]
    with_me = [s for s in own if members.entry_of(s.player_id) != entry.pk]
    others = list(dict.fromkeys(members.name_at(s) for s in table if s.side != seat.side))
    return Place(
        round_.number,
        round_.status,
        seat.table.place.number,
        ascii_lowercase[seat.side],
        [members.name_at(s) for s in with_me],
        others,
        against=not with_me and len({s.side for s in table}) == 2,
    )
