"""Pairs without a repeat by exhaustive search: finds them, or proves that there are none.

People are indices, sets of people are bit masks. A pair are the partners at a table of four, or the
two of a game (table size 2). Each round is a perfect matching of those who sit; where some people
must be apart, partners must also fit onto tables. Bounded by steps: beyond them the answer is "not
found", never "impossible".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draw.waits import WaitingOrder


@dataclass(frozen=True, slots=True)
class Outcome:
    """``rounds`` and ``waits`` if found; ``proven`` if it is certain that there are none."""

    rounds: list[list[int]] | None
    waits: list[list[int]]
    proven: bool
    steps: int


class _OutOfSteps(Exception):
    pass


class PartnerSearch:
    """One search. ``partner[i]``: whom i may still have as partner; ``meet[i]``: sit with at all."""

    def __init__(
        self,
        partner: Sequence[int],
        meet: Sequence[int],
        waits: WaitingOrder,
        *,
        table_size: int,
        steps: int,
    ) -> None:
        self._partner = list(partner)
        self._meet = list(meet)
        self._order = waits
        self._n = len(partner)
        self._size = table_size
        self._waiting = self._n % table_size
        self._limit = steps
        self._steps = 0
        self._all = (1 << self._n) - 1
        self._free = all(mask | 1 << i == self._all for i, mask in enumerate(self._meet))
        self._rounds: list[list[int]] = []
        self._waits: list[list[int]] = []
        self._times = list(waits.times)
        self._last_partner = [-1]

    def run(self, rounds: int) -> Outcome:
        """Search for that many rounds."""
        try:
            found = self._round(rounds)
        except _OutOfSteps:
            return Outcome(None, [], False, self._steps)
        if not found:
            return Outcome(None, [], True, self._steps)
        return Outcome(self._rounds, self._waits, False, self._steps)

    def _round(self, left: int) -> bool:
        if not left:
            return True
        waiting = self._waiting
        if not waiting and any(mask.bit_count() < left for mask in self._partner):
            return False
        for choice in self._order.choices(self._times, waiting):
            self._waits.append(list(choice))
            for one in choice:
                self._times[one] += 1
            seated = self._all & ~sum(1 << one for one in choice)
            if self._match(seated, [], left):
                return True
            for one in choice:
                self._times[one] -= 1
            self._waits.pop()
        return False

    def _match(self, open_: int, pairs: list[tuple[int, int]], left: int) -> bool:
        self._steps += 1
        if self._steps > self._limit:
            raise _OutOfSteps
        if not open_:
            return self._seat(pairs, left)
        one = self._tightest(open_) if pairs else (open_ & -open_).bit_length() - 1
        options = self._partner[one] & open_
        if not pairs and not self._waiting:  # rounds are interchangeable: let its partners ascend
            options &= -1 << (self._last_partner[-1] + 1)
        while options:
            other = (options & -options).bit_length() - 1
            options &= options - 1
            pairs.append((one, other))
            self._partner[one] ^= 1 << other
            self._partner[other] ^= 1 << one
            if len(pairs) == 1:
                self._last_partner.append(other)
            if self._match(open_ & ~(1 << one | 1 << other), pairs, left):
                return True
            if len(pairs) == 1:
                self._last_partner.pop()
            self._partner[one] ^= 1 << other
            self._partner[other] ^= 1 << one
            pairs.pop()
        return False

    def _tightest(self, open_: int) -> int:
        best, fewest, rest = 0, self._n + 1, open_
        while rest:
            one = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            count = (self._partner[one] & open_).bit_count()
            if count < fewest:
                best, fewest = one, count
        return best

    def _seat(self, pairs: list[tuple[int, int]], left: int) -> bool:
        seats: list[int] | None = [one for pair in pairs for one in pair]
        if self._size == 4:
            seats = self._tables(list(pairs))
        if seats is None:
            return False
        self._rounds.append(seats)
        if self._round(left - 1):
            return True
        self._rounds.pop()
        return False

    def _tables(self, pairs: list[tuple[int, int]]) -> list[int] | None:
        """The pairs two by two so that nobody meets whom they must not; None if that fails."""
        if not pairs:
            return []
        (a, b), *others = pairs
        for i, (c, d) in enumerate(others):
            both = 1 << c | 1 << d
            if self._free or (self._meet[a] & both == both and self._meet[b] & both == both):
                rest = self._tables(others[:i] + others[i + 1 :])
                if rest is not None:
                    return [a, c, b, d, *rest]
        return None
