"""What is played at a place, and who sits there: reading for the card of a table and its sheet."""

from django.db.models import QuerySet

from jassclub.lookup import one_or_none
from scoring.models import ScoreSheet, SheetSeat
from tournaments.models import Entry, Place, RoundStatus, TableGame
from tournaments.selectors.series import TAKEN_BACK, current_of


def games() -> QuerySet[TableGame]:
    """Games with everything that a page or an answer about them needs, in three queries."""
    games = TableGame.objects.select_related(
        "sheet", "table__place", "table__round__stage", "table__round__tournament__club"
    )
    return games.defer("table__round__protocol").prefetch_related("sheet__seats", "table__seats")


STAGE = ("tournament", "number", "format", "planned_rounds", "best_of", "round_minutes")
#: What an entry needs of a sheet's game, place and tournament: a column costs more to ask than to send.
AT_A_TABLE = (
    "number",
    "sheet",
    *(f"table__place__{name}" for name in ("number", "token", "tournament")),
    *(f"table__round__{name}" for name in ("number", "status", "started_at", "extra_minutes")),
    *(f"table__round__stage__{name}" for name in STAGE),
    *(
        f"table__round__tournament__{name}"
        for name in ("slug", "visibility", "confirm_all", "double_entry", "team_size")
    ),
    *(f"table__round__tournament__club__{name}" for name in ("slug", "zone", "card_pack")),
)
# Put together once: for every entry on a phone anew, that would take longer than the database does.
GAMES_AT_A_TABLE = (
    TableGame.objects.select_related(
        "sheet", "table__place", "table__round__stage", "table__round__tournament__club"
    )
    .only(*AT_A_TABLE)
    .order_by()
)
TAKEN_SEATS = SheetSeat.objects.values_list("seat", "name")


def game_by_card(token: str, sheet_id: int) -> TableGame | None:
    """The sheet's game, if it was or is played at the place of this card: all of it in one query.

    Anything beyond :data:`AT_A_TABLE` is read where somebody asks for it.
    """
    found = GAMES_AT_A_TABLE.filter(sheet__pk=sheet_id, table__place__token=token)
    game = next(iter(found), None)
    if game is not None:
        game.table.place.tournament = game.table.round.tournament
    return game


def game_of_entry(entry: Entry) -> TableGame | None:
    """The game at which somebody sits in the round that is played: its table's last that was needed."""
    playing = games().filter(table__round__status=RoundStatus.PLAYING, table__seats__entry=entry)
    return playing.exclude(TAKEN_BACK).order_by("-number").first()


def current_game(place: Place) -> TableGame | None:
    """The game that is played at this place now; None between rounds, or if it is not used."""
    playing = _games_at(place).filter(table__round__status=RoundStatus.PLAYING)
    return _here(current_of(playing), place)


def game_at(place: Place, sheet_id: int) -> TableGame | None:
    """The sheet's game, if it was or is played at this place.

    A phone sends what it has kept with the sheet it was written for: the card alone opens whatever
    is played there now.
    """
    return _here(one_or_none(_games_at(place).filter(sheet__pk=sheet_id)), place)


def _games_at(place: Place) -> QuerySet[TableGame]:
    """Games of a place without what the place itself holds: every entry on a phone asks for one.

    Seats are read where they are asked for: a prefetch for one game costs more than its query.
    """
    games = TableGame.objects.select_related("sheet", "table__round__stage")
    return games.defer("table__round__protocol").filter(table__place=place)


def _here(game: TableGame | None, place: Place) -> TableGame | None:
    """The game, with the place and its tournament as they are known already."""
    if game is not None:
        game.table.place = place
        game.table.round.tournament = place.tournament
    return game


def game_of(sheet: ScoreSheet) -> TableGame | None:
    """The game whose sheet this is; None for a free sheet."""
    return games().filter(sheet=sheet).first()


def seats_taken(game: TableGame) -> dict[int, str]:
    """Who sits at each seat now, in the order of seats: the last to have taken it.

    For one game alone, of whose seats nothing was read yet.
    """
    return dict(TAKEN_SEATS.filter(sheet=game.sheet_id))


def names_at(game: TableGame) -> tuple[str, ...]:
    """The names of the same, for one of several games whose seats were read with them."""
    latest = {seat.seat: seat.name for seat in game.sheet.seats.all()}
    return tuple(name for _seat, name in sorted(latest.items()))
