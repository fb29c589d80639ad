"""Planning rounds of tables of four with partners: by a construction, by search, by exhaustion.

Works on indices into ``order``, the entries in a drawn order; that alone makes every construction
a fair lot. A plan's ``quality`` is a tuple that is compared, 0 everywhere being perfect: forbidden
meetings, kept partners parted, partners repeated, price of meetings beyond what must be.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.draw.bounds import least_price
from tournaments.draw.designs import continued, most_without_repeats, whist, without_repeats
from tournaments.draw.exhaustive import Outcome, PartnerSearch
from tournaments.draw.fours import (
    APART,
    PRICE_TOGETHER,
    RATHER_APART,
    SEARCHING,
    STRICT,
    TOGETHER,
    Fours,
    blank,
    mark,
    meetings,
    remember,
)
from tournaments.draw.request import Request
from tournaments.draw.result import DrawnRound, Problem
from tournaments.draw.waits import WaitingOrder, rounds_missed, waits_so_far

_SETTLE_STEPS = 400_000
_ANNEAL_STEPS = 400_000
_ANNEAL_STEPS_EACH = 12_000
_EMBEDDED_PEOPLE = 100  # above that there is room for the search
_RESTARTS = 3
_RESTARTS_FROM = 14  # fewer people: every search ends at the same price
_EXHAUSTIVE_STEPS = 100_000
_EXHAUSTIVE_SEATS = 1_000
_RELABELLINGS = 60

Quality = tuple[int, int, int, int]
Start = tuple[str, list[list[int]], list[list[int]]]


@dataclass(slots=True)
class Plan:
    """Planned rounds in indices (flat seats), those who wait, and how they were found."""

    seats: list[list[int]]
    waits: list[list[int]]
    found_by: str
    quality: Quality
    steps: int = 0
    impossible: list[Problem] = field(default_factory=list)


class Planner:
    """Plans rounds for the entries of a request on top of a history."""

    def __init__(self, request: Request, history: Sequence[DrawnRound]) -> None:
        self.request = request
        self.history = history
        self.order = request.lots("order").shuffled(request.entries)
        self.index = {one: i for i, one in enumerate(self.order)}
        self.n = len(self.order)
        self._lots = request.lots("search", len(history))
        self._mates: dict[int, int] = {}
        for one, other in request.together:
            self._mates[self.index[one]] = self.index[other]
            self._mates[self.index[other]] = self.index[one]
        self._apart = {(self.index[one], self.index[other]) for one, other in request.apart}
        self._apart |= {
            (self.index[one], self.index[other])
            for one, place in request.places.items()
            for other, other_place in request.places.items()
            if place < other_place
        }
        self._wishes = bool(self._apart or self._mates or request.rather_apart)

    def named(self, plan: Plan, number: int) -> DrawnRound:
        """A planned round in ids."""
        seats = [self.order[one] for one in plan.seats[number]]
        return DrawnRound(
            tuple(tuple(seats[k : k + 4]) for k in range(0, len(seats), 4)),
            tuple(self.order[one] for one in plan.waits[number]),
        )

    def plan(self, rounds: int) -> Plan:
        """The best plan found for that many rounds."""
        order = self._waiting_order()
        plans: list[Plan] = []
        for start in self._starts(rounds, order):
            plans.append(self._improved(*start))
            if not any(plans[-1].quality):
                break
        best = min(plans, key=lambda plan: plan.quality)
        best.steps = sum(plan.steps for plan in plans)
        small = self.n * rounds <= _EXHAUSTIVE_SEATS and not self._mates
        if small and (best.quality[0] or best.quality[2]):
            best = self._exhausted(best, order, rounds)
        return best

    def _waiting_order(self) -> WaitingOrder:
        waited, missed = (
            waits_so_far(self.request, self.history),
            rounds_missed(self.request, self.history),
        )
        return WaitingOrder(
            [waited[one] for one in self.order],
            [missed[one] for one in self.order],
            self.request.lots("waits").shuffled(range(self.n)),
            self._mates,
        )

    def _met(self) -> list[list[int]]:
        """The matrix of wishes and history; its last row is for people who are not drawn."""
        met = blank(self.n + 1)
        for a, b in self._apart:
            mark(met, a, b, APART)
        for one, other in self.request.rather_apart:
            mark(met, self.index[one], self.index[other], RATHER_APART)
        for a, b in self._mates.items():
            if a < b:
                mark(met, a, b, TOGETHER)
        for played in self.history:
            for table in played.tables:
                remember(met, [self.index.get(one, self.n) for one in table])
        return met

    def _starts(self, rounds: int, order: WaitingOrder) -> Iterator[Start]:
        waits = order.plan(rounds, self.n % 4)
        if not self.history and not self._mates:
            yield from self._constructed(rounds, order)
        elif not self._wishes and self.n % 4 == 0 and self.n <= _EMBEDDED_PEOPLE:
            yield from self._continued(rounds)
        for _ in range(_RESTARTS if self.n >= _RESTARTS_FROM else 1):
            yield "search", [self._shuffled(waiting) for waiting in waits], waits

    def _shuffled(self, waiting: Sequence[int]) -> list[int]:
        """A round's seats by lot; those who are kept together are partners from the start."""
        lots = self._lots
        people = lots.shuffled(one for one in range(self.n) if one not in waiting)
        here = set(people)
        couples = [
            (a, b) for a, b in sorted(self._mates.items()) if a < b and a in here and b in here
        ]
        kept = {one for couple in couples for one in couple}
        rest = [one for one in people if one not in kept]
        couples = lots.shuffled(couples + list(zip(rest[::2], rest[1::2], strict=True)))
        return [
            seat
            for (a, b), (c, d) in zip(couples[::2], couples[1::2], strict=True)
            for seat in (a, c, b, d)
        ]

    def _constructed(self, rounds: int, order: WaitingOrder) -> Iterator[Start]:
        if self.n % 4 == 0:
            design = without_repeats(self.n, rounds)
            if design:
                name, seats = design
                yield name, *self._relabelled(seats, [[] for _ in seats])
                return
        tournament = whist.rounds(self.n)
        if tournament and rounds > self.n // 8 and len(set(order.times)) == 1:
            name, seats, waits = tournament
            if rounds <= len(seats):
                yield name, *self._relabelled(seats[:rounds], waits[:rounds])
        if self.n % 4 == 0:
            name, seats = most_without_repeats(self.n)
            if seats:
                more = [self._lots.shuffled(range(self.n)) for _ in range(rounds - len(seats))]
                seats, _ = self._relabelled(seats, [])
                yield f"{name}, then search", seats + more, [[] for _ in range(rounds)]

    def _continued(self, rounds: int) -> Iterator[Start]:
        """The other rounds of a construction in which the rounds played are found."""
        played = [
            [self.index.get(one, self.n) for table in round_.tables for one in table]
            for round_ in self.history
        ]
        if all(sorted(seats) == list(range(self.n)) for seats in played):
            found = continued(played, self.n, rounds, self._lots)
            if found:
                name, seats = found
                yield f"{name}, continued", seats, [[] for _ in seats]

    def _relabelled(
        self, rounds: list[list[int]], waits: list[list[int]]
    ) -> tuple[list[list[int]], list[list[int]]]:
        """The construction with its points dealt so that as few wishes as possible are broken."""
        if not self._wishes:
            return rounds, waits
        met = self._met()
        best: tuple[int, list[int]] | None = None
        for _ in range(_RELABELLINGS):
            label = self._lots.shuffled(range(self.n))
            broken = sum(
                1
                for seats in rounds
                for a, b, _ in meetings(seats)
                if met[label[a]][label[b]] & (APART | RATHER_APART)
            )
            if best is None or broken < best[0]:
                best = broken, label
            if not broken:
                break
        label = best[1] if best else list(range(self.n))
        return (
            [[label[one] for one in seats] for seats in rounds],
            [[label[one] for one in waiting] for waiting in waits],
        )

    def _improved(self, found_by: str, seats: list[list[int]], waits: list[list[int]]) -> Plan:
        fours = Fours(self._met(), seats)
        goal = 0 if self.history or self._wishes else least_price(self.n, len(seats))
        goal -= PRICE_TOGETHER * fours.kept_pairs()
        lots = self._lots
        # A construction whose partners are right is not to be broken on the way.
        prices = SEARCHING if fours.partner_repeats() or found_by == "search" else STRICT
        if fours.cost(prices) > goal and fours.settle(prices, _SETTLE_STEPS, lots) > goal:
            fours.anneal(prices, min(_ANNEAL_STEPS, _ANNEAL_STEPS_EACH * self.n), goal, lots)
            if fours.partner_repeats():
                fours.settle(STRICT, _SETTLE_STEPS, lots)
        return self._judged(fours, waits, found_by, goal)

    def _judged(self, fours: Fours, waits: list[list[int]], found_by: str, goal: int) -> Plan:
        quality = (
            fours.forbidden(),
            fours.broken_pairs(),
            fours.partner_repeats(),
            max(0, fours.cost(SEARCHING) - goal),
        )
        return Plan(fours.rounds, waits, found_by, quality, fours.steps)

    def _exhausted(self, best: Plan, order: WaitingOrder, rounds: int) -> Plan:
        """Partners first, by exhaustive search: all rounds, or as many of the next ones as can be."""
        met = self._met()
        met.pop()
        meet = [
            sum(1 << b for b, value in enumerate(row[: self.n]) if b != a and not value & APART)
            for a, row in enumerate(met)
        ]
        partner = [
            sum(1 << b for b in range(self.n) if meet[a] >> b & 1 and not row[b] >> 5 & 31)
            for a, row in enumerate(met)
        ]
        proven = True
        for count in range(rounds, 0, -1):
            search = PartnerSearch(partner, meet, order, table_size=4, steps=_EXHAUSTIVE_STEPS)
            outcome = search.run(count)
            best.steps += outcome.steps
            if outcome.rounds is not None:
                return self._completed(best, order, outcome, rounds, proven=proven)
            proven = proven and outcome.proven
        best.impossible.append(_impossible(0, rounds, proven))
        return best

    def _completed(
        self, best: Plan, order: WaitingOrder, outcome: Outcome, rounds: int, *, proven: bool
    ) -> Plan:
        """The found rounds with their opponents searched, and what is left to play after them."""
        seats, waits = outcome.rounds or [], outcome.waits
        found = len(seats)
        later = order.after(waits).plan(rounds - found, self.n % 4)
        lots = self._lots
        more = [self._shuffled(waiting) for waiting in later]
        fours = Fours(self._met(), seats)
        fours.anneal(STRICT, _ANNEAL_STEPS // 4, 0, lots)
        if more:
            rest = Fours(fours.met, more)
            rest.settle(STRICT, _SETTLE_STEPS, lots)
            fours.rounds += rest.rounds
        plan = self._judged(fours, waits + later, "exhaustive search for the partners", 0)
        plan.steps += best.steps
        chosen = min(plan, best, key=lambda one: one.quality[:3])
        if found < rounds:
            chosen.impossible.append(_impossible(found, rounds, proven))
        return chosen


def _impossible(found: int, rounds: int, proven: bool) -> Problem:
    params = {"rounds": rounds, "possible": found}
    if proven:
        return Problem(
            "partners-exhausted",
            f"Of the {rounds} rounds still to play only {found} are possible without the same "
            "partner twice; every possibility was tried.",
            params,
        )
    return Problem(
        "partners-not-found",
        f"For {rounds - found} of the {rounds} rounds still to play no draw without the same "
        "partner twice was found within the step bound.",
        params,
    )
