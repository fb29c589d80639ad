"""From a plan of tables without partners to drawn rounds with their protocol."""

from collections.abc import Sequence
from typing import Any

from tournaments.draw import protocol
from tournaments.draw.places import seated_at_places
from tournaments.draw.request import Request
from tournaments.draw.result import DrawError, DrawnRound, DrawResult, Id
from tournaments.draw.table_planner import TablePlan, TablePlanner
from tournaments.draw.waits import waits_so_far


def drawn_tables(
    request: Request, rounds: int, sizes: Sequence[int], most: int | None = None
) -> DrawResult:
    """Draw rounds of tables of these sizes, continuing the plan that the history began.

    ``most`` is the number of rounds beyond which a first draw would have been refused.
    """
    plan = _continued(request, rounds, sizes, most)
    planner = TablePlanner(request, () if plan else request.history, sizes)
    plan = plan or planner.plan(rounds)
    if plan.quality[0]:
        raise DrawError(
            "apart-not-found",
            "No draw was found in which everybody who must not meet stays apart. "
            "Drop one of these wishes.",
            {"forbidden": plan.quality[0]},
        )
    drawn = tuple(_mixed(request, planner.named(plan, number), number) for number in range(rounds))
    return DrawResult(drawn, _protocol(request, plan, drawn))


def _continued(
    request: Request, rounds: int, sizes: Sequence[int], most: int | None
) -> TablePlan | None:
    before = len(request.history)
    everyone = set(request.entries)
    changed = any(
        everyone != {one for table in played.tables for one in table}.union(played.waiting)
        for played in request.history
    )
    too_many = most is not None and before + rounds > most and not request.allow_repeats
    if not before or changed or too_many or request.waited:
        return None
    planner = TablePlanner(request, (), sizes)
    whole = planner.plan(before + rounds)
    for number, played in enumerate(request.history):
        if _groups(planner.named(whole, number)) != _groups(played):
            return None
    whole.rounds, whole.waits = whole.rounds[before:], whole.waits[before:]
    return whole


def _groups(played: DrawnRound) -> set[frozenset[Id]]:
    return {frozenset(table) for table in played.tables}


def _mixed(request: Request, played: DrawnRound, number: int) -> DrawnRound:
    """The round with tables and seats by lot."""
    lots = request.lots("seats", len(request.history) + number)
    tables = [tuple(lots.shuffled(table)) for table in lots.shuffled(played.tables)]
    return DrawnRound(
        seated_at_places(tables, request.places), tuple(lots.shuffled(played.waiting))
    )


def _protocol(request: Request, plan: TablePlan, drawn: Sequence[DrawnRound]) -> dict[str, Any]:
    repeated = protocol.repeats(request.history, drawn, partners=False)
    n = len(request.entries)
    games = sum(len(table) * (len(table) - 1) // 2 for played in drawn for table in played.tables)
    least = 0 if request.history else max(0, games - n * (n - 1) // 2)
    waited = protocol.total_waits(request, waits_so_far(request, request.history), drawn)
    bounds = [
        protocol.bound("meetings-again", least, len(repeated), "counting the pairs at a table"),
        protocol.bound(
            "waits-apart",
            *protocol.waits_apart(waited),
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
