"""Two addresses for whoever watches the server."""

from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """The process answers."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """The database answers too: traffic may come."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception:  # noqa: BLE001 - whatever it is, the answer is "not ready"
        return JsonResponse({"database": False}, status=503)
    return JsonResponse({"database": True})
