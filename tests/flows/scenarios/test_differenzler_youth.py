"""Differenzler, 40 players with a list for the youth, from the door to the final lists.

One leaves after the first round, one comes late, and a sheet of the first round is corrected when
the third is drawn.
"""

import csv
import io
from random import Random

import pytest

from tests import factories
from tests.flows.scenarios.ledger import Ledger, credited_rounds, ranks_follow
from tests.flows.scenarios.organiser import Organiser
from tournaments.models import Standing, Table, TournamentStatus

pytestmark = pytest.mark.django_db

DEALS = 12
YOUTHS = range(1, 11)


@pytest.fixture
def evening():
    made = Organiser("differenzler-4x12", known_lists=["youth"], round_minutes="50")
    for index in range(40):
        made.send("checkin-walk-in", name=factories.person_name(index))
    return made


def listed(evening, key, after):
    rows = Standing.objects.filter(
        tournament=evening.evening, list_key=key, after_round=after
    ).select_related("entry")
    return sorted(rows, key=lambda row: (row.rank, row.entry.number))


def test_forty_players_and_a_list_for_the_youth(evening):
    dice, ledger = Random(40), Ledger()

    def result(table: Table) -> list[list[int]]:
        entries = list(table.seats.order_by("seat").values_list("entry_id", flat=True))
        totals = [dice.randrange(120, 420) for _entry in entries]
        ledger.write(table.round.number, entries, totals)
        return [totals]

    # The youth: seven are ticked on the page, three are pasted.
    people = {entry.number: entry for entry in evening.evening.entries.all()}
    ticked = {f"{people[number].pk}.in": "youth" for number in range(1, 8)}
    evening.send("checkin-sort", entry=[people[number].pk for number in range(1, 21)], **ticked)
    pasted = "\n".join(f"{people[number].name}; Jugend" for number in range(8, 11))
    evening.send("checkin-sort-paste", lines=pasted)

    evening.draw()
    first, *_later = evening.rounds()
    evening.play(first, result, DEALS)
    rows = evening.standings()
    assert {pk: row.total for pk, row in rows.items()} == {
        pk: points[1] for pk, points in ledger.points.items()
    }
    assert {row.entry.number for row in listed(evening, "youth", 1)} == set(YOUTHS)

    # A youth goes home: 39 are left, three wait in the second round.
    gone = people[7]
    evening.leaves(gone.pk, 2)
    evening.draw_again()
    _first, second, *_later = evening.rounds()
    assert second.credits.filter(kind="wait").count() == 3
    evening.play(second, result, DEALS)

    # Somebody comes late, and is a youth: nobody waits any more.
    evening.send("checkin-walk-in", name="Urs Spät")
    late = evening.evening.entries.get(name="Urs Spät")
    evening.send("checkin-sort-paste", lines="Urs Spät; Jugend")
    evening.draw_again()
    *_before, third, fourth = evening.rounds()
    assert third.seats.filter(entry=late).exists()
    assert not third.credits.filter(kind="wait").exists()

    # A sheet of the first round was wrong: with a reason, and the drawn rounds stay.
    seats = list(third.seats.order_by("pk").values_list("player_id", flat=True))
    table = first.tables.order_by("place__number").first()
    entries = list(table.seats.order_by("seat").values_list("entry_id", flat=True))
    right = [ledger.points[entry][1] + (11 if at == 0 else 0) for at, entry in enumerate(entries)]
    evening.type_totals(table, right, DEALS, reason="elf vergessen")
    ledger.write(1, entries, right)
    assert seats == list(third.seats.order_by("pk").values_list("player_id", flat=True))

    evening.play(third, result, DEALS)
    evening.play(fourth, result, DEALS)
    evening.evening.refresh_from_db()
    assert evening.evening.status == TournamentStatus.CLOSED

    # The final lists are what our own sums say, for everybody and for the youth.
    rows = evening.standings()
    rounds = evening.rounds()
    assert len(rows) == 41
    for pk, row in rows.items():
        counted = ledger.rounds(pk, credited_rounds(pk, rounds), ledger.own_average)
        assert row.total == sum(counted.values()), row.entry.name
    full = [row for row in rows.values() if row.entry_id != gone.pk]
    assert ranks_follow(full, lambda row: row.total), "few points are good"
    assert rows[gone.pk].rank == 41, "one round of four stands behind all who played"
    assert [cell["state"] for cell in rows[late.pk].values] == ["late", "late", "result", "result"]
    assert rows[entries[0]].values[0]["corrected"]

    youth = listed(evening, "youth", 4)
    assert {row.entry.number for row in youth} == {*YOUTHS, late.number}
    assert [row.total for row in youth] == [rows[row.entry_id].total for row in youth]
    assert youth[-1].entry_id == gone.pk
    assert [row.rank for row in youth] == [
        1 + sum(rows[other.entry_id].rank < rows[row.entry_id].rank for other in youth)
        for row in youth
    ]

    # What everyone gets to see and take away.
    page = evening.ask("public")
    assert f'data-rank="{youth[0].rank}"' in page
    answer = evening.client.get(evening._address("public"), {"list": "youth"})
    assert [r.entry_id for r in answer.context["ranking"].rows] == [r.entry_id for r in youth]
    raw = evening.client.get(evening._address("ranking-export", "csv"), {"list": "youth"}).content
    lines = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert [line[0] for line in lines[1:]] == [row.entry.name for row in youth]
    own = evening.client.get(evening._address("own", late.number)).context["page"]
    assert [state.state for state in own.sheets] == ["counted", "counted"]
    for name in ("lists", "cards", "office", "screen", "prize-giving", "audit"):
        evening.ask(name)
