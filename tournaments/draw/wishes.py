"""Wishes that contradict each other, found and named before anything is drawn."""

from collections import Counter

from tournaments.draw.request import Request, pair_of, sorted_items, sorted_pairs
from tournaments.draw.result import Problem, names


def contradictions(request: Request) -> list[Problem]:
    """Every contradiction among ``apart``, ``together`` and ``places``."""
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
    by_place: dict[int, list[int | str]] = {}
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
