"""n = 4m people in four groups of m; every table takes one of each group.

Round r sits a of the first group with a + s, a + t, a + u of the others, for shifts (s, t, u) in
an abelian group of order m. Two rounds share no pair if s, t, u, t − s, u − s and u − t all differ:
the classical construction of a resolvable transversal design. Where m is a prime power the shifts
(r, xr, yr) in the field give m rounds; elsewhere as many shifts are searched as are asked for, in
the cyclic group. Any size from 20 on has the handful of rounds of an evening this way.
"""

from functools import cache

from tournaments.draw.designs.fields import Field, prime_power

_STEPS = 20_000
_MOST_SHIFTS = 100  # no evening has more rounds


@cache
def most_rounds(n: int) -> int:
    """Rounds this construction surely has for n people (more may be found by asking)."""
    m = n // 4
    if n % 4 or m < 4:
        return 0
    if prime_power(m):
        return m + (1 if m % 4 == 0 else 0)
    return len(_cyclic_shifts(m, min(m, _MOST_SHIFTS)))


def rounds(n: int) -> list[list[int]]:
    """All rounds, flat seats of four; group g is the points gm … gm + m − 1."""
    m = n // 4
    field = Field(m) if prime_power(m) else None
    if field:
        x, y = 2, 3
        shifts = [(r, field.multiply(x, r), field.multiply(y, r)) for r in range(m)]
    else:
        shifts = _cyclic_shifts(m, min(m, _MOST_SHIFTS))

    def add(a: int, b: int) -> int:
        return field.add(a, b) if field else (a + b) % m

    found = [
        [
            seat
            for a in range(m)
            for seat in (a, m + add(a, s), 2 * m + add(a, t), 3 * m + add(a, u))
        ]
        for s, t, u in shifts
    ]
    if field and m % 4 == 0:
        found.append(list(range(n)))
    return found


@cache
def _cyclic_shifts(m: int, wanted: int) -> list[tuple[int, int, int]]:
    """As many shifts as are found within the step bound: depth first, r-th round has s = r."""
    best: list[tuple[int, int, int]] = []
    chosen: list[tuple[int, int, int]] = []
    used = [set[int]() for _ in range(5)]
    steps = 0

    def extend(s: int) -> bool:
        nonlocal best, steps
        if len(chosen) > len(best):
            best = list(chosen)
        if len(best) >= wanted or s == m:
            return len(best) >= wanted
        for i in range(m):
            t = (2 * s + i) % m
            if t in used[0] or (t - s) % m in used[1]:
                continue
            for j in range(m):
                steps += 1
                if steps > _STEPS:
                    return True
                u = (3 * s + i + j) % m
                marks = (t, (t - s) % m, u, (u - s) % m, (u - t) % m)
                if any(mark in seen for mark, seen in zip(marks, used, strict=True)):
                    continue
                for mark, seen in zip(marks, used, strict=True):
                    seen.add(mark)
                chosen.append((s, t, u))
                if extend(s + 1):
                    return True
                chosen.pop()
                for mark, seen in zip(marks, used, strict=True):
                    seen.discard(mark)
        return extend(s + 1)

    extend(0)
    return best
