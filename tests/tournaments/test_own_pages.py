"""A player's own pages without an account: my table, my sheets, my result; and nothing of others' open sheets."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import SheetStatus
from tests import factories
from tests.reading import figures
from tests.tournaments.rankings import rebuild, results
from tournaments.models import (
    Entry,
    Publishing,
    Round,
    RoundCredit,
    TableResult,
    Tournament,
    Visibility,
)

pytestmark = pytest.mark.django_db


def evening(players=8, **fields):
    return factories.tournament(players=players, visibility=Visibility.PUBLIC, **fields)


def address(name, made, *args):
    return reverse(f"tournaments:{name}", args=[made.club.slug, made.slug, *args])


def finish(round_):
    for table in round_.tables.all():
        factories.confirmed(factories.deals(factories.sheet_of(table), factories.TWELVE))
    results(round_)
    return factories.close_round(round_)


@pytest.fixture
def made():
    """Round 1 is over, round 2 is played: at its first table a deal is written."""
    made = evening()
    finish(factories.playing_round(made))
    second = factories.playing_round(made)
    factories.deals(factories.sheet_of(second.tables.first()), [factories.deal(93)])
    rebuild(made)
    return made


def states(client, made, number=1):
    page = client.get(address("own", made, number)).context["page"]
    return [(sheet.round, sheet.state, sheet.own) for sheet in page.sheets]


def test_from_where_do_i_sit_it_is_one_tap_to_my_own_page(client, made):
    found = client.get(address("seat", made), {"q": "anna gerber"}).content.decode()
    mine = address("own", made, 1)
    assert f'href="{mine}"' in found
    assert client.get(mine).status_code == 200


def test_my_table_says_where_with_whom_and_against_whom(client, made):
    (place,) = client.get(address("own", made, 1)).context["page"].places
    seats = Round.objects.get(number=2).seats.select_related("entry")
    mine = seats.get(entry__number=1)
    partner = seats.get(table=mine.table, side=mine.side, seat=(mine.seat + 2) % 4)
    assert (place.round, place.table) == (2, mine.table.place.number)
    assert place.partners == [partner.entry.name]
    assert len(place.others) == 2


def test_the_other_side_of_a_duel_is_named_as_opponents_and_nobody_at_a_table_of_four_singles(
    client,
):
    duels = evening(variant="cinq-cents", options={}, format="round-robin")
    singles = evening(variant="differenzler", options={"deals": 12}, format="individuals")
    said = {}
    for made in (duels, singles):
        factories.playing_round(made)
        page = client.get(address("own", made, 1))
        (sheet,) = page.context["page"].sheets
        said[made] = re.search(r'class="dim who">(\w+) ', page.content.decode()).group(1)
        assert sheet.is_duel == (made == duels)
    assert said[duels] != said[singles]


def test_my_result_is_the_published_rank_with_rounds_and_the_why(client):
    made = evening(chain=("sum", "highest-round", "lot"))
    round_ = factories.playing_round(made)
    results(round_, lambda _number: 500)
    rebuild(made)
    pages = [client.get(address("own", made, number)) for number in range(1, 9)]
    ranked = {page.context["page"].row.rank: page for page in pages}
    assert sorted(ranked) == list(range(1, 9))
    assert b"data-why" not in ranked[1].content
    second = ranked[2]
    assert second.context["page"].above.rank == 1
    said = re.search(r"data-why>(.*?)</p>", second.content.decode()).group(1)
    assert second.context["page"].above.entry.name in said


def test_an_open_sheet_is_its_tables_business_and_a_confirmed_one_can_be_read(client, made):
    own = sum(deal["points"][0] for deal in factories.TWELVE) + 2 * 100
    assert states(client, made) == [(2, "playing", None), (1, "counted", own)]
    assert client.get(address("own-sheet", made, 1, 2)).status_code == 404
    page = client.get(address("own-sheet", made, 1, 1))
    (game,) = page.context["games"]
    assert [deal.figures for deal in game.deals][:3] == ["92 : 65", "80 : 77", "71 : 86"]
    assert [side.total for side in game.page.sides] == [own, 764]


def test_a_sheet_whose_round_is_kept_back_is_not_read_either(client, made):
    Tournament.objects.filter(pk=made.pk).update(publishing=Publishing.HAND)
    assert states(client, made)[1] == (1, "kept", None)
    assert client.get(address("own-sheet", made, 1, 1)).status_code == 404
    page = client.get(address("own", made, 1))
    assert page.context["page"].row is None
    assert "999" not in figures(page.content.decode())


def test_hidden_last_rounds_are_hidden_on_own_pages_too(client):
    made = evening(rounds=2, hidden_rounds=1)
    finish(factories.playing_round(made))
    second = finish(factories.playing_round(made))
    results(second, lambda number: 7000 + number)
    rebuild(made)
    page = client.get(address("own", made, 1))
    assert [sheet.state for sheet in page.context["page"].sheets] == ["kept", "counted"]
    assert "7001" not in figures(page.content.decode())
    assert client.get(address("own-sheet", made, 1, 2)).status_code == 404


def test_a_void_sheet_and_a_corrected_one_say_so(client, made):
    first = Round.objects.get(number=1).tables.first()
    sheet = factories.sheet_of(first)
    sheet.corrections = 1
    sheet.save()
    number = first.seats.first().entry.number
    assert client.get(address("own", made, number)).context["page"].sheets[1].corrected
    sheet.status = SheetStatus.VOID
    sheet.save()
    assert states(client, made, number)[1] == (1, "void", None)


def test_whoever_left_keeps_the_page(client, made):
    Entry.objects.filter(tournament=made, number=1).update(status="withdrawn", withdrawn_from=2)
    assert client.get(address("own", made, 1)).context["page"].row.total == 999


def test_a_credit_that_does_not_count_still_says_what_it_was_for(client):
    made = evening(players=9, chain=("best:1", "shared"), credit_rule="fixed", credit_points=10)
    for _round in range(2):
        finish(factories.playing_round(made))
    waiting = made.entries.get(number=9)
    first, second = made.rounds.order_by("number")
    RoundCredit.objects.update_or_create(
        tournament=made, round=first, entry=waiting, defaults={"kind": RoundCredit.Kind.LATE}
    )
    RoundCredit.objects.filter(round=second, entry=waiting).delete()
    TableResult.objects.create(
        tournament=made,
        round=second,
        entry=waiting,
        table=second.tables.first(),
        points=900,
        against=0,
        deals=12,
        sheet_revision=1,
    )
    rebuild(made)
    page = client.get(address("own", made, 9))
    assert page.context["page"].row.values[0]["dropped"]
    assert 'data-state="late"' in page.content.decode()


@pytest.mark.parametrize(("counted", "said"), [(2, "die schlechteste Runde"), (1, "eine der")])
def test_one_dropped_round_is_the_worst_and_not_one_of_them(client, counted, said):
    made = evening(players=8, rounds=3, chain=(f"best:{counted}", "shared"))
    for _round in range(3):
        finish(factories.playing_round(made))
    rebuild(made)
    page = client.get(address("own", made, 1)).content.decode()
    assert page.count(f'data-dropped="{3 - counted}"') == 3 - counted
    assert page.count(said) == 3 - counted


def test_whoever_left_reads_it_when_the_tournament_is_over_too(client, made):
    made.entries.filter(number=1).update(status="withdrawn", withdrawn_from=2)
    made.rounds.filter(number=2).delete()
    Tournament.objects.filter(pk=made.pk).update(status="closed")
    assert 'data-left="2"' in client.get(address("own", made, 1)).content.decode()


def test_an_unknown_number_and_a_hidden_tournament_have_no_page(client, made):
    assert client.get(address("own", made, 99)).status_code == 404
    Tournament.objects.filter(pk=made.pk).update(visibility=Visibility.HIDDEN)
    assert client.get(address("own", made, 1)).status_code == 404
    assert client.get(address("own-sheet", made, 1, 1)).status_code == 404


def test_totals_from_paper_are_read_as_totals(client):
    made = evening()
    round_ = factories.playing_round(made)
    for table in round_.tables.all():
        sheet = factories.sheet_of(table)
        sheet.source, sheet.totals, sheet.played = "totals", [942, 942], 12
        factories.confirmed(sheet)
    results(round_)
    rebuild(made)
    page = client.get(address("own-sheet", made, 1, 1))
    assert page.context["games"][0].deals == []
    assert 'data-total="942"' in page.content.decode()


def test_the_page_of_a_player_asks_as_often_in_a_small_hall_as_in_a_large_one(client):
    counts = []
    for players in (8, 64):
        made = evening(players=players)
        finish(factories.playing_round(made))
        factories.playing_round(made)
        factories.drawn_round(made)
        rebuild(made)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address("own", made, 1)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 20
