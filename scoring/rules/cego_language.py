"""Cego's checks in the small language."""

from scoring.rules.cego import (
    FLAT_NAMES,
    POINT_NAMES,
    RAEUBER,
    SOLO,
    STEP,
    TOTAL,
    WON,
)
from scoring.rules.fold import Options
from scoring.rules.language import Check, Expression, check, explain, field, given

GAME, POINTS = field("game"), field("points")


def describe(options: Options) -> dict[str, Expression]:
    """`checks`, `written` and the rest for these options."""
    players = options["players"]
    fields = (("points", POINT_NAMES), ("won", FLAT_NAMES), ("loser", (RAEUBER,)))
    robber = ["=", GAME, RAEUBER]
    payer = ["if", robber, field("loser"), field("declarer")]
    cents = ["*", options["cents_per_point"], _value(options)]
    share = ["if", ["=", ["i"], payer], ["*", players - 1, cents], ["-", 0, cents]]
    return {
        "checks": [
            check(
                name,
                "invalid",
                ["and", given(name), ["not", ["in", GAME, ["list", *games]]]],
                why="does-not-apply",
            )
            for name, games in fields
        ],
        "written": ["each", players, share],
        "ends": ["=", ["deals"], options["deals"]],
        "silent": False,
        "explain": _explained(payer, cents, players),
    }


def _explained(payer: Expression, cents: Expression, players: int) -> list[Check]:
    """How far the losing side of a bid game is from forty, and who pays what."""
    losing = ["if", ["<=", WON, POINTS], ["-", TOTAL, POINTS], POINTS]
    amount = {"who": payer, "each": ["abs", cents], "sum": ["*", players - 1, ["abs", cents]]}
    return [
        explain(
            "short-of-forty",
            ["in", GAME, ["list", *POINT_NAMES]],
            losing=losing,
            short=["-", WON, losing],
        ),
        explain("wins-from-each", ["<", 0, cents], **amount),
        explain("pays-to-each", ["not", ["<", 0, cents]], **amount),
    ]


def _value(options: Options) -> Expression:
    """Positive for a game won, negative for one lost."""
    own_announcement = ["=", field("declarer"), field("loser")]
    robber = ["*", ["if", own_announcement, -2, -1], options[RAEUBER]]
    flat_value = ["at", {name: options[name] for name in FLAT_NAMES}, GAME]
    flat = ["if", field("won"), flat_value, ["-", 0, flat_value]]
    won = ["<=", WON, POINTS]
    losing = ["if", won, ["-", TOTAL, POINTS], POINTS]
    solo = ["if", won, options["solo_won"], options["solo_lost"]]
    factor = ["if", ["=", GAME, SOLO], solo, ["at", options["factors"], GAME]]
    base = ["*", STEP, ["up", ["-", WON, losing], STEP]]
    step = options["round_to"]
    worth = ["*", step, ["up", ["*", base, factor], step]]
    bid = ["if", won, worth, ["-", 0, worth]]
    in_flat = ["in", GAME, ["list", *FLAT_NAMES]]
    return ["if", ["=", GAME, RAEUBER], robber, ["if", in_flat, flat, bid]]
