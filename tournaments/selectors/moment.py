"""A tournament as it is at one moment: figures, waits, seats. Two moments are compared, never stored.

Reads only, in a number of queries that does not grow with the people or the tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from jassclub.clubs.models import Player
from tournaments.fold import Cell, standing_rows
from tournaments.formats import KNOCK_OUT
from tournaments.models import (
    Entry,
    EntryStatus,
    Round,
    RoundCredit,
    RoundStatus,
    Seat,
    Stage,
)
from tournaments.selectors.facts import standings_facts, terms_of
from tournaments.selectors.field import still_playing
from tournaments.selectors.knock_out import beside
from tournaments.selectors.overtaken import Overtaken, overtaken_in


@dataclass(frozen=True, slots=True)
class Line:
    """An entry's row in the ranking: rank, total, and a cell per round."""

    rank: int
    total: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """``names``, ``here`` (drawn next), ``gone`` (from which round) and ``ranking`` by entry.
    ``gave_up``: (round, who) by table, of the matches of a knock-out that were given up.

    ``rounds``: the status of each valid round by number, with ``ids`` to tell a new draw from an old
    one and ``brackets`` the numbers of a knock-out's; ``status`` is the tournament's.
    ``beside``: whom those meet who have a place in a bracket's next round, which is not drawn yet
    (see ``knock_out.beside``). ``credits``: kinds by (round, entry). ``seats``: (name, entry) by
    (round, table, seat).
    """

    status: str
    names: Mapping[int, str]
    here: frozenset[int]
    gone: Mapping[int, int]
    gave_up: Mapping[int, tuple[int, int]]
    ranking: Mapping[int, Line]
    rounds: Mapping[int, str]
    ids: Mapping[int, int]
    brackets: frozenset[int]
    credits: Mapping[tuple[int, int], str]
    seats: Mapping[tuple[int, int, int], tuple[str, int]]
    overtaken: tuple[Overtaken, ...]
    beside: Mapping[int, tuple[int | None, int]]


def moment_of(tournament_id: int) -> Moment:
    """The tournament as the database has it now, standings computed from the facts."""
    entries = list(Entry.objects.filter(tournament=tournament_id))
    valid = Round.objects.filter(tournament=tournament_id).exclude(status=RoundStatus.VOID)
    rounds = list(valid.values_list("number", "status", "pk", "stage__format"))
    matches = {number for number, _status, _pk, format_ in rounds if format_ == KNOCK_OUT}
    _number, status, last, last_format = max(rounds, default=(0, "", 0, ""))
    is_decided = last_format == KNOCK_OUT and status != RoundStatus.DRAWN
    given = RoundCredit.objects.filter(round__in=valid)
    stages = list(Stage.objects.filter(tournament=tournament_id).select_related("tournament"))
    playing = still_playing(stages)
    return Moment(
        status=stages[0].tournament.status,
        names={entry.pk: entry.name for entry in entries},
        here=frozenset(
            e.pk
            for e in entries
            if e.status == EntryStatus.PRESENT
            and not e.outside_ranking
            and (playing is None or e.pk in playing)
        ),
        gone={e.pk: e.withdrawn_from or 1 for e in entries if e.status == EntryStatus.WITHDRAWN},
        gave_up=_given_up(valid),
        ranking=_ranking(tournament_id),
        rounds={number: status for number, status, _pk, _format in rounds},
        ids={number: pk for number, _status, pk, _format in rounds},
        brackets=frozenset(matches),
        credits={
            (number, entry): kind
            for number, entry, kind in given.values_list("round__number", "entry_id", "kind")
        },
        seats=_seats(tournament_id),
        overtaken=tuple(overtaken_in(tournament_id)),
        beside=_beside(valid, last) if is_decided else {},
    )


def _beside(valid: QuerySet[Round], last: int) -> dict[int, tuple[int | None, int]]:
    rounds = valid.filter(stage__rounds=last).select_related("tournament").order_by("number")
    return beside(list(rounds))


def _given_up(rounds: QuerySet[Round]) -> dict[int, tuple[int, int]]:
    entries = Entry.objects.filter(given_up__round__in=rounds.filter(stage__format=KNOCK_OUT))
    rows = entries.order_by("given_up").values_list("given_up", "given_up__round__number", "pk")
    return {table: (number, entry) for table, number, entry in rows}


def _ranking(tournament_id: int) -> dict[int, Line]:
    facts = standings_facts(tournament_id)
    if facts is None or not facts.rounds:
        return {}
    rows = standing_rows(facts.entries, facts.rounds, terms_of(facts))
    return {row.entry: Line(row.rank, row.total, tuple(row.values)) for row in rows}


def _seats(tournament_id: int) -> dict[tuple[int, int, int], tuple[str, int]]:
    rows = Seat.objects.filter(round__tournament=tournament_id).exclude(
        round__status=RoundStatus.VOID
    )
    names = dict(
        Player.objects.filter(tournament_seats__in=rows).distinct().values_list("pk", "name")
    )
    return {
        (number, table, seat): (names[player], entry)
        for number, table, seat, player, entry in rows.values_list(
            "round__number", "table__place__number", "seat", "player_id", "entry_id"
        )
    }
