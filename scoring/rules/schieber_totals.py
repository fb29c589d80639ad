"""Schieber totals of a round whose deals stayed on paper.

With everything single, no Weis, no Stöck and no target each deal writes (a, 157 − a), where `a` is a
number a side can have, or (157 + bonus, 0) for a match, which leaves the other side nothing. Totals
are possible exactly if so many such deals make both at once. All else allows only bounds.
"""

from functools import lru_cache

from scoring.rules import jass, weis
from scoring.rules.fold import Options
from scoring.rules.problems import Problem
from scoring.rules.sheet import TotalsCheck, refuse
from scoring.rules.subsets import repeated


@lru_cache(maxsize=8)
def _without_match(deals: int) -> list[int]:
    """The masks of what one side can write in 0 … `deals` deals without a match."""
    return repeated(jass.point_mask("eicheln"), deals)


def _partners(total: int, deals: int, bonus: int, matches: tuple[int, int] | None) -> set[int]:
    """Every total the other side can have beside this one."""
    worth = jass.DEAL_POINTS + bonus
    found = set()
    masks = _without_match(deals)
    for own in range(min(deals, total // worth) + 1):
        rest = total - own * worth
        for theirs in range(deals - own + 1):
            if matches is not None and matches != (own, theirs):
                continue
            plain = deals - own - theirs
            if masks[plain] >> rest & 1:
                found.add(theirs * worth + plain * jass.DEAL_POINTS - rest)
    return found


def exact(
    totals: list[int | None], deals: int, bonus: int, matches: list[int] | None
) -> TotalsCheck:
    """Whether so many deals give both totals at once; the missing one if only one is possible.

    Without `matches` any number of them may have happened.
    """
    known = 0 if totals[0] is not None else 1
    total = totals[known] or 0
    pair = None if matches is None else (matches[known], matches[1 - known])
    most = deals * (jass.DEAL_POINTS + bonus)
    if any(number is not None and not 0 <= number <= most for number in totals):
        return refuse("out-of-range", min=0, max=most)
    partners = _partners(total, deals, bonus, pair)
    other = totals[1 - known]
    if other is None:
        if not partners:
            return refuse("impossible-points", why="single-total", total=total, deals=deals)
        return TotalsCheck([], partners.pop() if len(partners) == 1 else None)
    if other in partners:
        return TotalsCheck([])
    return TotalsCheck([_why_not(total + other, deals, bonus, matches)])


def _why_not(both: int, deals: int, bonus: int, matches: list[int] | None) -> Problem:
    plain = deals * jass.DEAL_POINTS
    counted = range(deals + 1) if matches is None else [sum(matches)]
    sums = {plain + bonus * count for count in counted}
    params = {"sum": both, "deals": deals, "expected": plain, "bonus": bonus}
    if both in sums:
        return Problem("totals", "impossible-points", {"why": "pair", **params})
    nearest = min(sums, key=lambda possible: (abs(possible - both), possible))
    if len(sums) == 1:
        return Problem("totals", "wrong-sum", {**params, "why": "totals", "expected": nearest})
    return Problem("totals", "wrong-sum", {**params, "why": "match", "nearest": nearest})


def bounds(totals: list[int | None], deals: int, options: Options) -> TotalsCheck:
    """No side can write less than nothing or more than the best deals."""
    best = jass.DEAL_POINTS + options["match_bonus"]
    if options["weis"]:
        best += weis.most(weis.SWISS, (9, 9))
    if options["stoeck"]:
        best += jass.STOECK
    most = deals * best * max(options["multipliers"].values())
    if any(total is not None and not 0 <= total <= most for total in totals):
        return refuse("out-of-range", min=0, max=most)
    return TotalsCheck([])
