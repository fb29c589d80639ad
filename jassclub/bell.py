"""Telling open pages that something is new: a bell, rung in any process, heard in all.

A ring is a key (which pages it is for) and a number, never a figure: pages fetch what they may see
by their own address. It goes over one Redis channel per bell with one subscriber per process, fanned
out to a queue per open page. Where there is no Redis, or none that answers, the pages of this process
hear it and others ask by themselves.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator
from functools import lru_cache

import redis
import redis.asyncio
from django.conf import settings

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 15.0
RECONNECT_SECONDS = 1.0
SUBSCRIBE_SECONDS = 2.0
SILENT_SECONDS = 5.0  # how long a Redis that keeps silent is left alone


@lru_cache(maxsize=1)
def _publisher() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=None
    )


class Bell:
    """One kind of news, under one Redis channel."""

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self._queues: dict[int, set[asyncio.Queue[int]]] = {}
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._silent_until = 0.0
        self._subscribed = asyncio.Event()

    def ring(self, key: int, number: int) -> None:
        """Tell every process.

        A Redis that keeps silent costs a second now and then, one that is gone costs nothing and is
        told again as soon as it is back. Neither loses anything: pages ask by themselves too.
        """
        if not self._publish(key, number) and self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver, key, number)

    def _publish(self, key: int, number: int) -> bool:
        if not settings.REDIS_URL or time.monotonic() < self._silent_until:
            return False
        try:
            _publisher().publish(self.channel, json.dumps([key, number]))
        except redis.RedisError as error:
            if isinstance(error, redis.TimeoutError):
                self._silent_until = time.monotonic() + SILENT_SECONDS
            log.warning("not told of news channel=%s key=%s", self.channel, key)
            return False
        return True

    @contextlib.asynccontextmanager
    async def listen(self, key: int) -> AsyncIterator[asyncio.Queue[int]]:
        """A queue of the numbers rung for this key, for as long as the page is open.

        It is given out once this process hears all others, so that what is fetched then misses nothing.
        """
        queue: asyncio.Queue[int] = asyncio.Queue(maxsize=16)
        self._queues.setdefault(key, set()).add(queue)
        self._loop = asyncio.get_running_loop()
        if settings.REDIS_URL and (self._task is None or self._task.done()):
            self._subscribed.clear()
            self._task = asyncio.create_task(self._run())
        try:
            if settings.REDIS_URL:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._subscribed.wait(), SUBSCRIBE_SECONDS)
            yield queue
        finally:
            self._queues[key].discard(queue)
            if not self._queues[key]:
                del self._queues[key]

    async def events(self, key: int, name: str, number: int) -> AsyncIterator[str]:
        """Server-sent events called ``name``: this number now, then each that is rung; a heartbeat
        keeps proxies awake.
        """
        async with self.listen(key) as queue:
            yield f"retry: 2000\n{_event(name, number)}"
            while True:
                try:
                    number = await asyncio.wait_for(queue.get(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield ": here\n\n"
                    continue
                yield _event(name, number)

    async def _run(self) -> None:
        while self._queues:
            client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2)
            try:
                async with client.pubsub() as subscription:
                    await subscription.subscribe(self.channel)
                    await subscription.get_message(timeout=5.0)
                    self._subscribed.set()
                    while self._queues:
                        message = await subscription.get_message(
                            ignore_subscribe_messages=True, timeout=5.0
                        )
                        if message:
                            self._deliver(*json.loads(message["data"]))
            except (redis.RedisError, OSError):
                log.warning("the bell lost its Redis, trying again channel=%s", self.channel)
                await asyncio.sleep(RECONNECT_SECONDS)
            finally:
                self._subscribed.clear()
                with contextlib.suppress(redis.RedisError, OSError):
                    await client.aclose()

    def _deliver(self, key: int, number: int) -> None:
        for queue in self._queues.get(key, ()):
            if not queue.full():
                queue.put_nowait(number)


def _event(name: str, number: int) -> str:
    return f"id: {number}\nevent: {name}\ndata: {number}\n\n"
