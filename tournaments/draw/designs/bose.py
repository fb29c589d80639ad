"""n = 12t + 4 people at tables of four, everybody together exactly once, if 4t + 1 is a prime power.

R. C. Bose, On the construction of balanced incomplete block designs (1939), as a resolvable design:
points ∞ and (a, j) with a in GF(4t + 1) and j in 0, 1, 2; with x primitive the first round is
∞ 0₀ 0₁ 0₂ and, for i < t and each j, (xⁱ)ⱼ (xⁱ⁺²ᵗ)ⱼ (xⁱ⁺ᵗ)ⱼ₊₁ (xⁱ⁺³ᵗ)ⱼ₊₁; adding each element of the
field to it gives the other rounds. 16 people × 5 rounds, 28 × 9, 40 × 13, 52 × 17, 76 × 25, …
"""

from tournaments.draw.designs.fields import Field, prime_power


def most_rounds(n: int) -> int:
    """Rounds this construction has for n people, 0 where it has none."""
    q = (n - 1) // 3
    return q if n % 12 == 4 and n > 4 and prime_power(q) else 0


def rounds(n: int) -> list[list[int]]:
    """All rounds, flat seats of four; ∞ is point 3q."""
    q = (n - 1) // 3
    t = q // 4
    field = Field(q)
    powers = field.powers()
    first: list[tuple[int, int] | None] = [None, (0, 0), (0, 1), (0, 2)]
    for i in range(t):
        for j in range(3):
            k = (j + 1) % 3
            first += [
                (powers[i], j),
                (powers[i + 2 * t], j),
                (powers[i + t], k),
                (powers[i + 3 * t], k),
            ]
    return [
        [3 * q if p is None else field.add(p[0], shift) + p[1] * q for p in first]
        for shift in range(q)
    ]
