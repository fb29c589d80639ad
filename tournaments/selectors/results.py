"""What the tables of a round brought: totals by side, with their people. Reads only."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.models import SheetStatus
from tournaments.models import Round, TableGame
from tournaments.selectors.office import WallTable, wall_tables


@dataclass(frozen=True, slots=True)
class RoundResults:
    """All tables of a round in the order of their numbers."""

    round: Round
    tables: list[WallTable]
    confirmed: int
    corrected: int

    @property
    def is_provisional(self) -> bool:
        return self.confirmed < len(self.tables)


def round_results(round_: Round) -> RoundResults:
    """The round's tables with their totals; what is not confirmed is shown as not counting yet."""
    tables = sorted(wall_tables(round_), key=lambda table: table.number)
    settled = {SheetStatus.CONFIRMED, SheetStatus.VOID}
    return RoundResults(
        round=round_,
        tables=tables,
        confirmed=sum(table.state in settled for table in tables),
        corrected=sum(table.corrected for table in tables),
    )


def corrected_tables(rounds: Iterable[Round]) -> set[int]:
    """The ids of the rounds' tables on which a confirmed sheet was put right."""
    games = TableGame.objects.filter(table__round__in=list(rounds), sheet__corrections__gt=0)
    return set(games.values_list("table_id", flat=True))
