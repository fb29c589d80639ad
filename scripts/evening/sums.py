"""What each game writes for a deal, reckoned anew from its rules on paper, to hold the program against.

Takes a possible deal and the full house rules as JSON; checks nothing. Knows nothing of the program's rules:
a mistake there must show as a difference here.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

Deal = Mapping[str, Any]
Options = Mapping[str, Any]

JASS, WITHOUT_TRUMP, CEGO, HALF_OF_CEGO, ENOUGH = 157, 125, 79, 40, 66


def written(game: str, deal: Deal, options: Options) -> list[int]:
    """What every side writes, in the game's own unit."""
    return WRITTEN[game](deal, options)


def filled(points: list[int | None], whole: int = JASS) -> list[int]:
    """With the one number that nobody wrote."""
    rest = whole - sum(number or 0 for number in points)
    return [rest if number is None else number for number in points]


def schieber(deal: Deal, options: Options) -> list[int]:
    found = filled(deal["points"])
    for side, weis in enumerate(deal.get("weis") or []):
        found[side] += sum(weis)
    if deal.get("stoeck") is not None:
        found[deal["stoeck"]] += 20
    if deal.get("match") is not None:
        found[deal["match"]] += options["match_bonus"]
    return [options["multipliers"][deal["trump"]] * points for points in found]


def coiffeur(deal: Deal, options: Options) -> list[int]:
    factor = next(row["factor"] for row in options["rows"] if row["key"] == deal["row"])
    misere = deal["row"] == "misere"
    credited = JASS - deal["points"] if misere else deal["points"]
    took_all = deal.get("match")
    if took_all is not None and (took_all == deal["side"]) != misere:
        credited = options["match_points"]
    found = [0, 0]
    found[deal["side"]] = floor(Fraction(credited, 10) + Fraction(1, 2)) * factor
    return found


def differenzler(deal: Deal, options: Options) -> list[int]:
    found = []
    for bid, points in zip(deal["bids"], filled(deal["points"]), strict=True):
        if bid is None:
            found.append(options["missing_bid_penalty"] + points)
        else:
            found.append(abs(bid - points) or -options["exact_bonus"])
    return found


def molotow(deal: Deal, options: Options) -> list[int]:
    match = deal.get("match")
    raw = filled(deal["points"], JASS if deal["trump"] else WITHOUT_TRUMP)
    if match is not None:
        raw = [-257 if seat == match else 0 for seat in range(options["players"])]
    for seat in range(options["players"]):
        raw[seat] -= sum((deal.get("hand_weis") or {seat: []})[seat])
        raw[seat] += sum((deal.get("table_weis") or {seat: []})[seat])
        raw[seat] -= 20 * (deal.get("stoeck") == seat)
    return [floor(abs(Fraction(n, 10)) + Fraction(1, 2)) * (-1 if n < 0 else 1) for n in raw]


def cinq_cents(deal: Deal, options: Options) -> list[int]:
    shown = deal.get("weis") or [[], []]
    best = [max(weis, default=0) for weis in shown]
    weis = [sum(shown[side]) if best[side] > best[1 - side] else 0 for side in (0, 1)]
    bonus = [20 * (deal.get("stoeck") == s) + 100 * (deal.get("match") == s) for s in (0, 1)]
    counts = [deal["points"][side] + weis[side] + bonus[side] for side in (0, 1)]
    taker = deal["taker"]
    if counts[taker] > counts[1 - taker]:
        return counts
    found = [0, 0]
    found[1 - taker] = sum(deal["points"]) + sum(bonus) + weis[1 - taker]
    if options["transfer_taker_weis"]:
        found[1 - taker] += weis[taker]
    return found


def cego(deal: Deal, options: Options) -> list[int]:
    game, who = deal["game"], deal["declarer"]
    if game == "raeuber":
        who, won = deal["loser"], False
        value = options["raeuber"] * (2 if deal["declarer"] == who else 1)
    elif game in {"bettel", "piccolo", "ulti"}:
        value, won = options[game], deal["won"]
    else:
        won = deal["points"] >= HALF_OF_CEGO
        short = HALF_OF_CEGO - (CEGO - deal["points"] if won else deal["points"])
        factors = {**options["factors"], "solo": options["solo_won" if won else "solo_lost"]}
        step = options["round_to"]
        value = ceil(Fraction(5 * ceil(Fraction(short, 5)) * factors[game], step)) * step
    cents = value * options["cents_per_point"] * (1 if won else -1)
    players = options["players"]
    return [cents * (players - 1) if seat == who else -cents for seat in range(players)]


def sechsundsechzig(deal: Deal, options: Options) -> list[int]:
    shown = deal.get("marriages") or [[], []]
    counts = [deal["tricks"][side] + sum(shown[side]) for side in (0, 1)]
    there = [count >= ENOUGH for count in counts]
    claimer, closer = deal.get("claimed_by"), deal.get("closed_by")
    if claimer is not None and not there[claimer]:
        return alone(1 - claimer, options["failed_close"] if closer == claimer else 2)
    if closer is not None and not there[closer]:
        return alone(1 - closer, options["failed_close"])
    winner = claimer
    if winner is None:
        winner = there.index(True) if sum(there) == 1 else deal.get("winner")
    if winner is None:
        return [0, 0]
    if deal.get("trickless") == 1 - winner:
        return alone(winner, options["trickless_points"])
    return alone(winner, 2 if counts[1 - winner] < options["schneider"] else 1)


def alone(side: int, points: int) -> list[int]:
    return [points if each == side else 0 for each in (0, 1)]


WRITTEN: dict[str, Callable[[Deal, Options], list[int]]] = {
    "schieber": schieber,
    "coiffeur": coiffeur,
    "differenzler": differenzler,
    "molotow": molotow,
    "cinq-cents": cinq_cents,
    "cego": cego,
    "sechsundsechzig": sechsundsechzig,
}
