"""Who leads, and why: a pure fold from round results to an ordered list.

Words: an *entry* is whoever the points belong to (a person, a team); a *round result* is an
integer, or ``None`` for a round without one; a *credit* is a round result that was given, not
played (a wait, a missed round); a *criterion* is one key of the chain; a *group* is a set of
entries that every criterion so far has left equal.

The chain is applied to groups, not to pairs: each criterion splits a group into smaller ones, in
order. So a comparison that only makes sense among equals (``direct``) sees exactly those equals.

This module never reads a database, never draws a lot that depends on the order of its input and
never makes a sentence: a reason is a key with figures, and the pages put it into words.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tournaments.ranking.errors import RankingError
from tournaments.ranking.figures import Figures
from tournaments.ranking.splitting import canonical, lot, split

__all__ = ["PLAIN_KEYS", "RankingError", "Row", "checked_chain", "lot", "rank"]

Entry = Hashable
Reason = dict[str, Any]

#: Chain keys that take no number. ``best:n`` stands beside them.
PLAIN_KEYS = (
    "sum",
    "knock-out",
    "highest-round",
    "highest-counted-round",
    "second-highest-round",
    "matches",
    "wins",
    "buchholz",
    "direct",
    "last-round",
    "lot",
    "shared",
)


class Row(NamedTuple):
    """One line of the ranking.

    ``total`` is what the first ``sum`` or ``best:n`` of the chain gives (the plain sum where the
    chain has neither), in the unit of the results. ``dropped`` are the round indices that total
    leaves out, ``counted`` is how many rounds are in it. ``tied`` is true where nothing in the
    chain separates the entry from another one.

    ``reason`` says what put the row below the one above it, and is ``None`` on the first row:
    ``{"key": "highest-round", "own": 1020, "above": 1031}``. A figure that does not exist is
    ``None``. ``{"key": "rounds", …}`` means fewer counted rounds (low is good), and
    ``{"key": "shared", "equal": ["sum", …]}`` that every listed criterion is equal.
    ``values`` are the figures of each criterion that was looked at for this entry.
    """

    entry: Any
    rank: int
    total: int
    dropped: tuple[int, ...]
    tied: bool
    reason: Reason | None
    counted: int
    values: dict[str, int | None]


def rank(
    results: Mapping[Any, Sequence[int | None]],
    chain: Sequence[str],
    *,
    low_is_good: bool = False,
    lot_seed: int | str | None = None,
    facts: Mapping[Any, Mapping[str, Any]] | None = None,
    credits: Mapping[Any, Iterable[int]] | None = None,
) -> list[Row]:
    """Order the entries by the chain; a list of rows, best first.

    ``results`` holds one list per entry, a place per round. ``facts`` and ``credits`` are those of
    the contract: totals of ``matches`` and ``wins``, the ``games`` played against whom, and the
    indices of rounds that were credited. The fact ``knock-out`` is the best place an entry can
    still have got when it lost (2 in the final, 4 in a semi-final; 1 for who has not lost). Raises :class:`RankingError`.
    """
    figures = Figures(results, low_is_good, facts or {}, credits or {})
    keys = checked_chain(chain)
    if "lot" in keys and lot_seed is None:
        raise RankingError(
            "lot-seed-missing", "A chain with a lot needs the seed the lot was drawn with."
        )
    primary = next((key for key in keys if key == "sum" or key.startswith("best:")), "sum")
    values: dict[Entry, dict[str, int | None]] = {entry: {} for entry in figures.rounds}
    groups: list[list[Entry]] = [sorted(figures.rounds, key=canonical)] if figures.rounds else []
    borders: list[Reason] = []
    for key in keys:
        if key == "shared":
            break
        parts: list[list[Entry]] = []
        inner_borders: list[Reason] = []
        for position, group in enumerate(groups):
            if position:
                inner_borders.append(borders[position - 1])
            if len(group) == 1:
                parts.append(group)
                continue
            inner, reasons = split(
                figures, key, group, primary=primary, lot_seed=lot_seed, values=values
            )
            parts.extend(inner)
            inner_borders.extend(reasons)
        groups, borders = parts, inner_borders
    return _rows(figures, groups, borders, keys=keys, primary=primary, values=values)


def checked_chain(chain: Sequence[str]) -> tuple[str, ...]:
    """The chain itself if every key is known and nothing stands after the end of it."""
    keys = tuple(chain)
    if not keys:
        raise RankingError("chain-empty", "A ranking needs at least one criterion.")
    for key in keys:
        if key in PLAIN_KEYS:
            continue
        head, _, number = key.partition(":") if isinstance(key, str) else ("", "", "")
        if head != "best" or not (number.isascii() and number.isdigit()) or int(number) < 1:
            raise RankingError(
                "criterion-unknown",
                f"There is no criterion {key!r}. Known are best:n (n from 1) and "
                f"{', '.join(PLAIN_KEYS)}.",
            )
    if len(set(keys)) < len(keys):
        raise RankingError("criterion-twice", "A criterion can stand only once in the chain.")
    for end in ("lot", "shared"):
        if end in keys[:-1]:
            raise RankingError(
                "criterion-after-end", f"Nothing can stand after {end!r}: it ends the chain."
            )
    return keys


def _rows(
    figures: Figures,
    groups: list[list[Entry]],
    borders: list[Reason],
    *,
    keys: tuple[str, ...],
    primary: str,
    values: dict[Entry, dict[str, int | None]],
) -> list[Row]:
    rows: list[Row] = []
    equal = [key for key in keys if key not in {"lot", "shared"}]
    for position, group in enumerate(groups):
        place = len(rows) + 1
        for number, entry in enumerate(group):
            if number:
                reason: Reason | None = {"key": "shared", "equal": equal}
            else:
                reason = borders[position - 1] if position else None
            rows.append(
                Row(
                    entry=entry,
                    rank=place,
                    total=figures.total(entry, primary),
                    dropped=figures.dropped(entry, primary),
                    tied=len(group) > 1,
                    reason=reason,
                    counted=len(figures.counted(entry, primary)),
                    values=values[entry],
                )
            )
    return rows
