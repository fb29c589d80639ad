"""Where a tournament stands: its stage, the rounds it has and lacks, who plays in them.

Reads only; what the services of the rounds and the pages both ask.
"""

from collections.abc import Iterable, Sequence

from django.db.models import Q

from scoring.models import ScoreSheet, SheetStatus
from tournaments.draw import DrawnRound
from tournaments.models import (
    Entry,
    EntryStatus,
    Round,
    RoundCredit,
    RoundStatus,
    Seat,
    Stage,
    TableGame,
    Tournament,
)

#: Methods that seat people by what they have scored so far.
NEEDS_RESULTS = frozenset({"swiss", "knock-out"})

#: A round in one of these states has begun.
STARTED = (RoundStatus.PLAYING, RoundStatus.CLOSED)

#: A sheet in one of these states needs nobody any more.
SETTLED = (SheetStatus.CONFIRMED, SheetStatus.VOID)


def written_in(rounds: Iterable[Round]) -> set[int]:
    """The rounds, by id, on whose sheets anything was written: a deal or typed totals."""
    something = Q(deals__isnull=False) | Q(totals_entries__isnull=False)
    sheets = ScoreSheet.objects.filter(something, table_game__table__round__in=rounds)
    return set(sheets.values_list("table_game__table__round_id", flat=True).distinct())


def current_stage(tournament: Tournament) -> Stage:
    """The first stage that still lacks rounds, or the last one."""
    stages = list(tournament.stages.order_by("number"))
    return next((s for s in stages if missing_numbers(s, valid_rounds(s))), stages[-1])


def stage_now(tournament: Tournament) -> tuple[Stage, bool]:
    """The stage for which it is settled who plays; whether it is still to be chosen for the next."""
    stage = current_stage(tournament)
    if has_begun(stage):
        return stage, False
    return tournament.stages.get(number=stage.number - 1), True


def valid_rounds(stage: Stage) -> list[Round]:
    """The stage's rounds that are not void, by number."""
    return list(stage.rounds.exclude(status=RoundStatus.VOID).order_by("number"))


def first_number(stage: Stage) -> int:
    """The number of the stage's first round: numbers run through the whole tournament."""
    if stage.number == 1:
        return 1
    earlier = Stage.objects.filter(tournament_id=stage.tournament_id, number__lt=stage.number)
    return 1 + sum(earlier.values_list("planned_rounds", flat=True))


def last_number(stage: Stage) -> int:
    """The number of the stage's last planned round."""
    return first_number(stage) + stage.planned_rounds - 1


def last_stage(tournament: Tournament) -> Stage:
    """The stage after which the tournament is over."""
    return list(tournament.stages.order_by("number"))[-1]


def planned_rounds(tournament: Tournament) -> int:
    """How many rounds all stages have together."""
    return sum(tournament.stages.values_list("planned_rounds", flat=True))


def all_played(tournament: Tournament) -> bool:
    """Whether every planned round of every stage is closed."""
    closed = tournament.rounds.filter(status=RoundStatus.CLOSED).count()
    return closed >= planned_rounds(tournament)


def missing_numbers(stage: Stage, rounds: Iterable[Round]) -> list[int]:
    """The numbers of the stage's planned rounds that have no valid round."""
    taken, first = {round_.number for round_ in rounds}, first_number(stage)
    planned = range(first, first + stage.planned_rounds)
    return [number for number in planned if number not in taken]


def has_begun(stage: Stage) -> bool:
    """Whether it is settled who plays in the stage; in the first one everybody does."""
    return stage.number == 1 or stage.qualified is not None


def playing_in(entries: Iterable[Entry], number: int, table: int) -> list[Entry]:
    """Who plays or waits in round ``number``, ``table`` entries making a table.

    Substitutes outside the ranking are taken only where they fill the last table;
    where they would just wait themselves they are left out.
    """
    here = [entry for entry in entries if _is_in(entry, number)]
    ranked = [entry for entry in here if not entry.outside_ranking]
    substitutes = [entry for entry in here if entry.outside_ranking]
    empty = -len(ranked) % table
    return ranked + substitutes[:empty] if len(substitutes) >= empty else ranked


def _is_in(entry: Entry, number: int) -> bool:
    if entry.joined_round > number:
        return False
    if entry.status == EntryStatus.WITHDRAWN:
        return entry.withdrawn_from is not None and number < entry.withdrawn_from
    return entry.status == EntryStatus.PRESENT


def entries_per_table(stage: Stage, tournament: Tournament) -> int:
    """How many entries make a table: its seats, or fewer where an entry is a team."""
    return stage.table_size // tournament.team_size


def round_history(rounds: Sequence[Round]) -> list[DrawnRound]:
    """Stored rounds as they were drawn: entry ids in seat order, teams once per table."""
    tables: dict[int, dict[int, dict[int, None]]] = {round_.pk: {} for round_ in rounds}
    waiting: dict[int, list[int]] = {round_.pk: [] for round_ in rounds}
    seats = Seat.objects.filter(round__in=rounds).order_by("table__place__number", "seat")
    for round_id, table_id, entry_id in seats.values_list("round_id", "table_id", "entry_id"):
        tables[round_id].setdefault(table_id, {})[entry_id] = None
    waits = RoundCredit.objects.filter(round__in=rounds, kind=RoundCredit.Kind.WAIT)
    for round_id, entry_id in waits.order_by("pk").values_list("round_id", "entry_id"):
        waiting[round_id].append(entry_id)
    return [
        DrawnRound(tuple(tuple(t) for t in tables[r.pk].values()), tuple(waiting[r.pk]))
        for r in rounds
    ]


def tables_missing(round_: Round) -> list[int]:
    """Numbers of the tables whose sheets still need somebody."""
    open_games = TableGame.objects.filter(table__round=round_).exclude(sheet__status__in=SETTLED)
    return sorted(set(open_games.values_list("table__place__number", flat=True)))


def newest_round(tournament: Tournament) -> int:
    """The id of the round that was drawn last, void ones included; 0 before the first."""
    return tournament.rounds.order_by("-pk").values_list("pk", flat=True).first() or 0
