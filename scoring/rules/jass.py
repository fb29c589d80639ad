"""What all Jass games share: the pack of 36, the modes and what they make the cards worth.

Words: a *mode* is what is announced: a trump suit, `obenabe` or `undenufe`. A *point set* is what a
side can have from its tricks in a played-out deal. All sets are computed from the pack, on first
use; none is typed in.
Source: wyys rules; card values as in jassverzeichnis.ch and de.wikipedia.org/wiki/Jass.
"""

from functools import lru_cache
from itertools import chain
from typing import Any

from scoring.rules.problems import Problem
from scoring.rules.subsets import missing, sums_by_count
from scoring.rules.words import gettext_noop as _

SUITS = ("eicheln", "rosen", "schellen", "schilten")
RANKS = ("6", "7", "8", "9", "10", "U", "O", "K", "A")
OBENABE, UNDENUFE = "obenabe", "undenufe"
MODES = (*SUITS, OBENABE, UNDENUFE)
LABELS = {
    "eicheln": _("Eicheln"),
    "rosen": _("Rosen"),
    "schellen": _("Schellen"),
    "schilten": _("Schilten"),
    "obenabe": _("Obenabe"),
    "undenufe": _("Undenufe"),
}

LAST_TRICK = 5
DEAL_POINTS = 157
STOECK = 20

_TRUMP = {"U": 20, "9": 14, "A": 11, "10": 10, "K": 4, "O": 3}
SIDE_SUIT = {"A": 11, "10": 10, "K": 4, "O": 3, "U": 2}
_OBENABE = {**SIDE_SUIT, "8": 8}
_UNDENUFE = {"6": 11, "8": 8, "10": 10, "U": 2, "O": 3, "K": 4}


def choices(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Modes or suits as a field's choices."""
    return tuple((name, LABELS[name]) for name in names)


def pack_values(mode: str | None, ranks: tuple[str, ...] = RANKS) -> tuple[int, ...]:
    """What each card of the pack is worth; None is a deal that stayed without trump."""
    if mode == OBENABE:
        suits = [_OBENABE] * 4
    elif mode == UNDENUFE:
        suits = [_UNDENUFE] * 4
    elif mode is None:
        suits = [SIDE_SUIT] * 4
    else:
        suits = [_TRUMP, *[SIDE_SUIT] * 3]
    return tuple(chain.from_iterable([suit.get(rank, 0) for rank in ranks] for suit in suits))


@lru_cache(maxsize=32)
def point_mask(mode: str | None, trick: int = 4, dropped: int = 0) -> int:
    """The mask of what one side can have: whole tricks of `trick` cards, the last one worth 5 more.

    `dropped` worthless cards stay out of the pack (five players at Molotow).
    """
    cards = _without_zeros(pack_values(mode), dropped)
    masks = sums_by_count(cards)
    last = len(cards) // trick
    mask = 0
    for tricks in range(last + 1):
        cards_held = masks[tricks * trick]
        if tricks < last:
            mask |= cards_held
        if tricks > 0:
            mask |= cards_held << LAST_TRICK
    return mask


def _without_zeros(cards: tuple[int, ...], dropped: int) -> tuple[int, ...]:
    return tuple(sorted(cards)[dropped:])


@lru_cache(maxsize=32)
def impossible(mode: str | None, trick: int = 4, dropped: int = 0) -> tuple[int, ...]:
    """The numbers within a deal's points that no set of tricks gives."""
    total = sum(pack_values(mode)) + LAST_TRICK
    return missing(point_mask(mode, trick, dropped), total)


@lru_cache(maxsize=8)
def cut_short_mask(mode: str) -> int:
    """The mask of what lies in the tricks of a deal that was not played out: no last trick yet."""
    masks = sums_by_count(pack_values(mode))
    mask = 0
    for tricks in range(len(masks) // 4):
        mask |= masks[tricks * 4]
    return mask


def wrong_sum(total: int, expected: int = DEAL_POINTS) -> Problem:
    """The points do not add up to what the deal contains."""
    off = total - expected
    why = "too-many" if off > 0 else "missing"
    params = {
        "why": f"one-{why}" if abs(off) == 1 else why,
        "sum": total,
        "expected": expected,
        "off": abs(off),
    }
    return Problem("points", "wrong-sum", params)


def check_match(
    points: list[int], match: int, problems: list[Problem], total: int = DEAL_POINTS
) -> None:
    """Who took every trick has all points, the others have none."""
    due = [0] * len(points)
    due[match] = total
    if points != due:
        problems.append(Problem("match", "match-mismatch", {"side": match}))


def complete(
    points: list[Any],
    problems: list[Problem],
    total: int = DEAL_POINTS,
    excluded: tuple[int, ...] | None = None,
) -> list[int] | None:
    """Everybody's points, one missing number filled in; notes if they are not what a deal holds.

    `points` are integers or None; the answer is None if too many are missing. The numbers given
    have been read, so only the filled-in one is looked up in `excluded` (those that cannot be).
    """
    if None not in points:
        held = sum(points)
        if held != total:
            problems.append(wrong_sum(held, total))
        return points
    known = [number for number in points if number is not None]
    rest = total - sum(known)
    if len(known) < len(points) - 1:
        problems.append(Problem("points", "required", {"why": "one-may-be-missing"}))
        return None
    if excluded is None:
        excluded = impossible("eicheln")
    if rest < 0:
        problems.append(Problem("points", "wrong-sum", {"why": "nothing-left", "expected": total}))
    elif rest in excluded and not any(number in excluded for number in known):
        params = {"value": rest, "rest": total - rest}
        problems.append(Problem("points", "impossible-points", params))
    return [rest if number is None else number for number in points]
