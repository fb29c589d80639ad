"""A bell whose Redis is gone or keeps silent: what the next ring does."""

import pytest
import redis

from jassclub import bell as room
from jassclub.bell import SILENT_SECONDS, Bell


class Publisher:
    """A Redis that fails as it is told, and remembers what it was asked."""

    def __init__(self):
        self.failure, self.asked = None, []

    def publish(self, _channel, message):
        self.asked.append(message)
        if self.failure is not None:
            raise self.failure


@pytest.fixture
def publisher(settings, monkeypatch):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    made = Publisher()
    monkeypatch.setattr(room, "_publisher", lambda: made)
    return made


def test_a_redis_that_was_gone_is_told_of_the_next_news(publisher):
    bell = Bell("test")
    publisher.failure = redis.ConnectionError()
    bell.ring(1, 1)
    publisher.failure = None
    bell.ring(1, 2)
    assert publisher.asked == ["[1, 1]", "[1, 2]"]


def test_a_redis_that_keeps_silent_is_left_alone_for_a_while(publisher, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(room.time, "monotonic", lambda: now[0])
    bell = Bell("test")
    publisher.failure = redis.TimeoutError()
    bell.ring(1, 1)
    bell.ring(1, 2)
    assert publisher.asked == ["[1, 1]"]
    now[0] += SILENT_SECONDS
    bell.ring(1, 3)
    assert publisher.asked == ["[1, 1]", "[1, 3]"]
