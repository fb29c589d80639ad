"""Phones of a hall, as small as a client can be, so that what they cost themselves weighs little.

Words: a *phone* is one kept connection with the cookies of somebody who said "that is us" at a
table; a *taken* time is in seconds, from the first byte sent to the last one read.
"""

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from secrets import token_hex
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.core.signing import get_cookie_signer

from scoring.models import ScoreSheet
from tests import factories
from tournaments.models import TableGame

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
CSRF = "b" * 32
WAIT = 1.5
"""Seconds before a phone sends again what the server could not take (as its page does)."""


class Line:
    """A kept connection to one web process."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.http = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)

    def post(
        self, path: str, body: str, kind: str, headers: Mapping[str, str]
    ) -> tuple[int, float]:
        """Status and seconds of one request; its body is read and thrown away."""
        start = perf_counter()
        self.http.request("POST", path, body, {"Content-Type": kind, **headers})
        answer = self.http.getresponse()
        answer.read()
        return answer.status, perf_counter() - start

    def bare(self) -> float:
        body = json.dumps({"number": 1, "deal": factories.deal(92), "nonce": token_hex(16)})
        return expected(HTTPStatus.CREATED, *self.post("/bare/", body, JSON, {}))


@dataclass
class Phone:
    """Writes on the sheet of one table, by its page or by the JSON API."""

    line: Line
    game: TableGame
    seat: int = 0
    number: int = 0
    tries_again: int = 0
    headers: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        name = f"at-{self.game.table_id}"
        at = get_cookie_signer(salt=name + name).sign(str(self.seat))
        device = get_cookie_signer(salt="devicedevice").sign(token_hex(8))
        cookies = f"{name}={at}; device={device}; csrftoken={CSRF}"
        self.headers = {"Cookie": cookies, "X-CSRFToken": CSRF, "HX-Request": "true"}
        self.card = self.game.table.place.token

    def write(self) -> float:
        """The next deal by the page's own form."""
        self.number += 1
        typed = {
            "sheet": self.game.sheet_id,
            "number": self.number,
            "nonce": token_hex(16),
            "deal.trump": "rosen",
            "deal.points.0": 92,
        }
        return self._form("deals", typed, HTTPStatus.NO_CONTENT)

    def write_json(self) -> float:
        """The next deal by the API."""
        self.number += 1
        body = {"number": self.number, "deal": factories.deal(92), "nonce": token_hex(16)}
        answer = self.line.post(
            f"/api/v1/sheets/{self.game.sheet_id}/deals",
            json.dumps(body),
            JSON,
            {"Authorization": f"Table {self.card}"},
        )
        return expected(HTTPStatus.CREATED, *answer)

    def confirm(self, sheet: ScoreSheet, side: int) -> float:
        typed = {"sheet": sheet.pk, "revision": sheet.revision, "side": side}
        return self._form("confirm", typed, HTTPStatus.OK)

    def _form(self, action: str, typed: Mapping[str, object], wanted: int) -> float:
        """Send a form until it is taken; seconds from the first sending, waits included."""
        start = perf_counter()
        path = f"/t/{self.card}/sheet/{action}/"
        while True:
            status, _taken = self.line.post(path, urlencode(typed), FORM, self.headers)
            if status != HTTPStatus.SERVICE_UNAVAILABLE:
                return expected(wanted, status, perf_counter() - start)
            self.tries_again += 1
            sleep(WAIT)


def expected(wanted: int, status: int, taken: float) -> float:
    if status != wanted:
        raise RuntimeError(f"the server answered {status} instead of {wanted}")
    return taken


def spread(taken: list[float]) -> str:
    """Smallest and middle of some times, in milliseconds."""
    return f"{1000 * min(taken):.1f} | {1000 * median(taken):.1f}"


def percentiles(taken: list[float]) -> str:
    """p50, p95 and p99 in milliseconds."""
    cuts = quantiles(taken, n=100)
    return " | ".join(f"{1000 * cuts[at - 1]:.0f}" for at in (50, 95, 99))


def ratios(taken: list[float], against: list[float]) -> str:
    """How many times as long: the smallest to the smallest, the middle to the middle."""
    lowest, middle = min(taken) / min(against), median(taken) / median(against)
    return f"{lowest:.2f} | {middle:.2f}"


def games_of(round_: Any) -> list[TableGame]:
    """The games of a round with their tables and cards, by table."""
    games = TableGame.objects.filter(table__round=round_).select_related("table__place", "sheet")
    return list(games.order_by("table__place__number"))
