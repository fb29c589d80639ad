"""What standings are made from, and what is read of them.

The rebuild reads all facts in one statement, so that they belong to one moment;
the public page asks for a version first and for rows only if that is new.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import (
    BigIntegerField,
    CharField,
    Count,
    F,
    IntegerField,
    JSONField,
    Q,
    QuerySet,
    Value,
)
from django.db.models.functions import Cast

from scoring.models import SheetStatus
from scoring.rules import get_variant
from tournaments.chain_texts import criterion_label
from tournaments.fold import EntryFacts, Result
from tournaments.models import (
    Entry,
    EntryStatus,
    Round,
    RoundCredit,
    RoundStatus,
    Standing,
    StandingsState,
    TableResult,
    Tournament,
)
from tournaments.models.standing import MAIN_LIST

COUNTING = [RoundStatus.PLAYING, RoundStatus.CLOSED]
NO_NUMBER = Cast(Value(None), BigIntegerField())  # a bare NULL is text to PostgreSQL
NO_TEXT = Value("", CharField())
NO_JSON = Value(None, JSONField())
COLUMNS = ("kind", "owner", "index", "a", "b", "c", "d", "text", "rule", "data")


@dataclass(slots=True)
class Facts:
    """Everything a rebuild needs, as of one moment. ``rounds`` are the statuses in order."""

    wanted: int
    built: int
    chain: list[str]
    low_is_good: bool
    credit_rule: str
    credit_points: int | None
    seed: int
    rounds: list[str] = field(default_factory=list)
    entries: dict[int, EntryFacts] = field(default_factory=dict)


def _columns(rows: QuerySet[Any], **given: Any) -> QuerySet[Any]:
    """The common columns of the one statement; what is not given is empty.

    Aliases start with ``f_``: a model's own field of the same name must not get in the way.
    """
    empty = {"text": NO_TEXT, "rule": NO_TEXT, "data": NO_JSON}
    values = {f"f_{name}": given.get(name, empty.get(name, NO_NUMBER)) for name in COLUMNS}
    columns: QuerySet[Any] = rows.order_by().annotate(**values).values_list(*values)
    return columns


def _number(name: str) -> Cast:
    return Cast(name, BigIntegerField())


def standings_facts(tournament_id: int) -> Facts | None:
    """All facts of a tournament in one query; None where it has no standings state yet."""
    first = {"tournament_id": tournament_id, "round__stage__number": 1}
    statement = _columns(
        Tournament.objects.filter(
            pk=tournament_id, stages__number=1, standings_state__isnull=False
        ),
        kind=Value("tournament", CharField()),
        a=_number("standings_state__wanted"),
        b=_number("standings_state__built"),
        c=_number("credit_points"),
        d=_number("stages__seed"),
        text=F("variant"),
        rule=F("credit_rule"),
        data=F("stages__chain"),
    ).union(
        _columns(
            Round.objects.filter(tournament_id=tournament_id, stage__number=1, status__in=COUNTING),
            kind=Value("round", CharField()),
            index=_number("number"),
            text=F("status"),
        ),
        _columns(
            Entry.objects.filter(tournament_id=tournament_id, outside_ranking=False),
            kind=Value("entry", CharField()),
            owner=_number("id"),
            a=_number("withdrawn_from"),
            text=F("status"),
        ),
        _columns(
            TableResult.objects.filter(**first, round__status__in=COUNTING),
            kind=Value("result", CharField()),
            owner=_number("entry_id"),
            index=_number("round__number"),
            a=_number("points"),
            b=_number("against"),
            c=_number("matches"),
            d=_number("games_won"),
            text=Cast(Cast("corrected", IntegerField()), CharField()),
            data=F("opponents"),
        ),
        _columns(
            RoundCredit.objects.filter(**first, round__status__in=COUNTING),
            kind=Value("credit", CharField()),
            owner=_number("entry_id"),
            index=_number("round__number"),
            text=F("kind"),
        ),
        all=True,
    )
    return _gather(list(statement))


def _gather(rows: list[tuple[Any, ...]]) -> Facts | None:
    kinds: dict[str, list[tuple[Any, ...]]] = {}
    for kind, *rest in rows:
        kinds.setdefault(kind, []).append(tuple(rest))
    if "tournament" not in kinds:
        return None
    _owner, _index, wanted, built, credit_points, seed, variant, rule, chain = kinds["tournament"][
        0
    ]
    facts = Facts(
        wanted=wanted,
        built=built,
        chain=chain,
        low_is_good=get_variant(variant).low_is_good,
        credit_rule=rule,
        credit_points=credit_points,
        seed=seed,
    )
    numbers = sorted((row[1], row[6]) for row in kinds.get("round", []))
    facts.rounds = [status for _number_, status in numbers]
    position = {number: index for index, (number, _status) in enumerate(numbers)}
    known = {row[0]: EntryFacts(withdrawn_from=row[2]) for row in kinds.get("entry", [])}
    seen = {row[0] for row in kinds.get("entry", []) if row[6] != EntryStatus.ANNOUNCED}
    for owner, number, a, b, c, d, text, _rule, data in kinds.get("result", []):
        if owner in known:
            seen.add(owner)
            known[owner].results[position[number]] = Result(
                points=a,
                against=b,
                matches=c,
                games_won=d,
                corrected=text == "1",
                opponents=tuple(data or ()),
            )
    for owner, number, *_figures, kind, _rule, _data in kinds.get("credit", []):
        if owner in known:
            seen.add(owner)
            known[owner].credits[position[number]] = kind
    facts.entries = {owner: known[owner] for owner in sorted(seen)}
    return facts


def standings_stored(tournament_id: int) -> dict[tuple[int, int], tuple[int, tuple[Any, ...]]]:
    """What stands in the main list now: (after_round, entry) → (row id, its figures)."""
    rows = Standing.objects.filter(tournament_id=tournament_id, list_key=MAIN_LIST).values_list(
        "after_round", "entry_id", "pk", "rank", "total", "tied", "values", "reason"
    )
    return {(after, entry): (pk, tuple(figures)) for after, entry, pk, *figures in rows}


def standings_state(tournament_id: int) -> StandingsState:
    """The built version and its time, for ETags and polls: one row, no standings touched."""
    state = StandingsState.objects.filter(pk=tournament_id).first()
    return state or StandingsState(tournament_id=tournament_id)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the evening is: the newest counting round and its tables."""

    round: int
    status: str
    tables: int
    confirmed: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """A list as a page shows it. ``after`` is 0 before the first round."""

    tournament: Tournament
    rows: list[Standing]
    after: int
    rounds: range
    chain: list[str]
    progress: Progress | None
    provisional: bool
    hidden: int
    built_at: datetime | None

    @property
    def open_rounds(self) -> range:
        """The planned rounds that this list knows nothing of yet."""
        return range(self.after + 1, self.rounds.stop)

    @property
    def chain_texts(self) -> list[str]:
        return [criterion_label(key) for key in self.chain]


def standings_progress(tournament: Tournament) -> Progress | None:
    """The newest round that is or was played, and how many of its tables are confirmed."""
    newest = (
        Round.objects.filter(tournament=tournament, stage__number=1, status__in=COUNTING)
        .annotate(
            table_count=Count("tables", distinct=True),
            open_count=Count(
                "tables",
                distinct=True,
                filter=~Q(tables__games__sheet__status=SheetStatus.CONFIRMED),
            ),
        )
        .order_by("-number")
        .first()
    )
    if newest is None:
        return None
    confirmed = newest.table_count - newest.open_count
    return Progress(newest.number, newest.status, newest.table_count, confirmed)


def standings_ranking(
    tournament: Tournament, *, public: bool, built_at: datetime | None
) -> Ranking:
    """The newest list; for the public without the hidden last rounds, until they are revealed."""
    stage = tournament.stages.get(number=1)
    progress = standings_progress(tournament)
    newest = progress.round if progress else 0
    after = newest
    if public and tournament.hidden_rounds and tournament.revealed_at is None:
        after = min(newest, max(stage.planned_rounds - tournament.hidden_rounds, 0))
    rows = (
        Standing.objects.filter(tournament=tournament, list_key=MAIN_LIST, after_round=after)
        .select_related("entry")
        .order_by("rank", "entry__number")
    )
    listed = list(rows)
    if not any(cell["points"] is not None for row in listed for cell in row.values):
        listed = []  # everybody first with nothing is no ranking
    open_round = progress is not None and progress.status == RoundStatus.PLAYING
    return Ranking(
        tournament=tournament,
        rows=listed,
        after=after,
        rounds=range(1, stage.planned_rounds + 1),
        chain=stage.chain,
        progress=progress,
        provisional=open_round and after == newest,
        hidden=newest - after,
        built_at=built_at,
    )
