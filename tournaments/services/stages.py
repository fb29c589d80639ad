"""A further stage of a tournament: added, begun with those who go on, taken back.

Words: a stage *begins* when it is settled who plays in it; from then on the list of the stage before
is frozen as far as going on is concerned: a later correction moves figures, and nobody's seat.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jassclub.audit.services import Actor
from jassclub.clubs.models import clean_name
from scoring.rules import get_variant
from tournaments.errors import Conflict, TournamentError
from tournaments.formats import KNOCK_OUT
from tournaments.models import Carry, DrawMode, EntryStatus, RoundStatus, Stage, Tournament
from tournaments.selectors.stages import first_number, has_begun, valid_rounds
from tournaments.services.locks import must_be_open, tournament_locked
from tournaments.services.recording import record_tournament
from tournaments.services.setup_checks import checked_setup
from tournaments.services.standings import standings_bump
from tournaments.setup_data import SetupData, SetupError, SetupProblem

MOST_STAGES = 5


class Undo(Protocol):
    """What takes a step with a stage back."""

    def __call__(self, *, tournament_id: int, actor: Actor, number: int) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StageData:
    """What a further stage is. ``qualify``: how many go on (None: all); ``deals`` None: as before."""

    name: str
    qualify: int | None
    format: str
    planned_rounds: int
    chain: tuple[str, ...]
    deals: int | None = None
    draw_mode: str = DrawMode.ALL
    carry: str = Carry.NONE
    best_of: int = 1
    place_three: bool = False


@transaction.atomic
def stage_add(*, tournament_id: int, actor: Actor, data: StageData) -> Stage:
    """Plan a stage behind the last one. SetupError says, field by field, what cannot work."""
    tournament = tournament_locked(tournament_id)
    must_be_open(tournament)
    stages = list(tournament.stages.order_by("number"))
    last = stages[-1]
    if len(stages) >= MOST_STAGES:
        message = _("A tournament has at most %(most)s stages.") % {"most": MOST_STAGES}
        raise SetupError([_problem("name", "too-many-stages", message)])
    if last.format == KNOCK_OUT:
        message = _("After a knock-out nobody is left to play: it is the last stage.")
        raise SetupError([_problem("format", "after-knock-out", message)])
    setup = _checked(tournament, last, data)
    options = get_variant(tournament.variant).options(dict(setup.options))
    stage = Stage.objects.create(
        tournament=tournament,
        number=last.number + 1,
        name=clean_name(data.name),
        seed=secrets.randbelow(10**9),
        qualify=data.qualify,
        carry=data.carry,
        format=setup.format,
        chain=list(data.chain),
        table_size=last.table_size,
        planned_rounds=data.planned_rounds,
        planned_deals=get_variant(tournament.variant).planned_deals(options),
        draw_mode=setup.draw_mode,
        best_of=data.best_of,
        place_three=data.place_three,
        round_minutes=last.round_minutes,
    )
    record_tournament(actor, "stage.add", tournament, after=_figures(stage))
    return stage


@transaction.atomic
def stage_drop(*, tournament_id: int, actor: Actor, number: int) -> None:
    """Take a planned stage away as long as it has not begun; one that is gone stays gone."""
    tournament = tournament_locked(tournament_id)
    must_be_open(tournament)
    stage = tournament.stages.filter(number=number).first()
    if stage is None:
        return
    if has_begun(stage) or tournament.stages.filter(number__gt=number).exists():
        raise Conflict(
            "stage-begun", _("Only the last stage can be taken away, and only before it begins.")
        )
    record_tournament(actor, "stage.drop", tournament, before=_figures(stage))
    stage.delete()


@transaction.atomic
def stage_begin(
    *, tournament_id: int, actor: Actor, number: int, ranked: Sequence[int], chosen: Sequence[int]
) -> Stage:
    """Settle who plays in a stage: ``chosen`` entry ids, kept in the order of ``ranked``.

    The rounds of the stage before must be closed; those never drawn are given up. The same choice
    twice changes nothing.
    """
    tournament = tournament_locked(tournament_id)
    must_be_open(tournament)
    stage = (
        tournament.stages.filter(number=number, qualified__isnull=True).exclude(number=1).first()
    )
    before = tournament.stages.filter(number=number - 1).first()
    if done := _begun_with(tournament, number, {*chosen}):
        return done
    if stage is None or before is None or not has_begun(before):
        raise Conflict("stage-begun", _("This stage cannot begin: it has begun already."))
    closed = _closed_rounds(before)
    here = tournament.entries.filter(status=EntryStatus.PRESENT, outside_ranking=False)
    there = {*here.values_list("pk", flat=True)}
    going_on = [entry for entry in ranked if entry in {*chosen} & there]
    least = max(2, stage.table_size // tournament.team_size)
    if len(going_on) < least:
        raise TournamentError(
            "too-few",
            ngettext(
                "At least %(least)s entry who is here has to go on.",
                "At least %(least)s entries who are here have to go on.",
                least,
            )
            % {"least": least},
        )
    if closed < before.planned_rounds:
        Stage.objects.filter(pk=before.pk).update(planned_rounds=closed)
    stage.qualified = going_on
    stage.save(update_fields=["qualified"])
    record_tournament(
        actor, "stage.begin", tournament, after={"stage": stage.number, "entries": going_on}
    )
    standings_bump(tournament_id=tournament.pk)
    return stage


@transaction.atomic
def stage_take_back(*, tournament_id: int, actor: Actor, number: int) -> None:
    """Nobody goes on yet after all, as long as no round of the stage is drawn."""
    tournament = tournament_locked(tournament_id)
    must_be_open(tournament)
    stage = tournament.stages.filter(number=number).exclude(number=1).first()
    if stage is None or stage.qualified is None:
        return
    if valid_rounds(stage):
        raise Conflict(
            "stage-drawn",
            _(
                "A round of this stage is drawn. Declare it void first, as long as nobody has played."
            ),
        )
    record_tournament(
        actor,
        "stage.take-back",
        tournament,
        before={"stage": stage.number, "entries": stage.qualified},
    )
    stage.qualified = None
    stage.save(update_fields=["qualified"])
    standings_bump(tournament_id=tournament.pk)


def _begun_with(tournament: Tournament, number: int, chosen: set[int]) -> Stage | None:
    """The stage, where exactly these go on already: the same press a second time."""
    stage = tournament.stages.filter(number=number, qualified__isnull=False).first()
    return stage if stage and {*(stage.qualified or [])} == chosen else None


def _closed_rounds(stage: Stage) -> int:
    """How many rounds of the stage are closed; refused while one is open, or where none is closed."""
    rounds = valid_rounds(stage)
    still_open = [round_ for round_ in rounds if round_.status != RoundStatus.CLOSED]
    if still_open:
        raise Conflict(
            "round-not-closed",
            _(
                "Round %(number)s is not closed. Close it, or declare it void, before the next stage."
            )
            % {"number": still_open[0].number},
        )
    if not rounds:
        raise Conflict(
            "nothing-played",
            _("Round %(number)s comes first: nobody can go on before it is played.")
            % {"number": first_number(stage)},
        )
    return len(rounds)


def _checked(tournament: Tournament, last: Stage, data: StageData) -> SetupData:
    """The setup this stage would be made with if it stood alone; SetupError where it cannot work."""
    setup = SetupData.of(tournament, last).with_(
        format=data.format,
        planned_rounds=data.planned_rounds,
        chain=data.chain,
        best_of=data.best_of,
        place_three=data.place_three,
        hidden_rounds=0,
    )
    needs_results = setup.way.needs_results
    setup = setup.with_(draw_mode=DrawMode.EACH if needs_results else data.draw_mode)
    if data.deals is not None:
        setup = setup.with_(options={**setup.options, "deals": data.deals})
    problems = list(_own_problems(data))
    try:
        setup = setup.with_(options=checked_setup(setup, players=data.qualify))
    except SetupError as error:
        problems += [
            {**found, "field": "deals"} if found["field"] == "options.deals" else found
            for found in error.problems
        ]
    if problems:
        raise SetupError(problems)
    return setup


def _own_problems(data: StageData) -> list[SetupProblem]:
    problems: list[SetupProblem] = []
    if data.qualify is not None and data.qualify < 2:
        problems.append(
            _problem("qualify", "out-of-range", _("At least two go on; empty: everybody does."))
        )
    if data.carry not in Carry.values:
        problems.append(
            _problem("carry", "invalid", _("Choose one of the answers that are offered."))
        )
    elif data.carry == Carry.TOTAL and any(key.startswith("best:") for key in data.chain):
        message = _(
            "With the total of the stage before all rounds count: choose “Sum of all rounds”."
        )
        problems.append(_problem("chain", "carry-with-best", message))
    elif data.carry == Carry.TOTAL and data.format == KNOCK_OUT:
        message = _("In a knock-out only who wins goes on: nothing is taken over.")
        problems.append(_problem("carry", "carry-knock-out", message))
    return problems


def _problem(field: str, code: str, message: str) -> SetupProblem:
    return {"field": field, "code": code, "message": message}


def _figures(stage: Stage) -> dict[str, Any]:
    return {
        "stage": stage.number,
        "format": stage.format,
        "planned_rounds": stage.planned_rounds,
        "planned_deals": stage.planned_deals,
        "chain": stage.chain,
        "qualify": stage.qualify,
        "carry": stage.carry,
    }
