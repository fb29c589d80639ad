"""Every refusal of the JSON API in one shape: ``{"problems": [{field, code, params, message}]}``.

The sentences are in the request's language; ``params`` carry what a program needs to go on (the
next number, the version that counts now).
"""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as rest_exception_handler

from scoring import messages
from scoring.errors import SheetError
from scoring.rules import InvalidRequest, UnknownVariant


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an exception; None for what is our mistake (500)."""
    if isinstance(exc, SheetError):
        listed = exc.problems or [problem(None, exc.code, exc.message, **exc.extra)]
        return Response({"problems": listed}, status=exc.status)
    if isinstance(exc, UnknownVariant):
        known = ", ".join(exc.known)
        message = _("There is no such variant. Known: %(known)s.") % {"known": known}
        listed = [problem("variant", "unknown-variant", message, known=list(exc.known))]
        return Response({"problems": listed}, status=404)
    if isinstance(exc, InvalidRequest):
        variant = context["kwargs"].get("variant", "")
        listed = [p.as_dict(messages.text(variant, p)) for p in exc.problems]
        return Response({"problems": listed}, status=400)
    response = rest_exception_handler(_with_sentence(exc), context)
    if response is not None and isinstance(exc, exceptions.ValidationError):
        response.data = {"problems": list(_fields(exc.detail))}
    elif response is not None:
        detail = response.data["detail"]
        response.data = {"problems": [problem(None, _code(detail), str(detail))]}
    return response


def problem(field: str | None, code: str, message: str, **params: Any) -> dict[str, Any]:
    """One thing that is wrong, as JSON."""
    return {"field": field, "code": code, "params": params, "message": message}


def _with_sentence(exc: Exception) -> Exception:
    """Django's own refusals keep the sentence that our doors gave them."""
    sentence = str(exc.args[0]) if exc.args and isinstance(exc.args[0], str) else ""
    if isinstance(exc, Http404):
        return exceptions.NotFound(sentence or _("There is nothing at this address."))
    if isinstance(exc, PermissionDenied):
        return exceptions.PermissionDenied(sentence or _("You are not allowed to do this."))
    return exc


def _fields(detail: Any, path: str = "") -> Iterator[dict[str, Any]]:
    """The problems of a serializer, each on its field (``changes.0.number``)."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            own = path if name == "non_field_errors" else f"{path}.{name}".lstrip(".")
            yield from _fields(inner, own)
    elif isinstance(detail, list) and any(isinstance(inner, dict | list) for inner in detail):
        for index, inner in enumerate(detail):
            yield from _fields(inner, f"{path}.{index}")
    elif isinstance(detail, list):
        for inner in detail:
            yield from _fields(inner, path)
    else:
        yield problem(path or None, _code(detail), str(detail))


def _code(detail: exceptions.ErrorDetail) -> str:
    """The framework's codes written as ours are."""
    return str(detail.code).replace("_", "-")
