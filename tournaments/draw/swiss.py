"""Swiss system: whoever stands close together plays together, and nothing is repeated.

With ``table_size=2`` (teams, duels) a table is a pair of ids that has not met. With 4 (individuals
in a partner game) people are taken in fours by standing, the first and fourth of a table play
against the second and third, and nobody has the same partner twice.

One round is drawn at a time, from ``points`` in the game's direction; whoever has none stands last.
``rounds`` is how many are still to come, this one included: a pairing after which the rest could
not be drawn is not taken. Who waits is the lowest of those who waited least. Equal standings are
ordered by lot, and so are the table numbers.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tournaments.draw import protocol
from tournaments.draw.exhaustive import PartnerSearch
from tournaments.draw.method import Method
from tournaments.draw.places import seated_at_places
from tournaments.draw.request import Request
from tournaments.draw.result import DrawError, DrawnRound, DrawResult, Id, Problem
from tournaments.draw.standing_pairs import cheapest_pairing
from tournaments.draw.swiss_search import Group, nearest_tables
from tournaments.draw.waits import WaitingOrder, waits_so_far

_CANDIDATES = 40
_WAIT_CHOICES = 20
_LOOK_AHEAD_STEPS = 5_000
_LOOK_AHEAD_PEOPLE = 40
_IMPOSSIBLE, _UNKNOWN, _POSSIBLE = range(3)
_Next = tuple[list[Group], tuple[int, ...], list[Problem]]


def draw(request: Request) -> DrawResult:
    """The next round."""
    rounds = request.planned_rounds()
    size = request.table_sizes[0] if request.table_sizes else 4
    problems = feasible(len(request.entries), rounds, request.table_sizes, request.options)
    if request.history or request.allow_repeats:
        problems = [
            problem for problem in problems if not problem.code.startswith("too-many-rounds")
        ]
    if problems:
        raise DrawError.of(problems)
    swiss, (tables, waiting, impossible) = _drawn(request, size, rounds)
    lots = request.lots("tables", len(request.history))
    drawn = DrawnRound(
        seated_at_places(
            [tuple(swiss.order[one] for one in table) for table in lots.shuffled(tables)],
            request.places,
        ),
        tuple(swiss.order[one] for one in waiting),
    )
    return DrawResult((drawn,), _protocol(request, swiss, drawn, impossible))


def _drawn(request: Request, size: int, rounds: int) -> "tuple[_Swiss, _Next]":
    """Soft wishes are kept where that costs no repeat, now or later as far as is seen."""
    if request.rather_apart:
        softly = _Swiss(request, size, request.apart | request.rather_apart)
        with suppress(DrawError):
            found = softly.next_round(rounds)
            if not found[2]:
                return softly, found
    swiss = _Swiss(request, size, request.apart)
    return swiss, swiss.next_round(rounds)


def feasible(
    n: int, rounds: int | None, sizes: tuple[int, ...], options: Mapping[str, Any]
) -> list[Problem]:
    """What cannot work with n entries."""
    del options
    size = sizes[0] if sizes else 4
    if sizes not in {(), (2,), (4,)}:
        return [
            Problem(
                "table-size", "Swiss tables are pairs, or fours with partners.", {"size": "2, 4"}
            )
        ]
    if n < size:
        return [
            Problem("too-few", f"A table needs {size}, there are {n}.", {"needed": size, "n": n})
        ]
    pairs_used = n // 2 if size == 2 else n // 4 * 2
    most = n * (n - 1) // 2 // pairs_used
    if rounds is None or rounds <= most:
        return []
    return [
        Problem(
            "too-many-rounds-opponents" if size == 2 else "too-many-rounds",
            f"With {n} entries at most {most} rounds are possible without a repeat; "
            f"{rounds} are planned.",
            {"n": n, "rounds": rounds, "most": most},
        )
    ]


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to seat the next round, in indices."""

    tables: list[Group]
    waiting: tuple[int, ...]


class _Swiss:
    """The standing before the round: indices 0…n−1 in order of it."""

    def __init__(self, request: Request, size: int, apart: frozenset[tuple[Id, Id]]) -> None:
        self._size = size
        points = request.points
        drawn = request.lots("standing", len(request.history)).shuffled(request.entries)
        sign = 1 if request.low_is_good else -1
        self.order: list[Id] = sorted(
            drawn, key=lambda one: (one not in points, sign * points.get(one, 0))
        )
        self.n = len(self.order)
        index = {one: i for i, one in enumerate(self.order)}
        worst = max((sign * value for value in points.values()), default=0)
        self._points = [sign * points[one] if one in points else worst for one in self.order]
        self._apart = {(index[a], index[b]) for a, b in apart}
        self._apart |= {
            (index[a], index[b])
            for a, place in request.places.items()
            for b, other in request.places.items()
            if place != other
        }
        self._apart |= {(b, a) for a, b in self._apart}
        self._used = [0] * self.n  # bit masks: met (pairs), or partners so far (fours)
        for played in request.history:
            for table in played.tables:
                for pair in (table,) if len(table) == 2 else (table[::2], table[1::2]):
                    if pair[0] in index and pair[1] in index:
                        self._use(index[pair[0]], index[pair[1]])
        waited = waits_so_far(request, request.history)
        self._waits = WaitingOrder(
            [waited[one] for one in self.order], [0] * self.n, range(self.n - 1, -1, -1)
        )

    def _use(self, a: int, b: int) -> None:
        self._used[a] |= 1 << b
        self._used[b] |= 1 << a

    def next_round(self, rounds: int) -> _Next:
        """Tables in seat order and who waits; and what was impossible."""
        best: tuple[int, _Way] | None = None
        for way in self._ways():
            outlook = self._outlook(way, rounds - 1)
            if best is None or outlook > best[0]:
                best = outlook, way
            if outlook == _POSSIBLE:
                break
        if best:
            impossible = [_blocked(rounds)] if best[0] == _IMPOSSIBLE else []
            return best[1].tables, best[1].waiting, impossible
        repeating = self._with_repeats()
        if repeating is None:
            raise DrawError(
                "apart-not-found",
                "No draw was found in which everybody who must not meet stays apart. "
                "Drop one of these wishes.",
            )
        return repeating.tables, repeating.waiting, [_repeated()]

    def _ways(self) -> Iterator[_Way]:
        """Ways without a repeat: the cheapest, then others near it, then with others waiting."""
        choices = self._waits.choices(self._waits.times, self.n % self._size)
        for waiting in islice(choices, _WAIT_CHOICES):
            seated = [one for one in range(self.n) if one not in waiting]
            if self._size == 2:
                best = self._cheapest(seated, repeats=False)
                if best is not None:
                    yield _Way(best, waiting)
            for strict, window in ((True, 8), (False, 8), (True, 24), (False, 24)):
                if self._size == 2 and not strict:
                    continue
                seating = self._seating(seated, strict=strict)
                ways = nearest_tables(len(seated), self._size, seating, window=window)
                for tables in islice(ways, _CANDIDATES):
                    yield _Way(_named(tables, seated), waiting)

    def _cheapest(self, seated: list[int], *, repeats: bool) -> list[Group] | None:
        points = self._points

        def allowed(a: int, b: int) -> bool:
            one, other = seated[a], seated[b]
            if (one, other) in self._apart:
                return False
            return repeats or not self._used[one] >> other & 1

        def price(a: int, b: int) -> int:
            one, other = seated[a], seated[b]
            again = self._used[one] >> other & 1
            return (points[one] - points[other]) ** 2 + (again << 60)

        pairing = cheapest_pairing(len(seated), allowed, price)
        return None if pairing is None else _named(pairing, seated)

    def _seating(self, seated: list[int], *, strict: bool) -> Any:
        """For ``nearest_tables``: 1 + 4 against 2 + 3, or also another way if not ``strict``."""

        def allowed(group: Group) -> Group | None:
            people = [seated[position] for position in group]
            if self._apart and any((a, b) in self._apart for a in people for b in people):
                return None
            if len(group) == 2:
                return None if self._used[people[0]] >> people[1] & 1 else group
            one, two, three, four = group
            turns = ((one, two, four, three), (one, two, three, four), (one, three, two, four))
            for seats in turns[:1] if strict else turns:
                a, b, c, d = (seated[position] for position in seats)
                if not self._used[a] >> c & 1 and not self._used[b] >> d & 1:
                    return seats
            return None

        return allowed

    def _outlook(self, way: _Way, rounds: int) -> int:
        """Whether the rounds after this one can be drawn without a repeat, as far as is seen."""
        most_used = max(mask.bit_count() for mask in self._used) + 1
        forbidden = max((sum(a == i for a, _ in self._apart) for i in range(self.n)), default=0)
        # A graph in which everybody has at least half of the others left has a perfect matching
        # (Dirac 1952), so nothing can be blocked before that.
        seats = self.n // self._size * self._size
        if not rounds or most_used + forbidden + rounds - 1 + self.n - seats < seats // 2:
            return _POSSIBLE
        if self.n > _LOOK_AHEAD_PEOPLE:
            return _UNKNOWN
        everyone = (1 << self.n) - 1
        meet = [
            everyone & ~(1 << i) & ~sum(1 << b for a, b in self._apart if a == i)
            for i in range(self.n)
        ]
        partner = [meet[i] & ~self._used[i] for i in range(self.n)]
        for table in way.tables:
            for a, b in (table,) if len(table) == 2 else (table[::2], table[1::2]):
                partner[a] &= ~(1 << b)
                partner[b] &= ~(1 << a)
        search = PartnerSearch(
            partner,
            meet,
            self._waits.after([way.waiting]),
            table_size=self._size,
            steps=_LOOK_AHEAD_STEPS,
        )
        outcome = search.run(rounds)
        if outcome.rounds is not None:
            return _POSSIBLE
        return _IMPOSSIBLE if outcome.proven else _UNKNOWN

    def _with_repeats(self) -> _Way | None:
        """The next round where every way repeats something: neighbours, as few repeats as found."""
        choices = self._waits.choices(self._waits.times, self.n % self._size)
        for waiting in islice(choices, _WAIT_CHOICES):
            seated = [one for one in range(self.n) if one not in waiting]
            if self._size == 2:
                best = self._cheapest(seated, repeats=True)
                if best is not None:
                    return _Way(best, waiting)
                continue
            fewest: tuple[int, list[Group]] | None = None
            ways = nearest_tables(len(seated), 4, self._seating_with_repeats(seated), window=8)
            for tables in islice(ways, _CANDIDATES):
                named = _named(tables, seated)
                again = sum(self._again(table) for table in named)
                if fewest is None or again < fewest[0]:
                    fewest = again, named
            if fewest:
                return _Way(fewest[1], waiting)
        return None

    def _again(self, table: Group) -> int:
        return (self._used[table[0]] >> table[2] & 1) + (self._used[table[1]] >> table[3] & 1)

    def _seating_with_repeats(self, seated: list[int]) -> Any:
        def allowed(group: Group) -> Group | None:
            people = [seated[position] for position in group]
            if any((a, b) in self._apart for a in people for b in people):
                return None
            one, two, three, four = group
            turns = ((one, two, four, three), (one, two, three, four), (one, three, two, four))
            return min(turns, key=lambda seats: self._again(tuple(seated[p] for p in seats)))

        return allowed

    def score_differences(self, drawn: DrawnRound) -> tuple[int, int]:
        """The least sum of score differences that neighbours could have, and the sum drawn."""
        points = dict(zip(self.order, self._points, strict=True))
        seated = sorted(points[one] for table in drawn.tables for one in table)
        size = self._size
        least = sum(seated[k + size - 1] - seated[k] for k in range(0, len(seated), size))
        spans = [[points[one] for one in table] for table in drawn.tables]
        return least, sum(max(span) - min(span) for span in spans)


def _named(tables: list[Group] | list[tuple[int, int]], seated: list[int]) -> list[Group]:
    return [tuple(seated[position] for position in table) for table in tables]


def _blocked(rounds: int) -> Problem:
    return Problem(
        "rest-blocked",
        f"No pairing was found after which all of the {rounds} rounds still to play can be drawn "
        "without a repeat.",
        {"rounds": rounds},
    )


def _repeated() -> Problem:
    return Problem(
        "opponents-exhausted",
        "No pairing without a repeat is left for this round.",
        {"rounds": 1, "possible": 0},
    )


def _protocol(
    request: Request, swiss: _Swiss, drawn: DrawnRound, impossible: list[Problem]
) -> dict[str, Any]:
    partners = bool(drawn.tables) and len(drawn.tables[0]) == 4
    repeated = protocol.repeats(request.history, [drawn], partners=partners)
    again = [r for r in repeated if not partners or (r["kind"] == protocol.PARTNER and r["again"])]
    least, reached = swiss.score_differences(drawn)
    waited = waits_so_far(request, request.history)
    return protocol.build(
        request,
        [drawn],
        found_by="nearest in the standing",
        repeated=repeated,
        bounds=[
            protocol.bound(
                "partner-repeats" if partners else "meetings-again",
                0,
                len(again),
                "every pair can be partners once" if partners else "every pair can meet once",
            ),
            protocol.bound("score-differences", least, reached, "neighbours in the standing"),
            protocol.bound(
                "waits-apart",
                *protocol.waits_apart(protocol.total_waits(request, waited, [drawn])),
                "whoever waited least waits first",
            ),
        ],
        impossible=impossible,
        standing=list(swiss.order),
    )


METHOD = Method(key="swiss", table_sizes=(2, 4), draw=draw, feasible=feasible, options={})
