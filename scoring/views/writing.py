"""Writing on a sheet: a new deal, a corrected one, a removed one, a choice between two phones."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring import services
from scoring.context import SheetContext
from scoring.errors import SheetError
from scoring.forms import DealForm, posted_number, posted_text
from scoring.models import ScoreSheet
from scoring.presentation import SheetPage, deal_form
from scoring.selectors import DealLine, sheet_board
from scoring.views.answers import changed, refused, show_sheet, written


@require_POST
def record(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> HttpResponse:
    """Write the next deal."""
    number = posted_number(request.POST, "number")
    form = deal_form(sheet, context, number).read(request.POST)
    try:
        services.deal_record(
            sheet_id=sheet.pk,
            context=context,
            number=number,
            payload=form.payload(),
            nonce=form.nonce,
        )
    except SheetError as error:
        return _refused(request, sheet, context, form, error)
    return written(request, context, form.nonce)


@require_http_methods(["GET", "POST"])
def deal(
    request: HttpRequest, sheet: ScoreSheet, context: SheetContext, number: int
) -> HttpResponse:
    """A written deal as a form; sent, a new version of it."""
    if request.method == "POST":
        return _correct(request, sheet, context, number)
    line = _line(sheet, context, number)
    view = SheetPage(sheet_board(sheet, context))
    if not view.can_write:
        return show_sheet(request, sheet, context)
    form = view.blank_form(number, line.version).fill(line.payload or {})
    return show_sheet(request, sheet, context, form=form)


def _correct(
    request: HttpRequest, sheet: ScoreSheet, context: SheetContext, number: int
) -> HttpResponse:
    version = posted_number(request.POST, "version")
    form = deal_form(sheet, context, number, version).read(request.POST)
    try:
        services.deal_correct(
            sheet_id=sheet.pk,
            context=context,
            number=number,
            version=version,
            payload=form.payload(),
            nonce=form.nonce,
            reason=posted_text(request.POST, "reason"),
        )
    except SheetError as error:
        return _refused(request, sheet, context, form, error)
    return written(request, context, form.nonce)


@require_http_methods(["GET", "POST"])
def remove(
    request: HttpRequest, sheet: ScoreSheet, context: SheetContext, number: int
) -> HttpResponse:
    """Ask, then take a deal off the sheet; its versions stay readable."""
    if request.method == "POST":
        return _remove(request, sheet, context, number)
    line = _line(sheet, context, number)
    view = SheetPage(sheet_board(sheet, context))
    return render(request, "table/remove.html", {"view": view, "deal": view.version(line.deal)})


def _remove(
    request: HttpRequest, sheet: ScoreSheet, context: SheetContext, number: int
) -> HttpResponse:
    try:
        outcome = services.deal_correct(
            sheet_id=sheet.pk,
            context=context,
            number=number,
            version=posted_number(request.POST, "version"),
            payload=None,
            nonce=request.POST.get("nonce", ""),
            reason=posted_text(request.POST, "reason"),
        )
    except SheetError as error:
        return refused(request, sheet, context, status=error.status, message=error.message)
    return changed(request, outcome.sheet, context)


@require_POST
def settle(
    request: HttpRequest, sheet: ScoreSheet, context: SheetContext, number: int
) -> HttpResponse:
    """The table chooses between the figures of two phones."""
    nonce = request.POST.get("nonce", "")
    try:
        outcome = services.contest_settle(
            sheet_id=sheet.pk,
            context=context,
            number=number,
            deal_id=posted_number(request.POST, "deal"),
            nonce=nonce,
        )
    except SheetError as error:
        return refused(request, sheet, context, status=error.status, message=error.message)
    return changed(request, outcome.sheet, context, nonce=nonce)


@require_POST
def forehand(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> HttpResponse:
    """The table says who leads the next deal."""
    seat = posted_number(request.POST, "seat")
    try:
        known = services.forehand_set(sheet_id=sheet.pk, context=context, seat=seat)
    except SheetError as error:
        return refused(request, sheet, context, status=error.status, message=error.message)
    return changed(request, known, context)


def _line(sheet: ScoreSheet, context: SheetContext, number: int) -> DealLine:
    for line in sheet_board(sheet, context).lines:
        if line.number == number:
            return line
    raise Http404(_("There is no deal %(number)s on this sheet.") % {"number": number})


def _refused(
    request: HttpRequest,
    sheet: ScoreSheet,
    context: SheetContext,
    form: DealForm,
    error: SheetError,
) -> HttpResponse:
    """What was typed, with the engine's sentence on its field or above all. Where the deal became
    another meanwhile, it is shown beside; sent again, it counts for the sheet as it stands now.
    """
    own = [p for p in error.problems if p.get("deal") == form.number]
    changed = [form.number] if error.extra.get("payload") else []
    form.refuse("" if changed else error.message, own)
    if error.code == "deal-changed":
        form.version = error.extra["version"]
    elif "next_number" in error.extra and not form.secret:
        form.number = error.extra["next_number"]
    return refused(
        request,
        sheet,
        context,
        status=error.status,
        message=error.message,
        form=form,
        changed=changed,
    )
