"""Best of n: the next game at a table, the one that decides, and what the card and the desk show of it."""

import pytest
from django.urls import reverse

from scoring.models import ScoreSheet, SheetStatus
from tests import factories
from tests.tournaments.cup import (
    ACTOR,
    CHAIN,
    WON,
    cinq_cents,
    close,
    draw,
    organiser,
    pair,
    ranks,
    start,
    win,
)
from tournaments.models import DrawMode, Entry, EntryStatus, TableResult
from tournaments.selectors.office import wall_tables
from tournaments.selectors.series import series_of
from tournaments.selectors.table import current_game
from tournaments.services.rounds import rounds_draw
from tournaments.services.table import sheet_changed

pytestmark = pytest.mark.django_db


# -- best of n ---------------------------------------------------------------------------------


def test_the_next_game_opens_until_one_side_has_the_majority():
    evening = cinq_cents(2, best_of=3)
    table = start(draw(evening)).tables.get()
    assert (series_of(table).number, series_of(table).won) == (1, (0, 0))
    win(table, 0)
    assert not TableResult.objects.exists()
    assert (series_of(table).number, series_of(table).won) == (2, (1, 0))
    win(table, 1)
    assert series_of(table).won == (1, 1)
    win(table, 1)
    assert table.games.count() == 3
    won = dict(TableResult.objects.values_list("entry_id", "games_won"))
    assert won == dict(zip(pair(table), (1, 2), strict=True))
    assert not ScoreSheet.objects.filter(status=SheetStatus.OPEN).exists()


def test_two_games_are_enough_for_two_wins():
    evening = cinq_cents(2, best_of=3)
    round_ = start(draw(evening))
    table = round_.tables.get()
    win(table, 1)
    win(table, 1)
    assert table.games.count() == 2
    (line,) = wall_tables(round_)
    assert line.won == [0, 2]
    close(round_)


def test_a_game_that_a_correction_makes_needless_is_taken_back_while_untouched():
    evening = cinq_cents(2, best_of=3)
    table = start(draw(evening)).tables.get()
    first = win(table, 0)
    win(table, 1)
    assert table.games.count() == 3
    deal = first.deals.get()
    deal.payload, deal.written = WON[1], [58, 72]
    deal.save()
    first.totals = [58, 72]
    first.save()
    sheet_changed(first)
    assert table.games.get(number=3).sheet.status == SheetStatus.VOID
    assert TableResult.objects.get(entry=pair(table)[1]).games_won == 2


def test_a_tied_game_of_a_knock_out_is_followed_by_a_deciding_one():
    evening = factories.tournament(
        players=0,
        rounds=1,
        format="knock-out",
        chain=CHAIN,
        team_size=2,
        options={**factories.SCHIEBER_12, "deals": 2},
    )
    evening.stages.update(draw_mode=DrawMode.EACH)
    people = factories.players(evening.club, 4)
    for number in (1, 2):
        entry = Entry.objects.create(
            tournament=evening, number=number, name=f"Team {number}", status=EntryStatus.PRESENT
        )
        for position in (0, 1):
            entry.entry_players.create(
                tournament=evening, player=people[2 * number - 2 + position], position=position
            )
    table = start(draw(evening)).tables.get()

    def played(points):
        sheet = factories.deals(
            current_game(table.place).sheet, [factories.deal(p) for p in points]
        )
        factories.confirmed(sheet)
        sheet_changed(sheet)

    played([100, 57])
    assert table.games.count() == 2
    assert not TableResult.objects.exists()
    played([100, 92])
    assert table.games.count() == 2
    result = TableResult.objects.get(entry=evening.entries.get(number=1))
    assert (result.games_won, result.points) in {(1, 349), (0, 279)}


def test_best_of_three_in_a_round_robin_ends_after_three_games_even_if_one_was_tied():
    evening = cinq_cents(
        3, best_of=3, format="round-robin", chain=("wins", "sum", "shared"), rounds=3
    )
    evening.stages.update(draw_mode=DrawMode.ALL)
    made = rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=0)
    for round_ in made:
        table = start(round_).tables.get()
        for side in (0, 1, 0):
            win(table, side)
        close(round_)
    rows = ranks(evening)
    assert sum(result.games_won for result in TableResult.objects.all()) == 9
    assert len(rows) == 3


# -- at the table ------------------------------------------------------------------------------


def test_the_card_opens_the_next_game_and_says_how_it_stands(client):
    evening = cinq_cents(2, best_of=3)
    table = start(draw(evening)).tables.get()
    token = table.place.token
    client.post(reverse("tournaments:table-here", args=[token]), {"seat": "0"})

    def sheet_page():
        return client.get(reverse("tournaments:sheet-page", args=[token])).content.decode()

    first = current_game(table.place).sheet_id
    assert f'data-sheet="{first}"' in sheet_page()
    win(table)
    second = current_game(table.place).sheet_id
    assert second != first
    assert f'data-sheet="{second}"' in sheet_page()
    assert series_of(table).text in sheet_page()
    board = reverse("tournaments:sheet-board", args=[token])
    assert client.get(board, {"sheet": first}).status_code == 409


def test_the_desk_reaches_the_games_before_the_present_one(client):
    evening = cinq_cents(2, best_of=3)
    table = start(draw(evening)).tables.get()
    win(table, 0)
    win(table, 1)
    client = organiser(client, evening)
    address = reverse("tournaments:desk-table", args=[evening.club.slug, evening.slug, table.pk])
    assert 'data-games="3"' in client.get(address).content.decode()
    page = client.get(address, {"game": "1"}).content.decode()
    assert 'data-status="confirmed"' in page
    assert f'/tables/{table.pk}/reopen/?game=1"' in page
