"""What eighteen of the 32 cards of Cinq Cents can make.

A *pair* is what both players have after a played-out deal. Only nine tricks of two cards are played,
so the points have no fixed sum: one player has 2k cards, the other 18 − 2k, and the last trick's ten
lies with one of them. All pairs are counted out from the pack, once, on first use.
Source: jassverzeichnis.ch, Cinq Cents.
"""

from functools import lru_cache

from scoring.rules.jass import RANKS, pack_values
from scoring.rules.subsets import numbers, sums_by_count
from scoring.rules.weis import Pack

HAND = 9
IN_PLAY = 2 * HAND
TRICK = 2
LAST_TRICK = 10

WITHOUT_SIXES = RANKS[1:]
PACK = Pack(
    (WITHOUT_SIXES,) * 4,
    ((3, 20), (4, 50), (5, 100), (6, 100), (7, 100), (8, 100)),
    (("A", 100), ("K", 100), ("O", 100), ("8", 100), ("7", 100), ("U", 200)),
)
"""No four nines and no four tens; five and more in a row still 100."""


def _values() -> tuple[int, ...]:
    return pack_values("eicheln", WITHOUT_SIXES)


@lru_cache(maxsize=1)
def _all_tricks() -> int:
    """The mask of what a player with all nine tricks can have."""
    return sums_by_count(_values())[IN_PLAY] << LAST_TRICK


def is_match(points: int) -> bool:
    """Whether all nine tricks can hold so much."""
    return bool(_all_tricks() >> points & 1)


@lru_cache(maxsize=1)
def highest() -> int:
    """The most that a deal holds."""
    return _all_tricks().bit_length() - 1


def lowest_sum() -> int:
    """The least that a deal holds."""
    return (_all_tricks() & -_all_tricks()).bit_length() - 1


def is_pair(first: int, second: int) -> bool:
    """Whether both can have so much at once, each with at least one trick."""
    row, pairs = _pairs()
    return first * row + second in pairs


@lru_cache(maxsize=1)
def _pairs() -> tuple[int, frozenset[int]]:
    """All pairs, each as one number (first × row + second), and the row.

    A set, for asking a mask of that many bits would copy most of it each time.
    """
    row = highest() + 1
    # by cards of the first and of the second player: the mask of the pairs they can make
    masks = {(0, 0): 1}
    for value in _values():
        grown = dict(masks)
        for (first, second), mask in masks.items():
            if first + second < IN_PLAY:
                for key, shift in (
                    ((first + 1, second), value * row),
                    ((first, second + 1), value),
                ):
                    grown[key] = grown.get(key, 0) | mask << shift
        masks = grown
    pairs = 0
    for tricks in range(1, HAND):
        mask = masks[tricks * TRICK, IN_PLAY - tricks * TRICK]
        pairs |= mask << LAST_TRICK * row | mask << LAST_TRICK
    return row, numbers(pairs)
