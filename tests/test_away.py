"""A database that is out of reach for a moment, or that two wrote to at once, is no mistake of the program."""

import sqlite3

import psycopg
import pytest
from django.db import OperationalError, connection, transaction

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
    assert 'data-code="503"' in answer.text
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


def locked():
    """What SQLite raises where somebody else writes for too long."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorname = "SQLITE_BUSY"
    return error


COLLISIONS = [
    psycopg.errors.DeadlockDetected,
    psycopg.errors.LockNotAvailable,
    psycopg.errors.SerializationFailure,
    locked,
]


@pytest.fixture
def collide(monkeypatch):
    """Whoever opens a table's card, or an evening, meets somebody else who writes."""
    from tournaments import access

    def collide(cause):
        def raised(*_args, **_kwargs):
            raise OperationalError("somebody else") from cause()

        monkeypatch.setattr(access, "place_by_card", raised)
        monkeypatch.setattr(access, "public_tournament", raised)

    return collide


@pytest.mark.parametrize("cause", COLLISIONS)
def test_whoever_met_somebody_else_writing_is_told_so_and_to_press_again(client, collide, cause):
    collide(cause)
    answer = client.post("/t/ABCDEF/here/", {"seat": "0"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert 'data-code="same-moment"' in answer.text
    assert "http-equiv" not in answer.text  # looking again by itself would send nothing


def test_a_program_is_told_the_same_with_a_code_of_its_own(client, collide):
    collide(psycopg.errors.DeadlockDetected)
    answer = client.get("/api/v1/tournaments/club/evening")
    (problem,) = answer.json()["problems"]
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert (problem["code"], problem["field"]) == ("same-moment", None)


@pytest.mark.postgres
@pytest.mark.parametrize("code", ["40P01", "55P03", "40001"])
def test_postgresql_says_by_a_code_that_two_wrote_at_once(client, monkeypatch, code):
    from tournaments import access

    def raised(*_args, **_kwargs):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$")

    monkeypatch.setattr(access, "place_by_card", raised)
    assert 'data-code="same-moment"' in client.get("/t/ABCDEF/").text


def test_a_page_that_was_only_looked_at_comes_by_itself(client, collide):
    collide(psycopg.errors.DeadlockDetected)
    assert 'http-equiv="refresh"' in client.get("/t/ABCDEF/").text
