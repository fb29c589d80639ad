"""Seats changed after the draw: two people swap, the right people are put at a table.

Both say what was seen when the choice was made: pressed twice the second press changes nothing,
and where somebody else was faster it is refused.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from scoring.services.seats import Spell
from tournaments.errors import Conflict, TournamentError
from tournaments.models import Round, RoundStatus, Table
from tournaments.services.seating import Seating
from tournaments.spots import Spot

STAY, BACK = "stay", "back"


@transaction.atomic
def seats_swap(
    *,
    round_id: int,
    actor: Actor,
    first: Spot,
    second: Spot,
    way: str = STAY,
    from_deal: int | None = None,
    reason: str = "",
) -> Round:
    """Two people (or teams) sat on each other's seats.

    ``stay``: they have sat so from the first deal on and stay; the plan follows, and with it who
    gets which points. ``back``: from ``from_deal`` on they sit as drawn; the deals before stay as
    they are written by seat, and the sheets say who sat there.
    """
    seating = Seating(round_id, actor)
    now = seating.spot(first.entry), seating.spot(second.entry)
    if way == BACK:
        _unchanged(now == (first, second))
        _go_back(seating, first, second, 1 if from_deal is None else from_deal, reason)
        return seating.round
    done = (Spot(first.entry, *second[1:]), Spot(second.entry, *first[1:]))
    if now == done and now != (first, second):
        return seating.round
    _unchanged(now == (first, second))
    seating.exchange(first.entry, second.entry)
    seating.record(
        "seats.swap",
        first.entry,
        table=first.table or second.table,
        before={"seats": [list(first), list(second)]},
        after={"entries": [first.entry, second.entry], "seats": [list(spot) for spot in done]},
        reason=reason,
    )
    seating.write_names(seating.names_from(seating.moved), reason=reason)
    return seating.round


def _go_back(seating: Seating, first: Spot, second: Spot, from_deal: int, reason: str) -> None:
    """Nobody's seat in the plan moves; the sheets say that until then they sat the other way round."""
    ours, theirs = seating.party(first.entry), seating.party(second.entry)
    if not ours or not theirs or seating.round.status != RoundStatus.PLAYING:
        raise TournamentError(
            "not-playing",
            _("Only two people at tables that are playing can go back to their seats."),
        )
    if len(ours) != len(theirs) or first.entry == second.entry:
        raise TournamentError("same-person", _("Choose two different people."))
    for table in {first.table, second.table}:
        sheet = seating.sheet_at(table)
        must_be_a_deal(from_deal, sheet.played if sheet else 0)
    spells: dict[int, dict[int, list[Spell]]] = {}
    for row, other in (*zip(ours, theirs, strict=True), *zip(theirs, ours, strict=True)):
        sat = Spell(1, str(other.player), other.player)
        back = Spell(from_deal, str(row.player), row.player)
        spells.setdefault(row.table_id, {})[row.seat] = [sat, back] if from_deal > 1 else [back]
    seating.record(
        "seats.back",
        first.entry,
        table=first.table,
        after={
            "entries": [first.entry, second.entry],
            "seats": [list(first), list(second)],
            "from_deal": from_deal,
        },
        reason=reason,
    )
    seating.write_names(spells, reason=reason, all_games=False)


@transaction.atomic
def table_seat(
    *,
    table_id: int,
    actor: Actor,
    entries: Sequence[int],
    seen: Sequence[int],
    reason: str = "",
) -> Table:
    """These people sat at the table, in the order of its seats (a team counts once).

    Whoever sat there by the plan takes the spot of the one who came instead: another seat, or the
    wait. ``seen`` are the entries the caller saw at the table.
    """
    table = Table.objects.select_related("round").get(pk=table_id)
    seating = Seating(table.round_id, actor)
    now = seating.entries_at(table_id)
    wanted = list(entries)
    if now == wanted:
        return table
    _unchanged(now == list(seen))
    if len(wanted) != len(now) or len(set(wanted)) != len(wanted):
        raise TournamentError("somebody-twice", _("Choose a different person for each seat."))
    for index, entry in enumerate(wanted):
        sits = seating.entries_at(table_id)[index]
        if sits != entry:
            seating.exchange(sits, entry)
    seating.record(
        "seats.set",
        wanted[0],
        table=table_id,
        before={"seen": now},
        after={"entries": wanted, "at": table_id},
        reason=reason,
    )
    seating.write_names(seating.names_from(seating.moved), reason=reason)
    return table


def must_be_a_deal(number: int, played: int) -> None:
    """A change begins with a deal that is written, or with the next one."""
    if not 1 <= number <= played + 1:
        raise TournamentError(
            "deal-impossible",
            _("%(played)s deals are written: say a deal from 1 to %(next)s.")
            % {"played": played, "next": played + 1},
        )


def _unchanged(same: bool) -> None:
    if not same:
        raise Conflict(
            "seats-changed",
            _("Somebody else has changed these seats meanwhile. Look at the table again."),
        )
