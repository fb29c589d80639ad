"""Tells one phone from another, and nothing more: a random mark in a signed cookie.

The mark identifies nobody; it lets a page say "this phone" and "another phone", and says for a
moment that another phone is writing. What a seat's key is claimed with (``holder_of``) is made of
the signed mark, so that whoever knows the mark does not have the phone.
"""

from hashlib import sha256
from secrets import token_hex

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


def note_writing(sheet_id: int, device: str) -> None:
    """Remember for a moment that this phone has something half typed."""
    cache.set(f"writing:{sheet_id}", device, WRITING_SECONDS)


def other_writes(sheet_id: int, device: str) -> bool:
    """Whether another phone has something half typed right now."""
    return bool(cache.get(f"writing:{sheet_id}", device) != device)
