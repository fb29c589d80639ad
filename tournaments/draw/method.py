"""What every method of drawing offers; a method is one module with one ``METHOD``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.draw.request import Request
from tournaments.draw.result import DrawError, DrawResult, Problem

Feasible = Callable[[int, int | None, int | None, Mapping[str, Any]], list[Problem]]


@dataclass(frozen=True, slots=True)
class Method:
    """A method: its key, the table sizes of its rounds, its own options with their defaults."""

    key: str
    table_sizes: range
    draw: Callable[[Request], DrawResult]
    feasible: Feasible
    options: Mapping[str, tuple[Any, ...]]

    def checked_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The given options over the defaults (each option's first allowed value)."""
        for name, value in given.items():
            if name not in self.options:
                raise DrawError("option-unknown", f"{self.key} has no option {name!r}.")
            if value not in self.options[name]:
                allowed = ", ".join(str(choice) for choice in self.options[name])
                raise DrawError("option-invalid", f"{name} is one of {allowed}, not {value!r}.")
        return {name: given.get(name, choices[0]) for name, choices in self.options.items()}
