"""How a room hangs the sheet views under its own addresses.

Door: a function of the mounting room that turns a request and the token in the address into the
sheet and its context, or into an answer that sends the visitor where they can go on. The views
themselves take ``(request, sheet, context)`` and never ask who mounted them.
"""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.cache import never_cache

from scoring import live
from scoring.context import Held, SheetContext
from scoring.devices import remember
from scoring.models import ScoreSheet
from scoring.views import calls, confirming, keys, sheet, writing

Opened = tuple[ScoreSheet, SheetContext] | HttpResponse
Door = Callable[[HttpRequest, str], Opened]
View = Callable[..., HttpResponse]


def mounted(door: Door, view: View) -> Callable[..., HttpResponseBase]:
    """The view behind a door. What was meant for another sheet (an old queue) changes nothing.

    Whoever comes with a seat's own key and does not hold it is asked, or told, before anything else.
    """

    @never_cache
    @wraps(view)
    def run(request: HttpRequest, token: str, **kwargs: Any) -> HttpResponseBase:
        opened = door(request, token)
        if isinstance(opened, HttpResponse):
            return opened
        found, context = opened
        meant = request.POST.get("sheet") or request.GET.get("sheet")
        if meant and meant != str(found.pk):
            return render(request, "table/gone.html", {"context": context}, status=409)
        if context.own and context.own.held is not Held.HERE and view is not keys.claim:
            response = keys.shut(request, context)
        else:
            response = view(request, found, context, **kwargs)
        remember(request, response)
        return response

    return run


def streamed(door: Door) -> Callable[..., Coroutine[Any, Any, HttpResponseBase]]:
    """The stream behind a door: says when to look at the sheet. 204 where nobody can hold it open."""

    def opened(request: HttpRequest, token: str) -> Opened:
        found = door(request, token)
        if not connection.in_atomic_block:
            connection.close()  # an open page must not keep a connection for the whole evening
        return found

    async def stream(request: HttpRequest, token: str) -> HttpResponseBase:
        found = await sync_to_async(opened)(request, token)
        if isinstance(found, HttpResponse):  # the page itself is sent on when it looks
            return HttpResponse(status=204)
        own = found[1].own
        if own and own.held is not Held.HERE:
            return HttpResponse(status=403)
        if request.method != "GET" or not live.can_stream(request):
            return HttpResponse(status=204)
        response = StreamingHttpResponse(live.events(found[0].pk), content_type="text/event-stream")
        response["Cache-Control"] = "no-cache"
        response["X-Accel-Buffering"] = "no"
        response["Content-Encoding"] = "identity"  # compression would hold events back
        return response

    return stream


def sheet_patterns(door: Door) -> list[URLPattern]:
    """The addresses of one sheet below its token: ``sheet-page``, ``sheet-board``, …"""
    views: list[tuple[str, View, str]] = [
        ("", sheet.page, "page"),
        ("board/", sheet.board, "board"),
        ("deals/", writing.record, "deals"),
        ("deals/<int:number>/", writing.deal, "deal"),
        ("deals/<int:number>/remove/", writing.remove, "remove"),
        ("deals/<int:number>/settle/", writing.settle, "settle"),
        ("deals/<int:number>/versions/", sheet.versions, "versions"),
        ("forehand/", writing.forehand, "forehand"),
        ("finish/", sheet.finish, "finish"),
        ("confirm/", confirming.confirm, "confirm"),
        ("submit/", confirming.submit, "submit"),
        ("dispute/", confirming.dispute, "dispute"),
        ("calls/", calls.passing, "calls"),
        ("calls/again/", calls.again, "calls-again"),
        ("calls/<int:seat>/", calls.bid, "call"),
        ("phones/", keys.phones, "phones"),
        ("phones/<int:seat>/", keys.phone, "phone"),
        ("phones/<int:seat>/release/", keys.release, "release"),
        ("claim/", keys.claim, "claim"),
    ]
    return [
        path("stream/", streamed(door), name="sheet-stream"),
        *(path(route, mounted(door, view), name=f"sheet-{name}") for route, view, name in views),
    ]
