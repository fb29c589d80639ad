"""24 teams, 5 × 8 deals, match +50, by the standings: with a team that leaves, one that comes late,
and a result that is put right two rounds later.
"""

from collections import Counter
from random import Random

import pytest

from tests import factories
from tests.flows.scenarios.organiser import Organiser, pair, sums
from tournaments.models import Entry, TableResult

pytestmark = pytest.mark.django_db

DEALS = 8
SUM = 157 * DEALS


def test_twenty_four_teams_swiss_with_a_withdrawal_a_late_team_and_a_late_correction():
    dice = Random(24)
    evening = Organiser("schieber-5x8-teams-swiss")
    names = [factories.person_name(index) for index in range(50)]
    lines = "\n".join(f"{names[2 * at]}; {names[2 * at + 1]}" for at in range(24))
    evening.send("checkin-teams", teams=lines)
    people = evening.evening.entries.order_by("number")
    for entry in people:
        first = entry.entry_players.first()
        evening.send("checkin-tick", tick=f"{first.player_id}:on")
    page = evening.ask("checkin")
    assert 'data-people="24" data-tables="12" data-over="0"' in page

    points: Counter[int] = Counter()
    met: Counter[frozenset[int]] = Counter()

    def result(table):
        one, other = pair(table)
        met[frozenset({one, other})] += 1
        own = dice.randrange(400, SUM - 400)
        points[one] += own
        points[other] += SUM - own
        return [[own, SUM - own]]

    first = evening.draw()
    evening.play(first, result, DEALS)
    assert sums(evening.standings()) == points

    # One team goes home, another comes: an even number again, the late one with its credit.
    gone = people[3]
    evening.leaves(gone.pk, 2)
    evening.send("checkin-team", first=names[48], second=names[49], own_name="Die Späten")
    late = Entry.objects.get(name__startswith="Die Späten")
    second = evening.draw()
    seated = set(second.seats.values_list("entry_id", flat=True))
    assert late.pk in seated
    assert gone.pk not in seated
    assert second.tables.count() == 12
    evening.play(second, result, DEALS)

    third = evening.draw()
    evening.play(third, result, DEALS)
    fourth = evening.draw()
    drawn = [pair(table) for table in fourth.tables.order_by("place__number")]

    # Round 1 was typed the wrong way round at one table: corrected, the drawn round stays.
    table = first.tables.order_by("place__number").first()
    one, other = pair(table)
    own, theirs = (
        TableResult.objects.get(table=table, entry=entry).points for entry in (one, other)
    )
    evening.type_totals(table, [theirs, own], DEALS, reason="verkehrt abgeschrieben")
    points[one] += theirs - own
    points[other] += own - theirs
    assert [pair(table) for table in fourth.tables.order_by("place__number")] == drawn

    evening.play(fourth, result, DEALS)
    evening.play(evening.draw(), result, DEALS)
    assert set(met.values()) == {1}, "no team meets another twice"
    rows = evening.standings()
    assert len(rows) == 25
    assert rows[gone.pk].total == points[gone.pk]
    average = rows[late.pk].values[0]
    assert average["state"] == "late"
    assert rows[late.pk].total == points[late.pk] + average["points"]
    exact = {entry: total for entry, total in sums(rows).items() if entry != late.pk}
    assert exact == {entry: total for entry, total in points.items() if entry != late.pk}
    assert any(cell.get("corrected") for cell in rows[one].values)
    order = sorted(rows.values(), key=lambda row: row.rank)
    assert [row.total for row in order] == sorted((row.total for row in order), reverse=True)
    evening.evening.refresh_from_db()
    assert evening.evening.status == "closed"
    for name in ("lists", "cards", "office", "draw", "audit", "public"):
        evening.ask(name)
