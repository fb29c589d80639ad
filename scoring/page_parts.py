"""The small parts of a sheet's page: a side, a state, a choice between two figures, and what people are
called where there is little room.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.deal_rows import VersionView
from scoring.models import ScoreSheet
from scoring.rules import get_variant
from scoring.slate import Strokes


@dataclass(frozen=True, slots=True)
class State:
    """The state of the sheet as a key (for the colour and the script) and in words."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class SumText:
    right: bool
    text: str


@dataclass(frozen=True, slots=True)
class SideView:
    """A column of the board: full names, the short label of buttons, and ``said``: in what way and
    when it was agreed to, ``how`` the way as a key.
    """

    number: int
    names: list[str]
    label: str
    total: int
    figure: str
    strokes: Strokes | None
    winner: bool
    said: str
    how: str

    @property
    def key(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class ContestView:
    number: int
    settle_url: str
    versions: list[VersionView]


MOST_IN_FULL, HEAD = 4, 4


def initials(name: str) -> str:
    return "".join(word[0] for word in name.split()[:3])


def short_names(names: Sequence[str]) -> list[str]:
    """First names; with the last name's initial where two at the table share one."""
    firsts = [name.split(maxsplit=1)[0] if name.split() else name for name in names]
    return [
        f"{first} {name.split()[-1][0]}." if firsts.count(first) > 1 and " " in name else first
        for first, name in zip(firsts, names, strict=True)
    ]


def side_labels(sheet: ScoreSheet, people: Sequence[str]) -> list[str]:
    """A short label per side: the first names of its people."""
    rules = get_variant(sheet.variant)
    return [
        " · ".join(people[seat] for seat in rules.seats_of_side(side, sheet.options))
        for side in range(rules.sides(sheet.options))
    ]
