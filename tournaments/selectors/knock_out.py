"""Who has won a table of a knock-out, and who is still in. Reads only.

Words: a table is *decided* by its confirmed result, or by one side having left for good. Whoever
goes home before having won enough games has given up: the other one goes on, however it stood. The
game for place three is a table like any other: both of its sides are out already.
"""

from collections.abc import Iterable, Mapping, Sequence

from scoring.rules import get_variant
from tournaments.deciding import Tally, balance
from tournaments.draw import DrawError
from tournaments.draw.knock_out import brackets
from tournaments.models import Entry, EntryStatus, Round, Seat, Stage, TableResult
from tournaments.selectors.stages import round_history

NOTHING = Tally(0, 0)


def winners_of(rounds: Iterable[Round]) -> dict[int, dict[int, int | None]]:
    """For each round, table by table, the entry that has won; None where nothing decides yet."""
    wanted = list(rounds)
    if not wanted:
        return {}
    low_is_good = get_variant(wanted[0].tournament.variant).low_is_good
    sides: dict[tuple[int, int], dict[int, None]] = {}
    seats = Seat.objects.filter(round__in=wanted).order_by("table__place__number", "seat")
    for round_id, table_id, entry_id in seats.values_list("round_id", "table_id", "entry_id"):
        sides.setdefault((round_id, table_id), {})[entry_id] = None
    tallies: dict[int, dict[int, Tally]] = {}
    results = TableResult.objects.filter(round__in=wanted)
    for table_id, entry_id, games, points in results.values_list(
        "table_id", "entry_id", "games_won", "points"
    ):
        tallies.setdefault(table_id, {})[entry_id] = Tally(games, points)
    gone = dict(
        Entry.objects.filter(
            tournament_id=wanted[0].tournament_id, status=EntryStatus.WITHDRAWN
        ).values_list("pk", "withdrawn_from")
    )
    given_up = _given_up(wanted, gone) if gone else {}
    found: dict[int, dict[int, int | None]] = {round_.pk: {} for round_ in wanted}
    for (round_id, table_id), pair in sides.items():
        winner = _winner(list(pair), tallies.get(table_id, {}), gone, low_is_good=low_is_good)
        if winner in (enough := given_up.get(round_id, {})):
            other = next(entry for entry in pair if entry != winner)
            if tallies.get(table_id, {}).get(winner, NOTHING).games < enough[winner]:
                winner = None if other in enough else other
        found[round_id][table_id] = winner
    return found


def _given_up(rounds: Sequence[Round], gone: Mapping[int, int | None]) -> dict[int, dict[int, int]]:
    """Per round, who left in it or right after it, and how many games they need to have won."""
    best_of = dict(Stage.objects.filter(rounds__in=rounds).distinct().values_list("pk", "best_of"))
    return {
        round_.pk: {
            entry: best_of[round_.stage_id] // 2 + 1
            for entry, left in gone.items()
            if left == round_.number + 1
        }
        for round_ in rounds
    }


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


def _winner(
    pair: Sequence[int],
    tallies: dict[int, Tally],
    gone: dict[int, int | None],
    *,
    low_is_good: bool,
) -> int | None:
    if len(pair) != 2:
        return None
    one, other = pair
    if one in tallies and other in tallies:
        ahead = balance(tallies[one], tallies[other], low_is_good=low_is_good)
        if ahead:
            return one if ahead > 0 else other
    left = [entry for entry in pair if entry not in gone]
    return left[0] if len(left) == 1 else None
