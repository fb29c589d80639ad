"""What the draw page, the protocol, the round pages and the prints show of rounds.

Reads only. Every function takes a number of queries that does not grow with the
tables. Ids of draws become names here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Sum
from django.utils.translation import gettext as _

from scoring.models import ScoreSheet
from tournaments import draw
from tournaments.bracket_texts import overtaken_text
from tournaments.draw_texts import draw_sentence, method_text
from tournaments.formats import KNOCK_OUT, Way
from tournaments.models import (
    DrawMode,
    Entry,
    EntryStatus,
    Round,
    RoundCredit,
    RoundStatus,
    Seat,
    Stage,
    SurplusRule,
    Table,
    TableGame,
    Tournament,
    TournamentStatus,
)
from tournaments.selectors.field import Field, field_of, field_problems
from tournaments.selectors.overtaken import overtaken_in
from tournaments.selectors.stages import (
    NEEDS_RESULTS,
    SETTLED,
    current_stage,
    has_begun,
    last_number,
    missing_numbers,
    newest_round,
    valid_rounds,
)
from tournaments.selectors.wishes import contradictions, wishes_of


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round as the overview shows it; ``open_tables`` are the numbers not yet confirmed."""

    round: Round
    tables: int
    confirmed: int
    deals: int
    waiting: list[str]
    gone: list[str]
    open_tables: list[int]
    can_start: bool
    can_close: bool
    can_void: bool
    can_reopen: bool


@dataclass(frozen=True, slots=True)
class DrawPage:
    """Who is in, what a press of the button will do, and why it may not work.

    ``present`` counts who can be drawn; ``still_in``: not everybody here can, some are out of the
    bracket or have not qualified. ``over`` people fill no whole table; ``added`` and ``gone`` are
    the people that the drawn rounds do not seat, or seat although they left. ``round_open``: the
    round that a draw by results waits for. ``overtaken``: what was put right since an open knock-out round was drawn.
    """

    stage: Stage
    mode: str
    method: str
    present: int
    still_in: bool
    announced: int
    withdrawn: int
    substitutes: int
    tables: int
    over: int
    table_size: int
    missing: list[int]
    drawing: list[int]
    expected: int
    newest: int
    problems: list[str]
    repeats_allowed: bool
    added: list[str]
    gone: list[str]
    rounds: list[RoundLine]
    results_missing: list[int]
    round_open: int | None
    is_closed: bool
    seats_empty: int
    wishes: int
    contradictions: list[str]
    stages: int
    going_on_open: bool
    overtaken: list[str]

    @property
    def can_draw(self) -> bool:
        return bool(self.drawing) and (not self.problems or self.repeats_allowed)

    @property
    def closed(self) -> list[RoundLine]:
        return [line for line in self.rounds if line.round.status == RoundStatus.CLOSED]

    @property
    def can_end(self) -> bool:
        """Whether the tournament could be closed now, early or with all rounds played."""
        playing = any(line.round.status == RoundStatus.PLAYING for line in self.rounds)
        return bool(self.closed) and not playing and not self.is_closed

    @property
    def all_played(self) -> bool:
        return len(self.closed) == len(self.rounds) and not self.missing

    @property
    def redrawable(self) -> list[RoundLine]:
        return [line for line in self.rounds if line.round.status == RoundStatus.DRAWN]


def draw_page(tournament: Tournament) -> DrawPage:
    """Everything the draw page says before anybody presses anything."""
    stage = current_stage(tournament)
    rounds = valid_rounds(stage)
    missing = missing_numbers(stage, rounds)
    drawing = missing[:1] if stage.draw_mode == DrawMode.EACH else missing
    if tournament.status == TournamentStatus.CLOSED or not has_begun(stage):
        drawing = []
    entries = list(tournament.entries.order_by("number"))
    next_number = (missing or [last_number(stage)])[0]
    field = field_of(tournament, stage, rounds, entries, next_number)
    playing = field.entries
    lines = round_lines(tournament)
    wishes = wishes_of(tournament)
    problems = _problems(stage, field, len(missing), history=bool(rounds))
    drawn_number = min(
        (line.round.number for line in lines if line.round.status == RoundStatus.DRAWN), default=0
    )
    is_closed = tournament.status == TournamentStatus.CLOSED
    still_in = not is_closed and (stage.number > 1 or (field.bracket and bool(rounds)))
    added, gone = _changed(tournament, stage, rounds, entries, drawn_number)
    return DrawPage(
        stage=stage,
        mode=stage.draw_mode,
        method=method_text(Way(stage.format, tournament.team_size).key),
        present=sum(
            entry.status == EntryStatus.PRESENT and not entry.outside_ranking
            for entry in (playing if still_in else entries)
        ),
        still_in=still_in,
        announced=sum(entry.status == EntryStatus.ANNOUNCED for entry in entries),
        withdrawn=sum(entry.status == EntryStatus.WITHDRAWN for entry in entries),
        substitutes=sum(entry.outside_ranking for entry in playing),
        tables=field.tables,
        over=field.over,
        table_size=stage.table_size,
        missing=missing,
        drawing=drawing,
        expected=sum(1 for line in lines),
        newest=newest_round(tournament),
        problems=[text for _code, text in problems],
        repeats_allowed=bool(problems)
        and all(code in draw.REPEATS_NEEDED for code, _text in problems),
        added=added,
        gone=gone,
        rounds=lines,
        results_missing=_results_missing(stage, lines),
        round_open=_round_open(stage, rounds),
        is_closed=is_closed,
        seats_empty=_seats_empty(tournament, field),
        wishes=sum(map(len, (wishes.apart, wishes.rather_apart, wishes.together, wishes.places))),
        stages=tournament.stages.count(),
        going_on_open=not has_begun(stage),
        contradictions=contradictions(tournament, stage, playing, wishes),
        overtaken=[
            overtaken_text(one, {entry.pk: entry.name for entry in entries})
            for one in overtaken_in(tournament.pk)
            if one.next_status != RoundStatus.CLOSED
        ],
    )


def _seats_empty(tournament: Tournament, field: Field) -> int:
    """How many substitutes would fill the last table, where the tournament wants that."""
    return field.empty if tournament.surplus_rule == SurplusRule.SUBSTITUTE else 0


def _results_missing(stage: Stage, lines: Iterable[RoundLine]) -> list[int]:
    """Tables whose results a draw by standings would lack."""
    if stage.format not in NEEDS_RESULTS:
        return []
    return sorted(number for line in lines for number in line.open_tables)


def _round_open(stage: Stage, rounds: Iterable[Round]) -> int | None:
    """The first round that has to be closed before the next one is drawn by its results."""
    if stage.format not in NEEDS_RESULTS:
        return None
    return next((one.number for one in rounds if one.status != RoundStatus.CLOSED), None)


def _problems(stage: Stage, field: Field, rounds: int, *, history: bool) -> list[tuple[str, str]]:
    """What cannot work, said before the draw; repeats are only foreseen for a first draw."""
    if not rounds:
        return []
    if not field.entries:
        return [("nobody-here", _("Nobody is checked in yet. Tick at the check-in who is there."))]
    try:
        found = field_problems(stage, field, rounds)
    except draw.DrawError as error:
        found = list(error.problems)
    return [
        (problem.code, draw_sentence(problem))
        for problem in found
        if not (history and problem.code in draw.REPEATS_NEEDED)
    ]


def _changed(
    tournament: Tournament,
    stage: Stage,
    rounds: Sequence[Round],
    entries: Sequence[Entry],
    number: int,
) -> tuple[list[str], list[str]]:
    """People who are in and not seated in the next drawn round, and who is seated and has left."""
    if not number:
        return [], []
    round_ = stage.rounds.filter(number=number, status=RoundStatus.DRAWN)
    drawn = set(Seat.objects.filter(round__in=round_).values_list("entry_id", flat=True))
    drawn |= set(
        RoundCredit.objects.filter(round__in=round_, kind=RoundCredit.Kind.WAIT).values_list(
            "entry_id", flat=True
        )
    )
    before = [round_ for round_ in rounds if round_.number < number]
    field = field_of(tournament, stage, before, entries, number)
    now = {entry.pk for entry in field.entries}
    if stage.format == KNOCK_OUT:  # who plays for place three has lost and is there all the same
        now |= {entry.pk for entry in entries if entry.status == EntryStatus.PRESENT} & drawn
    return (
        [entry.name for entry in entries if entry.pk in now - drawn],
        [entry.name for entry in entries if entry.pk in drawn - now],
    )


def round_lines(tournament: Tournament) -> list[RoundLine]:
    """The valid rounds in order, with what can be done to each."""
    rounds = list(
        tournament.rounds.exclude(status=RoundStatus.VOID)
        .select_related("stage")
        .order_by("stage__number", "number")
    )
    deals = dict(
        ScoreSheet.objects.filter(table_game__table__round__in=rounds)
        .values_list("table_game__table__round")
        .annotate(written=Sum("played"))
        .order_by()
    )
    tables = dict(
        Table.objects.filter(round__in=rounds)
        .values_list("round")
        .annotate(n=Count("pk"))
        .order_by()
    )
    open_tables: dict[int, list[int]] = {}
    unsettled = (
        TableGame.objects.filter(table__round__in=rounds)
        .exclude(sheet__status__in=SETTLED)
        .order_by("table__place__number")
        .distinct()
    )
    for round_id, number in unsettled.values_list("table__round_id", "table__place__number"):
        open_tables.setdefault(round_id, []).append(number)
    waiting = _names(
        RoundCredit.objects.filter(round__in=rounds, kind=RoundCredit.Kind.WAIT)
        .order_by("entry__number")
        .values_list("round_id", "entry__name")
    )
    gone = _names(
        Seat.objects.filter(round__in=rounds, round__status=RoundStatus.DRAWN)
        .filter(entry__status=EntryStatus.WITHDRAWN, round__number__gte=F("entry__withdrawn_from"))
        .order_by("entry__number")
        .values_list("round_id", "entry__name")
    )
    started = [r for r in rounds if r.status in {RoundStatus.PLAYING, RoundStatus.CLOSED}]
    all_closed = all(r.status == RoundStatus.CLOSED for r in started)
    first_drawn = next((r for r in rounds if r.status == RoundStatus.DRAWN), None)
    return [
        RoundLine(
            round=round_,
            tables=tables.get(round_.pk, 0),
            deals=deals.get(round_.pk, 0),
            confirmed=tables.get(round_.pk, 0) - len(open_tables.get(round_.pk, []))
            if round_.status != RoundStatus.DRAWN
            else 0,
            waiting=waiting.get(round_.pk, []),
            gone=gone.get(round_.pk, []),
            open_tables=open_tables.get(round_.pk, []),
            can_start=round_ is first_drawn and all_closed,
            can_close=round_.status == RoundStatus.PLAYING and not open_tables.get(round_.pk),
            can_void=round_.status in {RoundStatus.DRAWN, RoundStatus.PLAYING},
            can_reopen=bool(started)
            and round_ is started[-1]
            and round_.status == RoundStatus.CLOSED,
        )
        for round_ in rounds
    ]


def _names(rows: Iterable[tuple[int, str]]) -> dict[int, list[str]]:
    names: dict[int, list[str]] = {}
    for key, name in rows:
        names.setdefault(key, []).append(name)
    return names
