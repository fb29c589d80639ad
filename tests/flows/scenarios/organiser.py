"""An organiser at the club's laptop: every deed is a request to a page, every sheet typed at the desk.

``ask`` a page or ``send`` it a form, by the page's name. What happens after a commit happens at once;
what the standings' task does is done when somebody looks.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.test import Client, TestCase
from django.urls import reverse

from jassclub.clubs.models import Club, Role
from tests import factories
from tournaments import presets
from tournaments.forms.setup import SetupForm
from tournaments.lists import MAIN_LIST
from tournaments.models import Round, Standing, Table, Tournament
from tournaments.services.standings import standings_rebuild


class Organiser:
    """A club, and the evening that its organiser makes from a ready-made tournament."""

    def __init__(self, ready: str, **changes: str | list[str]) -> None:
        self.club: Club = factories.club()
        self.client = Client(headers={"Accept-Language": "de-CH"})
        self.client.force_login(factories.member(self.club, Role.ORGANISER))
        made = next(each for each in presets.READY if each.key == ready)
        form = SetupForm(setup=made.data, zone=self.club.zone)
        values = {n: part[n].value() for part in (form, form.options) for n in part.fields}
        typed = {
            name: "on" if value is True else str(value)
            for name, value in values.items()
            if value is not None and value is not False and value != []
        }
        typed |= {"name": "Herbstturnier", "date": "2026-10-25", "time": "09:00"} | changes
        address = reverse("tournaments:new-from", args=[self.club.slug, f"ready-{ready}"])
        answer = self.client.post(address, typed)
        assert answer.status_code == 302, re.findall(
            r'class="errorlist.*?</ul>', answer.content.decode(), re.DOTALL
        )
        self.evening: Tournament = Tournament.objects.get(club=self.club)

    # -- pages -------------------------------------------------------------------------------

    def _address(self, name: str, *arguments: Any) -> str:
        where = [self.club.slug, self.evening.slug, *arguments]
        return reverse(f"tournaments:{name}", args=where)

    def ask(self, name: str, *arguments: Any) -> str:
        answer = self.client.get(self._address(name, *arguments))
        assert answer.status_code == 200, (name, answer.status_code)
        return answer.content.decode()

    def send(
        self, page: str, /, *arguments: Any, status: int = 302, query: str = "", **form: Any
    ) -> str:
        with TestCase.captureOnCommitCallbacks(execute=True):
            answer = self.client.post(self._address(page, *arguments) + query, form)
        assert answer.status_code == status, (
            page,
            answer.status_code,
            answer.content.decode()[:3000],
        )
        return answer.content.decode()

    # -- the evening -------------------------------------------------------------------------

    def draw(self, status: int = 302, **form: Any) -> Round | None:
        """The next round, or all of them; the first of those made."""
        drawn = self.evening.rounds.exclude(status="void").count()
        self.send("draw-now", expected=drawn, status=status, **form)
        return self.rounds()[drawn] if status == 302 else None

    def draw_again(self) -> None:
        newest = self.evening.rounds.order_by("-pk").values_list("pk", flat=True).first()
        self.send("redraw", newest=newest)

    def rounds(self) -> list[Round]:
        return list(self.evening.rounds.exclude(status="void").order_by("number"))

    def type_totals(self, table: Table, totals: list[int], deals: int, **more: Any) -> None:
        """A sheet's totals, typed and confirmed at the desk."""
        typed = {f"total.{side}": str(total) for side, total in enumerate(totals)}
        self.send(
            "desk-totals",
            table.pk,
            deals=deals,
            nonce=factories.token_hex(16),
            then="confirm",
            **typed,
            **more,
        )

    def play(self, round_: Round, result: Callable[[Table], list[list[int]]], deals: int) -> None:
        """Start a round, type each table's games, close it."""
        self.send("round-start", round_.number)
        for table in round_.tables.order_by("place__number"):
            for totals in result(table):
                self.type_totals(table, totals, deals)
        self.send("round-close", round_.number)

    def leaves(self, entry_id: int, from_round: int) -> None:
        self.send("checkin-leave", entry_id, from_round=from_round)

    def standings(self) -> dict[int, Standing]:
        """The newest list, by entry; as the public page shows it."""
        standings_rebuild(tournament_id=self.evening.pk)
        newest = self.evening.rounds.filter(status__in=["playing", "closed"]).count()
        rows = Standing.objects.filter(
            tournament=self.evening, after_round=newest, list_key=MAIN_LIST
        )
        found = {row.entry_id: row for row in rows.select_related("entry")}
        page = self.client.get(self._address("ranking")).content.decode()
        shown = re.findall(r'data-entry="(\d+)" data-rank="(\d+)"', page)
        assert {(int(number), int(rank)) for number, rank in shown} == {
            (row.entry.number, row.rank) for row in found.values()
        }
        return found


def pair(table: Table) -> list[int]:
    """The two entries at a table, by side."""
    return list(
        dict.fromkeys(table.seats.order_by("side", "seat").values_list("entry_id", flat=True))
    )


def sums(rows: Mapping[int, Standing]) -> dict[int, int]:
    return {entry: row.total for entry, row in rows.items()}
