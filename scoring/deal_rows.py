"""A version of a deal as a line people read: what was announced, what it writes, who wrote it when.

Made from the variant's description of a deal, for every game alike; decides nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from scoring.cards import Card, card
from scoring.models import Confirmation, Deal
from scoring.selectors import SheetBoard


@dataclass(frozen=True, slots=True)
class VersionView:
    """One version of a deal: what was announced, what it writes, who wrote it when."""

    id: int
    number: int
    version: int
    card: Card
    title: str
    figures: str
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
        shown = self._announced(deal)
        return VersionView(
            id=deal.pk,
            number=deal.number,
            version=deal.version,
            card=shown,
            title=shown.label,
            figures=self._figures(deal),
            notes=self._notes(deal),
            who=self.who(deal),
            state=deal.state,
            reason=deal.reason,
            removed=deal.payload is None,
            url=url,
        )

    def _figures(self, deal: Deal) -> str:
        return " : ".join(str(number) for number in deal.written or []) or "–"

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
        """Which side had what: match, Stöck, Weis."""
        notes, payload = [], deal.payload or {}
        for each in self.board.description["deal"]:
            value = payload.get(each["name"])
            if value is None or not each["nullable"]:
                continue
            who = self.people if each["type"] == "seat" else self.labels
            if each["type"] in {"side", "seat"}:
                notes.append(_("%(what)s: %(who)s") % {"what": each["label"], "who": who[value]})
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
        return notes

    def who(self, row: Deal | Confirmation) -> str:
        """Which phone wrote this row, and when, as this phone sees it."""
        when = {"time": clock(row.at)}
        if row.by_kind == "user":
            return _("the office, %(time)s") % when
        if row.by_device and row.by_device == self.context.actor.device:
            return _("this phone, %(time)s") % when
        return _("another phone, %(time)s") % when


def clock(at: Any) -> str:
    """The time of day in the club's zone."""
    return formats.time_format(timezone.localtime(at), "H.i") if at else ""
