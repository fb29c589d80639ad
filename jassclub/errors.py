"""The pages for what went wrong: each says what happened and where to go on."""

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.urls import is_valid_path
from django.utils.translation import gettext as _

from jassclub.throttle import GuessedTooOften


def _page(
    request: HttpRequest, status: int, title: str, sentence: str, *, up: str = ""
) -> HttpResponse:
    """``up``: the address of a page from which to go on, beside the first one."""
    if request.path.startswith("/api/"):
        return JsonResponse(
            {"problems": [{"field": None, "code": str(status), "params": {}, "message": sentence}]},
            status=status,
        )
    values = {"title": title, "sentence": sentence, "up": up}
    return render(request, "error.html", values, status=status)


def _sentence(exception: object, otherwise: str) -> str:
    text = str(exception.args[0]) if isinstance(exception, Exception) and exception.args else ""
    return text if " " in text else otherwise


def bad_request(request: HttpRequest, exception: object = None) -> HttpResponse:
    sentence = _("This request could not be understood. Go back, reload the page and try again.")
    return _page(request, 400, _("Not understood"), _sentence(exception, sentence))


def forbidden(request: HttpRequest, exception: object = None) -> HttpResponse:
    sentence = _("You are not allowed to do this. Ask the owner of the club for a wider role.")
    if not isinstance(exception, PermissionDenied):
        exception = None
    return _page(request, 403, _("Not allowed"), _sentence(exception, sentence))


def not_found(request: HttpRequest, exception: object = None) -> HttpResponse:
    sentence = _("There is nothing at this address. Check it, or start from the first page.")
    # Http404 raised by our own doors carries a sentence; the resolver's carries a dict.
    known = exception if not (exception.args and isinstance(exception.args[0], dict)) else None  # type: ignore[attr-defined]
    return _page(request, 404, _("Not found"), _sentence(known, sentence), up=_up(request))


def _up(request: HttpRequest) -> str:
    """The page that what was not found would hang under; "" where there is none."""
    wanted = list(request.resolver_match.kwargs.values()) if request.resolver_match else []
    path = request.path
    if not wanted or f"/{wanted[-1]}/" not in path:
        return ""
    path = path[: path.rindex(f"/{wanted[-1]}/") + 1]
    while path != "/":
        if is_valid_path(path):
            return path
        path = f"{path.rstrip('/').rpartition('/')[0]}/"
    return ""


def server_error(request: HttpRequest) -> HttpResponse:
    sentence = _("Something went wrong on our side. What was confirmed is safe; please try again.")
    return _page(request, 500, _("Our mistake"), sentence)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    sentence = _("This page was open for too long. Reload it and send again.")
    return _page(request, 403, _("Page expired"), sentence)


class MethodPageMiddleware:
    """An address that only takes what a form sends says so, instead of an empty page.

    People come to it by the address bar, after a form that was refused.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Whoever guessed too often is told to wait; that is no fault to log."""
        if not isinstance(exception, GuessedTooOften):
            return None
        return _page(request, 429, _("Too many attempts"), str(exception))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        sentence = _("This address only takes what a form sends. Go back to the page before it.")
        page = _page(request, response.status_code, _("Not this way"), sentence)
        page.headers["Allow"] = response.headers["Allow"]
        return page
