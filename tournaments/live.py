"""Telling open pages that something is new: one Redis channel, one subscriber per process.

A message is a tournament's id and its new version, never a figure: pages fetch
what they may see by their own address. Without Redis there is no stream and pages
poll the version instead.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator
from functools import lru_cache

import redis
import redis.asyncio
from django.conf import settings

log = logging.getLogger(__name__)

CHANNEL = "jassclub.standings"
HEARTBEAT_SECONDS = 15.0
RECONNECT_SECONDS = 1.0


def enabled() -> bool:
    """Whether there is a Redis to stream with."""
    return bool(settings.REDIS_URL)


@lru_cache(maxsize=1)
def _publisher() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=None
    )


def publish(tournament_id: int, version: int) -> None:
    """Tell every process of a new version. A dead Redis costs a second and loses nothing: pages poll."""
    if not enabled():
        return
    try:
        _publisher().publish(CHANNEL, json.dumps([tournament_id, version]))
    except redis.RedisError:
        log.warning("version not published tournament=%s", tournament_id)


class Hub:
    """One subscription of this process, fanned out to a queue per open page."""

    def __init__(self) -> None:
        self._queues: dict[int, set[asyncio.Queue[int]]] = {}
        self._task: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def listen(self, tournament_id: int) -> AsyncIterator[asyncio.Queue[int]]:
        """A queue of this tournament's new versions, for as long as the page is open."""
        queue: asyncio.Queue[int] = asyncio.Queue(maxsize=16)
        self._queues.setdefault(tournament_id, set()).add(queue)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        try:
            yield queue
        finally:
            self._queues[tournament_id].discard(queue)
            if not self._queues[tournament_id]:
                del self._queues[tournament_id]

    async def _run(self) -> None:
        while self._queues:
            client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2)
            try:
                async with client.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    while self._queues:
                        message = await subscription.get_message(
                            ignore_subscribe_messages=True, timeout=5.0
                        )
                        if message:
                            self._deliver(message["data"])
            except (redis.RedisError, OSError):
                log.warning("live stream lost its Redis, trying again")
                await asyncio.sleep(RECONNECT_SECONDS)
            finally:
                with contextlib.suppress(redis.RedisError, OSError):
                    await client.aclose()

    def _deliver(self, data: bytes) -> None:
        tournament_id, version = json.loads(data)
        for queue in self._queues.get(tournament_id, ()):
            if not queue.full():
                queue.put_nowait(version)


hub = Hub()


async def events(tournament_id: int, version: int) -> AsyncIterator[str]:
    """Server-sent events: the version now, then each new one; a heartbeat keeps proxies awake."""
    async with hub.listen(tournament_id) as queue:
        yield f"retry: 2000\nid: {version}\nevent: version\ndata: {version}\n\n"
        while True:
            try:
                version = await asyncio.wait_for(queue.get(), HEARTBEAT_SECONDS)
            except TimeoutError:
                yield ": here\n\n"
                continue
            yield f"id: {version}\nevent: version\ndata: {version}\n\n"
