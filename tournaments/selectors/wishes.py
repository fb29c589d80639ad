"""Wishes for the draw: as the draw takes them, as people read them, and which contradict each other.

Words: *apart* is never at one table, *rather apart* as rarely as possible, *together* partners in
every round, a *place* a table that somebody always sits at. Reads only.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments import draw
from tournaments.draw_texts import draw_sentence
from tournaments.models import Entry, EntryStatus, Stage, Tournament, Wish
from tournaments.selectors.stages import entries_per_table

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What ``tournaments.draw`` takes: pairs of entry ids; ``places`` are (entry id, place from 0)."""

    apart: Pairs = ()
    rather_apart: Pairs = ()
    together: Pairs = ()
    places: Pairs = ()

    def arguments(self) -> dict[str, Any]:
        """The wishes under the names of the draw's arguments."""
        return {
            "apart": self.apart,
            "rather_apart": self.rather_apart,
            "together": self.together,
            "places": dict(self.places),
        }


@dataclass(frozen=True, slots=True)
class WishesPage:
    """``kinds`` are those this way of drawing can keep; ``problems`` what contradicts itself now."""

    wishes: list[Wish]
    entries: list[Entry]
    kinds: list[tuple[str, str]]
    problems: list[str]


def wishes_of(tournament: Tournament) -> Wishes:
    """All wishes of a tournament, in a fixed order; one query."""
    return as_arguments(tournament.wishes.order_by("pk"))


def as_arguments(wishes: Iterable[Wish]) -> Wishes:
    """Rows of wishes in the draw's own shape."""
    apart: list[tuple[int, int]] = []
    rather: list[tuple[int, int]] = []
    together: list[tuple[int, int]] = []
    places: list[tuple[int, int]] = []
    for wish in wishes:
        if wish.second_id is None:
            places.append((wish.first_id, (wish.place or 1) - 1))
        elif wish.kind == Wish.Kind.TOGETHER:
            together.append((wish.first_id, wish.second_id))
        else:
            (apart if wish.hard else rather).append((wish.first_id, wish.second_id))
    return Wishes(tuple(apart), tuple(rather), tuple(together), tuple(places))


def kinds_of(stage: Stage) -> list[tuple[str, str]]:
    """The kinds of wishes that the stage's way of drawing can keep."""
    keeps = draw.get_method(stage.format).keeps_partners
    return [
        (key, str(label))
        for key, label in Wish.Kind.choices
        if keeps or key != Wish.Kind.TOGETHER.value
    ]


def contradictions(
    tournament: Tournament, stage: Stage, entries: Sequence[Entry], wishes: Wishes
) -> list[str]:
    """Sentences about wishes that cannot all be kept, with names, before anything is drawn."""
    names = {entry.pk: entry.name for entry in entries}
    if not names:
        return []
    size = entries_per_table(stage, tournament)
    problems = draw.wish_problems(
        stage.format,
        entries=names,
        table_size=size if size in draw.get_method(stage.format).table_sizes else None,
        apart=wishes.apart,
        together=wishes.together,
        places=dict(wishes.places),
    )
    return [draw_sentence(problem, lambda one: names.get(one, str(one))) for problem in problems]


def wishes_page(tournament: Tournament, stage: Stage) -> WishesPage:
    """The list of wishes, who can have one, and what is wrong with them."""
    entries = playing(tournament)
    return WishesPage(
        wishes=list(tournament.wishes.select_related("first", "second")),
        entries=entries,
        kinds=kinds_of(stage),
        problems=contradictions(tournament, stage, entries, wishes_of(tournament)),
    )


def playing(tournament: Tournament) -> list[Entry]:
    """Everybody who is expected or here."""
    gone = EntryStatus.WITHDRAWN
    return list(tournament.entries.exclude(status=gone).order_by("number"))


def wish_sentence(wish: Wish) -> str:
    """A wish in a sentence."""
    names = {"first": wish.first.name, "second": wish.second.name if wish.second else ""}
    if wish.second is None:
        return _("%(first)s always sits at table %(place)s.") % {**names, "place": wish.place}
    if wish.kind == Wish.Kind.TOGETHER:
        return _("%(first)s and %(second)s are partners in every round.") % names
    if wish.hard:
        return _("%(first)s and %(second)s never meet at a table.") % names
    return _("%(first)s and %(second)s meet as rarely as possible.") % names
