"""Bidding in secret: the phone that is passed round with a covered screen, and a seat's own bid.

A value comes in by POST and goes to the service; no page here ever shows one, but for the very
field in which a person typed what cannot be.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring import services
from scoring.context import SheetContext
from scoring.errors import DealRefused, SheetError
from scoring.forms import posted_number
from scoring.models import ScoreSheet
from scoring.presentation import SheetPage
from scoring.selectors import sheet_board
from scoring.views.answers import refused


@require_safe
def passing(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> HttpResponse:
    """The covered screen: who gets the phone next. Back to the sheet once nobody is left."""
    view = SheetPage(sheet_board(sheet, context))
    if view.bids is None or context.own or not view.bids.bidding.open or view.bids.next is None:
        return redirect(context.links.to("page"))
    return render(request, "table/calls/pass.html", {"view": view, "bids": view.bids})


@require_http_methods(["GET", "POST"])
def bid(request: HttpRequest, sheet: ScoreSheet, context: SheetContext, seat: int) -> HttpResponse:
    """One person's own field, and what was typed into it."""
    if request.method == "POST":
        return _take(request, sheet, context, seat)
    return _ask(request, sheet, context, seat)


def _ask(
    request: HttpRequest,
    sheet: ScoreSheet,
    context: SheetContext,
    seat: int,
    error: SheetError | None = None,
) -> HttpResponse:
    view = SheetPage(sheet_board(sheet, context))
    whose = (
        [s for s in view.bids.seats if s.seat == seat and s.own_phone == s.mine]
        if view.bids
        else []
    )
    if view.bids is None or not whose or not view.bids.bidding.open:
        return redirect(context.links.to("page"))
    if context.own and not whose[0].mine:
        return redirect(context.links.to("page"))
    values = {"view": view, "bids": view.bids, "who": whose[0], "error": error}
    values["typed"] = request.POST.get("value", "")[:12]
    return render(request, "table/calls/bid.html", values, status=error.status if error else 200)


def _take(
    request: HttpRequest, sheet: ScoreSheet, context: SheetContext, seat: int
) -> HttpResponse:
    try:
        services.call_record(
            sheet_id=sheet.pk,
            context=context,
            deal=posted_number(request.POST, "deal"),
            seat=seat,
            value=posted_number(request.POST, "value"),
            nonce=request.POST.get("nonce", ""),
        )
    except DealRefused as error:
        return _ask(request, sheet, context, seat, error)
    except SheetError as error:
        return refused(request, sheet, context, status=error.status, message=error.message)
    return redirect(context.links.to("page" if context.own else "calls"))


@require_http_methods(["GET", "POST"])
def again(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> HttpResponse:
    """Ask, then forget the bids of a deal whose cards are dealt anew."""
    if request.method == "GET":
        view = SheetPage(sheet_board(sheet, context))
        if view.bids is None or not view.bids.bidding.called:
            return redirect(context.links.to("page"))
        return render(request, "table/calls/again.html", {"view": view, "bids": view.bids})
    try:
        services.calls_discard(
            sheet_id=sheet.pk,
            context=context,
            deal=posted_number(request.POST, "deal"),
            last=posted_number(request.POST, "last"),
        )
    except SheetError as error:
        return refused(request, sheet, context, status=error.status, message=error.message)
    return redirect(context.links.to("page"))
