"""Telling the other phones of a table that its sheet is another, or that somebody types.

A ring is a sheet's id and nothing else: each phone fetches what it may see. A phone without a stream
(an old browser, a proxy in between, a server that cannot) asks by itself every few seconds.
"""

from collections.abc import AsyncIterator

from django.core.handlers.asgi import ASGIRequest
from django.db import transaction
from django.http import HttpRequest

from jassclub.bell import Bell

bell = Bell("jassclub.sheets")


def tell(sheet_id: int) -> None:
    """Once this transaction stands, the phones that show the sheet look at it."""
    transaction.on_commit(lambda: bell.ring(sheet_id, 0), robust=True)


def can_stream(request: HttpRequest) -> bool:
    """Whether this server can hold a connection open beside its other work."""
    return isinstance(request, ASGIRequest)


def events(sheet_id: int) -> AsyncIterator[str]:
    """Server-sent events named ``sheet``: one at once, then one for each change."""
    return bell.events(sheet_id, "sheet", 0)
