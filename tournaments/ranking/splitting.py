"""Splitting a group of equals by one criterion, with a reason at every border.

Never looks at a criterion that stands later in the chain.
"""

import hashlib
from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import Any

from tournaments.ranking.figures import Figures

Entry = Hashable
Reason = dict[str, Any]
Parts = tuple[list[list[Entry]], list[Reason]]


def split(
    figures: Figures,
    key: str,
    group: list[Entry],
    *,
    primary: str,
    lot_seed: int | str | None,
    values: dict[Entry, dict[str, int | None]],
) -> Parts:
    """The parts of the group in order, and one reason per border between two parts.

    ``primary`` is the key the total comes from. The figures looked at are left in ``values``.
    """
    if key == "direct":
        return _by_direct(figures, group, values)
    if key == "lot":
        return _by_lot(group, lot_seed or 0, values)
    parts = [group]
    reasons: list[Reason] = []
    if figures.low_is_good and (key == "sum" or key.startswith("best:")):
        # What was not played must not look like few points.
        parts, reasons = _by_figure(
            parts, reasons, "rounds", lambda e: len(figures.counted(e, key))
        )
    elif figures.low_is_good and key == "buchholz":
        parts, reasons = _by_figure(parts, reasons, "games", lambda e: len(figures.opponents(e)))
    for reason in reasons:
        reason["criterion"] = key
    measure = figures.measure(key, primary)
    for entry in group:
        values[entry][key] = measure(entry)
    low_first = key == "knock-out" or (figures.low_is_good and key not in {"matches", "wins"})
    return _by_figure(parts, reasons, key, lambda e: values[e][key], low_first=low_first)


def _by_figure(
    groups: list[list[Entry]],
    borders: list[Reason],
    key: str,
    measure: Callable[[Entry], int | None],
    *,
    low_first: bool = False,
) -> Parts:
    """Split each group by a figure; whoever has no figure comes last."""
    parts: list[list[Entry]] = []
    reasons: list[Reason] = []
    for position, group in enumerate(groups):
        if position:
            reasons.append(borders[position - 1])
        by_value: dict[int | None, list[Entry]] = {}
        for entry in group:
            by_value.setdefault(measure(entry), []).append(entry)
        order: list[int | None] = []
        order.extend(sorted((v for v in by_value if v is not None), reverse=not low_first))
        if None in by_value:
            order.append(None)
        parts.extend(by_value[value] for value in order)
        reasons.extend({"key": key, "own": own, "above": above} for above, own in pairwise(order))
    return parts, reasons


def _by_lot(
    group: list[Entry], seed: int | str, values: dict[Entry, dict[str, int | None]]
) -> Parts:
    order = sorted(group, key=lambda entry: (lot(entry, seed), canonical(entry)))
    for place, entry in enumerate(order, start=1):
        values[entry]["lot"] = place
    reasons: list[Reason] = [
        {"key": "lot", "own": place + 1, "above": place} for place in range(1, len(order))
    ]
    return [[entry] for entry in order], reasons


def _by_direct(
    figures: Figures, group: list[Entry], values: dict[Entry, dict[str, int | None]]
) -> Parts:
    """Direct comparison: a small table of the games that the equals played among themselves.

    Our reading, after the chess federation's "direct encounter": a pair's games give 2 points to
    who won more of them, 1 each where that is even. Where all have met, the points decide, and
    equals on points are compared anew among themselves. Where some have not met, only an entry
    that stays ahead whatever the missing games had brought is put in front. A circle stays a tie.
    """
    members = frozenset(group)
    points: dict[Entry, int] = {}
    missing: dict[Entry, int] = {}
    for entry in group:
        met = _balances(figures, entry, members)
        points[entry] = sum(1 + (b > 0) - (b < 0) for b in met.values())
        missing[entry] = 2 * (len(group) - 1 - len(met))
        values[entry]["direct"] = points[entry]
    if any(missing.values()):
        parts, reasons = _certain_leader(group, points, missing)
    else:
        parts, reasons = _by_figure([group], [], "direct", points.__getitem__)
    if len(parts) == 1:
        if any(missing.values()):
            for entry in group:
                values[entry]["direct"] = None
        return parts, reasons
    anew: list[list[Entry]] = []
    anew_reasons: list[Reason] = []
    for position, part in enumerate(parts):
        if position:
            anew_reasons.append(reasons[position - 1])
        inner, inner_reasons = _by_direct(figures, part, values) if part[1:] else ([part], [])
        anew.extend(inner)
        anew_reasons.extend(inner_reasons)
    return anew, anew_reasons


def _balances(figures: Figures, entry: Entry, members: frozenset[Entry]) -> dict[Entry, int]:
    """For each other member met: games won minus games lost against it."""
    balances: dict[Entry, int] = {}
    for opponents, own, theirs in figures.games(entry):
        ahead = (own > theirs) - (own < theirs)
        for opponent in members.intersection(opponents):
            balances[opponent] = balances.get(opponent, 0) + (
                -ahead if figures.low_is_good else ahead
            )
    return balances


def _certain_leader(
    group: list[Entry], points: dict[Entry, int], missing: dict[Entry, int]
) -> Parts:
    """The one nobody can reach, then the rest. ``own`` is the most that the rest could have."""
    leader = max(group, key=points.__getitem__)
    rest = [entry for entry in group if entry != leader]
    reach = max(points[entry] + missing[entry] for entry in rest)
    if points[leader] <= reach:
        return [group], []
    return [[leader], rest], [{"key": "direct", "own": reach, "above": points[leader]}]


def lot(entry: Entry, seed: int | str) -> int:
    """The lot of an entry under a seed: the lower is in front. Depends on nothing else."""
    text = f"{seed}/{type(entry).__name__}/{entry}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest())


def canonical(entry: Entry) -> tuple[str, int, str]:
    """An order of ids that is the same whatever order they came in."""
    number = entry if isinstance(entry, int) else 0
    return type(entry).__name__, number, str(entry)
