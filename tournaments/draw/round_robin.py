"""Everybody against everybody: a table is a pair of ids, the first of them at home.

Numbers are given to the entries by lot, the rounds follow Berger's order; with an odd number one
waits each round. ``legs=2`` plays everything a second time with the sides changed. Without
``rounds`` all rounds that are left are drawn.
"""

from collections.abc import Mapping
from typing import Any

from tournaments.draw import protocol
from tournaments.draw.designs import circle
from tournaments.draw.method import Method, Option, fits_pairs
from tournaments.draw.places import seated_at_places
from tournaments.draw.request import Request, sorted_pairs
from tournaments.draw.result import DrawError, DrawnRound, DrawResult, Problem
from tournaments.draw.table_rounds import drawn_tables
from tournaments.draw.waits import waits_so_far


def draw(request: Request) -> DrawResult:
    """The next ``rounds`` rounds, or all that are left."""
    n, played = len(request.entries), len(request.history)
    problems = feasible(n, None, request.table_sizes, request.options)
    if request.apart:
        one, other = sorted_pairs(request.apart)[0]
        problems.append(
            Problem(
                "apart-round-robin",
                f"{one} and {other} are to be apart, and in a round robin everybody meets everybody.",
                {"entries": [one, other]},
            )
        )
    if problems:
        raise DrawError.of(problems)
    whole = _whole(request)
    begun = whole[:played] == [_bare(request, round_) for round_ in request.history]
    left = len(whole) - played
    rounds = left if request.rounds is None else request.rounds
    if rounds > left or rounds < 1:
        raise DrawError(
            "too-many-rounds-robin",
            f"{n} entries have {len(whole)} rounds; {played} are played and {rounds} planned.",
            {"n": n, "rounds": played + rounds, "most": len(whole)},
        )
    if not begun:  # somebody came or left: what is left is drawn, nobody twice while avoidable
        return drawn_tables(request, rounds, [2] * (n // 2))
    drawn = tuple(
        DrawnRound(seated_at_places(round_.tables, request.places), round_.waiting)
        for round_ in whole[played : played + rounds]
    )
    waited = protocol.total_waits(request, waits_so_far(request, request.history), drawn)
    return DrawResult(
        drawn,
        protocol.build(
            request,
            drawn,
            found_by="circle method in Berger's order",
            repeated=protocol.repeats(request.history, drawn, partners=False),
            bounds=[
                protocol.bound(
                    "waits-apart", *protocol.waits_apart(waited), "everybody waits once a leg"
                )
            ],
        ),
    )


def _whole(request: Request) -> list[DrawnRound]:
    order = request.lots("order").shuffled(request.entries)
    found = []
    for leg in range(request.options["legs"]):
        for pairs in circle.rounds(len(order)):
            tables = [(order[a], order[b]) if leg == 0 else (order[b], order[a]) for a, b in pairs]
            seated = {one for table in tables for one in table}
            found.append(DrawnRound(tuple(tables), tuple(o for o in order if o not in seated)))
    return found


def _bare(request: Request, played: DrawnRound) -> DrawnRound:
    """A played round in the order it was drawn in, whatever places its tables were moved to."""
    if not request.places:
        return played
    for round_ in _whole(request):
        if set(round_.tables) == set(played.tables):
            return round_
    return played


def feasible(
    n: int, rounds: int | None, sizes: tuple[int, ...], options: Mapping[str, Any]
) -> list[Problem]:
    """What cannot work with n entries."""
    if not fits_pairs(sizes):
        return [Problem("table-size", "A table of a round robin is a pair.", {"size": 2})]
    if n < 2:
        return [
            Problem("too-few", f"A game needs 2 entries, there are {n}.", {"needed": 2, "n": n})
        ]
    most = (n - 1 + n % 2) * options["legs"]
    if rounds is None or rounds <= most:
        return []
    return [
        Problem(
            "too-many-rounds-robin",
            f"After {most} rounds {n} entries have all met; {rounds} are planned.",
            {"n": n, "rounds": rounds, "most": most},
        )
    ]


METHOD = Method(
    key="round-robin",
    table_sizes=(2,),
    draw=draw,
    feasible=feasible,
    options={
        "legs": Option(
            default=1,
            allowed=lambda legs: type(legs) is int and legs in {1, 2},
            must="is 1 or 2",
        )
    },
)
