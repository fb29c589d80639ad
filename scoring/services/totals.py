"""Totals typed from a paper sheet, instead of its deals or a second time beside them.

Each person's entry is versioned on its own. Where the context asks for two people
(``double_entry``), the first one's figures wait: nothing stands on the sheet, and the log holds no
figures, until a second person has typed the same or an organiser has decided.
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import messages
from scoring.context import Right, SheetContext
from scoring.errors import Conflict, DealRefused, NonceReused, NotAllowed
from scoring.models import Deal, ScoreSheet, SheetStatus, Source, TotalsEntry
from scoring.rules import Problem, get_variant
from scoring.second_typing import (
    Figures,
    Typing,
    current_entries,
    deal_authors,
    may_type_second,
    sheet_typing,
)
from scoring.services.ledger import (
    audit,
    changed,
    keep_end,
    locked,
    require_nonce,
    require_reason,
    require_right,
    require_writable,
    same_json,
    told,
)

OPEN = frozenset({SheetStatus.OPEN, SheetStatus.DISPUTED})


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
    side, or None where nobody counted them. With double entry see the module; a sheet whose deals
    were typed takes totals then too, as the second typing.
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
    twice = context.double_entry and sheet.status in OPEN
    has_deals = _has_deals(sheet)
    if has_deals:
        _require_second_typist(sheet, context, twice=twice)
    full = _checked(sheet, **sent)
    entry = _entry(
        sheet,
        context,
        totals=full,
        matches=matches or [],
        deals=deals,
        nonce=nonce,
        reason="" if twice else reason.strip(),
    )
    if has_deals:
        return _compared(sheet, context, entry)
    return _second(sheet, context, entry) if twice else _accepted(sheet, context, entry)


@transaction.atomic
def totals_settle(
    *, sheet_id: int, context: SheetContext, entry_id: int | None, nonce: str, reason: str
) -> ScoreSheet:
    """An organiser decides between two typings: this entry counts; None: the deals as they stand.

    The decision is an entry of its own, the organiser's, with the reason.
    """
    sheet = locked(sheet_id)
    if not context.may(Right.OFFICE):
        raise NotAllowed("office-only", _("Only the office can do this."))
    require_nonce(nonce)
    if TotalsEntry.objects.filter(sheet=sheet, nonce=nonce).exists():
        return sheet
    reason = require_reason(reason)
    if sheet_typing(sheet) != Typing.DIFFERS:
        raise Conflict("nothing-differs", _("There is nothing to decide between any more."))
    entries = current_entries(sheet)
    chosen = _chosen(sheet, entries, entry_id)
    TotalsEntry.objects.filter(sheet=sheet, current=True).update(current=False)
    entry = _entry(sheet, context, **_said(chosen), nonce=nonce, reason=reason)
    event = {"object_kind": "totals", "object_id": entry.pk, "reason": reason}
    before = {"typed": [_said(Figures.of(each)) for each in entries]}
    audit(sheet, context, "totals.settle", before=before, after=_said(chosen), **event)
    if _has_deals(sheet):
        return told(sheet, context)
    return _accepted(sheet, context, entry)


@transaction.atomic
def totals_take_back(*, sheet_id: int, context: SheetContext) -> ScoreSheet:
    """Somebody's own typing goes (an organiser: all), as if the sheet had not been theirs to type.

    Without any the sheet is empty again and can be written either way.
    """
    sheet = locked(sheet_id)
    require_right(context, Right.WRITE)
    if sheet.status not in OPEN:
        raise Conflict("not-open", _("This sheet is not open. An organiser can reopen it."))
    entries = TotalsEntry.objects.filter(sheet=sheet, current=True)
    own = entries.filter(by_kind=context.actor.kind, by_id=context.actor.id)
    if not own.exists() and context.may(Right.OFFICE):
        own = entries
    if not own.exists():
        raise Conflict("nothing-typed", _("You have not typed this sheet."))
    count = own.update(current=False)
    audit(sheet, context, "totals.take-back", after={"entries": count})
    if sheet.source != Source.TOTALS:
        return told(sheet, context)
    _empty(sheet)
    if not entries.exists():
        sheet.source = Source.DEALS
    return changed(sheet, context)


def totals_differ(sheet: ScoreSheet) -> bool:
    """Whether two people typed this sheet differently."""
    return len({Figures.of(entry) for entry in current_entries(sheet)}) > 1


def require_typed(sheet: ScoreSheet, context: SheetContext, *, at_desk: bool) -> None:
    """Whoever has to type this sheet has done so, and alike; Conflict if not."""
    if sheet.source == Source.TOTALS and totals_differ(sheet):
        raise Conflict(
            "totals-differ", _("Two people typed this sheet differently. Compare with the paper.")
        )
    waits = sheet.source == Source.TOTALS and not sheet.played
    if not waits and (not context.double_entry or not (at_desk or sheet.source == Source.TOTALS)):
        return
    typing = Typing.WAITS if waits else sheet_typing(sheet)
    if typing == Typing.DIFFERS:
        raise Conflict(
            "totals-differ", _("The totals typed are not what the deals make. Compare both.")
        )
    if typing == Typing.WAITS:
        raise Conflict("typed-once", _("A second person has to type this sheet too."))


# -- what becomes of an entry --------------------------------------------------------------------


def _accepted(
    sheet: ScoreSheet, context: SheetContext, entry: TotalsEntry, **said: Any
) -> ScoreSheet:
    """The entry's figures are the sheet's."""
    before = {"totals": sheet.totals, "played": sheet.played, "source": sheet.source}
    sheet.source, sheet.totals, sheet.played = Source.TOTALS, list(entry.totals), entry.deals
    variant = get_variant(sheet.variant)
    keep_end(sheet, finished=variant.at_end(sheet.totals, sheet.played, sheet.options))
    _audit(sheet, context, "totals.record", entry, before=before, after=_figures(entry) | said)
    return changed(sheet, context)


def _second(sheet: ScoreSheet, context: SheetContext, entry: TotalsEntry) -> ScoreSheet:
    """Held against what others typed: the same counts, anything else waits."""
    others = [each for each in current_entries(sheet) if each.pk != entry.pk]
    same = [each for each in others if Figures.of(each) == Figures.of(entry)]
    if same:
        kept = [entry.pk, *(each.pk for each in same)]
        entries = TotalsEntry.objects.filter(sheet=sheet, current=True)
        entries.exclude(pk__in=kept).update(current=False)
        return _accepted(sheet, context, entry, typists=len(kept))
    if others:
        before = {"typed": [_said(Figures.of(each)) for each in others]}
        _audit(sheet, context, "totals.differ", entry, before=before, after=_figures(entry))
    else:
        _audit(sheet, context, "totals.type", entry, after={"version": entry.version})
    sheet.source = Source.TOTALS
    _empty(sheet)
    return changed(sheet, context)


def _compared(sheet: ScoreSheet, context: SheetContext, entry: TotalsEntry) -> ScoreSheet:
    """The second typing of a sheet whose deals were typed: nothing changes on it."""
    typing = sheet_typing(sheet)
    action = "totals.check" if typing == Typing.AGREED else "totals.differ"
    before = {"totals": sheet.totals, "deals": sheet.played}
    _audit(sheet, context, action, entry, before=before, after=_figures(entry))
    return told(sheet, context)


def _empty(sheet: ScoreSheet) -> None:
    sheet.totals, sheet.played = [0] * len(sheet.totals), 0
    keep_end(sheet, finished=False)


def _has_deals(sheet: ScoreSheet) -> bool:
    current = Deal.objects.filter(sheet=sheet, state=Deal.State.CURRENT)
    return current.filter(payload__isnull=False).exists()


def _require_second_typist(sheet: ScoreSheet, context: SheetContext, *, twice: bool) -> None:
    """Totals beside deals are a second typing: of a complete sheet, by somebody else."""
    if not twice:
        raise Conflict("has-deals", _("This sheet has deals; correct those, or remove them first."))
    if not sheet.finished:
        raise Conflict(
            "has-deals", _("Write the other deals first; then a second person types the totals.")
        )
    who = context.actor.kind, context.actor.id
    if not may_type_second(deal_authors(sheet), who):
        raise Conflict(
            "same-person", _("You typed the deals yourself. Somebody else types the totals.")
        )


def _chosen(sheet: ScoreSheet, entries: list[TotalsEntry], entry_id: int | None) -> Figures:
    if entry_id is None and _has_deals(sheet):
        return Figures(tuple(sheet.totals), (), sheet.played)
    for entry in entries:
        if entry.pk == entry_id and sheet.source == Source.TOTALS:
            return Figures.of(entry)
    raise Conflict("no-such-typing", _("These figures were typed anew meanwhile. Look again."))


# -- figures ---------------------------------------------------------------------------------------


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
    entries = TotalsEntry.objects.filter(sheet=sheet)
    version = entries.count() + 1
    actor = context.actor
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


def _figures(entry: TotalsEntry) -> dict[str, Any]:
    return {"totals": entry.totals, "matches": entry.matches, "deals": entry.deals}


def _said(figures: Figures) -> dict[str, Any]:
    return {
        "totals": list(figures.totals),
        "matches": list(figures.matches),
        "deals": figures.deals,
    }


def _audit(
    sheet: ScoreSheet, context: SheetContext, action: str, entry: TotalsEntry, **event: Any
) -> None:
    about = {"object_kind": "totals", "object_id": entry.pk, "reason": entry.reason}
    audit(sheet, context, action, **about, **event)
