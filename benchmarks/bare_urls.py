"""The product's addresses, and beside them the least a Django view can do: one INSERT.

The bare view goes through the same server, middleware, connection pool and database as everything
else; what recording a deal costs is told as a multiple of it. Never part of the product.
"""

import json

from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from jassclub.audit.models import AuditEvent


@csrf_exempt
@require_POST
def bare(request: HttpRequest) -> JsonResponse:
    """Read a JSON body, write one row in a transaction, answer with its number."""
    sent = json.loads(request.body)
    with transaction.atomic():
        event = AuditEvent.objects.create(
            actor_kind="system", action="bench.insert", object_kind="bench", after=sent
        )
    return JsonResponse({"id": event.pk}, status=201)


urlpatterns = [path("bare/", bare), path("", include("jassclub.urls"))]
