"""Reading a request's JSON, strictly and within bounds.

One body, one meaning: no NaN, no name twice, nothing nested beyond what can be parsed, at most
``MAX_BODY`` bytes. What is wrong is a 400 or 413 with a sentence.
"""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from scoring.rules import MAX_BODY

DIGITS = 1000  # far beyond every bound; more digits tell nothing new


class TooLarge(APIException):
    """The body is larger than anything that has a meaning here."""

    status_code = 413
    default_code = "too-large"

    def __init__(self) -> None:
        super().__init__(
            _("This is larger than %(max)s KB. Send one sheet at a time.")
            % {"max": MAX_BODY // 1024}
        )


class LengthNeeded(APIException):
    """A body came without its length, and would have been overlooked."""

    status_code = 411
    default_code = "length-needed"

    def __init__(self) -> None:
        super().__init__(_("Send the length of the body with it (Content-Length)."))


class StrictJSONParser(BaseParser):
    """JSON as the contract means it."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> Any:
        body = stream.read(MAX_BODY + 1)
        if len(body) > MAX_BODY:
            raise TooLarge
        try:
            return json.loads(
                body.decode(),
                object_pairs_hook=_each_name_once,
                parse_constant=_no_constant,
                parse_int=_int,
            )
        except RecursionError:
            raise ParseError(_("This is nested too deep to be a sheet.")) from None
        except ValueError:
            raise ParseError(_("This is no JSON. Check commas, quotes and brackets.")) from None


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ParseError(_("A name stands twice in one object. Send each name once."))
    return found


def _no_constant(constant: str) -> NoReturn:
    raise ParseError(_("%(constant)s is no number. Send whole numbers.") % {"constant": constant})


def _int(digits: str) -> int:
    return int(digits[:DIGITS])
