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
    if table.given_up_by_id is not None:
        return
    table.given_up_by = entry
    table.save(update_fields=["given_up_by"])
    record_entry(actor, "entry.give-up", entry, after={"gave_up_in": table.round.number})


def match_goes_on(table: Table) -> None:
    """The game the table stopped at is played on: nobody has given up."""
    if table.given_up_by_id is not None:
        table.given_up_by = None
        table.save(update_fields=["given_up_by"])
        standings_bump(tournament_id=table.round.tournament_id)


def spots_exchanged(round_: Round, one: int, other: int) -> None:
    """Two entries of different tables have changed places: the table that stopped stays the one that
    stopped, whoever sits at it. The caller asks for the standings.
    """
    stopped = round_.tables.filter(given_up_by__in=[one, other])
    for pk, entry in list(stopped.values_list("pk", "given_up_by")):
        round_.tables.filter(pk=pk).update(given_up_by=other if entry == one else one)


def round_counts_no_more(round_: Round, actor: Actor) -> None:
    """Whoever left in the middle of a round that is void now is away from that number on."""
    for entry in Entry.objects.filter(given_up__round=round_).select_related("tournament"):
        before = {"status": entry.status, "withdrawn_from": entry.withdrawn_from}
        is_away = entry.withdrawn_from == round_.number + 1
        if is_away or round_.number == planned_rounds(round_.tournament):
            entry.status, entry.withdrawn_from = EntryStatus.WITHDRAWN, round_.number
            after = {"withdrawn_from": round_.number}
            entry.save(update_fields=["status", "withdrawn_from"])
            record_entry(actor, "entry.withdraw", entry, before=before, after=after)
