"""Seats put right in a knock-out at a table that has stopped: whose match was given up."""

import pytest

from tests.tournaments.cup import ACTOR, cinq_cents, draw, pair, start
from tournaments.selectors.knock_out import winners_of
from tournaments.services.leaving import entry_leave_now
from tournaments.services.seats import seats_swap, table_seat
from tournaments.spots import Spot

pytestmark = pytest.mark.django_db


@pytest.fixture
def semi():
    """The semi-finals of four: at the first table side 0 has given up."""
    round_ = start(draw(cinq_cents(4)))
    leader, _other = pair(round_.tables.order_by("place__number")[0])
    entry_leave_now(entry_id=leader, actor=ACTOR, way="as-is", reason="Grippe")
    return round_


def gave_up(round_):
    entries = round_.tournament.entries.filter(gave_up_in=round_.number)
    return set(entries.values_list("pk", flat=True))


def test_the_match_that_was_given_up_is_the_stopped_tables_whoever_turns_out_to_have_sat_there(
    semi,
):
    stopped, second = semi.tables.order_by("place__number")
    (leader, other), (comes, _opponent) = pair(stopped), pair(second)
    spots = {
        each.entry_id: Spot(each.entry_id, each.table_id, each.seat) for each in semi.seats.all()
    }
    swap = {"round_id": semi.pk, "actor": ACTOR, "reason": "andersherum gesessen"}
    seats_swap(first=spots[leader], second=spots[comes], **swap)
    assert gave_up(semi) == {comes}
    assert winners_of([semi])[semi.pk] == {stopped.pk: other, second.pk: None}


def test_two_who_change_sides_at_a_table_that_stopped_leave_the_match_to_the_same_one(semi):
    stopped = semi.tables.order_by("place__number")[0]
    leader, other = pair(stopped)
    table_seat(
        table_id=stopped.pk,
        actor=ACTOR,
        entries=[other, leader],
        seen=[leader, other],
        reason="Seiten",
    )
    assert gave_up(semi) == {leader}
    assert winners_of([semi])[semi.pk][stopped.pk] == other
