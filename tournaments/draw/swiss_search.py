"""Tables in the order of the standings: the nearest first, every other way after it.

Works on positions 0…m−1 in order of standing. Depth first: the best one without a table gets the
nearest possible company; where that leads nowhere, the choice before is changed. Bounded by steps.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

Group = tuple[int, ...]

_STEPS = 20_000


def nearest_tables(
    m: int, size: int, allowed: Callable[[Group], Group | None], *, window: int
) -> Iterator[list[Group]]:
    """Every way to seat all positions that is found, the nearest first.

    Company is looked for among the next ``window`` people without a table. ``allowed`` gets the positions of a table in order of standing and answers them in seat order,
    or None if they must not sit together.
    """
    if not m:
        yield []
        return

    def options(open_: list[int]) -> Iterator[Group]:
        near = combinations(open_[1 : 1 + window], size - 1)
        for rest in sorted(near, key=lambda group: (sum(group), group)):
            table = allowed((open_[0], *rest))
            if table is not None:
                yield table

    chosen: list[Group] = []
    everyone = list(range(m))
    stack = [(everyone, options(everyone))]
    for _ in range(_STEPS + m):
        if not stack:
            return
        open_, ways = stack[-1]
        table = next(ways, None)
        if table is None:
            stack.pop()
            if chosen:
                chosen.pop()
            continue
        rest = [position for position in open_ if position not in table]
        if not rest:
            yield [*chosen, table]
            continue
        chosen.append(table)
        stack.append((rest, options(rest)))
