"""Random possible Schieber deals, and the mistakes people make. Knows nothing of the program's rules.

Everything single, no Weis, no Stöck: what a side writes is its points, plus the bonus of a match.
"""

from dataclasses import dataclass
from random import Random

DEAL = 157
TRUMPS = ("eicheln", "rosen", "schellen", "schilten", "obenabe", "undenufe")
NEVER = frozenset({1, 156})
POSSIBLE = tuple(points for points in range(DEAL + 1) if points not in NEVER)


@dataclass(frozen=True)
class PlayedDeal:
    """What was played: side 0's points, and who made a match."""

    trump: str
    points: int
    match: int | None

    def written(self, bonus: int) -> tuple[int, int]:
        """What both sides write, in points."""
        own, other = self.points, DEAL - self.points
        return (
            own + (bonus if self.match == 0 else 0),
            other + (bonus if self.match == 1 else 0),
        )

    def typed(self, by_side: int) -> dict[str, str]:
        """What somebody types who writes down the points of one side only."""
        points = self.points if by_side == 0 else DEAL - self.points
        typed = {"deal.trump": self.trump, f"deal.points.{by_side}": str(points)}
        if self.match is not None:
            typed["deal.match"] = str(self.match)
        return typed


def random_deal(dice: Random) -> PlayedDeal:
    """Any result that can happen; a match in one of twelve."""
    trump = dice.choice(TRUMPS)
    if dice.random() < 1 / 12:
        match = dice.randrange(2)
        return PlayedDeal(trump, DEAL if match == 0 else 0, match)
    return PlayedDeal(trump, dice.choice(POSSIBLE[2:-2]), None)


def slip(deal: PlayedDeal, dice: Random) -> dict[str, str]:
    """The same deal with a mistake that the program must refuse."""
    own, other = deal.points, DEAL - deal.points
    wrong = dice.choice(
        [
            {"deal.points.0": str(own), "deal.points.1": str(other - 1 if other else other + 1)},
            {"deal.points.0": "156", "deal.points.1": "1"},
            {"deal.points.0": "158"},
            {"deal.points.0": "hundert"},
            {},
        ]
    )
    return {"deal.trump": deal.trump, **wrong}
