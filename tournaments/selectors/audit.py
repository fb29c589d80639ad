"""The log of a tournament: who, what, before, after, why, with names where the log has ids.

Reads only; pages by the id of the last event seen, in a number of queries that grows with
nothing.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from jassclub.audit.models import AuditEvent
from jassclub.clubs.models import User
from scoring.rules import get_variant
from tournaments.audit_texts import action_text, changed_figures, written_text
from tournaments.models import Entry, Place, Seat, TableGame, Tournament

PAGE = 50


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """What is looked at: a table's number, a round's number, an entry; ``before`` an event's id."""

    table: int | None = None
    round: int | None = None
    entry: int | None = None
    before: int | None = None

    def query(self, **changes: int | None) -> str:
        """The filter as the query part of an address."""
        values = {"table": self.table, "round": self.round, "entry": self.entry, **changes}
        return "&".join(f"{name}={value}" for name, value in values.items() if value is not None)


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One event as people read it; ``figures`` are (label, before, after)."""

    id: int
    at: datetime
    who: str
    action: str
    text: str
    figures: list[tuple[str, str, str]]
    reason: str


@dataclass(frozen=True, slots=True)
class AuditPage:
    lines: list[AuditLine]
    filter: AuditFilter
    older: int | None
    tables: list[int]
    rounds: list[int]
    entries: list[tuple[int, str]]

    @property
    def older_query(self) -> str:
        """The query part of the address of the next, earlier page."""
        return self.filter.query(before=self.older)


def audit_page(tournament: Tournament, chosen: AuditFilter) -> AuditPage:
    """The newest events of a tournament that fit the filter, newest first."""
    events = list(_events(tournament, chosen)[: PAGE + 1])
    entries = tournament.entries.order_by("number").values_list("pk", "name")
    rounds = tournament.rounds.order_by("number").values_list("number", flat=True)
    return AuditPage(
        lines=_Names(tournament, events[:PAGE]).lines(),
        filter=chosen,
        older=events[PAGE - 1].pk if len(events) > PAGE else None,
        tables=list(tournament.places.order_by("number").values_list("number", flat=True)),
        rounds=sorted(set(rounds)),
        entries=list(entries),
    )


def lines_of(tournament: Tournament, events: list[AuditEvent]) -> list[AuditLine]:
    """These events of a tournament as people read them."""
    return _Names(tournament, events).lines()


def _events(tournament: Tournament, chosen: AuditFilter) -> QuerySet[AuditEvent]:
    events = AuditEvent.objects.filter(tournament_id=tournament.pk).order_by("-pk")
    if chosen.before is not None:
        events = events.filter(pk__lt=chosen.before)
    games = TableGame.objects.filter(table__round__tournament=tournament)
    if chosen.table is not None:
        games = games.filter(table__place__number=chosen.table)
    if chosen.round is not None:
        games = games.filter(table__round__number=chosen.round)
    if chosen.entry is not None:
        seats = Seat.objects.filter(round__tournament=tournament, entry=chosen.entry)
        games = games.filter(table__in=seats.values("table"))
    if (chosen.table, chosen.round, chosen.entry) == (None, None, None):
        return events
    wanted = Q(sheet_id__in=games.values("sheet"))
    if chosen.entry is not None and chosen.table is None:
        wanted |= Q(object_kind="entry", object_id=chosen.entry)
    if chosen.round is not None and chosen.table is None and chosen.entry is None:
        rounds = tournament.rounds.filter(number=chosen.round).values("pk")
        wanted |= Q(object_kind="round", object_id__in=rounds)
    return events.filter(wanted)


def _figures(event: AuditEvent) -> dict[str, Any]:
    """What an event says, those after it over those before."""
    before = event.before if isinstance(event.before, dict) else {}
    after = event.after if isinstance(event.after, dict) else {}
    return {**before, **after}


class _Names:
    """The people, tables and sides that a page of events speaks of, each kind read once."""

    def __init__(self, tournament: Tournament, events: list[AuditEvent]) -> None:
        self.events, self.unit = events, get_variant(tournament.variant).unit
        sheets = {event.sheet_id for event in events if event.sheet_id}
        self.users = User.objects.in_bulk(self._ids("user"))
        places = Place.objects.filter(pk__in=self._ids("place"))
        self.places = dict(places.values_list("pk", "number"))
        about = {e.object_id for e in events if e.object_kind == "entry" and e.object_id}
        about |= {entry for event in events for entry in _figures(event).get("entries", [])}
        about |= {_figures(event).get("other", 0) for event in events}
        self.entries = dict(
            Entry.objects.filter(tournament=tournament, pk__in=about).values_list("pk", "name")
        )
        games = TableGame.objects.filter(sheet__in=sheets)
        self.tables = {
            sheet: (round_, place)
            for sheet, round_, place in games.values_list(
                "sheet", "table__round__number", "table__place__number"
            )
        }
        self.sides: Mapping[tuple[int, int], list[str]] = defaultdict(list)
        seats = Seat.objects.filter(table__games__sheet__in=sheets).order_by("seat")
        for sheet, side, name in seats.values_list("table__games__sheet", "side", "player__name"):
            self.sides[sheet, side].append(name)

    def _ids(self, kind: str) -> set[int]:
        return {
            event.actor_id for event in self.events if event.actor_kind == kind and event.actor_id
        }

    def lines(self) -> list[AuditLine]:
        return [
            AuditLine(
                id=event.pk,
                at=event.at,
                who=self._who(event),
                action=event.action,
                text=action_text(event.action, self._params(event)),
                figures=changed_figures(event.before, event.after, self.unit),
                reason=event.reason,
            )
            for event in self.events
        ]

    def _who(self, event: AuditEvent) -> str:
        if event.actor_kind == "user" and event.actor_id in self.users:
            return str(self.users[event.actor_id])
        if event.actor_kind == "place" and event.actor_id in self.places:
            return _("Phone at table %(number)s") % {"number": self.places[event.actor_id]}
        return {
            "user": _("a former member"),
            "key": _("Phone with the table’s key"),
            "system": _("The program"),
        }.get(event.actor_kind, event.actor_kind)

    def _params(self, event: AuditEvent) -> dict[str, Any]:
        """What a sentence may name; a figure that an old event lacks becomes a dash."""
        before = event.before if isinstance(event.before, dict) else {}
        after = event.after if isinstance(event.after, dict) else {}
        figures = _figures(event)
        people: list[int] = next(
            (figures[k] for k in ("players", "entries", "waiting") if k in figures), []
        )
        params: dict[str, Any] = defaultdict(lambda: "–", figures)
        params |= {
            "name": self.entries.get(
                event.object_id or 0, _("somebody who was taken off the list")
            ),
            "count": len(people),
            "other": self.entries.get(figures.get("other", 0), "–"),
            "names": " · ".join(self.entries.get(one, "–") for one in figures.get("entries", [])),
            "table": self._table(event),
            "side": " · ".join(self.sides[event.sheet_id or 0, figures.get("side", -1)]) or "–",
            "was": written_text(before.get("written"), self.unit),
            "now": written_text(after.get("written"), self.unit),
            "totals": written_text(figures.get("totals"), self.unit),
        }
        return params

    def _table(self, event: AuditEvent) -> str:
        if event.sheet_id not in self.tables:
            return _("Sheet")
        round_, number = self.tables[event.sheet_id]
        return _("Round %(round)s, table %(number)s") % {"round": round_, "number": number}
