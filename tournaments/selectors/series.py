"""Several games at one table: which one is played now, and how it stands. Reads only.

Words: a *series* are the games of a table that count, best of n; *won* are games won per side. A
game that was declared void is none of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.models import ScoreSheet, SheetStatus
from scoring.selectors import sheets_facts
from tournaments.formats import KNOCK_OUT
from tournaments.models import Stage, Table, TableGame
from tournaments.selectors.stages import SETTLED

TAKEN_BACK = Q(sheet__status=SheetStatus.VOID, sheet__revision=0)
"""A game that was opened and turned out not to be needed: nobody ever touched its sheet."""


def was_taken_back(sheet: ScoreSheet) -> bool:
    """The same, of the sheet itself."""
    return sheet.status == SheetStatus.VOID and not sheet.revision


@dataclass(frozen=True, slots=True)
class Series:
    """``number`` is the game that is played now, or the last one; ``most`` are planned at most."""

    number: int
    most: int
    won: tuple[int, ...]

    @property
    def text(self) -> str:
        """Where the series stands: ``Game 2 of at most 3, 1 : 0``."""
        values = {
            "number": self.number,
            "most": self.most,
            "won": " : ".join(map(str, self.won)),
        }
        if self.number > self.most:
            return _("Deciding game %(number)s, %(won)s") % values
        return _("Game %(number)s of at most %(most)s, %(won)s") % values


def current_of(games: Iterable[TableGame]) -> TableGame | None:
    """The game that is played now: the first that still needs somebody, else the last that counts."""
    ordered = sorted(games, key=lambda game: game.number)
    unsettled = (game for game in ordered if game.sheet.status not in SETTLED)
    counting = (game for game in reversed(ordered) if game.sheet.status != SheetStatus.VOID)
    return next(unsettled, None) or next(counting, None) or (ordered[-1] if ordered else None)


def games_won(sheets: Sequence[ScoreSheet]) -> tuple[int, ...]:
    """Games won per side of a table, over those of its sheets that are confirmed."""
    confirmed = [sheet for sheet in sheets if sheet.status == SheetStatus.CONFIRMED]
    facts = sheets_facts(confirmed)
    sides = range(len(sheets[0].totals))
    return tuple(sum(facts[s.pk][side].games_won for s in confirmed) for side in sides)


def won_by_table(stage: Stage, by_table: Mapping[int, list[TableGame]]) -> dict[int, list[int]]:
    """Games won per side of each table, where several games are played."""
    sheets = {
        pk: [game.sheet for game in games]
        for pk, games in by_table.items()
        if stage.best_of > 1 or len(games) > 1
    }
    facts = sheets_facts(
        [s for each in sheets.values() for s in each if s.status == SheetStatus.CONFIRMED]
    )
    return {
        pk: [
            sum(facts[s.pk][side].games_won for s in each if s.pk in facts)
            for side in range(len(each[0].totals))
        ]
        for pk, each in sheets.items()
    }


def series_of(table: Table) -> Series | None:
    """How a table's series stands; None where it plays one game only."""
    most = table.round.stage.best_of
    if most == 1 and table.round.stage.format != KNOCK_OUT:
        return None
    games = list(table.games.select_related("sheet").order_by("number"))
    counting = [game for game in games if game.sheet.status != SheetStatus.VOID]
    if most == 1 and len(counting) < 2:
        return None
    now = current_of(games)
    number = counting.index(now) + 1 if now in counting else max(1, len(counting))
    return Series(number, most, games_won([game.sheet for game in counting or games]))
