"""What the pages of an evening's life show: a table's people and their past, who could sit there.

Reads only, in a number of queries that does not grow with the tables.
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from jassclub.audit.models import AuditEvent
from jassclub.clubs.models import Player
from tournaments.models import (
    Entry,
    EntryPlayer,
    EntryStatus,
    Round,
    RoundCredit,
    Seat,
    Table,
    TableGame,
    Tournament,
)
from tournaments.selectors.audit import AuditLine, lines_of
from tournaments.spots import Spot

CHANGES = ("seats.swap", "seats.back", "seats.set", "seat.replace")
SHOWN = 5


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody at a seat; the points go to ``entry``, whose own ``is_own`` person that may not be."""

    seat: int
    side: int
    player: Player
    entry: Entry
    is_own: bool
    earlier: tuple[tuple[int, str], ...] = ()

    @property
    def name(self) -> str:
        return self.entry.name


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table's people by seat, its parties (a team once), and how many deals are written."""

    people: list[Sitting]
    parties: list[Sitting]
    spots: dict[int, Spot]
    played: int


def table_now(table: Table) -> TableNow:
    """Who sits at a table and who sat there before; ``spots`` of everybody in the round."""
    seats = list(
        Seat.objects.filter(table=table).select_related("player", "entry").order_by("seat")
    )
    members = set(
        EntryPlayer.objects.filter(entry__in=[s.entry_id for s in seats]).values_list(
            "entry_id", "player_id"
        )
    )
    game = TableGame.objects.filter(table=table).select_related("sheet").order_by("number").last()
    earlier: dict[int, list[tuple[int, str]]] = {}
    if game:
        for seat, start, name in game.sheet.seats.order_by("seat", "from_deal").values_list(
            "seat", "from_deal", "name"
        ):
            earlier.setdefault(seat, []).append((start, name))
    people = [
        Sitting(
            row.seat,
            row.side,
            row.player,
            row.entry,
            (row.entry_id, row.player_id) in members,
            tuple(earlier.get(row.seat, [])) if len(earlier.get(row.seat, [])) > 1 else (),
        )
        for row in seats
    ]
    first: dict[int, Sitting] = {}
    for one in people:
        first.setdefault(one.entry.pk, one)
    return TableNow(people, list(first.values()), _spots(table), game.sheet.played if game else 0)


def _spots(table: Table) -> dict[int, Spot]:
    """Where each entry of the round has its first seat."""
    rows = Seat.objects.filter(round=table.round_id).order_by("-seat")
    return {
        entry: Spot(entry, at, seat)
        for entry, at, seat in rows.values_list("entry_id", "table_id", "seat")
    }


def parties_numbered(round_: Round, number: str) -> list[Entry]:
    """The entries at the round's table with this number, by their seats; nobody for anything else."""
    if not (number.isdecimal() and len(number) < 5):
        return []
    rows = Seat.objects.filter(round=round_, table__place__number=int(number))
    return list(dict.fromkeys(row.entry for row in rows.select_related("entry").order_by("seat")))


def people_in(round_: Round) -> list[Entry]:
    """Who sits or waits in a round."""
    waiting = RoundCredit.objects.filter(round=round_, kind=RoundCredit.Kind.WAIT)
    seated = Entry.objects.filter(pk__in=Seat.objects.filter(round=round_).values("entry"))
    return list((seated | Entry.objects.filter(pk__in=waiting.values("entry"))).order_by("number"))


def people_to_seat(round_: Round) -> list[Entry]:
    """Single people of the tournament who sit nowhere in the round, those who are here first."""
    seated = Seat.objects.filter(round=round_).values("player")
    teams = EntryPlayer.objects.filter(tournament=round_.tournament_id, position__gt=0)
    free = Entry.objects.filter(
        tournament=round_.tournament_id, entry_players__isnull=False
    ).exclude(entry_players__player__in=seated)
    listed = free.exclude(pk__in=teams.values("entry")).order_by("number")
    return sorted(listed, key=lambda entry: entry.status != EntryStatus.PRESENT)


@dataclass(frozen=True, slots=True)
class Change:
    """Something that was changed at a table; ``undo`` is the address of the way back, if there is one."""

    line: AuditLine
    undo: str = ""


def changes_at(tournament: Tournament, table: Table) -> list[Change]:
    """The last changes of this table's seats, newest first; the newest can be taken back."""
    events = [
        event
        for event in AuditEvent.objects.filter(
            tournament_id=tournament.pk, action__in=CHANGES
        ).order_by("-pk")[:200]
        if _is_about(event, table)
    ][:SHOWN]
    undo = _undo(tournament, table, events[0]) if events else ""
    return [
        Change(line, undo if not index else "")
        for index, line in enumerate(lines_of(tournament, events))
    ]


def _is_about(event: AuditEvent, table: Table) -> bool:
    after = event.after if isinstance(event.after, dict) else {}
    spots = after.get("seats", [])
    return after.get("at") == table.pk or any(spot[1] == table.pk for spot in spots)


def _undo(tournament: Tournament, table: Table, event: AuditEvent) -> str:
    where = [tournament.club.slug, tournament.slug, table.pk]
    after: dict[str, Any] = event.after or {}
    before: dict[str, Any] = event.before or {}
    if event.action == "seats.swap":
        seen = ";".join(str(Spot(*spot)) for spot in after["seats"])
        return f"{reverse('tournaments:life-swap', args=where)}?{urlencode({'seen': seen})}"
    if event.action == "seats.back":
        here, there = sorted(after["seats"], key=lambda spot: spot[1] != table.pk)
        numbers = dict(tournament.entries.values_list("pk", "number"))
        chosen = {"first": here[0], "second": numbers.get(there[0], "")}
        chosen |= {"way": "back", "from_deal": 1}
        return f"{reverse('tournaments:life-swap', args=where)}?{urlencode(chosen)}"
    if event.action == "seats.set":
        numbers = dict(tournament.entries.values_list("pk", "number"))
        seats = {f"seat_{n}": numbers.get(e, "") for n, e in enumerate(before.get("seen", []))}
        return f"{reverse('tournaments:life-people', args=where)}?{urlencode(seats)}"
    if event.action == "seat.replace":
        row = Seat.objects.filter(table=table, seat=after["seat"]).first()
        member = EntryPlayer.objects.filter(tournament=tournament, player=after["left"]).first()
        if row and member:
            chosen = {
                "seat": f"{row.seat}.{row.player_id}",
                "who": member.entry.number,
                "from_deal": after["from_deal"],
            }
            return f"{reverse('tournaments:life-replace', args=where)}?{urlencode(chosen)}"
    return ""
