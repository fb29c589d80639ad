"""What is read of the standings.

The public page asks for a version first and for rows only if that is new; a rebuild
asks for the rows of those lists only that it makes anew.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, TextField
from django.db.models.functions import Cast

from scoring.models import SheetStatus
from tournaments.chain_texts import criterion_label
from tournaments.fold import StandingRow
from tournaments.list_texts import ListName, list_names
from tournaments.lists import MAIN_LIST, TEAMS_LIST
from tournaments.models import Round, RoundStatus, Stage, Standing, StandingsState, Tournament
from tournaments.selectors.facts import COUNTING
from tournaments.selectors.publishing import Published, published_after

StoredRow = tuple[int, StandingRow]


def standings_stored(
    tournament_id: int, lists: Collection[tuple[str, int]]
) -> dict[tuple[str, int], dict[int, StoredRow]]:
    """The rows of these lists, each by its key and ``after_round``: entry → (row id, the row)."""
    stored: dict[tuple[str, int], dict[int, StoredRow]] = {each: {} for each in lists}
    rows = list(
        Standing.objects.filter(
            tournament_id=tournament_id,
            list_key__in={key for key, _after in lists},
            after_round__in={after for _key, after in lists},
        ).values_list(
            *("list_key", "after_round", "pk", "entry_id", "rank", "total", "tied", "team"),
            Cast("values", TextField()),
            Cast("reason", TextField()),
        )
    )
    # Parsed in one go: a call per row would cost more than the query.
    values = json.loads(f"[{','.join(row[-2] for row in rows)}]")
    reasons = json.loads(f"[{','.join(row[-1] or 'null' for row in rows)}]")
    for (key, after, pk, entry, rank, total, tied, team, *_texts), cells, reason in zip(
        rows, values, reasons, strict=True
    ):
        if (key, after) in stored:
            row = StandingRow(entry, rank, total, tied, cells, reason, team)
            stored[key, after][entry] = (pk, row)
    return stored


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
    """A list as a page shows it. ``after`` is 0 before the first round.

    ``methods`` are those of its stages. ``hidden`` rounds are kept back from the public,
    ``why_hidden`` says by what (see :class:`tournaments.selectors.publishing.Published`).
    ``lists`` are all lists of the tournament, of which this one is ``list_key``.
    """

    tournament: Tournament
    rows: list[Standing]
    after: int
    rounds: range
    chain: list[str]
    progress: Progress | None
    provisional: bool
    hidden: int
    why_hidden: str
    built_at: datetime | None
    methods: frozenset[str] = frozenset()
    list_key: str = MAIN_LIST
    lists: Sequence[ListName] = ()

    @property
    def is_teams(self) -> bool:
        return self.list_key == TEAMS_LIST

    @property
    def list_name(self) -> str:
        """What this list is called; "" for the main one."""
        names = {each.key: each.name for each in self.lists if each.key != MAIN_LIST}
        return names.get(self.list_key, "")

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
        Round.objects.filter(tournament=tournament, status__in=COUNTING)
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


def _stage_of(stages: list[Stage], number: int) -> Stage:
    """The stage that a round of that number belongs to."""
    last = 0
    for stage in stages:
        last += stage.planned_rounds
        if number <= last:
            return stage
    return stages[-1]


def standings_ranking(
    tournament: Tournament,
    *,
    public: bool,
    built_at: datetime | None,
    list_key: str = MAIN_LIST,
) -> Ranking:
    """The newest list; for the public only as far as it is published.

    The cells of a team's row get the ``name`` and ``number`` of the member they stand for.
    """
    stages = list(tournament.stages.order_by("number"))
    planned = sum(stage.planned_rounds for stage in stages)
    progress = standings_progress(tournament)
    newest, status = (progress.round, progress.status) if progress else (0, "")
    seen = Published(newest, newest)
    if public:
        seen = published_after(tournament, newest=newest, status=status, planned=planned)
    after = seen.after
    rows = (
        Standing.objects.filter(tournament=tournament, list_key=list_key, after_round=after)
        .select_related("entry")
        .order_by("rank", "entry__number")
    )
    listed = list(rows)
    if not any(cell["points"] is not None for row in listed for cell in row.values):
        listed = []  # everybody first with nothing is no ranking
    if list_key == TEAMS_LIST:
        _name_members(tournament, listed)
    open_round = progress is not None and progress.status == RoundStatus.PLAYING
    return Ranking(
        tournament=tournament,
        rows=listed,
        after=after,
        rounds=range(1, planned + 1),
        chain=_stage_of(stages, after).chain,
        progress=progress,
        provisional=open_round and after == newest,
        hidden=seen.kept_back,
        why_hidden=seen.why,
        built_at=built_at,
        methods=frozenset(stage.format for stage in stages),
        list_key=list_key,
        lists=list_names(tournament),
    )


def _name_members(tournament: Tournament, rows: Sequence[Standing]) -> None:
    members = {
        pk: (number, name)
        for pk, number, name in tournament.entries.exclude(team="").values_list(
            "pk", "number", "name"
        )
    }
    for row in rows:
        for cell in row.values:
            cell["number"], cell["name"] = members.get(cell.get("entry"), (None, ""))
