"""From the people who are there to drawn rounds that are not stored yet.

A draw may take seconds and the database must not wait for it: the inputs are read
first, the pure ``tournaments.draw`` is asked without any lock, and whoever stores the
plans reads the inputs again under the lock. The same inputs give the same plans, so
equal inputs are all that has to be checked.

Words: a *plan* is one drawn round. *Missing* rounds are the stage's planned ones that
have no valid round. A *group* are missing rounds in which the same people play.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from scoring.rules import get_variant
from tournaments.draw import DrawError, DrawnRound, draw
from tournaments.draw_texts import draw_sentence
from tournaments.errors import TournamentError
from tournaments.fold import standing_rows
from tournaments.formats import KNOCK_OUT
from tournaments.models import DrawMode, Entry, EntryStatus, Round, RoundStatus, Stage, Tournament
from tournaments.selectors.facts import standings_facts, terms_of
from tournaments.selectors.field import Field, field_of
from tournaments.selectors.knock_out import winners_of
from tournaments.selectors.stages import (
    missing_numbers,
    round_history,
    valid_rounds,
)
from tournaments.selectors.wishes import Wishes, wishes_of


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
class Group:
    """Missing rounds in which the same entries play, at tables of ``sizes`` entries."""

    numbers: tuple[int, ...]
    entries: tuple[int, ...]
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawInputs:
    """All that a draw depends on. ``groups`` are missing rounds with who plays in them.

    ``own`` are the arguments that only this method takes.
    """

    method: str
    seed: int
    one_by_one: bool
    low_is_good: bool
    allow_repeats: bool
    groups: tuple[Group, ...]
    numbers: tuple[int, ...]
    history: tuple[DrawnRound, ...]
    own: Mapping[str, Any] = field(default_factory=dict)
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

    def group(numbers: Iterable[int], among: Field) -> Group:
        ids = tuple(sorted(entry.pk for entry in among.entries))
        return Group(tuple(numbers), ids, among.sizes)

    def there(number: int) -> Field:
        return field_of(tournament, stage, rounds, entries, number)

    one_by_one = stage.draw_mode == DrawMode.EACH
    if one_by_one and missing:
        ahead = missing[:1] if stage.format == KNOCK_OUT else missing
        groups = [group(ahead, there(missing[0]))]
    else:
        groups = [group(numbers, who) for who, numbers in groupby(missing, key=there)]
    return DrawInputs(
        method=stage.format,
        seed=stage.seed,
        one_by_one=one_by_one,
        low_is_good=get_variant(tournament.variant).low_is_good,
        allow_repeats=allow_repeats,
        groups=tuple(groups),
        numbers=tuple(round_.number for round_ in rounds),
        history=tuple(round_history(rounds)),
        own=own_arguments(tournament, stage, rounds, entries),
        wishes=wishes_of(tournament),
        names={entry.pk: entry.name for entry in entries},
    )


def own_arguments(
    tournament: Tournament, stage: Stage, rounds: Sequence[Round], entries: Sequence[Entry]
) -> dict[str, Any]:
    """The arguments of ``draw`` that only the stage's method takes."""
    if stage.format == "swiss":
        return {"points": _points(tournament)}
    if stage.format != KNOCK_OUT:
        return {}
    if stage.number > 1:
        seeds = list(enumerate(stage.qualified or ()))
    else:
        seeds = sorted((entry.seed, entry.pk) for entry in entries if entry.seed is not None)
    playing = {entry.pk for entry in entries if entry.status == EntryStatus.PRESENT}
    won = winners_of(rounds[-1:])[rounds[-1].pk] if rounds else {}
    winners = sorted(entry for entry in won.values() if entry is not None)
    losers = {one for table in round_history(rounds[-1:]) for pair in table.tables for one in pair}
    both_there = losers - {*winners} <= playing
    return {
        "seeds": () if rounds else tuple(pk for _seed, pk in seeds if pk in playing),
        "winners": tuple(winners),
        "place_three": stage.place_three and both_there,
        "best_of": stage.best_of,
    }


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
    for group in inputs.groups:
        rounds, protocol = _ask(inputs, group, history)
        protocol = {**protocol, "numbers": [*order, *group.numbers]}
        for number, drawn in zip(group.numbers, rounds, strict=False):
            plans.append(Plan(number, drawn, inputs.seed, protocol))
            history.append(drawn)
        order += group.numbers
    return plans[:1] if inputs.one_by_one else plans


def _ask(
    inputs: DrawInputs, group: Group, history: list[DrawnRound]
) -> tuple[tuple[DrawnRound, ...], dict[str, Any]]:
    if not group.entries:
        raise TournamentError(
            "nobody-here", _("Nobody is checked in yet. Tick at the check-in who is there.")
        )
    try:
        result = draw(
            inputs.method,
            entries=group.entries,
            rounds=len(group.numbers),
            seed=inputs.seed,
            table_size=group.sizes,
            history=history,
            low_is_good=inputs.low_is_good,
            allow_repeats=inputs.allow_repeats,
            **inputs.wishes.arguments(),
            **inputs.own,
        )
    except DrawError as error:
        sentence = draw_sentence(error.problems[0], lambda one: inputs.names.get(one, str(one)))
        raise TournamentError(error.code, sentence) from error
    return result.rounds, result.protocol
