"""What the tests of a knock-out share: a cup of Cinq Cents, its rounds drawn and played, who leaves, its ranks."""

import pytest

from jassclub.audit.services import Actor
from jassclub.clubs.models import Role
from tests import factories
from tests.tournaments import life
from tournaments.errors import TournamentError
from tournaments.models import DrawMode, Standing
from tournaments.selectors.table import current_game
from tournaments.services.desk import desk_reopen, desk_settle
from tournaments.services.entries import entry_check_in, entry_withdraw
from tournaments.services.leaving import entry_leave_now
from tournaments.services.rounds import round_close, round_start, rounds_draw
from tournaments.services.standings import standings_rebuild
from tournaments.services.table import sheet_changed

ACTOR = Actor("user", 1)
CHAIN = ("knock-out", "shared")
WON = (
    {"taker": 0, "trump": "rosen", "points": [72, 58]},
    {"taker": 1, "trump": "rosen", "points": [58, 72]},
)
"""A game that ends after this one deal, won by side 0, and by side 1."""


def cinq_cents(players=8, *, best_of=1, place_three=False, **fields):
    kind = {
        "variant": "cinq-cents",
        "options": {"target": 70},
        "format": "knock-out",
        "chain": CHAIN,
        "rounds": 2,
    }
    evening = factories.tournament(players=players, **kind | fields)
    evening.stages.update(draw_mode=DrawMode.EACH, best_of=best_of, place_three=place_three)
    return evening


def draw(evening):
    drawn = evening.rounds.exclude(status="void").count()
    (round_,) = rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=drawn)
    return round_


def start(round_):
    return round_start(round_id=round_.pk, actor=ACTOR)


def close(round_):
    return round_close(round_id=round_.pk, actor=ACTOR)


def win(table, side=0):
    """The game that is played at a table now, written and confirmed."""
    game = current_game(table.place)
    sheet = factories.deals(game.sheet, [WON[side]])
    sheet.finished = True
    sheet.save()
    factories.confirmed(sheet)
    sheet_changed(sheet)
    return sheet


def play(round_, sides=()):
    """Start a round, let side 0 win at every table (or the given sides in turn), close it."""
    start(round_)
    tables = list(round_.tables.order_by("place__number"))
    for at, table in enumerate(tables):
        win(table, sides[at] if at < len(sides) else 0)
    return close(round_)


def pair(table):
    return [seat.entry_id for seat in table.seats.order_by("seat")]


def ranks(evening):
    standings_rebuild(tournament_id=evening.pk)
    last = evening.rounds.filter(status="closed").count()
    rows = Standing.objects.filter(tournament=evening, after_round=last)
    return {row.entry_id: row for row in rows}


def leaves_now(entry, way="as-is"):
    return entry_leave_now(entry_id=entry, actor=ACTOR, way=way, reason="Grippe")


def leaves(evening, entry, from_round):
    entry_withdraw(tournament_id=evening.pk, actor=ACTOR, entry_id=entry, from_round=from_round)


def back(evening, entry):
    entry_check_in(tournament_id=evening.pk, actor=ACTOR, entry_id=entry, present=True)


def give_back(table):
    context = life.context_of(table)
    game = table.games.order_by("-number")[0]
    desk_reopen(sheet_id=game.sheet_id, context=context, reason="spielt doch weiter")


def stop(table, way="as-is"):
    """The office decides how the game of a table that is played now counts; nobody has left."""
    context = life.context_of(table)
    game = table.games.order_by("-number")[0]
    desk_settle(sheet_id=game.sheet_id, context=context, way=way, reason="Zeit")


def rank_while_playing(evening):
    standings_rebuild(tournament_id=evening.pk)
    rows = Standing.objects.filter(tournament=evening, list_key="main")
    newest = max(row.after_round for row in rows)
    return {row.entry_id: row.rank for row in rows if row.after_round == newest}


def refused(code, call, **arguments):
    with pytest.raises(TournamentError) as caught:
        call(**arguments)
    assert caught.value.code == code


def organiser(client, evening):
    """The client, with an organiser of the evening's club signed in."""
    client.force_login(factories.member(evening.club, Role.ORGANISER))
    return client


def one_game_ahead(round_):
    """The round's first table, at which side 0 has won one game."""
    table = round_.tables.order_by("place__number").first()
    win(table)
    return table
