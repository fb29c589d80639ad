"""The desk: a table's sheet from the keyboard, deal by deal or totals only, and the office's decisions."""

from collections.abc import Callable
from functools import partial
from secrets import token_hex
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring import services
from scoring.context import SheetContext
from scoring.errors import SheetError
from scoring.forms import posted_number
from scoring.models import ScoreSheet, SheetStatus, Source, TotalsEntry
from scoring.presentation import SheetPage
from scoring.second_typing import Typing, sheet_typing
from scoring.selectors import sheet_board
from tournaments.bracket_texts import overtaken_text
from tournaments.desk_context import Desk, desk_table
from tournaments.foreseen import Foreseen
from tournaments.forms.deeds import TRIAL
from tournaments.forms.desk import SheetForm, TotalsForm
from tournaments.selectors.overtaken import overtaken_in
from tournaments.selectors.second_typing import DeskTyping, desk_typing
from tournaments.services.desk import desk_confirm
from tournaments.services.foreseeing import foresee

Deed = Callable[[HttpRequest, ScoreSheet, SheetContext], str]
THE_DEALS = "deals"
LOOK = "look"
"""The button that shows what a correction would move, and saves nothing."""


@require_safe
@never_cache
def table(request: HttpRequest, club: str, slug: str, table_id: int) -> HttpResponse:
    return _show(request, desk_table(request, club, slug, table_id))


@require_POST
def deals(request: HttpRequest, club: str, slug: str, table_id: int) -> HttpResponse:
    """Save the whole sheet; with ``confirm`` also say yes for both sides."""
    desk = desk_table(request, club, slug, table_id)
    if desk.game is None or desk.context is None:
        return _show(request, desk)
    sheet, context = desk.game.sheet, desk.context
    form = SheetForm(SheetPage(sheet_board(sheet, context)), request.POST)
    changes = form.changes()
    change = partial(services.deals_change, sheet_id=sheet.pk, context=context, changes=changes)
    try:
        if request.POST.get("then") == LOOK:
            return _look(request, desk, partial(change, reason=form.reason or TRIAL), form=form)
        if changes:
            sheet = change(reason=form.reason)
    except SheetError as error:
        form.refuse(error.problems)
        return _show(request, desk, error, form=form)
    return _saved(request, desk, sheet, bool(changes))


@require_POST
def totals(request: HttpRequest, club: str, slug: str, table_id: int) -> HttpResponse:
    """Save the totals alone; with ``confirm`` also say yes for both sides."""
    desk = desk_table(request, club, slug, table_id)
    if desk.game is None or desk.context is None:
        return _show(request, desk)
    form = TotalsForm.of(SheetPage(sheet_board(desk.game.sheet, desk.context)), request.POST)
    record = partial(
        services.totals_record,
        sheet_id=desk.game.sheet_id,
        context=desk.context,
        nonce=form.nonce,
        **form.figures(),
    )
    try:
        if request.POST.get("then") == LOOK:
            return _look(request, desk, partial(record, reason=form.reason or TRIAL), totals=form)
        sheet = record(reason=form.reason)
    except SheetError as error:
        form.problems = error.problems
        return _show(request, desk, error, totals=form)
    return _saved(request, desk, sheet, True)


def _confirm(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> str:
    revision = posted_number(request.POST, "revision")
    desk_confirm(sheet_id=sheet.pk, context=context, revision=revision)
    return _("%(table)s is confirmed.") % {"table": context.title}


def _choose(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> str:
    number = posted_number(request.POST, "number")
    services.contest_settle(
        sheet_id=sheet.pk,
        context=context,
        number=number,
        deal_id=posted_number(request.POST, "deal"),
        nonce=request.POST.get("nonce", ""),
    )
    return _("Deal %(number)s is settled.") % {"number": number}


def _decide(request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> str:
    chosen = request.POST.get("typing", "")
    services.totals_settle(
        sheet_id=sheet.pk,
        context=context,
        entry_id=None if chosen == THE_DEALS else posted_number(request.POST, "typing"),
        nonce=request.POST.get("nonce", ""),
        reason=request.POST.get("reason", ""),
    )
    return _("%(table)s is decided.") % {"table": context.title}


def _take_back(_request: HttpRequest, sheet: ScoreSheet, context: SheetContext) -> str:
    services.totals_take_back(sheet_id=sheet.pk, context=context)
    return _("%(table)s: what was typed is taken back.") % {"table": context.title}


DEEDS: dict[str, Deed] = {
    "confirm": _confirm,
    "choose": _choose,
    "decide": _decide,
    "take-back": _take_back,
}


@require_POST
def deed(request: HttpRequest, club: str, slug: str, table_id: int, name: str) -> HttpResponse:
    """One of ``DEEDS``; refused, the page shows the sheet as it is now and why."""
    desk = desk_table(request, club, slug, table_id)
    if desk.game is None or desk.context is None:
        return _show(request, desk)
    try:
        sentence = DEEDS[name](request, desk.game.sheet, desk.context)
    except SheetError as error:
        return _show(request, desk, error)
    messages.success(request, sentence)
    _warn_if_overtaken(request, desk)
    return redirect("tournaments:desk-table", club, slug, table_id)


def _look(
    request: HttpRequest, desk: Desk, deed: Callable[[], object], **typed: Any
) -> HttpResponse:
    foreseen = foresee(tournament_id=desk.tournament.pk, deed=deed)
    return _show(request, desk, foreseen=foreseen, **typed)


def _saved(request: HttpRequest, desk: Desk, sheet: ScoreSheet, changed: bool) -> HttpResponse:
    """Confirm if that was asked for, then on to the next table; else back to this one."""
    context = desk.context
    where = (desk.tournament.club.slug, desk.tournament.slug)
    about = {"table": context.title if context else ""}
    typing = sheet_typing(sheet) if context and context.double_entry else Typing.NONE
    if typing == Typing.DIFFERS:
        messages.warning(request, _("%(table)s was typed differently. Compare.") % about)
        return redirect("tournaments:desk-table", *where, desk.table.pk)
    if typing == Typing.WAITS:
        sentence = _("%(table)s is typed. Now a second person types it.")
        messages.success(request, sentence % about)
        return redirect("tournaments:office", *where)
    if context is None or request.POST.get("then") != "confirm":
        if changed:
            messages.success(request, _("%(table)s is saved.") % about)
            _warn_if_overtaken(request, desk)
        return redirect("tournaments:desk-table", *where, desk.table.pk)
    try:
        desk_confirm(sheet_id=sheet.pk, context=context, revision=sheet.revision)
    except SheetError as error:
        return _show(request, desk, error)
    messages.success(request, _("%(table)s is confirmed.") % about)
    return redirect("tournaments:office", *where)


def _warn_if_overtaken(request: HttpRequest, desk: Desk) -> None:
    """Say it if the next round of a knock-out seats somebody else than who has won here now."""
    found = [one for one in overtaken_in(desk.tournament.pk) if one.table_id == desk.table.pk]
    names = dict(desk.tournament.entries.values_list("pk", "name")) if found else {}
    for one in found:
        messages.warning(request, overtaken_text(one, names))


def _types_totals(desk: Desk, page: SheetPage, typing: DeskTyping, *, late: bool) -> bool:
    """Whether totals can be typed here and now: on an empty sheet, instead of others, or beside deals."""
    if typing.waits:
        return typing.may_type
    if page.board.is_open:
        free = desk.is_office or not page.context.closed_reason
        return free and (page.sheet.source == Source.TOTALS or not page.sheet.played)
    return late and desk.is_office and page.sheet.source == Source.TOTALS


def _shown(page: SheetPage, typing: DeskTyping) -> TotalsEntry | None:
    """What the totals' form begins with: one's own typing, or what stands on the sheet."""
    return typing.mine if typing.waits else next(reversed(page.board.entries), None)


def _show(
    request: HttpRequest,
    desk: Desk,
    error: SheetError | None = None,
    *,
    form: SheetForm | None = None,
    totals: TotalsForm | None = None,
    foreseen: Foreseen | None = None,
) -> HttpResponse:
    values = {"desk": desk, "tournament": desk.tournament, "error": error, "foreseen": foreseen}
    if desk.game and desk.context:
        desk.game.sheet.refresh_from_db()
        page = SheetPage(sheet_board(desk.game.sheet, desk.context))
        typing = desk_typing(desk.game.sheet, desk.context, page.labels)
        late = desk.game.sheet.status in {SheetStatus.CONFIRMED, SheetStatus.SUBMITTED}
        values |= {
            "page": page,
            "late": late,
            "editable": page.can_write or (late and desk.is_office),
            "types_totals": _types_totals(desk, page, typing, late=late),
            "form": form or SheetForm(page),
            "totals": totals or TotalsForm.of(page, entry=_shown(page, typing)),
            "typing": typing,
            "nonce": token_hex(16),
            "reason": request.POST.get("reason", ""),
        }
    return render(request, "tournaments/desk.html", values, status=error.status if error else 200)
