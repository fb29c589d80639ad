"""What comes in from outside and is answered without storing anything.

The API's views are thin shells around these two functions: a request that cannot be answered raises
InvalidRequest with all its problems (400), anything else is an answer (200), however wrong the deals.
"""

from typing import Any

from scoring.rules.fields import note_unknown
from scoring.rules.limits import MAX_DEALS
from scoring.rules.problems import InvalidRequest, Problem
from scoring.rules.protocol import Variant
from scoring.rules.sheet import Sheet, TotalsCheck


def check_request(variant: Variant, payload: Any) -> Sheet:
    """The sheet for `{"options": {…}, "deals": […]}`; both may be left out."""
    payload = _read(payload, ("options", "deals"))
    deals = payload.get("deals")
    problems: list[Problem] = []
    if deals is None:
        deals = []
    elif type(deals) is not list:
        problems.append(Problem("deals", "invalid", {"why": "not-a-list"}))
    elif len(deals) > MAX_DEALS:
        problems.append(Problem("deals", "out-of-range", {"min": 0, "max": MAX_DEALS}))
    options = _options(variant, payload, problems)
    return variant.replay(deals, options)


def check_totals_request(variant: Variant, payload: Any) -> TotalsCheck:
    """What can be said of `{"options": {…}, "deals": 12, "totals": […]}`."""
    payload = _read(payload, ("options", "deals", "totals"))
    options = _options(variant, payload, [])
    return variant.check_totals(payload.get("totals"), payload.get("deals"), options)


def _read(payload: Any, known: tuple[str, ...]) -> dict[str, Any]:
    if type(payload) is not dict:
        raise InvalidRequest([Problem(None, "invalid", {"why": "not-an-object"})])
    problems: list[Problem] = []
    note_unknown(payload, dict.fromkeys(known), problems)
    if problems:
        raise InvalidRequest(problems)
    return payload


def _options(variant: Variant, payload: dict[str, Any], problems: list[Problem]) -> dict[str, Any]:
    """The request's options; raises with these problems and the options' own together."""
    options: dict[str, Any] = {}
    try:
        options = variant.options(payload.get("options"))
    except InvalidRequest as error:
        problems = [*problems, *error.problems]
    if problems:
        raise InvalidRequest(problems)
    return options
