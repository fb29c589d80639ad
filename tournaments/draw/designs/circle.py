"""Everybody against everybody in as few rounds as there can be: the circle method in Berger's order.

T. P. Kirkman 1847 for the idea, J. Berger 1893 for the tables in use: one player stands still, the
others move by half the circle each round, and the one who stands still changes sides, so that the
first seat (home) alternates. With an odd number, who would meet the missing player waits.
"""

Pairs = list[tuple[int, int]]


def rounds(n: int) -> list[Pairs]:
    """All rounds of n players 0…n−1: n − 1 for an even number, n for an odd one."""
    even = n + n % 2
    modulus = even - 1
    found = []
    for number in range(modulus):
        middle = number * (even // 2) % modulus
        still = (middle, modulus) if number % 2 == 0 else (modulus, middle)
        pairs = [still]
        for step in range(1, even // 2):
            pairs.append(((middle + step) % modulus, (middle - step) % modulus))
        found.append([pair for pair in pairs if n not in pair or even == n])
    return found
