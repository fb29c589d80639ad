"""Tournaments over HTTP as the public sees them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import TWELVE
from tests.scoring.desks import office
from tournaments.models import Visibility
from tournaments.services.standings import standings_rebuild
from tournaments.services.table import sheet_changed, table_confirm

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return factories.tournament(players=9, rounds=2)


@pytest.fixture
def round_(evening):
    return factories.playing_round(evening)


def get(client, name, evening, *more, **headers):
    return client.get(
        reverse(f"api:{name}", args=[evening.club.slug, evening.slug, *more]), **headers
    )


def finish(table):
    sheet = factories.deals(factories.sheet_of(table), TWELVE)
    desk = office(confirm=table_confirm, on_change=sheet_changed)
    for side in (0, 1):
        table_confirm(sheet_id=sheet.pk, context=desk, revision=12, side=side)


def test_public_tournaments_are_listed_by_club_and_in_parts(client, evening):
    factories.tournament(of=evening.club, visibility=Visibility.LINK)
    factories.tournament(of=evening.club, visibility=Visibility.HIDDEN)
    factories.tournament()
    listed = client.get(reverse("api:tournaments"), {"club": evening.club.slug}).json()
    assert [(t["slug"], t["variant"]) for t in listed["results"]] == [(evening.slug, "schieber")]
    part = client.get(reverse("api:tournaments"), {"limit": 1}).json()
    assert (part["count"], len(part["results"])) == (2, 1)
    assert part["next"]


def test_a_tournament_tells_its_rules(client, evening):
    told = get(client, "tournament", evening).json()
    assert told["options"]["deals"] == 12
    assert told["stages"][0]["planned_rounds"] == 2
    assert told["starts_at"] == "2026-10-25T09:00:00+01:00"


@pytest.mark.parametrize(
    ("visibility", "status"),
    [(Visibility.PUBLIC, 200), (Visibility.LINK, 200), (Visibility.HIDDEN, 404)],
)
def test_what_is_hidden_is_not_there(client, visibility, status):
    evening = factories.tournament(visibility=visibility)
    factories.playing_round(evening)
    for name, more in [("tournament", ()), ("rounds", ()), ("round", (1,)), ("standings", ())]:
        response = get(client, name, evening, *more)
        assert response.status_code == status
        if status == 404:
            assert " " in response.json()["problems"][0]["message"]


def test_a_round_tells_who_sits_where_and_who_waits(client, evening, round_):
    told = get(client, "round", evening, 1).json()
    assert [table["number"] for table in told["tables"]] == [1, 2]
    assert [seat["seat"] for seat in told["tables"][0]["seats"]] == [0, 1, 2, 3]
    assert [seat["side"] for seat in told["tables"][0]["seats"]] == [0, 1, 0, 1]
    assert told["waiting"] == [evening.entries.get(number=9).name]
    assert get(client, "rounds", evening).json()[0]["status"] == "playing"
    assert get(client, "round", evening, 2).status_code == 404


def test_running_scores_are_nobodys_business(client, evening, round_):
    first, second = round_.tables.all()
    factories.deals(factories.sheet_of(first), TWELVE)
    finish(second)
    tables = get(client, "round", evening, 1).json()["tables"]
    assert [(t["status"], t["totals"]) for t in tables] == [
        ("open", None),
        ("confirmed", [1320, 764]),
    ]


def test_hidden_last_rounds_show_no_totals_before_they_are_revealed(client, evening, round_):
    evening.hidden_rounds = 2
    evening.save()
    finish(round_.tables.first())
    assert get(client, "round", evening, 1).json()["tables"][0]["totals"] is None
    evening.revealed_at = timezone.now()
    evening.save()
    assert get(client, "round", evening, 1).json()["tables"][0]["totals"] == [1320, 764]


def test_the_ranking_has_a_version_and_is_not_sent_twice(client, evening, round_):
    for table in round_.tables.all():
        finish(table)
    standings_rebuild(tournament_id=evening.pk)
    response = get(client, "standings", evening)
    told = response.json()
    assert (told["rows"][0]["rank"], told["rows"][0]["total"]) == (1, 1320)
    assert told["rows"][0]["rounds"]
    assert told["provisional"] is True
    again = get(client, "standings", evening, HTTP_IF_NONE_MATCH=response["ETag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("players", [8, 40])
def test_reading_a_round_costs_the_same_in_every_hall(client, players):
    evening = factories.tournament(players=players)
    round_ = factories.playing_round(evening)
    for table in round_.tables.all():
        finish(table)
    standings_rebuild(tournament_id=evening.pk)
    for name, more, most in [("round", (1,), 7), ("standings", (), 6), ("rounds", (), 2)]:
        with CaptureQueriesContext(connection) as queries:
            assert get(client, name, evening, *more).status_code == 200
        assert len(queries) <= most, "\n".join(q["sql"] for q in queries)
