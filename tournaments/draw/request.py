"""The arguments of a draw, checked once, in the ids' own order.

The order in which entries are handed in must not matter (a ranking must not leak into a lot), so
entries are sorted here and only ever shuffled by the seed. Withdrawn people may still stand in the
history and in the wishes; what concerns people who are not drawn is left out.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tournaments.draw.lots import Lots
from tournaments.draw.result import DrawError, DrawnRound, Id

Pair = tuple[Id, Id]

MAX_ENTRIES = 2000
MAX_ROUNDS = 200


@dataclass(frozen=True, slots=True)
class Request:
    """Checked arguments. Pairs are sorted by :func:`id_order`."""

    method: str
    entries: tuple[Id, ...]
    rounds: int | None
    seed: int | str
    table_sizes: tuple[int, ...]
    history: tuple[DrawnRound, ...]
    waited: Mapping[Id, int]
    apart: frozenset[Pair]
    rather_apart: frozenset[Pair]
    together: frozenset[Pair]
    places: Mapping[Id, int]
    points: Mapping[Id, int]
    low_is_good: bool
    seeds: tuple[Id, ...]
    allow_repeats: bool
    options: Mapping[str, Any]

    def lots(self, *purpose: object) -> Lots:
        """Random numbers for a purpose; depend on the seed and the method, never on the input's order."""
        return Lots(self.seed, self.method, *purpose)

    def planned_rounds(self) -> int:
        if self.rounds is None:
            raise DrawError("rounds-missing", "Say how many rounds are to be drawn.")
        return self.rounds

    def inputs(self) -> dict[str, Any]:
        """The arguments as the protocol shows them (JSON-able, ids unchanged)."""
        return {
            "entries": list(self.entries),
            "rounds": self.rounds,
            "table_size": list(self.table_sizes),
            "history": [played.as_dict() for played in self.history],
            "waited": [[one, times] for one, times in sorted_items(self.waited)],
            "apart": sorted_pairs(self.apart),
            "rather_apart": sorted_pairs(self.rather_apart),
            "together": sorted_pairs(self.together),
            "places": [[one, place] for one, place in sorted_items(self.places)],
            "points": [[one, points] for one, points in sorted_items(self.points)],
            "low_is_good": self.low_is_good,
            "seeds": list(self.seeds),
            "allow_repeats": self.allow_repeats,
            **self.options,
        }


def id_order(one: Id) -> tuple[int, int, str]:
    """Numbers before texts, each in its own order."""
    return (0, one, "") if isinstance(one, int) else (1, 0, one)


def pair_of(one: Id, other: Id) -> Pair:
    return (one, other) if id_order(one) <= id_order(other) else (other, one)


def sorted_pairs(pairs: Iterable[Pair]) -> list[list[Id]]:
    return [list(pair) for pair in sorted(pairs, key=lambda p: (id_order(p[0]), id_order(p[1])))]


def sorted_items(numbers: Mapping[Id, int]) -> list[tuple[Id, int]]:
    return sorted(numbers.items(), key=lambda item: id_order(item[0]))


def checked_entries(entries: Iterable[Any]) -> tuple[Id, ...]:
    """The entries sorted, each an integer or a text, none of them twice."""
    given = list(entries)
    for one in given:
        if isinstance(one, bool) or not isinstance(one, int | str):
            raise DrawError("entry-invalid", f"{one!r} is no id: ids are integers or texts.")
    order = sorted(given, key=id_order)
    for one, other in pairwise(order):
        if one == other:
            raise DrawError("entry-twice", f"Entry {one} is there twice.", {"entry": one})
    if len(order) > MAX_ENTRIES:
        raise DrawError("too-many-entries", f"At most {MAX_ENTRIES} entries can be drawn at once.")
    return tuple(order)


def checked_rounds(rounds: Any) -> int | None:
    if rounds is None:
        return None
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 1 <= rounds <= MAX_ROUNDS:
        raise DrawError(
            "rounds-invalid", f"The number of rounds is an integer from 1 to {MAX_ROUNDS}."
        )
    return rounds


def checked_sizes(given: Any) -> tuple[int, ...]:
    """One size or several, the preferred one first; none where the method's own is meant."""
    sizes = () if given is None else (given,) if isinstance(given, int) else tuple(given)
    for size in sizes:
        if isinstance(size, bool) or not isinstance(size, int):
            raise DrawError("table-size", f"{size!r} is no table size.", {"size": "2…6"})
    return sizes


def checked_pairs(pairs: Iterable[Any], name: str, entries: frozenset[Id]) -> frozenset[Pair]:
    """Pairs of two different ids; those with somebody who is not drawn are left out."""
    kept = set()
    for given in pairs:
        pair = tuple(given)
        if len(pair) != 2:
            raise DrawError("pair-invalid", f"{name}: {pair!r} is no pair of two ids.")
        if pair[0] == pair[1]:
            raise DrawError("pair-invalid", f"{name}: {pair[0]} stands beside itself.")
        if entries.issuperset(pair):
            kept.add(pair_of(*pair))
    return frozenset(kept)


def checked_history(history: Iterable[Any], sizes: Collection[int]) -> tuple[DrawnRound, ...]:
    """Rounds already played; nobody sits twice in one of them."""
    rounds = tuple(DrawnRound.read(given) for given in history)
    for number, played in enumerate(rounds, start=1):
        everyone = [one for table in played.tables for one in table] + list(played.waiting)
        if len(set(everyone)) < len(everyone):
            twice = next(one for one in everyone if everyone.count(one) > 1)
            raise DrawError(
                "history-invalid", f"In round {number} of the history {twice} stands twice."
            )
        for table in played.tables:
            if len(table) not in sizes:
                raise DrawError(
                    "history-invalid",
                    f"In round {number} of the history a table has {len(table)} entries.",
                )
    return rounds


def checked_numbers(
    numbers: Mapping[Any, Any] | None,
    name: str,
    entries: frozenset[Id],
    *,
    least: int | None = None,
) -> dict[Id, int]:
    """A mapping from ids to integers; ids that are not drawn are left out."""
    kept: dict[Id, int] = {}
    for one, number in (numbers or {}).items():
        if isinstance(number, bool) or not isinstance(number, int):
            raise DrawError("number-invalid", f"{name}: {number!r} of {one} is no integer.")
        if least is not None and number < least:
            raise DrawError("number-invalid", f"{name}: {number} of {one} is less than {least}.")
        if one in entries:
            kept[one] = number
    return kept


def checked_seeds(seeds: Sequence[Any] | None, entries: frozenset[Id]) -> tuple[Id, ...]:
    order = tuple(seeds or ())
    if len(set(order)) < len(order):
        raise DrawError("seeds-invalid", "Somebody is seeded twice.")
    for one in order:
        if one not in entries:
            raise DrawError("seeds-invalid", f"{one} is seeded and not among the entries.")
    return order
