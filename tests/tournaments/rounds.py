"""What the tests of draws and rounds share: each step through its service, and who sits with whom."""

from jassclub.audit.services import Actor
from scoring.models import ScoreSheet
from tests import factories
from tournaments.models import DrawMode, Round, Seat
from tournaments.services.rounds import round_close, round_start, rounds_draw

ACTOR = Actor("user", 1)


def draw_all(evening, expected=0, **more) -> list[Round]:
    return rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=expected, **more)


def each_mode(**fields):
    evening = factories.tournament(**fields)
    evening.stages.update(draw_mode=DrawMode.EACH)
    return evening


def start(round_: Round) -> Round:
    return round_start(round_id=round_.pk, actor=ACTOR)


def confirm_all(round_: Round) -> None:
    for sheet in ScoreSheet.objects.filter(table_game__table__round=round_):
        factories.confirmed(sheet)


def close(round_: Round) -> Round:
    return round_close(round_id=round_.pk, actor=ACTOR)


def play(round_: Round) -> Round:
    start(round_)
    confirm_all(round_)
    return close(round_)


def pairs(round_: Round) -> set[frozenset[int]]:
    """Who are partners."""
    found = {}
    for seat in Seat.objects.filter(round=round_):
        found.setdefault((seat.table_id, seat.side), set()).add(seat.entry_id)
    return {frozenset(pair) for pair in found.values()}


def seating(round_: Round) -> list[tuple[int, int, int]]:
    rows = Seat.objects.filter(round=round_).order_by("table__place__number", "seat")
    return list(rows.values_list("table__place__number", "seat", "entry_id"))
