"""Best of several games at a table: the next one opens as soon as it is needed.

Runs in the transaction that holds the confirmed sheet's lock; locks nothing else. What is decided
when, ``tournaments.deciding`` says.
"""

from collections.abc import Sequence

from scoring.models import ScoreSheet, SheetStatus
from scoring.services.many import NewSheet, sheets_create
from tournaments.deciding import needs_another_game
from tournaments.formats import KNOCK_OUT
from tournaments.models import RoundStatus, Table, TableGame
from tournaments.selectors.series import games_won


def series_follow(table: Table, counting: Sequence[ScoreSheet]) -> bool:
    """Open the game that the table still has to play, or take back one that it need not; whether
    the table is done. ``counting`` are its sheets that are not void, in order, all of them settled
    but perhaps untouched ones at the end.
    """
    played = [sheet for sheet in counting if sheet.status == SheetStatus.CONFIRMED]
    waiting = [sheet for sheet in counting if sheet.status != SheetStatus.CONFIRMED]
    if not played or any(sheet.revision for sheet in waiting):
        return not waiting
    if _another_needed(table, played):
        if not waiting and table.round.status == RoundStatus.PLAYING:
            _open_next(table, played[-1])
            return False
        return not waiting
    ScoreSheet.objects.filter(pk__in=[sheet.pk for sheet in waiting]).update(
        status=SheetStatus.VOID
    )
    return True


def _another_needed(table: Table, played: Sequence[ScoreSheet]) -> bool:
    stage = table.round.stage
    must_be_decided = stage.format == KNOCK_OUT
    if stage.best_of == 1 and not must_be_decided:
        return False
    if table.given_up_by_id is not None:
        return False
    won = games_won(played)
    if len(won) != 2:
        return False
    if any(sheet.settled for sheet in played):  # the director has decided how the table counts
        totals = [sum(side) for side in zip(*(sheet.totals for sheet in played), strict=True)]
        return must_be_decided and won[0] == won[1] and totals[0] == totals[1]
    return needs_another_game(
        won, len(played), best_of=stage.best_of, must_be_decided=must_be_decided
    )


def _open_next(table: Table, before: ScoreSheet) -> None:
    """An empty sheet with the people who sit at the table now."""
    seated = {seat.seat: (seat.name, seat.player) for seat in before.seats.order_by("from_deal")}
    seats = [seated[seat] for seat in sorted(seated)]
    (sheet,) = sheets_create(
        club=before.club, variant=before.variant, new=[NewSheet(before.options, seats)]
    )
    last = table.games.order_by("-number").values_list("number", flat=True).first() or 0
    TableGame.objects.create(table=table, sheet=sheet, number=last + 1)
