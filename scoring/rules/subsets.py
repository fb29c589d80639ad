"""Counting over card sets: which sums can so many cards make?

A *mask* is a set of small numbers as one integer: bit s is set where s is in the set. Adding a card
of value v to every set at once is then one shift, so a whole deck takes well under a millisecond.
Knows no game: decks are lists of card values.
"""

from collections.abc import Iterable


def sums_by_count(values: Iterable[int]) -> list[int]:
    """For each number of cards n the mask of the sums that n of these cards can make."""
    cards = list(values)
    masks = [1] + [0] * len(cards)
    for seen, value in enumerate(cards):
        for count in range(seen, -1, -1):
            masks[count + 1] |= masks[count] << value
    return masks


def numbers(mask: int) -> frozenset[int]:
    """The numbers in a mask."""
    return frozenset(i for i, bit in enumerate(reversed(f"{mask:b}")) if bit == "1")


def missing(mask: int, highest: int) -> tuple[int, ...]:
    """The numbers from 0 to `highest` that are not in the mask, in order."""
    return tuple(number for number in range(highest + 1) if not mask >> number & 1)


def add_masks(first: int, second: int) -> int:
    """The mask of all sums of one number from each."""
    result, shift = 0, 0
    while second:
        zeros = (second & -second).bit_length() - 1
        second >>= zeros
        shift += zeros
        result |= first << shift
        second >>= 1
        shift += 1
    return result
