"""A seat's own phone: the codes to scan, "is this you?", and giving a seat free again."""

from dataclasses import dataclass
from functools import cached_property

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import services
from scoring.context import Held, Right, SheetContext, SheetLinks
from scoring.errors import SheetError
from scoring.models import ScoreSheet, SheetKey
from scoring.services.keys import taken
from scoring.views.answers import refused, wants_parts


@dataclass(frozen=True)
class SeatPhone:
    """A seat as the list of phones shows it; ``key`` is None until its code was asked for."""

    seat: int
    name: str
    key: SheetKey | None
    context: SheetContext

    @property
    def claimed(self) -> bool:
        return self.key is not None and bool(self.key.claimed_by)

    @property
    def url(self) -> str:
        return self.context.links.to("phone", self.seat)

    @property
    def release_url(self) -> str:
        return self.context.links.to("release", self.seat)

    @cached_property
    def path(self) -> str:
        token = self.key.token if self.key else ""
        return SheetLinks(self.context.seat_pages, token).to("page")


def seat_phones(sheet: ScoreSheet, context: SheetContext) -> list[SeatPhone]:
    """Every seat of a sheet with its key, if it has one."""
    keys = {key.seat: key for key in SheetKey.objects.filter(sheet=sheet, seat__isnull=False)}
    return [SeatPhone(at, name, keys.get(at), context) for at, name in enumerate(context.names)]


@require_safe
def phones(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> HttpResponse:
    """Who plays with a phone of their own, and the way to one for everybody else."""
    if context.own is not None:
        return redirect(context.links.to("page"))
    values = {
        "context": context,
        "sheet": sheet,
        "seats": seat_phones(sheet, context),
        "releases": context.may(Right.RELEASE),
        "page_url": context.links.to("page"),
    }
    return render(request, "table/keys/phones.html", values)


@require_http_methods(["GET", "POST"])
def phone(
    request: HttpRequest, sheet: ScoreSheet, context: SheetContext, seat: int
) -> HttpResponse:
    """The code of one seat; it is made when somebody asks for it, and shown until it is claimed."""
    if request.method == "POST":
        return _make(request, sheet, context, seat)
    found = next((s for s in seat_phones(sheet, context) if s.seat == seat), None)
    if context.own is not None or found is None or found.key is None or found.claimed:
        return redirect(context.links.to("phones"))
    address = _address(request, found.path)
    picture = segno.make(address, error="m", micro=False).svg_inline(omitsize=True, border=3)
    values = {
        "context": context,
        "found": found,
        "address": address,
        "phones_url": context.links.to("phones"),
    }
    return render(request, "table/keys/code.html", values | {"picture": mark_safe(picture)})  # noqa: S308


def _make(
    request: HttpRequest, sheet: ScoreSheet, context: SheetContext, seat: int
) -> HttpResponse:
    try:
        services.key_make(sheet_id=sheet.pk, context=context, seat=seat)
    except SheetError as error:
        return refused(request, sheet, context, status=error.status, message=error.message)
    return redirect(context.links.to("phone", seat))


@require_POST
def claim(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> HttpResponse:
    """Somebody says: that is me, and this is my phone."""
    try:
        services.key_claim(sheet_id=sheet.pk, context=context)
    except SheetError as error:
        return _page(request, context, error.message, error.status)
    return redirect(context.links.to("page"))


@require_POST
def release(
    request: HttpRequest, sheet: ScoreSheet, context: SheetContext, seat: int
) -> HttpResponse:
    """The office takes a seat's key from its phone."""
    try:
        services.key_release(sheet_id=sheet.pk, context=context, seat=seat)
    except SheetError as error:
        return refused(request, sheet, context, status=error.status, message=error.message)
    return redirect(context.links.to("phones"))


def shut(request: HttpRequest, context: SheetContext) -> HttpResponse:
    """What a phone sees that came with a seat's key and does not hold it."""
    if wants_parts(request):
        return HttpResponse(status=409)
    if context.own is not None and context.own.held is Held.ELSEWHERE:
        return _page(request, context, taken(context), 403)
    return _page(request, context)


def _page(
    request: HttpRequest, context: SheetContext, error: str = "", status: int = 200
) -> HttpResponse:
    name = context.names[context.seat] if context.seat is not None else ""
    values = {
        "context": context,
        "name": name,
        "error": error,
        "claim_url": context.links.to("claim"),
    }
    return render(request, "table/keys/claim.html", values, status=status)


def _address(request: HttpRequest, path: str) -> str:
    return (
        f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)
    )
