"""Whist tournaments: nobody has the same partner twice, over as many rounds as there can be.

n = 4m people play n − 1 rounds in which every two are partners once; n = 4m + 1 play n rounds and
everybody waits once. In a whist tournament proper every two are also opponents exactly twice.

* n a prime power 4m + 1: with x primitive in GF(n), tables xⁱ xⁱ⁺ᵐ xⁱ⁺²ᵐ xⁱ⁺³ᵐ (i < m), developed by
  addition (Moore 1896).
* Where everybody can meet exactly once (the other constructions), each table three times, with
  each of its three partnerships.
* The base rounds of ``whist_bases``, developed by a cyclic group.
* Any other 4m: the circle method for the partners (Kirkman 1847), and neighbours form the tables;
  then the opponents are as even as the search makes them, not as even as in a whist tournament.
"""

from tournaments.draw.designs import affine, bose
from tournaments.draw.designs.fields import Field, prime_power
from tournaments.draw.designs.whist_bases import BASES

Rounds = list[list[int]]


def rounds(n: int) -> tuple[str, Rounds, Rounds] | None:
    """The name, all rounds as flat seats (0 + 2 against 1 + 3), and who waits in each; or None."""
    if n in BASES:
        return "whist tournament from a base round", *_developed(n)
    if n % 4 == 1 and prime_power(n):
        return "whist tournament (Moore 1896)", *_moore(n)
    if n % 4 or n < 4:
        return None
    for construction in (affine, bose):
        if construction.most_rounds(n) * 3 == n - 1:
            found = [
                [seat for k in range(0, n, 4) for seat in _turned(seats[k : k + 4], turn)]
                for turn in range(3)
                for seats in construction.rounds(n)
            ]
            return "whist tournament from a resolvable design", found, [[] for _ in found]
    return "partners by the circle method (Kirkman 1847)", *_circle(n)


def _turned(table: list[int], turn: int) -> list[int]:
    a, b, c, d = table
    return ([a, b, c, d], [a, c, b, d], [a, b, d, c])[turn]


def _moore(n: int) -> tuple[Rounds, Rounds]:
    field = Field(n)
    powers = field.powers()
    m = n // 4
    first = [powers[i + k * m] for i in range(m) for k in range(4)]
    found = [[field.add(point, shift) for point in first] for shift in range(n)]
    return found, [[shift] for shift in range(n)]


def _developed(n: int) -> tuple[Rounds, Rounds]:
    modulus = n - 1 if n % 4 == 0 else n
    found = [
        [point if point == modulus else (point + shift) % modulus for point in BASES[n]]
        for shift in range(modulus)
    ]
    return found, [[shift] if n % 4 else [] for shift in range(modulus)]


def _circle(n: int) -> tuple[Rounds, Rounds]:
    modulus = n - 1
    found = []
    for shift in range(modulus):
        pairs = [(modulus, shift)]
        pairs += [((shift + i) % modulus, (shift - i) % modulus) for i in range(1, n // 2)]
        found.append(
            [
                seat
                for (a, b), (c, d) in zip(pairs[::2], pairs[1::2], strict=True)
                for seat in (a, c, b, d)
            ]
        )
    return found, [[] for _ in found]
