"""The order of locks is tournament, sheets, standings: a table that confirms holds its sheet first.

SQLite locks no rows, so the statements are looked at instead of two writers at once.
"""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import ScoreSheet
from tests.tournaments import life
from tournaments.models import StandingsState
from tournaments.services.leaving import entry_leave_now
from tournaments.services.seats import seats_swap
from tournaments.services.substituting import Newcomer, seat_replace

pytestmark = pytest.mark.django_db

SHEETS = f'FROM "{ScoreSheet._meta.db_table}"'
STANDINGS = f'UPDATE "{StandingsState._meta.db_table}"'


def before_standings(deed):
    """What a deed reads of sheets before it asks for standings; it has to ask for them."""
    with CaptureQueriesContext(connection) as asked:
        deed()
    statements = [one["sql"] for one in asked]
    first = next(at for at, sql in enumerate(statements) if sql.startswith(STANDINGS))
    return [sql for sql in statements[:first] if sql.startswith("SELECT") and SHEETS in sql]


def test_people_who_swap_tables_hold_both_sheets_before_a_corrected_one_asks(round_, table):
    other = round_.tables.get(place__number=2)
    life.confirm(table)
    life.write(other, 3)
    one, two = life.spot(round_, life.at(table, 0)), life.spot(round_, life.at(other, 0))
    swap = {"round_id": round_.pk, "actor": life.ACTOR, "reason": "vertauscht"}
    read = before_standings(lambda: seats_swap(first=one, second=two, **swap))
    assert any(str(table.pk) in sql and str(other.pk) in sql for sql in read)


def test_a_substitute_who_is_new_holds_the_tables_sheet_before_being_counted(table):
    life.write(table, 3)
    seat = table.seats.get(seat=0)
    where = {"table_id": table.pk, "seat": 0, "sitting": seat.player_id, "from_deal": 4}
    read = before_standings(
        lambda: seat_replace(actor=life.ACTOR, newcomer=Newcomer(name="Ruth Aebi"), **where)
    )
    assert any(str(table.pk) in sql for sql in read)


def test_who_leaves_a_table_that_stops_holds_its_sheet_before_being_counted_as_away(table):
    sheet = life.write(table, 3)
    gone = life.at(table, 0)
    leave = {"entry_id": gone.pk, "actor": life.ACTOR, "way": "as-is", "reason": "Grippe"}
    read = before_standings(lambda: entry_leave_now(**leave))
    assert any(str(sheet.pk) in sql for sql in read)
