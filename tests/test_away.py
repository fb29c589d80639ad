"""A database that is out of reach for a moment is no mistake of the program."""

import pytest
from django.db import OperationalError

from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def _database_away(monkeypatch):
    from tournaments import access

    def away(*_args, **_kwargs):
        raise OperationalError("the server closed the connection unexpectedly")

    monkeypatch.setattr(access, "place_by_card", away)
    monkeypatch.setattr(access, "public_tournament", away)


@pytest.mark.usefixtures("_database_away")
def test_a_page_says_try_again_with_503_and_touches_no_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = client.get("/t/ABCDEF/")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "2"
    assert "nichts verloren" in answer.content.decode()


def test_other_mistakes_are_still_ours(client, monkeypatch):
    from tournaments import access

    def broken(*_args, **_kwargs):
        raise ValueError

    monkeypatch.setattr(access, "place_by_card", broken)
    client.raise_request_exception = False
    assert client.get("/t/ABCDEF/").status_code == 500


def test_a_page_that_can_be_reached_is_not_touched(client):
    evening = factories.tournament(players=4)
    assert client.get(f"/e/{evening.club.slug}/{evening.slug}/").status_code == 200
