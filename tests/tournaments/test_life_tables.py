"""Tables that stop, rounds that do not count, results that were wrong; one test per cell of docs/life.md."""

import re

import pytest

from jassclub.audit.models import AuditEvent
from jassclub.clubs.models import Role
from scoring.models import SheetStatus
from scoring.services import DealChange, deals_change
from tests import factories
from tests.tournaments import life
from tests.tournaments.cup import WON, cinq_cents
from tournaments.errors import Conflict, TournamentError
from tournaments.models import RoundCredit, RoundStatus, TableResult
from tournaments.selectors.prints import rounds_to_print, seat_lists
from tournaments.selectors.results import round_results
from tournaments.services.desk import desk_reopen, desk_settle
from tournaments.services.rounds import round_close, rounds_redraw
from tournaments.services.undoing import round_void

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return life.evening(players=8, rounds=3)


def settle(table, way):
    sheet = factories.sheet_of(table)
    context = life.context_of(table)
    return desk_settle(sheet_id=sheet.pk, context=context, way=way, reason="Feueralarm")


# -- a table that stops after deal 7 -------------------------------------------------------------


@pytest.mark.parametrize(("way", "own"), [("as-is", 700), ("scaled", 1200), ("void", None)])
def test_a_table_that_stops_after_deal_7_counts_as_it_is_scaled_or_not_at_all(
    round_, table, way, own
):
    life.write(table, 7)
    settle(table, way)
    assert life.points(round_).get(life.at(table, 0).pk) == own


def ways_offered(organiser, table):
    """How a table that stops can count: on the page of deciding about it, and on that of leaving."""
    evening = table.round.tournament
    organiser.force_login(factories.member(evening.club, Role.ORGANISER))
    entry = life.at(table, 0)
    pages = [
        organiser.get(life.url(evening, "desk-settle", table.pk)).text,
        organiser.get(life.url(evening, "life-leave-now", entry.pk)).text,
    ]
    return [re.findall(r'name="way" value="([^"]+)"', page) for page in pages]


@pytest.mark.parametrize(
    ("options", "deals", "offered"),
    [
        ({"deals": 9}, 2, ["as-is", "scaled", "void"]),
        ({"deals": 9}, 0, ["as-is", "void"]),
        ({"target": 5000}, 2, ["as-is", "void"]),
        ({}, 2, ["as-is", "void"]),
    ],
)
def test_a_table_is_offered_to_be_scaled_only_where_a_part_of_the_planned_deals_is_written(
    client, options, deals, offered
):
    table = life.playing(cinq_cents(2, options=options)).tables.get()
    factories.deals(factories.sheet_of(table), [WON[0]] * deals)
    assert ways_offered(client, table) == [offered, offered]


def test_a_way_that_is_not_offered_is_asked_for_anew_and_decides_nothing(client):
    evening = cinq_cents(2)
    table = life.playing(evening).tables.get()
    ways_offered(client, table)
    for name, key in (("desk-settle", table.pk), ("life-leave-now", life.at(table, 0).pk)):
        sent = {"way": "scaled", "reason": "Zeit"}
        assert client.post(life.url(evening, name, key), sent).status_code == 422
    assert factories.sheet_of(table).status == SheetStatus.OPEN


@pytest.mark.parametrize("way", ["as-is", "scaled", "void"])
def test_a_table_that_stopped_does_not_hold_up_the_round(round_, table, way):
    life.write(table, 7)
    settle(table, way)
    life.confirm(round_.tables.get(place__number=2))
    round_close(round_id=round_.pk, actor=life.ACTOR)
    round_.refresh_from_db()
    assert round_.status == RoundStatus.CLOSED


@pytest.mark.parametrize(
    ("rule", "given"), [({"credit_rule": "none"}, None), ({"credit_rule": "fixed"}, 950)]
)
def test_a_void_table_gives_its_four_what_the_tournament_gives_for_a_wait(rule, given):
    evening = life.evening(players=8, **rule)
    round_ = life.playing(evening)
    table = round_.tables.first()
    life.write(table, 7)
    settle(table, "void")
    for seat in range(4):
        entry = life.at(table, seat)
        assert life.credits_of(entry) == [(1, "void")]
        assert life.cell(evening, entry, 1) == {"points": given, "state": "void"}


def test_a_void_table_is_worth_the_own_average_where_that_is_the_rule():
    evening = life.evening(players=8, credit_rule="average", credit_points=None)
    life.play(evening)
    round_ = life.playing(evening)
    table = round_.tables.first()
    settle(table, "void")
    entry = life.at(table, 0)
    first = life.cell(evening, entry, 1)["points"]
    assert life.cell(evening, entry, 2) == {"points": first, "state": "void"}


def test_a_void_table_moves_no_total_of_the_others(evening, round_, table):
    life.confirm(round_.tables.get(place__number=2))
    before = life.totals(evening)
    others = [life.at(round_.tables.get(place__number=2), seat).pk for seat in range(4)]
    settle(table, "void")
    after = life.totals(evening)
    assert {e: after[e] for e in others} == {e: before[e] for e in others}


def test_a_void_table_is_no_wait_in_the_next_draw(evening, round_, table):
    settle(table, "void")
    life.confirm(round_.tables.get(place__number=2))
    round_close(round_id=round_.pk, actor=life.ACTOR)
    assert life.draw(evening)[0].seats.count() == 8
    assert not round_.credits.filter(kind=RoundCredit.Kind.WAIT).exists()


def test_the_results_of_the_round_show_that_a_table_is_void(round_, table):
    settle(table, "void")
    assert round_results(round_).tables[0].state == "void"


def test_stopping_a_table_stands_in_the_log_with_the_way_and_the_reason(table):
    life.write(table, 7)
    settle(table, "scaled")
    event = life.said("sheet.settle")
    assert (event.after["way"], event.reason) == ("scaled", "Feueralarm")


@pytest.mark.parametrize("way", ["as-is", "scaled", "void"])
def test_stopping_a_table_is_undone_by_giving_the_sheet_back(evening, round_, table, way):
    sheet = life.write(table, 7)
    settle(table, way)
    desk_reopen(sheet_id=sheet.pk, context=life.context_of(table), reason="doch weiter")
    sheet.refresh_from_db()
    assert (sheet.status, sheet.totals) == (SheetStatus.OPEN, [700, 399])
    assert not TableResult.objects.filter(table=table).exists()
    assert not RoundCredit.objects.filter(kind="void").exists()


def test_a_void_table_that_was_given_back_and_played_gives_its_points_and_no_credit(
    evening, round_, table
):
    sheet = factories.sheet_of(table)
    settle(table, "void")
    desk_reopen(sheet_id=sheet.pk, context=life.context_of(table), reason="doch")
    life.confirm(table)
    entry = life.at(table, 0)
    assert life.credits_of(entry) == []
    assert life.cell(evening, entry, 1) == {"points": 1200, "state": "result"}


# -- a round declared void -----------------------------------------------------------------------


def void(round_, **more):
    name = round_.tournament.name
    return round_void(
        round_id=round_.pk, actor=life.ACTOR, reason="falsch gelost", typed_name=name, **more
    )


def test_a_void_round_takes_its_points_along_and_leaves_those_of_the_others(evening):
    life.play(evening)
    before = life.totals(evening)
    second = life.playing(evening)
    life.confirm(second.tables.first())
    assert life.totals(evening) != before
    void(second)
    assert life.totals(evening) == before


def test_waits_of_a_void_round_are_no_waits_and_its_number_is_drawn_again():
    evening = life.evening(players=9)
    round_ = life.playing(evening)
    waited = round_.credits.get().entry
    void(round_)
    assert life.credits_of(waited) == []
    again = life.draw(evening)[0]
    assert again.number == 1
    assert again.credits.filter(kind="wait").count() == 1


def test_a_void_round_is_on_no_list_to_print(evening, round_):
    void(round_)
    assert rounds_to_print(evening) == []


def test_sheets_of_a_void_round_stay_readable_and_count_for_nothing(round_, table):
    sheet = life.write(table, 7)
    void(round_)
    sheet.refresh_from_db()
    assert (sheet.status, sheet.deals.count()) == (SheetStatus.VOID, 7)


def test_a_void_round_stands_in_the_log_with_what_was_lost(round_, table):
    life.write(table, 7)
    void(round_)
    assert life.said("round.void").before["played"] == 7
    assert life.said("sheet.void").before["deals"] == 7


def test_a_void_round_stays_void(round_):
    void(round_)
    with pytest.raises(Conflict) as refused:
        void(round_)
    assert refused.value.code == "round-void"
    assert AuditEvent.objects.filter(action="round.void").count() == 1


def test_a_seat_that_was_corrected_is_no_deal_that_would_be_lost(round_, table):
    """Only what people have written asks for the tournament's name."""
    from tests.tournaments.test_life_seats import swap

    swap(round_, life.at(table, 0), life.at(table, 1))
    round_void(round_id=round_.pk, actor=life.ACTOR, reason="falsch gelost")
    round_.refresh_from_db()
    assert round_.status == RoundStatus.VOID


# -- drawn again ---------------------------------------------------------------------------------


def redraw(evening):
    newest = evening.rounds.order_by("-pk").first()
    return rounds_redraw(tournament_id=evening.pk, actor=life.ACTOR, newest=newest.pk)


def test_before_anybody_has_played_all_is_drawn_again_and_nothing_is_lost():
    evening = life.evening(players=9, rounds=2, each=False)
    old = life.draw(evening)
    made = redraw(evening)
    assert [round_.number for round_ in made] == [1, 2]
    assert {r.status for r in evening.rounds.filter(pk__in=[r.pk for r in old])} == {"void"}
    assert RoundCredit.objects.filter(round__in=old).count() == 0
    assert sum(round_.credits.count() for round_ in made) == 2
    assert rounds_to_print(evening) == made
    assert AuditEvent.objects.filter(action="round.draw").count() == 4


def test_a_round_that_somebody_plays_is_not_drawn_again(evening, round_, table):
    life.write(table, 1)
    with pytest.raises(TournamentError) as refused:
        redraw(evening)
    assert refused.value.code == "nothing-to-redraw"
    round_.refresh_from_db()
    assert round_.status == RoundStatus.PLAYING
    assert life.seating(round_)


def test_drawing_again_leaves_the_round_that_is_played_and_its_points_alone():
    evening = life.evening(players=8, rounds=3, each=False)
    first = life.play(evening)
    seats, before = life.seating(first), life.totals(evening)
    redraw(evening)
    assert life.seating(first) == seats
    assert life.totals(evening) == before


# -- a result corrected two rounds later ---------------------------------------------------------


@pytest.fixture
def corrected(evening):
    """Deal 1 of round 1, table 1 was 57 : 100; noticed when round 3 is drawn."""
    first = life.play(evening)
    life.play(evening)
    third = life.draw(evening)[0]
    drawn, before = life.seating(third), life.totals(evening)
    table = first.tables.get(place__number=1)
    sheet = factories.sheet_of(table)
    correct(table, factories.deal(57), version=1, nonce="corrected-1")
    return {
        "evening": evening,
        "table": table,
        "sheet": sheet,
        "third": third,
        "drawn": drawn,
        "before": before,
    }


def correct(table, payload, *, version, nonce):
    return deals_change(
        sheet_id=factories.sheet_of(table).pk,
        context=life.context_of(table),
        changes=[DealChange(1, version, payload, nonce)],
        reason="verschrieben",
    )


def test_a_correction_two_rounds_later_moves_the_four_of_its_table_and_nobody_else(corrected):
    after, before, table = (
        life.totals(corrected["evening"]),
        corrected["before"],
        corrected["table"],
    )
    moved = {
        entry: after[entry] - before[entry] for entry in after if after[entry] != before[entry]
    }
    assert moved == {life.at(table, seat).pk: 43 * (1 if seat % 2 else -1) for seat in range(4)}


def test_a_correction_leaves_drawn_rounds_as_they_are(corrected):
    assert life.seating(corrected["third"]) == corrected["drawn"]


def test_a_correction_is_marked_in_the_ranking_and_in_the_results(corrected):
    entry = life.at(corrected["table"], 0)
    assert life.cell(corrected["evening"], entry, 1)["corrected"]
    assert round_results(corrected["table"].round).corrected == 1


def test_a_correction_is_a_new_version_with_its_reason_and_the_old_one_stays(corrected):
    versions = corrected["sheet"].deals.filter(number=1).order_by("version")
    assert [(deal.version, deal.written, deal.reason) for deal in versions] == [
        (1, [100, 57], ""),
        (2, [57, 100], "verschrieben"),
    ]
    assert life.said("deal.correct").reason == "verschrieben"


def test_a_correction_is_undone_by_correcting_back(corrected):
    correct(corrected["table"], factories.deal(100), version=2, nonce="corrected-2")
    assert life.totals(corrected["evening"]) == corrected["before"]


def test_a_correction_changes_no_seat_list(corrected):
    assert seat_lists([corrected["third"]]).by_name
    assert life.seating(corrected["third"]) == corrected["drawn"]
