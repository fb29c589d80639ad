"""What a table's card shows when nothing is written: what is going on, and where to go next."""

from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.models import Place, Round, RoundCredit, RoundStatus, Seat, Table, TournamentStatus
from tournaments.selectors.table import current_game


class Now(StrEnum):
    """What a place is doing at the moment."""

    PLANNED = "planned"  # nothing is drawn yet
    DRAWN = "drawn"  # the next round is drawn, not begun
    PLAYING = "playing"  # there is a game at this place
    UNUSED = "unused"  # the round is played, but nobody plays here
    BREAK = "break"  # rounds are over, more are to be drawn
    CLOSED = "closed"  # the evening is over


@dataclass(frozen=True, slots=True)
class PlaceNow:
    """``round`` is the one that is meant (None where there is none); ``seats`` who sits here in it.

    ``stamp`` changes whenever a card's page has to be looked at again.
    """

    now: Now
    round: Round | None = None
    seats: list[Seat] = field(default_factory=list)
    stamp: str = ""

    @property
    def by_side(self) -> list[Seat]:
        """The seats with partners beside each other."""
        return sorted(self.seats, key=lambda seat: (seat.side, seat.seat))


def place_now(place: Place) -> PlaceNow:
    """What is going on at a place, in a few queries."""
    if game := current_game(place):
        table = game.table
        return PlaceNow(Now.PLAYING, table.round, _seats(table), f"playing.{table.pk}.{game.pk}")
    rounds = list(
        Round.objects.filter(tournament=place.tournament)
        .exclude(status=RoundStatus.VOID)
        .order_by("stage__number", "number")
    )
    playing = next((r for r in rounds if r.status == RoundStatus.PLAYING), None)
    drawn = next((r for r in rounds if r.status == RoundStatus.DRAWN), None)
    if place.tournament.status == TournamentStatus.CLOSED:
        return PlaceNow(Now.CLOSED, stamp="closed")
    if playing:
        return PlaceNow(Now.UNUSED, playing, stamp=f"unused.{playing.pk}")
    if drawn:
        here = drawn.tables.filter(place=place).first()
        return PlaceNow(Now.DRAWN, drawn, _seats(here) if here else [], f"drawn.{drawn.pk}")
    if rounds:
        return PlaceNow(Now.BREAK, rounds[-1], stamp=f"break.{rounds[-1].pk}")
    return PlaceNow(Now.PLANNED, stamp="planned")


def _seats(table: Table) -> list[Seat]:
    return list(table.seats.select_related("player").order_by("seat"))


@dataclass(frozen=True, slots=True)
class NextSeat:
    """Where somebody of this table sits in the next round; ``table`` None: they wait."""

    name: str
    table: int | None


def next_round(table: Table) -> Round | None:
    """The round that follows this table's, if it is drawn."""
    rounds = Round.objects.filter(tournament_id=table.round.tournament_id).exclude(
        status=RoundStatus.VOID
    )
    ordered = list(rounds.order_by("stage__number", "number"))
    later = ordered[[r.pk for r in ordered].index(table.round_id) + 1 :]
    return later[0] if later else None


def next_seats(table: Table, following: Round) -> list[NextSeat]:
    """Where the people of this table sit in the following round, in their order at this table."""
    seats = list(table.seats.select_related("player"))
    places = dict(
        Seat.objects.filter(round=following, player__in=[s.player_id for s in seats]).values_list(
            "player_id", "table__place__number"
        )
    )
    waits = set(
        RoundCredit.objects.filter(
            round=following, entry__in=[s.entry_id for s in seats]
        ).values_list("entry_id", flat=True)
    )
    return [
        NextSeat(str(seat.player), places.get(seat.player_id))
        for seat in seats
        if seat.player_id in places or seat.entry_id in waits
    ]
