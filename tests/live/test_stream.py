"""An open ranking page is told of a new version: by its stream, or by polling when there is none."""

import json
import threading

import pytest
import redis
from celery import Celery
from django.db.models import F
from django.urls import reverse
from kombu import Connection

from jassclub.broker import Transport
from tests import factories
from tests.stack import wait_until
from tests.tournaments.rankings import results
from tournaments.models import StandingsState


def evening_with_results():
    evening = factories.tournament(players=8)
    results(factories.playing_round(evening))
    return evening


def address(name, evening):
    return reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug])


def built(evening):
    return StandingsState.objects.get(pk=evening.pk).built


def send(stack, evening, **how):
    with Celery(broker=f"redis://127.0.0.1:{stack.redis_port}/0") as app:
        app.send_task("tournaments.standings", args=(evening.pk,), **how)


def bump_from_outside(stack, evening):
    """As a web process would: the task goes through the real Redis to the real worker."""
    StandingsState.objects.filter(pk=evening.pk).update(wanted=F("wanted") + 1)
    send(stack, evening)


def events(stack, evening, got, ready):
    with (
        stack.client() as client,
        client.stream("GET", address("stream", evening), timeout=60) as answer,
    ):
        got.append(answer.headers["content-type"].partition(";")[0])
        for line in answer.iter_lines():
            if line.startswith("data:"):
                got.append(int(line.partition(":")[2]))
                ready.set()
            if len(got) == 3:
                return


def test_the_stream_tells_the_version_at_once_and_each_new_one(stack):
    evening = evening_with_results()
    got, ready = [], threading.Event()
    page = threading.Thread(target=events, args=(stack, evening, got, ready))
    page.start()
    assert ready.wait(30)
    bump_from_outside(stack, evening)
    page.join(30)
    assert got == ["text/event-stream", 0, 1]


def test_a_task_lost_with_redis_is_made_up_for_by_the_sweep(stack):
    evening = evening_with_results()
    stack.redis.kill()
    StandingsState.objects.filter(pk=evening.pk).update(wanted=1)
    with stack.client() as client:
        page = client.get(address("public", evening))
        assert page.status_code == 200
    stack.heal()
    wait_until(lambda: built(evening) == 1, 30, "the rebuild after Redis came back")


def test_a_redis_that_goes_while_a_worker_holds_a_task_does_not_take_the_worker_with_it(stack):
    evening = evening_with_results()
    with redis.Redis(port=stack.redis_port) as broker:
        send(stack, evening, countdown=60)
        wait_until(lambda: broker.hlen("unacked") == 1, what="the worker to hold the task")
    stack.redis.kill()
    stack.start_redis()
    with redis.Redis(port=stack.redis_port) as broker:
        send(stack, evening)
        wait_until(lambda: not broker.exists("celery"), 60, "the worker to take from the new Redis")
    assert stack.worker.running


@pytest.mark.parametrize("answer", ["ack", "requeue"])
def test_a_task_that_is_done_after_its_connection_was_lost_is_no_error(stack, answer):
    url = f"redis://127.0.0.1:{stack.redis_port}/0"
    with Connection(url, transport=Transport) as connection:
        box = connection.SimpleQueue("a-box-of-this-test")
        box.put({"a": "task"})
        message = box.get()
        stack.redis.kill()
    getattr(message, answer)()
    assert message.acknowledged


def test_a_killed_worker_delays_the_standings_and_loses_nothing(stack):
    evening = evening_with_results()
    stack.worker.kill()
    bump_from_outside(stack, evening)
    assert built(evening) == 0
    stack.start_worker()
    wait_until(lambda: built(evening) == 1, 30, "the rebuild by the new worker")


def test_a_poll_sees_the_new_version_without_any_stream(stack):
    evening = evening_with_results()
    with stack.client() as client:
        first = client.get(address("version", evening))
        assert json.loads(first.text) == {"version": 0}
        bump_from_outside(stack, evening)
        etag = {"If-None-Match": first.headers["ETag"]}
        wait_until(
            lambda: client.get(address("version", evening), headers=etag).status_code == 200,
            what="the new version",
        )
