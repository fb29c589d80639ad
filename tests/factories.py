"""Rows to test with: a club, its people, an evening, a round that is being played.

Each function makes one thing with everything it needs, and takes what matters to a test by keyword:

    evening = factories.tournament(players=8)            # entries checked in, nothing drawn
    round_ = factories.playing_round(evening)             # tables, cards, seats, sheets
    table = round_.tables.first()
    sheet = factories.sheet_of(table)
    factories.deals(sheet, [factories.deal(92, 65)])      # straight into the rows, no service

Rows are written straight, not through the services, so that a test of a service does not stand on
services. The first four people are Anna and Beat (side 0) against Claude and Dora (side 1).
Never draws well: seats rotate, nobody sits twice in a round.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Any

from django.utils import timezone

from jassclub.clubs.models import Club, Membership, Player, Role, User
from scoring.models import Confirmation, Deal, ScoreSheet, SheetKey, SheetSeat, SheetStatus
from scoring.rules import get_variant
from tournaments.models import (
    Entry,
    EntryPlayer,
    EntryStatus,
    Place,
    Round,
    RoundCredit,
    RoundStatus,
    Seat,
    Stage,
    StandingsState,
    Table,
    TableGame,
    Tournament,
    TournamentStatus,
)

CASES = Path(__file__).parent / "cases"
PASSWORD = "a long enough password"
FIRST_NAMES = ("Anna", "Claude", "Beat", "Dora", "Erwin", "Fränzi", "Göpf", "Heidi")
LAST_NAMES = (
    "Gerber",
    "Rey",
    "Imhof",
    "Zgraggen",
    "Müller",
    "Zürcher",
    "Arnold",
    "Bürki",
    "Camenzind",
)
LONG_NAME = "Maximiliane-Alexandra von Freudenberg-Schwarzenbach"
ONE_LONG_WORD = "Wolfeschlegelsteinhausenbergerdorff"

PLAIN = {"eicheln": 1, "rosen": 1, "schellen": 1, "schilten": 1, "obenabe": 1, "undenufe": 1}
SCHIEBER_12: dict[str, Any] = {
    "target": None,
    "deals": 12,
    "bergpreis": None,
    "multipliers": PLAIN,
    "weis": False,
    "stoeck": False,
    "match_bonus": 100,
}
"""The usual tournament Schieber: twelve deals, everything single, no Weis, no Stöck."""

_number = count(1_000_001)  # none of them is a figure on a page, and they sort as they were made


def club(**fields: Any) -> Club:
    number = next(_number)
    return Club.objects.create(**{"name": f"Jassclub {number}", "slug": f"club-{number}"} | fields)


def user(**fields: Any) -> User:
    email = f"organiser-{next(_number)}@example.org"
    return User.objects.create_user(**{"email": email, "password": PASSWORD} | fields)


def member(of: Club, role: Role = Role.OWNER, **fields: Any) -> User:
    """An account with a role in the club."""
    account = user(**fields)
    Membership.objects.create(club=of, user=account, role=role)
    return account


def person_name(index: int) -> str:
    """The name of the index-th person (from 0): all different, Anna Gerber first."""
    size = len(FIRST_NAMES)
    first, turn = FIRST_NAMES[index % size], index // size
    last = LAST_NAMES[(index % size + turn) % len(LAST_NAMES)]
    return f"{first} {last}" if turn < len(LAST_NAMES) else f"{first} {last} {turn}"


def players(of: Club, number: int) -> list[Player]:
    """The club's next players, in order."""
    start = Player.objects.filter(club=of).count()
    return [
        Player.objects.create(club=of, name=person_name(start + index)) for index in range(number)
    ]


# -- the evening ---------------------------------------------------------------------------------


def tournament(
    *,
    of: Club | None = None,
    players: int = 8,
    rounds: int = 4,
    variant: str = "schieber",
    options: dict[str, Any] | None = None,
    chain: Sequence[str] = ("sum", "highest-round", "shared"),
    format: str = "drawn-partners",
    **fields: Any,
) -> Tournament:
    """An evening with one stage and `players` checked-in entries; nothing is drawn yet."""
    number = next(_number)
    full = get_variant(variant).options(SCHIEBER_12 if options is None else options)
    evening = Tournament.objects.create(
        **{
            "club": of or club(),
            "name": f"Herbstturnier {number}",
            "slug": f"herbstturnier-{number}",
            "starts_at": datetime(2026, 10, 25, 8, 0, tzinfo=UTC),
            "variant": variant,
            "options": full,
        }
        | fields
    )
    Stage.objects.create(
        tournament=evening,
        format=format,
        chain=list(chain),
        table_size=get_variant(variant).seats(full),
        planned_rounds=rounds,
        planned_deals=full["deals"],
        seed=7,
    )
    StandingsState.objects.create(tournament=evening)
    entries(evening, players)
    return evening


def entries(evening: Tournament, number: int, **fields: Any) -> list[Entry]:
    """That many more people take part, checked in, each with an entry."""
    start = Entry.objects.filter(tournament=evening).count()
    made = []
    for index, person in enumerate(players(evening.club, number), start=start + 1):
        entry = Entry.objects.create(
            **{
                "tournament": evening,
                "number": index,
                "name": str(person),
                "status": EntryStatus.PRESENT,
                "checked_in_at": timezone.now(),
            }
            | fields
        )
        EntryPlayer.objects.create(tournament=evening, entry=entry, player=person)
        made.append(entry)
    return made


def drawn_round(evening: Tournament, **fields: Any) -> Round:
    """The next round, drawn: tables, cards and seats. Who fills no whole table waits."""
    stage = evening.stages.get(number=1)
    variant = get_variant(evening.variant)
    number = evening.rounds.exclude(status=RoundStatus.VOID).count() + 1
    round_ = Round.objects.create(
        **{
            "tournament": evening,
            "stage": stage,
            "number": number,
            "method": stage.format,
            "seed": stage.seed,
        }
        | fields
    )
    size = stage.table_size
    present = list(
        EntryPlayer.objects.filter(tournament=evening, entry__status=EntryStatus.PRESENT)
        .select_related("entry", "player")
        .order_by("entry__number", "position")
    )
    tables = len(present) // size
    for at in range(tables):
        place, _made = Place.objects.get_or_create(tournament=evening, number=at + 1)
        table = Table.objects.create(round=round_, place=place)
        for seat in range(size):
            sits = present[((at + seat * (number - 1)) % tables) * size + seat]
            Seat.objects.create(
                table=table,
                round=round_,
                seat=seat,
                side=variant.side_of_seat(seat, evening.options),
                player=sits.player,
                entry=sits.entry,
            )
    for waits in present[tables * size :]:
        RoundCredit.objects.create(
            tournament=evening, round=round_, entry=waits.entry, kind=RoundCredit.Kind.WAIT
        )
    if evening.status == TournamentStatus.PLANNED:
        evening.status = TournamentStatus.RUNNING
        evening.save()
    return round_


def start_round(round_: Round) -> Round:
    """A drawn round begins: every table gets its sheet."""
    for table in round_.tables.prefetch_related("seats__player"):
        seats = [(seat.seat, str(seat.player), seat.player) for seat in table.seats.all()]
        evening = round_.tournament
        sheet = free_sheet(
            of=evening.club, variant=evening.variant, options=evening.options, seats=seats
        )
        TableGame.objects.create(table=table, sheet=sheet)
    round_.status = RoundStatus.PLAYING
    round_.started_at = timezone.now()
    round_.save()
    return round_


def playing_round(evening: Tournament | None = None) -> Round:
    """The next round of an evening, drawn and begun."""
    return start_round(drawn_round(evening or tournament()))


def close_round(round_: Round) -> Round:
    round_.status = RoundStatus.CLOSED
    round_.closed_at = timezone.now()
    round_.save()
    return round_


def sheet_of(table: Table) -> ScoreSheet:
    """The sheet of a table's first game."""
    return ScoreSheet.objects.get(table_game__table=table, table_game__number=1)


# -- sheets --------------------------------------------------------------------------------------


def free_sheet(
    *,
    of: Club | None = None,
    variant: str = "schieber",
    options: dict[str, Any] | None = None,
    seats: Iterable[tuple[int, str, Player | None]] | None = None,
    **fields: Any,
) -> ScoreSheet:
    """An empty sheet with its names and the key for the whole table."""
    rules = get_variant(variant)
    full = rules.options(SCHIEBER_12 if options is None else options)
    sheet = ScoreSheet.objects.create(
        **{
            "club": of or club(),
            "variant": variant,
            "options": full,
            "rules_version": rules.version,
            "totals": [0] * rules.sides(full),
        }
        | fields
    )
    if seats is None:
        seats = [(seat, person_name(seat), None) for seat in range(rules.seats(full))]
    for seat, name, player in seats:
        SheetSeat.objects.create(sheet=sheet, seat=seat, name=name, player=player)
    SheetKey.objects.create(sheet=sheet)
    return sheet


def deal(own: int, other: int | None = None, trump: str = "rosen", **fields: Any) -> dict[str, Any]:
    """A Schieber deal as JSON; a match is marked by itself where one side has all 157."""
    points = [own, 157 - own if other is None else other]
    match = points.index(157) if sorted(points) == [0, 157] else None
    return {"trump": trump, "points": points, "match": match} | fields


TWELVE = [deal(92), deal(80), deal(71), deal(157), deal(60), deal(100)] * 2
"""A full sheet: 1320 for side 0, 764 for side 1, two matches."""


def deals(sheet: ScoreSheet, payloads: Sequence[dict[str, Any]]) -> ScoreSheet:
    """These deals stand on the sheet, each in its first version, with what the engine writes."""
    scored = get_variant(sheet.variant).replay(list(payloads), sheet.options)
    for number, (payload, line) in enumerate(zip(payloads, scored.deals, strict=True), start=1):
        sheet.revision += 1
        Deal.objects.create(
            sheet=sheet,
            number=number,
            version=1,
            payload=payload,
            written=line.written,
            nonce=token_hex(16),
            by_kind="place",
            revision=sheet.revision,
        )
    sheet.totals = scored.totals
    sheet.played = scored.counted
    sheet.finished = scored.finished
    if sheet.finished:
        sheet.entered_at = timezone.now()
    sheet.save()
    return sheet


def confirmed(sheet: ScoreSheet) -> ScoreSheet:
    """All sides said yes to the sheet as it stands. Writes no results: the services do."""
    for side in range(len(sheet.totals)):
        Confirmation.objects.create(
            sheet=sheet,
            revision=sheet.revision,
            side=side,
            how=Confirmation.How.SAME_PHONE,
            by_kind="place",
        )
    sheet.status = SheetStatus.CONFIRMED
    sheet.confirmed_at = timezone.now()
    sheet.save()
    return sheet
