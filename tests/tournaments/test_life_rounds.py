"""What is taken back or cut short says first, with names and numbers, what it will do."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jassclub.clubs.models import Role
from scoring.models import SheetStatus
from tests import factories
from tests.reading import figures
from tests.tournaments import life
from tests.tournaments.life import part, press, state, url
from tournaments.models import RoundStatus, TournamentStatus
from tournaments.selectors.stages import newest_round
from tournaments.services.entries import entry_withdraw
from tournaments.services.rounds import rounds_redraw

pytestmark = pytest.mark.django_db


def leave(evening, number):
    entry = evening.entries.get(number=number)
    entry_withdraw(tournament_id=evening.pk, entry_id=entry.pk, actor=life.ACTOR, from_round=2)
    return entry


# -- drawn anew ----------------------------------------------------------------------------------


def test_drawing_anew_says_who_waits_whose_tables_change_and_which_lists_are_stale(
    evening, organiser
):
    life.play(evening)
    life.draw(evening)
    waited = evening.credits.get(round__number=2, kind="wait").entry
    seated = evening.entries.exclude(pk=waited.pk).order_by("number").first()
    leave(evening, seated.number)
    before = state(evening)
    shown = organiser.get(url(evening, "redraw"))
    assert waited.name in part(shown, "waits")
    assert waited.name in part(shown, "draws")
    assert seated.name in part(shown, "draws")
    assert "2" in figures(part(shown, "prints"))
    assert state(evening) == before
    assert press(organiser, shown).url == url(evening, "draw")
    assert not evening.credits.filter(entry=waited, round__number=2, round__status="drawn").exists()
    assert evening.rounds.filter(number=2, status=RoundStatus.VOID).count() == 1


def test_the_same_people_are_drawn_the_same_way_and_no_list_goes_stale(evening, organiser):
    round_ = life.draw(evening)[0]
    shown = organiser.get(url(evening, "redraw"))
    foreseen = shown.context["foreseen"]
    assert (foreseen.prints, foreseen.waits, foreseen.seats) == ([], [], [])
    before = life.seating(round_)
    press(organiser, shown)
    again = evening.rounds.get(status=RoundStatus.DRAWN)
    assert [seat[1:] for seat in life.seating(again)] == [seat[1:] for seat in before]


def test_a_redraw_seen_before_somebody_else_drew_is_refused(evening, organiser):
    life.draw(evening)
    shown = organiser.get(url(evening, "redraw"))
    rounds_redraw(tournament_id=evening.pk, actor=life.ACTOR, newest=newest_round(evening))
    refused = press(organiser, shown)
    assert refused.status_code == 409
    assert refused.context["error"].code == "drawn-meanwhile"
    assert evening.rounds.count() == 2


def test_repeats_are_allowed_by_a_tick_that_goes_with_the_press(evening, organiser):
    life.draw(evening)
    shown = organiser.get(url(evening, "redraw"), {"allow_repeats": "on"})
    assert ("allow_repeats", "on") in shown.context["form"].chosen()
    assert press(organiser, shown).status_code == 302


def test_the_draw_for_the_preview_is_made_before_the_lock(evening, organiser, monkeypatch):
    from tournaments.services import rounds

    life.draw(evening)
    depths = []
    planned = rounds.plan_rounds
    outside = len(connection.savepoint_ids)

    def plan(inputs):
        depths.append(len(connection.savepoint_ids))
        return planned(inputs)

    monkeypatch.setattr(rounds, "plan_rounds", plan)
    organiser.get(url(evening, "redraw"))
    assert depths == [outside]


def test_a_redraw_is_foreseen_in_queries_that_do_not_grow(client):
    counts = []
    for players in (9, 41):
        evening = life.evening(players=players, rounds=2)
        life.draw(evening)
        client.force_login(factories.member(evening.club, Role.ORGANISER))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(url(evening, "redraw")).context["foreseen"]
        counts.append(len(asked))
    assert counts[1] <= counts[0] + 3


# -- played on -----------------------------------------------------------------------------------


def test_a_sheet_given_back_says_whose_points_are_open_until_it_is_confirmed(evening, organiser):
    round_ = life.play(evening, close=False)
    table = round_.tables.get(place__number=1)
    before = state(evening)
    shown = organiser.get(url(evening, "desk-reopen", table.pk))
    page = shown.content.decode()
    assert 'data-stands="12"' in page, "what stands on it is said before anything is chosen"
    assert all(seat.entry.name in page for seat in table.seats.select_related("entry"))
    moved = {move.name for move in shown.context["foreseen"].moves}
    assert moved == {seat.entry.name for seat in table.seats.select_related("entry")}
    assert state(evening) == before
    assert press(organiser, shown, reason="Streit").url == url(evening, "desk-table", table.pk)
    assert factories.sheet_of(table).status == SheetStatus.OPEN


@pytest.mark.parametrize("way", ["", "as-is", "scaled", "void"])
def test_the_way_back_of_a_sheet_is_the_way_it_came_to_count(evening, organiser, way):
    table = life.playing(evening).tables.get(place__number=1)
    if way:
        life.write(table, 7)
        settle = url(evening, "desk-settle", table.pk)
        assert organiser.post(settle, {"way": way, "reason": "Feueralarm"}).status_code == 302
    else:
        life.confirm(table)
    shown = organiser.get(url(evening, "desk-reopen", table.pk))
    words = part(shown, "undo")
    assert ("bestätigen" in words, "entscheiden" in words) == (not way, bool(way))


def test_totals_from_paper_that_are_given_back_have_to_be_typed_again(evening, organiser):
    table = life.playing(evening).tables.get(place__number=1)
    typed = {
        "total.0": "1000",
        "total.1": "884",
        "deals": "12",
        "then": "confirm",
        "nonce": "a" * 32,
    }
    assert organiser.post(url(evening, "desk-totals", table.pk), typed).status_code == 302
    assert factories.sheet_of(table).status == SheetStatus.CONFIRMED
    assert "Totale" in part(organiser.get(url(evening, "desk-reopen", table.pk)), "undo")


def test_a_sheet_is_not_given_back_without_a_reason_or_out_of_its_round(evening, organiser):
    round_ = life.play(evening, close=False)
    table = round_.tables.get(place__number=1)
    address = url(evening, "desk-reopen", table.pk)
    assert organiser.post(address, {"reason": " "}).status_code == 400
    assert factories.sheet_of(table).status == SheetStatus.CONFIRMED
    other = life.evening(players=9, rounds=3)
    organiser.force_login(factories.member(other.club, Role.ORGANISER))
    closed = life.play(other).tables.first()
    answer = organiser.get(url(other, "desk-reopen", closed.pk))
    assert answer.context["error"].code == "round-over"
    assert answer.context["foreseen"] is None


def test_a_round_played_on_says_that_the_ranking_is_open_again(evening, organiser):
    for _round in range(3):
        life.play(evening)
    before = state(evening)
    shown = organiser.get(url(evening, "round-reopen", 3))
    assert len(shown.context["foreseen"].final) == 2
    assert "data-final" in shown.content.decode()
    assert state(evening) == before
    assert press(organiser, shown, reason="Fehler").url == url(evening, "office")
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.RUNNING


# -- cut short -----------------------------------------------------------------------------------


def test_a_reopened_tournament_with_all_rounds_played_is_closed_again_in_plain_words(
    evening, organiser
):
    for _round in range(3):
        life.play(evening)
    organiser.post(url(evening, "life-reopen"), {"reason": "Name falsch"})
    assert 'data-step="end"' in organiser.get(url(evening, "office")).content.decode()
    draw = organiser.get(url(evening, "draw")).content.decode()
    assert 'data-end="played"' in draw
    shown = organiser.get(url(evening, "end"))
    form = shown.context["form"]
    assert (form.danger, form.needed) == (False, ())
    assert shown.context["foreseen"].draws == []
    assert press(organiser, shown).url == url(evening, "ranking")
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.CLOSED


def test_while_rounds_are_missing_the_tournament_ends_early_and_asks_why(evening, organiser):
    life.play(evening)
    assert 'data-end="early"' in organiser.get(url(evening, "draw")).content.decode()
    shown = organiser.get(url(evening, "end"))
    form = shown.context["form"]
    assert (form.danger, form.needed) == (True, ("reason",))
    assert press(organiser, shown).status_code == 422


def test_ending_early_says_what_is_not_played_and_that_the_ranking_is_final(evening, organiser):
    life.play(evening)
    life.draw(evening)
    waited = evening.credits.get(round__number=2, kind="wait").entry
    before = state(evening)
    shown = organiser.get(url(evening, "end"))
    foreseen = shown.context["foreseen"]
    assert len(foreseen.final) == 1
    assert "2" in figures(part(shown, "draws"))
    assert "2" in figures(part(shown, "prints"))
    assert waited.name in part(shown, "waits")
    assert state(evening) == before
    assert press(organiser, shown, reason="Saal zu").url == url(evening, "ranking")
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.CLOSED


def test_ending_while_a_round_is_played_is_refused_with_the_reason(evening, organiser):
    life.playing(evening)
    shown = organiser.get(url(evening, "end"))
    assert shown.context["error"].code == "round-not-closed"
    assert shown.context["foreseen"] is None
