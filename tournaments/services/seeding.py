"""The seeding of a knock-out: the best entries, in order, are kept apart until late. All others are drawn."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from tournaments.errors import Conflict, TournamentError
from tournaments.models import Entry, RoundStatus
from tournaments.services import entry_rows
from tournaments.services.recording import record_tournament


@transaction.atomic
def seeds_set(*, tournament_id: int, actor: Actor, seeds: Mapping[int, int]) -> int:
    """Give these entries their places in the seeding (from 1), all others none; how many are seeded.

    A drawn round that has not begun keeps its bracket until it is drawn again.
    """
    tournament = entry_rows.locked(tournament_id)
    if tournament.rounds.filter(status__in=[RoundStatus.PLAYING, RoundStatus.CLOSED]).exists():
        message = _("The first round has begun: the seeding stays as it was drawn.")
        raise Conflict("has-begun", message)
    known = dict(tournament.entries.values_list("pk", "name"))
    by_seed: dict[int, int] = {}
    for entry, seed in sorted(seeds.items()):
        if entry not in known:
            message = _("This entry is no longer on the list: somebody took it off meanwhile.")
            raise TournamentError("entry-gone", message, status=404)
        if not 1 <= seed <= len(known):
            message = _("%(name)s: a place in the seeding is a number from 1 to %(most)s.")
            values = {"name": known[entry], "most": len(known)}
            raise TournamentError("seed-invalid", message % values)
        if seed in by_seed:
            message = _("Place %(seed)s is given twice: to %(one)s and to %(other)s.")
            values = {"seed": seed, "one": known[by_seed[seed]], "other": known[entry]}
            raise TournamentError("seed-twice", message % values)
        by_seed[seed] = entry
    tournament.entries.update(seed=None)
    Entry.objects.bulk_update(
        [Entry(pk=entry, seed=seed) for seed, entry in by_seed.items()], ["seed"]
    )
    order = [by_seed[seed] for seed in sorted(by_seed)]
    record_tournament(actor, "entries.seed", tournament, after={"entries": order})
    return len(order)
