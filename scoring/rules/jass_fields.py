"""Fields that several Jass games have in common: what is trump, points, Weis."""

from collections.abc import Sequence

from scoring.rules import jass
from scoring.rules.fields import Field
from scoring.rules.words import gettext_noop as _


def trump_field(modes: tuple[str, ...], *, label: str, nullable: bool = False) -> Field:
    """A trump suit, or a mode; null where a deal may stay without."""
    return Field(
        name="trump",
        type="choice",
        choices=jass.choices(modes),
        nullable=nullable,
        needed_when=not nullable,
        stage="before",
        label=label,
    )


def points_field(count: int, excluded: tuple[int, ...], help: str) -> Field:
    """Points from tricks per side; one number may be missing."""
    return Field(
        name="points",
        type="list",
        length=count,
        item=Field(type="int", min=0, max=jass.DEAL_POINTS, excluded=excluded, nullable=True),
        needed_when=True,
        label=_("Points"),
        help=help,
    )


def weis_field(
    name: str,
    count: int,
    values: Sequence[int],
    longest: int,
    *,
    label: str,
    help: str,
    offered: bool = True,
) -> Field:
    """A list of Weis values for each side or seat, at most `longest` of them in one."""
    return Field(
        name=name,
        type="list",
        length=count,
        item=Field(
            type="list",
            max=longest,
            otherwise="impossible-weis",
            nullable=True,
            item=Field(
                type="int",
                choices=tuple((value, "") for value in values),
                otherwise="impossible-weis",
            ),
        ),
        nullable=True,
        label=label,
        help=help,
        offered=offered,
    )
