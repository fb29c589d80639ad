"""A number as people read it: in the unit of its game, with the minus sign of print.

Unit: what a game writes (``Variant.unit``). Cents are shown as francs or euros with two digits; all
else is plain. Which money it is follows from where the club plays.
"""

from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

MINUS = "−"
CENTS = "cents"
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Money:
    """A currency: its sign before an amount, and the sentence that names it once (a message id)."""

    sign: str
    sentence: str


FRANCS = Money("Fr.", _("Amounts in francs"))
EUROS = Money("€", _("Amounts in euros"))
FRANC_ZONES = frozenset({"Europe/Zurich", "Europe/Vaduz"})


def money_of(zone: str) -> Money:
    """The money at a club's tables, by its time zone."""
    return FRANCS if zone in FRANC_ZONES else EUROS


def figure(value: int | None, unit: str = "") -> str:
    """An integer in its unit: ``−1.70`` for −170 cents, ``−170`` for points, a dash for none."""
    if value is None:
        return "–"
    sign, size = (MINUS if value < 0 else ""), abs(value)
    if unit == CENTS:
        return f"{sign}{size // HUNDRED}.{size % HUNDRED:02d}"
    return f"{sign}{size}"
