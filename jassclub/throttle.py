"""Whoever guesses table codes is slowed down; whoever plays never is.

Guess: a code or key that opens nothing. A whole hall comes from one address, so failures are
counted per address and only typed short codes are ever refused for them: whoever already got in on
this phone carries a signed cookie, and a long key that opens something is never asked.
A cache that is gone counts nothing.
"""

from contextlib import suppress

from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase

SECONDS = 60
FAILURES = 30  # within SECONDS and from one address; 64 phones with fat fingers stay below
COOKIE = "evening"
EVENING = 18 * 60 * 60


class GuessedTooOften(Exception):
    """A code is not looked up because too many wrong ones came before; carries the sentence to show."""


def guess_failed(request: HttpRequest) -> None:
    """Count a code or key that opened nothing."""
    key = _key(request)
    cache.add(key, 0, SECONDS)
    with suppress(ValueError):  # the minute was over in between
        cache.incr(key)


def guessing_too_often(request: HttpRequest) -> bool:
    """Whether this address has failed too often within a minute, from a phone that never got in."""
    return (cache.get(_key(request)) or 0) > FAILURES and not _got_in(request)


def remember_device(request: HttpRequest, response: HttpResponseBase) -> None:
    """Note that this phone got in: its typing mistakes count for nothing during this evening."""
    response.set_signed_cookie(
        COOKIE,
        "in",
        salt=COOKIE,
        max_age=EVENING,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def _got_in(request: HttpRequest) -> bool:
    return bool(request.get_signed_cookie(COOKIE, default="", salt=COOKIE, max_age=EVENING))


def _key(request: HttpRequest) -> str:
    return f"guesses:{request.META.get('REMOTE_ADDR', '')}"
