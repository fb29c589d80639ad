"""How a sheet view answers: a whole page, or the parts that changed for a page that is open.

A script asks with the ``HX-Request`` header and gets parts; a plain form gets a redirect or a page.
``Sheet-Saved`` names the nonce that is on the sheet now: a phone takes an entry out of its queue for
that header and for nothing else. It comes without parts: a deal rings on every phone of the sheet,
and the one that wrote it looks like all others, once it has sent what it had.
"""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.context import SheetContext
from scoring.devices import done_writing
from scoring.forms import DealForm
from scoring.models import ScoreSheet
from scoring.page_texts import page_texts
from scoring.presentation import SheetPage
from scoring.selectors import sheet_board

SAVED = "Sheet-Saved"


def wants_parts(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def show_sheet(
    request: HttpRequest,
    sheet: ScoreSheet,
    context: SheetContext,
    *,
    status: int = 200,
    **kinds: Any,
) -> HttpResponse:
    """The sheet as it stands; ``kinds`` are a form, a message and the like of ``SheetPage``."""
    view = SheetPage(sheet_board(sheet, context), **kinds)
    if view.form and "form" not in kinds:
        view.form.offer(request.GET)
    values: dict[str, Any] = {"view": view, "form": view.form}
    if wants_parts(request):
        return render(request, "table/parts.html", values, status=status)
    description = view.board.description
    values |= {"texts": page_texts(description, view.labels), "description": description}
    return render(request, "table/sheet.html", values, status=status)


def changed(
    request: HttpRequest, sheet: ScoreSheet, context: SheetContext, *, nonce: str = ""
) -> HttpResponse:
    """The sheet was changed: the parts as they are now, or back to the page."""
    done_writing(sheet.pk, context.actor.device)
    if wants_parts(request):
        response = show_sheet(request, sheet, context)
    else:
        response = redirect(context.links.to("page"))
    if nonce:
        response[SAVED] = nonce
    return response


def written(request: HttpRequest, context: SheetContext, nonce: str) -> HttpResponse:
    """A deal is on the sheet: 204 for a script, back to the page for a form."""
    if wants_parts(request):
        response = HttpResponse(status=HTTPStatus.NO_CONTENT)
    else:
        response = redirect(context.links.to("page"))
    response[SAVED] = nonce
    return response


def refused(
    request: HttpRequest,
    sheet: ScoreSheet,
    context: SheetContext,
    *,
    status: int,
    message: str,
    form: DealForm | None = None,
    changed: Sequence[int] = (),
) -> HttpResponse:
    """Nothing was changed: the sheet as it is now, with the sentence and what was typed.

    ``changed`` are the numbers of deals that became others meanwhile: they are shown beside it. Where
    nothing more is written, a script, which keeps what was typed itself, gets the sheet without it.
    """
    sheet.refresh_from_db()
    if form and wants_parts(request) and not sheet_board(sheet, context).can_write:
        form = None
    kinds: dict[str, Any] = {
        "form": form,
        "message": "" if form and not changed else message,
        "changed": changed,
    }
    return show_sheet(request, sheet, context, status=status, **kinds)
