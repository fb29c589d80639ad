"""The bracket of a knock-out: who met whom, who goes on, and which places are still open.

Reads only, in a number of queries that does not grow with the games.

Words: a *match* is a place in the bracket with two *slots*; a *bye* is a match with one entry, who
goes on without a game. Rounds that are not drawn yet follow from those that are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tournaments.formats import KNOCK_OUT
from tournaments.models import (
    Entry,
    EntryStatus,
    Round,
    RoundStatus,
    Seat,
    Stage,
    Table,
    TableGame,
    TableResult,
    Tournament,
)
from tournaments.round_texts import knock_out_round
from tournaments.selectors.knock_out import brackets_of, winners_of
from tournaments.selectors.publishing import published
from tournaments.selectors.results import corrected_tables
from tournaments.selectors.series import won_by_table

NOBODY = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """One side of a match. ``state``: ``won``, ``lost``, ``in`` (not decided), ``open`` (not known
    yet). ``score``: games won, or points where one game is played; None as long as nothing counts.
    ``gave_up``: this match is lost because its entry left in the middle of it. ``is_substitute``:
    somebody outside the ranking played it for nobody. ``number``: the entry's start number.
    """

    name: str = ""
    state: str = "open"
    score: int | None = None
    has_left: bool = False
    gave_up: bool = False
    is_substitute: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """Two slots. ``table`` is None where nothing is played (a bye, or not drawn yet)."""

    slots: tuple[Slot, Slot]
    table: int | None = None
    is_bye: bool = False
    is_playing: bool = False
    is_corrected: bool = False


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round with its matches from top to bottom; ``number`` None: not drawn yet."""

    title: str
    matches: list[Match]
    number: int | None = None
    status: str = ""
    third: Match | None = None


@dataclass(frozen=True, slots=True)
class Bracket:
    """All rounds to the final; ``winner`` is "" until there is one. ``best_of`` games at a table."""

    rounds: list[BracketRound]
    best_of: int
    winner: str = ""
    stage: Stage | None = None


@dataclass(slots=True)
class _Found:
    names: dict[int, str]
    numbers: dict[int, int]
    left: set[int]
    outside: set[int]
    given_up: dict[int, int | None] = field(default_factory=dict)
    tables: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    slots: Mapping[int, list[int]] = field(default_factory=dict)
    winners: Mapping[int, Mapping[int, int | None]] = field(default_factory=dict)
    scores: dict[tuple[int, int], int] = field(default_factory=dict)
    corrected: set[int] = field(default_factory=set)


def bracket(tournament: Tournament, *, public: bool = False) -> Bracket | None:
    """The bracket, None before the knock-out is drawn; for the public without the results that are
    not published yet.
    """
    stage = tournament.stages.filter(format=KNOCK_OUT).order_by("number").first()
    if stage is None:
        return None
    stage.tournament = tournament
    rounds = list(stage.rounds.exclude(status=RoundStatus.VOID).order_by("number"))
    if not rounds:
        return None
    shown = published(tournament).after if public else rounds[-1].number
    found = _read(tournament, stage, rounds, shown)
    drawn = [_drawn_round(round_, found) for round_ in rounds]
    following = _following(rounds[-1], found)
    shown_rounds = [*drawn, *_open_rounds(following, found)]
    winner = following[0] if len(following) == 1 else NOBODY
    return Bracket(shown_rounds, stage.best_of, found.names.get(winner, ""), stage)


def has_bracket(tournament: Tournament) -> bool:
    """Whether a stage of the tournament is a knock-out."""
    return tournament.stages.filter(format=KNOCK_OUT).exists()


def _read(tournament: Tournament, stage: Stage, rounds: Sequence[Round], shown: int) -> _Found:
    entries = list(
        Entry.objects.filter(tournament=tournament).only(
            "number", "name", "status", "outside_ranking"
        )
    )
    found = _Found(
        names={entry.pk: entry.name for entry in entries},
        numbers={entry.pk: entry.number for entry in entries},
        left={entry.pk for entry in entries if entry.status == EntryStatus.WITHDRAWN},
        outside={entry.pk for entry in entries if entry.outside_ranking},
    )
    seats = Seat.objects.filter(round__in=rounds).values_list(
        "round_id", "entry_id", "table_id", "table__place__number"
    )
    found.tables = {(r, entry): (table, number) for r, entry, table, number in seats}
    found.slots = {
        pk: [one or NOBODY for one in slots] for pk, slots in brackets_of(rounds).items()
    }
    visible = [round_ for round_ in rounds if round_.number <= shown]
    tables = Table.objects.filter(round__in=visible)
    found.given_up = dict(tables.values_list("pk", "given_up_by"))
    found.winners = winners_of(visible)
    for before, after in pairwise(rounds):
        if before.pk in found.winners:
            _went_on(found, before, after)
    results = TableResult.objects.filter(round__in=visible).values_list(
        "table_id", "entry_id", "games_won", "points"
    )
    found.corrected = corrected_tables(visible)
    single = stage.best_of == 1
    found.scores = {
        (table, entry): points if single else games for table, entry, games, points in results
    }
    _running_scores(stage, visible, found)
    return found


def _went_on(found: _Found, before: Round, after: Round) -> None:
    """Who stands in the next round has gone on, even if the result was put right since."""
    seen = {one for one in found.slots[after.pk] if one != NOBODY}
    tables: dict[int, list[int]] = {}
    for (round_id, entry), (table, _number) in found.tables.items():
        if round_id == before.pk:
            tables.setdefault(table, []).append(entry)
    went_on = {
        table: there[0]
        for table, pair in tables.items()
        if len(there := [entry for entry in pair if entry in seen]) == 1
    }
    found.winners = {**found.winners, before.pk: {**found.winners[before.pk], **went_on}}


def _running_scores(stage: Stage, rounds: Sequence[Round], found: _Found) -> None:
    """How a series stands that is not decided yet."""
    playing = [round_ for round_ in rounds if round_.status == RoundStatus.PLAYING]
    if stage.best_of == 1 or not playing:
        return
    by_table: dict[int, list[TableGame]] = {}
    games = TableGame.objects.filter(table__round__in=playing).select_related("sheet")
    for game in games.order_by("number"):
        by_table.setdefault(game.table_id, []).append(game)
    won = won_by_table(stage, by_table)
    sides = Seat.objects.filter(table__in=by_table).values_list("table_id", "entry_id", "side")
    for table, entry, side in sides:
        if any(won[table]):
            found.scores.setdefault((table, entry), won[table][side])


def _drawn_round(round_: Round, found: _Found) -> BracketRound:
    slots = found.slots[round_.pk]
    pairs = list(zip(slots[::2], slots[1::2], strict=True))
    third = None
    if len(slots) == 2:
        others = [e for (r, e) in found.tables if r == round_.pk and e not in slots]
        if len(others) == 2:
            third = _match(round_, (others[0], others[1]), found)
    return BracketRound(
        title=knock_out_round(len(slots)),
        matches=[_match(round_, pair, found) for pair in pairs],
        number=round_.number,
        status=round_.status,
        third=third,
    )


def _match(round_: Round, pair: tuple[int, int], found: _Found) -> Match:
    one, other = pair
    if NOBODY in pair:
        alone = one or other
        return Match((_waiting(alone, found), Slot()), is_bye=bool(alone))
    table, number = found.tables.get((round_.pk, one), (0, None))
    winner = found.winners.get(round_.pk, {}).get(table)
    return Match(
        slots=(
            _slot(one, table, winner, found),
            _slot(other, table, winner, found),
        ),
        table=number,
        is_playing=round_.status == RoundStatus.PLAYING and winner is None,
        is_corrected=table in found.corrected,
    )


def _slot(entry: int, table: int, winner: int | None, found: _Found) -> Slot:
    state = "in" if winner is None else "won" if winner == entry else "lost"
    score = found.scores.get((table, entry))
    return Slot(
        name=found.names.get(entry, ""),
        state=state,
        score=score,
        has_left=entry in found.left,
        gave_up=found.given_up.get(table) == entry,
        is_substitute=entry in found.outside,
        number=found.numbers.get(entry),
    )


def _waiting(entry: int, found: _Found) -> Slot:
    """Who is in and has not played here; an open slot where that is nobody yet."""
    if entry not in found.names:
        return Slot()
    return Slot(found.names[entry], "in", has_left=entry in found.left, number=found.numbers[entry])


def _following(round_: Round, found: _Found) -> list[int]:
    """Who stands in the slots of the round after this one, ``NOBODY`` where that is open."""
    slots = found.slots[round_.pk]
    following = []
    for one, other in zip(slots[::2], slots[1::2], strict=True):
        if NOBODY in (one, other):
            following.append(one or other)
            continue
        table, _number = found.tables.get((round_.pk, one), (0, None))
        following.append(found.winners.get(round_.pk, {}).get(table) or NOBODY)
    return following


def _open_rounds(slots: Sequence[int], found: _Found) -> list[BracketRound]:
    rounds = []
    while len(slots) > 1:
        matches = []
        for pair in zip(slots[::2], slots[1::2], strict=True):
            one, other = (_waiting(entry, found) for entry in pair)
            matches.append(Match((one, other)))
        rounds.append(BracketRound(knock_out_round(len(slots)), matches))
        slots = [NOBODY] * (len(slots) // 2)
    return rounds
