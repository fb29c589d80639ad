"""Wishes for the draw are added and dropped; what contradicts another one is refused in a sentence.

They count from the next draw on: rounds that are drawn already stay as they are.
"""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor, record
from tournaments.errors import Conflict, TournamentError
from tournaments.models import Entry, Tournament, Wish
from tournaments.selectors.stages import current_stage
from tournaments.selectors.wishes import as_arguments, contradictions, kinds_of, playing
from tournaments.services.locks import must_be_open, tournament_locked

PLACE_MOST = 500


class WishProblem(TournamentError):
    """Refused because of one field of the form: ``first``, ``second``, ``place`` or ``kind``."""

    def __init__(self, field: str, code: str, message: str) -> None:
        super().__init__(code, message)
        self.field = field


@transaction.atomic
def wish_add(
    *,
    tournament_id: int,
    actor: Actor,
    kind: str,
    first: Entry | None,
    second: Entry | None = None,
    place: int | None = None,
    hard: bool = True,
) -> Wish:
    """Note a wish. Raises :class:`WishProblem` where it names too little or contradicts others."""
    tournament = tournament_locked(tournament_id)
    must_be_open(tournament)
    stage = current_stage(tournament)
    if kind not in dict(kinds_of(stage)):
        raise WishProblem("kind", "kind", _("Choose what is wished for."))
    wish = _checked(tournament, kind, first, second, place, hard=hard)
    noted, people = list(tournament.wishes.all()), playing(tournament)
    known = contradictions(tournament, stage, people, as_arguments(noted))
    for sentence in contradictions(tournament, stage, people, as_arguments([*noted, wish])):
        if sentence not in known:
            raise WishProblem("first", "wish-contradiction", sentence)
    try:
        with transaction.atomic():
            wish.save(force_insert=True)
    except IntegrityError as error:
        raise Conflict("wish-known", _("This wish is noted already.")) from error
    _record(tournament, actor, f"wish.{kind}", wish, after=_figures(wish))
    return wish


@transaction.atomic
def wish_drop(*, tournament_id: int, actor: Actor, wish_id: int) -> None:
    """Forget a wish; one that is gone already stays gone."""
    tournament = tournament_locked(tournament_id)
    must_be_open(tournament)
    wish = tournament.wishes.filter(pk=wish_id).first()
    if wish is not None:
        _record(tournament, actor, "wish.drop", wish, before=_figures(wish))
        wish.delete()


def _checked(
    tournament: Tournament,
    kind: str,
    first: Entry | None,
    second: Entry | None,
    place: int | None,
    *,
    hard: bool,
) -> Wish:
    if first is None:
        raise WishProblem("first", "required", _("Choose who it is about."))
    if kind == Wish.Kind.PLACE:
        if place is None or not 1 <= place <= PLACE_MOST:
            sentence = _("Write the number of the table, from 1 to %(most)s.")
            raise WishProblem("place", "required", sentence % {"most": PLACE_MOST})
        return Wish(tournament=tournament, kind=kind, first=first, place=place)
    if second is None:
        raise WishProblem("second", "required", _("Choose the other one."))
    if first.pk == second.pk:
        raise WishProblem("second", "same", _("Choose somebody else here: these are the same."))
    low, high = sorted((first, second), key=lambda entry: entry.pk)
    keeps = kind == Wish.Kind.TOGETHER
    return Wish(tournament=tournament, kind=kind, first=low, second=high, hard=hard or keeps)


def _figures(wish: Wish) -> dict[str, Any]:
    return {
        "entries": [one for one in (wish.first_id, wish.second_id) if one],
        "place": wish.place,
        "hard": wish.hard,
    }


def _record(tournament: Tournament, actor: Actor, action: str, wish: Wish, **what: Any) -> None:
    record(
        actor=actor,
        action=action,
        object_kind="entry",
        object_id=wish.first_id,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        **what,
    )
