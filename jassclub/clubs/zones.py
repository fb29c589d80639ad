"""Times are stored in UTC and shown in the club's zone, wherever the server stands."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


def activate(zone: str) -> None:
    """Show times of the rest of this request in a club's zone (the access doors call it)."""
    timezone.activate(ZoneInfo(zone))


class ZoneMiddleware:
    """Every request starts in UTC, whatever the one before it on this thread activated."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        timezone.deactivate()
        return self.get_response(request)
