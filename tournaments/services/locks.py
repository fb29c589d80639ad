"""The order in which rows are locked: tournament, then sheets, then standings.

The tournament is locked without its key: results that a confirming table writes
meanwhile only need the tournament to go on existing and must not wait for it.
"""

from django.utils.translation import gettext as _

from tournaments.errors import TournamentError
from tournaments.models import Round, Tournament


def tournament_locked(tournament_id: int) -> Tournament:
    """The tournament, for one writer at a time."""
    return (
        Tournament.objects.select_for_update(of=("self",), no_key=True)
        .select_related("club")
        .get(pk=tournament_id)
    )


def round_locked(round_id: int) -> Round:
    """The round as it is once the tournament is locked."""
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    tournament = tournament_locked(tournament_id)
    round_ = Round.objects.select_related("stage").get(pk=round_id)
    round_.tournament = tournament
    return round_


def must_be_open(tournament: Tournament) -> None:
    """Refuse to draw or play in a tournament that is over."""
    if tournament.status == "closed":
        raise TournamentError(
            "tournament-closed",
            _("The tournament is closed. Reopen its last round to go on."),
            status=409,
        )
