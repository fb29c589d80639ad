"""Molotow, 23 players at tables of four and five: one leaves, one comes late, one sheet is corrected."""

from collections import Counter
from random import Random

import pytest

from scoring.models import ScoreSheet
from tests import factories
from tests.flows.scenarios.organiser import Organiser, sums
from tournaments.models import Table, TableResult

pytestmark = pytest.mark.django_db

DEALS = 8


def sizes(round_) -> Counter[int]:
    return Counter(table.seats.count() for table in round_.tables.all())


def test_twenty_three_players_at_tables_of_four_and_five():
    dice = Random(23)
    evening = Organiser("molotow-3x8-all-play")
    for index in range(23):
        evening.send("checkin-walk-in", name=factories.person_name(index))
    assert 'data-people="23" data-tables="5" data-over="0"' in evening.ask("checkin")
    points: Counter[int] = Counter()

    def result(table: Table) -> list[list[int]]:
        seats = list(table.seats.order_by("seat"))
        sheet = ScoreSheet.objects.get(table_game__table=table)
        assert sheet.options["players"] == len(seats) == len(sheet.totals)
        totals = [dice.randrange(0, 40) for _seat in seats]
        for seat, total in zip(seats, totals, strict=True):
            points[seat.entry_id] += total
        return [totals]

    evening.draw()
    first, second, third = evening.rounds()
    for round_ in (first, second, third):
        assert sizes(round_) == {4: 2, 5: 3}
        assert not round_.credits.exists()
    evening.play(first, result, DEALS)
    assert sums(evening.standings()) == points

    gone = evening.evening.entries.get(number=5)
    evening.leaves(gone.pk, 2)
    evening.draw_again()
    _first, second, third = evening.rounds()
    assert sizes(second) == {4: 3, 5: 2}
    evening.play(second, result, DEALS)

    evening.send("checkin-walk-in", name="Urs Spät")
    late = evening.evening.entries.get(name="Urs Spät")
    evening.draw_again()
    *_before, third = evening.rounds()
    assert sizes(third) == {4: 2, 5: 3}
    assert third.seats.filter(entry=late).exists()

    table = first.tables.order_by("place__number").last()
    seats = list(table.seats.order_by("seat"))
    results = {r.entry_id: r.points for r in TableResult.objects.filter(table=table)}
    was = [results[seat.entry_id] for seat in seats]
    now = [was[0] + 7, *was[1:]]
    evening.type_totals(table, now, DEALS, reason="sieben vergessen")
    points[seats[0].entry_id] += 7

    evening.play(third, result, DEALS)
    rows = evening.standings()
    assert len(rows) == 24
    whole = {entry: total for entry, total in sums(rows).items() if entry not in {late.pk, gone.pk}}
    assert whole == {e: p for e, p in points.items() if e not in {late.pk, gone.pk}}
    assert rows[gone.pk].total == points[gone.pk]
    assert [cell["state"] for cell in rows[late.pk].values] == ["late", "late", "result"]
    full = [row for row in rows.values() if row.entry_id != gone.pk]
    assert rows[gone.pk].rank > max(row.rank for row in full), "fewer rounds stand behind"
    order = [row.total for row in sorted(full, key=lambda row: row.rank)]
    assert order == sorted(order), "few points are good"
    for name in ("lists", "cards", "office", "draw", "public"):
        evening.ask(name)
    assert "data-rank" in evening.ask("public")
