"""Ending a sheet at the table: saying yes, saying no, handing it in unfinished."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from scoring import services
from scoring.context import SheetContext
from scoring.errors import SheetError
from scoring.forms import posted_number, posted_text
from scoring.models import ScoreSheet
from scoring.presentation import SheetPage
from scoring.selectors import sheet_board
from scoring.views.answers import changed, refused


@require_POST
def confirm(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> HttpResponse:
    """One side says yes to the revision it saw."""
    try:
        confirmed = context.confirm(
            sheet_id=sheet.pk,
            context=context,
            revision=posted_number(request.POST, "revision"),
            side=posted_number(request.POST, "side"),
        )
    except SheetError as error:
        deals = [deal["number"] for deal in error.extra.get("changed", [])]
        return refused(
            request, sheet, context, status=error.status, message=error.message, changed=deals
        )
    return changed(request, confirmed, context)


@require_http_methods(["GET", "POST"])
def submit(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> HttpResponse:
    """Hand the sheet in unfinished, with a reason."""
    reason = posted_text(request.POST, "reason")
    if request.method == "GET":
        return _ask(request, sheet, context, "table/submit.html")
    try:
        submitted = services.sheet_submit(sheet_id=sheet.pk, context=context, reason=reason)
    except SheetError as error:
        return _ask(request, sheet, context, "table/submit.html", error)
    return changed(request, submitted, context)


@require_http_methods(["GET", "POST"])
def dispute(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> HttpResponse:
    """A side says that something is wrong, and what."""
    if request.method == "GET":
        return _ask(request, sheet, context, "table/dispute.html")
    try:
        disputed = services.sheet_dispute(
            sheet_id=sheet.pk,
            context=context,
            side=posted_number(request.POST, "side"),
            reason=posted_text(request.POST, "reason"),
        )
    except SheetError as error:
        return _ask(request, sheet, context, "table/dispute.html", error)
    return changed(request, disputed, context)


def _ask(
    request: HttpRequest,
    sheet: ScoreSheet,
    context: SheetContext,
    template: str,
    error: SheetError | None = None,
) -> HttpResponse:
    values = {
        "view": SheetPage(sheet_board(sheet, context)),
        "error": error.message if error else "",
        "reason": posted_text(request.POST, "reason"),
        "side": request.POST.get("side", ""),
    }
    return render(request, template, values, status=error.status if error else 200)
