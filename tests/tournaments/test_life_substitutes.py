"""Somebody plays for somebody else, or takes the seat of one who did not come; a test per cell of docs/life.md."""

import pytest

from scoring.models import Call
from tests import factories
from tests.tournaments import life
from tests.tournaments.life import walk_in
from tournaments.errors import Conflict, TournamentError
from tournaments.models import (
    Entry,
    EntryStatus,
    Seat,
    SubstituteRule,
    TableGame,
)
from tournaments.selectors.prints import seat_lists
from tournaments.services.entries import entry_check_in, entry_withdraw
from tournaments.services.substituting import Newcomer, seat_replace

pytestmark = pytest.mark.django_db


def replace(table, seat, newcomer, **more) -> Seat:
    row = Seat.objects.get(table=table, seat=seat)
    return seat_replace(
        table_id=table.pk,
        actor=life.ACTOR,
        seat=seat,
        sitting=row.player_id,
        newcomer=newcomer,
        **more,
    )


# -- a substitute takes over the seat ------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "gets", "credit"),
    [(SubstituteRule.ENTRY, True, []), (SubstituteRule.NOBODY, False, [(1, "missed")])],
)
def test_who_gets_the_points_of_a_substitute_is_the_tournaments_rule(rule, gets, credit):
    evening = life.evening(players=8, substitute_rule=rule)
    round_ = life.playing(evening)
    table = round_.tables.first()
    life.write(table, 7)
    gone = life.at(table, 0)
    replace(table, 0, Newcomer(name="Ruth Aebi"), from_deal=8, leaves=True)
    _finish(table)
    got = life.points(round_)
    assert (got.get(gone.pk) == 1200) == gets
    assert life.credits_of(gone) == credit
    partner = life.at(table, 2)
    assert got[partner.pk] == 1200


@pytest.mark.parametrize("rule", SubstituteRule.values)
def test_a_substitute_stands_in_no_ranking_and_gets_no_credit(rule):
    evening = life.evening(players=8, substitute_rule=rule)
    table = life.playing(evening).tables.first()
    replace(table, 0, Newcomer(name="Ruth Aebi"))
    _finish(table)
    substitute = evening.entries.get(name="Ruth Aebi")
    assert substitute.outside_ranking
    assert substitute.pk not in life.totals(evening)
    assert life.credits_of(substitute) == []


def test_the_sheet_says_who_played_which_deals(table):
    life.write(table, 7)
    gone = life.at(table, 0)
    replace(table, 0, Newcomer(name="Ruth Aebi"), from_deal=8)
    assert life.names(table)[0] == [(1, gone.name), (8, "Ruth Aebi")]


def test_the_one_who_left_is_drawn_no_more_and_the_substitute_only_where_a_seat_is_empty(
    evening, round_, table
):
    life.write(table, 7)
    gone = life.at(table, 0)
    replace(table, 0, Newcomer(name="Ruth Aebi"), from_deal=8, leaves=True)
    gone.refresh_from_db()
    assert (gone.status, gone.withdrawn_from) == (EntryStatus.WITHDRAWN, 2)
    for each in round_.tables.all():
        _finish(each)
    factories.close_round(round_)
    following = life.draw(evening)[0]
    names = set(following.seats.values_list("entry__name", flat=True))
    assert gone.name not in names
    assert "Ruth Aebi" not in names
    assert following.credits.count() == 0


def test_a_replacement_is_one_event_with_both_people_and_is_undone_by_the_first_one(round_, table):
    life.write(table, 7)
    before, sheet = life.seating(round_), life.names(table)
    gone = life.at(table, 0)
    seen = Seat.objects.get(table=table, seat=0).player_id
    for _press in range(2):
        seat_replace(
            table_id=table.pk,
            actor=life.ACTOR,
            seat=0,
            sitting=seen,
            newcomer=Newcomer(name="Ruth Aebi"),
            from_deal=8,
        )
    event = life.said("seat.replace")
    assert event.object_id == gone.pk
    assert event.after["other"] == Entry.objects.get(name="Ruth Aebi").pk
    replace(table, 0, Newcomer(entry=gone.pk), from_deal=8)
    assert (life.seating(round_), life.names(table)) == (before, sheet)


def test_without_points_for_substitutes_the_first_one_who_comes_back_has_theirs_again():
    evening = life.evening(players=8, substitute_rule=SubstituteRule.NOBODY)
    round_ = life.playing(evening)
    table = round_.tables.first()
    life.write(table, 7)
    gone = life.at(table, 0)
    before = life.seating(round_)
    replace(table, 0, Newcomer(name="Ruth Aebi"), from_deal=8)
    assert life.credits_of(gone) == [(1, "missed")]
    replace(table, 0, Newcomer(entry=gone.pk), from_deal=8)
    assert life.seating(round_) == before
    assert life.credits_of(gone) == []


def test_somebody_else_had_played_and_it_is_noticed_after_the_confirmation(evening, round_, table):
    life.confirm(table)
    gone = life.at(table, 0)
    replace(table, 0, Newcomer(name="Ruth Aebi"), reason="Ruth spielte")
    assert life.names(table)[0] == [(1, "Ruth Aebi")]
    assert life.cell(evening, gone, 1)["corrected"]
    assert life.points(round_)[gone.pk] == 1200


def test_whoever_sits_in_the_round_already_takes_no_second_seat(round_, table):
    other = round_.tables.get(place__number=2)
    with pytest.raises(Conflict) as refused:
        replace(table, 0, Newcomer(entry=life.at(other, 1).pk))
    assert refused.value.code == "already-seated"


def test_a_seat_that_somebody_else_has_filled_meanwhile_is_refused(table):
    seen = Seat.objects.get(table=table, seat=0).player_id
    replace(table, 0, Newcomer(name="Ruth Aebi"))
    with pytest.raises(Conflict) as refused:
        seat_replace(
            table_id=table.pk,
            actor=life.ACTOR,
            seat=0,
            sitting=seen,
            newcomer=Newcomer(name="Kari Huber"),
        )
    assert refused.value.code == "seats-changed"
    assert not Entry.objects.filter(name="Kari Huber").exists()


@pytest.mark.parametrize("deal", [0, 9])
def test_a_substitute_starts_with_a_deal_that_is_there(table, deal):
    life.write(table, 7)
    with pytest.raises(TournamentError) as refused:
        replace(table, 0, Newcomer(name="Ruth Aebi"), from_deal=deal)
    assert refused.value.code == "deal-impossible"
    assert not Entry.objects.filter(name="Ruth Aebi").exists()


# -- nobody turns up at a drawn table ------------------------------------------------------------


def test_whoever_waits_takes_a_no_shows_seat_and_plays_for_themselves(evening, round_, table):
    [waits] = [e for e in evening.entries.all() if life.credits_of(e)]
    missing = life.at(table, 0)
    replace(table, 0, Newcomer(entry=waits.pk), leaves=True)
    life.confirm(table)
    assert life.points(round_)[waits.pk] == 1200
    assert life.credits_of(waits) == []
    assert missing.pk not in life.points(round_)
    assert life.credits_of(missing) == [(1, "missed")]


def test_a_no_show_is_away_until_they_come(evening):
    round_ = life.draw(evening)[0]
    table = round_.tables.first()
    [waits] = [e for e in evening.entries.all() if life.credits_of(e)]
    missing = life.at(table, 0)
    replace(table, 0, Newcomer(entry=waits.pk), leaves=True)
    missing.refresh_from_db()
    assert (missing.status, missing.withdrawn_from) == (EntryStatus.WITHDRAWN, 1)
    life.play(evening)
    assert not life.draw(evening)[0].seats.filter(entry=missing).exists()
    entry_check_in(tournament_id=evening.pk, actor=life.ACTOR, entry_id=missing.pk, present=True)
    missing.refresh_from_db()
    assert missing.status == EntryStatus.PRESENT


def test_whoever_has_left_and_is_replaced_in_a_drawn_round_gets_no_credit_for_it(evening):
    round_ = life.draw(evening)[0]
    table = round_.tables.first()
    [waits] = [e for e in evening.entries.all() if life.credits_of(e)]
    gone = life.at(table, 0)
    entry_withdraw(tournament_id=evening.pk, actor=life.ACTOR, entry_id=gone.pk, from_round=1)
    replace(table, 0, Newcomer(entry=waits.pk))
    assert life.credits_of(gone) == []
    assert life.credits_of(waits) == []


def test_the_seat_list_names_who_took_the_no_shows_seat(evening, round_, table):
    [waits] = [e for e in evening.entries.all() if life.credits_of(e)]
    missing = life.at(table, 0)
    replace(table, 0, Newcomer(entry=waits.pk), leaves=True)
    lists = seat_lists([round_])
    assert missing.name not in [line.name for line in lists.by_name]
    assert {line.name: line.cells[0].table for line in lists.by_name}[waits.name] == 1
    assert lists.waiting == []


def test_who_waits_and_the_no_show_who_comes_after_all_change_places_again(evening, round_, table):
    [waits] = [e for e in evening.entries.all() if life.credits_of(e)]
    missing, before = life.at(table, 0), life.seating(round_)
    replace(table, 0, Newcomer(entry=waits.pk), leaves=True)
    entry_check_in(tournament_id=evening.pk, actor=life.ACTOR, entry_id=missing.pk, present=True)
    replace(table, 0, Newcomer(entry=missing.pk))
    assert life.seating(round_) == before
    assert life.credits_of(waits) == [(1, "wait")]
    assert life.credits_of(missing) == []


def test_without_points_for_substitutes_nobody_of_the_ranking_takes_over_in_mid_sheet():
    evening = life.evening(players=9, substitute_rule=SubstituteRule.NOBODY)
    table = life.playing(evening).tables.first()
    life.write(table, 7)
    [waits] = [e for e in evening.entries.all() if life.credits_of(e)]
    with pytest.raises(Conflict) as refused:
        replace(table, 0, Newcomer(entry=waits.pk), from_deal=8)
    assert refused.value.code == "in-ranking"


def test_who_waits_and_takes_over_in_mid_sheet_fills_in_and_keeps_the_wait(evening, round_, table):
    life.write(table, 7)
    [waits] = [e for e in evening.entries.all() if life.credits_of(e)]
    gone = life.at(table, 0)
    replace(table, 0, Newcomer(entry=waits.pk), from_deal=8)
    _finish(table)
    assert life.points(round_)[gone.pk] == 1200
    assert life.credits_of(waits) == [(1, "wait")]


def test_a_substitute_who_fills_the_last_table_counts_for_the_others_only():
    evening = life.evening(players=7)
    walk_in(evening, outside_ranking=True)
    round_ = life.play(evening)
    substitute = evening.entries.get(name="Ruth Aebi")
    assert round_.seats.filter(entry=substitute).exists()
    totals = life.totals(evening)
    assert substitute.pk not in totals
    assert len(totals) == 7


def _finish(table):
    """All twelve deals are written, whatever was there before, and the table says yes."""
    sheet = factories.sheet_of(table)
    sheet.deals.all().delete()
    factories.deals(sheet, life.FULL)
    return life.confirm(table)


# -- games of several parts, and secret bids -------------------------------------------------------


def test_in_a_best_of_three_a_substitute_stands_on_the_sheet_of_the_game_that_is_played():
    evening = life.evening(players=8, rounds=2, variant="cinq-cents", options={}, format="swiss")
    evening.stages.update(best_of=3, table_size=2)
    round_ = life.playing(evening)
    table = round_.tables.first()
    first = factories.sheet_of(table)
    gone = life.at(table, 0)
    second = factories.free_sheet(
        of=evening.club,
        variant="cinq-cents",
        options={},
        seats=[(s.seat, str(s.player), s.player) for s in table.seats.select_related("player")],
    )
    TableGame.objects.create(table=table, number=2, sheet=second)
    replace(table, 0, Newcomer(name="Ruth Aebi"))
    assert [seat.name for seat in first.seats.filter(seat=0)] == [gone.name]
    assert [seat.name for seat in second.seats.filter(seat=0)] == ["Ruth Aebi"]


def test_a_secret_bid_stays_with_the_seat_as_the_cards_do():
    options = {"deals": 12}
    evening = life.evening(
        players=4, rounds=1, variant="differenzler", options=options, format="individuals"
    )
    table = life.playing(evening).tables.first()
    sheet = factories.sheet_of(table)
    for seat in (0, 1):
        Call.objects.create(
            sheet=sheet, deal=1, seat=seat, value=77, nonce=f"bid-of-seat-{seat}", by_kind="place"
        )
    replace(table, 0, Newcomer(name="Ruth Aebi"))
    bids = sheet.calls.filter(current=True).values_list("seat", "value")
    assert sorted(bids) == [(0, 77), (1, 77)]
