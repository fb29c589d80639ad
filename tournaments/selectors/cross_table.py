"""The cross table of a round robin: everybody against everybody in one square. Reads only.

Words: a *cell* is the game of the entry in the row against the one in the column, from the row's
side.
"""

from dataclasses import dataclass

from scoring.rules import get_variant
from tournaments.deciding import Tally, balance
from tournaments.models import (
    Entry,
    EntryStatus,
    Round,
    RoundStatus,
    Seat,
    TableResult,
    Tournament,
)
from tournaments.selectors.publishing import published
from tournaments.selectors.results import corrected_tables


@dataclass(frozen=True, slots=True)
class Cell:
    """``state``: ``self`` (the diagonal), ``won``, ``lost``, ``even``, ``playing``, ``drawn`` (round
    and table are known), ``open``. Games won are None where one game is played.
    """

    state: str
    own: int | None = None
    theirs: int | None = None
    games: tuple[int, int] | None = None
    round: int | None = None
    table: int | None = None
    is_corrected: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """An entry with its cells, in the order of the lines; ``won`` games or tables so far."""

    number: int
    name: str
    has_left: bool
    cells: list[Cell]
    won: int
    points: int


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The square; ``best_of`` games at a table."""

    lines: list[Line]
    best_of: int


@dataclass(frozen=True, slots=True)
class _Found:
    """``met``: round, table and its number by two entries; ``results``: points and games won."""

    best_of: int
    low_is_good: bool
    rounds: dict[int, Round]
    met: dict[tuple[int, int], tuple[int, int, int]]
    results: dict[tuple[int, int], tuple[int, int]]
    corrected: set[int]


def cross_table(tournament: Tournament, *, public: bool = False) -> CrossTable | None:
    """The cross table of the round robin; None where none is drawn. For the public without the
    results that are not published yet.
    """
    stage = tournament.stages.filter(format="round-robin").order_by("number").first()
    if stage is None:
        return None
    rounds = {
        round_.pk: round_
        for round_ in stage.rounds.exclude(status=RoundStatus.VOID).defer("protocol")
    }
    if not rounds:
        return None
    newest = max(round_.number for round_ in rounds.values())
    shown = published(tournament).after if public else newest
    met = _met(rounds)
    results = {
        (table, entry): (points, games)
        for table, entry, points, games, number in TableResult.objects.filter(
            round__in=rounds
        ).values_list("table_id", "entry_id", "points", "games_won", "round__number")
        if number <= shown
    }
    drawn = {entry for pair in met for entry in pair}
    entries = [
        entry
        for entry in tournament.entries.order_by("number")
        if entry.pk in drawn or entry.status == EntryStatus.PRESENT
    ]
    found = _Found(
        stage.best_of,
        get_variant(tournament.variant).low_is_good,
        rounds,
        met,
        results,
        corrected_tables(round_ for round_ in rounds.values() if round_.number <= shown),
    )
    lines = [_line(entry, entries, found) for entry in entries]
    return CrossTable(lines, stage.best_of)


def _met(rounds: dict[int, Round]) -> dict[tuple[int, int], tuple[int, int, int]]:
    """For each two entries (both ways): round id, table id, the table's number."""
    tables: dict[tuple[int, int, int], dict[int, None]] = {}
    seats = Seat.objects.filter(round__in=rounds).order_by("round__number", "seat")
    for round_, table, number, entry in seats.values_list(
        "round_id", "table_id", "table__place__number", "entry_id"
    ):
        tables.setdefault((round_, table, number), {})[entry] = None
    return {
        (one, other): where
        for where, pair in tables.items()
        for one in pair
        for other in pair
        if one != other
    }


def _line(entry: Entry, entries: list[Entry], found: _Found) -> Line:
    cells = [_cell(entry.pk, other.pk, found) for other in entries]
    own = [figures for (_table, who), figures in found.results.items() if who == entry.pk]
    return Line(
        number=entry.number,
        name=entry.name,
        has_left=entry.status == EntryStatus.WITHDRAWN,
        cells=cells,
        won=sum(games for _points, games in own),
        points=sum(points for points, _games in own),
    )


def _cell(entry: int, other: int, found: _Found) -> Cell:
    if entry == other:
        return Cell("self")
    if (entry, other) not in found.met:
        return Cell("open")
    round_id, table, number = found.met[entry, other]
    round_ = found.rounds[round_id]
    own, theirs = found.results.get((table, entry)), found.results.get((table, other))
    if own is None or theirs is None:
        playing = round_.status == RoundStatus.PLAYING
        return Cell("playing" if playing else "drawn", round=round_.number, table=number)
    (points, games), (their_points, their_games) = own, theirs
    ahead = balance(
        Tally(games, points), Tally(their_games, their_points), low_is_good=found.low_is_good
    )
    return Cell(
        state="won" if ahead > 0 else "lost" if ahead < 0 else "even",
        own=points,
        theirs=their_points,
        games=(games, their_games) if found.best_of > 1 else None,
        round=round_.number,
        table=number,
        is_corrected=table in found.corrected,
    )
