"""A round's tables as anyone may see them: who sits where, what is done, and results once they count.

Running scores are nobody's business: points appear with the confirmed sheet, and not before the
round is published (:mod:`tournaments.selectors.publishing`).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from scoring.models import ScoreSheet, SheetStatus
from tournaments.models import (
    Round,
    RoundCredit,
    RoundStatus,
    Seat,
    Table,
    TableGame,
    Tournament,
    Visibility,
)
from tournaments.selectors.publishing import is_published


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table of a round. ``totals`` per side, None as long as they are nobody's business."""

    number: int
    seats: list[Seat]
    status: str
    totals: list[int] | None
    corrected: bool


@dataclass(frozen=True, slots=True)
class PublicRound:
    """A round with its tables, and the names of those who wait."""

    round: Round
    tables: list[PublicTable]
    waiting: list[str]


def tournaments_listed(club: str = "") -> QuerySet[Tournament]:
    """The public tournaments, of one club or of all, newest first."""
    listed = Tournament.objects.filter(visibility=Visibility.PUBLIC).select_related("club")
    if club:
        listed = listed.filter(club__slug=club)
    return listed.prefetch_related("stages")


def rounds_valid(tournament: Tournament) -> QuerySet[Round]:
    """The rounds that are not void, in order."""
    return (
        Round.objects.filter(tournament=tournament)
        .exclude(status=RoundStatus.VOID)
        .select_related("stage")
        .defer("protocol")
        .order_by("stage__number", "number")
    )


def round_public(tournament: Tournament, round_: Round) -> PublicRound:
    """A round's tables, in a number of queries that does not grow with them."""
    tables = (
        Table.objects.filter(round=round_)
        .select_related("place")
        .prefetch_related(
            Prefetch("seats", Seat.objects.select_related("player", "entry")),
            Prefetch("games", TableGame.objects.select_related("sheet")),
        )
        .order_by("place__number")
    )
    waiting = RoundCredit.objects.filter(round=round_, kind=RoundCredit.Kind.WAIT)
    shown = is_published(tournament, round_.number)
    return PublicRound(
        round=round_,
        tables=[_table(table, shown=shown) for table in tables],
        waiting=list(waiting.order_by("entry__number").values_list("entry__name", flat=True)),
    )


def _table(table: Table, *, shown: bool) -> PublicTable:
    games = list(table.games.all())
    sheets = [g.sheet for g in games if g.sheet.status != SheetStatus.VOID] or [
        game.sheet for game in games
    ]
    done = bool(sheets) and all(sheet.status == SheetStatus.CONFIRMED for sheet in sheets)
    return PublicTable(
        number=table.place.number,
        seats=list(table.seats.all()),
        status=_status(sheets),
        totals=[sum(side) for side in zip(*(s.totals for s in sheets), strict=True)]
        if done and shown
        else None,
        corrected=any(sheet.corrections for sheet in sheets),
    )


def _status(sheets: Iterable[ScoreSheet]) -> str:
    """What the table's newest sheet says; "" before the round begins."""
    statuses = [sheet.status for sheet in sheets]
    return statuses[-1] if statuses else ""
