"""The organiser of the evening: from signing up to closing the last round, through the pages."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from secrets import token_hex

from scripts.evening.browser import Browser, Page
from scripts.evening.games import Game

FIRST = [
    "Anna",
    "Beat",
    "Claude",
    "Dora",
    "Erwin",
    "Fränzi",
    "Göpf",
    "Heidi",
    "Irma",
    "Jakob",
    "Käthi",
    "Lorenz",
    "Margrit",
    "Noldi",
    "Odile",
    "Peter",
    "Regula",
    "Sepp",
    "Trudi",
    "Urs",
]
LAST = [
    "Arnold",
    "Bürki",
    "Camenzind",
    "Dubach",
    "Egli",
    "Furrer",
    "Gerber",
    "Hürlimann",
    "Imhof",
    "Jenni",
    "Käser",
    "Lüthi",
    "Müller",
    "Nägeli",
    "Odermatt",
    "Pfister",
    "Rey",
    "Stähli",
    "Tobler",
    "Zgraggen",
]


def names(count: int) -> list[str]:
    """That many different names."""
    found = [f"{first} {last}" for last in LAST for first in FIRST]
    return (found + [f"{name} {turn}" for turn in range(2, 9) for name in found])[:count]


class EveningError(AssertionError):
    """Something did not go as it must."""


def expect(page: Page, *statuses: int) -> Page:
    if page.status not in (statuses or (200,)):
        raise EveningError(f"{page.url} answered {page.status}:\n{page.html[:600]}")
    return page


class Office:
    """One organiser's browser and the addresses of the evening."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.club = ""
        self.evening = ""

    def sign_up(self) -> None:
        password = token_hex(10)
        form = self.browser.get("/accounts/signup/").form("/accounts/signup/")
        email = f"evening-{token_hex(4)}@example.org"
        expect(
            self.browser.submit(
                form, {"email": email, "password1": password, "password2": password}
            )
        )

    def make_club(self, people: list[str]) -> None:
        form = self.browser.get("/clubs/new/").form("/clubs/new/")
        page = expect(self.browser.submit(form, {"name": f"Jassclub {token_hex(3)}"}))
        found = re.search(r"/clubs/[^/]+/", page.url)
        if found is None or found[0] == "/clubs/new/":
            raise EveningError(f"the club was not made: {page.url}")
        self.club = found[0]
        form = self.browser.get(f"{self.club}players/paste/").form("/paste/")
        area = next(name for name in form.fields if name != "csrfmiddlewaretoken")
        expect(self.browser.submit(form, {area: "\n".join(people)}))

    def make_tournament(
        self,
        game: Game,
        *,
        rounds: int,
        deals: int | None,
        changes: Mapping[str, str] | None = None,
    ) -> None:
        """From the game's ready-made one, with other settings changed by the names of their fields;
        ``deals`` None leaves its end to the game's target.
        """
        new, ready = f"{self.club}tournaments/new/", f"{game.ready}/"
        source = next(link for link in self.browser.get(new).links() if link.endswith(ready))
        form = self.browser.get(source).form(ready)
        now = datetime.now(UTC)
        chain = {f"chain_{place}": "" for place in range(1, 7)}
        chain |= {"chain_1": "sum", "chain_2": "highest-round", "chain_3": "shared"}
        page = self.browser.submit(
            form,
            {
                "name": "Testabend",
                "date": f"{now:%Y-%m-%d}",
                "time": "19:30",
                "planned_rounds": str(rounds),
                "credit_rule": "fixed",
                "credit_points": str(game.credit),
                **({} if deals is None else {"option-deals": str(deals)}),
                **chain,
                **(changes or {}),
            },
        )
        found = re.search(r"(/clubs/[^/]+/tournaments/[^/]+/)", page.url)
        if page.status != 200 or found is None or found[1].endswith("/new/"):
            raise EveningError(f"the tournament was not made:\n{page.html[:4000]}")
        self.evening = found[1]

    def check_in(self, walk_ins: list[str]) -> tuple[int, int]:
        """Announce everyone, tick everyone, add who walks in; tables and people over, as shown."""
        form = self.browser.get(f"{self.evening}checkin/announce/").form("/announce/")
        page = self.browser.get(f"{self.evening}checkin/announce/")
        ids = [e.attributes["value"] for e in page.elements if e.attributes.get("name") == "player"]
        expect(self.browser.submit(form, {"player": ids}))
        token = {"csrfmiddlewaretoken": form.fields["csrfmiddlewaretoken"]}
        tick = f"{self.evening}checkin/tick/"
        for player in ids:
            expect(self.browser.post(tick, {**token, "tick": f"{player}:on"}, htmx=True))
        for name in walk_ins:
            answer = self.browser.post(
                f"{self.evening}checkin/walk-in/", {**token, "name": name}, htmx=True
            )
            expect(answer)
        figures = self.browser.get(f"{self.evening}checkin/").with_data("tables")[0].attributes
        return int(figures["data-tables"]), int(figures["data-over"])

    def draw(self) -> None:
        """Press twice, as impatient people do: one draw."""
        form = self.browser.get(f"{self.evening}draw/").form("/draw/now/")
        expect(self.browser.submit(form))
        expect(self.browser.submit(form), 200, 409)

    def cards(self) -> list[str]:
        """The short codes that lie on the tables, in order of the tables."""
        page = expect(self.browser.get(f"{self.evening}cards/"))
        return [e.text.strip() for e in page.elements if e.attributes.get("class") == "short"]

    def start(self, number: int) -> None:
        self._press(number, "start")

    def close(self, number: int) -> None:
        self._press(number, "close")

    def _press(self, number: int, what: str) -> None:
        ending = f"/rounds/{number}/{what}/"
        form = self.browser.get(f"{self.evening}draw/").form(ending)
        answer = self.browser.submit(form)
        if self.browser.get(f"{self.evening}draw/").forms_to(ending):
            raise EveningError(f"round {number}: {what} did not happen\n{answer.html[:3000]}")

    @property
    def public(self) -> str:
        """The address everyone may open."""
        club, slug = self.evening.strip("/").split("/")[1::2]
        return f"/e/{club}/{slug}/"
