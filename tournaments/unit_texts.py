"""What a game's figures are, and which way is good, in a sentence each, by what the variant says of itself."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.figures import CENTS, money_of
from scoring.rules import Variant

UNITS: Mapping[str, Promise] = {"game-points": gettext_lazy("Game points")}


def counted_texts(variant: Variant, zone: str) -> list[str]:
    """The sentences a list of this game needs beside it; none where points count and more is better."""
    found = []
    if variant.unit == CENTS:
        found.append(_(money_of(zone).sentence))
    elif variant.unit in UNITS:
        found.append(str(UNITS[variant.unit]))
    if variant.low_is_good:
        found.append(_("The fewest points win"))
    return found
