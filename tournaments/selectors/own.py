"""A player's own pages, by the evening's link and without an account: my table, my sheets, my result.

Reads only. An open sheet is its table's business: here it has no figures before it is confirmed and
its round is published (:mod:`tournaments.selectors.publishing`).
"""

from dataclasses import dataclass

from django.db.models import Count

from jassclub.audit.services import Actor
from scoring.context import Right, SheetContext, SheetLinks
from scoring.deal_rows import VersionView
from scoring.figures import money_of
from scoring.models import ScoreSheet, SheetStatus
from scoring.presentation import SheetPage
from scoring.selectors import sheet_board
from tournaments.lists import MAIN_LIST, TEAMS_LIST
from tournaments.models import Entry, RoundStatus, Seat, Standing, Table, TableGame, Tournament
from tournaments.selectors.prints import LETTERS
from tournaments.selectors.public import Place, places_of
from tournaments.selectors.publishing import Published, published
from tournaments.selectors.standings import Ranking, standings_ranking, standings_state
from tournaments.selectors.table import names_at
from tournaments.services.table import table_confirm


@dataclass(frozen=True, slots=True)
class OwnSheet:
    """A round of an entry: where, with whom, and what it brought.

    ``state`` is ``playing`` (open, or not confirmed yet), ``kept`` (confirmed, not published yet),
    ``counted`` or ``void``. ``own`` and ``others`` are totals of a counted one; ``readable``: its
    deals can be read. ``is_duel``: two sides, so that ``others`` are opponents.
    """

    round: int
    table: int
    letter: str
    partners: list[str]
    others: list[str]
    is_duel: bool
    state: str
    own: int | None = None
    against: list[int] | None = None
    corrected: bool = False

    @property
    def readable(self) -> bool:
        return self.state == "counted"


@dataclass(frozen=True, slots=True)
class OwnPage:
    """Everything an entry's page shows. ``row`` is its place in ``ranking``, the published list;
    ``also`` its places in its categories.
    """

    entry: Entry
    places: list[Place]
    sheets: list[OwnSheet]
    ranking: Ranking
    row: Standing | None
    above: Standing | None
    also: list[tuple[str, Standing, int]]
    version: int

    @property
    def dropped(self) -> int:
        """How many of its rounds do not count because others were better."""
        return sum("dropped" in cell for cell in self.row.values) if self.row else 0


def own_page(tournament: Tournament, entry: Entry) -> OwnPage:
    """The page of one entry, in a number of queries that does not grow with the evening."""
    state = standings_state(tournament.pk)
    ranking = standings_ranking(tournament, public=True, built_at=state.built_at)
    at = next((i for i, row in enumerate(ranking.rows) if row.entry_id == entry.pk), None)
    return OwnPage(
        entry=entry,
        places=places_of(tournament, entry),
        sheets=_sheets(entry, published(tournament)),
        ranking=ranking,
        row=None if at is None else ranking.rows[at],
        above=ranking.rows[at - 1] if at else None,
        also=_also(entry, ranking),
        version=state.built,
    )


def _also(entry: Entry, ranking: Ranking) -> list[tuple[str, Standing, int]]:
    """Its place in the categories it is in: the list's name, the row, how many stand in it."""
    names = {each.key: each.name for each in ranking.lists}
    rows = Standing.objects.filter(tournament=entry.tournament_id, after_round=ranking.after)
    mine = [
        row
        for row in rows.filter(entry=entry).exclude(list_key__in=[MAIN_LIST, TEAMS_LIST])
        if row.list_key in names and row.list_key in entry.categories
    ]
    counts = dict(
        rows.filter(list_key__in=[row.list_key for row in mine])
        .values_list("list_key")
        .annotate(count=Count("pk"))
        .order_by()
    )
    return [(names[row.list_key], row, counts[row.list_key]) for row in mine]


def _sheets(entry: Entry, seen: Published) -> list[OwnSheet]:
    started = {"round__status__in": [RoundStatus.PLAYING, RoundStatus.CLOSED]}
    mine = {seat.table_id: seat for seat in Seat.objects.filter(entry=entry, **started)}
    tables = (
        Table.objects.filter(pk__in=mine)
        .select_related("place", "round")
        .defer("round__protocol")
        .prefetch_related("seats__player", "games__sheet")
        .order_by("-round__number")
    )
    return [_sheet(table, mine[table.pk], seen) for table in tables]


def _sheet(table: Table, mine: Seat, seen: Published) -> OwnSheet:
    seats = sorted(table.seats.all(), key=lambda seat: seat.seat)
    sheets = [game.sheet for game in table.games.all()]
    state = _state(sheets, published=table.round.number <= seen.after)
    shown = state == "counted"
    totals = [sum(side) for side in zip(*(s.totals for s in sheets), strict=True)]
    return OwnSheet(
        round=table.round.number,
        table=table.place.number,
        letter=LETTERS[mine.side],
        partners=[
            str(s.player) for s in seats if s.side == mine.side and s.entry_id != mine.entry_id
        ],
        others=[str(s.player) for s in seats if s.side != mine.side],
        is_duel=len({s.side for s in seats}) == 2,
        state=state,
        own=totals[mine.side] if shown else None,
        against=[t for side, t in enumerate(totals) if side != mine.side] if shown else None,
        corrected=shown and any(sheet.corrections for sheet in sheets),
    )


def _state(sheets: list[ScoreSheet], *, published: bool) -> str:
    statuses = {sheet.status for sheet in sheets}
    if statuses == {SheetStatus.VOID}:
        return "void"
    if not statuses <= {SheetStatus.CONFIRMED, SheetStatus.VOID} or not statuses:
        return "playing"
    return "counted" if published else "kept"


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of a table, to read: its number, its sheet as pages show it."""

    number: int
    page: SheetPage

    @property
    def deals(self) -> list[VersionView]:
        """The deals that count, in order."""
        lines = self.page.board.lines
        return [self.page.version(line.deal) for line in lines if not line.removed]


def own_games(tournament: Tournament, entry: Entry, number: int) -> list[OwnGame]:
    """The confirmed games of an entry's table in a round; [] where they are not to be seen."""
    sheets = [each for each in _sheets(entry, published(tournament)) if each.round == number]
    if not sheets or not sheets[0].readable:
        return []
    games = (
        TableGame.objects.filter(
            table__round__tournament=tournament,
            table__round__number=number,
            table__seats__entry=entry,
            sheet__status=SheetStatus.CONFIRMED,
        )
        .exclude(table__round__status=RoundStatus.VOID)
        .select_related("sheet")
        .prefetch_related("sheet__seats")
        .distinct()
        .order_by("number")
    )
    return [OwnGame(game.number, _to_read(tournament, game)) for game in games]


def _to_read(tournament: Tournament, game: TableGame) -> SheetPage:
    context = SheetContext(
        title="",
        subtitle="",
        names=names_at(game),
        actor=Actor("public", None),
        rights=frozenset({Right.READ}),
        links=SheetLinks("tournaments", ""),
        confirm=table_confirm,
        card_pack=tournament.club.card_pack,
        money=money_of(tournament.club.zone),
    )
    return SheetPage(sheet_board(game.sheet, context))
