"""The small closed language in which a description says its checks and what a deal writes.

An expression is a number, a string, true, false, null, an object (a table), or a list whose first
element names an operation of `OPERATIONS` and whose others are its arguments. There are no loops,
no names of its own and nothing that can fail but reading a field that could not be read: a check
that needs such a field is not made. `static/js/check.js` evaluates it; the engine does not.

A *check* is `{"field", "code", "if", "params", "last"}`: where `if` is true, the deal has that
problem. One with `last` is made only if nothing else is wrong, when `written` is known. A
description holds further `ends` (after which deal the sheet is finished), `silent` (when only the
engine can say more), `explain` (how a deal came to what it writes: each `{"code", "if", "params"}`
that is true is said, in order; the sentences are not the rules') and, where needed, `fill` (the list in which one number may be missing, and
what all of them add up to) and `pack` (which Weis there are).
"""

from typing import Any

Expression = Any
Check = dict[str, Any]

OPERATIONS = {
    "field": "the value of a field of this deal",
    "totals": "what each side wrote in the deals before",
    "written": "what each side writes in this deal; in checks that are `last`, and in `silent`",
    "deals": "how many deals counted before",
    "used": "whether an earlier deal has the same values in all these fields",
    "fits": "whether cards of the pack show all these Weis: a list of [values, hands]",
    "list": "a list of the values of its arguments",
    "each": "a list of n values of an expression in which `i` is 0 … n − 1",
    "any": "whether such an expression is true for any i",
    "i": "the number in `each` and `any`",
    "at": "the element of a list, or of a table by key; null where there is none",
    "join": "one list of the elements of several",
    "size": "how many elements a list has",
    "less": "a list without one element of this value",
    "sum": "the sum of a list",
    "max": "the largest number of a list, or 0",
    "in": "whether a value is in a list",
    "+": "the sum",
    "-": "the difference of two numbers",
    "*": "the product of two numbers",
    "abs": "the absolute value",
    "half-up": "how many steps, rounded half up",
    "half-away": "how many steps, rounded half away from zero",
    "up": "how many steps, rounded up",
    "=": "whether two values are the same",
    "<": "whether the first number is smaller",
    "<=": "whether the first number is not larger",
    "and": "whether all are true; stops at the first that is not",
    "or": "whether one is true; stops at the first that is",
    "not": "the opposite",
    "if": "the second value where the first is true, else the third",
}


def field(name: str) -> Expression:
    return ["field", name]


def given(name: str) -> Expression:
    """Whether a field that may be null is not."""
    return ["not", ["=", field(name), None]]


def check(
    name: str, code: str, test: Expression, *, last: bool = False, **params: Expression
) -> Check:
    """A check on a field; `params` are expressions too."""
    made: Check = {"field": name, "code": code, "if": test}
    if params:
        made["params"] = params
    if last:
        made["last"] = True
    return made


def explain(code: str, test: Expression = True, **params: Expression) -> Check:
    """What can be said of a deal without a problem; `params` are expressions too."""
    return {"code": code, "if": test, "params": params}


def wrong_sum(name: str, expected: Expression, *conditions: Expression) -> Check:
    """The numbers of a list must add up to what the deal contains."""
    total = ["sum", field(name)]
    less = ["-", expected, total]
    more = ["-", total, expected]
    return check(
        name,
        "wrong-sum",
        ["and", *conditions, ["not", ["=", total, expected]]],
        why=[
            "if",
            ["<", 0, less],
            ["if", ["=", less, 1], "one-missing", "missing"],
            ["if", ["=", more, 1], "one-too-many", "too-many"],
        ],
        sum=total,
        expected=expected,
        off=["abs", less],
    )


def after(side: Expression) -> Expression:
    """A side's total after this deal."""
    return ["+", ["at", ["totals"], side], ["at", ["written"], side]]


def operations_in(expression: Expression) -> set[str]:
    """The names of all operations an expression uses."""
    if isinstance(expression, dict):
        return set().union(*map(operations_in, expression.values()))
    if not isinstance(expression, list):
        return set()
    name, *arguments = expression
    return {name}.union(*map(operations_in, arguments))
