"""Seats that turn out wrong: swapped people, the wrong four; one test per cell of docs/life.md."""

import pytest

from jassclub.audit.models import AuditEvent
from scoring.errors import SheetError
from scoring.models import SheetStatus
from tests import factories
from tests.reading import figures
from tests.tournaments import life
from tests.tournaments.test_entries import at_once
from tournaments.errors import Conflict, TournamentError
from tournaments.models import Entry, EntryPlayer, RoundStatus, Seat
from tournaments.selectors.prints import seat_lists
from tournaments.services.seats import seats_swap, table_seat
from tournaments.services.undoing import round_void
from tournaments.spots import Spot

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(round_):
    return round_.tables.get(place__number=2)


def swap(round_, one, two, **more):
    return seats_swap(
        round_id=round_.pk,
        actor=life.ACTOR,
        first=life.spot(round_, one),
        second=life.spot(round_, two),
        **more,
    )


# -- two people swapped seats and it is noticed after three deals -----------------------------------


def test_two_of_different_sides_who_stay_swapped_are_swapped_in_the_plan_and_on_the_sheet(
    round_, table
):
    life.write(table, 3)
    one, two = life.at(table, 0), life.at(table, 1)
    swap(round_, one, two)
    assert (life.at(table, 0), life.at(table, 1)) == (two, one)
    assert [seat.side for seat in table.seats.order_by("seat")] == [0, 1, 0, 1]
    assert life.names(table)[0] == [(1, two.name)]
    assert life.names(table)[1] == [(1, one.name)]


def test_the_deals_stay_as_they_were_written_and_confirming_goes_by_the_new_names(round_, table):
    sheet = life.write(table, 3)
    revision = sheet.revision
    swap(round_, life.at(table, 0), life.at(table, 1))
    sheet.refresh_from_db()
    assert (sheet.played, sheet.totals, sheet.status) == (3, [300, 171], SheetStatus.OPEN)
    assert sheet.revision == revision + 1


def test_the_points_go_to_where_they_sat(round_, table):
    one, two = life.at(table, 0), life.at(table, 1)
    swap(round_, one, two)
    life.confirm(table)
    got = life.points(round_)
    assert (got[one.pk], got[two.pk]) == (684, 1200)


def test_two_who_go_back_to_their_seats_are_on_the_sheet_with_the_deals_they_sat_there(
    round_, table
):
    life.write(table, 3)
    one, two = life.at(table, 0), life.at(table, 1)
    before = life.seating(round_)
    swap(round_, one, two, way="back", from_deal=4)
    assert life.seating(round_) == before
    assert life.names(table)[0] == [(1, two.name), (4, one.name)]
    assert life.names(table)[1] == [(1, one.name), (4, two.name)]


def test_two_who_went_back_get_the_points_of_their_drawn_seats(round_, table):
    sheet = life.write(table, 3)
    one, two = life.at(table, 0), life.at(table, 1)
    swap(round_, one, two, way="back", from_deal=4)
    sheet.deals.all().delete()
    factories.deals(sheet, life.FULL)
    life.confirm(table)
    got = life.points(round_)
    assert (got[one.pk], got[two.pk]) == (1200, 684)


def test_two_at_different_tables_change_on_both_sheets(round_, table, other):
    one, two = life.at(table, 0), life.at(other, 3)
    swap(round_, one, two)
    assert (life.at(table, 0), life.at(other, 3)) == (two, one)
    assert life.names(table)[0] == [(1, two.name)]
    assert life.names(other)[3] == [(1, one.name)]


def test_waits_do_not_move_when_two_seated_people_swap(evening, round_, table, other):
    waits = [e for e in evening.entries.all() if life.credits_of(e)]
    swap(round_, life.at(table, 0), life.at(other, 0))
    assert [e for e in evening.entries.all() if life.credits_of(e)] == waits


def test_somebody_who_sat_in_for_the_one_who_should_have_waited_takes_over_the_wait(
    evening, round_, table
):
    [waits] = [e for e in evening.entries.all() if life.credits_of(e)]
    seated = life.at(table, 2)
    swap(round_, seated, waits)
    assert life.at(table, 2) == waits
    assert life.credits_of(waits) == []
    assert life.credits_of(seated) == [(1, "wait")]
    assert life.names(table)[2] == [(1, waits.name)]


def test_the_next_draw_knows_who_really_met(evening, round_, table, other):
    one, two = life.at(table, 0), life.at(other, 0)
    swap(round_, one, two)
    for each in (table, other):
        life.confirm(each)
    partners = {
        frozenset((two.pk, life.at(table, 2).pk)),
        frozenset((one.pk, life.at(other, 2).pk)),
    }
    factories.close_round(round_)
    following = life.draw(evening)[0]
    met = {}
    for seat in Seat.objects.filter(round=following):
        met.setdefault((seat.table_id, seat.side), set()).add(seat.entry_id)
    assert not partners & {frozenset(pair) for pair in met.values()}


def test_the_seat_list_names_them_at_their_new_seats(round_, table, other):
    one, two = life.at(table, 0), life.at(other, 0)
    swap(round_, one, two)
    by_name = {line.name: line.cells[0].table for line in seat_lists([round_]).by_name}
    assert (by_name[one.name], by_name[two.name]) == (2, 1)


def test_a_swap_stands_in_the_log_with_both_people_and_the_seats_before(round_, table):
    one, two = life.at(table, 0), life.at(table, 1)
    swap(round_, one, two, reason="vertauscht")
    event = life.said("seats.swap")
    assert event.after["entries"] == [one.pk, two.pk]
    assert event.before["seats"] == [[one.pk, table.pk, 0], [two.pk, table.pk, 1]]
    assert event.reason == "vertauscht"
    assert life.said("sheet.reseat").sheet_id == factories.sheet_of(table).pk


def test_a_swap_is_undone_by_swapping_back(round_, table):
    one, two = life.at(table, 0), life.at(table, 1)
    before, sheet = life.seating(round_), life.names(table)
    swap(round_, one, two)
    swap(round_, one, two)
    assert (life.seating(round_), life.names(table)) == (before, sheet)


def test_a_swap_pressed_twice_is_done_once(round_, table):
    one, two = life.at(table, 0), life.at(table, 1)
    seen = {"first": life.spot(round_, one), "second": life.spot(round_, two)}
    for _press in range(2):
        seats_swap(round_id=round_.pk, actor=life.ACTOR, **seen)
    assert life.at(table, 0) == two
    assert AuditEvent.objects.filter(action="seats.swap").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_press_the_same_swap_at_once_swap_once(round_, table):
    one, two = life.at(table, 0), life.at(table, 1)
    seen = {"first": life.spot(round_, one), "second": life.spot(round_, two)}
    at_once(*[lambda: seats_swap(round_id=round_.pk, actor=life.ACTOR, **seen)] * 4)
    assert life.at(table, 0) == two
    assert AuditEvent.objects.filter(action="seats.swap").count() == 1


def test_a_swap_of_seats_that_somebody_else_has_changed_is_refused(round_, table, other):
    one, two = life.at(table, 0), life.at(table, 1)
    seen = {"first": life.spot(round_, one), "second": life.spot(round_, two)}
    swap(round_, one, life.at(other, 0))
    with pytest.raises(Conflict) as refused:
        seats_swap(round_id=round_.pk, actor=life.ACTOR, **seen)
    assert refused.value.code == "seats-changed"


@pytest.mark.parametrize("deal", [0, 5])
def test_a_deal_that_is_not_there_is_refused_with_those_that_are(round_, table, deal):
    life.write(table, 3)
    with pytest.raises(TournamentError) as refused:
        swap(round_, life.at(table, 0), life.at(table, 1), way="back", from_deal=deal)
    assert refused.value.code == "deal-impossible"
    assert "4" in figures(refused.value.message)


def test_nobody_swaps_with_themselves(round_, table):
    one = life.at(table, 0)
    with pytest.raises(TournamentError) as refused:
        swap(round_, one, one)
    assert refused.value.code == "same-person"


def test_seats_of_a_void_round_stay(round_, table):
    one, two = life.at(table, 0), life.at(table, 1)
    round_void(round_id=round_.pk, actor=life.ACTOR, reason="falsch gelost")
    with pytest.raises(Conflict) as refused:
        swap(round_, one, two)
    assert refused.value.code == "round-void"


def test_seats_can_be_swapped_before_the_round_begins_and_the_sheets_follow(evening):
    round_ = life.draw(evening)[0]
    table, other = round_.tables.all()
    one, two = life.at(table, 0), life.at(other, 0)
    swap(round_, one, two)
    assert round_.status == RoundStatus.DRAWN
    life.playing(evening)
    assert life.names(table)[0] == [(1, two.name)]


def test_fixed_teams_change_tables_together():
    evening = factories.tournament(players=0, rounds=2, format="fixed-teams")
    for number in range(1, 5):
        _team(evening, number)
    round_ = life.playing(evening)
    table, other = round_.tables.all()
    one, two = life.at(table, 0), life.at(other, 1)
    swap(round_, one, two)
    assert set(table.seats.filter(entry=two).values_list("seat", flat=True)) == {0, 2}
    assert set(other.seats.filter(entry=one).values_list("seat", flat=True)) == {1, 3}


def _team(evening, number):
    entry = Entry.objects.create(
        tournament=evening, number=number, name=f"Team {number}", status="present"
    )
    for position, player in enumerate(factories.players(evening.club, 2)):
        EntryPlayer.objects.create(
            tournament=evening, entry=entry, player=player, position=position
        )


# -- … and after the confirmation ----------------------------------------------------------------


def test_after_the_confirmation_the_results_are_made_anew_and_marked_as_corrected(
    evening, round_, table
):
    life.confirm(table)
    one, two = life.at(table, 0), life.at(table, 1)
    before = life.totals(evening)
    swap(round_, one, two, reason="falsch gesessen")
    got = life.totals(evening)
    assert (got[one.pk], got[two.pk]) == (before[two.pk], before[one.pk]) == (684, 1200)
    assert life.cell(evening, one, 1)["corrected"]


def test_after_the_confirmation_the_sheet_stays_confirmed_by_the_desk(round_, table):
    sheet = life.confirm(table)
    swap(round_, life.at(table, 0), life.at(table, 1), reason="falsch gesessen")
    sheet.refresh_from_db()
    assert (sheet.status, sheet.corrections) == (SheetStatus.CONFIRMED, 1)
    assert sheet.confirmations.filter(revision=sheet.revision, how="desk").count() == 2


def test_opponents_are_remembered_as_they_really_were(round_, table, other):
    for each in (table, other):
        life.confirm(each)
    one, two = life.at(table, 0), life.at(other, 0)
    swap(round_, one, two, reason="falsch gesessen")
    results = {r.entry_id: set(r.opponents) for r in round_.results.all()}
    assert results[two.pk] == {life.at(table, 1).pk, life.at(table, 3).pk}
    assert two.pk in results[life.at(table, 1).pk]
    assert one.pk not in results[life.at(table, 1).pk]


def test_after_the_confirmation_a_swap_needs_a_reason_and_changes_nothing_without(round_, table):
    life.confirm(table)
    before = life.seating(round_)
    with pytest.raises(SheetError) as refused:
        swap(round_, life.at(table, 0), life.at(table, 1))
    assert refused.value.code == "reason-needed"
    assert life.seating(round_) == before


def test_a_swap_in_a_closed_round_leaves_the_drawn_round_as_it_is(evening):
    first = life.play(evening)
    second = life.draw(evening)[0]
    drawn = life.seating(second)
    table = first.tables.first()
    swap(first, life.at(table, 0), life.at(table, 1), reason="falsch gesessen")
    assert life.seating(second) == drawn


# -- the wrong four at a table -------------------------------------------------------------------


def test_the_four_of_another_table_are_put_where_they_sat_and_those_take_their_places(
    round_, table, other
):
    life.write(table, 5)
    here = [life.at(table, seat) for seat in range(4)]
    there = [life.at(other, seat) for seat in range(4)]
    _seat(table, there)
    assert [life.at(table, seat) for seat in range(4)] == there
    assert [life.at(other, seat) for seat in range(4)] == here
    assert [spells[0][1] for _s, spells in sorted(life.names(table).items())] == [
        entry.name for entry in there
    ]


def test_the_points_of_the_wrong_four_are_theirs(round_, table, other):
    there = [life.at(other, seat) for seat in range(4)]
    _seat(table, there)
    life.confirm(table)
    got = life.points(round_)
    assert [got[entry.pk] for entry in there] == [1200, 684, 1200, 684]


def test_whoever_waited_and_sat_down_by_mistake_plays_and_the_other_waits(evening, round_, table):
    [waits] = [e for e in evening.entries.all() if life.credits_of(e)]
    here = [life.at(table, seat) for seat in range(4)]
    _seat(table, [*here[:3], waits])
    assert life.at(table, 3) == waits
    assert life.credits_of(here[3]) == [(1, "wait")]
    assert life.credits_of(waits) == []


def test_the_right_four_in_another_order_only_change_seats(round_, table, other):
    here = [life.at(table, seat) for seat in range(4)]
    elsewhere = [life.at(other, seat) for seat in range(4)]
    turned = [here[1], here[2], here[3], here[0]]
    _seat(table, turned)
    assert [life.at(table, seat) for seat in range(4)] == turned
    assert [life.at(other, seat) for seat in range(4)] == elsewhere


def test_a_table_set_twice_is_one_event_and_undone_by_setting_it_as_before(round_, table, other):
    before = life.seating(round_)
    here = [life.at(table, seat) for seat in range(4)]
    there = [life.at(other, seat) for seat in range(4)]
    for _press in range(2):
        _seat(table, there, seen=here)
    assert AuditEvent.objects.filter(action="seats.set").count() == 1
    _seat(table, here)
    assert life.seating(round_) == before


def test_one_person_cannot_sit_on_two_seats_of_a_table(round_, table):
    here = [life.at(table, seat) for seat in range(4)]
    with pytest.raises(TournamentError) as refused:
        _seat(table, [here[0], here[0], here[2], here[3]])
    assert refused.value.code == "somebody-twice"


def test_a_table_that_somebody_else_has_changed_is_refused(round_, table, other):
    here = [life.at(table, seat) for seat in range(4)]
    swap(round_, here[0], life.at(other, 0))
    with pytest.raises(Conflict):
        _seat(table, [here[1], here[0], here[2], here[3]], seen=here)


def test_somebody_who_is_not_in_the_round_is_refused_and_nothing_moves(evening, round_, table):
    [stranger] = factories.entries(evening, 1)
    before = life.seating(round_)
    with pytest.raises(Conflict) as refused:
        _seat(table, [stranger, *[life.at(table, seat) for seat in (1, 2, 3)]])
    assert refused.value.code == "not-in-round"
    assert life.seating(round_) == before


def _seat(table, people, seen=None):
    return table_seat(
        table_id=table.pk,
        actor=life.ACTOR,
        entries=[entry.pk for entry in people],
        seen=[e.pk for e in seen or [life.at(table, seat) for seat in range(4)]],
    )


def test_a_spot_says_who_waits_by_table_zero(evening, round_):
    [waits] = [e for e in evening.entries.all() if life.credits_of(e)]
    assert life.spot(round_, waits) == Spot(waits.pk, 0, 0)
