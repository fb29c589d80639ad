"""Rounds: started, closed, reopened, declared void, and the cards that stay through all of it."""

import pytest
from django.db import IntegrityError

from jassclub.audit.models import AuditEvent
from jassclub.clubs.models import Player
from scoring.models import ScoreSheet, SheetStatus
from tests import factories
from tests.tournaments.rounds import ACTOR, close, confirm_all, draw_all, pairs, play, start
from tournaments.errors import Conflict, TablesOpen, TournamentError
from tournaments.models import (
    Entry,
    EntryPlayer,
    EntryStatus,
    Place,
    Round,
    RoundCredit,
    RoundStatus,
    TableResult,
    Tournament,
    TournamentStatus,
)
from tournaments.selectors.office import wall_tables
from tournaments.services.rounds import rounds_redraw
from tournaments.services.undoing import round_reopen, round_void, tournament_end

pytestmark = pytest.mark.django_db


# -- starting ----------------------------------------------------------------------------------------


def test_starting_gives_every_table_a_sheet_with_names_and_a_key():
    round_ = start(draw_all(factories.tournament(players=8, rounds=1))[0])
    assert round_.status == RoundStatus.PLAYING
    for table in round_.tables.all():
        sheet = factories.sheet_of(table)
        names = [(seat.seat, str(seat.player)) for seat in table.seats.order_by("seat")]
        assert list(sheet.seats.values_list("seat", "name")) == names
        assert sheet.status == SheetStatus.OPEN
        assert sheet.options["deals"] == 12
        assert sheet.keys.count() == 1


def test_a_round_is_started_once():
    round_ = start(draw_all(factories.tournament(players=8, rounds=1))[0])
    with pytest.raises(Conflict) as refused:
        start(round_)
    assert refused.value.code == "round-started"
    assert ScoreSheet.objects.count() == 2


def test_the_next_round_starts_only_when_the_one_before_is_closed():
    first, second = draw_all(factories.tournament(players=8, rounds=2))
    with pytest.raises(Conflict) as refused:
        start(second)
    assert refused.value.code == "round-before-open"
    start(first)
    with pytest.raises(Conflict):
        start(second)
    confirm_all(first)
    close(first)
    assert start(second).status == RoundStatus.PLAYING


def test_the_database_refuses_a_second_round_being_played():
    first, second = draw_all(factories.tournament(players=8, rounds=2))
    start(first)
    with pytest.raises(IntegrityError):
        Round.objects.filter(pk=second.pk).update(status=RoundStatus.PLAYING)


def test_fifty_tables_start_in_as_many_queries_as_five(django_assert_max_num_queries):
    small = draw_all(factories.tournament(players=20, rounds=1))[0]
    large = draw_all(factories.tournament(players=200, rounds=1))[0]
    with django_assert_max_num_queries(25):
        start(small)
    with django_assert_max_num_queries(25):
        start(large)


# -- closing -----------------------------------------------------------------------------------------


def test_a_round_with_open_tables_stays_open_and_names_them():
    round_ = start(draw_all(factories.tournament(players=12, rounds=2))[0])
    factories.confirmed(factories.sheet_of(round_.tables.get(place__number=2)))
    with pytest.raises(TablesOpen) as refused:
        close(round_)
    assert refused.value.tables == [1, 3]
    round_.refresh_from_db()
    assert round_.status == RoundStatus.PLAYING


def test_closing_the_last_round_closes_the_tournament():
    evening = factories.tournament(players=8, rounds=2)
    first, second = draw_all(evening)
    play(first)
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.RUNNING
    play(second)
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.CLOSED
    assert evening.closed_at is not None
    assert AuditEvent.objects.filter(action="tournament.close").count() == 1


def test_a_closed_tournament_is_not_drawn_further():
    evening = factories.tournament(players=8, rounds=1)
    play(draw_all(evening)[0])
    with pytest.raises(TournamentError) as refused:
        draw_all(evening, expected=1)
    assert refused.value.code == "tournament-closed"


def test_every_step_of_a_round_asks_for_new_standings():
    evening = factories.tournament(players=8, rounds=2)

    def wanted():
        evening.standings_state.refresh_from_db()
        return evening.standings_state.wanted

    steps = []
    first, _second = draw_all(evening)
    steps.append(wanted())
    start(first)
    steps.append(wanted())
    confirm_all(first)
    close(first)
    steps.append(wanted())
    assert steps == [1, 2, 3]


def test_the_last_closed_round_is_reopened_with_a_reason():
    evening = factories.tournament(players=8, rounds=1)
    only = play(draw_all(evening)[0])
    with pytest.raises(TournamentError) as refused:
        round_reopen(round_id=only.pk, actor=ACTOR, reason=" ")
    assert refused.value.code == "reason-missing"
    round_reopen(round_id=only.pk, actor=ACTOR, reason="Tisch 1 hat sich verzählt")
    only.refresh_from_db()
    evening.refresh_from_db()
    assert (only.status, only.closed_at) == (RoundStatus.PLAYING, None)
    assert (evening.status, evening.closed_at) == (TournamentStatus.RUNNING, None)
    close(only)
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.CLOSED


def test_an_earlier_round_is_not_reopened_once_the_next_has_started():
    first, second = draw_all(factories.tournament(players=8, rounds=2))
    play(first)
    start(second)
    with pytest.raises(Conflict) as refused:
        round_reopen(round_id=first.pk, actor=ACTOR, reason="Fehler")
    assert refused.value.code == "round-not-last"


def test_an_evening_that_ends_early_counts_what_is_closed():
    evening = factories.tournament(players=8, rounds=3)
    first, second, _third = draw_all(evening)
    with pytest.raises(Conflict) as refused:
        tournament_end(tournament_id=evening.pk, actor=ACTOR, reason="Wirt schliesst")
    assert refused.value.code == "round-not-closed"
    play(first)
    start(second)
    with pytest.raises(Conflict):
        tournament_end(tournament_id=evening.pk, actor=ACTOR, reason="Wirt schliesst")
    confirm_all(second)
    close(second)
    with pytest.raises(TournamentError):
        tournament_end(tournament_id=evening.pk, actor=ACTOR, reason=" ")
    tournament_end(tournament_id=evening.pk, actor=ACTOR, reason="Wirt schliesst")
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.CLOSED
    statuses = evening.rounds.order_by("number").values_list("status", flat=True)
    assert list(statuses) == [RoundStatus.CLOSED, RoundStatus.CLOSED, RoundStatus.VOID]
    event = AuditEvent.objects.get(action="tournament.close")
    assert (event.after, event.reason) == ({"rounds": 2}, "Wirt schliesst")
    round_reopen(round_id=second.pk, actor=ACTOR, reason="Doch noch eine")
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.RUNNING


# -- void --------------------------------------------------------------------------------------------


def test_a_void_round_with_deals_asks_for_the_name_and_leaves_its_number_free():
    evening = factories.tournament(players=9, rounds=1)
    [only] = draw_all(evening)
    start(only)
    sheet = factories.deals(factories.sheet_of(only.tables.first()), factories.TWELVE)
    entry = only.seats.first().entry
    TableResult.objects.create(
        tournament=evening,
        round=only,
        table=only.tables.first(),
        entry=entry,
        points=1320,
        against=764,
        deals=12,
        sheet_revision=12,
    )
    with pytest.raises(TournamentError) as refused:
        round_void(round_id=only.pk, actor=ACTOR, reason="Falsche Leute am Tisch")
    assert refused.value.code == "name-differs"
    round_void(
        round_id=only.pk,
        actor=ACTOR,
        reason="Falsche Leute am Tisch",
        typed_name=f" {evening.name} ",
    )
    sheet.refresh_from_db()
    assert sheet.status == SheetStatus.VOID
    assert sheet.deals.count() == 12
    assert not TableResult.objects.exists()
    assert not RoundCredit.objects.exists()
    event = AuditEvent.objects.get(action="round.void")
    assert event.before["played"] == 12
    assert event.reason == "Falsche Leute am Tisch"
    assert AuditEvent.objects.get(action="sheet.void").sheet_id == sheet.pk
    assert [round_.number for round_ in draw_all(evening)] == [1]


def test_a_round_is_not_declared_void_without_a_reason():
    [only] = draw_all(factories.tournament(players=8, rounds=1))
    with pytest.raises(TournamentError) as refused:
        round_void(round_id=only.pk, actor=ACTOR, reason="")
    assert refused.value.code == "reason-missing"


def test_a_closed_round_is_not_declared_void():
    first, _second = draw_all(factories.tournament(players=8, rounds=2))
    play(first)
    with pytest.raises(Conflict) as refused:
        round_void(round_id=first.pk, actor=ACTOR, reason="zu spät")
    assert refused.value.code == "round-not-open"


def test_a_void_round_in_the_middle_is_drawn_again_without_repeating_the_others():
    evening = factories.tournament(players=16, rounds=4)
    first, second, third, fourth = draw_all(evening)
    round_void(round_id=second.pk, actor=ACTOR, reason="neu")
    [again] = draw_all(evening, expected=3)
    assert again.number == 2
    met = [pair for round_ in (first, again, third, fourth) for pair in pairs(round_)]
    assert len(met) == len(set(met))
    assert again.protocol["numbers"] == [1, 3, 4, 2]


def test_cards_stay_the_same_over_a_redraw():
    evening = factories.tournament(players=8, rounds=2)
    made = draw_all(evening)
    cards = list(Place.objects.values_list("number", "token", "code"))
    rounds_redraw(tournament_id=evening.pk, actor=ACTOR, newest=made[-1].pk)
    assert list(Place.objects.values_list("number", "token", "code")) == cards
    assert Tournament.objects.count() == 1


def test_a_thousand_people_are_drawn_and_started():
    players = 1004
    evening = factories.tournament(players=0, rounds=1)
    people = Player.objects.bulk_create(
        Player(club=evening.club, name=f"Player {n}", name_key=f"player {n}")
        for n in range(players)
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=evening, number=n, name=person.name, status=EntryStatus.PRESENT)
        for n, person in enumerate(people, start=1)
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(tournament=evening, entry=entry, player=person)
        for entry, person in zip(entries, people, strict=True)
    )
    round_ = start(draw_all(evening)[0])
    assert round_.seats.count() == players
    assert ScoreSheet.objects.count() == players // 4
    assert len(wall_tables(round_)) == players // 4
    round_void(round_id=round_.pk, actor=ACTOR, reason="Probe")
    assert set(ScoreSheet.objects.values_list("status", flat=True)) == {SheetStatus.VOID}
