"""Individuals at tables of four, partner and opponents drawn anew for each round.

The order of what matters: nobody meets whom they must not, nobody has the same partner twice, then
as few people as possible meet again at all, and those spread evenly. Where a construction reaches
the optimum it is used (the people are dealt to its points by lot); everything else is searched.

All rounds are planned together, so that an early round never blocks a later one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.draw import protocol
from tournaments.draw.bounds import least_meeting_again
from tournaments.draw.method import Method
from tournaments.draw.places import seated_at_places
from tournaments.draw.planner import Plan, Planner
from tournaments.draw.request import Request
from tournaments.draw.result import DrawError, DrawnRound, DrawResult, Id, Problem
from tournaments.draw.waits import waits_so_far


def draw(request: Request) -> DrawResult:
    """Draw ``request.rounds`` rounds; all of them are in the answer."""
    rounds = request.planned_rounds()
    problems = feasible(len(request.entries), rounds, request.table_sizes, request.options)
    if request.history or request.allow_repeats:
        problems = [problem for problem in problems if problem.code != "too-many-rounds"]
    if problems:
        raise DrawError.of(problems)
    plan = _continued(request, rounds)
    if plan is None:
        planner = Planner(request, request.history)
        plan = planner.plan(rounds)
        named = [planner.named(plan, number) for number in range(rounds)]
    else:
        planner = Planner(request, ())
        named = [planner.named(plan, number) for number in range(rounds)]
    if plan.quality[0]:
        raise DrawError(
            "apart-not-found",
            "No draw was found in which everybody who must not meet stays apart. "
            "Drop one of these wishes.",
            {"forbidden": plan.quality[0]},
        )
    parted = plan.quality[1] + sum(
        (one in played.waiting) != (other in played.waiting)
        for played in named
        for one, other in request.together
    )
    if parted:
        plan.impossible.append(
            Problem(
                "together-not-kept",
                "Partners who are to stay together had to be parted, because one of them waits.",
                {"times": parted},
            )
        )
    drawn = tuple(_mixed(request, played, number) for number, played in enumerate(named))
    return DrawResult(drawn, _protocol(request, plan, drawn))


def feasible(
    n: int, rounds: int | None, sizes: tuple[int, ...], options: Mapping[str, Any]
) -> list[Problem]:
    """What cannot work with n people, before anybody has played."""
    del options
    if sizes not in {(), (4,)}:
        return [Problem("table-size", "Partners are drawn for tables of four.", {"size": 4})]
    if n < 4:
        return [
            Problem("too-few", f"A table needs 4 people, there are {n}.", {"needed": 4, "n": n})
        ]
    most = most_rounds(n)
    if rounds is None or rounds <= most:
        return []
    return [
        Problem(
            "too-many-rounds",
            f"With {n} people at most {most} rounds are possible without the same partner twice; "
            f"{rounds} are planned.",
            {"n": n, "rounds": rounds, "most": most},
        )
    ]


def most_rounds(n: int) -> int:
    """The most rounds in which nobody need have the same partner twice.

    Every pair can be partners once, and a round uses up two pairs a table.
    """
    return n * (n - 1) // 2 // (n // 4 * 2)


def _continued(request: Request, rounds: int) -> Plan | None:
    """The rest of the plan drawn before the first round, if the history is how it began."""
    before = len(request.history)
    everyone = set(request.entries)
    changed = any(
        everyone != {one for table in played.tables for one in table}.union(played.waiting)
        for played in request.history
    )
    too_many = before + rounds > most_rounds(len(everyone)) and not request.allow_repeats
    if not before or changed or too_many or request.waited:
        return None
    planner = Planner(request, ())
    whole = planner.plan(before + rounds)
    for number, played in enumerate(request.history):
        if _partners(planner.named(whole, number)) != _partners(played):
            return None
    whole.seats, whole.waits = whole.seats[before:], whole.waits[before:]
    return whole


def _partners(played: DrawnRound) -> set[frozenset[frozenset[Id]]]:
    return {frozenset({frozenset(table[::2]), frozenset(table[1::2])}) for table in played.tables}


def _mixed(request: Request, played: DrawnRound, number: int) -> DrawnRound:
    """The round with tables and seats by lot; partners stay partners."""
    lots = request.lots("seats", len(request.history) + number)
    tables = []
    for a, b, c, d in lots.shuffled(played.tables):
        one, other = lots.shuffled([lots.shuffled((a, c)), lots.shuffled((b, d))])
        tables.append((one[0], other[0], one[1], other[1]))
    return DrawnRound(
        seated_at_places(tables, request.places), tuple(lots.shuffled(played.waiting))
    )


def _protocol(request: Request, plan: Plan, drawn: Sequence[DrawnRound]) -> dict[str, Any]:
    repeated = protocol.repeats(request.history, drawn, partners=True)
    waited = waits_so_far(request, request.history)
    n, rounds = len(request.entries), len(drawn)
    partners_again = [
        one
        for one in repeated
        if one["kind"] == protocol.PARTNER
        and one["again"]
        and tuple(one["who"]) not in request.together
    ]
    least = 0 if request.history else least_meeting_again(n, rounds)
    bounds = [
        protocol.bound(
            "partner-repeats", 0, len(partners_again), "every pair can be partners once"
        ),
        protocol.bound("meetings-again", least, len(repeated), "counting the pairs at a table"),
        protocol.bound(
            "opponents-apart",
            *protocol.opponents_apart(request.entries, (*request.history, *drawn)),
            "sharing the meetings out among all pairs",
        ),
        protocol.bound(
            "waits-apart",
            *protocol.waits_apart(protocol.total_waits(request, waited, drawn)),
            "whoever waited least waits first",
        ),
    ]
    return protocol.build(
        request,
        drawn,
        found_by=plan.found_by,
        steps=plan.steps,
        repeated=repeated,
        bounds=bounds,
        impossible=plan.impossible,
    )


METHOD = Method(
    key="drawn-partners",
    table_sizes=(4,),
    draw=draw,
    feasible=feasible,
    options={},
    keeps_partners=True,
)
