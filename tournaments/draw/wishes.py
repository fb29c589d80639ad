"""Wishes that contradict each other, found and named before anything is drawn."""

from collections import Counter
from collections.abc import Iterable, Mapping

from tournaments.draw.request import Request, id_order, pair_of, sorted_items, sorted_pairs
from tournaments.draw.result import Id, Problem, names

_CLIQUE_STEPS = 5_000


def contradictions(request: Request, table_size: int) -> list[Problem]:
    """Every contradiction among ``apart``, ``together`` and ``places``."""
    return [
        *_of_partners(request),
        *_of_places(request),
        *_of_keeping_apart(request, table_size),
    ]


def _of_keeping_apart(request: Request, table_size: int) -> list[Problem]:
    n = len(request.entries)
    enemies: dict[Id, set[Id]] = {}
    for one, other in request.apart:
        enemies.setdefault(one, set()).add(other)
        enemies.setdefault(other, set()).add(one)
    problems = [
        Problem(
            "apart-too-many",
            f"{one} must not meet {len(enemies[one])} of the {n - 1} others: too few are left for "
            f"a table of {table_size}.",
            {"entries": [one], "apart": len(enemies[one]), "others": n - 1},
        )
        for one in sorted(enemies, key=id_order)
        if n >= table_size and n - 1 - len(enemies[one]) < table_size - 1
    ]
    room = n // table_size + n % table_size
    group = _all_apart(enemies, room + 1)
    if group and not problems:
        problems.append(
            Problem(
                "apart-too-many",
                f"{names(group)} must all be apart from each other, and there are only "
                f"{n // table_size} tables.",
                {"entries": group, "tables": n // table_size},
            )
        )
    return problems


def _all_apart(enemies: Mapping[Id, set[Id]], size: int) -> list[Id] | None:
    """A group of that many who must all be apart from each other, looked for within a step bound."""
    steps = 0

    def extend(group: list[Id], candidates: Iterable[Id]) -> list[Id] | None:
        nonlocal steps
        if len(group) == size:
            return group
        left = sorted(candidates, key=id_order)
        while len(group) + len(left) >= size and steps < _CLIQUE_STEPS:
            steps += 1
            one = left.pop(0)
            found = extend([*group, one], enemies[one].intersection(left))
            if found:
                return found
        return None

    return extend([], enemies)


def _of_partners(request: Request) -> list[Problem]:
    problems: list[Problem] = []
    for one, other in sorted_pairs(request.apart & request.together):
        problems.append(
            Problem(
                "wish-contradiction",
                f"{one} and {other} are to be apart and to be partners. Drop one of the wishes.",
                {"entries": [one, other]},
            )
        )
    partners = Counter(one for pair in request.together for one in pair)
    for one, times in sorted_items(partners):
        if times > 1:
            others = [o for pair in sorted_pairs(request.together) if one in pair for o in pair]
            problems.append(
                Problem(
                    "wish-contradiction",
                    f"{one} is to keep more than one partner: {names(o for o in others if o != one)}.",
                    {"entries": [one, *(o for o in others if o != one)]},
                )
            )
    return problems


def _of_places(request: Request) -> list[Problem]:
    problems: list[Problem] = []
    by_place: dict[int, list[Id]] = {}
    for one, place in sorted_items(request.places):
        by_place.setdefault(place, []).append(one)
    for place, people in sorted(by_place.items()):
        kept = len(people) == 2 and pair_of(people[0], people[1]) in request.together
        if len(people) > 1 and not kept:
            problems.append(
                Problem(
                    "place-twice",
                    f"{names(people)} would meet at table {place + 1} in every round. "
                    "Give them different tables.",
                    {"place": place, "entries": people},
                )
            )
    for one, other in sorted_pairs(request.together):
        if len({request.places.get(one), request.places.get(other)} - {None}) > 1:
            problems.append(
                Problem(
                    "wish-contradiction",
                    f"{one} and {other} are partners and have different fixed tables.",
                    {"entries": [one, other]},
                )
            )
    return problems
