"""Known constructions of rounds at tables of four in which nobody meets anybody twice.

Every construction answers ``most_rounds(n)`` and ``rounds(n)`` on the points 0…n−1, and knows
nothing of people, history or wishes. Numbers are where they come from: each module names its own.
"""

from tournaments.draw.designs import affine, base_rounds, bose, translated, transversal, whist

__all__ = ["CONSTRUCTIONS", "most_without_repeats", "whist", "without_repeats"]

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


def most_without_repeats(n: int) -> tuple[str, list[list[int]]]:
    """The construction with the most rounds for n people, and all its rounds (perhaps none)."""
    name, best = max(CONSTRUCTIONS, key=lambda named: named[1].most_rounds(n))
    return name, best.rounds(n) if best.most_rounds(n) else []
