"""Looking at a sheet: the page, the parts that a phone asks for again and again, a deal's history."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring import live
from scoring.context import SheetContext
from scoring.devices import device_of, note_writing, other_writes
from scoring.forms import posted_number
from scoring.models import ScoreSheet
from scoring.presentation import SheetPage
from scoring.rules import MAX_DEALS
from scoring.selectors import deal_versions, sheet_board, sheet_stamp
from scoring.views.answers import show_sheet


@require_safe
def page(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> HttpResponse:
    return show_sheet(request, sheet, context, **_asked(request))


@require_safe
def board(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> HttpResponse:
    """The parts, or 304 while nothing changed. ``Other-Writes`` names the deal another phone types."""
    stamp = f'"{sheet_stamp(sheet)}.{int(bool(context.closed_reason))}.{len(context.onward)}"'
    device = device_of(request)
    others = other_writes(sheet.pk, device, written=sheet.played)
    number = posted_number(request.GET, "writing")
    if 0 < number <= MAX_DEALS and note_writing(sheet.pk, device, number):
        live.tell(sheet.pk)
    if request.headers.get("If-None-Match", "").removeprefix("W/") == stamp:
        response = HttpResponse(status=304)
    else:
        response = show_sheet(request, sheet, context, **_asked(request))
    response["ETag"] = stamp
    response["Other-Writes"] = str(others)
    return response


def _asked(request: HttpRequest) -> dict[str, Any]:
    """How this phone goes on: bids are typed with the points, because nobody made them in secret; a
    game without an end is over, or is not.
    """
    ending = {"1": True, "0": False}.get(request.GET.get("finish", ""))
    return {"late": request.GET.get("late") == "1", "ending": ending}


@require_safe
def finish(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> HttpResponse:
    """The result to confirm, for a sheet that only the table can call finished."""
    return show_sheet(request, sheet, context, ending=True)


@require_safe
def versions(
    request: HttpRequest, sheet: ScoreSheet, context: SheetContext, number: int
) -> HttpResponse:
    view = SheetPage(sheet_board(sheet, context))
    history = [view.version(deal) for deal in reversed(deal_versions(sheet, number))]
    values = {"view": view, "number": number, "history": history}
    return render(request, "table/versions.html", values, status=200 if history else 404)
