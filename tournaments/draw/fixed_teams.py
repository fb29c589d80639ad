"""Fixed teams (or single players) with drawn opponents: a table is a pair of ids.

Nobody plays the same opponent twice as long as that is possible; with an odd number one waits, at
most one wait apart. All rounds are planned together.
"""

from collections.abc import Mapping
from typing import Any

from tournaments.draw.method import Method, fits_pairs
from tournaments.draw.request import Request
from tournaments.draw.result import DrawError, DrawResult, Problem
from tournaments.draw.table_rounds import drawn_tables


def draw(request: Request) -> DrawResult:
    """Draw ``request.rounds`` rounds; all of them are in the answer."""
    rounds = request.planned_rounds()
    n = len(request.entries)
    problems = feasible(n, rounds, request.table_sizes, request.options)
    if request.history or request.allow_repeats:
        problems = [problem for problem in problems if problem.code != "too-many-rounds-opponents"]
    if problems:
        raise DrawError.of(problems)
    return drawn_tables(request, rounds, [2] * (n // 2), most_rounds(n))


def feasible(
    n: int, rounds: int | None, sizes: tuple[int, ...], options: Mapping[str, Any]
) -> list[Problem]:
    """What cannot work with n teams."""
    del options
    if not fits_pairs(sizes):
        return [Problem("table-size", "A table of fixed teams is a pair of teams.", {"size": 2})]
    if n < 2:
        return [Problem("too-few", f"A game needs 2 teams, there are {n}.", {"needed": 2, "n": n})]
    most = most_rounds(n)
    if rounds is None or rounds <= most:
        return []
    return [
        Problem(
            "too-many-rounds-opponents",
            f"With {n} teams at most {most} rounds are possible without the same opponents twice; "
            f"{rounds} are planned.",
            {"n": n, "rounds": rounds, "most": most},
        )
    ]


def most_rounds(n: int) -> int:
    """The most rounds without a repeat: n − 1, or n with an odd number, each waiting once."""
    return n - 1 + n % 2


METHOD = Method(key="fixed-teams", table_sizes=(2,), draw=draw, feasible=feasible, options={})
