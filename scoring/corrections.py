"""What the office changed on a sheet after it was confirmed, as the table has to see it.

A correction: the version of a deal that counts now, with its reason, beside the one before it. While
a sheet is being played nobody gives reasons; so a version that has one was written afterwards.
"""

from dataclasses import dataclass

from scoring.deal_rows import DealRows, VersionView
from scoring.models import Deal
from scoring.selectors import SheetBoard


@dataclass(frozen=True, slots=True)
class Correction:
    """A deal as it counts now, and as it was; ``before`` is None for one that was added."""

    now: VersionView
    before: VersionView | None


def corrections(board: SheetBoard, rows: DealRows) -> list[Correction]:
    """The corrected deals of a sheet, in order; one query, and none where nothing was corrected."""
    changed = [line.deal for line in board.lines if line.deal.reason]
    if not changed:
        return []
    versions = Deal.objects.filter(sheet=board.sheet, number__in=[deal.number for deal in changed])
    earlier: dict[int, Deal] = {}
    for deal in versions.exclude(outcome=Deal.Outcome.REPEATED).order_by("version"):
        if not deal.reason:
            earlier[deal.number] = deal
    return [
        Correction(
            rows.version(d), rows.version(earlier[d.number]) if d.number in earlier else None
        )
        for d in changed
    ]
