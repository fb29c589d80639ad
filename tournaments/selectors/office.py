"""The wall of tables: what every table is doing, and who needs somebody now.

Reads only; the number of queries does not grow with the tables.

Words: a table's *state* is one of ``table_states.STATES``, in the order in which the office wants
to see them; *quiet* is the time since the last entry, in minutes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import NamedTuple

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, Max, OuterRef, Q
from django.db.models.expressions import Combinable
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.context import Deadline
from scoring.models import Confirmation, Deal, ScoreSheet, TotalsEntry
from scoring.rules import get_variant
from scoring.second_typing import Typing, Typist, typing_of
from tournaments.models import (
    EntryPlayer,
    EntryStatus,
    Round,
    RoundStatus,
    Seat,
    Table,
    TableGame,
    Tournament,
    TournamentStatus,
)
from tournaments.selectors.clock import deadline, public_ask, round_clock
from tournaments.selectors.series import current_of, won_by_table
from tournaments.selectors.stages import current_stage, missing_numbers, valid_rounds
from tournaments.selectors.table_states import (
    KEYS,
    NEEDS_SOMEBODY,
    STATES,
    TYPED_TWICE,
    sheet_state,
)

NEEDING = "needing"
"""What ``show`` says for the tables that need somebody."""


@dataclass(frozen=True, slots=True)
class WallTable:
    """A table on the wall. ``sides`` are the names, side by side; ``said`` of ``needed``
    sides have confirmed; ``since`` is the last entry of a table that is not done; ``corrected``
    sheets were changed after they were confirmed.
    """

    id: int
    number: int
    sides: list[list[str]]
    state: str
    played: int
    planned: int | None
    totals: list[int]
    said: int
    since: datetime | None
    quiet: int | None = field(repr=False)  # an open page counts on by itself
    corrected: bool
    reason: str
    won: list[int] = field(default_factory=list)

    @property
    def state_text(self) -> Promise:
        return STATES[self.state][0]

    @property
    def badge(self) -> str:
        return STATES[self.state][1]

    @property
    def needs_somebody(self) -> bool:
        return self.state in NEEDS_SOMEBODY


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do next: a ``key`` for the page, its sentence, and why it cannot be done yet."""

    key: str
    text: str
    reason: str = ""
    round: Round | None = None


class StateCount(NamedTuple):
    """How many tables are in a state, with its words, its badge and its key."""

    state: str
    text: Promise
    badge: str
    tables: int
    key: str


@dataclass(frozen=True, slots=True)
class Wall:
    """All tables of the round in hand, the counts of their states, the next step, the clock.

    ``show``: a state, ``needing``, or "" for all. ``closed``: the number of the round closed last, as
    long as it can be played on.
    """

    round: Round | None
    tables: list[WallTable]
    counts: list[StateCount]
    step: NextStep
    clock: Deadline | None = None
    show: str = ""
    closed: int | None = None

    @property
    def needing(self) -> list[WallTable]:
        return [table for table in self.shown if table.needs_somebody]

    @property
    def others(self) -> list[WallTable]:
        return [table for table in self.shown if not table.needs_somebody]

    @property
    def shown(self) -> list[WallTable]:
        """The tables to show: all, those that need somebody, or those in one state."""
        if self.show == NEEDING:
            return [table for table in self.tables if table.needs_somebody]
        return [table for table in self.tables if self.show in {"", table.state}]

    @property
    def needing_count(self) -> int:
        return sum(table.needs_somebody for table in self.tables)

    @property
    def now(self) -> int:
        """The server's time in seconds since 1970: an open page counts the minutes by it."""
        return int(timezone.now().timestamp())

    @property
    def stamp(self) -> str:
        """Changes whenever the wall looks different."""
        round_ = (self.round.pk, self.round.status) if self.round else None
        step = (self.step.key, self.step.text, self.step.reason)
        looks = repr((round_, self.tables, step, self.clock, self.show))
        return blake2b(looks.encode(), digest_size=8).hexdigest()


def wall(tournament: Tournament, *, show: str = "") -> Wall:
    """What the office sees now: the round that is played, or else the next drawn or last closed one.

    ``show`` that names no state shows all.
    """
    rounds = list(
        tournament.rounds.exclude(status=RoundStatus.VOID)
        .select_related("stage")
        .order_by("stage__number", "number")
    )
    round_ = round_in_hand(rounds)
    tables = wall_tables(round_) if round_ else []
    found = Counter(table.state for table in tables)
    return Wall(
        round=round_,
        tables=tables,
        counts=[
            StateCount(key, *STATES[key], found[key], KEYS[key]) for key in STATES if found[key]
        ],
        step=next_step(tournament, rounds, tables),
        clock=deadline(round_clock(round_), public_ask(tournament)),
        show=show if show == NEEDING or show in STATES else "",
        closed=_closed_last(rounds),
    )


def _closed_last(rounds: Iterable[Round]) -> int | None:
    started = [r for r in rounds if r.status in {RoundStatus.PLAYING, RoundStatus.CLOSED}]
    newest = started[-1] if started else None
    return newest.number if newest and newest.status == RoundStatus.CLOSED else None


def round_in_hand(rounds: Iterable[Round]) -> Round | None:
    """The round the office is busy with: playing, else the first drawn, else the last closed one."""
    by_status: dict[str, list[Round]] = {}
    for round_ in rounds:
        by_status.setdefault(round_.status, []).append(round_)
    for status, index in (
        (RoundStatus.PLAYING, 0),
        (RoundStatus.DRAWN, 0),
        (RoundStatus.CLOSED, -1),
    ):
        if found := by_status.get(status):
            return found[index]
    return None


@dataclass(frozen=True, slots=True)
class _Found:
    """What was read of a round: names, who of them has left, and sheet by table; last entry and
    contested by sheet, confirmations by sheet and revision, what waits for a second typing by sheet.
    """

    round: Round
    names: Mapping[int, Mapping[int, list[str]]]
    left: Mapping[int, list[str]]
    sheets: Mapping[int, ScoreSheet]
    entries: Mapping[int, tuple[datetime, int]]
    said: Mapping[tuple[int, int], int]
    typings: Mapping[int, Typing]
    ends_at: datetime | None
    now: datetime
    won: Mapping[int, list[int]]


def wall_tables(round_: Round) -> list[WallTable]:
    """The tables of a round, those that need somebody first, then by number."""
    names: dict[int, dict[int, list[str]]] = {}
    left: dict[int, list[str]] = {}
    seats = Seat.objects.filter(round=round_).select_related("player").order_by("seat")
    for seat in seats.annotate(has_left=_has_left(round_)):
        name = str(seat.player)
        names.setdefault(seat.table_id, {}).setdefault(seat.side, []).append(name)
        if seat.has_left:
            left.setdefault(seat.table_id, []).append(name)
    games = TableGame.objects.filter(table__round=round_).select_related("sheet")
    by_table: dict[int, list[TableGame]] = {}
    for game in games.order_by("number"):
        by_table.setdefault(game.table_id, []).append(game)
    sheets = {pk: now.sheet for pk, each in by_table.items() if (now := current_of(each))}
    entries = (
        Deal.objects.filter(sheet__table_game__table__round=round_)
        .values_list("sheet")
        .annotate(last=Max("at"), contested=Count("pk", filter=Q(state=Deal.State.CONTESTED)))
        .order_by()
    )
    said = Confirmation.objects.filter(sheet__table_game__table__round=round_)
    found = _Found(
        round=round_,
        names=names,
        left=left,
        sheets=sheets,
        entries={sheet: (last, contested) for sheet, last, contested in entries},
        said=Counter(said.values_list("sheet", "revision")),
        typings=_typings(round_, sheets.values()) if round_.tournament.double_entry else {},
        ends_at=clock.ends_at if (clock := round_clock(round_)) else None,
        now=timezone.now(),
        won=won_by_table(round_.stage, by_table),
    )
    tables = Table.objects.filter(round=round_).order_by("place__number")
    lines = [
        _wall_table(table, number, found)
        for table, number in tables.values_list("pk", "place__number")
    ]
    order = {key: index for index, key in enumerate(NEEDS_SOMEBODY)}
    return sorted(lines, key=lambda line: (order.get(line.state, len(order)), line.number))


def _has_left(round_: Round) -> Combinable:
    """Whether who sits at a seat was away from the evening by then; no substitute for them is."""
    away = Q(entry__status=EntryStatus.WITHDRAWN, entry__withdrawn_from__lte=round_.number)
    own = EntryPlayer.objects.filter(entry=OuterRef("entry"), player=OuterRef("player"))
    return ExpressionWrapper(away & Exists(own), BooleanField())


def _typings(round_: Round, sheets: Iterable[ScoreSheet]) -> dict[int, Typing]:
    """How far the second typing of each sheet of a round is, in two queries."""
    entries: dict[int, list[TotalsEntry]] = {}
    here = {"sheet__table_game__table__round": round_}
    for entry in TotalsEntry.objects.filter(**here, current=True).order_by("pk"):
        entries.setdefault(entry.sheet_id, []).append(entry)
    authors: dict[int, set[Typist]] = {}
    counting = Deal.objects.filter(**here, state=Deal.State.CURRENT, payload__isnull=False)
    who = counting.order_by().values_list("sheet", "by_kind", "by_id").distinct()
    for sheet_id, kind, id_ in who:
        authors.setdefault(sheet_id, set()).add((kind, id_))
    return {
        sheet.pk: typing_of(sheet, entries.get(sheet.pk, []), authors.get(sheet.pk, set()))
        for sheet in sheets
    }


def _wall_table(table: int, number: int, found: _Found) -> WallTable:
    names = found.names.get(table, {})
    sides = [names[side] for side in sorted(names)]
    sheet = found.sheets.get(table)
    if sheet is None:
        return WallTable(table, number, sides, "drawn", 0, None, [], 0, None, None, False, "")
    last, contested = found.entries.get(sheet.pk, (None, 0))
    since = last or sheet.entered_at or found.round.started_at
    quiet = found.now - since if since else timedelta(0)
    typing = found.typings.get(sheet.pk, Typing.NONE)
    late = found.ends_at is not None and found.ends_at <= found.now
    left = found.left.get(table, [])
    state = sheet_state(
        sheet,
        contested=bool(contested),
        quiet=quiet,
        typing=typing,
        late=late,
        left=bool(left),
    )
    gone = _("Has left: %(names)s") % {"names": ", ".join(left)}
    done = state in {"confirmed", "void"}
    return WallTable(
        id=table,
        number=number,
        sides=sides,
        state=state,
        played=sheet.played,
        planned=get_variant(sheet.variant).planned_deals(sheet.options),
        totals=sheet.totals if sheet.played and state not in TYPED_TWICE else [],
        said=found.said.get((sheet.pk, sheet.revision), 0),
        since=None if done else since,
        quiet=None if done else int(quiet.total_seconds() // 60),
        corrected=bool(sheet.corrections),
        reason=gone if state == "left" else sheet.status_reason,
        won=found.won.get(table, []),
    )


def next_step(tournament: Tournament, rounds: list[Round], tables: list[WallTable]) -> NextStep:
    """What the organiser does next, or is waiting for."""
    if tournament.status == TournamentStatus.CLOSED:
        return NextStep("ranking", _("The tournament is closed: to the final ranking"))
    playing = next((r for r in rounds if r.status == RoundStatus.PLAYING), None)
    if playing:
        missing = [t.number for t in tables if t.state not in {"confirmed", "void"}]
        reason = ngettext(
            "%(count)s table is still open.", "%(count)s tables are still open.", len(missing)
        ) % {"count": len(missing)}
        text = _("Close round %(number)s") % {"number": playing.number}
        return NextStep("close", text, reason if missing else "", playing)
    drawn = next((r for r in rounds if r.status == RoundStatus.DRAWN), None)
    if drawn:
        text = _("Start round %(number)s") % {"number": drawn.number}
        return NextStep("start", text, "", drawn)
    stage = current_stage(tournament)
    missing_rounds = missing_numbers(stage, valid_rounds(stage))
    if not rounds:
        return NextStep("draw", _("To the draw"))
    if missing_rounds:
        return NextStep("draw", _("Draw round %(number)s") % {"number": missing_rounds[0]})
    return NextStep("end", _("Close the tournament"), _("All planned rounds are played."))


def table_numbered(tournament: Tournament, number: int) -> int | None:
    """The id of the table with that number in the round the office is busy with."""
    round_ = round_in_hand(
        tournament.rounds.exclude(status=RoundStatus.VOID).order_by("stage__number", "number")
    )
    tables = (
        Table.objects.filter(round=round_, place__number=number) if round_ else Table.objects.none()
    )
    return tables.values_list("pk", flat=True).first()
