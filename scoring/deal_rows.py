"""A version of a deal as a line people read: what was announced, what it writes, who wrote it when.

Made from the variant's description of a deal, for every game alike; decides nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from secrets import token_hex
from typing import Any, NamedTuple

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.cards import Card, card
from scoring.figures import figure
from scoring.models import Confirmation, Deal
from scoring.selectors import SheetBoard

CONTRACTS = {"made": gettext_noop("Contract made"), "failed": gettext_noop("Contract failed")}


class Column(NamedTuple):
    """A figure, and whose it is."""

    who: str
    figure: str


@dataclass(frozen=True, slots=True)
class Given:
    """What was entered for each side, in a line of its own: points, bids."""

    label: str
    columns: list[Column]


@dataclass(frozen=True, slots=True)
class VersionView:
    """One version of a deal: what was announced, what it writes, who wrote it when.

    ``figures`` is what it writes in one line, ``columns`` the same for each side.
    """

    id: int
    number: int
    version: int
    card: Card
    title: str
    figures: str
    columns: list[Column]
    given: list[Given]
    notes: list[str]
    who: str
    state: str
    reason: str
    removed: bool = False
    url: str = ""
    nonce: str = field(default_factory=lambda: token_hex(16))


class DealRows:
    """Makes the lines of one sheet. ``people`` are short names by seat, ``labels`` by side."""

    def __init__(self, board: SheetBoard, *, people: Sequence[str], labels: Sequence[str]) -> None:
        self.board, self.context = board, board.context
        self.people, self.labels = people, labels

    def version(self, deal: Deal, *, url: str = "") -> VersionView:
        shown, columns = self._announced(deal), self._columns(deal)
        return VersionView(
            id=deal.pk,
            number=deal.number,
            version=deal.version,
            card=shown,
            title=shown.label,
            figures=" : ".join(each.figure for each in columns) or "–",
            columns=columns,
            given=self._given(deal),
            notes=self._notes(deal),
            who=self.who(deal),
            state=deal.state,
            reason=deal.reason,
            removed=deal.payload is None,
            url=url,
        )

    def _columns(self, deal: Deal) -> list[Column]:
        return self._by_side(deal.written or [], self.board.variant.unit)

    def _given(self, deal: Deal) -> list[Given]:
        payload = deal.payload or {}
        return [
            Given(each["label"], self._by_side(payload[each["name"]]))
            for each in self.board.description["deal"]
            if each["type"] == "list"
            and each["item"]["type"] == "int"
            and payload.get(each["name"])
        ]

    def _by_side(self, numbers: Sequence[int | None], unit: str = "") -> list[Column]:
        return [
            Column(who, figure(number, unit))
            for who, number in zip(self.labels, numbers, strict=False)
        ]

    def _announced(self, deal: Deal) -> Card:
        if deal.payload is None:
            return Card(_("removed"))
        for each in self.board.description["deal"]:
            value = (deal.payload or {}).get(each["name"])
            if each["type"] == "choice" and value is not None:
                return self._choice(each, value)
        return Card(_("Deal %(number)s") % {"number": deal.number})

    def _choice(self, each: dict[str, Any], value: Any) -> Card:
        label = next((one["label"] for one in each["choices"] if one["value"] == value), str(value))
        return card(value, label, self.context.card_pack)

    def _notes(self, deal: Deal) -> list[str]:
        """Which side had what (match, Stöck, Weis), and what else a deal says in one word."""
        notes, payload = [], deal.payload or {}
        for each in self.board.description["deal"]:
            value = payload.get(each["name"])
            if value is None:
                continue
            who = self.people if each["type"] == "seat" else self.labels
            if each["type"] in {"side", "seat"}:
                notes.append(_("%(what)s: %(who)s") % {"what": each["label"], "who": who[value]})
            elif each["type"] == "int":
                notes.append(_("%(what)s %(value)s") % {"what": each["label"], "value": value})
            elif each["type"] == "bool":
                said = _("yes") if value else _("no")
                notes.append(_("%(what)s: %(who)s") % {"what": each["label"], "who": said})
            elif each["type"] == "list" and each["item"]["type"] == "list":
                notes += [
                    _("%(what)s %(values)s: %(who)s")
                    % {
                        "what": each["label"],
                        "values": " + ".join(map(str, values)),
                        "who": self.labels[at],
                    }
                    for at, values in enumerate(value)
                    if values
                ]
        contract = self._contracts.get(deal.number) if deal.state == Deal.State.CURRENT else None
        return [*notes, _(CONTRACTS[contract])] if contract else notes

    @cached_property
    def _contracts(self) -> dict[int, str]:
        """Whether the contract of a deal was made, by the deal's number, in games that have any."""
        counting = [line.number for line in self.board.lines if not line.removed]
        found = self.board.extra.get("contract") or []
        return {number: said for number, said in zip(counting, found, strict=False) if said}

    def who(self, row: Deal) -> str:
        """Which phone wrote this row, and when, as this phone sees it."""
        when = {"time": clock(row.at)}
        if row.by_kind == "user":
            return _("the office, %(time)s") % when
        if row.by_device and row.by_device == self.context.actor.device:
            return _("this phone, %(time)s") % when
        return _("another phone, %(time)s") % when

    def agreed(self, row: Confirmation) -> str:
        """In what way a side said yes, and when."""
        return _("%(how)s, %(time)s") % {"how": row.get_how_display(), "time": clock(row.at)}


def clock(at: Any) -> str:
    """The time of day in the club's zone."""
    return formats.time_format(timezone.localtime(at), "H.i") if at else ""
