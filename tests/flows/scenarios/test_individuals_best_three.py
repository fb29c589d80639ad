"""62 individuals, partners drawn, four rounds: two wait each round with 1000 points, the best three
rounds count, ties by the highest round.

One leaves after the first round, one comes late, and a sheet of round 1 is corrected in round 3.
"""

from random import Random

import pytest

from tests import factories
from tests.flows.scenarios.ledger import Ledger, credited_rounds
from tests.flows.scenarios.organiser import Organiser
from tournaments.models import Table

pytestmark = pytest.mark.django_db

DEALS = 12
WAIT = 1000
ALL = 157 * DEALS
BY_THE_RULES = {
    "credit_rule": "fixed",
    "credit_points": str(WAIT),
    "best_n": "3",
    "chain_1": "best",
    "chain_2": "highest-round",
    "chain_3": "shared",
    "chain_4": "",
    "chain_5": "",
    "chain_6": "",
}


@pytest.fixture
def evening():
    made = Organiser("schieber-4x12", **BY_THE_RULES)
    for index in range(62):
        made.send("checkin-walk-in", name=factories.person_name(index))
    return made


def test_sixty_two_individuals_of_whose_four_rounds_the_best_three_count(evening):
    dice, ledger = Random(62), Ledger()

    def result(table: Table) -> list[list[int]]:
        entries = list(table.seats.order_by("seat").values_list("entry_id", flat=True))
        one = dice.randrange(800, 1085)
        totals = [one, ALL - one]
        ledger.write(table.round.number, entries, [totals[at % 2] for at in range(4)])
        return [totals]

    def waits(round_) -> set[int]:
        credits_ = round_.credits.filter(kind="wait")
        return set(credits_.values_list("entry_id", flat=True))

    assert 'data-people="62" data-tables="15" data-over="2"' in evening.ask("checkin")
    evening.draw()
    rounds = evening.rounds()
    assert [len(waits(round_)) for round_ in rounds] == [2, 2, 2, 2]
    assert len(set().union(*map(waits, rounds))) == 8, "nobody waits twice"
    first = rounds[0]
    evening.play(first, result, DEALS)
    rows = evening.standings()
    assert {rows[pk].total for pk in waits(first)} == {WAIT}

    gone = first.seats.order_by("pk").first().entry
    evening.leaves(gone.pk, 2)
    evening.draw_again()
    second = evening.rounds()[1]
    assert len(waits(second)) == 1
    assert not waits(first) & waits(second)
    evening.play(second, result, DEALS)

    evening.send("checkin-walk-in", name="Urs Spät")
    late = evening.evening.entries.get(name="Urs Spät")
    evening.draw_again()
    *_before, third, fourth = evening.rounds()
    assert [len(waits(round_)) for round_ in (third, fourth)] == [2, 2]

    evening.send("round-start", third.number)
    table = first.tables.order_by("place__number").last()
    entries = list(table.seats.order_by("seat").values_list("entry_id", flat=True))
    own = ledger.points[entries[0]][1]
    right = [own + 20, ALL - own - 20]
    evening.type_totals(table, right, DEALS, reason="zwanzig zu wenig")
    ledger.write(1, entries, [right[at % 2] for at in range(4)])
    for table in third.tables.order_by("place__number"):
        evening.type_totals(table, result(table)[0], DEALS)
    evening.send("round-close", third.number)
    evening.play(fourth, result, DEALS)

    rows, rounds = evening.standings(), evening.rounds()
    assert len(rows) == 63
    expected: dict[int, tuple[int, int]] = {}
    for pk, row in rows.items():
        counted = ledger.rounds(pk, credited_rounds(pk, rounds), lambda _entry: WAIT)
        best = sorted(counted.values(), reverse=True)[:3]
        expected[pk] = (-sum(best), -max(ledger.points[pk].values()))
        assert row.total == sum(best), row.entry.name
        assert sum(bool(cell.get("dropped")) for cell in row.values) == max(0, len(counted) - 3)
    assert (
        rows[late.pk].values[0] == {"points": WAIT, "state": "late"}
        or (rows[late.pk].values[0]["dropped"])
    )
    assert rows[gone.pk].total == ledger.points[gone.pk][1], "what was played stays and counts"
    for pk, row in rows.items():
        assert row.rank == 1 + sum(other < expected[pk] for other in expected.values())
    assert all(row.values[0]["corrected"] for pk, row in rows.items() if pk in entries)

    # Nobody had the same partner twice, and the page says what decides.
    partners = [
        frozenset(seat.entry_id for seat in seats)
        for round_ in rounds
        for table in round_.tables.all()
        for side in (0, 1)
        for seats in [[seat for seat in table.seats.all() if seat.side == side]]
    ]
    assert len(partners) == len(set(partners))
    page = evening.ask("public")
    assert "<s>" in page
