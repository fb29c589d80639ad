"""What a round and a table's course are called: ``Semi-final · Game 2 of at most 3, 1 : 0``."""

from django.utils.translation import gettext as _

from tournaments.formats import KNOCK_OUT
from tournaments.models import Round, Stage, Table
from tournaments.selectors.series import series_of
from tournaments.selectors.stages import last_number


def knock_out_round(left: int) -> str:
    """The round of a knock-out in which ``left`` places of the bracket are still open."""
    if left <= 2:
        return _("Final")
    if left == 4:
        return _("Semi-final")
    if left == 8:
        return _("Quarter-final")
    return _("Round of the last %(left)s") % {"left": left}


def left_in_round(round_: Round, stage: Stage) -> int:
    """How many places the bracket has in this round: 2 in the final, 4 in the semi-finals."""
    slots = len(round_.protocol.get("bracket", ()))
    return slots or 2 ** max(1, last_number(stage) - round_.number + 1)


def round_text(round_: Round) -> str:
    """Which round it is: ``Round 2 of 4``, or its name in a knock-out."""
    stage = round_.stage
    if stage.format == KNOCK_OUT:
        return knock_out_round(left_in_round(round_, stage))
    values = {"number": round_.number, "planned": last_number(stage)}
    return _("Round %(number)s of %(planned)s") % values


def table_text(table: Table) -> str:
    """Which round a table plays, and which of its games."""
    series = series_of(table)
    return f"{round_text(table.round)} · {series.text}" if series else round_text(table.round)
