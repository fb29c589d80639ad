"""Who plays whom, where, and who leads.

tournament.py: the evening and its stages · entry.py: who takes part ·
round.py: rounds, tables, seats · standing.py: facts, credits, standings.
"""

from tournaments.models.entry import Entry, EntryPlayer, EntryStatus, Wish
from tournaments.models.round import Place, Round, RoundStatus, Seat, Table, TableGame
from tournaments.models.standing import RoundCredit, Standing, StandingsState, TableResult
from tournaments.models.tournament import (
    Carry,
    CreditRule,
    DrawMode,
    Preset,
    Publishing,
    Stage,
    SubstituteRule,
    SurplusRule,
    Tournament,
    TournamentStatus,
    Visibility,
)

__all__ = [
    "Carry",
    "CreditRule",
    "DrawMode",
    "Entry",
    "EntryPlayer",
    "EntryStatus",
    "Place",
    "Preset",
    "Publishing",
    "Round",
    "RoundCredit",
    "RoundStatus",
    "Seat",
    "Stage",
    "Standing",
    "StandingsState",
    "SubstituteRule",
    "SurplusRule",
    "Table",
    "TableGame",
    "TableResult",
    "Tournament",
    "TournamentStatus",
    "Visibility",
    "Wish",
]
