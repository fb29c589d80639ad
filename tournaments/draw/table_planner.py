"""Planning rounds of tables without partners: by a construction, by search, by exhaustion.

Serves tables of individuals (3…6, sizes may be mixed) and games of two teams (size 2). Works on
indices into ``order``, the entries in a drawn order; that alone makes a construction a fair lot.
A plan's ``quality`` is compared as a tuple, 0 everywhere being perfect: meetings of those who must
be apart, then the price of meetings beyond what must be (see ``tables``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.draw.bounds import even_price
from tournaments.draw.designs import circle, grids, without_repeats
from tournaments.draw.exhaustive import PartnerSearch
from tournaments.draw.request import Request
from tournaments.draw.result import DrawnRound, Problem, Table
from tournaments.draw.tables import (
    APART,
    RATHER_APART,
    Round,
    Tables,
    remember,
    times_met,
)
from tournaments.draw.waits import WaitingOrder, rounds_missed, waits_so_far

_SETTLE_STEPS = 400_000
_ANNEAL_STEPS = 400_000
_ANNEAL_STEPS_EACH = 12_000
_RESTARTS = 3
_EXHAUSTIVE_STEPS = 100_000
_EXHAUSTIVE_SEATS = 1_000

Start = tuple[str, list[Round], list[list[int]]]


@dataclass(slots=True)
class TablePlan:
    """Planned rounds in indices, those who wait, and how they were found."""

    rounds: list[Round]
    waits: list[list[int]]
    found_by: str
    quality: tuple[int, int]
    again: int = 0
    steps: int = 0
    impossible: list[Problem] = field(default_factory=list)


class TablePlanner:
    """Plans rounds of tables of the given ``sizes`` (one round's tables, in any order)."""

    def __init__(
        self, request: Request, history: Sequence[DrawnRound], sizes: Sequence[int]
    ) -> None:
        self.request = request
        self.history = history
        self.order = request.lots("order").shuffled(request.entries)
        self.index = {one: i for i, one in enumerate(self.order)}
        self.n = len(self.order)
        self._sizes = list(sizes)
        self._lots = request.lots("search", len(history))
        self._apart = {(self.index[one], self.index[other]) for one, other in request.apart}
        self._apart |= {
            (self.index[one], self.index[other])
            for one, place in request.places.items()
            for other, other_place in request.places.items()
            if place < other_place
        }
        self._wishes = bool(self._apart or request.rather_apart)

    def named(self, plan: TablePlan, number: int) -> DrawnRound:
        """A planned round in ids."""
        tables: tuple[Table, ...] = tuple(
            tuple(self.order[one] for one in table) for table in plan.rounds[number]
        )
        return DrawnRound(tables, tuple(self.order[one] for one in plan.waits[number]))

    def plan(self, rounds: int) -> TablePlan:
        """The best plan found for that many rounds."""
        waits = self.waiting_order()
        plans: list[TablePlan] = []
        for start in self._starts(rounds, waits):
            plans.append(self._improved(*start))
            if not any(plans[-1].quality):
                break
        best = min(plans, key=lambda plan: plan.quality)
        best.steps = sum(plan.steps for plan in plans)
        small = self.n * rounds <= _EXHAUSTIVE_SEATS
        if any(best.quality) and small and set(self._sizes) == {2}:
            best = self._exhausted(best, waits, rounds)
        return best

    def waiting_order(self) -> WaitingOrder:
        """Who is next to wait, before the planned rounds."""
        waited = waits_so_far(self.request, self.history)
        missed = rounds_missed(self.request, self.history)
        return WaitingOrder(
            [waited[one] for one in self.order],
            [missed[one] for one in self.order],
            self.request.lots("waits").shuffled(range(self.n)),
        )

    def met(self) -> list[list[int]]:
        """The matrix of wishes and history; its last row is for people who are not drawn."""
        met = [[0] * (self.n + 1) for _ in range(self.n + 1)]
        wishes = [(a, b, APART) for a, b in self._apart]
        for one, other in self.request.rather_apart:
            wishes.append((self.index[one], self.index[other], RATHER_APART))
        for a, b, wish in wishes:
            met[a][b] |= wish
            met[b][a] |= wish
        for played in self.history:
            for table in played.tables:
                remember(met, [self.index[one] for one in table if one in self.index])
        return met

    def _starts(self, rounds: int, order: WaitingOrder) -> Iterator[Start]:
        if not self.history:
            yield from self._constructed(rounds, order)
        waits = order.plan(rounds, self.n - sum(self._sizes))
        for _ in range(_RESTARTS):
            seats = [
                self._lots.shuffled(one for one in range(self.n) if one not in waiting)
                for waiting in waits
            ]
            yield "search", [cut(line, self._sizes) for line in seats], waits

    def _constructed(self, rounds: int, order: WaitingOrder) -> Iterator[Start]:
        size = self._sizes[0]
        if set(self._sizes) == {2} and len(set(order.times)) == 1:
            found = circle.rounds(self.n)
            if rounds <= len(found):
                seated = [{one for pair in pairs for one in pair} for pairs in found]
                waits = [[one for one in range(self.n) if one not in there] for there in seated]
                chosen = sorted(self._lots.shuffled(range(len(found)))[:rounds])
                yield (
                    "circle method (Kirkman 1847)",
                    [[list(pair) for pair in found[i]] for i in chosen],
                    [waits[i] for i in chosen],
                )
            return
        if len(set(self._sizes)) > 1 or self.n % size:
            return
        design = without_repeats(self.n, rounds) if size == 4 else None
        if design is None and grids.most_rounds(self.n, size) >= rounds:
            design = f"grid over a field of {self.n // size}", grids.rounds(self.n, size)[:rounds]
        if design:
            name, seats = design
            yield name, [cut(line, self._sizes) for line in seats], [[] for _ in seats]

    def _improved(self, found_by: str, rounds: list[Round], waits: list[list[int]]) -> TablePlan:
        tables = Tables(self.met(), rounds)
        goal = 0
        if not self.history and not self._wishes:
            meetings = len(rounds) * sum(size * (size - 1) // 2 for size in self._sizes)
            goal = even_price(meetings, self.n * (self.n - 1) // 2)
        lots = self._lots
        if tables.cost() > goal and tables.settle(_SETTLE_STEPS, lots) > goal:
            tables.anneal(min(_ANNEAL_STEPS, _ANNEAL_STEPS_EACH * self.n), goal, lots)
        return self._judged(tables, waits, found_by, goal)

    def _judged(
        self, tables: Tables, waits: list[list[int]], found_by: str, goal: int
    ) -> TablePlan:
        quality = tables.forbidden(), max(0, tables.cost() - goal)
        return TablePlan(tables.rounds, waits, found_by, quality, tables.again(), tables.steps)

    def _exhausted(self, best: TablePlan, order: WaitingOrder, rounds: int) -> TablePlan:
        """Games of two without a repeat: all rounds, or as many of the next ones as can be."""
        allowed = [
            sum(
                1 << b
                for b, value in enumerate(row[: self.n])
                if a != b and not value & APART and not times_met(value)
            )
            for a, row in enumerate(self.met()[: self.n])
        ]
        everyone = [(1 << self.n) - 1] * self.n
        proven = True
        for count in range(rounds, 0, -1):
            search = PartnerSearch(allowed, everyone, order, table_size=2, steps=_EXHAUSTIVE_STEPS)
            outcome = search.run(count)
            best.steps += outcome.steps
            if outcome.rounds is not None:
                if count < rounds:
                    best = self._lengthened(best, order, outcome.rounds, outcome.waits, rounds)
                    best.impossible.append(repeats_needed(count, rounds, proven=proven))
                    return best
                found = Tables(self.met(), [cut(line, self._sizes) for line in outcome.rounds])
                return self._judged(found, outcome.waits, "exhaustive search", 0)
            proven = proven and outcome.proven
        best.impossible.append(repeats_needed(0, rounds, proven=proven))
        return best

    def _lengthened(
        self,
        best: TablePlan,
        order: WaitingOrder,
        lines: list[list[int]],
        waits: list[list[int]],
        rounds: int,
    ) -> TablePlan:
        """The rounds found without a repeat, and after them others with as few as are found."""
        found = Tables(self.met(), [cut(line, self._sizes) for line in lines])
        later = order.after(waits).plan(rounds - len(lines), self.n - sum(self._sizes))
        more = Tables(
            found.met,
            [
                cut(
                    self._lots.shuffled(one for one in range(self.n) if one not in waiting),
                    self._sizes,
                )
                for waiting in later
            ],
        )
        more.settle(_SETTLE_STEPS, self._lots)
        both = found.rounds + more.rounds
        plan = self._judged(
            Tables(self.met(), both), waits + later, "exhaustive search, then search", 0
        )
        plan.steps += best.steps + more.steps
        return plan if plan.quality[0] <= best.quality[0] else best


def cut(line: Sequence[int], sizes: Sequence[int]) -> Round:
    """A line of people cut into tables of these sizes."""
    tables, start = [], 0
    for size in sizes:
        tables.append(list(line[start : start + size]))
        start += size
    return tables


def repeats_needed(found: int, rounds: int, *, proven: bool) -> Problem:
    """What the protocol says where some rounds could not be drawn without a repeat."""
    params = {"rounds": rounds, "possible": found}
    if proven:
        return Problem(
            "opponents-exhausted",
            f"Of the {rounds} rounds still to play only {found} are possible without a game that "
            "was played before; every possibility was tried.",
            params,
        )
    return Problem(
        "opponents-not-found",
        f"For {rounds - found} of the {rounds} rounds still to play no draw without a repeated "
        "game was found within the step bound.",
        params,
    )
