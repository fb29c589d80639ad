"""Sizes without an easy construction: one or two base rounds each, developed by a cyclic group.

The points are 0…kg−1, point p standing for (p mod g) in the copy p // g of the group Z_g, and
fixed points after them; adding 1 … g − 1 to every base round gives the other rounds. The base
rounds were found by our own search with that symmetry and are checked by the tests; that such
rounds exist is known (Colbourn and Dinitz, Handbook of Combinatorial Designs, resolvable group divisible
designs with blocks of four).
"""

#: people: (order of the group, copies of it, base rounds)
BASES: dict[int, tuple[int, int, tuple[tuple[int, ...], ...]]] = {
    24: (
        7,
        3,
        ((12, 13, 10, 20, 17, 4, 16, 14, 1, 23, 19, 7, 22, 11, 0, 15, 21, 2, 18, 9, 8, 5, 6, 3),),
    ),
}


def most_rounds(n: int) -> int:
    """Rounds this construction has for n people, 0 where it has none."""
    if n not in BASES:
        return 0
    order, _, bases = BASES[n]
    return order * len(bases)


def rounds(n: int) -> list[list[int]]:
    """All rounds, flat seats of four."""
    order, copies, bases = BASES[n]

    def moved(point: int, shift: int) -> int:
        if point >= order * copies:
            return point
        return point // order * order + (point % order + shift) % order

    return [[moved(point, shift) for point in base] for base in bases for shift in range(order)]
