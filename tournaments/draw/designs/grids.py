"""n = m·k people, k groups of m: every table takes one of each group, nobody meets anybody twice.

Over a field of m ≥ k elements round r sits a + r·x of group x together, x = 0 … k − 1 (the lines of
an affine plane, one parallel class less the groups); where k divides m, one more round seats the
groups themselves. 9 people × 4 rounds at tables of three, 25 × 6 at tables of five.
"""

from tournaments.draw.designs.fields import Field, prime_power


def most_rounds(n: int, size: int) -> int:
    """Rounds this construction has for tables of that size, 0 where it has none."""
    m, rest = divmod(n, size)
    if rest or m < size or not prime_power(m):
        return 0
    return m + (1 if m % size == 0 else 0)


def rounds(n: int, size: int) -> list[list[int]]:
    """All rounds, flat seats; group x is the points xm … xm + m − 1."""
    m = n // size
    field = Field(m)
    found = [
        [x * m + field.add(a, field.multiply(r, x)) for a in range(m) for x in range(size)]
        for r in range(m)
    ]
    if m % size == 0:
        found.append(list(range(n)))
    return found
