"""Telling open pages of a tournament that there is a new version of its standings.

A ring is a tournament's id and its new version. Without Redis there is no stream and pages poll the
version instead.
"""

from collections.abc import AsyncIterator

from django.conf import settings

from jassclub.bell import Bell

bell = Bell("jassclub.standings")


def enabled() -> bool:
    """Whether there is a Redis to stream with: versions are made by workers, in other processes."""
    return bool(settings.REDIS_URL)


def publish(tournament_id: int, version: int) -> None:
    """Tell every open page of a new version."""
    if enabled():
        bell.ring(tournament_id, version)


def events(tournament_id: int, version: int) -> AsyncIterator[str]:
    """Server-sent events: the version now, then each new one."""
    return bell.events(tournament_id, "version", version)
