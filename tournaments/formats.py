"""Which ways to draw fit which game, by what the variant says of its tables. Never by its name."""

from collections.abc import Mapping
from typing import Any

from scoring.rules import Variant
from tournaments.draw import METHODS


def formats_for(variant: Variant, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The draw methods a tournament of this game can be made with, the usual one first."""
    seats, sides = variant.seats(dict(options)), variant.sides(dict(options))
    if seats == sides:
        fitting = ("individuals",) if seats > 2 else ()
    else:
        fitting = ("drawn-partners",)
    drawable = {method.key for method in METHODS}
    return tuple(key for key in fitting if key in drawable)
