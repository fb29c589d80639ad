"""Whoever is signed out and opens a page for members is led to signing in, and back to that page.

A *page* here is what a browser shows or htmx swaps in; scripts and the API keep their plain refusal.
What a form sent while its sender was signed out is not kept, and the sign-in page says so.
"""

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect


class SignedOut(Http404):
    """Only for members, and nobody is signed in: it is not said whether there is such a page."""


class SignInMiddleware:
    """Without it htmx would put the sign-in form into a fragment's place, and whoever signed in would
    come back to an address that only takes what a form sends.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        wants_page = "text/html" in request.headers.get("Accept", "")
        if not isinstance(exception, SignedOut) or not (wants_page or request.htmx):  # type: ignore[attr-defined]
            return None
        return HttpResponseRedirect(_sign_in(request.get_full_path()))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        login = resolve_url(settings.LOGIN_URL)
        if not isinstance(response, HttpResponseRedirect) or not response.url.startswith(login):
            return response
        if request.htmx:  # type: ignore[attr-defined]
            page = request.htmx.current_url_abs_path or "/"  # type: ignore[attr-defined]
            return HttpResponseClientRedirect(_sign_in(page))
        if request.method == "POST" and not request.path.startswith(login):
            messages.warning(request, _("You were signed out: what you sent is not saved."))
            return HttpResponseRedirect(_sign_in(_page_before(request)))
        return response


def _sign_in(page: str) -> str:
    return f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': page})}"


def _page_before(request: HttpRequest) -> str:
    """The page that sent a form; the first page if a foreign one did."""
    came_from = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(came_from, {request.get_host()}):
        return "/"
    parts = urlsplit(came_from)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
