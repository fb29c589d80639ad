"""Finite fields GF(q), as tables of addition and multiplication on the numbers 0…q−1.

An element of GF(p^k) is the number whose digits to base p are its coefficients; 0 is zero and 1 is
one. Only what the constructions need.
"""

from functools import cache
from itertools import product


@cache
def prime_power(q: int) -> tuple[int, int] | None:
    """(p, k) if q = p**k with p prime, else None."""
    if q < 2:
        return None
    p = next((d for d in range(2, int(q**0.5) + 1) if q % d == 0), q)
    k = 0
    while q % p == 0:
        q //= p
        k += 1
    return (p, k) if q == 1 else None


class Field:
    """GF(q); raises LookupError where q is no prime power."""

    def __init__(self, q: int) -> None:
        base = prime_power(q)
        if base is None:
            raise LookupError(f"There is no field of {q} elements.")
        self.q = q
        self._p, self._k = base
        self._modulus = self._irreducible()

    def add(self, a: int, b: int) -> int:
        p, out, place = self._p, 0, 1
        while a or b:
            out += (a + b) % p * place
            a, b, place = a // p, b // p, place * p
        return out

    def multiply(self, a: int, b: int) -> int:
        return self._reduced(self._digits(a), self._digits(b))

    def powers(self) -> list[int]:
        """1, x, x², …, of the least x whose powers are all elements but 0."""
        for x in range(2 if self.q > 2 else 1, self.q):
            powers = [1]
            while (following := self.multiply(powers[-1], x)) != 1:
                powers.append(following)
            if len(powers) == self.q - 1:
                return powers
        raise AssertionError("every finite field has a primitive element")

    def _digits(self, a: int) -> list[int]:
        digits = []
        for _ in range(self._k):
            digits.append(a % self._p)
            a //= self._p
        return digits

    def _reduced(self, a: list[int], b: list[int]) -> int:
        p, k = self._p, self._k
        product_ = [0] * (2 * k - 1)
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                product_[i + j] = (product_[i + j] + x * y) % p
        for i in range(2 * k - 2, k - 1, -1):
            for j in range(k):
                product_[i - k + j] = (product_[i - k + j] - product_[i] * self._modulus[j]) % p
            product_[i] = 0
        return sum(digit * p**i for i, digit in enumerate(product_[:k]))

    def _irreducible(self) -> list[int]:
        """Lower coefficients of the first monic polynomial that makes every product non-zero."""
        for lower in product(range(self._p), repeat=self._k):
            self._modulus = list(lower)
            elements = range(1, self.q)
            if self._k == 1 or self._is_field(elements):
                return self._modulus
        raise AssertionError("there is an irreducible polynomial of every degree")

    def _is_field(self, elements: range) -> bool:
        return all(any(self.multiply(a, b) == 1 for b in elements) for a in elements)
