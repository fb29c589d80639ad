"""The people and two phones at one table: its deals, wrong ones first, double taps, lost answers."""

import contextlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from secrets import token_hex
from urllib.parse import urlsplit

import httpx

from scripts.evening.browser import Browser, Form, Page
from scripts.evening.games import Cards, Game, PlayedDeal, Typed
from scripts.evening.office import EveningError, expect

SAVED = "sheet-saved"


@dataclass
class Counts:
    """What was tried, over all tables."""

    deals: int = 0
    refused: int = 0
    double_taps: int = 0
    lost_answers: int = 0
    contested: int = 0
    confirmations: int = 0
    stale_confirmations: int = 0

    def add(self, other: "Counts") -> None:
        for name in vars(other):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True)
class Sent:
    """What a phone sent of a deal, and whether it was told that it is on the sheet."""

    number: int
    nonce: str
    acknowledged: bool


@dataclass
class TableRound:
    """What a table played in a round: names per side, and what each side wrote in all."""

    number: int
    sides: dict[int, list[str]] = field(default_factory=dict)
    deals: list[PlayedDeal] = field(default_factory=list)
    history: list[Sent] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)


class Phone:
    """One phone at a table, from the card to the sheet; ``history`` is all it sent of deals."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.history: list[Sent] = []
        self.sheet: dict[str, str] = {}
        self.address = ""

    def sit_down(self, code: str, seat: int, sides: int) -> dict[int, list[str]]:
        """Type the code, say who one is; the names of all sides as the page shows them."""
        page = expect(self.browser.get("/t/", code=code.lower()))
        form = page.form("/here/")
        people = [
            (int(e.attributes["value"]), " ".join(e.own.split()))
            for e in page.elements
            if e.tag == "button" and e.attributes.get("name") == "seat"
        ]
        page = expect(self.browser.submit(form, {"seat": str(seat)}))
        self.address = urlsplit(page.url).path
        self._see(page)
        return {side: [name for at, name in people if at % sides == side] for side in range(sides)}

    def _see(self, page: Page) -> None:
        for entry in page.forms_to("/deals/"):
            self.sheet = {name: entry.fields[name] for name in ("csrfmiddlewaretoken", "sheet")}

    def pass_round(self, bids: Sequence[int]) -> None:
        """Everybody bids in secret on this phone, in the order in which it asks."""
        for _turn in bids:
            page = expect(self.browser.get(f"{self.address}calls/"))
            seat = int(page.with_data("hand-to")[0].attributes["data-hand-to"])
            form = expect(self.browser.get(f"{self.address}calls/{seat}/")).form(f"/calls/{seat}/")
            expect(self.browser.submit(form, {"value": str(bids[seat])}))
        self._see(self.look())

    def send(self, number: int, nonce: str, typed: Typed) -> Page:
        data = {**self.sheet, "number": str(number), "nonce": nonce, **typed}
        page = self.browser.post(f"{self.address}deals/", data, htmx=True)
        self.history.append(Sent(number, nonce, page.headers.get(SAVED) == nonce))
        return page

    def send_and_hear_nothing(self, number: int, nonce: str, typed: Typed) -> None:
        """The connection breaks after sending: the phone does not know what became of it."""
        data = {**self.sheet, "number": str(number), "nonce": nonce, **typed}
        at_once = httpx.Timeout(30, read=0.001)
        with contextlib.suppress(httpx.TransportError), Browser(self.browser.addresses) as deaf:
            deaf.client.cookies = self.browser.client.cookies
            deaf.post(f"{self.address}deals/", data, htmx=True, timeout=at_once)
        self.history.append(Sent(number, nonce, acknowledged=False))

    def settle(self, form: Form) -> Page:
        page = self.browser.submit(form, htmx=True)
        number = int(form.action.rstrip("/").split("/")[-2])
        nonce = form.fields["nonce"]
        self.history.append(Sent(number, nonce, page.headers.get(SAVED) == nonce))
        return page

    def look(self) -> Page:
        return expect(self.browser.get(self.address))


class Table:
    """Plays one round at one table."""

    def __init__(
        self,
        addresses: Sequence[str],
        number: int,
        code: str,
        seed: str,
        *,
        game: Game,
        patience: float = 0,
    ) -> None:
        self.dice = Random(seed)
        self.code, self.game = code, game
        turn = number % len(addresses)
        first = [*addresses[turn:], *addresses[:turn]]
        self.phones = [Phone(Browser(each, patience=patience)) for each in (first, first[::-1])]
        self.played = TableRound(number)

    def play(self, deals: int | None) -> TableRound:
        """A round of so many deals, or to the game's own end."""
        for seat, phone in enumerate(self.phones):
            self.played.sides = phone.sit_down(self.code, seat, self.game.sides)
        self.played.totals = [0] * self.game.sides
        cards = Cards(self.game, deals, self.dice)
        while not cards.finished:
            self._deal(cards)
        self._confirm()
        for phone in self.phones:
            self.played.history += phone.history
            phone.browser.close()
        return self.played

    def _deal(self, cards: Cards) -> None:
        deal, number = cards.deal(), len(self.played.deals) + 1
        writer = self.dice.randrange(2)
        if bids := deal.bids(self.game):
            self.phones[writer].pass_round(bids)
            self.phones[1 - writer].pass_round([])
        if self.dice.random() < 0.15:
            self._refused(writer, number, deal.slip(self.game, self.dice))
        way = self.dice.random()
        if way < 0.08:
            self._double_tap(writer, number, deal)
        elif way < 0.16:
            self._lost_answer(writer, number, deal)
        elif way < 0.22:
            self._two_phones(number, deal, cards.instead(of=deal))
        else:
            self._saved(self._send(writer, number, deal))
        for side, points in enumerate(deal.written):
            self.played.totals[side] += points
        self.played.deals.append(deal)
        self.played.counts.deals += 1

    def _send(self, writer: int, number: int, deal: PlayedDeal) -> Page:
        return self.phones[writer].send(number, token_hex(16), deal.typed(self.game, self.dice))

    def _saved(self, page: Page) -> None:
        if page.status != 204 or SAVED not in page.headers:
            raise EveningError(
                f"table {self.played.number}: not saved ({page.status})\n{page.html[:1500]}"
            )

    def _refused(self, writer: int, number: int, typed: Typed) -> None:
        page = self.phones[writer].send(number, token_hex(16), typed)
        if page.status != 422 or SAVED in page.headers:
            raise EveningError(
                f"table {self.played.number}: {typed} was not refused ({page.status})"
            )
        self.played.counts.refused += 1

    def _double_tap(self, writer: int, number: int, deal: PlayedDeal) -> None:
        nonce, typed = token_hex(16), deal.typed(self.game, self.dice)
        phone = self.phones[writer]
        with ThreadPoolExecutor(2) as both:
            answers = [both.submit(phone.send, number, nonce, typed) for _tap in range(2)]
        for answer in answers:
            self._saved(answer.result())
        self.played.counts.double_taps += 1

    def _lost_answer(self, writer: int, number: int, deal: PlayedDeal) -> None:
        """The phone does not know whether its first sending arrived, and sends again."""
        nonce, typed = token_hex(16), deal.typed(self.game, self.dice)
        self.phones[writer].send_and_hear_nothing(number, nonce, typed)
        self._saved(self.phones[writer].send(number, nonce, typed))
        self.played.counts.lost_answers += 1

    def _two_phones(self, number: int, deal: PlayedDeal, other: PlayedDeal) -> None:
        """Both phones write the same deal with different figures; the table chooses the right one."""
        self._saved(self._send(0, number, other))
        self._saved(self._send(1, number, deal))
        page = self.phones[0].look()
        choices = page.forms_to(f"/deals/{number}/settle/")
        if len(choices) != 2:
            raise EveningError(f"table {self.played.number}: {len(choices)} figures are shown")
        right = max(choices, key=lambda form: int(form.fields["deal"]))  # the second that was sent
        expect(self.phones[0].settle(right))
        self.played.counts.contested += 1

    def _confirm(self) -> None:
        for phone in self.dice.sample(self.phones, 2):
            page = phone.look()
            shown = [int(e.attributes["data-total"]) for e in page.with_data("result")]
            if shown != self.played.totals:
                raise EveningError(
                    f"table {self.played.number}: the sheet shows {shown}, played was "
                    f"{self.played.totals}\n{page.html[:3000]}"
                )
            form = page.form("/confirm/")
            if self.played.counts.stale_confirmations == 0:
                earlier = str(int(form.fields["revision"]) - 1)
                expect(phone.browser.submit(form, {"revision": earlier}, htmx=True), 409)
                self.played.counts.stale_confirmations += 1
            answer = phone.browser.submit(form)
            expect(answer, *((200, 409) if answer.tries > 1 else ()))
            self.played.counts.confirmations += 1
