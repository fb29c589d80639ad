"""Schieber's checks in the small language.

Everything is made for one set of options, so that a description holds no rule that cannot apply.
"""

from scoring.rules import jass, weis
from scoring.rules.fold import Options
from scoring.rules.language import Check, Expression, after, check, field, given, wrong_sum
from scoring.rules.schieber import HANDS, STEPS, past_mark
from scoring.rules.subsets import missing

POINTS = field("points")
NOT_CUT_SHORT = ["=", field("ended_by"), None]


def describe(options: Options) -> dict[str, Expression]:
    """`checks`, `written` and the rest for these options."""
    return {
        "checks": [*_points(), *_weis(options), *_stoeck(options), *_claims(options)],
        "written": _written(options),
        "fill": {"field": "points", "total": ["if", NOT_CUT_SHORT, jass.DEAL_POINTS, None]},
        "ends": ["or", ["=", ["deals"], options["deals"]], ["any", 2, _total_at_target(options)]],
        "silent": False,
        "pack": weis.SWISS.as_dict(),
    }


def _points() -> list[Check]:
    total = ["sum", POINTS]
    mask = jass.cut_short_mask("eicheln")
    most = mask.bit_length() - 1
    return [
        wrong_sum("points", jass.DEAL_POINTS, NOT_CUT_SHORT),
        check(
            "points",
            "wrong-sum",
            ["and", given("ended_by"), ["<", most, total], ["not", ["=", total, jass.DEAL_POINTS]]],
            why="cut-short",
            sum=total,
            max=most,
            expected=jass.DEAL_POINTS,
        ),
        check(
            "points",
            "impossible-points",
            ["and", given("ended_by"), ["in", total, ["list", *missing(mask, most)]]],
            why="cut-short",
            sum=total,
        ),
        match_mismatch(2),
    ]


def match_mismatch(sides: int, total: Expression = jass.DEAL_POINTS) -> Check:
    """Who took every trick has all points, the others have none."""
    due = ["if", ["=", ["i"], field("match")], total, 0]
    wrong = ["any", sides, ["not", ["=", ["at", POINTS, ["i"]], due]]]
    return check("match", "match-mismatch", ["and", given("match"), wrong], side=field("match"))


def _weis(options: Options) -> list[Check]:
    held = ["join", field("weis")]
    if not options["weis"]:
        return [check("weis", "impossible-weis", ["<", 0, ["size", held]], why="off")]
    both = ["not", ["any", 2, ["=", 0, ["size", ["at", field("weis"), ["i"]]]]]]
    both = ["and", ["<", 0, ["size", field("weis")]], both]
    group = ["list", held, ["list", *HANDS]]
    return [
        check("weis", "weis-both-sides", both),
        check(
            "weis",
            "impossible-weis",
            ["not", ["or", both, ["fits", ["list", group]]]],
            why="too-many",
        ),
    ]


def _stoeck(options: Options) -> list[Check]:
    code = "stoeck-without-trump"
    if not options["stoeck"]:
        return [check("stoeck", code, given("stoeck"), why="off")]
    no_trump = ["in", field("trump"), ["list", jass.OBENABE, jass.UNDENUFE]]
    return [check("stoeck", code, ["and", given("stoeck"), no_trump], why=field("trump"))]


def _claims(options: Options) -> list[Check]:
    target = options["target"]
    ended, first = field("ended_by"), field("first")
    there = ["or", _at_target(options, first), _newly_past(options, first)]
    no_target = check("ended_by", "false-claim", given("ended_by"), why="no-target", side=ended)
    too_early = check(
        "ended_by",
        "false-claim",
        ["and", given("ended_by"), ["not", _at_target(options, ended)]],
        last=True,
        total=after(ended),
        side=ended,
    )
    return [
        no_target if target is None else too_early,
        check(
            "first",
            "false-claim",
            ["and", given("first"), ["not", there]],
            last=True,
            total=after(first),
            side=first,
        ),
        _who_was_first(options),
    ]


def _at_target(options: Options, side: Expression) -> Expression:
    target = options["target"]
    return False if target is None else ["<=", target, after(side)]


def _total_at_target(options: Options) -> Expression:
    target = options["target"]
    return False if target is None else ["<=", target, ["at", ["totals"], ["i"]]]


def _newly_past(options: Options, side: Expression) -> Expression:
    mark = past_mark(options)
    if mark is None:
        return False
    return ["and", ["<", ["at", ["totals"], side], mark], ["<=", mark, after(side)]]


def _part(options: Options, step: str, side: Expression) -> Expression:
    """What a side writes for one step of the settling order."""
    if step == "stoeck":
        part: Expression = ["if", ["=", field("stoeck"), side], jass.STOECK, 0]
    elif step == "weis":
        shown = ["sum", ["at", field("weis"), side]]
        part = ["if", ["=", 0, ["size", field("weis")]], 0, shown]
    else:
        bonus = ["if", ["=", field("match"), side], options["match_bonus"], 0]
        part = ["+", ["at", POINTS, side], bonus]
    return ["*", ["at", options["multipliers"], field("trump")], part]


def _written(options: Options) -> Expression:
    return ["each", 2, ["+", *(_part(options, step, ["i"]) for step in STEPS)]]


def _who_was_first(options: Options) -> Check:
    """Both get there in this deal and in the same step."""
    target = _open(options, options["target"])
    unsaid = ["and", ["=", field("first"), None], NOT_CUT_SHORT]
    return check(
        "first",
        "who-was-first",
        ["and", unsaid, ["or", target, _open(options, past_mark(options))]],
        last=True,
        why=["if", target, "target", "mark"],
    )


def _open(options: Options, there: int | None) -> Expression:
    """Whether both sides get to this total in this deal and no step has only one of them there."""
    if there is None:
        return False

    def reached(side: int, steps: int) -> Expression:
        parts = [_part(options, step, side) for step in options["settle_order"][:steps]]
        return ["<=", there, ["+", ["at", ["totals"], side], *parts]]

    neither_before = ["not", ["or", reached(0, 0), reached(1, 0)]]
    together = [["=", reached(0, steps), reached(1, steps)] for steps in (1, 2)]
    return ["and", neither_before, reached(0, 3), reached(1, 3), *together]
