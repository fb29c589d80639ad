"""A house rule that was set wrong and is noticed when rounds have been played.

A sheet keeps the rules it was begun with. So a rule can be changed for rounds that have not begun,
and only for them; whoever wants the played ones judged by it has to play them again.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from scoring.rules import get_variant
from tournaments.errors import Conflict, TournamentError
from tournaments.models import Tournament
from tournaments.selectors.stages import STARTED, planned_rounds
from tournaments.services.locks import must_be_open, tournament_locked
from tournaments.services.recording import record_tournament
from tournaments.services.setup_checks import checked_setup
from tournaments.services.standings import standings_bump
from tournaments.setup_data import SetupData


@transaction.atomic
def options_change(
    *, tournament_id: int, actor: Actor, options: Mapping[str, Any], reason: str
) -> Tournament:
    """Play by these rules from the next round on that has not begun.

    The table's size stays: seats may be drawn. ``SetupError`` says on each option what cannot work;
    ``Conflict`` where no round is left. The same rules once more change nothing.
    """
    tournament = tournament_locked(tournament_id)
    must_be_open(tournament)
    stage = tournament.stages.get(number=1)
    data = SetupData.of(tournament, stage)
    full = checked_setup(data.with_(options=options))
    if full == tournament.options:
        return tournament
    first = first_free_round(tournament)
    if first is None:
        raise Conflict(
            "no-round-left",
            _(
                "Every planned round has begun, and a sheet keeps the rules it was begun with. "
                "A round that nobody should have played like this can be declared void and drawn again."
            ),
        )
    if not (why := reason.strip()):
        raise TournamentError("reason-missing", _("Please write why; it stands in the log."))
    before, tournament.options = tournament.options, full
    tournament.save(update_fields=["options"])
    planned = get_variant(tournament.variant).planned_deals(full)
    # A later stage that was planned with a number of deals of its own keeps it.
    tournament.stages.filter(planned_deals=stage.planned_deals).update(planned_deals=planned)
    changed = [name for name in full if before.get(name) != full[name]]
    record_tournament(
        actor,
        "tournament.options",
        tournament,
        before={"options": {name: before.get(name) for name in changed}},
        after={"round": first, "options": {name: full[name] for name in changed}},
        reason=why,
    )
    standings_bump(tournament_id=tournament.pk)
    return tournament


def first_free_round(tournament: Tournament) -> int | None:
    """The number of the first planned round that has not begun; None if there is none."""
    begun = tournament.rounds.filter(status__in=STARTED).order_by("-number")
    last = begun.values_list("number", flat=True).first() or 0
    return last + 1 if last < planned_rounds(tournament) else None
