"""Typing a paper sheet twice: how far that is, and whether two people agree. Reads only.

Words: a *typist* is who wrote an entry or a deal, as (kind, id) of its author. *Figures* are the totals
and matches per side and the number of deals. An entry with a reason was settled by an organiser, whose
word counts alone.

Totals alone agree when two typists typed the same. A sheet whose deals were typed at the desk is typed
a second time as totals; those agree when they are what the deals make, and not all is by one typist.
What phones at the table wrote needs no second typing: the players look at it themselves.
"""

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import NamedTuple

from scoring.models import Author, Deal, ScoreSheet, SheetStatus, Source, TotalsEntry

Typist = tuple[str, int | None]
DESK = "user"


class Typing(StrEnum):
    """How far the typing of a sheet is."""

    NONE = ""  # nothing that has to be typed a second time
    WAITS = "second"  # one has typed, somebody else has to
    DIFFERS = "differs"  # two have typed, differently
    AGREED = "agreed"


class Figures(NamedTuple):
    """What is compared. ``matches`` are empty where nobody counted any."""

    totals: tuple[int, ...]
    matches: tuple[int, ...]
    deals: int

    @classmethod
    def of(cls, entry: TotalsEntry) -> "Figures":
        counted = tuple(entry.matches) if any(entry.matches) else ()
        return cls(tuple(entry.totals), counted, entry.deals)


def typist(row: Author) -> Typist:
    return row.by_kind, row.by_id


def typing_of(
    sheet: ScoreSheet, entries: Collection[TotalsEntry], authors: Collection[Typist]
) -> Typing:
    """How far a sheet's typing is. ``entries``: its current ones; ``authors``: of its current deals."""
    if sheet.status not in {SheetStatus.OPEN, SheetStatus.DISPUTED}:
        return Typing.NONE
    if sheet.source == Source.TOTALS:
        return _of_totals(entries)
    if not (sheet.finished and any(kind == DESK for kind, _id in authors)):
        return Typing.NONE
    others = [entry for entry in entries if entry.reason or set(authors) - {typist(entry)}]
    if not others:
        return Typing.WAITS
    typed = {(tuple(entry.totals), entry.deals) for entry in others}
    return Typing.AGREED if typed == {(tuple(sheet.totals), sheet.played)} else Typing.DIFFERS


def _of_totals(entries: Collection[TotalsEntry]) -> Typing:
    if any(entry.reason for entry in entries):
        return Typing.AGREED
    if len(entries) < 2:
        return Typing.WAITS
    return Typing.AGREED if len({Figures.of(entry) for entry in entries}) == 1 else Typing.DIFFERS


def current_entries(sheet: ScoreSheet) -> list[TotalsEntry]:
    """What stands typed from paper, one entry per typist, the first one's first."""
    return list(TotalsEntry.objects.filter(sheet=sheet, current=True).order_by("pk"))


def deal_authors(sheet: ScoreSheet) -> set[Typist]:
    """Who wrote the deals that count."""
    counting = Deal.objects.filter(sheet=sheet, state=Deal.State.CURRENT, payload__isnull=False)
    return set(counting.values_list("by_kind", "by_id"))


def sheet_typing(sheet: ScoreSheet) -> Typing:
    """How far the typing of one sheet is, in two queries."""
    return typing_of(sheet, current_entries(sheet), deal_authors(sheet))


def may_type_second(authors: Iterable[Typist], who: Typist) -> bool:
    """Whether somebody's totals would be a second pair of eyes on these deals."""
    return bool(set(authors) - {who})
