"""What every method of drawing offers; a method is one module with one ``METHOD``."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.draw.request import Request
from tournaments.draw.result import DrawError, DrawResult, Problem

Feasible = Callable[[int, int | None, tuple[int, ...], Mapping[str, Any]], list[Problem]]


@dataclass(frozen=True, slots=True)
class Option:
    """An argument that only one method has: what it is if not given, and what it may be."""

    default: Any
    allowed: Callable[[Any], bool]
    must: str


@dataclass(frozen=True, slots=True)
class Method:
    """A method: its key, the table sizes a round of it can have, its own options.

    ``keeps_partners`` is true where partners are drawn, so that some can be kept together.
    """

    key: str
    table_sizes: Collection[int]
    draw: Callable[[Request], DrawResult]
    feasible: Feasible
    options: Mapping[str, Option]
    keeps_partners: bool = False

    def checked_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The given options over the defaults."""
        for name, value in given.items():
            option = self.options.get(name)
            if option is None:
                raise DrawError("option-unknown", f"{self.key} has no option {name!r}.")
            if not option.allowed(value):
                raise DrawError("option-invalid", f"{name} {option.must}, not {value!r}.")
        return {name: given.get(name, option.default) for name, option in self.options.items()}


def fits_pairs(sizes: tuple[int, ...]) -> bool:
    """Whether a table of these sizes can be a pair of ids: two players, or two teams of two."""
    return sizes in {(), (2,), (4,)}


def is_bool(value: Any) -> bool:
    return isinstance(value, bool)
