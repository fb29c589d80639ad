"""What pages and entries cost does not grow with the hall, the evening or the sheet.

Queries and bytes are counted, time never is. What a hall of another size costs stands with the room
it belongs to; here is what those leave open: rounds, deals, and the largest hall.
"""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmarks.evenings import evening, play
from benchmarks.phones import Phone
from jassclub.clubs.models import Role
from tests import factories
from tournaments.models import TableGame
from tournaments.services.standings import standings_bump, standings_rebuild

pytestmark = pytest.mark.django_db


class Wire:
    """The benchmark's phones, on Django's own client."""

    def post(self, path, body, kind, headers):
        client = Client(enforce_csrf_checks=True)
        names = {name.lower(): value for name, value in headers.items()}
        cookies = names.pop("cookie", "")
        for cookie in filter(None, cookies.split("; ")):
            name, _equals, value = cookie.partition("=")
            client.cookies[name] = value
        return client.post(path, body, content_type=kind, headers=names).status_code, 0.0


def counted(run):
    with CaptureQueriesContext(connection) as queries:
        answer = run()
    return len(queries), answer


def phone_at(table):
    game = TableGame.objects.select_related("table__place", "sheet").get(table=table)
    return Phone(Wire(), game)


@pytest.mark.parametrize("way", ["write", "write_json"])
def test_the_eleventh_deal_of_the_fourth_round_costs_what_the_first_of_the_first_does(way):
    small = factories.tournament(players=8)
    large = evening(48, closed=3, planned=4)
    first = phone_at(factories.playing_round(small).tables.first())
    last = phone_at(play(large, 4).tables.last())
    factories.deals(last.game.sheet, factories.TWELVE[:10])
    last.number = 10
    counts = [counted(getattr(phone, way))[0] for phone in (first, last)]
    assert counts[0] == counts[1] <= 10  # with the statements that begin and end the transaction


def test_the_board_costs_the_same_with_one_deal_and_with_eleven():
    counts = []
    for deals, closed in ((1, 0), (11, 3)):
        round_ = play(evening(16 + 32 * closed, closed=closed, planned=4), closed + 1)
        phone = phone_at(round_.tables.last())
        factories.deals(phone.game.sheet, factories.TWELVE[:deals])
        client = Client(headers={"cookie": phone.headers["Cookie"]})
        address = reverse("tournaments:sheet-board", args=[phone.card])
        count, answer = counted(lambda c=client, a=address: c.get(a))
        assert answer.status_code == 200
        assert len(answer.context["view"].board.lines) == deals
        counts.append(count)
    assert counts[0] == counts[1]


def test_the_ranking_of_400_after_nine_rounds_is_small_and_needs_six_queries_at_most():
    made = evening(400, closed=9, planned=9)
    standings_bump(tournament_id=made.pk)
    standings_rebuild(tournament_id=made.pk)
    address = reverse("tournaments:public", args=[made.club.slug, made.slug])
    count, page = counted(lambda: Client().get(address, headers={"accept-encoding": "gzip"}))
    assert page["Content-Encoding"] == "gzip"
    assert len(page.context["ranking"].rows) == 400
    assert len(page.content) < 60_000
    assert count <= 6


def test_the_office_of_100_tables_in_the_fourth_round_asks_as_often_as_of_four_in_the_first():
    counts = []
    for entries, closed in ((16, 0), (400, 3)):
        made = evening(entries, closed=closed, planned=4)
        play(made, closed + 1)
        client = Client()
        client.force_login(factories.member(made.club, Role.ORGANISER))
        address = reverse("tournaments:office", args=[made.club.slug, made.slug])
        count, page = counted(lambda c=client, a=address: c.get(a))
        assert len(page.context["wall"].tables) == entries // 4
        counts.append(count)
    assert counts[0] == counts[1]
