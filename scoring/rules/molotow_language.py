"""Molotow's checks in the small language."""

from scoring.rules import jass
from scoring.rules.differenzler import complete_points
from scoring.rules.fold import Options
from scoring.rules.language import Check, Expression, check, field, given
from scoring.rules.molotow import MATCH, PLAYERS, TEN, excluded, hand, pack, total
from scoring.rules.schieber_language import match_mismatch

NO_TRUMP = ["=", field("trump"), None]


def describe(options: Options) -> dict[str, Expression]:
    """`checks`, `written` and the rest for these options."""
    players, limit = options["players"], options["limit"]
    with_trump, without = total(trump=True), total(trump=False)
    three = players == min(PLAYERS)
    held = (
        ["if", NO_TRUMP, without, with_trump] if three else ["if", NO_TRUMP, with_trump, with_trump]
    )
    over = ["any", players, ["<=", limit, ["at", ["totals"], ["i"]]]]
    return {
        "checks": [
            *_trump(players),
            *complete_points(players, held),
            match_mismatch(players, held),
            *_hand_weis(options),
            *_table_weis(options),
            *_stoeck(options),
        ],
        "written": _written(players),
        "fill": {"field": "points", "total": held},
        "ends": ["or", ["=", ["deals"], options["deals"]], limit is not None and over],
        "silent": False,
        "pack": pack(players).as_dict(),
    }


def _trump(players: int) -> list[Check]:
    if players > min(PLAYERS):
        return [check("trump", "required", NO_TRUMP, why="trump-comes")]
    more = sorted(set(excluded(players, trump=False)) - set(excluded(players)))
    number = ["at", field("points"), ["i"]]
    told = ["any", players, ["in", number, ["list", *excluded(players)]]]
    return [
        check(
            "points",
            "impossible-points",
            ["and", NO_TRUMP, ["in", value, field("points")], ["not", told]],
            value=value,
            rest=total(trump=False) - value,
        )
        for value in more
    ]


def _some(name: str) -> Expression:
    return ["<", 0, ["size", ["join", field(name)]]]


def _hand_weis(options: Options) -> list[Check]:
    players = options["players"]
    held = field("hand_weis")
    if options["weis"] == "off":
        return [check("hand_weis", "impossible-weis", _some("hand_weis"), why="off")]
    group = ["list", ["at", held, ["i"]], ["list", hand(players)]]
    fit = ["fits", ["each", players, group]]
    tests = []
    if options["weis"] == "best":
        holders = ["each", players, ["if", ["=", 0, ["size", ["at", held, ["i"]]]], 0, 1]]
        both = ["and", _some("hand_weis"), ["<", 1, ["sum", holders]]]
        tests = [check("hand_weis", "weis-both-sides", both)]
        fit = ["or", both, fit]
    cannot = ["and", _some("hand_weis"), ["not", fit]]
    return [*tests, check("hand_weis", "impossible-weis", cannot, why="too-many")]


def _table_weis(options: Options) -> list[Check]:
    players = options["players"]
    shown = field("table_weis")
    if not options["table_weis"]:
        return [check("table_weis", "impossible-weis", _some("table_weis"), why="off")]
    tricks = ["list", *[players] * hand(players)]
    fit = ["fits", ["list", ["list", ["join", shown], tricks]]]
    if options["stoeck"]:
        fit = ["or", fit, _fits_beside_stoeck(players, tricks)]
    others = [
        "and",
        ["not", ["=", ["i"], field("match")]],
        ["<", 0, ["size", ["at", shown, ["i"]]]],
    ]
    return [
        check(
            "table_weis",
            "impossible-weis",
            ["and", given("match"), _some("table_weis"), ["any", players, others]],
            why="no-trick",
        ),
        check(
            "table_weis",
            "impossible-weis",
            ["and", _some("table_weis"), ["not", fit]],
            why="tricks",
        ),
    ]


def _fits_beside_stoeck(players: int, tricks: Expression) -> Expression:
    """One 20 may be king and ober of trump in a trick, which are then no row of their own."""
    values = ["join", field("table_weis")]
    free = ["and", ["=", field("stoeck"), None], ["in", jass.STOECK, values]]
    if players == min(PLAYERS):
        free.append(given("trump"))
    return ["and", *free[1:], ["fits", ["list", ["list", ["less", values, jass.STOECK], tricks]]]]


def _stoeck(options: Options) -> list[Check]:
    code = "stoeck-without-trump"
    if not options["stoeck"]:
        return [check("stoeck", code, given("stoeck"), why="off")]
    if options["players"] > min(PLAYERS):
        return []
    return [check("stoeck", code, ["and", given("stoeck"), NO_TRUMP])]


def _written(players: int) -> Expression:
    def held(name: str) -> Expression:
        none = ["=", 0, ["size", field(name)]]
        return ["if", none, 0, ["sum", ["at", field(name), ["i"]]]]

    own = ["if", ["=", ["i"], field("match")], MATCH, 0]
    points = ["if", given("match"), own, ["at", field("points"), ["i"]]]
    stoeck = ["if", ["=", ["i"], field("stoeck")], jass.STOECK, 0]
    raw = ["-", ["+", points, held("table_weis")], ["+", held("hand_weis"), stoeck]]
    return ["each", players, ["half-away", raw, TEN]]
