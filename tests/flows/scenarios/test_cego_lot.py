"""Cego, 48 players, 2 × 24 deals at tables of four: each sheet adds up to nothing, the lot decides at the top.

One leaves after the first round, one comes late, and a sheet of the first round is corrected.
"""

from random import Random

import pytest

from tests import factories
from tests.flows.scenarios.ledger import Ledger
from tests.flows.scenarios.organiser import Organiser
from tournaments.models import Standing, Table
from tournaments.services.standings import standings_bump, standings_rebuild

pytestmark = pytest.mark.django_db

DEALS = 24
STEP = 40
BEST = 100 * STEP


def test_forty_eight_cego_players_and_the_lot_at_the_top():
    dice, ledger = Random(48), Ledger()
    evening = Organiser("cego-2x24", chain_1="sum", chain_2="lot", chain_3="", chain_4="")
    for index in range(48):
        evening.send("checkin-walk-in", name=factories.person_name(index))
    people = {entry.number: entry.pk for entry in evening.evening.entries.all()}
    top = {people[1], people[2]}

    def result(table: Table) -> list[list[int]]:
        """Two people always win the most; at every table the four add up to nothing."""
        entries = list(table.seats.order_by("seat").values_list("entry_id", flat=True))
        winners = [entry for entry in entries if entry in top]
        losers = [entry for entry in entries if entry not in top]
        left = -BEST * len(winners)
        points = dict.fromkeys(winners, BEST)
        for entry in losers[:-1]:
            points[entry] = STEP * dice.randrange(-30, 30) + left // len(losers) // STEP * STEP
        points[losers[-1]] = -sum(points.values())
        totals = [points[entry] for entry in entries]
        assert sum(totals) == 0
        ledger.write(table.round.number, entries, totals)
        return [totals]

    evening.draw()
    first, _second = evening.rounds()
    assert {table.seats.count() for table in first.tables.all()} == {4}
    assert first.tables.count() == 12
    evening.play(first, result, DEALS)
    rows = evening.standings()
    assert sum(row.total for row in rows.values()) == 0

    # A sheet that does not add up to nothing is refused, with the reason, and changes nothing.
    table = first.tables.order_by("place__number").last()
    entries = list(table.seats.order_by("seat").values_list("entry_id", flat=True))
    was = [ledger.points[entry][1] for entry in entries]
    wrong = {f"total.{side}": str(total) for side, total in enumerate([was[0] + STEP, *was[1:]])}
    refused = evening.send(
        "desk-totals",
        table.pk,
        status=422,
        deals=DEALS,
        nonce=factories.token_hex(16),
        reason="vierzig vergessen",
        **wrong,
    )
    assert '<ul class="errors' in refused
    rows = evening.standings()
    assert rows[entries[0]].total == was[0]
    losers = [at for at, entry in enumerate(entries) if entry not in top]
    right = list(was)
    right[losers[0]] += STEP
    right[losers[1]] -= STEP
    evening.type_totals(table, right, DEALS, reason="vierzig am falschen Ort")
    ledger.write(1, entries, right)

    gone = next(pk for number, pk in people.items() if number > 2 and pk not in entries)
    evening.leaves(gone, 2)
    evening.send("checkin-walk-in", name="Urs Spät")
    late = evening.evening.entries.get(name="Urs Spät")
    evening.draw_again()
    _first, second = evening.rounds()
    assert second.tables.count() == 12
    evening.play(second, result, DEALS)

    rows = evening.standings()
    for pk, row in rows.items():
        if pk != late.pk:
            assert row.total == sum(ledger.points[pk].values()), row.entry.name
    assert rows[late.pk].total == 2 * ledger.points[late.pk][2], "the missed round: the own average"
    one, two = sorted((rows[pk] for pk in top), key=lambda row: row.rank)
    assert (one.total, two.total) == (2 * BEST, 2 * BEST)
    assert (one.rank, two.rank) == (1, 2)
    assert not one.tied
    assert two.reason["key"] == "lot"

    # The lot is drawn once: it stands however often the list is made anew.
    order = [row.entry_id for row in (one, two)]
    Standing.objects.all().delete()
    evening.evening.standings_state.lists = {}
    evening.evening.standings_state.save(update_fields=["lists"])
    standings_bump(tournament_id=evening.evening.pk)
    standings_rebuild(tournament_id=evening.evening.pk)
    rows = evening.standings()
    assert [row.entry_id for row in sorted(rows.values(), key=lambda row: row.rank)[:2]] == order
    page = evening.ask("public")
    assert "80.00" in page, "cents are shown as money"
