"""Local search over rounds of tables without partners: the same two as rarely as possible.

Works on indices 0…n−1. A round is a list of tables, a table a list of people; sizes may differ, and
a table of two is a game of two teams. The price of a pair is convex in how often it meets, so what
must repeat is spread. The search swaps two people of a round, counts its steps and never looks at
the clock. (Tables of four with partners: ``fours``.)
"""

from collections.abc import Sequence

from tournaments.draw.lots import CHANCES, Lots

APART = 1 << 6
RATHER_APART = 1 << 7
_MOST = APART - 1
_SIZE = 1 << 8

_PRICE_APART = 10**7
_PRICE_RATHER_APART = 300

Round = list[list[int]]


def _price(value: int) -> int:
    meetings = value & _MOST
    price = meetings * (meetings - 1) // 2
    if value & APART:
        price += _PRICE_APART * meetings
    if value & RATHER_APART:
        price += _PRICE_RATHER_APART * meetings
    return price


_ADD = [_price(v + 1) - _price(v) if v & _MOST < _MOST else 0 for v in range(_SIZE)]
_DROP = [_price(v - 1) - _price(v) if v & _MOST else 0 for v in range(_SIZE)]


class Tables:
    """Rounds of tables that are being improved; ``met`` (n × n) always includes them."""

    def __init__(self, met: list[list[int]], rounds: Sequence[Sequence[Sequence[int]]]) -> None:
        self.met = met
        self.rounds: list[Round] = []
        self.steps = 0
        self._put(rounds)

    def cost(self) -> int:
        """What taking all meetings of the rounds back would save."""
        total = 0
        undone = []
        for a, b in self._pairs():
            total -= _DROP[self.met[a][b]]
            self._change(a, b, -1)
            undone.append((a, b))
        for a, b in undone:
            self._change(a, b, 1)
        return total

    def forbidden(self) -> int:
        """Meetings of people who must be apart."""
        return sum(1 for a, b in self._pairs() if self.met[a][b] & APART)

    def again(self) -> int:
        """Meetings of the rounds beyond a pair's first."""
        return sum(max(0, (v & _MOST) - 1) for i, row in enumerate(self.met) for v in row[i + 1 :])

    def settle(self, steps: int, lots: Lots, sample: int = 40) -> int:
        """Sweep over the seats and take every swap that helps; the price that is left."""
        limit = self.steps + steps
        idle = 0
        while idle < 2 and self.steps < limit:
            idle += 1
            for tables in self.rounds:
                for one in range(len(tables)):
                    for seat in range(len(tables[one])):
                        if self._saving(tables[one], seat) <= 0:
                            continue
                        if self._take_best_swap(tables, one, seat, lots, sample):
                            idle = 0
                if self.steps >= limit:
                    break
        return self.cost()

    def _take_best_swap(self, tables: Round, one: int, seat: int, lots: Lots, sample: int) -> bool:
        best, best_other, best_place = 0, one, seat
        for _ in range(sample):
            self.steps += 1
            other = lots.below(len(tables))
            if other == one:
                continue
            place = lots.below(len(tables[other]))
            delta = self._swap_price(tables[one], seat, tables[other], place)
            if delta < best:
                best, best_other, best_place = delta, other, place
        if best < 0:
            self._swap(tables[one], seat, tables[best_other], best_place)
        return best < 0

    def anneal(self, steps: int, goal: int, lots: Lots) -> int:
        """Search with a falling temperature; keeps the best rounds found, returns their price."""
        cost = best = self.cost()
        kept = self.copied()
        per_level = max(1, steps // len(CHANCES))
        for chance in CHANCES:
            reach = len(chance)
            for _ in range(per_level):
                if best <= goal:
                    break
                bits = lots.bits()
                tables = self.rounds[(bits & 0xFFFF) * len(self.rounds) >> 16]
                one = tables[(bits >> 16 & 0xFFFF) * len(tables) >> 16]
                seat = (bits >> 32 & 0xFF) * len(one) >> 8
                if self._saving(one, seat) <= 0:
                    continue
                other = tables[(bits >> 40 & 0xFFFF) * len(tables) >> 16]
                place = (bits >> 56) * len(other) >> 8
                if other is one:
                    continue
                delta = self._swap_price(one, seat, other, place)
                if delta > 0 and (delta >= reach or lots.bits() >> 32 >= chance[delta]):
                    continue
                self._swap(one, seat, other, place)
                cost += delta
                if cost < best:
                    best = cost
                    kept = self.copied()
            self.steps += per_level
        self.restore(kept)
        return best

    def copied(self) -> list[Round]:
        return [[list(table) for table in tables] for tables in self.rounds]

    def restore(self, rounds: Sequence[Sequence[Sequence[int]]]) -> None:
        """Put other rounds in the place of the present ones."""
        for a, b in self._pairs():
            self._change(a, b, -1)
        self._put(rounds)

    def _put(self, rounds: Sequence[Sequence[Sequence[int]]]) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        for a, b in self._pairs():
            self._change(a, b, 1)

    def _pairs(self) -> list[tuple[int, int]]:
        return [pair for tables in self.rounds for table in tables for pair in pairs(table)]

    def _change(self, a: int, b: int, by: int) -> None:
        self.met[a][b] += by
        self.met[b][a] += by

    def _saving(self, table: list[int], seat: int) -> int:
        row = self.met[table[seat]]
        return -sum(_DROP[row[mate]] for i, mate in enumerate(table) if i != seat)

    def _swap_price(self, one: list[int], seat: int, other: list[int], place: int) -> int:
        row_a, row_b = self.met[one[seat]], self.met[other[place]]
        delta = 0
        for i, mate in enumerate(one):
            if i != seat:
                delta += _DROP[row_a[mate]] + _ADD[row_b[mate]]
        for i, mate in enumerate(other):
            if i != place:
                delta += _DROP[row_b[mate]] + _ADD[row_a[mate]]
        return delta

    def _swap(self, one: list[int], seat: int, other: list[int], place: int) -> None:
        a, b = one[seat], other[place]
        for i, mate in enumerate(one):
            if i != seat:
                self._change(a, mate, -1)
                self._change(b, mate, 1)
        for i, mate in enumerate(other):
            if i != place:
                self._change(b, mate, -1)
                self._change(a, mate, 1)
        one[seat], other[place] = b, a


def pairs(table: Sequence[int]) -> list[tuple[int, int]]:
    """Every two at a table."""
    return [(a, b) for i, a in enumerate(table) for b in table[i + 1 :]]


def remember(met: list[list[int]], table: Sequence[int]) -> None:
    """Put a table that was played into the matrix."""
    for a, b in pairs(table):
        if met[a][b] & _MOST < _MOST - 1:
            met[a][b] += 1
            met[b][a] += 1


def times_met(value: int) -> int:
    """How often a pair of the matrix has met."""
    return value & _MOST
