"""The constructions are what they claim to be, counted point by point."""

from collections import Counter
from itertools import combinations

import pytest

from tournaments.draw.designs import CONSTRUCTIONS, circle, grids, whist
from tournaments.draw.designs.fields import Field, prime_power
from tournaments.draw.designs.whist_bases import BASES

SIZES = [*range(8, 101, 4), 256]


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize(("name", "construction"), CONSTRUCTIONS)
def test_nobody_meets_anybody_twice_in_a_construction(name, construction, n):
    most = construction.most_rounds(n)
    rounds = construction.rounds(n) if most else []
    assert len(rounds) == most
    met = set()
    for seats in rounds:
        assert sorted(seats) == list(range(n))
        for k in range(0, n, 4):
            pairs = {frozenset(pair) for pair in combinations(seats[k : k + 4], 2)}
            assert not pairs & met
            met |= pairs


@pytest.mark.parametrize(
    ("n", "rounds"),
    [(16, 5), (20, 5), (24, 7), (28, 9), (32, 10), (40, 13), (52, 17), (64, 21), (76, 25)],
)
def test_the_known_optimum_is_reached_by_some_construction(n, rounds):
    assert max(construction.most_rounds(n) for _, construction in CONSTRUCTIONS) >= rounds


@pytest.mark.parametrize("n", [*range(4, 49, 4), 5, 9, 13, 17, 21, 25, 29, 37])
def test_everybody_is_partner_of_everybody_exactly_once_in_a_whist_tournament(n):
    _, rounds, waits = whist.rounds(n)
    assert len(rounds) == len(waits) == (n - 1 if n % 4 == 0 else n)
    partners = Counter()
    for seats, waiting in zip(rounds, waits, strict=True):
        assert sorted([*seats, *waiting]) == list(range(n))
        for k in range(0, len(seats), 4):
            partners.update([frozenset(seats[k : k + 4 : 2]), frozenset(seats[k + 1 : k + 4 : 2])])
    assert len(partners) == n * (n - 1) // 2
    assert set(partners.values()) == {1}


@pytest.mark.parametrize("n", sorted({*BASES, 5, 9, 13, 16, 17, 25, 28, 29, 37, 40}))
def test_everybody_is_opponent_of_everybody_exactly_twice_in_a_whist_tournament_proper(n):
    opponents = Counter()
    for seats in whist.rounds(n)[1]:
        for k in range(0, len(seats), 4):
            a, b, c, d = seats[k : k + 4]
            opponents.update(frozenset(pair) for pair in ((a, b), (a, d), (c, b), (c, d)))
    assert len(opponents) == n * (n - 1) // 2
    assert set(opponents.values()) == {2}


@pytest.mark.parametrize("n", [2, 3, 8, 9])
def test_the_circle_brings_everybody_together_once(n):
    met = Counter(frozenset(pair) for pairs in circle.rounds(n) for pair in pairs)
    assert len(met) == n * (n - 1) // 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize(
    ("n", "size"), [(9, 3), (25, 5), (24, 3), (42, 6), (35, 5), (30, 6), (12, 5)]
)
def test_nobody_meets_anybody_twice_in_a_grid(n, size):
    most = grids.most_rounds(n, size)
    met = Counter()
    for seats in grids.rounds(n, size) if most else []:
        assert sorted(seats) == list(range(n))
        for k in range(0, n, size):
            met.update(frozenset(pair) for pair in combinations(seats[k : k + size], 2))
    assert max(met.values(), default=0) == (1 if most else 0)


@pytest.mark.parametrize("q", [2, 3, 4, 5, 8, 9, 16, 25])
def test_a_field_has_inverses_and_distributes(q):
    field = Field(q)
    assert sorted(field.powers()) == list(range(1, q))
    for a in range(q):
        assert sorted(field.add(a, b) for b in range(q)) == list(range(q))
        if a:
            assert sorted(field.multiply(a, b) for b in range(q)) == list(range(q))
        b, c = q - 1, q // 2
        assert field.multiply(a, field.add(b, c)) == field.add(
            field.multiply(a, b), field.multiply(a, c)
        )


def test_there_is_no_field_of_six_elements():
    assert prime_power(6) is None
    with pytest.raises(LookupError):
        Field(6)
