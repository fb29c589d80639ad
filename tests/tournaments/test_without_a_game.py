"""Who goes on in a knock-out without a game: byes, tables that are void, and people who have gone."""

import pytest
from django.urls import reverse

from scoring.models import SheetStatus
from tests import factories
from tests.tournaments.cup import (
    ACTOR,
    WON,
    cinq_cents,
    close,
    draw,
    organiser,
    pair,
    play,
    ranks,
    start,
    win,
)
from tournaments.errors import TournamentError
from tournaments.models import Entry, TableResult
from tournaments.selectors.bracket import bracket
from tournaments.selectors.entries import check_in
from tournaments.selectors.knock_out import still_in, winners_of
from tournaments.selectors.overtaken import overtaken_in
from tournaments.selectors.table import current_game
from tournaments.services.entries import entry_withdraw
from tournaments.services.leaving import entry_leave_now
from tournaments.services.table import sheet_changed

pytestmark = pytest.mark.django_db


def void(table):
    sheet = table.games.get().sheet
    sheet.status, sheet.status_reason = SheetStatus.VOID, "nicht erschienen"
    sheet.save()
    sheet_changed(sheet)


def test_whoever_does_not_turn_up_and_leaves_lets_the_other_go_on():
    evening = cinq_cents(4)
    first = start(draw(evening))
    empty, played = first.tables.order_by("place__number")
    absent, here = pair(empty)
    void(empty)
    win(played)
    close(first)
    entry_withdraw(tournament_id=evening.pk, actor=ACTOR, entry_id=absent, from_round=2)
    final = draw(evening)
    assert pair(final.tables.get()) == [here, pair(played)[0]]
    assert [slot.state for slot in bracket(evening).rounds[0].matches[0].slots] == ["lost", "won"]
    play(final)
    rows = ranks(evening)
    assert [rows[entry].rank for entry in (here, pair(played)[0], absent)] == [1, 2, 3]


def test_a_void_table_where_both_are_still_there_has_to_be_decided_first():
    evening = cinq_cents(4)
    first = start(draw(evening))
    empty, played = first.tables.order_by("place__number")
    void(empty)
    win(played)
    close(first)
    with pytest.raises(TournamentError) as caught:
        draw(evening)
    assert caught.value.code == "winner-unclear"
    names = [Entry.objects.get(pk=entry).name for entry in pair(empty)]
    assert all(name in caught.value.message for name in names)


def test_a_game_counted_unfinished_is_decided_by_its_points():
    evening = cinq_cents(2, best_of=3)
    table = start(draw(evening)).tables.get()
    win(table, 0)
    sheet = factories.deals(current_game(table.place).sheet, [WON[1]])
    sheet.finished, sheet.settled = False, "as-is"
    sheet.totals = [10, 62]
    sheet.save()
    factories.confirmed(sheet)
    sheet_changed(sheet)
    assert table.games.count() == 2
    assert TableResult.objects.filter(table=table).count() == 2


def test_nobody_at_the_door_yet_needs_no_table_of_a_bracket(client):
    evening = cinq_cents(0)
    figures = check_in(evening).figures
    assert (figures.people, figures.tables, figures.over) == (0, 0, 0)


def test_who_goes_on_without_a_game_does_not_wait_on_any_page(client):
    evening = cinq_cents(5)
    first = draw(evening)
    client = organiser(client, evening)
    names = [evening.club.slug, evening.slug]
    lists = reverse("tournaments:round-lists", args=[*names, first.number])
    screen = reverse("tournaments:screen", args=names)
    for page in (reverse("tournaments:draw", args=names), lists, screen):
        text = client.get(page).text
        assert "ohne Spiel weiter" in text or "kommt weiter" in text
        assert "wartet" not in text
        assert "warten" not in text


@pytest.mark.parametrize("begun", [False, True])
def test_the_draw_page_offers_no_next_round_before_this_one_is_closed(client, begun):
    evening = cinq_cents(4)
    first = draw(evening)
    if begun:
        start(first)
        for table in first.tables.all():
            win(table)
    client = organiser(client, evening)
    page = reverse("tournaments:draw", args=[evening.club.slug, evening.slug])
    early = client.get(page).text
    assert "data-round-open" in early
    assert "data-next-tables" not in early
    if begun:
        close(first)
        late = client.get(page).text
        assert "data-round-open" not in late
        assert "data-next-tables" in late


def test_whoever_goes_home_in_the_middle_of_a_series_has_given_up_even_if_ahead():
    evening = cinq_cents(4, best_of=3)
    first = start(draw(evening))
    table, other_table = first.tables.order_by("place__number")
    win(table)
    ahead, behind = pair(table)
    entry = evening.entries.get(pk=ahead)
    entry_leave_now(entry_id=entry.pk, actor=ACTOR, way="as-is", reason="Grippe")
    win(other_table)
    win(other_table)
    winner = pair(other_table)[0]
    close(first)
    assert {*pair(draw(evening).tables.get())} == {behind, winner}
    assert overtaken_in(evening.pk) == []


def test_whoever_leaves_after_winning_a_series_does_not_bring_the_loser_back():
    evening = cinq_cents(4, best_of=3)
    first = start(draw(evening))
    for table in first.tables.all():
        win(table)
        win(table)
    close(first)
    table = first.tables.first()
    winner, loser = pair(table)
    entry_withdraw(tournament_id=evening.pk, actor=ACTOR, entry_id=winner, from_round=2)
    assert winners_of([first])[first.pk][table.pk] == winner
    assert loser not in still_in([first])


def test_the_check_in_counts_who_is_still_in_once_a_bracket_has_begun(client):
    evening = cinq_cents(4)
    first = draw(evening)
    assert not check_in(evening).figures.begun_bracket
    start(first)
    win(first.tables.first())
    figures = check_in(evening).figures
    assert (figures.people, figures.begun_bracket) == (3, True)
    page = reverse("tournaments:checkin", args=[evening.club.slug, evening.slug])
    assert "noch dabei" in organiser(client, evening).get(page).text


def test_one_who_goes_on_without_a_game_is_one_on_the_seat_list(client):
    evening = cinq_cents(3)
    first = draw(evening)
    page = reverse("tournaments:round-lists", args=[evening.club.slug, evening.slug, first.number])
    assert "kommt ohne Spiel weiter" in organiser(client, evening).get(page).text
