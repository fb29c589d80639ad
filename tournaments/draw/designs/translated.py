"""32 people at tables of four over 10 rounds, nobody meeting anybody twice: the most there can be.

The points are the elements (a, b) of Z_8 × Z_4, point 4a + b. Each round is one table, moved by all
eight elements of a subgroup; the table has one point in each coset of it, so the round seats
everybody. Of the 31 others everybody meets 30; a and a + 4 never sit together.

Found by our own exact-cover search over such rounds; the tests count every pair. That ten rounds
exist is known since A. Aguado, A 10 days solution to the social golfer problem (2004).
"""

from itertools import product

_ORDER = (8, 4)

Point = tuple[int, int]

#: For each round the generators of the subgroup, and the table.
_ROUNDS: tuple[tuple[tuple[Point, ...], tuple[Point, Point, Point, Point]], ...] = (
    (((0, 1), (4, 0)), ((0, 0), (1, 2), (2, 1), (7, 0))),
    (((0, 1), (4, 0)), ((0, 0), (5, 3), (6, 3), (7, 1))),
    (((0, 1), (4, 0)), ((0, 0), (5, 2), (2, 0), (3, 1))),
    (((0, 1), (4, 0)), ((0, 0), (1, 1), (6, 0), (3, 2))),
    (((0, 2), (2, 1)), ((0, 0), (2, 2), (1, 0), (5, 1))),
    (((0, 2), (2, 1)), ((0, 0), (4, 3), (7, 3), (1, 3))),
    (((0, 2), (2, 1)), ((0, 0), (4, 1), (5, 0), (3, 0))),
    (((0, 2), (2, 1)), ((0, 0), (6, 2), (3, 3), (7, 2))),
    (((1, 2),), ((0, 0), (6, 1), (4, 2), (2, 3))),
    (((1, 2),), ((0, 0), (0, 1), (0, 2), (0, 3))),
)


def most_rounds(n: int) -> int:
    """Rounds this construction has for n people, 0 where it has none."""
    return len(_ROUNDS) if n == 32 else 0


def rounds(n: int) -> list[list[int]]:
    """All rounds, flat seats of four."""
    if n != 32:
        raise LookupError(f"There is no such construction for {n} people.")
    return [
        [4 * a + b for moved in _subgroup(generators) for a, b in (_add(p, moved) for p in table)]
        for generators, table in _ROUNDS
    ]


def _add(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) % _ORDER[0], (one[1] + other[1]) % _ORDER[1]


def _subgroup(generators: tuple[Point, ...]) -> list[Point]:
    found: set[Point] = {(0, 0)}
    while True:
        larger = found | {_add(one, other) for one, other in product(found, generators)}
        if larger == found:
            return sorted(found)
        found = larger
