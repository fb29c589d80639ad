"""Who has given up: left in the middle of a round so that the table stopped. Written and forgotten here.

Words: whoever *gives up* in a round has lost its match there, whatever the figures. It is the
stopped table that says so, not the person: a tick brings them back for later rounds, and only a
sheet that goes back to its table makes the match go on.

Opens no transaction and takes no lock; the verbs do.
"""

from jassclub.audit.services import Actor
from tournaments.models import Entry, EntryStatus, Round, Table
from tournaments.selectors.stages import planned_rounds
from tournaments.services.entry_rows import record_entry
from tournaments.services.standings import standings_bump


def give_up(entry: Entry, table: Table, actor: Actor) -> None:
    """Before the table is settled; whoever leaves a table that has stopped already gives up nothing.

    The caller asks for the standings, once the table's sheet is locked.
    """
    number = table.round.number
    if Entry.objects.filter(seats__table=table, gave_up_in=number).exists():
        return
    entry.gave_up_in = number
    entry.save(update_fields=["gave_up_in"])
    record_entry(actor, "entry.give-up", entry, after={"gave_up_in": number})


def match_goes_on(table: Table) -> None:
    """The game the table stopped at is played on: nobody has given up."""
    seated = Entry.objects.filter(pk__in=table.seats.values("entry"))
    if seated.filter(gave_up_in=table.round.number).update(gave_up_in=None):
        standings_bump(tournament_id=table.round.tournament_id)


def spots_exchanged(round_: Round, one: int, other: int) -> None:
    """Two entries of different tables have changed places: the table that stopped stays the one that
    stopped, whoever sits at it. The caller asks for the standings.
    """
    number = round_.number
    known = Entry.objects.filter(pk__in=[one, other], gave_up_in=number).values_list(
        "pk", flat=True
    )
    if len(gave_up := set(known)) == 1:
        Entry.objects.filter(pk__in=gave_up).update(gave_up_in=None)
        Entry.objects.filter(pk__in={one, other} - gave_up).update(gave_up_in=number)


def round_counts_no_more(round_: Round, actor: Actor) -> None:
    """Whoever left in the middle of a round that is void now is away from that number on."""
    away = Entry.objects.filter(tournament=round_.tournament_id, gave_up_in=round_.number)
    for entry in away.select_related("tournament"):
        before = {"status": entry.status, "withdrawn_from": entry.withdrawn_from}
        is_away = entry.withdrawn_from == round_.number + 1
        entry.gave_up_in = None
        if is_away or round_.number == planned_rounds(round_.tournament):
            entry.status, entry.withdrawn_from = EntryStatus.WITHDRAWN, round_.number
            after = {"withdrawn_from": round_.number}
            record_entry(actor, "entry.withdraw", entry, before=before, after=after)
        entry.save(update_fields=["gave_up_in", "status", "withdrawn_from"])
