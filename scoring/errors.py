"""What a service of this room raises when it refuses: a code for programs, a sentence for people.

A refusal changes nothing. ``message`` says what is wrong and what would be right; ``problems`` are
the rules engine's, as dicts with their messages and the number of the ``deal`` they belong to;
``extra`` holds figures that help to go on (the next number, the version that counts now).
"""

from collections.abc import Sequence
from typing import Any, ClassVar

ProblemDict = dict[str, Any]


class SheetError(Exception):
    """Refused; nothing was changed. ``status`` is the HTTP status that says the same."""

    status: ClassVar[int] = 422

    def __init__(
        self,
        code: str,
        message: str,
        *,
        problems: Sequence[ProblemDict] = (),
        **extra: Any,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.problems = list(problems)
        self.extra = extra


class Invalid(SheetError):
    """What was sent cannot be read: a number that is none, a reason that is missing."""

    status = 400


class NotAllowed(SheetError):
    """Not for this key or role, or not here and now."""

    status = 403


class NotThere(SheetError):
    """There is no such sheet, deal or side."""

    status = 404


class Conflict(SheetError):
    """The sheet is not as the sender thought; ``extra`` says how it is."""

    status = 409


class DealRefused(SheetError):
    """The rules engine says that these deals, or these totals, cannot be."""


class NonceReused(SheetError):
    """A nonce belongs to one deal; this one came back with something else."""
