"""Who has won a table of a knock-out, and who is still in. Reads only.

Words: a table is *decided* by who has given up in it, or has left the seat to a substitute who plays
for nobody; else by its confirmed result; where there is none, by one side having gone home. Whoever
leaves after having won has won: the place in the next round stays empty, and the neighbour goes on.
The game for place three is a table like any other: both of its sides are out already.
"""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence

from django.db.models import Q

from scoring.rules import get_variant
from tournaments.deciding import Tally, balance
from tournaments.draw import DrawError
from tournaments.draw.knock_out import brackets
from tournaments.models import Entry, EntryStatus, Round, RoundStatus, Seat, TableResult
from tournaments.selectors.stages import round_history


def winners_of(rounds: Iterable[Round]) -> dict[int, dict[int, int | None]]:
    """For each round, table by table, the entry that has won; None where nothing decides yet."""
    wanted = list(rounds)
    if not wanted:
        return {}
    low_is_good = get_variant(wanted[0].tournament.variant).low_is_good
    sides: dict[tuple[int, int], dict[int, None]] = {}
    seats = Seat.objects.filter(round__in=wanted).order_by("table__place__number", "seat")
    given_up: dict[int, int | None] = {}
    for round_id, table_id, entry_id, loser in seats.values_list(
        "round_id", "table_id", "entry_id", "table__given_up_by"
    ):
        sides.setdefault((round_id, table_id), {})[entry_id] = None
        given_up[table_id] = loser
    tallies: dict[int, dict[int, Tally]] = {}
    results = TableResult.objects.filter(round__in=wanted)
    for table_id, entry_id, games, points in results.values_list(
        "table_id", "entry_id", "games_won", "points"
    ):
        tallies.setdefault(table_id, {})[entry_id] = Tally(games, points)
    left, outside = _leavers(wanted[0].tournament_id)
    by_id = {round_.pk: round_ for round_ in wanted}
    found: dict[int, dict[int, int | None]] = {pk: {} for pk in by_id}
    for (round_id, table_id), pair in sides.items():
        round_ = by_id[round_id]
        away_by = round_.number + (round_.status == RoundStatus.CLOSED)
        losers = {e for e in pair if e in outside or e == given_up[table_id]}
        absent = {e for e in pair if e in left and left[e] <= away_by}
        found[round_id][table_id] = (
            _only_one(pair, without=losers)
            or _ahead(pair, tallies.get(table_id, {}), low_is_good=low_is_good)
            or _only_one(pair, without=absent)
        )
    return found


def _leavers(tournament_id: int) -> tuple[dict[int, int], set[int]]:
    """From which round on entries are away, and who plays for nobody."""
    entries = Entry.objects.filter(tournament=tournament_id).filter(
        Q(status=EntryStatus.WITHDRAWN) | Q(outside_ranking=True)
    )
    left: dict[int, int] = {}
    outside: set[int] = set()
    for pk, status, away, is_outside in entries.values_list(
        "pk", "status", "withdrawn_from", "outside_ranking"
    ):
        if is_outside:
            outside.add(pk)
        if status == EntryStatus.WITHDRAWN:
            left[pk] = away or 1
    return left, outside


def _only_one(pair: Iterable[int], *, without: Container[int]) -> int | None:
    """The one of two who is left; None where that is both, or nobody."""
    there = [entry for entry in pair if entry not in without]
    return there[0] if len(there) == 1 else None


def _ahead(pair: Collection[int], tallies: Mapping[int, Tally], *, low_is_good: bool) -> int | None:
    """Who of two is ahead by a confirmed result."""
    if len(pair) != 2 or any(entry not in tallies for entry in pair):
        return None
    one, other = pair
    ahead = balance(tallies[one], tallies[other], low_is_good=low_is_good)
    return None if not ahead else one if ahead > 0 else other


def beside(rounds: Sequence[Round]) -> dict[int, tuple[int | None, int]]:
    """Whom each entry that has a place in the next round meets there: (entry, 0), or (None, table) where
    the table with that number has yet to decide it. Nobody whose neighbour's place stays empty.
    """
    last = rounds[-1]
    slots = brackets_of(rounds)[last.pk]
    winners = winners_of([last])[last.pk]
    seats = Seat.objects.filter(round=last).select_related("table__place")
    tables = {seat.entry_id: seat.table for seat in seats}
    places: list[tuple[int | None, int]] = []
    for one, other in zip(slots[::2], slots[1::2], strict=True):
        table = tables.get(one) if one and other else None
        winner = winners[table.pk] if table else one or other
        places.append((winner, table.place.number if table and winner is None else 0))
    pairs = list(zip(places[::2], places[1::2], strict=False))
    meeting = [*pairs, *((other, one) for one, other in pairs)]
    return {one: other for (one, _table), other in meeting if one and any(other)}


def still_in(rounds: Sequence[Round]) -> set[int]:
    """The entries that have not lost: whoever the last round's bracket holds, less who lost in it.

    A result of an earlier round that was put right since does not change who went on from it.
    """
    last = rounds[-1]
    bracket = brackets_of(rounds)[last.pk]
    winners = winners_of([last])[last.pk]
    seats = Seat.objects.filter(round=last).values_list("table_id", "entry_id")
    lost = {entry for table, entry in seats if winners[table] not in {None, entry}}
    return {one for one in bracket if one is not None} - lost


def brackets_of(rounds: Sequence[Round]) -> dict[int, list[int | None]]:
    """The slots of each of a knock-out's rounds from the first on, by what is seated in them.

    Where seats were put right so that nothing follows from them, the slots as they were drawn.
    """
    try:
        slots = brackets(round_history(rounds))
    except DrawError:
        slots = [round_.protocol["bracket"] for round_ in rounds]
    return {
        round_.pk: [None if one is None else int(one) for one in each]
        for round_, each in zip(rounds, slots, strict=True)
    }
