"""From a table's sheet to the tournament's facts: written when it is confirmed, gone when it is not."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import errors
from scoring.services import sheet_reopen, sheet_settle
from tests import factories
from tests.factories import TWELVE, deal
from tests.scoring.desks import correct, office, phone, record
from tournaments.models import Entry, StandingsState, TableGame, TableResult
from tournaments.selectors.table import current_game, game_at, names_at
from tournaments.services.table import sheet_changed, table_confirm

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return factories.tournament(players=8)


@pytest.fixture
def round_(evening):
    return factories.playing_round(evening)


@pytest.fixture
def table(round_):
    return round_.tables.first()


def mounted(context):
    """A context as the tournament hands it in."""
    return context(confirm=table_confirm, on_change=sheet_changed)


def say_yes(sheet, *sides, at=None):
    for side in sides:
        sheet.refresh_from_db()
        sheet = table_confirm(
            sheet_id=sheet.pk, context=at or mounted(phone), revision=sheet.revision, side=side
        )
    return sheet


def full(table, payloads=TWELVE):
    return factories.deals(factories.sheet_of(table), payloads)


def wanted(evening):
    return StandingsState.objects.get(tournament=evening).wanted


def results(table):
    return {r.entry_id: r for r in TableResult.objects.filter(table=table)}


def entries(table, side):
    return list(
        table.seats.filter(side=side).order_by("entry_id").values_list("entry_id", flat=True)
    )


def test_nothing_counts_before_both_sides_said_yes(evening, table):
    before = wanted(evening)
    say_yes(full(table), 0)
    assert results(table) == {}
    assert wanted(evening) == before


def test_each_entry_gets_its_sides_points_when_the_table_is_confirmed(evening, table):
    before = wanted(evening)
    say_yes(full(table), 0, 1)
    rows = results(table)
    own, others = entries(table, 0), entries(table, 1)
    for entry in own:
        row = rows[entry]
        assert (row.points, row.against, row.matches, row.deals_won) == (1320, 764, 2, 8)
        assert (row.games_won, row.deals, row.opponents) == (1, 12, others)
        assert (row.sheet_revision, row.corrected) == (12, False)
        assert (row.tournament_id, row.round_id) == (evening.pk, table.round_id)
    for entry in others:
        row = rows[entry]
        assert (row.points, row.against, row.matches, row.games_won) == (764, 1320, 0, 0)
        assert row.opponents == own
    assert wanted(evening) == before + 1


def test_a_correction_by_the_office_moves_the_results_and_marks_them(evening, table):
    sheet = say_yes(full(table), 0, 1)
    before = wanted(evening)
    correct(sheet, 1, 1, deal(100), at=mounted(office), reason="verschrieben")
    rows = results(table)
    assert {(r.points, r.corrected, r.sheet_revision) for r in rows.values()} == {
        (1328, True, 13),
        (756, True, 13),
    }
    assert wanted(evening) == before + 1


def test_a_reopened_sheet_takes_its_results_back(evening, table):
    sheet = say_yes(full(table), 0, 1)
    before = wanted(evening)
    sheet_reopen(sheet_id=sheet.pk, context=mounted(office), reason="Einspruch")
    assert results(table) == {}
    assert wanted(evening) == before + 1


def test_a_void_sheet_has_no_results(evening, table):
    sheet = factories.sheet_of(table)
    sheet_settle(sheet_id=sheet.pk, context=mounted(office), way="void", reason="falscher Tisch")
    assert results(table) == {}


def test_a_scaled_sheet_counts_scaled(table):
    sheet = full(table, TWELVE[:6])
    done = sheet_settle(sheet_id=sheet.pk, context=mounted(office), way="scaled", reason="Zeit um")
    assert {r.points for r in results(table).values()} == set(done.totals)


def test_substitutes_outside_the_ranking_get_results_too(table):
    Entry.objects.filter(pk=entries(table, 0)[0]).update(outside_ranking=True)
    say_yes(full(table), 0, 1)
    assert len(results(table)) == 4


def test_a_team_that_sits_at_two_seats_has_one_result(table):
    team, partner = entries(table, 0)
    table.seats.filter(entry_id=partner).update(entry_id=team)
    say_yes(full(table), 0, 1)
    assert sorted(results(table)) == sorted([team, *entries(table, 1)])


def test_best_of_several_games_adds_up_once_all_are_confirmed(evening, table):
    first = full(table)
    second = factories.free_sheet(of=evening.club, variant="schieber")
    TableGame.objects.create(table=table, number=2, sheet=second)
    factories.deals(second, TWELVE)
    say_yes(first, 0, 1)
    assert results(table) == {}
    say_yes(second, 0, 1)
    assert {(r.points, r.games_won, r.deals) for r in results(table).values()} == {
        (2640, 2, 24),
        (1528, 0, 24),
    }


def test_in_a_game_for_individuals_each_entry_has_its_own_points():
    evening = factories.tournament(players=4, variant="differenzler", options={"deals": 4})
    table = factories.playing_round(evening).tables.first()
    payload = {"trump": "rosen", "bids": [40, 40, 40, 37], "points": [41, 42, 40, 34]}
    say_yes(full(table, [payload] * 4), 0, 3)
    rows = results(table)
    by_seat = [rows[seat.entry_id] for seat in table.seats.order_by("seat")]
    assert [(r.points, r.against, r.games_won, r.deals_won) for r in by_seat] == [
        (4, 20, 0, 0),
        (8, 16, 0, 0),
        (0, 24, 1, 4),
        (12, 12, 0, 0),
    ]
    assert all(len(r.opponents) == 3 and r.entry_id not in r.opponents for r in by_seat)


def test_a_table_confirms_in_its_round_only_and_the_office_after_it(round_, table):
    sheet = full(table)
    factories.close_round(round_)
    with pytest.raises(errors.NotAllowed) as refused:
        say_yes(sheet, 0)
    assert refused.value.code == "round-over"
    say_yes(sheet, 0, 1, at=mounted(office))
    assert len(results(table)) == 4


def test_the_card_opens_what_is_played_now(round_, table):
    game = current_game(table.place)
    assert game.sheet == factories.sheet_of(table)
    assert names_at(game) == tuple(str(s.player) for s in table.seats.order_by("seat"))
    factories.close_round(round_)
    assert current_game(table.place) is None


def test_what_a_phone_kept_finds_the_sheet_it_was_written_for(evening, round_, table):
    first = factories.sheet_of(table)
    factories.close_round(round_)
    second = factories.playing_round(evening)
    assert current_game(table.place).sheet != first
    assert game_at(table.place, first.pk).sheet == first
    elsewhere = factories.sheet_of(second.tables.last())
    assert game_at(table.place, elsewhere.pk) is None


@pytest.mark.parametrize("players", [8, 24])
def test_recording_and_confirming_cost_the_same_in_a_small_hall_and_a_large_one(players):
    round_ = factories.playing_round(factories.tournament(players=players))
    for other in list(round_.tables.all())[1:]:
        say_yes(full(other), 0, 1)
    sheet = full(round_.tables.first(), TWELVE[:11])
    with CaptureQueriesContext(connection) as recording:
        record(sheet, 12, TWELVE[11], at=mounted(phone))
    say_yes(sheet, 0)
    with CaptureQueriesContext(connection) as confirming:
        say_yes(sheet, 1)
    assert len(recording) <= 9, "\n".join(q["sql"] for q in recording)
    assert len(confirming) <= 19, "\n".join(q["sql"] for q in confirming)
