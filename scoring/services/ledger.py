"""A sheet under its lock: every version of its deals, and the one way to change them.

Ledger: what a service holds while it changes a sheet. Counting: a deal whose current version is
not a removal. Version: one row of a deal's history; a number's current version is what counts.

Locks the sheet's row first, so whoever comes second sees what the first one wrote. Commits nothing
itself: the services' own transaction does.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jassclub.audit.services import record
from jassclub.lookup import one_or_none
from scoring import live, messages
from scoring.context import Right, SheetContext
from scoring.errors import Conflict, DealRefused, Invalid, NonceReused, NotAllowed, NotThere
from scoring.models import Confirmation, Deal, ScoreSheet, Settlement, SheetStatus
from scoring.rules import Problem, Sheet, get_variant
from scoring.selectors import deals_to_scale_to

Payload = dict[str, Any] | None
#: What a service can change on a sheet; its game, rules and club are frozen when it is made.
CHANGING = (
    *("source", "revision", "totals", "played", "finished", "status", "status_reason"),
    *("disputed_side", "settled", "corrections", "entered_at", "confirmed_at"),
)
NONCE = re.compile(r"[A-Za-z0-9_-]{8,36}")


def same_json(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same text: ``True`` is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def require_nonce(nonce: Any) -> None:
    """A nonce is 8 to 36 letters, digits, ``-`` or ``_``."""
    if not isinstance(nonce, str) or not NONCE.fullmatch(nonce):
        raise Invalid(
            "nonce", _("Each sending needs its own mark (nonce): 8 to 36 letters or digits.")
        )


def require_reason(reason: str) -> str:
    """The reason without white space around it; it has to say something."""
    if not (reason := reason.strip()):
        raise Invalid("reason-needed", _("Please say why: a reason is needed here."))
    return reason


def locked(sheet_id: int) -> ScoreSheet:
    """The sheet, locked for this transaction."""
    sheet = one_or_none(ScoreSheet.objects.select_for_update().filter(pk=sheet_id))
    if sheet is None:
        raise NotThere("no-sheet", _("There is no such sheet."))
    return sheet


def require_right(context: SheetContext, right: Right) -> None:
    """The context's owner may do this at all, and the place is open for it now."""
    office = context.may(Right.OFFICE)
    if context.closed_reason and not office:
        raise NotAllowed("closed", context.closed_reason)
    if not (context.may(right) or office):
        raise NotAllowed("not-allowed", _("You can read this sheet, but not change it."))


def require_writable(sheet: ScoreSheet, context: SheetContext, reason: str) -> None:
    """Deals or totals may be changed now: while it is played, later only by the office with a reason."""
    require_right(context, Right.WRITE)
    if sheet.status in {SheetStatus.OPEN, SheetStatus.DISPUTED}:
        return
    if not context.may(Right.OFFICE):
        raise Conflict(sheet.status, refusal_of(sheet.status), status=sheet.status)
    if sheet.status == SheetStatus.VOID:
        raise Conflict("void", _("This sheet is void. Reopen it first."))
    require_reason(reason)


def refusal_of(status: str) -> str:
    """Why a table cannot write on a sheet in this state."""
    return {
        SheetStatus.CONFIRMED: _("This sheet is confirmed. The office can still correct it."),
        SheetStatus.SUBMITTED: _(
            "This sheet is submitted unfinished. The office decides about it."
        ),
        SheetStatus.VOID: _("This sheet is void. The office can reopen it."),
    }[SheetStatus(status)]


class Ledger:
    """A locked sheet with all versions of its deals; see the module."""

    def __init__(self, sheet_id: int, context: SheetContext) -> None:
        self.sheet = locked(sheet_id)
        self.context = context
        self.variant = get_variant(self.sheet.variant)
        deals = Deal.objects.filter(sheet=self.sheet).order_by()
        self.versions = sorted(deals, key=lambda deal: (deal.number, deal.version))
        self.current = {d.number: d for d in self.versions if d.state == Deal.State.CURRENT}
        self.open = self.sheet.status in {SheetStatus.OPEN, SheetStatus.DISPUTED}

    @property
    def next_number(self) -> int:
        """The number of the next deal: one past the last that counts."""
        return max((n for n, d in self.current.items() if d.payload is not None), default=0) + 1

    def contested(self, number: int | None = None) -> list[Deal]:
        """What waits for the table's choice, of one number or of all."""
        return [
            d
            for d in self.versions
            if d.state == Deal.State.CONTESTED and number in {None, d.number}
        ]

    def known(self, nonce: Any, number: int, payload: Payload) -> Deal | None:
        """What this nonce wrote earlier; NonceReused if it was something else."""
        require_nonce(nonce)
        earlier = next((d for d in self.versions if d.nonce == nonce), None)
        if earlier and not (earlier.number == number and same_json(earlier.payload, payload)):
            raise NonceReused(
                "nonce-reused",
                _("This was already sent with other figures, as deal %(number)s. Enter it anew.")
                % {"number": earlier.number},
                number=earlier.number,
            )
        return earlier

    def check(self, changes: Mapping[int, Payload]) -> tuple[Sheet, dict[int, list[int]]]:
        """The sheet with these changes, and what each counting deal then writes.

        Raises DealRefused with all problems of the changed deals, or, if those are fine, of the
        other deals that would no longer be possible.
        """
        payloads = {n: d.payload for n, d in self.current.items()} | dict(changes)
        numbers = sorted(n for n, payload in payloads.items() if payload is not None)
        sheet = self.variant.replay([payloads[n] for n in numbers], self.sheet.options)
        lines = dict(zip(numbers, sheet.deals, strict=True))
        wrong = {n: line.problems for n, line in lines.items() if line.written is None}
        own = {n: problems for n, problems in wrong.items() if n in changes}
        if own:
            self._refuse("deal-refused", own)
        others = {n: p for n, p in wrong.items() if self.current[n].written is not None}
        if others:
            self._refuse("other-deal", others)
        return sheet, {n: line.written for n, line in lines.items() if line.written is not None}

    def check_alone(self, number: int, payload: Payload) -> list[int] | None:
        """What this deal writes in its place; the deals after it are not asked."""
        before = [d.payload for n, d in sorted(self.current.items()) if n < number and d.payload]
        line = self.variant.replay([*before, payload], self.sheet.options).deals[-1]
        if line.written is None:
            self._refuse("deal-refused", {number: line.problems})
        return line.written

    def _refuse(self, code: str, wrong: Mapping[int, list[Problem]]) -> NoReturn:
        problems = [
            {"deal": n, **p.as_dict(messages.text(self.sheet.variant, p))}
            for n, found in wrong.items()
            for p in found
        ]
        message = str(problems[0]["message"])
        if code == "other-deal":
            names = ", ".join(str(n) for n in wrong)
            sentence = ngettext(
                "With this, deal %(numbers)s would no longer be possible: %(message)s "
                "Change both together.",
                "With this, deals %(numbers)s would no longer be possible: %(message)s "
                "Change them together.",
                len(wrong),
            )
            message = sentence % {"numbers": names, "message": message}
        raise DealRefused(code, message, problems=problems, deals=list(wrong))

    def write(
        self,
        number: int,
        payload: Payload,
        *,
        nonce: str,
        written: list[int] | None,
        reason: str = "",
        state: str = Deal.State.CURRENT,
        outcome: str = Deal.Outcome.RECORDED,
    ) -> Deal:
        """A new version of a deal; if it is the current one, the one before is replaced."""
        before = self.current.get(number)
        if state == Deal.State.CURRENT and before is not None:
            before.state = Deal.State.REPLACED
            before.save(update_fields=["state"])
        actor = self.context.actor
        made = Deal.objects.create(
            sheet=self.sheet,
            number=number,
            version=1 + max((d.version for d in self.versions if d.number == number), default=0),
            payload=payload,
            written=written,
            nonce=nonce,
            state=state,
            outcome=outcome,
            revision=self.sheet.revision + (state != Deal.State.REPLACED),
            reason=reason,
            by_kind=actor.kind,
            by_id=actor.id,
            by_device=actor.device,
        )
        self.versions.append(made)
        if state == Deal.State.CURRENT:
            self.current[number] = made
        return made

    def audit(
        self, action: str, deal: Deal, *, before: Deal | None = None, reason: str = ""
    ) -> None:
        """Say what became of a deal, with the figures."""
        audit(
            self.sheet,
            self.context,
            action,
            object_kind="deal",
            object_id=deal.pk,
            before=_figures(before) if before else None,
            after=_figures(deal),
            reason=reason,
        )

    def take(self, result: Sheet, written: Mapping[int, list[int]]) -> None:
        """Keep what the engine answered, for the sheet and for each deal that now writes otherwise."""
        sheet = self.sheet
        moved = [d for n, d in self.current.items() if d.written != written.get(n)]
        for deal in moved:
            deal.written = written.get(deal.number)
        Deal.objects.bulk_update(moved, ["written"])
        sheet.totals, sheet.played = result.totals, result.counted
        keep_end(sheet, finished=result.finished)

    def close(self) -> ScoreSheet:
        """The change is complete: a new revision, saved and told."""
        return changed(self.sheet, self.context, follow=not self.open)


def keep_end(sheet: ScoreSheet, *, finished: bool) -> None:
    """Whether the sheet is fully entered, and since when; a confirmed one stays so."""
    if sheet.status == SheetStatus.CONFIRMED and sheet.finished and not finished:
        raise Conflict(
            "would-be-unfinished",
            _("Then the sheet would not be finished any more. Reopen it if that is right."),
        )
    if not finished:
        sheet.entered_at = None
    elif not sheet.finished:
        sheet.entered_at = timezone.now()
    sheet.finished = finished
    if sheet.settled == Settlement.SCALED:
        sheet.totals = scaled(sheet)


def scaled(sheet: ScoreSheet) -> list[int]:
    """An unfinished sheet's totals as if all planned deals had been played alike, half up.

    Totals that add up to nothing still do: what rounding made too much or too little goes to
    whose total it moved furthest that way, the first of equals.
    """
    planned = deals_to_scale_to(sheet)
    if not planned:
        raise Conflict(
            "not-scalable", _("Only a sheet with some of its planned deals can be scaled up.")
        )
    totals = [(2 * total * planned + sheet.played) // (2 * sheet.played) for total in sheet.totals]
    over = 0 if sum(sheet.totals) else sum(totals)
    step = 1 if over > 0 else -1
    moved = [
        (new * sheet.played - old * planned) * step
        for new, old in zip(totals, sheet.totals, strict=True)
    ]
    for side in sorted(range(len(totals)), key=lambda side: -moved[side])[: abs(over)]:
        totals[side] -= step
    return totals


def changed(sheet: ScoreSheet, context: SheetContext, *, follow: bool = True) -> ScoreSheet:
    """A new revision of the sheet: saved, agreed anew where the office changed it, and told.

    A dispute ends with a change: the table looks at the sheet again. A confirmed sheet stays
    confirmed, marked as corrected. The mounting room has nothing to ``follow`` where a sheet was
    open and stays so: nothing on it counts yet.
    """
    sheet.revision += 1
    if sheet.status == SheetStatus.DISPUTED:
        sheet.status, sheet.status_reason, sheet.disputed_side = SheetStatus.OPEN, "", None
    if sheet.status == SheetStatus.CONFIRMED:
        sheet.corrections += 1
        confirm_at_desk(sheet, context)
    return told(sheet, context, follow=follow)


def confirm_at_desk(sheet: ScoreSheet, context: SheetContext) -> None:
    """The office stands for every side at this revision."""
    actor = context.actor
    Confirmation.objects.bulk_create(
        Confirmation(
            sheet=sheet,
            revision=sheet.revision,
            side=side,
            how=Confirmation.How.DESK,
            by_kind=actor.kind,
            by_id=actor.id,
            by_device=actor.device,
        )
        for side in range(get_variant(sheet.variant).sides(sheet.options))
    )


def told(sheet: ScoreSheet, context: SheetContext, *, follow: bool = True) -> ScoreSheet:
    """Save the sheet and let the mounting room follow, in this transaction; other phones look then."""
    sheet.save(update_fields=CHANGING)
    live.tell(sheet.pk)
    if follow and context.on_change is not None:
        context.on_change(sheet)
    return sheet


def audit(sheet: ScoreSheet, context: SheetContext, action: str, **event: Any) -> None:
    """One event about this sheet, filed under the context's ids."""
    about: dict[str, Any] = {
        "object_kind": "sheet",
        "object_id": sheet.pk,
        "club_id": sheet.club_id,
        **context.audit,
        **event,
    }
    record(actor=context.actor, action=action, sheet_id=sheet.pk, **about)


def _figures(deal: Deal) -> dict[str, Any]:
    return {
        "number": deal.number,
        "version": deal.version,
        "payload": deal.payload,
        "written": deal.written,
    }
