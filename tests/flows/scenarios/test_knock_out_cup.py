"""A Cinq Cents knock-out of 13, best of three: somebody joins after the draw, one leaves while still
in, and a semi-final turns out to have been written down wrongly.
"""

import pytest

from tests import factories
from tests.flows.scenarios.organiser import Organiser, pair
from tournaments.models import Round, Table, TableResult
from tournaments.selectors.bracket import bracket

pytestmark = pytest.mark.django_db

DEALS = 7
WON, LOST = 510, 320


def games(*sides: int) -> list[list[int]]:
    """Totals of games won by these sides in turn."""
    return [[WON, LOST] if side == 0 else [LOST, WON] for side in sides]


def two_or_three(table: Table) -> list[list[int]]:
    """Odd tables need two games, even ones three; side 0 goes on."""
    return games(0, 0) if table.place.number % 2 else games(0, 1, 0)


def tables(round_: Round) -> list[Table]:
    return list(round_.tables.order_by("place__number"))


def test_a_cup_of_thirteen_with_a_late_entry_a_withdrawal_and_a_late_correction():
    cup = Organiser("cinq-cents-cup")
    for index in range(12):
        cup.send("checkin-walk-in", name=factories.person_name(index))
    cup.draw()
    assert 'data-state="none"' not in cup.ask("bracket")

    # The thirteenth comes after the draw and before the first game.
    cup.send("checkin-walk-in", name="Urs Spät")
    cup.draw_again()
    (first,) = cup.rounds()
    assert cup.evening.stages.get().planned_rounds == 4
    assert (first.tables.count(), first.credits.count()) == (5, 3)
    assert cup.evening.entries.get(name="Urs Spät").pk in {
        *first.seats.values_list("entry_id", flat=True),
        *first.credits.values_list("entry_id", flat=True),
    }
    cup.play(first, two_or_three, DEALS)
    cup.send("checkin-walk-in", name="Vreni Zuspät", status=409)
    won = {pair(table)[0] for table in tables(first)}
    waited = set(first.credits.values_list("entry_id", flat=True))

    second = cup.draw()
    assert {entry for table in tables(second) for entry in pair(table)} == won | waited
    cup.play(second, two_or_three, DEALS)
    games_played = sum(table.games.count() for table in tables(second))
    assert games_played == 2 + 3 + 2 + 3

    # One of the last four goes home: the neighbour is in the final without a game.
    semi_finalists = [pair(table)[0] for table in tables(second)]
    cup.leaves(semi_finalists[0], 3)
    third = cup.draw()
    assert [credit.entry_id for credit in third.credits.all()] == [semi_finalists[1]]
    cup.play(third, two_or_three, DEALS)
    final = cup.draw()
    assert [pair(table) for table in tables(final)] == [[semi_finalists[1], semi_finalists[2]]]

    # The third game of a quarter-final was won by the other: both find it out before the final.
    table = tables(second)[3]
    winner, loser = pair(table)
    cup.send(
        "desk-totals",
        table.pk,
        query="?game=3",
        deals=DEALS,
        nonce=factories.token_hex(16),
        reason="verwechselt",
        then="confirm",
        **{"total.0": str(LOST), "total.1": str(WON)},
    )
    found = dict(TableResult.objects.filter(table=table).values_list("entry_id", "games_won"))
    assert found == {winner: 1, loser: 2}
    assert [pair(one) for one in tables(final)] == [[semi_finalists[1], semi_finalists[2]]]

    cup.play(final, two_or_three, DEALS)
    rows = cup.standings()
    champion, runner_up = pair(tables(final)[0])
    assert (rows[champion].rank, rows[runner_up].rank) == (1, 2)
    assert bracket(cup.evening).winner == rows[champion].entry.name
    ranks = sorted(row.rank for row in rows.values())
    assert ranks[:2] == [1, 2]
    assert len(ranks) == 13
    assert sorted(row.reason["own"] for row in rows.values())[-5:] == [16] * 5
    cup.evening.refresh_from_db()
    assert cup.evening.status == "closed"
    page = cup.ask("bracket")
    assert page.count("data-match=") == 8 + 4 + 2 + 1
    for name in ("office-bracket", "ranking", "public", "office", "draw", "audit"):
        cup.ask(name)
