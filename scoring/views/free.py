"""Sheets without a tournament: a member of a club makes one and hands its address on."""

import segno
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from jassclub.clubs.access import club_for, user_actor
from jassclub.clubs.models import Role
from scoring import services
from scoring.access import free_desk, own_free_sheet
from scoring.errors import NotThere
from scoring.free_forms import FreeSheetForm
from scoring.views.keys import seat_phones


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Choose the house rules, type who sits where."""
    club = club_for(request, club_slug, least=Role.SCORER)
    form = FreeSheetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        audit = {"actor": user_actor(request)}
        sheet = services.sheet_create(club=club, audit=audit, **form.sheet())
        return redirect("scoring:free-link", club.slug, sheet.pk)
    values = {"club": club, "form": form}
    return render(request, "table/free_new.html", values, status=422 if form.errors else 200)


@login_required
@require_safe
def link(request: HttpRequest, club_slug: str, sheet_id: int) -> HttpResponse:
    """The address of a free sheet, as a link and as a code to scan."""
    club = club_for(request, club_slug, least=Role.SCORER)
    key = own_free_sheet(club, sheet_id)
    path = reverse("scoring:sheet-page", args=[key.token])
    address = (
        f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)
    )
    picture = segno.make(address, error="m", micro=False).svg_inline(omitsize=True, border=3)
    values = {"club": club, "sheet": key.sheet, "address": address, "path": path}
    values["phones"] = [s for s in seat_phones(*free_desk(request, club, sheet_id)) if s.claimed]
    return render(request, "table/free_link.html", values | {"picture": mark_safe(picture)})  # noqa: S308


@login_required
@require_POST
def release(request: HttpRequest, club_slug: str, sheet_id: int, seat: int) -> HttpResponse:
    """Set a seat free whose phone is gone."""
    club = club_for(request, club_slug, least=Role.SCORER)
    sheet, context = free_desk(request, club, sheet_id)
    try:
        services.key_release(sheet_id=sheet.pk, context=context, seat=seat)
    except NotThere as error:
        raise Http404(error.message) from None
    return redirect("scoring:free-link", club.slug, sheet.pk)
