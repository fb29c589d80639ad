"""Every ready-made tournament, as it is offered: made, filled, drawn, started, and opened at every table."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import ScoreSheet
from scoring.rules import get_variant
from tests import factories
from tests.flows.scenarios.organiser import Organiser
from tournaments import presets

pytestmark = pytest.mark.django_db

PEOPLE = 16
PAGES = (
    "office",
    "checkin",
    "draw",
    "lists",
    "cards",
    "ranking",
    "public",
    "setup",
    "seat",
    "audit",
)


def fill(evening: Organiser) -> None:
    """Everybody is here: one by one, or in teams where the tournament is for teams."""
    names = [factories.person_name(index) for index in range(PEOPLE)]
    if "checkin/teams/" not in evening.ask("checkin"):
        for name in names:
            evening.send("checkin-walk-in", name=name)
        return
    lines = [f"{one}; {other}" for one, other in zip(names[::2], names[1::2], strict=True)]
    evening.send("checkin-teams", teams="\n".join(lines))
    for entry in evening.evening.entries.all():
        first = entry.entry_players.first()
        evening.send("checkin-tick", tick=f"{first.player_id}:on")


@pytest.mark.parametrize("ready", presets.READY, ids=lambda ready: ready.key)
def test_a_ready_made_tournament_is_made_drawn_and_opened(ready):
    evening = Organiser(ready.key)
    offered = evening.client.get(reverse("tournaments:new", args=[evening.club.slug]))
    assert f"/new/ready-{ready.key}/" in offered.content.decode()
    fill(evening)
    for page in PAGES:
        evening.ask(page)
    round_ = evening.draw()
    assert round_.tables.count() == PEOPLE // ready.data.table_size
    for page in PAGES:
        evening.ask(page)
    for page in ("round-lists", "round-protocol", "round-results"):
        evening.ask(page, 1)
    evening.send("round-start", 1)
    for table in round_.tables.select_related("place"):
        evening.ask("desk-table", table.pk)
        open_by_card(table)
    sheets = ScoreSheet.objects.filter(table_game__table__round=round_)
    variant = get_variant(ready.variant)
    assert {len(sheet.totals) for sheet in sheets} == {variant.sides(ready.data.options)}
    assert {tuple(sorted(sheet.options)) for sheet in sheets} == {tuple(sorted(ready.data.options))}


def open_by_card(table) -> None:
    """Somebody types the code, reads all names, says who they are, and has the sheet before them."""
    phone = Client()
    page = phone.get(reverse("tournaments:code"), {"code": table.place.code}, follow=True)
    for seat in table.seats.select_related("player"):
        assert str(seat.player) in page.content.decode()
    here = reverse("tournaments:table-here", args=[table.place.token])
    sheet = phone.post(here, {"seat": "0"}, follow=True)
    assert sheet.status_code == 200
    assert sheet.redirect_chain[-1][0] == reverse(
        "tournaments:sheet-page", args=[table.place.token]
    )
    assert 'data-part="panel"' in sheet.content.decode()
