"""Who stands in which list beside the main one: for the page where it is ticked. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from jassclub.clubs.models import name_key
from tournaments.list_texts import ListName, category_name
from tournaments.models import Entry, Tournament

ON_A_PAGE = 60


@dataclass(frozen=True, slots=True)
class SortLine:
    """An entry with a tick for each category."""

    entry: Entry
    ticks: list[tuple[ListName, bool]]


@dataclass(frozen=True, slots=True)
class SortPage:
    """A page of entries by number, the categories, and the teams there are."""

    categories: list[ListName]
    lines: list[SortLine]
    page: Page[Entry]
    teams: list[str]
    query: str


def sort_page(tournament: Tournament, *, query: str = "", number: int = 1) -> SortPage:
    """The entries whose name holds ``query``, a page at a time."""
    words = name_key(query).split()
    entries = [
        entry
        for entry in tournament.entries.filter(outside_ranking=False).order_by("number")
        if all(word in name_key(entry.name) for word in words)
    ]
    page = Paginator(entries, ON_A_PAGE).get_page(max(1, number))
    categories = [ListName(each["key"], category_name(each)) for each in tournament.categories]
    return SortPage(
        categories=categories,
        lines=[_line(entry, categories) for entry in page],
        page=page,
        teams=sorted(set(tournament.entries.exclude(team="").values_list("team", flat=True))),
        query=query,
    )


def _line(entry: Entry, categories: Sequence[ListName]) -> SortLine:
    return SortLine(entry, [(each, each.key in entry.categories) for each in categories])
