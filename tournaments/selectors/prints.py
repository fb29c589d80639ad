"""What hangs on the wall and lies on the tables: seat lists and table cards.

Reads only, in a number of queries that does not grow with the tables.

Words: the *letter* on a list is the side, so that a and a are partners and b and b;
in games for individuals everybody has a letter of their own.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from jassclub.clubs.models import Player
from tournaments.formats import KNOCK_OUT
from tournaments.models import Round, RoundCredit, RoundStatus, Seat, Tournament

LETTERS = "abcdef"


@dataclass(frozen=True, slots=True)
class SeatCell:
    """Where somebody is in a round: a table's number and letter, or waiting, or not there.

    ``goes_on``: waiting is going on without a game, in a knock-out.
    """

    table: int | None = None
    letter: str = ""
    waits: bool = False
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class NameLine:
    """A person, and where they sit in each round of the list."""

    name: str
    cells: list[SeatCell]


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table, and for each round of the list the people at it: (letter, names) by side."""

    number: int
    rounds: list[list[tuple[str, list[str]]]]


@dataclass(frozen=True, slots=True)
class SeatLists:
    """The same seats twice: by name and by table."""

    rounds: list[Round]
    by_name: list[NameLine]
    by_table: list[TableLine]
    waiting: list[tuple[Round, list[str]]] = field(default_factory=list)

    @property
    def has_partners(self) -> bool:
        """Whether a letter stands for more than one person at a table."""
        sides = (side for line in self.by_table for round_ in line.rounds for side in round_)
        return any(len(names) > 1 for _letter, names in sides)


@dataclass(frozen=True, slots=True)
class Card:
    """A table's card for the whole evening."""

    number: int
    code: str
    url: str
    qr: SafeString


def name_order(name: str) -> str:
    """Names in the order of a telephone book: accents and case do not count."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def rounds_to_print(tournament: Tournament, number: int | None = None) -> list[Round]:
    """The valid rounds, or the one with that number."""
    rounds = tournament.rounds.exclude(status=RoundStatus.VOID).select_related("stage")
    if number is not None:
        rounds = rounds.filter(number=number)
    return list(rounds.order_by("stage__number", "number"))


def seat_lists(rounds: Sequence[Round]) -> SeatLists:
    """Who sits where in these rounds, by name and by table."""
    at = {round_.pk: index for index, round_ in enumerate(rounds)}
    people: dict[int, tuple[str, list[SeatCell]]] = {}
    tables: dict[int, list[dict[int, list[str]]]] = {}
    waiting: dict[int, list[str]] = {}
    seats = Seat.objects.filter(round__in=rounds)
    seated = Player.objects.filter(tournament_seats__in=seats).distinct()
    names = {player.pk: str(player) for player in seated}
    nowhere = [SeatCell() for _round in rounds]
    rows = seats.order_by("table__place__number", "seat").values_list(
        "table__place__number", "round_id", "side", "player_id"
    )
    for number, round_id, side, player_id in rows:
        index, name = at[round_id], names[player_id]
        if player_id not in people:
            people[player_id] = (name, list(nowhere))
        people[player_id][1][index] = SeatCell(number, LETTERS[side])
        if number not in tables:
            tables[number] = [{} for _round in rounds]
        tables[number][index].setdefault(side, []).append(name)
    waits = RoundCredit.objects.filter(round__in=rounds, kind=RoundCredit.Kind.WAIT)
    for credit in waits.select_related("entry").prefetch_related("entry__entry_players__player"):
        for row in credit.entry.entry_players.all():
            name = str(row.player)
            cells = people.setdefault(row.player_id, (name, list(nowhere)))[1]
            index = at[credit.round_id]
            cells[index] = SeatCell(waits=True, goes_on=rounds[index].method == KNOCK_OUT)
            waiting.setdefault(credit.round_id, []).append(name)
    return SeatLists(
        rounds=list(rounds),
        by_name=[
            NameLine(name, cells)
            for name, cells in sorted(people.values(), key=lambda line: name_order(line[0]))
        ],
        by_table=[
            TableLine(
                number,
                [[(LETTERS[side], names) for side, names in sorted(s.items())] for s in sides],
            )
            for number, sides in sorted(tables.items())
        ],
        waiting=[
            (round_, sorted(waiting[round_.pk], key=name_order))
            for round_ in rounds
            if round_.pk in waiting
        ],
    )


def cards(tournament: Tournament, base_url: str) -> list[Card]:
    """A card per table; its QR code leads to ``base_url`` and is drawn as SVG."""
    made = []
    for place in tournament.places.order_by("number"):
        url = base_url.rstrip("/") + reverse("tournaments:table", args=[place.token])
        made.append(Card(place.number, place.code, url, qr_code(url)))
    return made


@lru_cache(maxsize=2048)
def qr_code(text: str) -> SafeString:
    """A QR code as SVG without a size of its own; kept, because finding its best mask takes time."""
    code = segno.make(text, error="m", micro=False)
    return mark_safe(code.svg_inline(omitsize=True, border=3))  # noqa: S308 - segno's own drawing
