"""Local search over rounds of tables of four: the same pair as rarely as possible.

Works on indices 0…n−1. A round is a flat list of seats: seats 4k…4k+3 are table k, seats 4k and
4k+2 are partners, so the partner of seat x is x ^ 2 and the opponents are x ^ 1 and x ^ 3.

What a pair has had so far is one small integer (opponents' meetings, partnerships, wishes), and
the price of one meeting more or less is looked up in a table by that integer. Prices are convex,
so that what must repeat is spread. The search swaps two people of a round, or two pairs of
partners, or turns a table; it counts its steps and never looks at the clock.
"""

from collections.abc import Sequence

from tournaments.draw.lots import CHANCES, Lots

_OPPONENT = 1
_PARTNER = 1 << 5
_MOST = 31
APART = 1 << 10
RATHER_APART = 1 << 11
TOGETHER = 1 << 12  # the highest: a row whose maximum is less has none
_SIZE = 1 << 13

#: Prices of a wish broken. A forbidden meeting outweighs everything, a kept partner lost all but it.
_PRICE_APART = 10**8
PRICE_TOGETHER = 10**6
_PRICE_RATHER_APART = 500


class Prices:
    """What one meeting more (or less) costs, by what the pair has had so far."""

    def __init__(self, partner_price: int) -> None:
        price = [_price(value, partner_price) for value in range(_SIZE)]
        self.add_partner = [0] * _SIZE
        self.add_opponent = [0] * _SIZE
        self.drop_partner = [0] * _SIZE
        self.drop_opponent = [0] * _SIZE
        for value in range(_SIZE):
            if value & _MOST < _MOST:
                self.add_opponent[value] = price[value + _OPPONENT] - price[value]
            if value & _MOST:
                self.drop_opponent[value] = price[value - _OPPONENT] - price[value]
            if value >> 5 & _MOST < _MOST:
                self.add_partner[value] = price[value + _PARTNER] - price[value]
            if value >> 5 & _MOST:
                self.drop_partner[value] = price[value - _PARTNER] - price[value]


def _price(value: int, partner_price: int) -> int:
    opponents, partners = value & _MOST, value >> 5 & _MOST
    meetings = opponents + partners
    if value & TOGETHER:
        return PRICE_TOGETHER * (opponents - partners)
    price = opponents * (opponents - 1) // 2 + meetings * (meetings - 1) // 2
    price += partner_price * (partners * (partners - 1) // 2)
    if value & APART:
        price += _PRICE_APART * meetings
    if value & RATHER_APART:
        price += _PRICE_RATHER_APART * meetings
    return price


#: While searching, a repeated partner is dear but can be passed through; at the end it is a wall.
SEARCHING = Prices(8)
STRICT = Prices(10**4)


class Fours:
    """Rounds of tables of four that are being improved.

    ``met`` is the n × n matrix of what pairs have had before (see :func:`blank`); it is changed in
    place and always includes the rounds.
    """

    def __init__(self, met: list[list[int]], rounds: Sequence[Sequence[int]]) -> None:
        self.met = met
        self.rounds = [list(seats) for seats in rounds]
        self.steps = 0
        for seats in self.rounds:
            for a, b, kind in meetings(seats):
                self._change(a, b, kind)

    def partner_repeats(self) -> int:
        """Partnerships beyond the first, of all pairs that may not be kept together."""
        twice = 2 * _PARTNER
        return sum(
            max(0, (value >> 5 & _MOST) - 1)
            for one, row in enumerate(self.met)
            if max(row) >= twice
            for value in row[one + 1 :]
            if value >= twice and not value & TOGETHER
        )

    def forbidden(self) -> int:
        """Meetings of pairs that must be apart, in the rounds being improved."""
        return sum(
            1 for seats in self.rounds for a, b, _ in meetings(seats) if self.met[a][b] & APART
        )

    def kept_pairs(self) -> int:
        """Rounds times pairs that are to be kept together and both sit."""
        mates = [
            (a, b)
            for a, row in enumerate(self.met)
            if max(row) >= TOGETHER
            for b, v in enumerate(row)
            if v & TOGETHER
        ]
        return sum(a < b and a in seats and b in seats for seats in self.rounds for a, b in mates)

    def broken_pairs(self) -> int:
        """How many of those are not partners."""
        return self.kept_pairs() - sum(
            1
            for seats in self.rounds
            for a, b, kind in meetings(seats)
            if kind == _PARTNER and self.met[a][b] & TOGETHER
        )

    def cost(self, prices: Prices) -> int:
        """The price of the rounds: what taking all their meetings back would save, or more."""
        total = 0
        undone: list[tuple[int, int, int]] = []
        for seats in self.rounds:
            for a, b, kind in meetings(seats):
                drop = prices.drop_partner if kind == _PARTNER else prices.drop_opponent
                total -= drop[self.met[a][b]]
                self._change(a, b, -kind)
                undone.append((a, b, kind))
        for a, b, kind in undone:
            self._change(a, b, kind)
        return total

    def settle(self, prices: Prices, steps: int, lots: Lots, sample: int = 40) -> int:
        """Sweep over the tables and take every swap that helps; the price that is left.

        For each seat with a repeat up to ``sample`` swaps within its round are tried. Ends when a
        sweep changes nothing, or after ``steps`` tried swaps.
        """
        limit = self.steps + steps
        idle = 0
        while idle < 2 and self.steps < limit:
            idle += 1
            for seats in self.rounds:
                for x in range(len(seats)):
                    if self._saving(prices, seats, x) <= 0:
                        continue
                    best, y = self._best_swap(prices, seats, x, lots, sample)
                    if best < 0:
                        self._swap(seats, x, y)
                        idle = 0
                    if self.steps >= limit:
                        break
        return self.cost(prices)

    def _best_swap(
        self, prices: Prices, seats: list[int], x: int, lots: Lots, sample: int
    ) -> tuple[int, int]:
        count = len(seats)
        tried = min(sample, count - 1)
        start = lots.below(count)
        stride = 1 if count <= sample else 1 + lots.below(count - 1) // sample
        best, best_y = 0, x
        for k in range(tried):
            y = (start + k * stride) % count
            if y in {x, x ^ 2}:
                continue
            delta = self._swap_price(prices, seats, x, y)
            if delta < best:
                best, best_y = delta, y
        self.steps += tried
        return best, best_y

    def anneal(self, prices: Prices, steps: int, goal: int, lots: Lots) -> int:
        """Search with a falling temperature; keeps the best rounds found, returns their price.

        Only seats with a repeat are moved. Ends early at a price of ``goal``.
        """
        cost = best = self.cost(prices)
        kept = [list(seats) for seats in self.rounds]
        drop_p, drop_o = prices.drop_partner, prices.drop_opponent
        per_level = max(1, steps // len(CHANCES))
        for chance in CHANCES:
            reach = len(chance)
            for _ in range(per_level):
                if best <= goal:
                    break
                bits = lots.bits()
                seats = self.rounds[(bits & 0xFFFF) * len(self.rounds) >> 16]
                x = (bits >> 16 & 0xFFFF) * len(seats) >> 16
                row = self.met[seats[x]]
                if not (
                    drop_p[row[seats[x ^ 2]]]
                    or drop_o[row[seats[x ^ 1]]]
                    or drop_o[row[seats[x ^ 3]]]
                ):
                    continue
                y = (bits >> 32 & 0xFFFF) * len(seats) >> 16
                if y in {x, x ^ 2}:
                    continue
                pairs = not bits >> 60 and y >> 2 != x >> 2
                price = self._pair_price if pairs else self._swap_price
                delta = price(prices, seats, x, y)
                if delta > 0 and (delta >= reach or lots.bits() >> 32 >= chance[delta]):
                    continue
                (self._swap_pairs if pairs else self._swap)(seats, x, y)
                cost += delta
                if cost < best:
                    best = cost
                    kept = [list(seats) for seats in self.rounds]
            self.steps += per_level
        self.restore(kept)
        return best

    def restore(self, rounds: Sequence[Sequence[int]]) -> None:
        """Put other rounds in the place of the present ones."""
        for seats in self.rounds:
            for a, b, kind in meetings(seats):
                self._change(a, b, -kind)
        self.rounds = [list(seats) for seats in rounds]
        for seats in self.rounds:
            for a, b, kind in meetings(seats):
                self._change(a, b, kind)

    def _change(self, a: int, b: int, kind: int) -> None:
        self.met[a][b] += kind
        self.met[b][a] += kind

    def _saving(self, prices: Prices, seats: list[int], x: int) -> int:
        """What the meetings of seat x cost at present, beyond first ones."""
        row = self.met[seats[x]]
        return -(
            prices.drop_partner[row[seats[x ^ 2]]]
            + prices.drop_opponent[row[seats[x ^ 1]]]
            + prices.drop_opponent[row[seats[x ^ 3]]]
        )

    def _swap_price(self, prices: Prices, seats: list[int], x: int, y: int) -> int:
        """What swapping the people on seats x and y would cost (negative: save)."""
        add_p, add_o = prices.add_partner, prices.add_opponent
        drop_p, drop_o = prices.drop_partner, prices.drop_opponent
        row_a, row_b = self.met[seats[x]], self.met[seats[y]]
        if x >> 2 == y >> 2:  # turned: the partners of x and of y change places as opponents
            p, q = seats[x ^ 2], seats[y ^ 2]
            return (
                drop_p[row_a[p]] + add_o[row_a[p]] + drop_p[row_b[q]] + add_o[row_b[q]]
                + drop_o[row_a[q]] + add_p[row_a[q]] + drop_o[row_b[p]] + add_p[row_b[p]]
            )  # fmt: skip
        p, q, r = seats[x ^ 2], seats[x ^ 1], seats[x ^ 3]
        s, t, u = seats[y ^ 2], seats[y ^ 1], seats[y ^ 3]
        return (
            drop_p[row_a[p]] + drop_o[row_a[q]] + drop_o[row_a[r]]
            + add_p[row_b[p]] + add_o[row_b[q]] + add_o[row_b[r]]
            + drop_p[row_b[s]] + drop_o[row_b[t]] + drop_o[row_b[u]]
            + add_p[row_a[s]] + add_o[row_a[t]] + add_o[row_a[u]]
        )  # fmt: skip

    def _swap(self, seats: list[int], x: int, y: int) -> None:
        for z in (x, y):
            self._meet(seats, z, -1)
        if x >> 2 == y >> 2:  # the pair x, y was taken back twice
            self._change(seats[x], seats[y], _OPPONENT)
        seats[x], seats[y] = seats[y], seats[x]
        for z in (x, y):
            self._meet(seats, z, 1)
        if x >> 2 == y >> 2:
            self._change(seats[x], seats[y], -_OPPONENT)

    def _meet(self, seats: list[int], x: int, sign: int) -> None:
        one = seats[x]
        self._change(one, seats[x ^ 2], sign * _PARTNER)
        self._change(one, seats[x ^ 1], sign * _OPPONENT)
        self._change(one, seats[x ^ 3], sign * _OPPONENT)

    def _pair_price(self, prices: Prices, seats: list[int], x: int, y: int) -> int:
        """What swapping the partners on x and x ^ 2 with those on y and y ^ 2 would cost."""
        add_o, drop_o = prices.add_opponent, prices.drop_opponent
        q, r, t, u = seats[x ^ 1], seats[x ^ 3], seats[y ^ 1], seats[y ^ 3]
        delta = 0
        for z in (x, x ^ 2):
            row = self.met[seats[z]]
            delta += drop_o[row[q]] + drop_o[row[r]] + add_o[row[t]] + add_o[row[u]]
        for z in (y, y ^ 2):
            row = self.met[seats[z]]
            delta += drop_o[row[t]] + drop_o[row[u]] + add_o[row[q]] + add_o[row[r]]
        return delta

    def _swap_pairs(self, seats: list[int], x: int, y: int) -> None:
        for z in (x, x ^ 2, y, y ^ 2):
            self._change(seats[z], seats[z ^ 1], -_OPPONENT)
            self._change(seats[z], seats[z ^ 3], -_OPPONENT)
        for z in (x, x ^ 2):
            w = y if z == x else y ^ 2
            seats[z], seats[w] = seats[w], seats[z]
        for z in (x, x ^ 2, y, y ^ 2):
            self._change(seats[z], seats[z ^ 1], _OPPONENT)
            self._change(seats[z], seats[z ^ 3], _OPPONENT)


def blank(n: int) -> list[list[int]]:
    """The matrix of n people who have never met and have no wishes."""
    return [[0] * n for _ in range(n)]


def meetings(seats: Sequence[int]) -> list[tuple[int, int, int]]:
    """Every pair at the tables of a round, with how it met."""
    found = []
    for k in range(0, len(seats), 4):
        a, b, c, d = seats[k : k + 4]
        found += [(a, c, _PARTNER), (b, d, _PARTNER)]
        found += [(one, other, _OPPONENT) for one in (a, c) for other in (b, d)]
    return found


def remember(met: list[list[int]], seats: Sequence[int]) -> None:
    """Put a round that was played into the matrix."""
    for a, b, kind in meetings(seats):
        most = _MOST if kind == _OPPONENT else _MOST << 5
        if met[a][b] & most < most:
            met[a][b] += kind
            met[b][a] += kind


def mark(met: list[list[int]], a: int, b: int, wish: int) -> None:
    """Put a wish (APART, RATHER_APART, TOGETHER) into the matrix."""
    met[a][b] |= wish
    met[b][a] |= wish
