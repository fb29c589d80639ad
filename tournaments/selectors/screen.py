"""What the big screen shows: all lists, the bracket, who sits where, who still plays, the clock.

Reads only, in a number of queries that does not grow with the people; and shows nothing that the
public's own pages would not.

Words: *seats* are a round's, by name; they are shown while people look for their table: in the first
minutes of a round, between rounds, and once half of the tables are done and the next round is drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b

from django.urls import reverse
from django.utils import timezone

from scoring.context import Deadline
from tournaments.list_texts import list_names
from tournaments.models import Round, RoundStatus, Tournament
from tournaments.selectors.bracket import Bracket, BracketRound, bracket
from tournaments.selectors.clock import deadline, public_ask, round_clock
from tournaments.selectors.office import WallTable, round_in_hand, wall_tables
from tournaments.selectors.prints import SeatLists, seat_lists
from tournaments.selectors.standings import Ranking, standings_ranking, standings_state

#: So long after a round began its seats are still shown.
FINDING_MINUTES = 8
ABREAST = 4
DONE = frozenset({"confirmed", "void"})


@dataclass(frozen=True, slots=True)
class ScreenSeats:
    """A round's seats by name; ``next``: the round is drawn and has not begun."""

    round: Round
    lists: SeatLists
    next: bool


@dataclass(frozen=True, slots=True)
class Screen:
    """All that is shown, as of ``at``. ``playing`` are the tables that are not done, the longest
    without an entry first; ``tables`` is how many there are in the round that is played.
    """

    tournament: Tournament
    version: int
    round: Round | None
    rankings: list[Ranking]
    bracket: list[BracketRound]
    best_of: int
    seats: ScreenSeats | None
    playing: list[WallTable]
    tables: int
    clock: Deadline | None
    at: datetime

    @property
    def done(self) -> int:
        return self.tables - len(self.playing)

    @property
    def shows_playing(self) -> bool:
        """Who still plays is news once half are done, or the time is up."""
        if not self.playing:
            return False
        late = self.clock is not None and self.clock.ends_at <= self.at
        return late or len(self.playing) * 2 <= self.tables

    @property
    def playing_rows(self) -> list[list[WallTable]]:
        """The tables that still play, side by side in rows."""
        return [self.playing[at : at + ABREAST] for at in range(0, len(self.playing), ABREAST)]

    @property
    def stamp(self) -> str:
        """Changes whenever the screen looks different."""
        seats = (self.seats.round.pk, self.seats.round.status) if self.seats else None
        playing = [(table.number, table.quiet, table.played) for table in self.playing]
        round_ = (self.round.pk, self.round.status) if self.round else None
        looks = repr(
            (
                self.version,
                self.tournament.status,
                round_,
                seats,
                self.shows_playing,
                playing,
                self.clock,
            )
        )
        return blake2b(looks.encode(), digest_size=8).hexdigest()


def screen(tournament: Tournament) -> Screen:
    """The big screen of a tournament, now."""
    rounds = list(
        tournament.rounds.exclude(status=RoundStatus.VOID)
        .select_related("stage")
        .defer("protocol")
        .order_by("stage__number", "number")
    )
    round_ = round_in_hand(rounds)
    is_playing = round_ is not None and round_.status == RoundStatus.PLAYING
    tables = wall_tables(round_) if round_ and is_playing else []
    open_tables = [table for table in tables if table.state not in DONE]
    state = standings_state(tournament.pk)
    drawing = bracket(tournament, public=True)
    return Screen(
        tournament=tournament,
        version=state.built,
        round=round_,
        rankings=_rankings(tournament, state.built_at),
        bracket=_bracket_rounds(drawing),
        best_of=drawing.best_of if drawing else 1,
        seats=_seats(rounds, done=len(tables) - len(open_tables), of=len(tables)),
        playing=sorted(open_tables, key=lambda table: (-(table.quiet or 0), table.number)),
        tables=len(tables),
        clock=deadline(round_clock(round_), public_ask(tournament)),
        at=timezone.now(),
    )


def _rankings(tournament: Tournament, built_at: datetime | None) -> list[Ranking]:
    """The published lists that have somebody in them, the main one first."""
    found = [
        standings_ranking(tournament, public=True, built_at=built_at, list_key=each.key)
        for each in list_names(tournament)
    ]
    return [ranking for ranking in found if ranking.rows]


def _bracket_rounds(found: Bracket | None) -> list[BracketRound]:
    """The rounds of a knock-out in which somebody is known, the newest two of them."""
    rounds = found.rounds if found else []
    known = [each for each in rounds if any(slot.name for m in each.matches for slot in m.slots)]
    return known[-2:]


def public_address(tournament: Tournament) -> str:
    return reverse("tournaments:public", args=[tournament.club.slug, tournament.slug])


def _seats(rounds: Sequence[Round], *, done: int, of: int) -> ScreenSeats | None:
    playing = next((r for r in rounds if r.status == RoundStatus.PLAYING), None)
    drawn = next((r for r in rounds if r.status == RoundStatus.DRAWN), None)
    if playing and playing.started_at:
        if timezone.now() - playing.started_at < timedelta(minutes=FINDING_MINUTES):
            return ScreenSeats(playing, seat_lists([playing]), next=False)
        if done * 2 < of:
            return None
    return ScreenSeats(drawn, seat_lists([drawn]), next=True) if drawn else None
