"""Known constructions of rounds at tables of four in which nobody meets anybody twice.

Every construction answers ``most_rounds(n)`` and ``rounds(n)`` on the points 0…n−1, and knows
nothing of people, history or wishes. Numbers are where they come from: each module names its own.
"""

from collections.abc import Sequence

from tournaments.draw.designs import affine, base_rounds, bose, translated, transversal, whist
from tournaments.draw.designs.embedding import Embedding
from tournaments.draw.lots import Lots

__all__ = ["CONSTRUCTIONS", "continued", "most_without_repeats", "whist", "without_repeats"]

_EMBEDDING_TRIES = 8
_EMBEDDING_STEPS = 1_500

#: In the order of preference: those with the most rounds first.
CONSTRUCTIONS = (
    ("affine space over GF(4)", affine),
    ("Bose 1939", bose),
    ("developed base rounds", base_rounds),
    ("tables moved by subgroups", translated),
    ("transversal design", transversal),
)


def without_repeats(n: int, rounds: int) -> tuple[str, list[list[int]]] | None:
    """A construction's name and its first rounds, where one has that many for n people."""
    for name, construction in CONSTRUCTIONS:
        if construction.most_rounds(n) >= rounds:
            return name, construction.rounds(n)[:rounds]
    return None


def continued(
    played: Sequence[Sequence[int]], n: int, rounds: int, lots: Lots
) -> tuple[str, list[list[int]]] | None:
    """A construction that holds the rounds played, and that many of its other rounds."""
    for name, construction in CONSTRUCTIONS:
        if construction.most_rounds(n) >= len(played) + rounds:
            whole = construction.rounds(n)
            for _ in range(_EMBEDDING_TRIES):
                found = Embedding(played, whole, lots, steps=_EMBEDDING_STEPS).find()
                if found is None:
                    continue
                points, classes = found
                person = {point: one for one, point in enumerate(points)}
                left = [seats for i, seats in enumerate(whole) if i not in classes]
                return name, [[person[point] for point in seats] for seats in left[:rounds]]
    return None


def most_without_repeats(n: int) -> tuple[str, list[list[int]]]:
    """The construction with the most rounds for n people, and all its rounds (perhaps none)."""
    name, best = max(CONSTRUCTIONS, key=lambda named: named[1].most_rounds(n))
    return name, best.rounds(n) if best.most_rounds(n) else []
