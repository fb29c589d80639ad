"""Who waits in which round: nobody a second time before everybody waited once.

The ones who waited least wait first; among them those who missed the fewest rounds (whoever has
just come late is not sent away at once); then the lot or the standing decides. Partners who are kept together wait
together where two wait. Never looks at points.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from itertools import combinations

from tournaments.draw.request import Request
from tournaments.draw.result import DrawnRound, Id


def waits_so_far(request: Request, history: Sequence[DrawnRound]) -> dict[Id, int]:
    """Waits of each entry before this draw: as handed in, else counted from the history."""
    counted = dict.fromkeys(request.entries, 0)
    for played in history:
        for one in played.waiting:
            if one in counted:
                counted[one] += 1
    counted.update(request.waited)
    return counted


def rounds_missed(request: Request, history: Sequence[DrawnRound]) -> dict[Id, int]:
    """Rounds of the history in which an entry neither sat nor waited."""
    missed = dict.fromkeys(request.entries, len(history))
    for played in history:
        for one in (*played.waiting, *(one for table in played.tables for one in table)):
            if one in missed:
                missed[one] -= 1
    return missed


class WaitingOrder:
    """Who is next to wait, people being indices.

    ``first_to_wait`` decides among equals; ``mates`` maps those kept together to each other.
    """

    def __init__(
        self,
        waited: Sequence[int],
        missed: Sequence[int],
        first_to_wait: Sequence[int],
        mates: Mapping[int, int] | None = None,
    ) -> None:
        self.times = list(waited)
        self._missed = list(missed)
        self._mates = mates or {}
        self._place = {one: place for place, one in enumerate(first_to_wait)}

    def plan(self, rounds: int, waiting: int) -> list[list[int]]:
        """For each round the indices of those who wait; does not change the order itself."""
        times = list(self.times)
        plan = []
        for _ in range(rounds):
            chosen = self._next(times, waiting)
            plan.append(chosen)
            for one in chosen:
                times[one] += 1
        return plan

    def after(self, waits: Sequence[Sequence[int]]) -> "WaitingOrder":
        """The order once these rounds have been waited."""
        later = copy(self)
        later.times = list(self.times)
        for chosen in waits:
            for one in chosen:
                later.times[one] += 1
        return later

    def _next(self, times: Sequence[int], waiting: int) -> list[int]:
        order = self._ordered(times)
        chosen: list[int] = []
        while len(chosen) < waiting:
            level = times[next(one for one in order if one not in chosen)]
            open_ = [one for one in order if one not in chosen and times[one] == level]
            room = waiting - len(chosen)
            for one in open_:
                mate = self._mates.get(one)
                if mate is None:
                    chosen.append(one)
                    break
                if room >= 2 and mate in open_:
                    chosen += [one, mate]
                    break
            else:
                chosen.append(open_[0])
        return sorted(chosen)

    def choices(self, times: Sequence[int], waiting: int) -> Iterator[tuple[int, ...]]:
        """Every fair choice for the next round, the planned one first."""
        order = self._ordered(times)
        last = times[order[waiting - 1]] if waiting else 0
        certain = tuple(one for one in order if times[one] < last) if waiting else ()
        level = [one for one in order if waiting and times[one] == last]
        first = tuple(self._next(times, waiting))
        yield first
        for rest in combinations(level, waiting - len(certain)):
            choice = tuple(sorted(certain + rest))
            if choice != first:
                yield choice

    def _ordered(self, times: Sequence[int]) -> list[int]:
        return sorted(
            range(len(times)), key=lambda one: (times[one], self._missed[one], self._place[one])
        )
