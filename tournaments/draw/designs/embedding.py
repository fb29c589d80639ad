"""Continuing a construction that other lots began: finding the played rounds inside it.

The rounds played fit a construction if its points can be dealt to the people so that every round
played is one of the construction's rounds; then its other rounds are still to come, and nobody
meets anybody twice. Depth first, always dealing to whoever has the fewest points left; bounded by
steps.
"""

from collections.abc import Sequence

from tournaments.draw.lots import Lots

_NEVER = -1


class Embedding:
    """One search for the rounds ``played`` (flat seats of four) among those of a construction."""

    def __init__(
        self,
        played: Sequence[Sequence[int]],
        rounds: Sequence[Sequence[int]],
        lots: Lots,
        *,
        steps: int,
    ) -> None:
        self._n = len(rounds[0])
        self._played = len(played)
        self._left = steps
        self._lots = lots
        # Which round of the construction brings two points together, and with whom a point sits.
        self._round_of = [[_NEVER] * self._n for _ in range(self._n)]
        self._mates = [[set(table) for table in _by_seat(seats, self._n)] for seats in rounds]
        for number, tables in enumerate(self._mates):
            for point, table in enumerate(tables):
                for mate in table:
                    self._round_of[point][mate] = number
        self._together = [_by_seat(seats, self._n) for seats in played]
        self._point: list[int] = [_NEVER] * self._n
        self._dealt: dict[int, int] = {}
        self._class: list[int] = [_NEVER] * self._played

    def find(self) -> tuple[list[int], list[int]] | None:
        """Whose point each person is, and which rounds of the construction were played."""
        return (list(self._point), list(self._class)) if self._deal() else None

    def _deal(self) -> bool:
        if len(self._dealt) == self._n:
            return True
        person, points = self._tightest()
        for point in self._lots.shuffled(points):
            self._left -= 1
            if self._left < 0:
                return False
            before = list(self._class)
            if self._fits(person, point):
                self._point[person] = point
                self._dealt[point] = person
                if self._deal():
                    return True
                self._point[person] = _NEVER
                del self._dealt[point]
            self._class = before
        return False

    def _tightest(self) -> tuple[int, list[int]]:
        """The person with the fewest points that their table mates leave, and those points."""
        best: tuple[tuple[int, int], int, set[int]] | None = None
        free = set(range(self._n)) - self._dealt.keys()
        for person in range(self._n):
            if self._point[person] != _NEVER:
                continue
            points, known = free, 0
            for number in range(self._played):
                for mate in self._together[number][person]:
                    point = self._point[mate]
                    if point != _NEVER:
                        known += 1
                        if self._class[number] != _NEVER:
                            points = points & self._mates[self._class[number]][point]
            fewest = len(points), -known
            if best is None or fewest < best[0]:
                best = fewest, person, points
            if len(points) < 2:
                break
        if best is None:  # pragma: no cover - asked only while somebody has no point
            raise AssertionError("everybody has a point")
        return best[1], sorted(best[2])

    def _fits(self, person: int, point: int) -> bool:
        """Whether all meetings with those who have points agree; fixes rounds not yet known."""
        for other_point, other in self._dealt.items():
            brings = self._round_of[point][other_point]
            for number in range(self._played):
                known = self._class[number]
                if other not in self._together[number][person]:
                    if known != _NEVER and known == brings:
                        return False
                elif known == _NEVER and brings != _NEVER and brings not in self._class:
                    self._class[number] = brings
                elif known == _NEVER or known != brings:
                    return False
        return True


def _by_seat(seats: Sequence[int], n: int) -> list[list[int]]:
    """For each of n people the whole table they sit at."""
    tables: list[list[int]] = [[] for _ in range(n)]
    for k in range(0, len(seats), 4):
        for one in seats[k : k + 4]:
            tables[one] = list(seats[k : k + 4])
    return tables
