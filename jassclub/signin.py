"""A fragment's request by somebody who is signed out leads the whole page to signing in."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect


class FragmentSignInMiddleware:
    """Without it htmx would follow the redirect and put the sign-in form into the fragment's place."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        login = resolve_url(settings.LOGIN_URL)
        if not isinstance(response, HttpResponseRedirect) or not response.url.startswith(login):
            return response
        if not request.htmx:  # type: ignore[attr-defined]
            return response
        page = request.htmx.current_url_abs_path or "/"  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(f"{login}?{urlencode({'next': page})}")
