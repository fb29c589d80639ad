"""What the office calls a table by what its sheet does, and which of these need somebody.

Words: a table is *slow* when nothing was entered for long, or when it plays on although the round's
time is up; somebody *has left* it who was away from the evening before the round began. Reads nothing.
"""

from collections.abc import Mapping
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.models import ScoreSheet, SheetStatus
from scoring.second_typing import Typing

#: After so many minutes without an entry a table that is playing is called slow.
SLOW_MINUTES = 15

#: The key that shows only the tables in a state; the letters n and a are for those that need
#: somebody, and for all.
KEYS: Mapping[str, str] = {
    "disputed": "d",
    "contested": "z",
    "differs": "x",
    "submitted": "h",
    "left": "w",
    "second": "t",
    "unconfirmed": "u",
    "slow": "s",
    "playing": "p",
    "empty": "l",
    "drawn": "g",
    "confirmed": "c",
    "void": "v",
}

#: The states of a table, those that need somebody first, with their words and badge.
STATES: Mapping[str, tuple[Promise, str]] = {
    "disputed": (gettext_lazy("disputed"), "bad"),
    "contested": (gettext_lazy("two figures"), "bad"),
    "differs": (gettext_lazy("typed differently"), "bad"),
    "submitted": (gettext_lazy("handed in unfinished"), "warn"),
    "left": (gettext_lazy("incomplete"), "warn"),
    "second": (gettext_lazy("waits for the second typing"), "warn"),
    "unconfirmed": (gettext_lazy("to be confirmed"), "warn"),
    "slow": (gettext_lazy("slow"), "warn"),
    "playing": (gettext_lazy("playing"), ""),
    "empty": (gettext_lazy("nothing entered yet"), ""),
    "drawn": (gettext_lazy("not started"), ""),
    "confirmed": (gettext_lazy("confirmed"), "ok"),
    "void": (gettext_lazy("void"), ""),
}
NEEDS_SOMEBODY = (
    "disputed",
    "contested",
    "differs",
    "submitted",
    "left",
    "second",
    "unconfirmed",
    "slow",
)

#: States in which somebody has yet to type, or to decide: their figures are nobody else's to see.
TYPED_TWICE = frozenset({Typing.WAITS, Typing.DIFFERS})


def sheet_state(
    sheet: ScoreSheet,
    *,
    contested: bool,
    quiet: timedelta,
    typing: Typing = Typing.NONE,
    late: bool = False,
    left: bool = False,
) -> str:
    """The state of a sheet as the office names it (a key of ``STATES``)."""
    if sheet.status in {SheetStatus.CONFIRMED, SheetStatus.VOID}:
        return str(sheet.status)
    if sheet.status == SheetStatus.DISPUTED:
        return "disputed"
    if contested:
        return "contested"
    if sheet.status == SheetStatus.SUBMITTED:
        return "submitted"
    if typing in TYPED_TWICE:
        return str(typing)
    if sheet.finished:
        return "unconfirmed"
    if left:
        return "left"
    if late or quiet >= timedelta(minutes=SLOW_MINUTES):
        return "slow"
    return "playing" if sheet.played else "empty"
