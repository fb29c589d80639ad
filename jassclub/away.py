"""The database may be out of reach for a moment: then the answer is "try again", not "our mistake".

503 tells phones and proxies to send again; what was not acknowledged was not written.
"""

import logging
from collections.abc import Callable

import psycopg_pool
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

log = logging.getLogger(__name__)

RETRY_SECONDS = 2
AWAY = (OperationalError, InterfaceError, psycopg_pool.PoolTimeout, psycopg_pool.PoolClosed)


class DatabaseAwayMiddleware:
    """Answers 503 where a view could not reach the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, AWAY):
            return None
        log.error("database out of reach path=%s error=%s", request.path, type(exception).__name__)
        sentence = _("The database is out of reach for a moment. Nothing was lost; try again.")
        response: HttpResponse
        if request.path.startswith("/api/"):
            problem: dict[str, object] = {
                "field": None,
                "code": "503",
                "params": {},
                "message": sentence,
            }
            response = JsonResponse({"problems": [problem]}, status=503)
        else:
            # Stands alone: the frame of the other pages asks the database who is signed in.
            page = render_to_string("away.html", {"sentence": sentence})
            response = HttpResponse(page, status=503)
        response["Retry-After"] = str(RETRY_SECONDS)
        return response
