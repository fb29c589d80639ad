"""The games an evening can be played with: what a table plays, types and gets wrong in each.

Deals come from shuffled cards (``benchmarks.sheets``), what they write from our own sums
(``scripts.evening.sums``). A *played deal* is the deal as JSON with what each side writes;
*typed* is what somebody fills into the page's form, by name of the field.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from benchmarks.sheets import Dealer
from scoring.rules import get_variant
from scoring.rules.presets import get_preset
from scripts.evening.sums import written

Typed = dict[str, str]

#: A Differenzler evening has whole turns of four.
TURN = 4


@dataclass(frozen=True)
class Game:
    """``ready`` is the ready-made tournament it is played as, ``rules`` the house rules of that one.

    ``by_deals``: a number of deals ends a round (else the game's own target). ``most``: how many at
    most, ``turn``: in which steps. ``credit``: what a wait is worth this evening. ``follows``: the
    list in which one number may stay empty, ``covered`` the one that everybody bids alone before the
    play. ``never``: something typed that no deal can be.
    """

    name: str
    ready: str
    rules: str
    credit: int
    seats: int = 4
    sides: int = 4
    low_is_good: bool = False
    by_deals: bool = True
    most: int = 200
    turn: int = 1
    follows: str = ""
    covered: str = ""
    never: Mapping[str, str] = field(default_factory=dict)

    def deals(self, wanted: int) -> int | None:
        """How many deals a round has if so many are wanted; None where the game ends itself."""
        if not self.by_deals:
            return None
        return min(max(wanted - wanted % self.turn, self.turn), self.most)

    def options(self, deals: int | None) -> dict[str, Any]:
        """The full house rules of a round with so many deals."""
        variant = get_variant(self.name)
        own = {**get_preset(self.name, self.rules).options}
        if deals is not None:
            own["deals"] = deals
        return variant.options_for_size(variant.options(own), self.seats)


@dataclass(frozen=True)
class PlayedDeal:
    """A deal as JSON and what it writes per side."""

    payload: Mapping[str, Any]
    written: list[int]

    def bids(self, game: Game) -> list[int]:
        """What everybody bids in secret, by seat; nothing where nobody does."""
        return list(self.payload.get(game.covered, []))

    def typed(self, game: Game, dice: Random) -> Typed:
        """What is typed of it after the play; a number that follows from the others may be left out."""
        found = self._open(game)
        numbers = [name for name in found if name.startswith(f"deal.{game.follows}.")]
        if game.follows and dice.random() < 0.7:
            found.pop(dice.choice(numbers))
        return found

    def slip(self, game: Game, dice: Random) -> Typed:
        """The same deal typed with a mistake that the program must refuse."""
        right = self._open(game)
        number = dice.choice([name for name, text in right.items() if text.isdecimal()])
        wrong = [
            {},
            {**right, number: "hundert"},
            {**right, number: "99999"},
            {**right, **game.never},
        ]
        return dice.choice(wrong)

    def _open(self, game: Game) -> Typed:
        hidden = f"deal.{game.covered}."
        return {n: text for n, text in filled_in(self.payload).items() if not n.startswith(hidden)}


class Cards:
    """The deals of one sheet, one after the other."""

    def __init__(self, game: Game, deals: int | None, dice: Random) -> None:
        self.game, self.options = game, game.options(deals)
        self._dealer = Dealer(game.name, self.options, dice)

    @property
    def finished(self) -> bool:
        return self._dealer.finished

    def deal(self) -> PlayedDeal:
        return self._played(self._dealer.deal())

    def instead(self, of: PlayedDeal) -> PlayedDeal:
        """Another deal for the number just dealt, with other figures."""
        while True:
            other = self._played({**self._dealer.instead(), **self._bid(of)})
            if other.written != of.written:
                return other

    def _bid(self, of: PlayedDeal) -> dict[str, Any]:
        return {name: value for name, value in of.payload.items() if name == self.game.covered}

    def _played(self, payload: Mapping[str, Any]) -> PlayedDeal:
        return PlayedDeal(payload, written(self.game.name, payload, self.options))


def filled_in(payload: Mapping[str, Any]) -> Typed:
    """The names and texts of a form that holds this deal."""
    found: Typed = {}
    for name, value in payload.items():
        if isinstance(value, list):
            for at, item in enumerate(value):
                text = " ".join(map(str, item)) if isinstance(item, list) else _text(item)
                found[f"deal.{name}.{at}"] = text
        elif value is not None:
            found[f"deal.{name}"] = _text(value)
    return found


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Game(
            "schieber",
            ready="schieber-4x12",
            rules="tournament-12-match-100",
            credit=950,
            sides=2,
            follows="points",
            never={"deal.points.0": "156", "deal.points.1": "1"},
        ),
        Game(
            "coiffeur",
            ready="coiffeur-3x6",
            rules="six-rows",
            credit=250,
            sides=2,
            most=12,
            never={"deal.points": "156"},
        ),
        Game(
            "differenzler",
            ready="differenzler-4x12",
            rules="twelve-deals",
            credit=180,
            low_is_good=True,
            turn=TURN,
            follows="points",
            covered="bids",
            never={"deal.points.0": "1"},
        ),
        Game(
            "molotow",
            ready="molotow-3x8",
            rules="eight-deals",
            credit=40,
            low_is_good=True,
            follows="points",
            never={"deal.points.0": "156"},
        ),
        Game(
            "cinq-cents",
            ready="cinq-cents-5",
            rules="to-500",
            credit=350,
            seats=2,
            sides=2,
            by_deals=False,
            never={"deal.points.0": "10", "deal.points.1": "10"},
        ),
        Game(
            "cego",
            ready="cego-2x24",
            rules="schwarzwald-24",
            credit=-40,
            never={"deal.game": "eine", "deal.declarer": "0", "deal.points": "78"},
        ),
        Game(
            "sechsundsechzig",
            ready="sechsundsechzig-5",
            rules="to-7",
            credit=4,
            seats=2,
            sides=2,
            by_deals=False,
            never={"deal.tricks.0": "1", "deal.tricks.1": "119"},
        ),
    )
}
