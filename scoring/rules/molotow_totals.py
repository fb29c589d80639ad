"""Molotow totals of a sheet whose deals stayed on paper.

Without any Weis and Stöck a deal writes either everybody's points rounded to tens, or a match alone.
What all write together then lies between sums that can be counted; with Weis only bounds are left.
"""

from functools import lru_cache

from scoring.rules import jass, weis
from scoring.rules.fold import Options
from scoring.rules.molotow import MATCH, PLAYERS, TEN, excluded, hand, pack, total
from scoring.rules.rounding import half_away, half_up
from scoring.rules.sheet import TotalsCheck, refuse
from scoring.rules.subsets import numbers, repeated


def judge(totals: list[int | None], deals: int, options: Options) -> TotalsCheck:
    """Each total within its bounds; without Weis also all of them together."""
    players = options["players"]
    low, high = _bounds(options)
    if any(number is not None and not low * deals <= number <= high * deals for number in totals):
        return refuse("out-of-range", min=low * deals, max=high * deals)
    known = [number for number in totals if number is not None]
    if options["weis"] != "off" or options["table_weis"] or options["stoeck"]:
        return TotalsCheck([])
    if len(known) < players:
        return TotalsCheck([])
    both = sum(known)
    match = half_away(MATCH, TEN)
    if not _sums(players, deals) >> (both - match * deals) & 1:
        return refuse("wrong-sum", why="rounded", sum=both, deals=deals)
    return TotalsCheck([])


def _bounds(options: Options) -> tuple[int, int]:
    """The least and the most one player can write in a deal."""
    players = options["players"]
    held = weis.most(pack(players), (hand(players),)) if options["weis"] != "off" else 0
    stoeck = jass.STOECK if options["stoeck"] else 0
    low = half_away(MATCH - held - stoeck, TEN)
    shown = 0
    if options["table_weis"]:
        shown = hand(players) * max(pack(players).values(players)) + stoeck
    return low, half_away(total(trump=True) + shown, TEN)


@lru_cache(maxsize=8)
def _deal_sums(players: int) -> int:
    """The mask of what all write together in a deal, above a match."""
    match = half_away(MATCH, TEN)
    mask = 1
    for trump in (True, False) if players == min(PLAYERS) else (True,):
        held = total(trump=trump)
        possible = [n for n in range(held + 1) if n not in excluded(players, trump=trump)]
        written_by_points = [1] + [0] * held
        for _player in range(players):
            grown = [0] * (held + 1)
            for points, sums in enumerate(written_by_points):
                for own in possible:
                    if sums and points + own <= held:
                        grown[points + own] |= sums << half_up(own, TEN)
            written_by_points = grown
        mask |= written_by_points[held] << -match
    return mask


@lru_cache(maxsize=16)
def _sums(players: int, deals: int) -> int:
    """The mask of what all write together in so many deals, above as many matches."""
    masks = repeated(_deal_sums(players), deals)
    return masks[deals]


def sums_of_a_deal(players: int) -> frozenset[int]:
    """What all can write together in a deal without Weis and Stöck."""
    match = half_away(MATCH, TEN)
    return frozenset(number + match for number in numbers(_deal_sums(players)))
