"""Which ways to draw fit which game, by what the variant says of its tables. Never by its name."""

from collections.abc import Mapping
from typing import Any

from scoring.rules import Variant

PARTNER_GAMES = ("drawn-partners", "swiss")
DUELS = ("round-robin", "swiss")
INDIVIDUALS = ("individuals",)


def formats_for(variant: Variant, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The draw methods a tournament of this game can be made with, the usual one first."""
    seats, sides = variant.seats(dict(options)), variant.sides(dict(options))
    if seats > sides:
        return PARTNER_GAMES
    return DUELS if seats == 2 else INDIVIDUALS
