"""Totals typed from a paper sheet, instead of its deals.

Each person's entry is versioned on its own, so that two people can type the same sheet and the
program compares (double entry).
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import messages
from scoring.context import SheetContext
from scoring.errors import Conflict, DealRefused, NonceReused
from scoring.models import Deal, ScoreSheet, SheetStatus, Source, TotalsEntry
from scoring.rules import Problem, get_variant
from scoring.services.ledger import (
    audit,
    changed,
    keep_end,
    locked,
    require_nonce,
    require_writable,
    same_json,
)


@transaction.atomic
def totals_record(
    *,
    sheet_id: int,
    context: SheetContext,
    totals: Any,
    matches: Any,
    deals: Any,
    nonce: str,
    reason: str = "",
) -> ScoreSheet:
    """Write a sheet's totals and matches per side, after that many deals.

    One total may be None where the rules fix it; it is filled in. ``matches`` is one number per
    side, or None where nobody counted them.
    """
    sheet = locked(sheet_id)
    require_nonce(nonce)
    sent = {"totals": totals, "matches": matches, "deals": deals}
    earlier = TotalsEntry.objects.filter(sheet=sheet, nonce=nonce).first()
    if earlier is not None:
        if not _is_answer_to(earlier, sent):
            raise NonceReused("nonce-reused", _("This was already sent with other figures."))
        return sheet
    require_writable(sheet, context, reason)
    if Deal.objects.filter(sheet=sheet, state=Deal.State.CURRENT, payload__isnull=False).exists():
        raise Conflict("has-deals", _("This sheet has deals; correct those, or remove them first."))
    full = _checked(sheet, **sent)
    entry = _entry(
        sheet,
        context,
        totals=full,
        matches=matches or [],
        deals=deals,
        nonce=nonce,
        reason=reason.strip(),
    )
    before = {"totals": sheet.totals, "played": sheet.played, "source": sheet.source}
    sheet.source, sheet.totals, sheet.played = Source.TOTALS, full, deals
    planned = get_variant(sheet.variant).planned_deals(sheet.options)
    keep_end(sheet, finished=planned is None or deals >= planned)
    after = {"totals": full, "matches": entry.matches, "deals": deals}
    about = {"object_kind": "totals", "object_id": entry.pk}
    audit(sheet, context, "totals.record", before=before, after=after, reason=entry.reason, **about)
    return changed(sheet, context)


def totals_differ(sheet: ScoreSheet) -> bool:
    """Whether two people typed this sheet differently."""
    entries = TotalsEntry.objects.filter(sheet=sheet, current=True)
    figures = [[e.totals, e.matches, e.deals] for e in entries]
    return any(other != figures[0] for other in figures[1:])


def _checked(sheet: ScoreSheet, *, totals: Any, matches: Any, deals: Any) -> list[int]:
    """The totals, complete; DealRefused with what is wrong with them."""
    rules = get_variant(sheet.variant)
    problems = _match_problems(matches, sheet, deals)
    known = None if problems or matches is None else matches
    check = rules.check_totals(totals, deals, sheet.options, known)
    problems += check.problems
    full = totals
    if not problems and None in totals:
        if check.remaining is None:
            problems.append(Problem("totals", "required", {}))
        full = [check.remaining if total is None else total for total in totals]
    if problems:
        listed = [p.as_dict(messages.text(sheet.variant, p)) for p in problems]
        raise DealRefused("totals-refused", listed[0]["message"], problems=listed)
    return list(full)


def _match_problems(matches: Any, sheet: ScoreSheet, deals: Any) -> list[Problem]:
    if matches is None:
        return []
    sides = len(sheet.totals)
    if not isinstance(matches, list) or any(type(number) is not int for number in matches):
        return [Problem("matches", "invalid", {"why": "not-a-list"})]
    if len(matches) != sides:
        return [Problem("matches", "invalid", {"why": "length", "min": sides, "max": sides})]
    if type(deals) is int and not (min(matches) >= 0 and sum(matches) <= deals):
        return [Problem("matches", "out-of-range", {"min": 0, "max": deals})]
    return []


def _is_answer_to(entry: TotalsEntry, sent: dict[str, Any]) -> bool:
    totals = sent["totals"]
    given = isinstance(totals, list) and len(totals) == len(entry.totals)
    return (
        given
        and all(a is None or same_json(a, b) for a, b in zip(totals, entry.totals, strict=True))
        and same_json(sent["matches"] or [], entry.matches)
        and same_json(sent["deals"], entry.deals)
    )


def _entry(sheet: ScoreSheet, context: SheetContext, **figures: Any) -> TotalsEntry:
    """A new version of this person's entry."""
    actor = context.actor
    entries = TotalsEntry.objects.filter(sheet=sheet)
    version = entries.count() + 1
    current = entries.filter(current=True)
    if sheet.status != SheetStatus.CONFIRMED:
        current = current.filter(by_kind=actor.kind, by_id=actor.id)
    current.update(current=False)
    return TotalsEntry.objects.create(
        sheet=sheet,
        version=version,
        by_kind=actor.kind,
        by_id=actor.id,
        by_device=actor.device,
        **figures,
    )
