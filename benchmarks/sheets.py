"""Correct score sheets at random, made from shuffled cards rather than from the rules engine.

Words: `lots` is the source of chance, so that the same seed gives the same sheet; a *trick* is
its cards' worth. Tests and benchmarks take their sheets from here.
The tricks go to whom chance will; nobody plays well, but every sheet could stand on a table.
"""

import random
from collections.abc import Callable
from typing import Any

from scoring.rules import Options, get_variant, jass
from scoring.rules.cego import DOUBLED_CARDS, FLAT_NAMES, GAMES, RAEUBER
from scoring.rules.cinq_cents_cards import HAND, WITHOUT_SIXES
from scoring.rules.fold import Fold
from scoring.rules.sechsundsechzig import CARDS, ENOUGH

Deal = dict[str, Any]
Maker = Callable[[random.Random, Options, int], Deal]

WEIS = ([20], [20], [50], [20, 20], [100], [50, 20], [150], [200])
MOST_DEALS = 60


class Dealer:
    """Deals a sheet, one deal after the other, each possible after those before."""

    def __init__(self, name: str, options: Options, lots: random.Random) -> None:
        self.variant, self.options, self.lots = get_variant(name), options, lots
        self.most = self.variant.planned_deals(options) or MOST_DEALS
        self.deals: list[Deal] = []
        self._fold = self.variant.fold(options)

    @property
    def finished(self) -> bool:
        return self._fold.finished or len(self.deals) >= self.most

    def deal(self) -> Deal:
        """The next deal of the sheet."""
        self.deals.append(self._possible(len(self.deals), self._fold))
        return self.deals[-1]

    def instead(self) -> Deal:
        """Another deal that could stand where the last one stands."""
        before = self.variant.fold(self.options)
        for deal in self.deals[:-1]:
            before.play(deal)
        return self._possible(len(self.deals) - 1, before)

    def _possible(self, number: int, fold: Fold) -> Deal:
        deal = MAKERS[self.variant.name](self.lots, self.options, number)
        if problems := fold.play(deal).problems:
            deal = decided(deal, problems[0], self.lots)
            assert not fold.play(deal).problems
        return deal


def sheet(name: str, options: Options, lots: random.Random) -> list[Deal]:
    """A sheet's deals to its end, or a good many of them where the options set none."""
    dealer = Dealer(name, options, lots)
    while not dealer.finished:
        dealer.deal()
    return dealer.deals


def decided(deal: Deal, problem: Any, lots: random.Random) -> Deal:
    """The deal with what the table alone can say."""
    if problem.code == "who-was-first":
        return {**deal, problem.field: lots.randrange(2)}
    raise AssertionError(f"{deal} should be possible: {problem}")


def tricks(
    cards: list[int], size: int, sides: int, last: int, lots: random.Random
) -> tuple[list[int], int | None]:
    """The sides' points when these cards are played in tricks, and who took all of them if any."""
    lots.shuffle(cards)
    takers = [lots.randrange(sides)] * (lots.random() < 0.06)  # now and then one takes them all
    points = [0] * sides
    took = set()
    for start in range(0, len(cards), size):
        taker = takers[0] if takers else lots.randrange(sides)
        took.add(taker)
        points[taker] += sum(cards[start : start + size])
        if start + size >= len(cards):
            points[taker] += last
    return points, took.pop() if len(took) == 1 else None


def jass_tricks(
    mode: str | None, size: int, sides: int, lots: random.Random
) -> tuple[list[int], int | None]:
    cards = list(jass.pack_values(mode))
    if len(cards) % size:
        cards.remove(0)
    return tricks(cards, size, sides, jass.LAST_TRICK, lots)


def schieber(lots: random.Random, options: Options, number: int) -> Deal:
    trump = lots.choice(jass.MODES)
    points, match = jass_tricks(trump, 4, 2, lots)
    deal: Deal = {"trump": trump, "points": points}
    if match is not None:
        deal["match"] = match
    if options["weis"] and lots.random() < 0.4:
        deal["weis"] = [[], []]
        deal["weis"][lots.randrange(2)] = list(lots.choice(WEIS))
    if options["stoeck"] and trump in jass.SUITS and lots.random() < 0.3:
        deal["stoeck"] = lots.randrange(2)
    return deal


def coiffeur(lots: random.Random, options: Options, number: int) -> Deal:
    order = random.Random(str(options))
    board = [(row["key"], side) for row in options["rows"] for side in (0, 1)]
    order.shuffle(board)
    row, side = board[number]
    mode = row if row in jass.MODES else jass.OBENABE
    points, match = jass_tricks(mode, 4, 2, lots)
    deal = {"row": row, "side": side, "points": points[side]}
    return deal if match is None else {**deal, "match": match}


def differenzler(lots: random.Random, options: Options, number: int) -> Deal:
    trump = lots.choice(jass.SUITS)
    points, _match = jass_tricks(trump, 4, 4, lots)
    bids = [min(157, max(0, own + lots.randint(-25, 25))) for own in points]
    return {"trump": trump, "bids": bids, "points": points}


def molotow(lots: random.Random, options: Options, number: int) -> Deal:
    players = options["players"]
    trump = None if players == 3 and lots.random() < 0.1 else lots.choice(jass.SUITS)
    points, match = jass_tricks(trump, players, players, lots)
    deal: Deal = {"trump": trump, "points": points}
    if match is not None:
        deal["match"] = match
    if options["weis"] != "off" and lots.random() < 0.4:
        deal["hand_weis"] = [[] for _seat in range(players)]
        deal["hand_weis"][lots.randrange(players)] = [lots.choice((20, 50, 100))]
    if options["table_weis"] and lots.random() < 0.3:
        deal["table_weis"] = [[] for _seat in range(players)]
        taker = lots.randrange(players) if match is None else match
        deal["table_weis"][taker] = [20]
    if options["stoeck"] and trump and lots.random() < 0.2:
        deal["stoeck"] = lots.randrange(players)
    return deal


def cinq_cents(lots: random.Random, options: Options, number: int) -> Deal:
    trump = lots.choice(jass.SUITS)
    pack = list(jass.pack_values(trump, WITHOUT_SIXES))
    points, match = tricks(lots.sample(pack, 2 * HAND), 2, 2, 10, lots)
    deal: Deal = {"taker": lots.randrange(2), "trump": trump, "points": points}
    if match is not None:
        deal["match"] = match
    if lots.random() < 0.4:
        deal["weis"] = [list(lots.choice(([], [20], [50], [100]))) for _player in (0, 1)]
    if lots.random() < 0.3:
        deal["stoeck"] = lots.randrange(2)
    return deal


def cego(lots: random.Random, options: Options, number: int) -> Deal:
    game = lots.choice([name for name, _label in GAMES])
    seats = options["players"]
    deal: Deal = {"game": game, "declarer": lots.randrange(seats)}
    if game == RAEUBER:
        return {**deal, "declarer": lots.choice([None, 0]), "loser": lots.randrange(seats)}
    if game in FLAT_NAMES:
        return {**deal, "won": lots.random() < 0.5}
    held = lots.sample(DOUBLED_CARDS, 10 + 4 * lots.randint(0, 11))
    return {**deal, "points": sum(held) // 2}


def sechsundsechzig(lots: random.Random, options: Options, number: int) -> Deal:
    cards = list(CARDS)
    lots.shuffle(cards)
    marriages = [[20] * (lots.random() < 0.3), [40] * (lots.random() < 0.2)]
    points = [0, 0]
    took = set()
    for start in range(0, len(cards), 2):
        taker = lots.randrange(2)
        took.add(taker)
        points[taker] += sum(cards[start : start + 2])
        if start + 2 == len(cards):
            points[taker] += options["last_trick"]
        counts = [points[s] + sum(marriages[s]) * (s in took) for s in (0, 1)]
        if max(counts) >= ENOUGH and len(took) == 2:
            break
    deal: Deal = {"tricks": points, "marriages": [marriages[s] * (s in took) for s in (0, 1)]}
    if min(counts) >= ENOUGH:
        deal["winner"] = lots.randrange(2)
    return deal


MAKERS: dict[str, Maker] = {
    "schieber": schieber,
    "coiffeur": coiffeur,
    "differenzler": differenzler,
    "molotow": molotow,
    "cinq-cents": cinq_cents,
    "cego": cego,
    "sechsundsechzig": sechsundsechzig,
}
