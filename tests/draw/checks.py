"""What must hold for any drawn evening, counted anew from the rounds alone."""

from collections import Counter
from itertools import combinations


def seated(played):
    return [one for table in played.tables for one in table]


def partnerships(rounds):
    """How often each two were partners at tables of four."""
    return Counter(
        frozenset(pair)
        for played in rounds
        for table in played.tables
        for pair in (table[::2], table[1::2])
    )


def meetings(rounds):
    """How often each two sat at one table."""
    return Counter(
        frozenset(pair)
        for played in rounds
        for table in played.tables
        for pair in combinations(table, 2)
    )


def most(counter):
    return max(counter.values(), default=0)


def waits(rounds, entries):
    times = Counter(one for played in rounds for one in played.waiting)
    return [times[one] for one in entries]


def assert_everybody_once(rounds, entries):
    for played in rounds:
        everyone = [*seated(played), *played.waiting]
        assert sorted(everyone, key=str) == sorted(entries, key=str)


def assert_waits_fair(rounds, entries):
    """After every round: at most one wait apart."""
    for number in range(1, len(rounds) + 1):
        times = waits(rounds[:number], entries)
        assert max(times) - min(times) <= 1
