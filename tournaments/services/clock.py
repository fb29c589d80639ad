"""The director's hand on the clock: more time for the round that is played, or less.

Never ends a round and never starts one.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from tournaments.errors import Conflict, TournamentError
from tournaments.models import Round, RoundStatus
from tournaments.selectors.clock import round_minutes
from tournaments.services.ending import record_round
from tournaments.services.locks import round_locked
from tournaments.services.setup_checks import LEAST_MINUTES, MOST_MINUTES
from tournaments.services.standings import standings_bump

STEPS = (5, -5)


@transaction.atomic
def round_minutes_add(*, round_id: int, actor: Actor, minutes: int) -> Round:
    """Five minutes more or less; open pages learn of it with the next version."""
    if minutes not in STEPS:
        raise TournamentError("invalid", _("The clock moves five minutes at a time."))
    round_ = round_locked(round_id)
    before = round_minutes(round_)
    if round_.status != RoundStatus.PLAYING:
        raise Conflict(
            "round-not-playing",
            _("Round %(number)s is not being played: its clock stands still.")
            % {"number": round_.number},
        )
    if before is None:
        raise TournamentError(
            "no-limit",
            _("This round has no time limit. It can be set in the settings."),
        )
    after = before + minutes
    if not LEAST_MINUTES <= after <= MOST_MINUTES:
        message = _("A round lasts between %(least)s and %(most)s minutes.")
        values = {"least": LEAST_MINUTES, "most": MOST_MINUTES}
        raise TournamentError("out-of-range", message % values)
    round_.extra_minutes += minutes
    round_.save(update_fields=["extra_minutes"])
    record_round(
        round_,
        actor,
        "round.minutes",
        before={"minutes": before},
        after={"round": round_.number, "minutes": after},
    )
    standings_bump(tournament_id=round_.tournament_id)
    return round_
