"""Redis may go away in the middle of an evening; nobody is kept from playing for that."""

from jassclub.cache import ForgivingRedisCache

NOBODY_LISTENS = "redis://127.0.0.1:1/0"


def test_an_unreachable_cache_behaves_like_an_empty_one():
    cache = ForgivingRedisCache(NOBODY_LISTENS, {})
    cache.set("code", 3)
    assert cache.get("code") is None
    assert cache.get("code", 7) == 7
    assert cache.add("code", 1) is True
    assert cache.incr("code") == 1
    assert cache.delete("code") is False
    assert ("code" in cache) is False
