"""Best of n: the next game at a table, the one that decides, and what the card and the desk show of it."""

import re

import pytest
from django.urls import reverse

from scoring.models import ScoreSheet, SheetStatus
from tests import factories
from tests.tournaments import life
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


def other_side_has_won(sheet):
    """A game that side 0 had won is put right."""
    deal = sheet.deals.get()
    deal.payload, deal.written = WON[1], [58, 72]
    deal.save()
    sheet.totals = [58, 72]
    sheet.save()
    sheet_changed(sheet)


def test_a_game_that_a_correction_makes_needless_is_taken_back_while_untouched():
    evening = cinq_cents(2, best_of=3)
    table = start(draw(evening)).tables.get()
    first = win(table, 0)
    win(table, 1)
    assert table.games.count() == 3
    other_side_has_won(first)
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


def settling(client, table):
    """The office asks what settling the game that is played now would do; the address of the press."""
    evening = table.round.tournament
    page = organiser(client, evening).get(life.url(evening, "desk-table", table.pk)).text
    (link,) = re.findall(r'href="([^"]*/settle/[^"]*)"', page)
    hidden = re.findall(r'type="hidden" name="(game)" value="([^"]*)"', client.get(link).text)
    shown = client.get(link, dict(hidden) | {"way": "as-is"})
    assert "data-deed" in shown.text
    return f"{shown.request['PATH_INFO']}?{shown.request['QUERY_STRING']}"


@pytest.mark.parametrize("way", ["as-is", "void"])
def test_a_game_taken_back_meanwhile_is_not_settled_and_the_office_hears_it_calmly(client, way):
    table = start(draw(cinq_cents(2, best_of=3))).tables.get()
    first = win(table, 0)
    win(table, 1)
    address = settling(client, table)
    other_side_has_won(first)
    answer = client.post(address, {"way": way, "reason": "Zeit"}, follow=True)
    third = table.games.get(number=3).sheet
    assert (third.status, third.revision, third.settled) == (SheetStatus.VOID, 0, "")
    assert [message.level_tag for message in answer.context["messages"]] == ["info"]
    assert TableResult.objects.count() == 2


def test_what_is_settled_is_the_game_that_was_shown_never_the_one_that_opened_since(client):
    table = start(draw(cinq_cents(2, best_of=3))).tables.get()
    address = settling(client, table)
    win(table, 0)
    assert client.post(address, {"way": "as-is", "reason": "Zeit"}).status_code == 409
    assert table.games.get(number=2).sheet.status == SheetStatus.OPEN


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
