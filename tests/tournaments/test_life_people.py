"""People who come late, leave, do not turn up, or play for somebody; one test per cell of docs/life.md."""

import pytest

from jassclub.audit.models import AuditEvent
from scoring.models import Call, SheetStatus
from tests import factories
from tests.tournaments import life
from tournaments.errors import Conflict, TournamentError
from tournaments.models import (
    Entry,
    EntryStatus,
    RoundStatus,
    Seat,
    SubstituteRule,
    TableGame,
)
from tournaments.selectors.prints import seat_lists
from tournaments.selectors.rounds import draw_page
from tournaments.services.entries import entry_check_in, entry_walk_in, entry_withdraw
from tournaments.services.leaving import entry_leave_now
from tournaments.services.rounds import rounds_redraw
from tournaments.services.substituting import Newcomer, seat_replace

pytestmark = pytest.mark.django_db


def walk_in(evening, name="Ruth Aebi", **more) -> Entry:
    return entry_walk_in(tournament_id=evening.pk, actor=life.ACTOR, name=name, **more).entry


def leave(evening, entry, number) -> Entry:
    return entry_withdraw(
        tournament_id=evening.pk, actor=life.ACTOR, entry_id=entry.pk, from_round=number
    )


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


# -- late, before and after round k --------------------------------------------------------------


@pytest.mark.parametrize("played", [0, 1, 2])
def test_who_comes_after_round_k_gets_the_credit_for_the_k_rounds_before(played):
    evening = life.evening(players=8)
    for _round in range(played):
        life.play(evening)
    late = walk_in(evening)
    assert life.credits_of(late) == [(number + 1, "late") for number in range(played)]
    assert late.joined_round == played + 1
    if played:
        assert life.totals(evening)[late.pk] == 950 * played


def test_who_comes_while_a_round_is_played_misses_that_round_too():
    evening = life.evening(players=8)
    life.playing(evening)
    late = walk_in(evening)
    assert (life.credits_of(late), late.joined_round) == ([(1, "late")], 2)


def test_somebody_late_moves_nobody_elses_total():
    evening = life.evening(players=8)
    life.play(evening)
    before = life.totals(evening)
    late = walk_in(evening)
    after = life.totals(evening)
    assert {entry: total for entry, total in after.items() if entry != late.pk} == before


def test_somebody_late_has_a_place_in_the_next_draw_and_somebody_waits_with_a_credit():
    evening = life.evening(players=8)
    life.play(evening)
    late = walk_in(evening)
    following = life.draw(evening)[0]
    seated = set(following.seats.values_list("entry_id", flat=True))
    waiting = set(following.credits.filter(kind="wait").values_list("entry_id", flat=True))
    assert seated, len(waiting) == (8, 1)
    assert late.pk in seated | waiting


def test_rounds_drawn_before_somebody_came_show_on_the_draw_page_and_are_drawn_again():
    evening = life.evening(players=8, each=False)
    life.playing(evening)
    late = walk_in(evening)
    page = draw_page(evening)
    assert page.added == [late.name]
    rounds_redraw(tournament_id=evening.pk, actor=life.ACTOR, newest=page.newest)
    assert draw_page(evening).added == []
    line = next(
        line
        for line in seat_lists(list(evening.rounds.filter(status=RoundStatus.DRAWN))).by_name
        if line.name == late.name
    )
    assert all(cell.table or cell.waits for cell in line.cells)


def test_a_late_arrival_stands_in_the_log_and_taking_the_tick_back_undoes_it():
    evening = life.evening(players=8)
    life.play(evening)
    before = life.totals(evening)
    late = walk_in(evening)
    assert life.said("entry.check-in").after["joined_round"] == 2
    entry_check_in(tournament_id=evening.pk, actor=life.ACTOR, entry_id=late.pk, present=False)
    assert life.credits_of(late) == []
    assert life.totals(evening) == before


def test_a_walk_in_who_is_on_the_list_already_is_ticked_and_not_added():
    evening = life.evening(players=0)
    [announced] = factories.entries(evening, 1, status=EntryStatus.ANNOUNCED)
    assert walk_in(evening, announced.name) == announced
    assert walk_in(evening, announced.name) == announced
    assert evening.entries.count() == 1
    assert AuditEvent.objects.filter(action="entry.check-in").count() == 1


# -- leaving between rounds ----------------------------------------------------------------------


def test_who_leaves_between_rounds_keeps_every_point_and_moves_nobody():
    evening = life.evening(players=8)
    life.play(evening)
    before = life.totals(evening)
    leave(evening, evening.entries.get(number=3), 2)
    assert life.totals(evening) == before


def test_who_left_has_neither_seat_nor_wait_nor_credit_in_the_next_draw():
    evening = life.evening(players=9)
    life.play(evening)
    gone = evening.entries.get(number=3)
    had = life.credits_of(gone)
    leave(evening, gone, 2)
    following = life.draw(evening)[0]
    assert not following.seats.filter(entry=gone).exists()
    assert life.credits_of(gone) == had


def test_who_left_a_drawn_round_is_named_on_the_draw_page_until_it_is_drawn_again():
    evening = life.evening(players=9, each=False)
    life.playing(evening)
    gone = evening.entries.get(number=3)
    leave(evening, gone, 2)
    page = draw_page(evening)
    assert page.gone == [gone.name]
    rounds_redraw(tournament_id=evening.pk, actor=life.ACTOR, newest=page.newest)
    later = list(evening.rounds.filter(status=RoundStatus.DRAWN))
    assert gone.name not in [line.name for line in seat_lists(later).by_name]


def test_leaving_is_one_event_even_if_it_is_pressed_twice():
    evening = life.evening(players=8)
    life.play(evening)
    for _press in range(2):
        leave(evening, evening.entries.get(number=3), 2)
    assert life.said("entry.withdraw").after == {"withdrawn_from": 2}


def test_leaving_is_undone_by_a_tick_and_only_what_was_missed_is_missed():
    evening = life.evening(players=8)
    life.play(evening)
    before = life.totals(evening)
    gone = leave(evening, evening.entries.get(number=3), 2)
    entry_check_in(tournament_id=evening.pk, actor=life.ACTOR, entry_id=gone.pk, present=True)
    gone.refresh_from_db()
    assert (gone.status, gone.withdrawn_from) == (EntryStatus.PRESENT, None)
    assert life.credits_of(gone) == []
    assert life.totals(evening) == before


# -- leaving in mid-round ------------------------------------------------------------------------


@pytest.fixture
def evening():
    return life.evening(players=9, rounds=3)


@pytest.fixture
def round_(evening):
    return life.playing(evening)


@pytest.fixture
def table(round_):
    return round_.tables.get(place__number=1)


@pytest.mark.parametrize(
    ("way", "got", "credit"),
    [("as-is", 700, []), ("scaled", 1200, []), ("void", None, [(1, "void")])],
)
def test_a_table_that_stops_because_somebody_leaves_counts_as_the_organiser_says(
    evening, round_, table, way, got, credit
):
    life.write(table, 7)
    gone = life.at(table, 0)
    entry_leave_now(entry_id=gone.pk, actor=life.ACTOR, way=way, reason="krank")
    gone.refresh_from_db()
    assert life.points(round_).get(gone.pk) == got
    assert life.credits_of(gone) == credit
    assert (gone.status, gone.withdrawn_from) == (EntryStatus.WITHDRAWN, 2)


def test_who_leaves_in_mid_round_is_not_drawn_again_and_everybody_else_is(evening, round_, table):
    life.write(table, 7)
    gone = life.at(table, 0)
    entry_leave_now(entry_id=gone.pk, actor=life.ACTOR, way="as-is", reason="krank")
    life.confirm(round_.tables.get(place__number=2))
    factories.close_round(round_)
    following = life.draw(evening)[0]
    assert following.seats.count() == 8
    assert not following.seats.filter(entry=gone).exists()


def test_leaving_in_mid_round_pressed_twice_is_done_once(table):
    life.write(table, 7)
    gone = life.at(table, 0)
    for _press in range(2):
        entry_leave_now(entry_id=gone.pk, actor=life.ACTOR, way="as-is", reason="krank")
    assert life.said("sheet.settle").reason == "krank"
    assert life.said("entry.withdraw").object_id == gone.pk


def test_in_the_last_round_the_table_stops_and_there_is_nothing_left_to_leave_out():
    evening = life.evening(players=8, rounds=1)
    table = life.playing(evening).tables.first()
    life.write(table, 7)
    gone = life.at(table, 0)
    entry_leave_now(entry_id=gone.pk, actor=life.ACTOR, way="as-is", reason="krank")
    gone.refresh_from_db()
    assert gone.status == EntryStatus.PRESENT
    assert factories.sheet_of(table).status == SheetStatus.CONFIRMED


def test_who_sits_at_no_table_that_is_playing_is_asked_from_which_round(evening):
    life.play(evening)
    with pytest.raises(TournamentError) as refused:
        entry_leave_now(
            entry_id=evening.entries.get(number=1).pk, actor=life.ACTOR, way="as-is", reason="x"
        )
    assert refused.value.code == "not-playing"


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


def test_a_secret_bid_stays_with_the_seat_as_the_cards_do_and_is_in_no_log():
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
    assert not any("77" in f"{e.before}{e.after}" for e in AuditEvent.objects.all())
