"""The database may be out of reach for a moment, or two may write the same thing at once: then the
answer is "try again", not "our mistake".

503 tells phones and proxies to send again; what was not acknowledged was not written.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

import psycopg_pool
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

log = logging.getLogger(__name__)

RETRY_SECONDS = 2
AWAY = (OperationalError, InterfaceError, psycopg_pool.PoolTimeout, psycopg_pool.PoolClosed)
COLLIDED = frozenset({"40P01", "55P03", "40001"})
"""PostgreSQL's codes for a deadlock, a lock that took too long, and what cannot be put in a row."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """``code`` for programs, ``event`` for the log, ``sentence`` for people."""

    code: str
    event: str
    sentence: Promise


OUT_OF_REACH = Trouble(
    "503",
    "database out of reach",
    gettext_lazy("The database is out of reach for a moment. Nothing was lost; try again."),
)
SAME_MOMENT = Trouble(
    "same-moment",
    "two wrote at the same moment",
    gettext_lazy(
        "Two people wrote at the same moment. Nothing was changed: go back and press again."
    ),
)


class DatabaseAwayMiddleware:
    """Answers 503 where a view could not reach the database, or was undone because another wrote too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, AWAY):
            return None
        trouble = SAME_MOMENT if _collided(exception) else OUT_OF_REACH
        log.error("%s path=%s error=%s", trouble.event, request.path, type(exception).__name__)
        response: HttpResponse
        if request.path.startswith("/api/"):
            problem: dict[str, object] = {
                "field": None,
                "code": trouble.code,
                "params": {},
                "message": str(trouble.sentence),
            }
            response = JsonResponse({"problems": [problem]}, status=503)
        else:
            # Stands alone: the frame of the other pages asks the database who is signed in.
            # What was sent is not sent again by looking again; there the sender presses.
            comes_by_itself = trouble is OUT_OF_REACH or request.method == "GET"
            values = {"trouble": trouble, "comes_by_itself": comes_by_itself}
            response = HttpResponse(render_to_string("away.html", values), status=503)
        response["Retry-After"] = str(RETRY_SECONDS)
        return response


def _collided(exception: Exception) -> bool:
    """Whether the database was there, and undid one of two who wrote the same thing at once."""
    cause = exception.__cause__
    is_busy = getattr(cause, "sqlite_errorname", "").startswith("SQLITE_BUSY")
    return is_busy or getattr(cause, "sqlstate", None) in COLLIDED
