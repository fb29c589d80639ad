"""An evening inside one process: the evening's office and phones, without a server between.

The browsers are those of ``scripts.evening`` on Django's own test client, so that a scenario sends what
the pages offer and reads what they say. What the program does after a commit happens at once.
"""

import json
from collections.abc import Mapping
from random import Random
from secrets import token_hex
from typing import Any

from django.test import Client, TestCase
from django.urls import reverse

from scripts.evening.browser import Browser, Page
from scripts.evening.games import Cards, Game
from scripts.evening.office import Office, expect
from scripts.evening.table import SAVED, Phone


class Inside(Browser):
    """A device whose requests are answered in this very process."""

    def __init__(self) -> None:
        self.addresses = ["http://testserver"]
        self.patience = 0
        self.offline_until = 0.0
        self.inside = Client(enforce_csrf_checks=True, headers={"Accept-Language": "de-CH"})

    def close(self) -> None:
        self.inside.logout()

    def _ask(self, method: str, address: str, **kinds: Any) -> Page:
        data = kinds.get("params") if method == "GET" else kinds.get("data")
        send = self.inside.get if method == "GET" else self.inside.post
        with TestCase.captureOnCommitCallbacks(execute=True):
            answer = send(address, data or {}, headers=kinds.get("headers") or {}, follow=True)
        path = answer.redirect_chain[-1][0] if answer.redirect_chain else address
        html = answer.content.decode() if not answer.streaming else ""
        return Page(path, answer.status_code, html, answer.headers)


def office() -> Office:
    return Office(Inside())


class ByPhone:
    """A table that writes on its page, one phone for all."""

    def __init__(self, code: str, game: Game) -> None:
        self.game, self.phone = game, Phone(Inside())
        self.names = self.phone.sit_down(code, 0, game.sides)

    def write(self, cards: Cards, dice: Random) -> list[int]:
        """All deals; what each side has in the end."""
        totals = [0] * self.game.sides
        number = 0
        while not cards.finished:
            number, deal = number + 1, cards.deal()
            self.phone.pass_round(deal.bids(self.game))
            answer = self.phone.send(number, token_hex(16), deal.typed(self.game, dice))
            assert answer.status == 204, answer.html
            assert SAVED in answer.headers
            totals = [sum(pair) for pair in zip(totals, deal.written, strict=True)]
        return totals

    def confirm(self) -> None:
        """Everybody who has to says yes, on this phone."""
        while forms := self.phone.look().forms_to("/confirm/"):
            expect(self.phone.browser.submit(forms[0]))


class ByProgram:
    """A table that writes through the JSON API, with the key of its card."""

    def __init__(self, key: str, game: Game) -> None:
        self.client, self.game = Client(), game
        self.headers = {"Authorization": f"Table {key}", "Device": "a-program"}
        board = self._answer(self.client.get(reverse("api:table"), headers=self.headers))
        self.sheet = board["id"]
        self.names = {
            side: [name for seat, name in enumerate(board["names"]) if seat % game.sides == side]
            for side in range(game.sides)
        }

    def write(self, cards: Cards, _dice: Random) -> list[int]:
        """All deals; what each side has in the end."""
        totals = [0] * self.game.sides
        number = 0
        while not cards.finished:
            number, deal = number + 1, cards.deal()
            for seat, value in enumerate(deal.bids(self.game)):
                self._send(
                    "calls", {"deal": number, "seat": seat, "value": value, "nonce": token_hex(16)}
                )
            payload = {n: v for n, v in deal.payload.items() if n != self.game.covered}
            body = {"number": number, "deal": payload, "nonce": token_hex(16)}
            self.board = self._send("deals", body)["sheet"]
            totals = [sum(pair) for pair in zip(totals, deal.written, strict=True)]
        assert self.board["totals"] == totals
        return totals

    def confirm(self) -> None:
        board = self.board
        while board["open_sides"]:
            body = {"side": board["open_sides"][0], "revision": board["revision"]}
            board = self._send("confirmations", body)

    def _send(self, name: str, body: Mapping[str, Any]) -> Any:
        address = reverse(f"api:{name}", args=[self.sheet])
        with TestCase.captureOnCommitCallbacks(execute=True):
            return self._answer(
                self.client.post(
                    address,
                    json.dumps(body),
                    content_type="application/json",
                    headers=self.headers,
                )
            )

    @staticmethod
    def _answer(response: Any) -> Any:
        assert response.status_code in {200, 201}, response.content
        return response.json()
