"""Somebody goes home in the middle of a round and nobody takes the seat: the table stops.

What the table has counts as it is, scaled up, or not at all; the one who left is drawn no more.
Whose leaving stops the table has given up (``giving_up.py``). With somebody who takes the seat it is
``substituting.py``.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from scoring.models import ScoreSheet, SheetStatus
from tournaments.desk_context import desk_context
from tournaments.errors import TournamentError
from tournaments.models import Entry
from tournaments.selectors.stages import planned_rounds
from tournaments.selectors.table import game_of_entry
from tournaments.services.desk import desk_settle
from tournaments.services.entries import entry_withdraw
from tournaments.services.giving_up import give_up
from tournaments.services.locks import must_be_open, tournament_locked
from tournaments.services.standings import standings_bump


@transaction.atomic
def entry_leave_now(*, entry_id: int, actor: Actor, way: str, reason: str) -> Entry:
    """The entry leaves the round that is played; its table stops and counts by ``way``.

    ``way`` is ``as-is``, ``scaled`` or ``void`` (scoring's words). Pressed twice it is done once.
    """
    tournament_id = Entry.objects.values_list("tournament_id", flat=True).get(pk=entry_id)
    tournament = tournament_locked(tournament_id)
    must_be_open(tournament)
    entry = tournament.entries.get(pk=entry_id)
    game = game_of_entry(entry)
    if game is None or _is_done(game.sheet):
        raise TournamentError(
            "not-playing",
            _("%(name)s sits at no table that is playing. Say from which round on they are away.")
            % {"name": entry.name},
        )
    game.table.round.tournament = tournament
    number = game.table.round.number
    if game.table.given_up_by_id == entry.pk and _is_settled(game.sheet, way):
        return entry
    give_up(entry, game.table, actor)
    context = desk_context(tournament, game, actor, office=True)
    desk_settle(sheet_id=game.sheet_id, context=context, way=way, reason=reason)
    standings_bump(tournament_id=tournament_id)
    if number < planned_rounds(tournament):
        entry = entry_withdraw(
            tournament_id=tournament_id, actor=actor, entry_id=entry_id, from_round=number + 1
        )
    return entry


def _is_done(sheet: ScoreSheet) -> bool:
    """Whether the table has said yes to what it played: nothing is left to stop."""
    return sheet.status == SheetStatus.CONFIRMED and not sheet.settled


def _is_settled(sheet: ScoreSheet, way: str) -> bool:
    if sheet.status == SheetStatus.VOID:
        return way == SheetStatus.VOID
    return sheet.status == SheetStatus.CONFIRMED and sheet.settled == way
