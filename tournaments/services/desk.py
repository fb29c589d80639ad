"""What the desk does with a table's sheet beyond writing on it: saying yes for both sides,
giving it back to the table, deciding about an unfinished one.

The sheet's own rules are scoring's; here stands what the round allows. Locks the
tournament before the sheet, so that a round is not closed around a sheet that is reopened.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.context import SheetContext
from scoring.errors import Conflict
from scoring.models import ScoreSheet, SheetStatus
from scoring.services import sheet_reopen, sheet_settle
from tournaments.errors import AlreadyDone
from tournaments.models import RoundStatus, Table, TableGame
from tournaments.selectors.series import TAKEN_BACK, was_taken_back
from tournaments.services.giving_up import match_goes_on
from tournaments.services.locks import round_locked
from tournaments.services.table import void_credits_keep


@transaction.atomic
def desk_confirm(*, sheet_id: int, context: SheetContext, revision: int) -> ScoreSheet:
    """Say yes for every side that still has to, to the revision that was seen; ``how`` is the desk.

    A side that had said no comes first: its yes ends the dispute, and only then others count.
    """
    sheet = ScoreSheet.objects.get(pk=sheet_id)
    for side in sorted(context.sides, key=lambda side: (side != sheet.disputed_side, side)):
        sheet = context.confirm(sheet_id=sheet_id, context=context, revision=revision, side=side)
        if sheet.status == SheetStatus.CONFIRMED:
            break
    return sheet


@transaction.atomic
def desk_reopen(*, sheet_id: int, context: SheetContext, reason: str) -> ScoreSheet:
    """Give a sheet back to its table while its round is played; a void table's credits go.

    Where it is the game the table stopped at, whoever had given up has not.
    """
    _require_playing(sheet_id)
    sheet = sheet_reopen(sheet_id=sheet_id, context=context, reason=reason)
    table = Table.objects.select_related("round").get(games__sheet=sheet)
    void_credits_keep(table, void=False)
    later = table.games.filter(number__gt=sheet.table_game.number)
    if not later.exclude(TAKEN_BACK).exists():
        match_goes_on(table)
    return sheet


@transaction.atomic
def desk_settle(*, sheet_id: int, context: SheetContext, way: str, reason: str) -> ScoreSheet:
    """Decide how an unfinished sheet counts (``as-is``, ``scaled``, ``void``) while its round is played.

    About a game that turned out not to be needed there is nothing to decide.
    """
    _require_playing(sheet_id)
    if was_taken_back(ScoreSheet.objects.select_for_update().get(pk=sheet_id)):
        raise AlreadyDone(
            "not-needed",
            _(
                "This game is not needed any more. Nothing is written on it, so nothing is left to decide."
            ),
        )
    return sheet_settle(sheet_id=sheet_id, context=context, way=way, reason=reason)


def _require_playing(sheet_id: int) -> None:
    game = TableGame.objects.values_list("table__round_id", flat=True)
    round_ = round_locked(game.get(sheet_id=sheet_id))
    if round_.status != RoundStatus.PLAYING:
        raise Conflict(
            "round-over",
            _(
                "Round %(number)s is not being played. Correct the sheet with a reason, "
                "or reopen the round first."
            )
            % {"number": round_.number},
        )
