"""What the cards are called and look like, by the club's pack.

A deal's choices (suits and modes) are keys of the rules engine; this is data keyed by them. A choice
that is no card (a Coiffeur row, a Cego game) simply has no symbol and keeps the engine's label.
French suits as in the rules' source: Ecken, Herz, Kreuz, Schaufel for Eicheln, Rosen, Schellen,
Schilten.
"""

from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from jassclub.clubs.models import CardPack


@dataclass(frozen=True, slots=True)
class Card:
    """A choice as people see it: its word, and the id of its drawing in ``img/suits.svg`` ("": none)."""

    label: str
    symbol: str = ""
    red: bool = False


_BOTH = ("obenabe", "undenufe")
_SWISS = ("eicheln", "rosen", "schellen", "schilten")
_FRENCH = {
    "eicheln": (_("Diamonds"), True),
    "rosen": (_("Hearts"), True),
    "schellen": (_("Clubs"), False),
    "schilten": (_("Spades"), False),
}


def card(value: object, label: str, pack: str) -> Card:
    """How a choice (``value``, with the engine's translated ``label``) is shown with this pack."""
    if value in _BOTH:
        return Card(label, str(value))
    if value in _SWISS and pack == CardPack.FRENCH:
        word, red = _FRENCH[str(value)]
        return Card(gettext(word), f"french-{value}", red)
    if value in _SWISS:
        return Card(label, f"swiss-{value}")
    return Card(label)
