"""What the tests of an evening's life share: an evening in progress, and reading its state.

A deal is always 100 : 57, so a full sheet is 1200 : 684; ``play`` confirms sheets through the
services, so that results and credits are there as on an evening.
"""

import re
from html import unescape
from typing import Any

from django.urls import reverse

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import Actor
from scoring.models import ScoreSheet, SheetSeat
from tests import factories
from tournaments.desk_context import desk_context
from tournaments.models import (
    DrawMode,
    Entry,
    Round,
    RoundCredit,
    RoundStatus,
    Seat,
    Standing,
    Table,
    TableResult,
    Tournament,
)
from tournaments.selectors.table import games
from tournaments.services.desk import desk_confirm
from tournaments.services.entries import entry_walk_in
from tournaments.services.rounds import round_close, round_start, rounds_draw
from tournaments.services.standings import standings_rebuild
from tournaments.spots import Spot

ACTOR = Actor("user", 1)
FULL = [factories.deal(100)] * 12


def evening(*, players: int = 8, rounds: int = 4, each: bool = True, **fields: Any) -> Tournament:
    """An evening, drawn round by round (or all at once), nothing drawn yet."""
    made = factories.tournament(
        players=players, rounds=rounds, **{"credit_rule": "fixed", "credit_points": 950} | fields
    )
    if each:
        made.stages.update(draw_mode=DrawMode.EACH)
    return made


def walk_in(of: Tournament, name: str = "Ruth Aebi", **more: Any) -> Entry:
    """Somebody stands at the door who is on no list."""
    return entry_walk_in(tournament_id=of.pk, actor=ACTOR, name=name, **more).entry


def draw(of: Tournament) -> list[Round]:
    drawn = of.rounds.exclude(status=RoundStatus.VOID).count()
    return rounds_draw(tournament_id=of.pk, actor=ACTOR, expected=drawn)


def playing(of: Tournament) -> Round:
    """The next round, begun."""
    drawn = of.rounds.filter(status=RoundStatus.DRAWN).order_by("number").first()
    round_ = drawn or draw(of)[0]
    return round_start(round_id=round_.pk, actor=ACTOR)


def write(table: Table, deals: int) -> ScoreSheet:
    """So many deals stand on the table's sheet."""
    return factories.deals(factories.sheet_of(table), FULL[:deals])


def context_of(table: Table):
    game = games().filter(table=table).order_by("-number")[0]
    return desk_context(game.table.round.tournament, game, ACTOR, office=True)


def confirm(table: Table) -> ScoreSheet:
    """The table has played all its deals and said yes."""
    sheet = factories.sheet_of(table)
    if not sheet.played:
        factories.deals(sheet, FULL)
    return desk_confirm(sheet_id=sheet.pk, context=context_of(table), revision=sheet.revision)


def play(of: Tournament, *, close: bool = True) -> Round:
    """The next round, played at every table, closed."""
    round_ = playing(of)
    for table in round_.tables.all():
        confirm(table)
    return round_close(round_id=round_.pk, actor=ACTOR) if close else round_


def seat_of(round_: Round, entry: Entry) -> Seat:
    return Seat.objects.select_related("table__place", "player").get(round=round_, entry=entry)


def spot(round_: Round, entry: Entry) -> Spot:
    found = Seat.objects.filter(round=round_, entry=entry).order_by("seat").first()
    return Spot(entry.pk, found.table_id, found.seat) if found else Spot(entry.pk)


def at(table: Table, seat: int) -> Entry:
    return Seat.objects.select_related("entry").get(table=table, seat=seat).entry


def seating(round_: Round) -> list[tuple[int, int, int, int]]:
    rows = Seat.objects.filter(round=round_).order_by("table__place__number", "seat")
    return list(rows.values_list("table_id", "seat", "player_id", "entry_id"))


def names(table: Table) -> dict[int, list[tuple[int, str]]]:
    """Who sat where on the table's sheet: (from deal, name) by seat."""
    found: dict[int, list[tuple[int, str]]] = {}
    rows = SheetSeat.objects.filter(sheet=factories.sheet_of(table)).order_by("seat", "from_deal")
    for row in rows:
        found.setdefault(row.seat, []).append((row.from_deal, row.name))
    return found


def points(round_: Round) -> dict[int, int]:
    """What each entry got at its table, by entry id."""
    return dict(TableResult.objects.filter(round=round_).values_list("entry_id", "points"))


def credits_of(entry: Entry) -> list[tuple[int, str]]:
    rows = RoundCredit.objects.filter(entry=entry).exclude(round__status=RoundStatus.VOID)
    return sorted(rows.values_list("round__number", "kind"))


def totals(of: Tournament) -> dict[int, int]:
    """The ranking's totals by entry id, rebuilt now."""
    standings_rebuild(tournament_id=of.pk)
    newest = (
        Standing.objects.filter(tournament=of, list_key="main").order_by("-after_round").first()
    )
    if newest is None:
        return {}
    rows = Standing.objects.filter(tournament=of, list_key="main", after_round=newest.after_round)
    return dict(rows.values_list("entry_id", "total"))


def cell(of: Tournament, entry: Entry, number: int) -> dict[str, Any]:
    """What the ranking shows of an entry in a round."""
    standings_rebuild(tournament_id=of.pk)
    row = Standing.objects.filter(entry=entry, list_key="main").latest("after_round")
    return row.values[number - 1]


def said(action: str) -> AuditEvent:
    """The one event of this kind."""
    return AuditEvent.objects.get(action=action)


# -- the pages of a deed ---------------------------------------------------------------------------


def url(evening, name, *args) -> str:
    return reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug, *args])


def part(answer, name) -> str:
    """The text of one part of what will happen."""
    page = answer.content.decode()
    found = re.search(rf'data-part="{name}">(.*?)</dd>', page, re.DOTALL)
    assert found, page
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found.group(1))).split())


def press(client, answer, **sure):
    """Press the button of the page that said what will happen."""
    page = answer.content.decode()
    form = re.search(r"<form[^>]*data-deed.*?</form>", page, re.DOTALL).group(0)
    hidden = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form)
    sent = {name: unescape(value) for name, value in hidden if name != "csrfmiddlewaretoken"}
    return client.post(answer.request["PATH_INFO"], sent | sure)


def state(evening):
    """All that a preview must leave alone."""
    return (
        [seating(round_) for round_ in evening.rounds.order_by("pk")],
        list(Round.objects.values_list("pk", "status")),
        list(evening.entries.order_by("pk").values_list("pk", "status", "withdrawn_from")),
        list(evening.credits.order_by("pk").values_list("pk", "kind")),
        list(evening.results.order_by("pk").values_list("pk", "points")),
        AuditEvent.objects.count(),
    )
