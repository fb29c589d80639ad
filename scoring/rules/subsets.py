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


def add_masks(many: int, few: int) -> int:
    """The mask of all sums of one number from each; takes as many steps as `few` has numbers."""
    result = 0
    for number in numbers(few):
        result |= many << number
    return result


def multiples(mask: int, factor: int) -> int:
    """The mask of each number times the factor."""
    return sum(1 << number * factor for number in numbers(mask))


def repeated(mask: int, highest: int) -> list[int]:
    """For each n up to `highest` the mask of the sums of n numbers from the mask."""
    masks = [1]
    for _n in range(highest):
        masks.append(add_masks(masks[-1], mask))
    return masks
