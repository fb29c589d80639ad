"""n = 4^k people: the lines of the affine space over GF(4), parallel class by parallel class.

Every two points are on exactly one line, a line has four points, and the lines of one direction
are a round: 16 people × 5 rounds, 64 × 21, 256 × 85.
"""

from itertools import product

from tournaments.draw.designs.fields import Field, prime_power


def most_rounds(n: int) -> int:
    """Rounds this construction has for n people, 0 where it has none."""
    base = prime_power(n)
    return (n - 1) // 3 if base and base[0] == 2 and base[1] % 2 == 0 and n > 4 else 0


def rounds(n: int) -> list[list[int]]:
    """All rounds, flat seats of four."""
    field = Field(4)
    points = list(product(range(4), repeat=(n.bit_length() - 1) // 2))
    number = {point: i for i, point in enumerate(points)}
    found = []
    for direction in points:
        leading = next((digit for digit in direction if digit), 0)
        if leading != 1:
            continue
        steps = [tuple(field.multiply(c, digit) for digit in direction) for c in range(4)]
        seats: list[int] = []
        seen: set[int] = set()
        for i, point in enumerate(points):
            if i in seen:
                continue
            line = [number[tuple(map(field.add, point, step))] for step in steps]
            seats += line
            seen.update(line)
        found.append(seats)
    return found
