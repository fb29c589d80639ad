"""What a table's sheet means for the tournament: results when it is confirmed, none before.

These are the mounting room's two services in a ``SheetContext``: ``table_confirm`` is its
``confirm``, ``sheet_changed`` its ``on_change``. Both run in the transaction that holds the sheet's
lock; neither locks the tournament (order of locks: tournament, sheets, standings).
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.context import Right, SheetContext
from scoring.errors import NotAllowed
from scoring.models import ScoreSheet, SheetStatus
from scoring.rules import SideFacts
from scoring.selectors import sheet_facts
from scoring.services import sheet_confirm
from tournaments.models import RoundCredit, RoundStatus, Table, TableGame, TableResult
from tournaments.selectors.stages import SETTLED
from tournaments.services.series import series_follow
from tournaments.services.standings import standings_bump

FIGURES = (
    "points",
    "against",
    "opponents",
    "deals",
    "deals_won",
    "matches",
    "games_won",
    "sheet_revision",
    "corrected",
)


@transaction.atomic
def table_confirm(*, sheet_id: int, context: SheetContext, revision: int, side: int) -> ScoreSheet:
    """A side of a table says yes, as long as the round is played; with the last yes needed the
    results are written and the standings asked for.
    """
    status = (
        TableGame.objects.filter(sheet_id=sheet_id)
        .values_list("table__round__status", flat=True)
        .first()
    )
    if status != RoundStatus.PLAYING and not context.may(Right.OFFICE):
        raise NotAllowed("round-over", _("This round is over. The office can still correct it."))
    return sheet_confirm(sheet_id=sheet_id, context=context, revision=revision, side=side)


def sheet_changed(sheet: ScoreSheet) -> None:
    """Let the table's results follow its sheet, in the caller's transaction.

    A table whose games are all confirmed has a row per entry, once it needs no further game; any
    other has none. A game that was
    declared void counts for nothing; where all of them were, its entries get the round's credit.
    """
    results = TableResult.objects.filter(table__games__sheet=sheet)
    if sheet.status not in SETTLED:
        if results.delete()[0]:
            standings_bump(tournament_id=_table(sheet).round.tournament_id)
        return
    table = _table(sheet)
    games = [
        sheet if game.sheet_id == sheet.pk else game.sheet
        for game in table.games.select_related("sheet").order_by("number")
    ]
    counting = [game for game in games if game.status != SheetStatus.VOID]
    played = [game for game in counting if game.status == SheetStatus.CONFIRMED]
    rows = _rows(table, played) if counting and series_follow(table, counting) else []
    TableResult.objects.filter(table=table).exclude(entry__in=[r.entry_id for r in rows]).delete()
    TableResult.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["table", "entry"],
        update_fields=FIGURES,
    )
    if not counting or len(games) > 1:
        void_credits_keep(table, void=not counting)
    standings_bump(tournament_id=table.round.tournament_id)


def void_credits_keep(table: Table, *, void: bool) -> None:
    """Who sits at a table that counts for nothing has a credit for the round; nobody else has this one."""
    given = RoundCredit.objects.filter(round=table.round_id, kind=RoundCredit.Kind.VOID)
    seated = table.seats.filter(entry__outside_ranking=False).values_list("entry_id", flat=True)
    if not void:
        given.filter(entry__in=table.seats.values("entry")).delete()
        return
    RoundCredit.objects.bulk_create(
        (
            RoundCredit(
                tournament_id=table.round.tournament_id,
                round_id=table.round_id,
                entry_id=entry,
                kind=RoundCredit.Kind.VOID,
            )
            for entry in sorted(set(seated))
        ),
        ignore_conflicts=True,
    )


def _table(sheet: ScoreSheet) -> Table:
    return (
        Table.objects.select_related("round__stage")
        .defer("round__protocol")
        .get(games__sheet=sheet)
    )


def _rows(table: Table, games: Sequence[ScoreSheet]) -> list[TableResult]:
    """A result for each entry at the table: its side's sums over all games."""
    seats = sorted({(seat.side, seat.entry_id) for seat in table.seats.all()})
    by_side = [_added(facts) for facts in zip(*map(sheet_facts, games), strict=True)]
    return [
        TableResult(
            tournament_id=table.round.tournament_id,
            round_id=table.round_id,
            table=table,
            entry_id=entry,
            points=by_side[side].total,
            against=sum(f.total for other, f in enumerate(by_side) if other != side),
            opponents=[other for its_side, other in seats if its_side != side],
            deals=sum(game.played for game in games),
            deals_won=by_side[side].deals_won,
            matches=by_side[side].matches,
            games_won=by_side[side].games_won,
            sheet_revision=max(game.revision for game in games),
            corrected=any(game.corrections for game in games),
        )
        for side, entry in seats
    ]


def _added(facts: Sequence[SideFacts]) -> SideFacts:
    return SideFacts(*map(sum, zip(*facts, strict=True)))
