"""What can be wrong, said without words of any language.

A *problem* is a code with its parameters on a field; the sentences for it live outside the rules.
Codes are those of the scoring contract. Parameters are numbers, short strings and lists of them,
so that any text can be made of them; they never repeat a value too large to be shown.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from scoring.rules.limits import MAX_NAME


class Problem(NamedTuple):
    """One thing that is wrong with a deal, an option, a request or a total.

    `field` is the top-level field of the deal, the option's name (`multipliers.schellen`), or None
    where no single field is to blame. `params["why"]`, where given, tells apart the cases that one
    code covers.
    """

    field: str | None
    code: str
    params: dict[str, Any]

    def as_dict(self, message: str = "") -> dict[str, Any]:
        return {
            "field": self.field,
            "code": self.code,
            "params": self.params,
            "message": message,
        }


Text = Callable[[str, Problem], str]
"""Makes the sentence for a problem: called with the variant's name and the problem."""


class InvalidRequest(ValueError):
    """What was asked cannot be answered at all; `problems` says why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(", ".join(f"{p.field}: {p.code}" for p in problems))
        self.problems = problems


class InvalidOptions(InvalidRequest):
    """These house rules cannot be played by; `problems` says why, each on its option."""


class UnknownVariant(LookupError):
    """No variant has this name; `known` lists those there are."""

    def __init__(self, name: object, known: tuple[str, ...]) -> None:
        super().__init__(f"unknown variant {shown(name)!r}; known: {', '.join(known)}")
        self.known = known


def shown(name: object) -> str:
    """A name from outside as it may be repeated: short, and text that any encoding can carry."""
    text = name if isinstance(name, str) else type(name).__name__
    return text[:MAX_NAME].encode("utf-8", "replace").decode()
