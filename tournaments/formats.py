"""Which ways to draw fit which game, by what the variant says of its tables. Never by its name.

Words: a *way* is a method of ``tournaments.draw`` together with what an entry is: one person, or a
fixed team on one side of a table. A *pair table* seats two entries against each other.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.rules import Variant
from tournaments.draw import get_method
from tournaments.draw.individuals import table_sizes

TEAMS_ONLY = "fixed-teams"
KNOCK_OUT = "knock-out"

PARTNER_GAMES = ("drawn-partners", "swiss")
PAIR_TABLES = ("round-robin", "swiss", KNOCK_OUT)
INDIVIDUALS = ("individuals",)


@dataclass(frozen=True, slots=True)
class Way:
    """A method, and how many people an entry has."""

    method: str
    team_size: int = 1

    @property
    def key(self) -> str:
        """What forms and texts call it: the method's own key, ``…-teams`` where teams are meant."""
        plain = self.team_size == 1 or self.method == TEAMS_ONLY
        return self.method if plain else f"{self.method}-teams"

    @property
    def needs_results(self) -> bool:
        """Whether a round can be drawn only after the one before."""
        return self.method in {"swiss", KNOCK_OUT}


def ways_for(variant: Variant, options: Mapping[str, Any]) -> tuple[Way, ...]:
    """The ways a tournament of this game can be made, the usual one first."""
    seats, sides = variant.seats(dict(options)), variant.sides(dict(options))
    if seats > sides:
        team = seats // sides
        teams = (Way(TEAMS_ONLY, team), *(Way(method, team) for method in PAIR_TABLES))
        return (*(Way(method) for method in PARTNER_GAMES), *teams)
    return tuple(Way(method) for method in (PAIR_TABLES if seats == 2 else INDIVIDUALS))


def has_pair_tables(way: Way, table_size: int) -> bool:
    """Whether a table is one entry against another, so that they can play best of several games."""
    return table_size // way.team_size == 2


def sizes_for(
    entries: int, usual: int, allowed: Collection[int], *, method: str
) -> tuple[int, ...]:
    """Sizes of tables for so many entries, the usual one first: what ``draw`` takes.

    Tables of one more than usual come first; where that leaves people over, also of one less, then
    of any size that the game allows.
    """
    known = {*allowed} & {*get_method(method).table_sizes}
    larger, smaller = usual + 1, usual - 1
    choices: Sequence[tuple[int, ...]] = [
        (usual, *(size for size in others if size in known))
        for others in ((larger,), (smaller, larger), tuple(sorted(known - {usual})))
    ]
    return min(choices, key=lambda sizes: entries - sum(table_sizes(entries, *sizes)))
