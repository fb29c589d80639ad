"""Sheets of a whole round at once: made, and declared void.

The number of queries does not grow with the tables. The caller's transaction; the
caller's audit event speaks for all of them, but a sheet that had entries says so itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from jassclub.audit.services import Actor, record
from jassclub.clubs.models import Club, Player
from scoring.models import ScoreSheet, SheetKey, SheetSeat, SheetStatus
from scoring.rules import get_variant

BATCH = 500


@dataclass(frozen=True, slots=True)
class NewSheet:
    """What a sheet begins with: raw or full options, and name and player by seat."""

    options: dict[str, Any]
    seats: Sequence[tuple[str, Player | None]]


def sheets_create(*, club: Club, variant: str, new: Sequence[NewSheet]) -> list[ScoreSheet]:
    """Empty open sheets with their seats and the key for the whole table, in the order given.

    Options are validated and frozen; ``InvalidOptions`` says which cannot be.
    """
    rules = get_variant(variant)
    full = [rules.options(one.options) for one in new]
    sheets = ScoreSheet.objects.bulk_create(
        [
            ScoreSheet(
                club=club,
                variant=variant,
                options=options,
                rules_version=rules.version,
                totals=[0] * rules.sides(options),
            )
            for options in full
        ],
        batch_size=BATCH,
    )
    SheetSeat.objects.bulk_create(
        [
            SheetSeat(sheet=sheet, seat=seat, name=name, player=player)
            for sheet, one in zip(sheets, new, strict=True)
            for seat, (name, player) in enumerate(one.seats)
        ],
        batch_size=BATCH,
    )
    SheetKey.objects.bulk_create([SheetKey(sheet=sheet) for sheet in sheets], batch_size=BATCH)
    return sheets


def sheets_void(
    *, sheet_ids: Sequence[int], actor: Actor, reason: str, tournament_id: int | None = None
) -> None:
    """Nothing on these sheets counts any more; what was written stays readable."""
    chosen = ScoreSheet.objects.filter(pk__in=sheet_ids).exclude(status=SheetStatus.VOID)
    for sheet in chosen.select_for_update().order_by("pk"):
        if sheet.revision:
            record(
                actor=actor,
                action="sheet.void",
                object_kind="sheet",
                object_id=sheet.pk,
                club_id=sheet.club_id,
                tournament_id=tournament_id,
                sheet_id=sheet.pk,
                before={"status": sheet.status, "totals": sheet.totals, "deals": sheet.played},
                reason=reason,
            )
    chosen.update(status=SheetStatus.VOID, status_reason=reason, revision=F("revision") + 1)
