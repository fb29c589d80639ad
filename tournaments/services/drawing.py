"""The rows of a draw: rounds, places with their cards, tables, seats, credits.

``tournaments.services.rounds`` calls this inside one transaction with the tournament
locked, so a draw that fails half-way leaves nothing behind. Draws nothing itself.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from jassclub.clubs.models import Player
from scoring.rules import InvalidOptions, get_variant
from tournaments.errors import TournamentError
from tournaments.models import (
    EntryPlayer,
    EntryStatus,
    Place,
    Round,
    RoundCredit,
    Seat,
    Stage,
    Table,
    Tournament,
)
from tournaments.models.round import new_code
from tournaments.selectors.stages import (
    STARTED,
)
from tournaments.services.planning import Plan

BATCH = 500


def rounds_store(tournament: Tournament, stage: Stage, plans: Sequence[Plan]) -> list[Round]:
    """Write drawn rounds with their tables, seats and credits, in a number of queries that
    does not grow with the tables.
    """
    rounds = Round.objects.bulk_create(
        Round(
            tournament=tournament,
            stage=stage,
            number=plan.number,
            method=stage.format,
            seed=plan.seed,
            protocol=plan.protocol,
        )
        for plan in plans
    )
    places = _places(tournament, max(len(plan.drawn.tables) for plan in plans))
    tables = Table.objects.bulk_create(
        [
            Table(round=round_, place=place)
            for round_, plan in zip(rounds, plans, strict=True)
            for place, _entries in zip(places, plan.drawn.tables, strict=False)
        ],
        batch_size=BATCH,
    )
    players = _players(tournament)
    drawn = [entries for plan in plans for entries in plan.drawn.tables]
    Seat.objects.bulk_create(
        [
            seat
            for table, entries in zip(tables, drawn, strict=True)
            for seat in _seats(tournament, table, entries, players)
        ],
        batch_size=BATCH,
    )
    _credits(tournament, stage, rounds, plans)
    return rounds


def _places(tournament: Tournament, count: int) -> list[Place]:
    """The first ``count`` tables of the evening; new ones get a card that stays theirs."""
    places = list(tournament.places.order_by("number"))
    codes: set[str] = set()
    while len(codes) < count - len(places):
        codes |= {new_code() for _n in range(count - len(places) - len(codes))}
        codes -= set(Place.objects.filter(code__in=codes).values_list("code", flat=True))
    places += Place.objects.bulk_create(
        Place(tournament=tournament, number=number, code=code)
        for number, code in enumerate(codes, start=len(places) + 1)
    )
    return places[:count]


def _players(tournament: Tournament) -> dict[int, list[Player]]:
    """The players of each entry, in the order of their positions."""
    players: dict[int, list[Player]] = {}
    rows = EntryPlayer.objects.filter(tournament=tournament).select_related("player")
    for row in rows.order_by("entry_id", "position"):
        players.setdefault(row.entry_id, []).append(row.player)
    return players


def _seats(
    tournament: Tournament,
    table: Table,
    entries: Sequence[Any],
    players: dict[int, list[Player]],
) -> list[Seat]:
    """Seats of one table: entry by entry in seat order, or each team on the seats of its side."""
    variant = get_variant(tournament.variant)
    size = sum(len(players[entry]) for entry in entries)
    try:
        options = variant.options_for_size(tournament.options, size)
    except InvalidOptions as error:
        raise TournamentError(
            "table-size",
            _("A table of %(size)s people was drawn, and this game is not played by so many.")
            % {"size": size},
        ) from error
    if size == len(entries):
        sitting = [(seat, entry, players[entry][0]) for seat, entry in enumerate(entries)]
    else:
        sitting = [
            (seat, entry, player)
            for side, entry in enumerate(entries)
            for seat, player in zip(
                variant.seats_of_side(side, options), players[entry], strict=True
            )
        ]
    return [
        Seat(
            table=table,
            round_id=table.round_id,
            seat=seat,
            side=variant.side_of_seat(seat, options),
            player=player,
            entry_id=entry,
        )
        for seat, entry, player in sitting
    ]


def _credits(
    tournament: Tournament, stage: Stage, rounds: Sequence[Round], plans: Sequence[Plan]
) -> None:
    """Waits of the drawn rounds; and for those who were not there, the earlier rounds they missed.

    A round before an entry's first one counts as late, one in between as missed; who sits out
    misses the drawn rounds.
    """
    rows = [
        (round_.pk, int(entry), RoundCredit.Kind.WAIT)
        for round_, plan in zip(rounds, plans, strict=True)
        for entry in plan.drawn.waiting
    ]
    paused = tournament.entries.filter(status=EntryStatus.PAUSED).values_list("pk", flat=True)
    rows += [(round_.pk, entry, RoundCredit.Kind.MISSED) for entry in paused for round_ in rounds]
    earlier = Round.objects.filter(stage=stage, status__in=STARTED, number__lt=plans[0].number)
    numbers = dict(earlier.values_list("pk", "number"))
    drawn = {
        int(entry)
        for plan in plans
        for table in (*plan.drawn.tables, plan.drawn.waiting)
        for entry in table
    }
    known = set(Seat.objects.filter(round__in=numbers).values_list("round_id", "entry_id"))
    known |= set(RoundCredit.objects.filter(round__in=numbers).values_list("round_id", "entry_id"))
    outside = set(tournament.entries.filter(outside_ranking=True).values_list("pk", flat=True))
    first: dict[int, int] = {}
    for round_id, entry in known:
        first[entry] = min(numbers[round_id], first.get(entry, numbers[round_id]))
    for entry in sorted(drawn - outside):
        for round_id, number in numbers.items():
            if (round_id, entry) not in known:
                late = number < first.get(entry, plans[0].number)
                kind = RoundCredit.Kind.LATE if late else RoundCredit.Kind.MISSED
                rows.append((round_id, entry, kind))
    RoundCredit.objects.bulk_create(
        [
            RoundCredit(tournament=tournament, round_id=round_id, entry_id=entry, kind=kind)
            for round_id, entry, kind in rows
            if entry not in outside
        ],
        batch_size=BATCH,
    )
