"""From the people who are there to drawn rounds that are not stored yet.

A draw may take seconds and the database must not wait for it: the inputs are read
first, the pure ``tournaments.draw`` is asked without any lock, and whoever stores the
plans reads the inputs again under the lock. The same inputs give the same plans, so
equal inputs are all that has to be checked.

Words: a *plan* is one drawn round. *Missing* rounds are the stage's planned ones that
have no valid round. A *group* are missing rounds in which the same people play.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from scoring.rules import get_variant
from tournaments.draw import DrawError, DrawnRound, draw, get_method
from tournaments.draw_texts import draw_sentence
from tournaments.errors import TournamentError
from tournaments.fold import standing_rows
from tournaments.models import DrawMode, RoundStatus, Stage, Tournament
from tournaments.selectors.facts import standings_facts
from tournaments.selectors.stages import (
    NEEDS_RESULTS,
    entries_per_table,
    missing_numbers,
    playing_in,
    round_history,
    valid_rounds,
)
from tournaments.selectors.wishes import Wishes, wishes_of
from tournaments.services.standings import terms_of


@dataclass(frozen=True, slots=True)
class Plan:
    """One round as drawn: its number, entry ids per table and waiting, and the proof.

    The protocol counts rounds from 1 in the order of the draw; its ``numbers`` say which
    rounds of the stage those are.
    """

    number: int
    drawn: DrawnRound
    seed: int
    protocol: dict[str, Any]


@dataclass(frozen=True, slots=True)
class DrawInputs:
    """All that a draw depends on. ``groups`` are (round numbers, entry ids)."""

    method: str
    table_size: int
    seed: int
    one_by_one: bool
    low_is_good: bool
    allow_repeats: bool
    groups: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    numbers: tuple[int, ...]
    history: tuple[DrawnRound, ...]
    points: Mapping[int, int] = field(default_factory=dict)
    wishes: Wishes = field(default_factory=Wishes)
    names: Mapping[int, str] = field(default_factory=dict)


def draw_inputs(
    tournament: Tournament, stage: Stage, *, allow_repeats: bool, redraw: bool = False
) -> DrawInputs:
    """Read what a draw depends on; for a ``redraw`` as if nothing were drawn that has not begun."""
    rounds = [
        round_
        for round_ in valid_rounds(stage)
        if not (redraw and round_.status == RoundStatus.DRAWN)
    ]
    missing = missing_numbers(stage, rounds)
    entries = list(tournament.entries.order_by("number"))
    table = entries_per_table(stage, tournament)

    def people(number: int) -> tuple[int, ...]:
        return tuple(sorted(entry.pk for entry in playing_in(entries, number, table)))

    one_by_one = stage.draw_mode == DrawMode.EACH
    if one_by_one and missing:
        groups = [(tuple(missing), people(missing[0]))]
    else:
        groups = [(tuple(numbers), who) for who, numbers in groupby(missing, key=people)]
    return DrawInputs(
        method=stage.format,
        table_size=stage.table_size,
        seed=stage.seed,
        one_by_one=one_by_one,
        low_is_good=get_variant(tournament.variant).low_is_good,
        allow_repeats=allow_repeats,
        groups=tuple(groups),
        numbers=tuple(round_.number for round_ in rounds),
        history=tuple(round_history(rounds)),
        points=_points(tournament) if stage.format in NEEDS_RESULTS else {},
        wishes=wishes_of(tournament),
        names={entry.pk: entry.name for entry in entries},
    )


def _points(tournament: Tournament) -> dict[int, int]:
    """Each entry's total as the ranking has it, with what waits are credited.

    Substitutes outside the ranking have none. Empty before anything has begun.
    """
    facts = standings_facts(tournament.pk)
    if facts is None or not facts.rounds:
        return {}
    rows = standing_rows(facts.entries, facts.rounds, terms_of(facts))
    return {row.entry: row.total for row in rows}


def plan_rounds(inputs: DrawInputs) -> list[Plan]:
    """Draw what is missing: all of it, or the next round with the rest kept possible.

    Raises ``TournamentError`` with the draw's code and a sentence where it cannot work.
    """
    history, order = list(inputs.history), list(inputs.numbers)
    plans: list[Plan] = []
    for numbers, who in inputs.groups:
        rounds, protocol = _ask(inputs, who, len(numbers), history)
        protocol = {**protocol, "numbers": [*order, *numbers]}
        for number, drawn in zip(numbers, rounds, strict=False):
            plans.append(Plan(number, drawn, inputs.seed, protocol))
            history.append(drawn)
        order += numbers
    return plans[:1] if inputs.one_by_one else plans


def _ask(
    inputs: DrawInputs, who: tuple[int, ...], rounds: int, history: list[DrawnRound]
) -> tuple[tuple[DrawnRound, ...], dict[str, Any]]:
    if not who:
        raise TournamentError(
            "nobody-here", _("Nobody is checked in yet. Tick at the check-in who is there.")
        )
    try:
        sizes = get_method(inputs.method).table_sizes
        result = draw(
            inputs.method,
            entries=who,
            rounds=rounds,
            seed=inputs.seed,
            table_size=inputs.table_size if inputs.table_size in sizes else None,
            history=history,
            points=inputs.points or None,
            low_is_good=inputs.low_is_good,
            allow_repeats=inputs.allow_repeats,
            **inputs.wishes.arguments(),
        )
    except DrawError as error:
        sentence = draw_sentence(error.problems[0], lambda one: inputs.names.get(one, str(one)))
        raise TournamentError(error.code, sentence) from error
    return result.rounds, result.protocol
