"""The protocol of a draw: what went in, what came out, and how good it is. JSON-able throughout.

Ids stay ids. ``repeats`` names every pair that meets again in the drawn rounds, ``bounds`` puts the
figure that no draw can beat beside the figure reached.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.draw.request import Pair, Request, id_order, pair_of, sorted_pairs
from tournaments.draw.result import DrawnRound, Id, Problem, Table

PARTNER = "partner"
OPPONENT = "opponent"


def meetings_of(table: Table, *, partners: bool) -> list[tuple[Pair, str]]:
    """Every pair of a table and how it meets; in partner games seats 0 + 2 and 1 + 3 belong together."""
    found = []
    for i, one in enumerate(table):
        for j in range(i + 1, len(table)):
            together = partners and len(table) == 4 and j == i + 2
            found.append((pair_of(one, table[j]), PARTNER if together else OPPONENT))
    return found


def repeats(
    history: Sequence[DrawnRound], drawn: Sequence[DrawnRound], *, partners: bool
) -> list[dict[str, Any]]:
    """Each pair that meets again in a drawn round: how, in which round (from 1), and when before."""
    seen: dict[Pair, list[tuple[int, str]]] = {}
    found: list[dict[str, Any]] = []
    for number, played in enumerate((*history, *drawn), start=1):
        met = [m for table in played.tables for m in meetings_of(table, partners=partners)]
        if number > len(history):
            for pair, kind in sorted(met, key=lambda m: (id_order(m[0][0]), id_order(m[0][1]))):
                earlier = seen.get(pair, [])
                if earlier:
                    found.append(
                        {
                            "round": number,
                            "who": list(pair),
                            "kind": kind,
                            "again": any(before == kind for _, before in earlier),
                            "earlier": [{"round": before, "kind": how} for before, how in earlier],
                        }
                    )
        for pair, kind in met:
            seen.setdefault(pair, []).append((number, kind))
    return found


def waits_apart(waited: Iterable[int]) -> tuple[int, int]:
    """Between who waited most and who waited least: the least there can be, and what is.

    Nothing only where the waits can be shared out evenly.
    """
    times = list(waited)
    return (int(sum(times) % len(times) > 0), max(times) - min(times)) if times else (0, 0)


def opponents_apart(entries: Sequence[Id], rounds: Sequence[DrawnRound]) -> tuple[int, int]:
    """Between the two who were opponents most and least often: the least there can be, and what is."""
    here = set(entries)
    times = Counter(
        pair
        for played in rounds
        for table in played.tables
        for pair, kind in meetings_of(table, partners=True)
        if kind == OPPONENT and here.issuperset(pair)
    )
    pairs = len(entries) * (len(entries) - 1) // 2
    least = min(times.values()) if len(times) == pairs else 0
    return int(sum(times.values()) % pairs > 0), max(times.values(), default=0) - least


def bound(what: str, least: int, reached: int, source: str) -> dict[str, Any]:
    """A figure reached beside the least that is possible, and how that is known."""
    return {"what": what, "bound": least, "reached": reached, "source": source}


def total_waits(
    request: Request, before: Mapping[Id, int], drawn: Sequence[DrawnRound]
) -> list[int]:
    """Waits of each entry after the drawn rounds, in the order of ``request.entries``."""
    times = Counter(one for played in drawn for one in played.waiting)
    return [before[one] + times[one] for one in request.entries]


def build(
    request: Request,
    drawn: Sequence[DrawnRound],
    *,
    found_by: str,
    steps: int = 0,
    repeated: Sequence[dict[str, Any]] = (),
    bounds: Sequence[dict[str, Any]] = (),
    impossible: Sequence[Problem] = (),
    **more: Any,
) -> dict[str, Any]:
    """The protocol. ``found_by`` names the construction or the search."""
    return {
        "method": request.method,
        "seed": request.seed,
        "inputs": request.inputs(),
        "first_round": len(request.history) + 1,
        "rounds": [played.as_dict() for played in drawn],
        "found_by": found_by,
        "steps": steps,
        "repeats": list(repeated),
        "apart": sorted_pairs(request.apart),
        "bounds": list(bounds),
        "impossible": [problem.as_dict() for problem in impossible],
        **more,
    }
