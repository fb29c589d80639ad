"""Who pays whom at the end: everybody is even, with as few payments as can be."""

from itertools import product

import pytest

from scoring.rules.payments import payments


def left_after(balances, made):
    left = list(balances)
    for payer, receiver, amount in made:
        assert amount > 0
        left[payer] += amount
        left[receiver] -= amount
    return left


def fewest(balances):
    """By trying: the players less the groups they fall into, over every way to give them groups."""
    open_ones = [balance for balance in balances if balance]
    best = 0
    for named in product(range(len(open_ones)), repeat=len(open_ones)):
        groups = [
            [balance for balance, name in zip(open_ones, named, strict=True) if name == group]
            for group in set(named)
        ]
        if all(sum(group) == 0 for group in groups):
            best = max(best, len(groups))
    return len(open_ones) - best


@pytest.mark.parametrize("size", [3, 4])
def test_every_small_table_is_settled_with_the_fewest_payments(size):
    for first in product(range(-3, 4), repeat=size - 1):
        balances = [*first, -sum(first)]
        made = payments(balances)
        assert left_after(balances, made) == [0] * size
        assert len(made) == fewest(balances)


def test_two_pairs_settle_among_themselves():
    assert payments([120, -80, 80, -120]) == [(3, 0, 120), (1, 2, 80)]


def test_six_players_fall_into_two_groups_of_three():
    balances = [50, -20, -30, 70, -60, -10]
    assert len(payments(balances)) == 4
    assert left_after(balances, payments(balances)) == [0] * 6


def test_who_neither_won_nor_lost_pays_nobody():
    assert payments([0, 30, -30, 0]) == [(2, 1, 30)]
    assert payments([0, 0, 0]) == []


def test_balances_that_are_not_even_are_refused():
    with pytest.raises(ValueError, match="0"):
        payments([10, -20, 20])
