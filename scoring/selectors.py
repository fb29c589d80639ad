"""Reading a sheet: everything that a page or an answer about it needs, in a few queries.

Board: a sheet as it stands, with what the rules engine says of it. Line: one deal on it, with the
figures another phone wrote under the same number, if any. Never changes anything, and never looks
at what was bid in secret (``bidding`` says who has bid).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scoring import messages
from scoring.bidding import Bidding, bidding_of, bids_stamp
from scoring.context import Right, SheetContext
from scoring.models import (
    Confirmation,
    Deal,
    ScoreSheet,
    Settlement,
    SheetStatus,
    Source,
    TotalsEntry,
)
from scoring.rules import Sheet, SideFacts, SumLine, Variant, get_variant


@dataclass(frozen=True, slots=True)
class DealLine:
    """A number on the sheet. ``deal`` is its current version (payload None: removed);
    ``contested`` are the figures that wait for the table's choice beside it.
    """

    deal: Deal
    problems: list[dict[str, Any]] = field(default_factory=list)
    contested: list[Deal] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.deal.number

    @property
    def version(self) -> int:
        return self.deal.version

    @property
    def payload(self) -> dict[str, Any] | None:
        return self.deal.payload

    @property
    def written(self) -> list[int] | None:
        return self.deal.written

    @property
    def removed(self) -> bool:
        return self.deal.payload is None


@dataclass(frozen=True)
class SheetBoard:
    """A sheet as it stands for somebody with a context.

    ``result`` is the engine's answer for the deals that count. ``totals`` are the sheet's, which
    for totals from paper or a scaled sheet are not the engine's. ``needed``: how many sides have
    to say yes; ``confirmations`` those that did, to this revision. ``bidding``: who has bid for
    the next deal, where bids are secret and there is a next one.
    """

    sheet: ScoreSheet
    context: SheetContext
    variant: Variant
    lines: list[DealLine]
    result: Sheet
    confirmations: list[Confirmation]
    needed: int
    entries: list[TotalsEntry]
    bidding: Bidding | None = None

    @cached_property
    def description(self) -> dict[str, Any]:
        """The variant's own description with these options, translated: what forms are made of."""
        return messages.description(self.sheet.variant, self.sheet.options)

    @property
    def revision(self) -> int:
        return self.sheet.revision

    @property
    def status(self) -> str:
        return self.sheet.status

    @property
    def totals(self) -> list[int]:
        return list(self.sheet.totals)

    @property
    def extra(self) -> dict[str, Any]:
        return self.result.extra

    @property
    def next_number(self) -> int:
        return _following(self.lines)

    @property
    def forehand(self) -> int | None:
        return self.result.forehand

    @property
    def planned(self) -> int | None:
        return self.variant.planned_deals(self.sheet.options)

    @property
    def finished(self) -> bool:
        return self.sheet.finished

    @property
    def winners(self) -> list[int]:
        return self.result.winners

    @property
    def sum_check(self) -> SumLine | None:
        """The sheet's sum beside what it must be, where the options fix one."""
        if self.sheet.source == Source.TOTALS or self.sheet.settled == Settlement.SCALED:
            return None
        return self.variant.sum_line(self.result, self.sheet.options)

    @property
    def contested(self) -> list[int]:
        """The numbers that wait for the table's choice."""
        return [line.number for line in self.lines if line.contested]

    @property
    def confirmed_sides(self) -> list[int]:
        return sorted(c.side for c in self.confirmations)

    @property
    def open_sides(self) -> list[int]:
        """The sides that did not say yes to this revision, as long as somebody still has to."""
        if len(self.confirmations) >= self.needed:
            return []
        return [side for side in range(len(self.totals)) if side not in self.confirmed_sides]

    @property
    def is_open(self) -> bool:
        return self.sheet.status in {SheetStatus.OPEN, SheetStatus.DISPUTED}

    @property
    def can_write(self) -> bool:
        """Whether deals can be recorded and corrected here and now without more ado."""
        office = self.context.may(Right.OFFICE)
        allowed = office or (self.context.may(Right.WRITE) and not self.context.closed_reason)
        return allowed and self.is_open and self.sheet.source == Source.DEALS

    @property
    def can_confirm(self) -> bool:
        """Whether the sheet is ready for the yes of the sides that are still open."""
        complete = self.sheet.finished or not self.variant.ends(self.sheet.options)
        return self.is_open and complete and self.sheet.played > 0 and not self.contested


def deals_to_scale_to(sheet: ScoreSheet) -> int | None:
    """To how many deals an unfinished sheet can be scaled up; None where no number of deals is planned,
    or none is written.
    """
    return get_variant(sheet.variant).planned_deals(sheet.options) if sheet.played else None


def sheet_board(
    sheet: ScoreSheet, context: SheetContext, versions: Iterable[Deal] | None = None
) -> SheetBoard:
    """The board of a sheet, in two queries (three for totals from paper, five with secret bids).

    ``versions`` are all of its deals' where a service has just read them under the sheet's lock.
    """
    variant = get_variant(sheet.variant)
    if versions is None:
        versions = Deal.objects.filter(sheet=sheet).exclude(state=Deal.State.REPLACED)
    versions = sorted(versions, key=lambda deal: (deal.number, deal.version))
    current = [d for d in versions if d.state == Deal.State.CURRENT]
    counting = [d for d in current if d.payload is not None]
    result = variant.replay([d.payload for d in counting], sheet.options)
    scored = dict(zip([d.number for d in counting], result.deals, strict=True))
    lines = [
        DealLine(
            deal=deal,
            problems=[
                p.as_dict(messages.text(sheet.variant, p))
                for p in (scored[deal.number].problems if deal.number in scored else ())
            ],
            contested=[
                d for d in versions if d.state == Deal.State.CONTESTED and d.number == deal.number
            ],
        )
        for deal in current
    ]
    entries: list[TotalsEntry] = []
    if sheet.source == Source.TOTALS:
        entries = list(TotalsEntry.objects.filter(sheet=sheet, current=True).order_by("pk"))
    return SheetBoard(
        sheet=sheet,
        context=context,
        variant=variant,
        lines=lines,
        result=result,
        confirmations=_confirmations(sheet, variant),
        needed=confirmations_needed(sheet, everyone=context.everyone_confirms),
        entries=entries,
        bidding=None if sheet.finished else bidding_of(sheet, _following(lines)),
    )


def _confirmations(sheet: ScoreSheet, variant: Variant) -> list[Confirmation]:
    """Who said yes to this revision, by side. Nobody is asked before the last deal is written."""
    if sheet.status == SheetStatus.OPEN and not sheet.finished and variant.ends(sheet.options):
        return []
    said = Confirmation.objects.filter(sheet=sheet, revision=sheet.revision)
    return list(said.order_by("side"))


def _following(lines: list[DealLine]) -> int:
    """The number of the next deal: one past the last that counts."""
    return max((line.number for line in lines if not line.removed), default=0) + 1


def sheet_stamp(sheet: ScoreSheet) -> str:
    """Changes whenever what a page shows of this sheet changes; one small query (three with bids)."""
    said = Confirmation.objects.filter(sheet=sheet, revision=sheet.revision).count()
    leads = sheet.options["first_forehand"]
    return f"{sheet.pk}.{sheet.revision}.{sheet.status}.{said}.{leads}{bids_stamp(sheet)}"


def deal_versions(sheet: ScoreSheet, number: int) -> list[Deal]:
    """Everything that was ever written under a number, oldest first, without mere repetitions."""
    versions = Deal.objects.filter(sheet=sheet, number=number).order_by("version")
    return list(versions.exclude(outcome=Deal.Outcome.REPEATED))


def confirmations_needed(sheet: ScoreSheet, *, everyone: bool) -> int:
    """How many sides have to say yes: both of a partner game; of individuals the writer and one
    other, or everybody.
    """
    variant = get_variant(sheet.variant)
    sides, seats = variant.sides(sheet.options), variant.seats(sheet.options)
    return sides if everyone or sides < seats else min(2, sides)


def changes_since(sheet: ScoreSheet, revision: int) -> list[Deal]:
    """The versions that were written after a revision, the newest of each number."""
    newest = {
        deal.number: deal
        for deal in Deal.objects.filter(sheet=sheet, revision__gt=revision)
        .exclude(outcome=Deal.Outcome.REPEATED)
        .order_by("version")
    }
    return [newest[number] for number in sorted(newest)]


def sheet_facts(sheet: ScoreSheet) -> list[SideFacts]:
    """What a ranking needs of each side of a sheet. ``total`` is the sheet's own."""
    return sheets_facts([sheet])[sheet.pk]


def sheets_facts(sheets: Sequence[ScoreSheet]) -> dict[int, list[SideFacts]]:
    """:func:`sheet_facts` of many sheets by their ids, whose deals are read in one query."""
    payloads: dict[int, list[Any]] = {s.pk: [] for s in sheets if s.source != Source.TOTALS}
    if payloads:
        deals = Deal.objects.filter(
            sheet__in=payloads.keys(), state=Deal.State.CURRENT, payload__isnull=False
        )
        for sheet_id, payload in deals.order_by("number").values_list("sheet_id", "payload"):
            payloads[sheet_id].append(payload)
    found = {}
    for sheet in sheets:
        variant = get_variant(sheet.variant)
        if sheet.source == Source.TOTALS:
            found[sheet.pk] = _typed_facts(sheet, variant)
            continue
        facts = variant.facts(variant.replay(payloads[sheet.pk], sheet.options))
        found[sheet.pk] = [
            f._replace(total=total) for f, total in zip(facts, sheet.totals, strict=True)
        ]
    return found


def _typed_facts(sheet: ScoreSheet, variant: Variant) -> list[SideFacts]:
    entry = TotalsEntry.objects.filter(sheet=sheet, current=True).order_by("-pk").first()
    matches = entry.matches if entry and entry.matches else [0] * len(sheet.totals)
    best = min(sheet.totals) if variant.low_is_good else max(sheet.totals)
    winners = [side for side, total in enumerate(sheet.totals) if total == best]
    return [
        SideFacts(total, 0, matches[side], int(sheet.finished and winners == [side]))
        for side, total in enumerate(sheet.totals)
    ]
