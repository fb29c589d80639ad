"""Plays a whole evening against a running server and compares the ranking with its own sums.

    python -m scripts.evening                          # starts the embedded set-up for itself
    python -m scripts.evening --players 62             # two wait each round, with a fixed credit
    python -m scripts.evening --url http://127.0.0.1:8000

Exits non-zero if the published ranking differs from the sums, or if anything was answered as it
must not be. Traffic goes to this machine only and is bounded by the figures given.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from scripts.evening.browser import Browser
from scripts.evening.office import EveningError, Office, expect, names
from scripts.evening.server import started
from scripts.evening.table import Counts, Table, TableRound
from scripts.services import LOOPBACK

BONUS = 100
CREDIT = 950
TABLES_AT_ONCE = 32
PUBLISH_SECONDS = 10.0

Ranked = dict[str, tuple[int, int]]
"""What a ranking says: name → (rank, total)."""


def independent_ranking(rounds: list[dict[str, int]], credits: list[set[str]]) -> Ranked:
    """Sum of all rounds with the credit for waits; equals by their best played round; else shared."""
    totals: dict[str, int] = {}
    best: dict[str, int] = {}
    for played, waited in zip(rounds, credits, strict=True):
        for name, points in played.items():
            totals[name] = totals.get(name, 0) + points
            best[name] = max(best.get(name, 0), points)
        for name in waited:
            totals[name] = totals.get(name, 0) + CREDIT
    keys = {name: (total, best.get(name, -1)) for name, total in totals.items()}
    order = sorted(keys.values(), reverse=True)
    return {name: (order.index(key) + 1, totals[name]) for name, key in keys.items()}


def published_ranking(browser: Browser, address: str) -> Ranked:
    page = expect(browser.get(address))
    rows = [element.attributes for element in page.with_data("entry")]
    return {row["data-name"]: (int(row["data-rank"]), int(row["data-total"])) for row in rows}


def compare(browser: Browser, address: str, expected: Ranked, when: str) -> float:
    """Wait for the published ranking to be the expected one; the seconds it took."""
    start = time.monotonic()
    while (shown := published_ranking(browser, address)) != expected:
        if time.monotonic() - start > PUBLISH_SECONDS:
            wrong = {
                name: (shown.get(name), expected.get(name))
                for name in shown.keys() | expected.keys()
                if shown.get(name) != expected.get(name)
            }
            raise EveningError(f"{when}: published against independent: {wrong}")
        time.sleep(0.1)
    return time.monotonic() - start


def play_round(
    addresses: list[str], number: int, codes: list[str], deals: int, seed: int
) -> list[TableRound]:
    """All tables at once."""
    tables = [
        Table(addresses, at, code, f"{seed}-{number}-{at}", bonus=BONUS)
        for at, code in enumerate(codes, start=1)
    ]
    with ThreadPoolExecutor(TABLES_AT_ONCE) as hall:
        return list(hall.map(lambda table: table.play(deals), tables))


def play_evening(addresses: list[str], *, players: int, rounds: int, deals: int, seed: int) -> None:
    """The whole evening; EveningError at the first thing that is not as it must be."""
    began, counts, lags = time.monotonic(), Counts(), []
    people = names(players)
    office, public = Office(addresses[0]), Browser(addresses[-1])
    office.sign_up()
    office.make_club(people[:-2])
    office.make_tournament(rounds=rounds, deals=deals, credit=CREDIT)
    tables, over = office.check_in(people[-2:])
    if (tables, over) != divmod(players, 4):
        raise EveningError(f"{players} players: the door says {tables} tables, {over} over")
    office.draw()
    codes = office.cards()
    print(f"{players} players: {tables} tables, {over} over; {len(codes)} cards")
    results: list[dict[str, int]] = []
    waits: list[set[str]] = []
    for number in range(1, rounds + 1):
        office.start(number)
        played = play_round(addresses, number, codes, deals, seed)
        points = {
            name: table.totals[side]
            for table in played
            for side, pair in table.sides.items()
            for name in pair
        }
        for table in played:
            counts.add(table.counts)
        results.append(points)
        waits.append(set(people) - points.keys())
        expected = independent_ranking(results, waits)
        lags.append(compare(public, office.public, expected, f"after round {number}"))
        office.close(number)
        compare(public, office.public, expected, f"round {number} closed")
        print(f"round {number}: {len(played)} tables equal, published after {lags[-1]:.1f} s")
    print(", ".join(f"{value} {name.replace('_', ' ')}" for name, value in vars(counts).items()))
    print(f"the published ranking equals the independent sums ({time.monotonic() - began:.0f} s)")


@contextmanager
def server(url: str, *, postgres: bool, webs: int, workers: int) -> Iterator[list[str]]:
    """The given server on this machine, or the embedded set-up started for this evening."""
    if url:
        if urlsplit(url).hostname not in {LOOPBACK, "localhost", "::1"}:
            raise SystemExit("The evening is played against this machine only.")
        yield [url]
        return
    with (
        tempfile.TemporaryDirectory(prefix="jassclub-evening-") as folder,
        started(Path(folder), use_postgres=postgres, webs=webs, workers=workers) as addresses,
    ):
        yield addresses


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.evening")
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--url", default="", help="a server that runs already, on this machine")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL instead of SQLite")
    parser.add_argument("--webs", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    try:
        with server(
            given.url, postgres=given.postgres, webs=given.webs, workers=given.workers
        ) as addresses:
            play_evening(
                addresses,
                players=given.players,
                rounds=given.rounds,
                deals=given.deals,
                seed=given.seed,
            )
    except (EveningError, LookupError) as error:
        print(f"NOT EQUAL: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
