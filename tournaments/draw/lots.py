"""The draw's own random numbers: the same on every machine and in every version of Python.

SplitMix64 (Steele, Lea, Flood 2014), started from a hash of the seed and the purpose, so that two
purposes under one seed do not share their numbers. Nothing here looks at the clock.
"""

import hashlib
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Lots:
    """Random numbers for one purpose under one seed."""

    def __init__(self, seed: int | str, *purpose: object) -> None:
        text = "/".join(str(part) for part in (type(seed).__name__, seed, *purpose))
        self._state = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        return state ^ (state >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` − 1."""
        return (self.bits() * limit) >> 64

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in a drawn order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def _chances() -> list[list[int]]:
    """For eight falling temperatures the chance (of 2**32) to accept a worsening by 0, 1, 2, …."""
    levels = []
    chance = (1 << 32) // 10
    for _ in range(8):
        row = [1 << 32]
        while row[-1] > 0:
            row.append(row[-1] * chance >> 32)
        levels.append(row)
        chance = chance * 4 // 5
    return levels


CHANCES = _chances()
