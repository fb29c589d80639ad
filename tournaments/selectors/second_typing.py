"""A sheet that is typed twice, as one person at the desk may see it.

Words: *blind* is who has to type yet and must not see what somebody else typed; a *reading* is one set
of figures, a person's or the deals'. Reads only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from jassclub.clubs.models import User
from scoring.context import Right, SheetContext
from scoring.deal_rows import clock
from scoring.figures import figure
from scoring.models import ScoreSheet, Source, TotalsEntry
from scoring.rules import get_variant
from scoring.second_typing import (
    DESK,
    Figures,
    Typing,
    current_entries,
    deal_authors,
    may_type_second,
    typing_of,
    typist,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """Whose figures these are; ``id`` is the entry's, None for what the deals make."""

    id: int | None
    who: str


@dataclass(frozen=True, slots=True)
class Line:
    """One field as each of the readings has it."""

    label: str
    values: list[str]

    @property
    def differs(self) -> bool:
        return len(set(self.values)) > 1


@dataclass(frozen=True, slots=True)
class DeskTyping:
    """``mine``: what this person typed. ``may_type``: their totals are wanted or can be typed anew.
    ``readings`` and ``lines`` are for those who may compare.
    """

    state: Typing = Typing.NONE
    beside_deals: bool = False
    mine: TotalsEntry | None = None
    blind: bool = False
    may_type: bool = True
    readings: list[Reading] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    @property
    def waits(self) -> bool:
        return self.state in {Typing.WAITS, Typing.DIFFERS}

    @property
    def hides(self) -> bool:
        """Whether no figure of the sheet may be shown, or none stands yet."""
        return self.blind or (self.waits and not self.beside_deals)


def desk_typing(sheet: ScoreSheet, context: SheetContext, labels: Sequence[str] = ()) -> DeskTyping:
    """What this person has to do with the second typing. ``labels``: the sides' short names."""
    if not context.double_entry:
        return DeskTyping()
    entries, authors = current_entries(sheet), deal_authors(sheet)
    state = typing_of(sheet, entries, authors)
    me = context.actor.kind, context.actor.id
    mine = next((entry for entry in entries if typist(entry) == me), None)
    differs, office = state == Typing.DIFFERS, context.may(Right.OFFICE)
    beside_deals = sheet.source == Source.DEALS
    if beside_deals:
        may_type = state != Typing.NONE and may_type_second(authors, me)
        blind = state == Typing.WAITS and may_type and mine is None
        compares = differs and (mine is not None or office or me in authors)
    else:
        may_type = True
        blind = (
            bool(entries) and mine is None and state != Typing.AGREED and not (differs and office)
        )
        compares = differs and (mine is not None or office)
    return DeskTyping(
        state=state,
        beside_deals=beside_deals,
        mine=mine,
        blind=blind,
        may_type=may_type,
        readings=_readings(sheet, entries, me) if compares else [],
        lines=_lines(sheet, entries, labels) if compares else [],
    )


def _readings(
    sheet: ScoreSheet, entries: list[TotalsEntry], me: tuple[str, int | None]
) -> list[Reading]:
    users = User.objects.in_bulk([e.by_id for e in entries if e.by_kind == DESK and e.by_id])
    deals = [Reading(None, _("The deals"))] if sheet.source == Source.DEALS else []
    found = list(deals)
    for entry in entries:
        user = users.get(entry.by_id or 0) if entry.by_kind == DESK else None
        name = _("You") if typist(entry) == me else str(user or _("The table"))
        who = _("%(who)s, %(time)s") % {"who": name, "time": clock(entry.at)}
        found.append(Reading(entry.pk, who))
    return found


def _lines(sheet: ScoreSheet, entries: list[TotalsEntry], labels: Sequence[str]) -> list[Line]:
    columns = [Figures.of(entry) for entry in entries]
    if sheet.source == Source.DEALS:
        columns.insert(0, Figures(tuple(sheet.totals), (), sheet.played))
    unit = get_variant(sheet.variant).unit
    lines = [
        Line(
            _("Total of %(names)s") % {"names": label},
            [figure(each.totals[side], unit) for each in columns],
        )
        for side, label in enumerate(labels)
    ]
    if any(each.matches for each in columns):
        lines += [
            Line(
                _("Matches of %(names)s") % {"names": label},
                [str(each.matches[side]) if each.matches else "–" for each in columns],
            )
            for side, label in enumerate(labels)
        ]
    return [*lines, Line(_("Deals played"), [str(each.deals) for each in columns])]
