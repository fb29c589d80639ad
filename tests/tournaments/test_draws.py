"""Draws: whole or not at all, with the people who are here, once for whoever presses first."""

import pytest
from django.db import IntegrityError, transaction

from jassclub.audit.models import AuditEvent
from tests import factories
from tests.reading import figures
from tests.tournaments.rounds import ACTOR, draw_all, each_mode, pairs, play, seating, start
from tournaments.errors import Conflict, TablesOpen, TournamentError
from tournaments.models import (
    Entry,
    EntryStatus,
    Place,
    Round,
    RoundCredit,
    RoundStatus,
    Seat,
    Table,
    TournamentStatus,
)
from tournaments.services import rounds as services
from tournaments.services.rounds import rounds_redraw

pytestmark = pytest.mark.django_db


# -- drawing -------------------------------------------------------------------------------------


def test_all_rounds_are_drawn_at_once_with_tables_seats_and_cards():
    evening = factories.tournament(players=16, rounds=4)
    made = draw_all(evening)
    assert [round_.number for round_ in made] == [1, 2, 3, 4]
    assert {round_.status for round_ in made} == {RoundStatus.DRAWN}
    assert [round_.tables.count() for round_ in made] == [4, 4, 4, 4]
    assert [round_.seats.count() for round_ in made] == [16, 16, 16, 16]
    assert list(evening.places.values_list("number", flat=True)) == [1, 2, 3, 4]
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.RUNNING


def test_round_by_round_only_the_next_one_is_drawn():
    evening = each_mode(players=16, rounds=3)
    assert [round_.number for round_ in draw_all(evening)] == [1]
    assert [round_.number for round_ in draw_all(evening, expected=1)] == [2]


def test_drawing_round_by_round_gives_the_same_draw_as_all_at_once():
    whole, single = factories.tournament(players=16, rounds=3), each_mode(players=16, rounds=3)
    numbers = {
        evening.pk: dict(evening.entries.values_list("pk", "number")) for evening in (whole, single)
    }
    at_once = draw_all(whole)
    one_by_one = [draw_all(single, expected=n)[0] for n in range(3)]

    def by_number(round_):
        names = numbers[round_.tournament_id]
        return {frozenset(names[e] for e in pair) for pair in pairs(round_)}

    # The ids differ between the two evenings and so do the lots: compare repeats, not pairs.
    for rounds in (at_once, one_by_one):
        met = [pair for round_ in rounds for pair in by_number(round_)]
        assert len(met) == len(set(met)) == 24


def test_nobody_has_the_same_partner_twice():
    evening = factories.tournament(players=20, rounds=5)
    met = [pair for round_ in draw_all(evening) for pair in pairs(round_)]
    assert len(met) == len(set(met)) == 50


def test_the_seat_decides_the_side():
    round_ = draw_all(factories.tournament(players=8, rounds=1))[0]
    assert set(Seat.objects.filter(round=round_).values_list("seat", "side")) == {
        (0, 0),
        (1, 1),
        (2, 0),
        (3, 1),
    }


def test_who_fills_no_table_waits_with_a_credit_and_nobody_waits_twice():
    evening = factories.tournament(players=9, rounds=5)
    made = draw_all(evening)
    waits = RoundCredit.objects.filter(round__in=made)
    assert waits.count() == 5
    assert set(waits.values_list("kind", flat=True)) == {RoundCredit.Kind.WAIT}
    assert waits.values("entry").distinct().count() == 5


def test_a_substitute_fills_the_last_table_and_stays_out_where_not_needed():
    evening = factories.tournament(players=7, rounds=1)
    [stand_in] = factories.entries(evening, 1, outside_ranking=True)
    round_ = draw_all(evening)[0]
    assert round_.seats.filter(entry=stand_in).exists()
    assert not round_.credits.exists()

    full = factories.tournament(players=8, rounds=1)
    [spare] = factories.entries(full, 1, outside_ranking=True)
    round_ = draw_all(full)[0]
    assert not round_.seats.filter(entry=spare).exists()
    assert not round_.credits.exists()


def test_only_people_who_are_here_are_drawn():
    evening = factories.tournament(players=8, rounds=2)
    factories.entries(evening, 4, status=EntryStatus.ANNOUNCED)
    made = draw_all(evening)
    seated = set(Seat.objects.filter(round__in=made).values_list("entry__status", flat=True))
    assert seated == {EntryStatus.PRESENT}


def test_the_same_state_gives_the_same_draw_and_another_seed_another():
    evening = factories.tournament(players=16, rounds=1)
    first = seating(draw_all(evening)[0])
    again = rounds_redraw(
        tournament_id=evening.pk, actor=ACTOR, newest=Round.objects.latest("pk").pk
    )
    assert seating(again[0]) == first
    evening.stages.update(seed=8)
    other = rounds_redraw(
        tournament_id=evening.pk, actor=ACTOR, newest=Round.objects.latest("pk").pk
    )
    assert seating(other[0]) != first


def test_the_order_of_start_numbers_does_not_show_in_the_tables():
    round_ = draw_all(factories.tournament(players=40, rounds=1))[0]
    numbers = list(
        Seat.objects.filter(round=round_)
        .order_by("table__place__number", "seat")
        .values_list("entry__number", flat=True)
    )
    assert numbers != sorted(numbers)
    first_table = numbers[:4]
    assert first_table != [1, 2, 3, 4]
    assert max(first_table) > 8


def test_a_draw_that_cannot_work_says_why_and_leaves_nothing():
    evening = factories.tournament(players=8, rounds=8)
    with pytest.raises(TournamentError) as refused:
        draw_all(evening)
    assert refused.value.code == "too-many-rounds"
    assert "7" in figures(refused.value.message)
    assert not Round.objects.exists()
    assert not Place.objects.exists()


def test_repeats_known_beforehand_can_be_accepted():
    evening = factories.tournament(players=8, rounds=8)
    made = draw_all(evening, allow_repeats=True)
    assert len(made) == 8
    assert made[0].protocol["repeats"]


def test_an_empty_hall_cannot_be_drawn():
    with pytest.raises(TournamentError) as refused:
        draw_all(factories.tournament(players=0))
    assert refused.value.code == "nobody-here"


@pytest.mark.parametrize("breaks", ["_places", "_players", "_credits"])
def test_a_draw_that_fails_half_way_leaves_no_round_behind(breaks, monkeypatch):
    evening = factories.tournament(players=9)

    def fail(*args, **kwargs):
        raise RuntimeError

    monkeypatch.setattr(f"tournaments.services.drawing.{breaks}", fail)
    with pytest.raises(RuntimeError):
        draw_all(evening)
    assert not Round.objects.exists()
    assert not Table.objects.exists()
    assert not Seat.objects.exists()
    assert not RoundCredit.objects.exists()
    assert not AuditEvent.objects.filter(action="round.draw").exists()


def test_the_database_refuses_a_second_seat_for_one_person_in_a_round():
    round_ = draw_all(factories.tournament(players=8, rounds=1))[0]
    one, other = round_.tables.all()
    seat = one.seats.get(seat=0)
    names = r"player_one_seat_per_round|round_id, .*player_id"
    with pytest.raises(IntegrityError, match=names), transaction.atomic():
        other.seats.filter(seat=0).update(player=seat.player)
    with pytest.raises(IntegrityError), transaction.atomic():
        one.seats.filter(seat=1).update(player=seat.player)


def test_whoever_saw_an_older_state_gets_a_conflict_and_nothing_is_drawn():
    evening = each_mode(players=8, rounds=4)
    draw_all(evening)
    with pytest.raises(Conflict) as refused:
        draw_all(evening, expected=0)
    assert refused.value.status == 409
    assert Round.objects.count() == 1


def test_when_everything_is_drawn_there_is_nothing_more_to_draw():
    evening = factories.tournament(players=8, rounds=2)
    draw_all(evening)
    with pytest.raises(TournamentError) as refused:
        draw_all(evening, expected=2)
    assert refused.value.code == "all-drawn"


def test_the_draw_stands_in_the_audit_with_method_seed_and_figures():
    evening = factories.tournament(players=9, rounds=1)
    round_ = draw_all(evening)[0]
    event = AuditEvent.objects.get(action="round.draw")
    waits = RoundCredit.objects.get(round=round_)
    assert event.tournament_id == evening.pk
    assert event.after == {
        "round": 1,
        "method": "drawn-partners",
        "seed": 7,
        "tables": 2,
        "waiting": [waits.entry_id],
    }


def test_a_draw_by_standings_waits_for_the_round_before(monkeypatch):
    evening = each_mode(players=8, rounds=3)
    monkeypatch.setattr(services, "NEEDS_RESULTS", {"drawn-partners"})
    first = draw_all(evening)[0]
    start(first)
    factories.confirmed(factories.sheet_of(first.tables.first()))
    with pytest.raises(TablesOpen) as refused:
        draw_all(evening, expected=1)
    assert refused.value.code == "results-missing"
    assert refused.value.tables == [2]
    drawn = draw_all(evening, expected=1, despite_open="Tisch 2 spielt nach")
    assert [round_.number for round_ in drawn] == [2]
    assert AuditEvent.objects.filter(action="round.draw", reason="Tisch 2 spielt nach").count() == 1


def test_fifty_tables_are_drawn_in_as_many_queries_as_five(django_assert_max_num_queries):
    small = factories.tournament(players=20, rounds=2)
    large = factories.tournament(players=200, rounds=2)
    with django_assert_max_num_queries(45):
        draw_all(small)
    with django_assert_max_num_queries(45):
        draw_all(large)


# -- people come and go ----------------------------------------------------------------------------


def test_whoever_joins_after_round_one_gets_the_credit_and_a_seat():
    evening = each_mode(players=16, rounds=3)
    first = play(draw_all(evening)[0])
    late = factories.entries(evening, 1, joined_round=2)[0]
    second = draw_all(evening, expected=1)[0]
    credit = RoundCredit.objects.get(round=first, entry=late)
    assert credit.kind == RoundCredit.Kind.LATE
    assert second.seats.count() == 16
    assert second.credits.count() == 1


def test_a_round_missed_in_between_is_noted_as_missed():
    evening = each_mode(players=8, rounds=3)
    play(draw_all(evening)[0])
    Entry.objects.filter(tournament=evening, number__gt=4).update(status=EntryStatus.ANNOUNCED)
    second = play(draw_all(evening, expected=1)[0])
    Entry.objects.filter(tournament=evening).update(status=EntryStatus.PRESENT)
    draw_all(evening, expected=2)
    missed = RoundCredit.objects.filter(round=second, kind=RoundCredit.Kind.MISSED)
    assert sorted(missed.values_list("entry__number", flat=True)) == [5, 6, 7, 8]


def test_whoever_has_left_is_drawn_until_the_round_they_left_from():
    evening = factories.tournament(players=9, rounds=4)
    leaver = evening.entries.get(number=3)
    Entry.objects.filter(pk=leaver.pk).update(status=EntryStatus.WITHDRAWN, withdrawn_from=3)
    made = draw_all(evening)
    here = [
        round_.seats.filter(entry=leaver).exists() or round_.credits.filter(entry=leaver).exists()
        for round_ in made
    ]
    assert here == [True, True, False, False]


def test_a_redraw_seats_who_came_late_in_the_rounds_that_nobody_has_started():
    evening = factories.tournament(players=8, rounds=3)
    first = play(draw_all(evening)[0])
    factories.entries(evening, 4, joined_round=2)
    made = rounds_redraw(
        tournament_id=evening.pk, actor=ACTOR, newest=Round.objects.latest("pk").pk
    )
    assert [round_.number for round_ in made] == [2, 3]
    assert [round_.seats.count() for round_ in made] == [12, 12]
    assert Round.objects.filter(tournament=evening, status=RoundStatus.VOID).count() == 2
    assert RoundCredit.objects.filter(round=first, kind=RoundCredit.Kind.LATE).count() == 4
    met = [p for round_ in (first, *made) for p in pairs(round_)]
    assert len(met) == len(set(met))


def test_a_redraw_of_an_older_state_is_a_conflict():
    evening = factories.tournament(players=8, rounds=2)
    made = draw_all(evening)
    rounds_redraw(tournament_id=evening.pk, actor=ACTOR, newest=made[-1].pk)
    with pytest.raises(Conflict):
        rounds_redraw(tournament_id=evening.pk, actor=ACTOR, newest=made[-1].pk)


def test_started_rounds_are_not_redrawn():
    evening = factories.tournament(players=8, rounds=1)
    [only] = draw_all(evening)
    start(only)
    with pytest.raises(TournamentError) as refused:
        rounds_redraw(tournament_id=evening.pk, actor=ACTOR, newest=only.pk)
    assert refused.value.code == "nothing-to-redraw"
