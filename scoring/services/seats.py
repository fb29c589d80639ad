"""Who sits at a sheet, changed while it is played or afterwards.

Words: a *spell* is one person at one seat from a deal on; the first spell of a seat begins with
deal 1. Deals are written by seat and stay as they are: only the names beside them change.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.models import Player, new_token
from scoring.context import Right, SheetContext
from scoring.errors import Invalid, NotAllowed
from scoring.models import ScoreSheet, SheetKey, SheetSeat, SheetStatus
from scoring.services.ledger import audit, changed, locked, require_reason


class Spell(NamedTuple):
    """Somebody sits here from this deal on."""

    from_deal: int
    name: str
    player: Player | None


def seat_spells(sheet: ScoreSheet) -> dict[int, list[Spell]]:
    """Who sat at each seat, in order."""
    found: dict[int, list[Spell]] = {}
    rows = SheetSeat.objects.filter(sheet=sheet).select_related("player")
    for row in rows.order_by("seat", "from_deal"):
        found.setdefault(row.seat, []).append(Spell(row.from_deal, row.name, row.player))
    return found


@transaction.atomic
def sheet_reseat(
    *,
    sheet_id: int,
    context: SheetContext,
    seats: Mapping[int, Sequence[Spell]],
    reason: str = "",
) -> ScoreSheet:
    """Say anew who sat at these seats, from the first deal on; the office's work.

    Whoever had confirmed did so beside other names: an open sheet is confirmed anew, a confirmed
    one is corrected and needs a reason. Phones that had claimed such a seat lose it. A secret bid
    stays with its seat, as the cards do. The same people once more change nothing.
    """
    sheet = locked(sheet_id)
    if not context.may(Right.OFFICE):
        raise NotAllowed("office-only", _("Only the office can do this."))
    before = seat_spells(sheet)
    wanted = {seat: _checked(spells) for seat, spells in seats.items()}
    moved = sorted(seat for seat, spells in wanted.items() if before.get(seat) != spells)
    if not moved:
        return sheet
    if sheet.status == SheetStatus.CONFIRMED:
        reason = require_reason(reason)
    SheetSeat.objects.filter(sheet=sheet, seat__in=moved).delete()
    SheetSeat.objects.bulk_create(
        SheetSeat(sheet=sheet, seat=seat, from_deal=start, name=name, player=player)
        for seat in moved
        for start, name, player in wanted[seat]
    )
    for key in SheetKey.objects.filter(sheet=sheet, seat__in=moved):
        key.token, key.claimed_by, key.claimed_at = new_token(), "", None
        key.save()
    audit(
        sheet,
        context,
        "sheet.reseat",
        before={"seats": {str(seat): _ids(before.get(seat, [])) for seat in moved}},
        after={"seats": {str(seat): _ids(wanted[seat]) for seat in moved}},
        reason=reason,
    )
    return changed(sheet, context)


def _checked(spells: Sequence[Spell]) -> list[Spell]:
    """The spells without those that bring nobody new."""
    starts = [spell.from_deal for spell in spells]
    if not starts or starts[0] != 1 or starts != sorted(set(starts)):
        raise Invalid("from-deal", _("Say from which deal on, counted from 1."))
    kept: list[Spell] = []
    for spell in spells:
        if not kept or kept[-1][1:] != spell[1:]:
            kept.append(spell)
    return kept


def _ids(spells: Sequence[Spell]) -> list[list[int | None]]:
    return [[spell.from_deal, spell.player.pk if spell.player else None] for spell in spells]
