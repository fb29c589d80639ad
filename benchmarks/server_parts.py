"""The parts of the server's benchmark; each yields the lines of its table (``benchmarks.server``).

Everything runs against the services of one ``Hall``. The worker is stopped where this process
rebuilds standings itself, so that nobody else does.
"""

import gzip
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from statistics import median
from time import perf_counter, sleep
from typing import Any

import psycopg
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmarks.evenings import SEED, SUM, evening, filled, play
from benchmarks.phones import Line, Phone, games_of, percentiles, ratios, spread
from jassclub.clubs.models import Role
from jassclub.memory import keep_what_is_loaded
from scripts.evening.server import Hall
from tests import factories
from tournaments.models import Standing, StandingsState, TableResult, Tournament
from tournaments.services.standings import standings_rebuild

DEALS = 12
WATCH = """
    CREATE TABLE bench_versions (wanted bigint, built bigint, at timestamptz);
    CREATE FUNCTION bench_version() RETURNS trigger AS $$ BEGIN
        INSERT INTO bench_versions VALUES (NEW.wanted, NEW.built, clock_timestamp());
        RETURN NULL;
    END $$ LANGUAGE plpgsql;
    CREATE TRIGGER bench_version AFTER UPDATE ON tournaments_standingsstate
        FOR EACH ROW EXECUTE FUNCTION bench_version();
"""
"""Each new wanted and built version, with the moment it was written."""
RESULTS = """SELECT entry_id, r.number, points, against, matches, games_won, corrected, opponents
    FROM tournaments_tableresult t JOIN tournaments_round r ON r.id = t.round_id
    WHERE t.tournament_id = %s"""
ENTRIES = "SELECT id, withdrawn_from, status FROM tournaments_entry WHERE tournament_id = %s"
STORED = """SELECT id, after_round, entry_id, rank, total, tied, values, reason
    FROM tournaments_standing WHERE tournament_id = %s"""
LAST = " AND after_round = (SELECT max(number) FROM tournaments_round WHERE tournament_id = %s)"


PARTS = ("recording", "standings", "pages", "crowds")


def report(hall: Hall, *, scale: int, only: frozenset[str] = frozenset()) -> Iterator[str]:
    """The report, or ``only`` these of its parts; ``scale`` divides the sizes of the halls."""
    if unknown := only.difference(PARTS):
        raise SystemExit(f"There is no part {', '.join(unknown)}; there are {', '.join(PARTS)}.")
    wanted = only or frozenset(PARTS)
    if "recording" in wanted:
        yield from recording(hall, repetitions=240 // scale)
    hall.workers[0].stop()
    if wanted & {"standings", "pages"}:
        large = evening(400 // scale, closed=9, planned=9)
    if "standings" in wanted:
        yield from rebuilding(hall, large)
        yield from growth(scale)
    if "pages" in wanted:
        rebuild(large)
        yield from ranking_page(large)
        yield from office_page(1000 // scale)
    if "crowds" in wanted:
        hall.workers[0].log.unlink()
        hall.workers[0].start()
        hall.workers[0].wait_for_line(" ready.")
        yield from confirming(hall, tables=100 // scale)
        yield from crowd(hall, phones=200 // scale)


def heading(title: str, *columns: str) -> Iterator[str]:
    yield from ("", f"**{title}**", "", "| " + " | ".join(columns) + " |")
    yield "|---|" + "---:|" * (len(columns) - 1)


# --- one deal ------------------------------------------------------------------------------------


def recording(hall: Hall, *, repetitions: int) -> Iterator[str]:
    tables = -(-repetitions // DEALS)
    games = games_of(play(evening(8 * tables, closed=0, planned=4), 1))
    line = Line(hall.addresses[0])
    by_page = [Phone(line, game) for game in games[:tables]]
    by_api = [Phone(line, game) for game in games[tables:]]
    ways: dict[str, tuple[Callable[[int], float], list[float]]] = {
        "bare view, one INSERT": (lambda _turn: line.bare(), []),
        "a deal by the API": (lambda turn: by_api[turn % tables].write_json(), []),
        "a deal by the page": (lambda turn: by_page[turn % tables].write(), []),
    }
    for _warm_up in range(5):
        line.bare()
    for turn in range(repetitions):
        for run, taken in ways.values():
            taken.append(run(turn))
    columns = ("min", "median", "ratio of min", "ratio of medians")
    yield from heading(f"Recording a deal over HTTP, {repetitions} by turns", "request", *columns)
    bare = ways["bare view, one INSERT"][1]
    for name, (_run, taken) in ways.items():
        yield f"| {name} | {spread(taken)} | {ratios(taken, bare)} |"


# --- standings -----------------------------------------------------------------------------------


def bump(tournament: Tournament) -> None:
    StandingsState.objects.filter(pk=tournament.pk).update(wanted=F("wanted") + 1)


def change_a_table(tournament: Tournament, lots: random.Random, *, last: bool = True) -> None:
    """The last round's last table, or the first's first, gets other results: a correction."""
    found = TableResult.objects.filter(tournament=tournament)
    table = found.order_by("-pk" if last else "pk").values_list("table_id", flat=True)[0]
    points = SUM // 2 + lots.randrange(-200, 201)
    for row in found.filter(table=table):
        first = row.points <= row.against
        row.points = points if first else SUM - points
        row.against = SUM - row.points
        row.save()


def rebuild(tournament: Tournament) -> float:
    bump(tournament)
    start = perf_counter()
    standings_rebuild(tournament_id=tournament.pk)
    return perf_counter() - start


def bare_read(
    database: psycopg.Connection[Any], tournament: Tournament, *statements: str
) -> tuple[float, int]:
    """Seconds and rows of these statements, and of nothing more."""
    start, rows = perf_counter(), 0
    for sql in statements:
        given = [tournament.pk] * sql.count("%s")
        rows += len(database.execute(sql, given).fetchall())
    return perf_counter() - start, rows


def figures_of(tournament: Tournament) -> dict[int, tuple[Any, ...]]:
    """What each stored standing says, by its row id."""
    rows = Standing.objects.filter(tournament=tournament)
    return {
        row[0]: row[1:]
        for row in rows.values_list("pk", "rank", "total", "tied", "values", "reason")
    }


def row_versions(tournament: Tournament) -> dict[int, str]:
    """Which writing of each standing this is: the transaction that wrote the row."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, xmin::text FROM tournaments_standing WHERE tournament_id = %s",
            [tournament.pk],
        )
        return dict(cursor.fetchall())


def rebuilding(hall: Hall, tournament: Tournament) -> Iterator[str]:
    """Each rebuild against the bare read of the rows that it reads itself."""
    keep_what_is_loaded()  # as every process of a worker does
    lots = random.Random(SEED)
    first = rebuild(tournament)
    kinds: tuple[tuple[str, tuple[str, ...], Callable[[], None]], ...] = (
        ("nothing new", (RESULTS, ENTRIES), lambda: None),
        (
            "a table of the last round",
            (RESULTS, ENTRIES, STORED + LAST),
            lambda: change_a_table(tournament, lots),
        ),
        (
            "a table of the first round",
            (RESULTS, ENTRIES, STORED),
            lambda: change_a_table(tournament, lots, last=False),
        ),
    )
    reads: dict[str, list[float]] = {name: [] for name, _sql, _change in kinds}
    rebuilds: dict[str, list[float]] = {name: [] for name, _sql, _change in kinds}
    rows: dict[str, int] = {}
    with psycopg.connect(hall.database, autocommit=True) as database:
        for _turn in range(9):
            for name, statements, change in kinds:
                taken, rows[name] = bare_read(database, tournament, *statements)
                reads[name].append(taken)
                change()
                rebuilds[name].append(rebuild(tournament))
    change_a_table(tournament, lots)
    bump(tournament)
    figures, versions = figures_of(tournament), row_versions(tournament)
    with CaptureQueriesContext(connection) as queries:
        standings_rebuild(tournament_id=tournament.pk)
    reading = [q["sql"] for q in queries if q["sql"].lstrip("( ").startswith("SELECT")]
    after = figures_of(tournament)
    differ = sum(figures[key] != after[key] for key in after)
    written = sum(versions[pk] != xmin for pk, xmin in row_versions(tournament).items())
    entries = tournament.entries.count()
    yield from heading(
        f"Rebuilding the standings, {entries} entries × {tournament.rounds.count()} rounds",
        *("work", "min", "median", "ratio of min", "ratio of medians"),
    )
    for name, read in reads.items():
        yield f"| psycopg reads {rows[name]} rows | {spread(read)} | 1 | 1 |"
        yield f"| rebuild, {name} | {spread(rebuilds[name])} | {ratios(rebuilds[name], read)} |"
    yield f"| the first build, all rows written (once) | {1000 * first:.0f} | | | |"
    yield ""
    yield (
        f"Queries before writing: {len(reading)}. One table changed: {differ} of {len(after)} rows"
        f" differ, {written} were written."
    )


def growth(scale: int) -> Iterator[str]:
    sizes = [evening(size // scale, closed=7, planned=7) for size in (250 - 250 % 4, 1000)]
    for each in sizes:
        rebuild(each)
    taken: list[list[float]] = [[], []]
    lots = random.Random(SEED)
    for _turn in range(5):
        for times, each in zip(taken, sizes, strict=True):
            change_a_table(each, lots)
            times.append(rebuild(each))
    counts = [each.entries.count() for each in sizes]
    yield from heading("Growth of a rebuild, 7 rounds, one table changed", "", "min", "median")
    for count, times in zip(counts, taken, strict=True):
        yield f"| {count} entries | {spread(times)} |"
    times_as_long = median(taken[1]) / median(taken[0])
    yield ""
    yield (
        f"{counts[1] / counts[0]:.2f} times the entries take {times_as_long:.2f} times as long"
        f" (minimum: {min(taken[1]) / min(taken[0]):.2f})."
    )


# --- pages ---------------------------------------------------------------------------------------


def page_line(name: str, client: Client, address: str, **headers: str) -> tuple[str, Any]:
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address, headers={"accept-encoding": "gzip", **headers})
    plain, sent = answer.content, len(answer.content)
    if answer.get("Content-Encoding") == "gzip":
        plain = gzip.decompress(answer.content)
    standing = any('"tournaments_standing"' in q["sql"] for q in queries)
    touched = "yes" if standing else "no"
    return (
        f"| {name} | {answer.status_code} | {len(queries)} | {touched} | {sent} | {len(plain)} |",
        answer,
    )


PAGE = ("page", "status", "queries", "reads standings", "bytes, gzip", "bytes")


def ranking_page(tournament: Tournament) -> Iterator[str]:
    address = reverse("tournaments:public", args=[tournament.club.slug, tournament.slug])
    yield from heading("The public ranking", *PAGE)
    line, answer = page_line(
        f"{tournament.entries.count()} entries", Client(SERVER_NAME="localhost"), address
    )
    yield line
    tag = answer["ETag"]
    yield page_line(
        "the same, not changed", Client(SERVER_NAME="localhost"), address, **{"if-none-match": tag}
    )[0]


def office_page(entries: int) -> Iterator[str]:
    made = evening(entries, closed=0, planned=4)
    play(made, 1)
    client = Client(SERVER_NAME="localhost")
    client.force_login(factories.member(made.club, Role.ORGANISER))
    address = reverse("tournaments:office", args=[made.club.slug, made.slug])
    yield from heading("The office", *PAGE)
    yield page_line(f"{entries // 4} tables", client, address)[0]


# --- many at once --------------------------------------------------------------------------------


def at_once(works: list[Callable[[], float]], *, over: float) -> list[float]:
    """Seconds of each piece of work, all of them begun within ``over`` seconds, a thread for each."""
    lots = random.Random(SEED)
    start = threading.Barrier(len(works))
    delays = [lots.uniform(0, over) for _work in works]

    def run(work: Callable[[], float], delay: float) -> float:
        start.wait()
        sleep(delay)
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works, delays))


def confirming(hall: Hall, *, tables: int) -> Iterator[str]:
    made = evening(4 * tables, closed=8, planned=9)
    round_ = play(made, 9)
    sheets = {sheet.pk: sheet for sheet in filled(round_, confirmed_side=1)}
    rebuild(made)
    with connection.cursor() as cursor:
        cursor.execute(WATCH)
    phones = [Phone(Line(hall.addresses[0]), game) for game in games_of(round_)]
    begin = perf_counter()
    taken = at_once(
        [lambda p=p: p.confirm(sheets[p.game.sheet_id], 0) for p in phones],  # type: ignore[misc]
        over=1,
    )
    done = perf_counter() - begin
    while StandingsState.objects.filter(pk=made.pk, built__lt=F("wanted")).exists():
        sleep(0.05)
    with connection.cursor() as cursor:
        cursor.execute("SELECT wanted, built, at FROM bench_versions ORDER BY at")
        rows = cursor.fetchall()
        cursor.execute("DROP TRIGGER bench_version ON tournaments_standingsstate")
    known = rebuilds = 0
    lags: list[float] = []
    waiting: list[tuple[int, Any]] = []
    for (_w, before, _at), (wanted, built, at) in pairwise([(0, rows[0][1], None), *rows]):
        if built == before:
            waiting.append((wanted, at))
            continue
        rebuilds += 1
        lags += [(at - since).total_seconds() for version, since in waiting if version <= built]
        waiting = [each for each in waiting if each[0] > built]
        known = built
    yield from heading(
        f"{tables} tables confirm within a second, {made.entries.count()} entries, round 9 of 9",
        *("", "p50", "p95", "p99"),
    )
    yield f"| a confirmation, answered | {percentiles(taken)} |"
    yield f"| from confirmation to published version | {percentiles(lags)} |"
    yield ""
    yield (
        f"{len(taken)} confirmations were answered within {done:.1f} s and caused {rebuilds}"
        f" rebuilds; the last one published version {known}."
    )


def crowd(hall: Hall, *, phones: int) -> Iterator[str]:
    games = games_of(play(evening(4 * phones, closed=0, planned=4), 1))
    all_phones = [Phone(Line(hall.addresses[0]), game) for game in games]
    yield from heading(
        f"{phones} phones write a deal each, at {phones} tables", "", "p50", "p95", "p99"
    )
    for name, over in (("within ten seconds", 10.0), ("in the same moment", 0.0)):
        for phone in all_phones:
            phone.line.http.close()  # the server ends what was silent for five seconds
        taken = at_once([phone.write for phone in all_phones], over=over)
        yield f"| {name} | {percentiles(taken)} |"
    again = sum(phone.tries_again for phone in all_phones)
    yield ""
    yield f"Sent again because the server had asked for it (503): {again}."
