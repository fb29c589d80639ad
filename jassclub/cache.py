"""A cache that may be gone: what it would have remembered is then simply not known.

Only counters of failed guesses and sign-ins live in the cache. While Redis is
away nobody is throttled, and nobody is kept from playing either.
"""

import logging
from collections.abc import Callable
from typing import Any

import redis
from django.core.cache.backends.redis import RedisCache

log = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, for which an unreachable Redis is an empty one."""

    def _or(self, otherwise: Any, ask: Callable[[], Any]) -> Any:
        try:
            return ask()
        except redis.RedisError:
            log.warning("the cache is out of reach")
            return otherwise

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._or(
            default, lambda: super(ForgivingRedisCache, self).get(key, default, version)
        )

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._or(None, lambda: super(ForgivingRedisCache, self).set(*args, **kwargs))

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._or(True, lambda: super(ForgivingRedisCache, self).add(*args, **kwargs)))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return int(
            self._or(delta, lambda: super(ForgivingRedisCache, self).incr(key, delta, version))
        )

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(
            self._or(False, lambda: super(ForgivingRedisCache, self).delete(*args, **kwargs))
        )

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return bool(
            self._or(False, lambda: super(ForgivingRedisCache, self).touch(*args, **kwargs))
        )

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return bool(
            self._or(False, lambda: super(ForgivingRedisCache, self).has_key(*args, **kwargs))
        )
