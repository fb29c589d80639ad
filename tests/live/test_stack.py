"""The processes themselves: they come up, share the test's database, and go with the test."""

from django.contrib.auth import get_user_model
from django.db.models import F

from tests import factories
from tests.stack import wait_until
from tournaments.models import StandingsState


def test_a_web_process_answers_and_reaches_the_tests_database(stack):
    with stack.client() as client:
        assert client.get("/healthz").status_code == 200
        assert client.get("/readyz").json() == {"database": True}


def test_a_signed_in_client_is_known_to_the_web_process(stack):
    user = get_user_model().objects.create_user(email="office@example.org", password="a" * 12)
    with stack.client() as stranger, stack.client(user) as member:
        assert stranger.get("/clubs/").status_code == 302
        assert member.get("/clubs/").status_code == 200


def test_a_second_web_process_can_join(stack):
    second = stack.start_web()
    assert second != stack.url
    with stack.client(url=second) as client:
        assert client.get("/healthz").text == "ok"


def test_redis_and_the_worker_can_be_ended_and_started_again(stack):
    stack.redis.kill()
    stack.worker.kill()
    with stack.client() as client:
        assert client.get("/readyz").status_code == 200
    stack.heal()
    assert stack.redis.running
    assert stack.worker.running


def test_a_worker_builds_what_is_wanted_while_redis_is_away(stack):
    evening = factories.tournament(players=8)
    StandingsState.objects.update_or_create(pk=evening.pk, defaults={"wanted": 1, "built": 0})
    stack.redis.kill()
    assert not stack.redis.running
    StandingsState.objects.filter(pk=evening.pk).update(wanted=F("wanted") + 1)
    standings = StandingsState.objects.filter(pk=evening.pk)
    wait_until(standings.filter(built=2, wanted=2).exists, what="the standings of a worker alone")
    stack.heal()
