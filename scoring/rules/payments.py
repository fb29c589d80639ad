"""Who pays whom when a game for money ends: the fewest payments that settle all balances.

Words: a *balance* is what a player has won (above 0) or lost (below 0) in cents; together they are 0.
A *payment* goes from one who lost to one who won.
A group of m players whose balances are 0 together is settled with m − 1 payments, and never with
fewer unless it falls apart into such groups. So the fewest payments are the players less the largest
number of groups; the search over all subsets is exact and small, for a table has few players.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple


class Payment(NamedTuple):
    """``payer`` and ``receiver`` are positions in the balances, ``amount`` is above 0."""

    payer: int
    receiver: int
    amount: int


def payments(balances: Sequence[int]) -> list[Payment]:
    """The fewest payments after which everybody is even; ValueError if together they are not 0.

    The same balances give the same payments on every machine.
    """
    if sum(balances):
        raise ValueError("the balances do not add up to 0")
    open_ones = tuple(at for at, balance in enumerate(balances) if balance)
    settled: list[Payment] = []
    for group in _most_groups(tuple(balances), open_ones):
        settled += _settle(balances, group)
    return settled


@lru_cache(maxsize=1024)
def _most_groups(
    balances: tuple[int, ...], open_ones: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """These players in as many groups as can be, each of which is 0 together."""
    if not open_ones:
        return ()
    first, *others = open_ones
    best: tuple[tuple[int, ...], ...] = ()
    for chosen in range(1 << len(others)):
        group = (first, *(other for bit, other in enumerate(others) if chosen >> bit & 1))
        if sum(balances[at] for at in group):
            continue
        rest = tuple(at for at in open_ones if at not in group)
        groups = (group, *_most_groups(balances, rest))
        if len(groups) > len(best):
            best = groups
    return best


def _settle(balances: Sequence[int], group: Sequence[int]) -> list[Payment]:
    """One payment less than there are players: the largest debt goes to the largest claim."""
    left = {at: balances[at] for at in group}
    made = []
    while any(left.values()):
        payer = min(left, key=lambda at: (left[at], at))
        receiver = max(left, key=lambda at: (left[at], -at))
        amount = min(-left[payer], left[receiver])
        left[payer] += amount
        left[receiver] -= amount
        made.append(Payment(payer, receiver, amount))
    return made
