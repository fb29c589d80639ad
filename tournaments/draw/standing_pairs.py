"""Pairing neighbours in the standings at the least price, without a forbidden pair.

Works on positions 0…m−1 of people in order of their standing, m even. The price of a pair is given
by the caller. Exact among all pairings in which nobody is paired more than a *window* of places
away: dynamic programming over who of the next places is already paired. The window grows where
nothing is possible within it.
"""

from collections.abc import Callable

_WINDOWS = (6, 8, 10, 12)

Pairs = list[tuple[int, int]]


def cheapest_pairing(
    m: int, allowed: Callable[[int, int], bool], price: Callable[[int, int], int]
) -> Pairs | None:
    """The cheapest pairing of all m positions, or None if the widest window has none."""
    for window in _WINDOWS:
        pairing = _within(m, allowed, price, window)
        if pairing is not None:
            return pairing
    return None


def _within(
    m: int, allowed: Callable[[int, int], bool], price: Callable[[int, int], int], window: int
) -> Pairs | None:
    # layers[i]: by which of the places i, i + 1, … (bits) are paired already: the least price, the
    # key in the layer before, and whom the place before was paired with (0: it was paired already).
    layers: list[dict[int, tuple[int, int, int]]] = [{0: (0, 0, 0)}]
    for place in range(m):
        following: dict[int, tuple[int, int, int]] = {}
        for taken, (cost, _, _) in layers[-1].items():
            if taken & 1:
                _keep(following, taken >> 1, (cost, taken, 0))
                continue
            for step in range(1, min(window, m - 1 - place) + 1):
                if not taken >> step & 1 and allowed(place, place + step):
                    total = cost + price(place, place + step)
                    _keep(following, (taken | 1 << step) >> 1, (total, taken, step))
        if not following:
            return None
        layers.append(following)
    pairing: Pairs = []
    taken = 0
    for place in range(m, 0, -1):
        _, before, step = layers[place][taken]
        if step:
            pairing.append((place - 1, place - 1 + step))
        taken = before
    return pairing[::-1]


def _keep(layer: dict[int, tuple[int, int, int]], key: int, entry: tuple[int, int, int]) -> None:
    if key not in layer or entry[0] < layer[key][0]:
        layer[key] = entry
