"""Everybody for themselves at tables of three to six: table mates and seats drawn anew each round.

With one table size whoever does not fit waits, at most one wait apart. With several sizes allowed
(``table_size=(4, 5)``, the preferred one first) as few as possible wait, and as many tables as
possible have the preferred size: 23 people at tables of four and five are 2 × 4 + 3 × 5.
"""

from collections.abc import Mapping
from typing import Any

from tournaments.draw.method import Method
from tournaments.draw.request import Request
from tournaments.draw.result import DrawError, DrawResult, Problem
from tournaments.draw.table_rounds import drawn_tables

SIZES = range(3, 7)


def draw(request: Request) -> DrawResult:
    """Draw ``request.rounds`` rounds; all of them are in the answer."""
    rounds = request.planned_rounds()
    n = len(request.entries)
    problems = feasible(n, rounds, request.table_sizes, request.options)
    if problems:
        raise DrawError.of(problems)
    sizes = table_sizes(n, *(request.table_sizes or (4,)))
    return drawn_tables(request, rounds, sizes)


def feasible(
    n: int, rounds: int | None, sizes: tuple[int, ...], options: Mapping[str, Any]
) -> list[Problem]:
    """What cannot work with n people."""
    del rounds, options
    allowed = set(sizes or (4,))
    if not allowed.issubset(SIZES):
        return [Problem("table-size", "Tables of individuals have 3 to 6 seats.", {"size": "3…6"})]
    if n < min(allowed):
        least = min(allowed)
        return [
            Problem(
                "too-few",
                f"A table needs {least} people, there are {n}.",
                {"needed": least, "n": n},
            )
        ]
    return []


def table_sizes(n: int, preferred: int, *others: int) -> list[int]:
    """The sizes of a round's tables, the preferred one first.

    Fewest people waiting, then most tables of the preferred size, then fewest different sizes,
    then fewest tables.
    """
    best: tuple[tuple[int, ...], list[int]] | None = None
    allowed = [preferred, *sorted({*others} - {preferred})]

    def extend(chosen: list[int], left: int, place: int) -> None:
        nonlocal best
        if place == len(allowed):
            if chosen:
                key = (left, -chosen.count(preferred), len(set(chosen)), len(chosen))
                if best is None or key < best[0]:
                    best = key, list(chosen)
            return
        size = allowed[place]
        most = left // size
        fewest = most if place + 1 == len(allowed) else max(0, most - 2 * max(allowed))
        for count in range(most, fewest - 1, -1):
            extend(chosen + [size] * count, left - size * count, place + 1)

    extend([], n, 0)
    return best[1] if best else []


METHOD = Method(
    key="individuals",
    table_sizes=SIZES,
    draw=draw,
    feasible=feasible,
    options={},
)
