"""Tells one phone from another, and nothing more: a random mark in a signed cookie.

The mark identifies nobody; it lets a page say "this phone" and "another phone", and says for a
moment that another phone is writing. What a seat's key is claimed with (``holder_of``) is made of
the signed mark, so that whoever knows the mark does not have the phone.
"""

from hashlib import sha256
from secrets import token_hex
from time import time

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

COOKIE = "device"
YEAR = 60 * 60 * 24 * 365
WRITING_SECONDS = 7


def device_of(request: HttpRequest) -> str:
    """The phone's mark; a phone without one gets it with this answer (``remember``)."""
    known = request.get_signed_cookie(COOKIE, default="", salt=COOKIE) or getattr(
        request, "new_device", ""
    )
    if not known:
        known = token_hex(8)
        request.new_device = known  # type: ignore[attr-defined]
    return known


def holder_of(request: HttpRequest) -> str:
    """What a claim of this phone is stored under: 64 hex digits."""
    return hashed("cookie", device_of(request))


def hashed(kind: str, secret: str) -> str:
    """A secret as it is stored; two kinds of secrets never meet. "" stays ""."""
    return sha256(f"{kind}:{secret}".encode()).hexdigest() if secret else ""


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """Put a new phone's mark into its cookie."""
    if mark := getattr(request, "new_device", ""):
        response.set_signed_cookie(
            COOKIE,
            mark,
            salt=COOKIE,
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )


def note_writing(sheet_id: int, device: str, number: int) -> bool:
    """Remember for a moment that this phone has deal ``number`` half typed; whether that is news."""
    writers = _writers(sheet_id)
    is_news = writers.get(device, (0, 0.0))[0] != number
    writers[device] = (number, time() + WRITING_SECONDS)
    cache.set(_key(sheet_id), writers, WRITING_SECONDS)
    return is_news


def done_writing(sheet_id: int, device: str) -> None:
    """What this phone had half typed is written."""
    writers = _writers(sheet_id)
    if writers.pop(device, None):
        cache.set(_key(sheet_id), writers, WRITING_SECONDS)


def other_writes(sheet_id: int, device: str, *, written: int) -> int:
    """The deal that another phone has half typed right now; 0 for none.

    Not one of the first ``written``, which stand on the sheet: those nobody types any more.
    """
    others = (number for other, (number, _until) in _writers(sheet_id).items() if other != device)
    return max((number for number in others if number > written), default=0)


def _writers(sheet_id: int) -> dict[str, tuple[int, float]]:
    """The phones with something half typed: which deal, and until when that is believed."""
    now = time()
    known: dict[str, tuple[int, float]] = cache.get(_key(sheet_id)) or {}
    return {device: entry for device, entry in known.items() if entry[1] > now}


def _key(sheet_id: int) -> str:
    return f"writing:{sheet_id}"
