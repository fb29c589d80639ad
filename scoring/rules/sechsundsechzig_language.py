"""Sechsundsechzig's checks in the small language."""

from scoring.rules.fold import Options
from scoring.rules.language import Check, Expression, check, explain, field, given
from scoring.rules.sechsundsechzig import (
    ENOUGH,
    FORTY,
    LOST_CLAIM,
    PLAIN_WIN,
    SUITS,
    WIN_WITHOUT_SCHNEIDER,
    played_out,
    sum_mask,
)
from scoring.rules.subsets import missing

TRICKS, MARRIAGES = field("tricks"), field("marriages")
WINNER, TRICKLESS = field("winner"), field("trickless")
CLOSED, CLAIMED = field("closed_by"), field("claimed_by")
TOTAL = ["sum", TRICKS]


def describe(options: Options) -> dict[str, Expression]:
    """`checks`, `written` and the rest for these options."""
    target = options["target"]
    return {
        "checks": [*_marriages(), *_tricks(options["last_trick"]), *_winner()],
        "written": ["each", 2, _written(["i"], options)],
        "fill": {"field": "tricks", "total": None},
        "ends": [
            "or",
            ["=", ["deals"], options["deals"]],
            ["any", 2, ["<=", target, ["at", ["totals"], ["i"]]]],
        ],
        "silent": False,
        "explain": _explained(options),
    }


def _held(side: Expression) -> Expression:
    return ["if", ["=", 0, ["size", MARRIAGES]], ["list"], ["at", MARRIAGES, side]]


def _count(side: Expression) -> Expression:
    return ["+", ["at", TRICKS, side], ["sum", _held(side)]]


def _there(side: Expression) -> Expression:
    return ["<=", ENOUGH, _count(side)]


def _other(side: Expression) -> Expression:
    return ["-", 1, side]


LOST_THE_CLAIM = ["and", given("claimed_by"), ["not", _there(CLAIMED)]]
LOST_THE_CLOSE = ["and", given("closed_by"), ["not", _there(CLOSED)]]
BEST = [
    "if",
    given("claimed_by"),
    CLAIMED,
    ["if", ["=", _there(0), _there(1)], WINNER, ["if", _there(1), 1, 0]],
]
"""Who has won, if no claim and no close was lost: a side or null."""


def _marriages() -> list[Check]:
    shown = ["join", MARRIAGES]
    without_one = ["less", shown, FORTY]
    twenties = ["-", ["size", shown], ["if", ["in", FORTY, shown], 1, 0]]
    too_many = ["or", ["in", FORTY, without_one], ["<", SUITS - 1, twenties]]
    return [
        check("marriages", "impossible-marriages", too_many, why="too-many"),
        check(
            "marriages",
            "impossible-marriages",
            ["and", given("trickless"), ["<", 0, ["size", _held(TRICKLESS)]]],
            why="no-trick",
        ),
    ]


def _tricks(last_trick: int) -> list[Check]:
    whole = played_out(last_trick)
    impossible = ["in", TOTAL, ["list", *missing(sum_mask(last_trick), whole)]]
    no_reason = [
        "and",
        ["=", CLAIMED, None],
        ["=", CLOSED, None],
        ["<", TOTAL, whole],
        ["not", ["any", 2, _there(["i"])]],
        ["not", impossible],
    ]

    def total(code: str, test: Expression, why: str) -> Check:
        return check("tricks", code, test, why=why, sum=TOTAL, expected=whole)

    return [
        check(
            "trickless",
            "match-mismatch",
            ["and", given("trickless"), ["<", 0, ["at", TRICKS, TRICKLESS]]],
            side=TRICKLESS,
        ),
        total("wrong-sum", ["<", whole, TOTAL], "too-much"),
        total("impossible-points", impossible, "sum"),
        total("wrong-sum", no_reason, "no-reason"),
    ]


def _winner() -> list[Check]:
    both = ["and", _there(0), _there(1), ["=", WINNER, None], ["=", CLAIMED, None]]
    false = ["and", given("winner"), ["not", _there(WINNER)], _there(_other(WINNER))]
    return [
        check("winner", "false-claim", false, side=WINNER, total=_count(WINNER), target=ENOUGH),
        check("winner", "required", both, why="both-there"),
    ]


def _written(side: Expression, options: Options) -> Expression:
    failed_close = options["failed_close"]
    loser = _other(side)
    lost_claim = [
        "if",
        ["=", CLAIMED, loser],
        ["if", ["=", CLOSED, CLAIMED], failed_close, LOST_CLAIM],
        0,
    ]
    lost_close = ["if", ["=", CLOSED, loser], failed_close, 0]
    schneider = ["<", _count(loser), options["schneider"]]
    value = [
        "if",
        ["=", TRICKLESS, loser],
        options["trickless_points"],
        ["if", schneider, WIN_WITHOUT_SCHNEIDER, PLAIN_WIN],
    ]
    return [
        "if",
        LOST_THE_CLAIM,
        lost_claim,
        ["if", LOST_THE_CLOSE, lost_close, ["if", ["=", BEST, side], value, 0]],
    ]


def _explained(options: Options) -> list[Check]:
    """Who writes, and why that much."""

    def shown(who: Expression, writer: Expression) -> dict[str, Expression]:
        own, others = _count(who), _count(_other(who))
        written = ["at", ["written"], writer]
        return {"who": who, "other": _other(who), "own": own, "others": others, "written": written}

    other_closed = ["and", ["not", LOST_THE_CLAIM], LOST_THE_CLOSE]
    claimed = ["and", other_closed, given("claimed_by")]
    open_win = ["not", ["or", LOST_THE_CLAIM, LOST_THE_CLOSE, ["=", BEST, None]]]
    trickless = ["=", TRICKLESS, _other(BEST)]
    schneider = ["<", _count(_other(BEST)), options["schneider"]]
    won = shown(BEST, BEST)
    return [
        explain("claim-lost", LOST_THE_CLAIM, **shown(CLAIMED, _other(CLAIMED))),
        explain("close-lost-to-claim", claimed, **shown(CLAIMED, CLAIMED)),
        explain(
            "close-lost",
            ["and", other_closed, ["not", given("claimed_by")]],
            **shown(CLOSED, _other(CLOSED)),
        ),
        explain("wins-trickless", ["and", open_win, trickless], **won),
        explain("wins-schneider", ["and", open_win, ["not", trickless], schneider], **won),
        explain("wins-plain", ["and", open_win, ["not", ["or", trickless, schneider]]], **won),
        explain(
            "nobody-writes",
            ["not", ["or", LOST_THE_CLAIM, LOST_THE_CLOSE, ["not", ["=", BEST, None]]]],
        ),
    ]
