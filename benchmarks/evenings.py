"""Evenings of any size, written straight into the rows, for the benchmark of the server.

Words: an evening's *closed* rounds have tables, seats and results; its *open* round is being played
and has sheets too. Side 0 gets 1000 to 1157 points, by chance, side 1 the rest; a seed gives the same
figures again. Never draws well: seats rotate as in ``tests.factories``.
"""

import random
from secrets import token_hex

from django.utils import timezone

from jassclub.clubs.models import Player, name_key
from scoring.models import Confirmation, Deal, ScoreSheet, SheetKey, SheetSeat, SheetStatus
from scoring.rules import get_variant
from tests import factories
from tournaments.models import (
    Entry,
    EntryPlayer,
    EntryStatus,
    Place,
    Round,
    RoundStatus,
    Seat,
    Table,
    TableGame,
    TableResult,
    Tournament,
    TournamentStatus,
)

SIZE = 4
SUM = 12 * 157
SEED = 20261129
BATCH = 2000
TWELVE = factories.TWELVE


def evening(entries: int, *, closed: int, planned: int) -> Tournament:
    """An evening with this many entries, of whose planned rounds some are closed."""
    made = factories.tournament(players=0, rounds=planned, status=TournamentStatus.RUNNING)
    names = [factories.person_name(index) for index in range(entries)]
    people = Player.objects.bulk_create(
        [Player(club=made.club, name=name, name_key=name_key(name)) for name in names], BATCH
    )
    rows = Entry.objects.bulk_create(
        [
            Entry(
                tournament=made,
                number=number,
                name=person.name,
                status=EntryStatus.PRESENT,
                checked_in_at=timezone.now(),
            )
            for number, person in enumerate(people, start=1)
        ],
        BATCH,
    )
    EntryPlayer.objects.bulk_create(
        [
            EntryPlayer(tournament=made, entry=entry, player=person)
            for entry, person in zip(rows, people, strict=True)
        ],
        BATCH,
    )
    Place.objects.bulk_create(
        [Place(tournament=made, number=number) for number in range(1, entries // SIZE + 1)]
    )
    lots = random.Random(SEED)
    for number in range(1, closed + 1):
        results(seated(made, number, RoundStatus.CLOSED), lots)
    return made


def seated(evening: Tournament, number: int, status: str) -> Round:
    """A round with everyone at a table."""
    stage = evening.stages.get(number=1)
    variant = get_variant(evening.variant)
    made = Round.objects.create(
        tournament=evening,
        stage=stage,
        number=number,
        method=stage.format,
        seed=stage.seed,
        status=status,
        started_at=timezone.now(),
        closed_at=timezone.now() if status == RoundStatus.CLOSED else None,
    )
    places = list(Place.objects.filter(tournament=evening).order_by("number"))
    tables = Table.objects.bulk_create([Table(round=made, place=place) for place in places], BATCH)
    people = list(
        EntryPlayer.objects.filter(tournament=evening)
        .select_related("player", "entry")
        .order_by("entry__number")
    )
    seats = []
    for at, table in enumerate(tables):
        for seat in range(SIZE):
            sits = people[((at + seat * (number - 1)) % len(tables)) * SIZE + seat]
            side = variant.side_of_seat(seat, evening.options)
            seats.append(
                Seat(
                    table=table,
                    round=made,
                    seat=seat,
                    side=side,
                    player=sits.player,
                    entry=sits.entry,
                )
            )
    Seat.objects.bulk_create(seats, BATCH)
    return made


def results(round_: Round, lots: random.Random) -> None:
    """Every table of the round has its results."""
    rows = []
    for table in round_.tables.prefetch_related("seats"):
        points = SUM // 2 + lots.randrange(-200, 201)
        seats = list(table.seats.all())
        for seat in seats:
            own = points if seat.side == 0 else SUM - points
            rows.append(
                TableResult(
                    tournament_id=round_.tournament_id,
                    round=round_,
                    table=table,
                    entry_id=seat.entry_id,
                    points=own,
                    against=SUM - own,
                    opponents=[other.entry_id for other in seats if other.side != seat.side],
                    deals=12,
                    sheet_revision=14,
                )
            )
    TableResult.objects.bulk_create(rows, BATCH)


def play(evening: Tournament, number: int) -> Round:
    """The next round is being played: every table has an empty sheet."""
    made = seated(evening, number, RoundStatus.PLAYING)
    rules = get_variant(evening.variant)
    tables = list(made.tables.prefetch_related("seats__player"))
    sheets = ScoreSheet.objects.bulk_create(
        [
            ScoreSheet(
                club=evening.club,
                variant=evening.variant,
                options=evening.options,
                rules_version=rules.version,
                totals=[0] * rules.sides(evening.options),
            )
            for _table in tables
        ],
        BATCH,
    )
    pairs = list(zip(tables, sheets, strict=True))
    TableGame.objects.bulk_create([TableGame(table=t, sheet=s) for t, s in pairs], BATCH)
    SheetKey.objects.bulk_create([SheetKey(sheet=sheet) for sheet in sheets], BATCH)
    SheetSeat.objects.bulk_create(
        [
            SheetSeat(sheet=sheet, seat=seat.seat, name=str(seat.player), player=seat.player)
            for table, sheet in pairs
            for seat in table.seats.all()
        ],
        BATCH,
    )
    return made


def filled(
    round_: Round, *, confirmed_side: int | None = None, lots: random.Random | None = None
) -> list[ScoreSheet]:
    """All sheets of the round hold twelve deals; one side may have said yes already.

    With ``lots`` every sheet has figures of its own, else all have the same.
    """
    sheets = list(ScoreSheet.objects.filter(table_game__table__round=round_).order_by("pk"))
    deals = []
    for sheet in sheets:
        twelve = [factories.deal(lots.randrange(20, 138)) for _ in range(12)] if lots else TWELVE
        scored = get_variant(sheet.variant).replay(twelve, sheet.options)
        for number, line in enumerate(scored.deals, start=1):
            deals.append(
                Deal(
                    sheet=sheet,
                    number=number,
                    version=1,
                    payload=twelve[number - 1],
                    written=line.written,
                    nonce=token_hex(16),
                    by_kind="place",
                    revision=number,
                )
            )
        sheet.totals, sheet.played, sheet.finished = scored.totals, scored.counted, True
        sheet.revision, sheet.entered_at = scored.counted, timezone.now()
    Deal.objects.bulk_create(deals, BATCH)
    ScoreSheet.objects.bulk_update(
        sheets, ["totals", "played", "finished", "revision", "entered_at"], BATCH
    )
    if confirmed_side is not None:
        Confirmation.objects.bulk_create(
            Confirmation(
                sheet=sheet,
                revision=sheet.revision,
                side=confirmed_side,
                how=Confirmation.How.SAME_PHONE,
                by_kind="place",
            )
            for sheet in sheets
        )
    return sheets


def confirmed(round_: Round, lots: random.Random, *, besides: Table) -> None:
    """All sheets of the round are played, confirmed by both sides, and count; one table still plays."""
    everybody = filled(round_, lots=lots)
    still = ScoreSheet.objects.get(table_game__table=besides)
    sheets = [sheet for sheet in everybody if sheet.pk != still.pk]
    for sheet in sheets:
        sheet.status, sheet.confirmed_at = SheetStatus.CONFIRMED, timezone.now()
    ScoreSheet.objects.bulk_update(sheets, ["status", "confirmed_at"], BATCH)
    Confirmation.objects.bulk_create(
        [
            Confirmation(
                sheet=sheet,
                revision=sheet.revision,
                side=side,
                how=Confirmation.How.SAME_PHONE,
                by_kind="place",
            )
            for sheet in sheets
            for side in range(len(sheet.totals))
        ],
        BATCH,
    )
    games = TableGame.objects.filter(sheet__in=sheets).select_related("sheet")
    rows = []
    for game in games.prefetch_related("table__seats"):
        seats, totals = list(game.table.seats.all()), game.sheet.totals
        for seat in seats:
            rows.append(
                TableResult(
                    tournament_id=round_.tournament_id,
                    round=round_,
                    table=game.table,
                    entry_id=seat.entry_id,
                    points=totals[seat.side],
                    against=totals[1 - seat.side],
                    opponents=[other.entry_id for other in seats if other.side != seat.side],
                    deals=12,
                    sheet_revision=game.sheet.revision,
                )
            )
    TableResult.objects.bulk_create(rows, BATCH)
