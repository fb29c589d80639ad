"""Where a knock-out's bracket stands as it was drawn although a result was put right since. Reads only.

Words: a round is *overtaken* at a table of the round before if it seats somebody else than the one
who has won that table by the figures of today.
"""

from dataclasses import dataclass
from itertools import pairwise

from tournaments.formats import KNOCK_OUT
from tournaments.models import Round, RoundStatus, Seat
from tournaments.selectors.knock_out import brackets_of, winners_of
from tournaments.selectors.stages import written_in


@dataclass(frozen=True, slots=True)
class Overtaken:
    """``winner`` (None: nobody) has won the table of the round, ``seated`` plays in the next one.

    ``is_untouched``: nobody has written anything in the next round, so it can be drawn anew.
    ``is_reopened``: the round is played on, so its tables can still be decided.
    """

    round: int
    table: int
    table_id: int
    winner: int | None
    seated: int
    next: int
    next_status: str
    is_untouched: bool
    is_reopened: bool = False


def overtaken_in(tournament_id: int) -> list[Overtaken]:
    """Every table whose winner of today is not the one who went on, in the order of the rounds."""
    rounds = list(
        Round.objects.filter(tournament=tournament_id, stage__format=KNOCK_OUT)
        .exclude(status=RoundStatus.VOID)
        .select_related("tournament")
        .order_by("stage__number", "number")
    )
    if len(rounds) < 2:
        return []
    slots: dict[int, list[int | None]] = {}
    for stage in dict.fromkeys(round_.stage_id for round_ in rounds):
        slots |= brackets_of([round_ for round_ in rounds if round_.stage_id == stage])
    winners = winners_of(rounds)
    pairs: dict[tuple[int, int, int], dict[int, None]] = {}
    seats = Seat.objects.filter(round__in=rounds).order_by("table__place__number", "seat")
    for round_id, table_id, number, entry in seats.values_list(
        "round_id", "table_id", "table__place__number", "entry_id"
    ):
        pairs.setdefault((round_id, table_id, number), {})[entry] = None
    written = written_in(rounds)
    found = []
    for before, after in pairwise(rounds):
        if before.stage_id != after.stage_id:
            continue
        seated = {*slots[after.pk]}
        for (round_id, table_id, number), pair in pairs.items():
            there = [entry for entry in pair if entry in seated]
            winner = winners[before.pk].get(table_id)
            if round_id != before.pk or len(there) != 1 or there[0] == winner:
                continue
            found.append(
                Overtaken(
                    before.number,
                    number,
                    table_id,
                    winner,
                    there[0],
                    after.number,
                    after.status,
                    after.pk not in written,
                    before.status == RoundStatus.PLAYING,
                )
            )
    return found
