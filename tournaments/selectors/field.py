"""The field of a round: which entries are drawn, and at how many tables they come out.

One place for what the draw, the draw page and the check-in must see alike. Reads only.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count

from scoring.rules import get_variant
from tournaments import draw
from tournaments.draw.individuals import table_sizes
from tournaments.formats import KNOCK_OUT, sizes_for
from tournaments.models import Entry, EntryPlayer, Round, Stage, SurplusRule, Tournament
from tournaments.selectors.knock_out import still_in
from tournaments.selectors.stages import (
    STARTED,
    entries_per_table,
    playing_in,
    stage_now,
    valid_rounds,
)


@dataclass(frozen=True, slots=True)
class Field:
    """The entries that are drawn; ``sizes`` of tables counted in entries, the usual one first.

    In a ``bracket`` as many go on without a game as it has places too many.
    """

    entries: list[Entry]
    sizes: tuple[int, ...]
    bracket: bool = False

    @property
    def tables(self) -> int:
        """How many tables are set."""
        return (len(self.entries) - self.over) // 2 if self.bracket else len(self._filled())

    @property
    def over(self) -> int:
        """How many entries fill no table."""
        if self.bracket:
            people = len(self.entries)
            return (1 << (people - 1).bit_length()) - people if people else 0
        return len(self.entries) - sum(self._filled())

    @property
    def empty(self) -> int:
        """How many entries more would fill one more table."""
        return self.sizes[0] - self.over if self.over and not self.bracket else 0

    def _filled(self) -> list[int]:
        return table_sizes(len(self.entries), *self.sizes)


def field_of(
    tournament: Tournament,
    stage: Stage,
    rounds: Sequence[Round],
    entries: Iterable[Entry],
    number: int,
) -> Field:
    """Who is drawn in round ``number`` after the valid ``rounds`` of the stage."""
    usual = entries_per_table(stage, tournament)
    if stage.number > 1:
        going_on = {*(stage.qualified or ())}
        entries = [each for each in entries if each.pk in going_on or each.outside_ranking]
    if tournament.team_size > 1:
        complete = _complete(tournament)
        entries = [entry for entry in entries if entry.pk in complete]
    if stage.format == KNOCK_OUT:
        ranked = [entry for entry in entries if not entry.outside_ranking]
        left = still_in(rounds) if rounds else None
        here = [
            entry for entry in playing_in(ranked, number, 1) if left is None or entry.pk in left
        ]
        return Field(here, (usual,), bracket=True)
    if has_other_sizes(tournament, stage):
        here = playing_in(entries, number, 1)
        sizes = get_variant(tournament.variant).table_sizes
        return Field(here, sizes_for(len(here), usual, sizes, method=stage.format))
    return Field(playing_in(entries, number, usual), (usual,))


def still_playing(stages: Sequence[Stage]) -> set[int] | None:
    """The entries that can still be drawn: chosen for a later stage, not out of a bracket; None: all."""
    if len(stages) == 1 and stages[0].format != KNOCK_OUT:
        return None
    stage, _to_choose = stage_now(stages[0].tournament)
    if stage.format == KNOCK_OUT:
        begun = [round_ for round_ in valid_rounds(stage) if round_.status in STARTED]
        if begun:
            return still_in(begun)
    return None if stage.number == 1 else {*(stage.qualified or ())}


def _complete(tournament: Tournament) -> set[int]:
    """The teams with all their people."""
    teams = EntryPlayer.objects.filter(tournament=tournament).values_list("entry_id")
    return {pk for pk, people in teams.annotate(n=Count("pk")) if people == tournament.team_size}


def has_other_sizes(tournament: Tournament, stage: Stage) -> bool:
    """Whether tables may be of another size than usual, so that nobody waits."""
    return tournament.surplus_rule == SurplusRule.OTHER_SIZES and can_have_other_sizes(
        tournament, stage
    )


def can_have_other_sizes(tournament: Tournament, stage: Stage) -> bool:
    """Whether the game is played at tables of several sizes, and the draw can mix them."""
    sizes = {*get_variant(tournament.variant).table_sizes}
    return len(sizes & {*draw.get_method(stage.format).table_sizes}) > 1


def field_problems(stage: Stage, field: Field, rounds: int) -> list[draw.Problem]:
    """What cannot work when ``rounds`` rounds are drawn for this field."""
    return draw.feasible(
        stage.format,
        len(field.entries),
        None if stage.format == KNOCK_OUT else rounds,
        field.sizes,
    )
