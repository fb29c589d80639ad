"""Holds what every phone sent and was told against what the database has. Knows only SQL and figures."""

import time
from collections import Counter
from dataclasses import dataclass, field

import psycopg

from scripts.evening.play import Evening

DEALS = """
SELECT r.number, p.number, d.number, d.nonce, d.state, d.written
FROM scoring_deal d
JOIN tournaments_tablegame g ON g.sheet_id = d.sheet_id
JOIN tournaments_table t ON t.id = g.table_id
JOIN tournaments_place p ON p.id = t.place_id
JOIN tournaments_round r ON r.id = t.round_id
"""
RESULTS = """
SELECT r.number, p.number, s.side, x.points
FROM tournaments_tableresult x
JOIN tournaments_table t ON t.id = x.table_id
JOIN tournaments_place p ON p.id = t.place_id
JOIN tournaments_round r ON r.id = t.round_id
JOIN tournaments_seat s ON s.table_id = t.id AND s.entry_id = x.entry_id
"""
TWO_SEATS = """
SELECT round_id, player_id FROM tournaments_seat GROUP BY round_id, player_id HAVING count(*) > 1
"""
CONFIRMED = """
SELECT c.sheet_id, c.side FROM scoring_confirmation c
JOIN scoring_scoresheet s ON s.id = c.sheet_id AND s.revision = c.revision
GROUP BY c.sheet_id, c.side HAVING count(*) > 1
"""
UNBUILT = "SELECT tournament_id FROM tournaments_standingsstate WHERE wanted <> built"


@dataclass
class Verdict:
    """What was looked at, and every violation in a sentence."""

    looked_at: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)

    def hold(self, condition: bool, sentence: str) -> None:
        if not condition:
            self.violations.append(sentence)


def check(evening: Evening, url: str) -> Verdict:
    """Every acknowledged deal once, nothing unsent, no second result, seat or yes; figures as played."""
    verdict = Verdict()
    with psycopg.connect(url) as database:
        _deals(verdict, evening, database)
        _results(verdict, evening, database)
        for name, query in (
            ("player with two seats", TWO_SEATS),
            ("side that confirmed twice", CONFIRMED),
        ):
            rows = database.execute(query).fetchall()
            verdict.hold(not rows, f"{name}: {rows}")
        _built(verdict, database, time.monotonic() + evening.publish)
    return verdict


def _built(
    verdict: Verdict, database: psycopg.Connection[tuple[object, ...]], until: float
) -> None:
    """The last round was closed a moment ago: what that wants built may take its seconds."""
    while (rows := database.execute(UNBUILT).fetchall()) and time.monotonic() < until:
        time.sleep(0.2)
    verdict.hold(not rows, f"tournament with standings left unbuilt: {rows}")


def _deals(
    verdict: Verdict, evening: Evening, database: psycopg.Connection[tuple[object, ...]]
) -> None:
    rows = database.execute(DEALS).fetchall()
    stored = Counter((round_, place, nonce) for round_, place, _deal, nonce, *_rest in rows)
    current: dict[tuple[object, object], dict[object, list[object]]] = {}
    for round_, place, deal, _nonce, state, written in rows:
        if state == "current":
            current.setdefault((round_, place), {}).setdefault(deal, []).append(written)
    sent: set[tuple[object, object, object]] = set()
    for round_, tables in enumerate(evening.played, start=1):
        for table in tables:
            where = f"round {round_}, table {table.number}"
            for each in table.history:
                key: tuple[object, object, object] = (round_, table.number, each.nonce)
                sent.add(key)
                verdict.looked_at["sendings"] += 1
                verdict.looked_at["acknowledged"] += each.acknowledged
                verdict.hold(
                    not each.acknowledged or stored[key] == 1,
                    f"{where}: acknowledged deal {each.number} is there {stored[key]} times",
                )
            deals = current.get((round_, table.number), {})
            expected = {number: [deal.written] for number, deal in enumerate(table.deals, start=1)}
            verdict.looked_at["deals"] += len(expected)
            verdict.hold(deals == expected, f"{where}: stored {deals}, played {expected}")
    verdict.looked_at["stored versions"] = len(rows)
    for key, times in stored.items():
        verdict.hold(key in sent, f"nobody sent {key}")
        verdict.hold(times == 1, f"{key} is there {times} times")


def _results(
    verdict: Verdict, evening: Evening, database: psycopg.Connection[tuple[object, ...]]
) -> None:
    found: dict[tuple[object, object], list[tuple[object, object]]] = {}
    for round_, place, side, points in database.execute(RESULTS).fetchall():
        found.setdefault((round_, place), []).append((side, points))
    for round_, tables in enumerate(evening.played, start=1):
        for table in tables:
            expected = sorted((side, table.totals[side]) for side in (0, 1) for _player in range(2))
            shown = sorted(found.pop((round_, table.number), []), key=str)
            verdict.looked_at["table results"] += 1
            verdict.hold(
                shown == expected,
                f"round {round_}, table {table.number}: results {shown}, played {expected}",
            )
    verdict.hold(not found, f"results of tables that nobody played: {found}")
