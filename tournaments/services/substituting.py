"""Somebody takes over a seat: a substitute, somebody who waits, or the one who had it before.

Who gets the points: who plays the whole round in the ranking plays for themselves, but for who is
out of the bracket or of the stage. Anybody else fills in, and the tournament's rule says for whom:
for whoever had the seat, or for nobody; then the one who had it has missed the round. A team keeps
its points whoever plays for it.
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from scoring.services.seats import Spell, seat_spells
from tournaments.errors import Conflict, TournamentError
from tournaments.models import (
    Entry,
    EntryPlayer,
    RoundCredit,
    RoundStatus,
    Seat,
    SubstituteRule,
    Table,
)
from tournaments.selectors.stages import planned_rounds
from tournaments.services.entries import entry_walk_in, entry_withdraw
from tournaments.services.seating import Seating
from tournaments.services.seats import must_be_a_deal


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who takes the seat: an entry of the tournament, or a name that becomes a substitute."""

    entry: int | None = None
    name: str = ""
    hint: str = ""


@transaction.atomic
def seat_replace(
    *,
    table_id: int,
    actor: Actor,
    seat: int,
    sitting: int,
    newcomer: Newcomer,
    from_deal: int = 1,
    leaves: bool = False,
    reason: str = "",
) -> Seat:
    """Somebody else plays at a seat from a deal on; ``sitting`` is the player who was seen there.

    ``leaves``: the one who had the seat goes home and is drawn no more. Said twice it changes
    nothing.
    """
    table = Table.objects.select_related("round").get(pk=table_id)
    seating = Seating(table.round_id, actor)
    row = _row(seating, table_id, seat)
    seating.lock_sheets([table_id])
    entry = _newcomer(seating, actor, newcomer)
    comes = EntryPlayer.objects.select_related("player").filter(entry=entry).first()
    if comes is None:
        raise Conflict("player-gone", _("This person is no longer on the club's list."))
    if row.player_id == comes.player_id:
        return row
    if row.player_id != sitting:
        raise Conflict(
            "seats-changed",
            _("Somebody else has changed these seats meanwhile. Look at the table again."),
        )
    seating.must_be_free(comes.player_id)
    spells = _spells(seating, row, Spell(from_deal, str(comes.player), comes.player))
    whole = len(spells) == 1 and not seating.has_several_games(table_id)
    owner = _owner(seating, row, entry, whole=whole)
    before, left = row.entry_id, row.player_id
    row.player, row.entry_id = comes.player, owner
    row.save(update_fields=["player", "entry"])
    if owner != before:
        waits = not leaves and seating.has_a_wait_for(entry)
        kind = RoundCredit.Kind.WAIT if waits else RoundCredit.Kind.MISSED
        RoundCredit.objects.filter(round=seating.round, entry=owner).delete()
        seating.credit(before, kind)
    gone = EntryPlayer.objects.filter(tournament=seating.tournament, player=left).first()
    seating.record(
        "seat.replace",
        gone.entry_id if gone else before,
        table=table_id,
        before={"owner": before},
        after={"other": entry.pk, "from_deal": from_deal, "owner": owner, "seat": seat}
        | {"at": table_id, "left": left},
        reason=reason,
    )
    seating.write_names({table_id: {seat: spells}}, reason=reason, all_games=False)
    if leaves and gone:
        _leave(seating, actor, gone.entry_id, seated=owner == gone.entry_id)
    return row


def _row(seating: Seating, table_id: int, seat: int) -> Seat:
    for row in seating.at(table_id):
        if row.seat == seat:
            return row
    raise TournamentError("no-seat", _("This table has no such seat."), status=404)


def _newcomer(seating: Seating, actor: Actor, newcomer: Newcomer) -> Entry:
    tournament = seating.tournament
    if newcomer.entry is None:
        return entry_walk_in(
            tournament_id=tournament.pk,
            actor=actor,
            name=newcomer.name,
            hint=newcomer.hint,
            outside_ranking=True,
        ).entry
    entry = tournament.entries.filter(pk=newcomer.entry).first()
    if entry is None:
        message = _("This entry is no longer on the list: somebody took it off meanwhile.")
        raise TournamentError("entry-gone", message, status=404)
    return entry


def _spells(seating: Seating, row: Seat, new: Spell) -> list[Spell]:
    """Who sat at this seat, with the new one from their deal on."""
    sheet = seating.sheet_at(row.table_id)
    must_be_a_deal(new.from_deal, sheet.played if sheet else 0)
    earlier = seat_spells(sheet).get(row.seat, []) if sheet else []
    spells = [spell for spell in earlier if spell.from_deal < new.from_deal]
    return spells if spells and spells[-1].player == new.player else [*spells, new]


def _owner(seating: Seating, row: Seat, entry: Entry, *, whole: bool) -> int:
    """The entry that the points of this seat belong to, as the module says."""
    team = len(seating.party(row.entry_id)) > 1
    if team or entry.pk == row.entry_id:
        return row.entry_id
    if whole and seating.is_open_to(entry):
        return entry.pk
    if seating.tournament.substitute_rule == SubstituteRule.ENTRY:
        return row.entry_id
    if entry.outside_ranking:
        return entry.pk
    if not seating.is_open_to(entry):
        message = _(
            "%(name)s does not play in this stage any more and could only fill in, and in this "
            "tournament nobody gets a substitute's points. Choose somebody outside the ranking."
        )
        raise Conflict("out-of-stage", message % {"name": entry.name})
    raise Conflict(
        "in-ranking",
        _(
            "%(name)s plays in the ranking and cannot take over in mid-sheet: in this tournament "
            "nobody gets a substitute's points. Choose somebody outside the ranking."
        )
        % {"name": entry.name},
    )


def _leave(seating: Seating, actor: Actor, entry_id: int, *, seated: bool) -> None:
    """Away from this round, or from the next one where this one still counts for them."""
    begun = seating.round.status != RoundStatus.DRAWN
    number = seating.round.number + (1 if seated or begun else 0)
    if number <= planned_rounds(seating.tournament):
        entry_withdraw(
            tournament_id=seating.tournament.pk, actor=actor, entry_id=entry_id, from_round=number
        )
