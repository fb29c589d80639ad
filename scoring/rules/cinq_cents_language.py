"""Cinq Cents' checks in the small language.

The pairs that cannot be are few once the bounds of the sum are known, so they are listed from the
count of the cards: a 1, and some in deals that hold nearly everything.
"""

from functools import lru_cache

from scoring.rules import cinq_cents_cards as cards
from scoring.rules import jass
from scoring.rules.cinq_cents import MATCH
from scoring.rules.fold import Options
from scoring.rules.language import Check, Expression, after, check, explain, field, given

CODE = 1000
"""A pair as one number: first × this + second."""
TAKER, CLAIMED = field("taker"), field("claimed_by")
SUM = ["sum", field("points")]


def describe(options: Options) -> dict[str, Expression]:
    """`checks`, `written` and the rest for these options."""
    target = options["target"]
    return {
        "checks": [*_points(), *_weis(), *_claims(target)],
        "written": _written(transfer=options["transfer_taker_weis"]),
        "fill": {"field": "points", "total": None},
        "ends": [
            "or",
            ["=", ["deals"], options["deals"]],
            ["any", 2, ["<=", target, ["at", ["totals"], ["i"]]]],
        ],
        "silent": False,
        "explain": _explained(),
        "pack": cards.PACK.as_dict(),
    }


def _points() -> list[Check]:
    match = field("match")
    first, second = _own(0), _own(1)
    others = ["at", field("points"), ["-", 1, match]]
    in_bounds = ["and", ["<=", cards.lowest_sum(), SUM], ["<=", SUM, cards.highest()]]
    pair = ["+", ["*", CODE, first], second]
    no_pair = ["or", ["not", in_bounds], ["in", pair, ["list", *impossible_pairs()]]]
    with_match = ["and", ["=", others, 0], ["not", in_bounds]]
    all_tricks = ["and", ["=", match, None], ["in", 0, field("points")], in_bounds]
    return [
        check(
            "match",
            "match-mismatch",
            ["and", given("match"), ["not", ["=", others, 0]]],
            side=match,
        ),
        check(
            "points",
            "impossible-points",
            ["if", ["=", match, None], no_pair, with_match],
            why=["if", all_tricks, "match-not-marked", "pair"],
            first=first,
            second=second,
            sum=SUM,
        ),
    ]


@lru_cache(maxsize=1)
def impossible_pairs() -> tuple[int, ...]:
    """The pairs within the bounds of the sum that no cards make."""
    low, high = cards.lowest_sum(), cards.highest()
    return tuple(
        CODE * first + second
        for first in range(high + 1)
        for second in range(max(0, low - first), high - first + 1)
        if not cards.is_pair(first, second)
    )


def _own(side: Expression) -> Expression:
    return ["at", field("points"), side]


def _held(side: Expression) -> Expression:
    return ["if", ["=", 0, ["size", field("weis")]], ["list"], ["at", field("weis"), side]]


def _weis() -> list[Check]:
    some = ["<", 0, ["size", ["join", field("weis")]]]
    fit = ["fits", ["each", 2, ["list", _held(["i"]), ["list", cards.HAND]]]]
    return [check("weis", "impossible-weis", ["and", some, ["not", fit]], why="too-many")]


def _prevailing(side: Expression) -> Expression:
    higher = ["<", ["max", _held(["-", 1, side])], ["max", _held(side)]]
    return ["if", higher, ["sum", _held(side)], 0]


def _extra(side: Expression) -> Expression:
    stoeck = ["if", ["=", field("stoeck"), side], jass.STOECK, 0]
    return ["+", stoeck, ["if", ["=", field("match"), side], MATCH, 0]]


def _count(side: Expression) -> Expression:
    return ["+", _own(side), _prevailing(side), _extra(side)]


MADE = ["<", _count(["-", 1, TAKER]), _count(TAKER)]


def _written(*, transfer: bool) -> Expression:
    i = ["i"]
    everything = ["+", SUM, _extra(0), _extra(1), _prevailing(i)]
    if transfer:
        everything.append(_prevailing(["-", 1, i]))
    failed = ["if", ["=", i, TAKER], 0, everything]
    return ["each", 2, ["if", MADE, _count(i), failed]]


def _explained() -> list[Check]:
    """Whether the contract was made, by what, and what goes over if not."""
    other = ["-", 1, TAKER]
    shown = {
        "who": TAKER,
        "other": other,
        "own": _count(TAKER),
        "others": _count(other),
        "written": ["at", ["written"], other],
    }
    tied = ["=", _count(TAKER), _count(other)]
    return [
        explain("contract-made", MADE, **shown),
        explain("contract-tied", tied, **shown),
        explain("contract-failed", ["not", ["or", MADE, tied]], **shown),
    ]


def _claims(target: int) -> list[Check]:
    void = ["and", ["=", CLAIMED, TAKER], ["not", MADE]]
    return [
        check(
            "claimed_by",
            "false-claim",
            ["and", given("claimed_by"), ["<", after(CLAIMED), target], ["not", void]],
            last=True,
            side=CLAIMED,
            total=after(CLAIMED),
            target=target,
        ),
        check(
            "claimed_by",
            "who-was-first",
            ["and", ["=", CLAIMED, None], ["<=", target, after(0)], ["=", after(0), after(1)]],
            last=True,
            why="equal",
        ),
    ]
