"""What an organiser waits for, with a thousand entries: each action through its page.

    python -m benchmarks.organiser
    python -m benchmarks.organiser --small    a tenth of the hall, to see that it works

Several evenings alike: drawn partners, seven rounds drawn at once, the first played at all tables with
every sheet confirmed but the last table's. On each evening every action is done once, by an organiser,
with the form of its page; another evening counts the statements. Runs on PostgreSQL that waits for its
disk at every commit; requests are answered in this process. Prints a table and asserts nothing. Times
are in milliseconds. Standings are rebuilt apart, as a worker does it (the row of its own). Needs a
PostgreSQL.
"""

import argparse
import gzip
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import django

from scripts.evening.browser import Form, Page
from scripts.evening.server import started
from scripts.services import find_postgres

if TYPE_CHECKING:
    from tournaments.models import Table, Tournament

ENTRIES = 1000
ROUNDS = 7
TIMED = 3


def main() -> None:
    options = argparse.ArgumentParser(description="Measure what an organiser waits for.")
    options.add_argument("--small", action="store_true", help="a tenth of the hall")
    entries = ENTRIES // 10 if options.parse_args().small else ENTRIES
    if find_postgres() is None:
        sys.exit("The benchmark of the organiser needs PostgreSQL.")
    with (
        tempfile.TemporaryDirectory(prefix="jassclub-bench-") as folder,
        started(Path(folder), use_postgres=True, webs=1, workers=0, fsync=True) as hall,
    ):
        os.environ.update(hall.webs[0].environment)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
        django.setup()
        for line in report(entries):
            print(line, flush=True)


def report(entries: int) -> Iterator[str]:
    run(Stopwatch(), 40)
    timed = [run(Stopwatch(), entries) for _turn in range(TIMED)]
    counted = run(Counter(), entries)
    load = os.getloadavg()[0]
    yield f"**{entries} entries, {ROUNDS} rounds, {TIMED} evenings; load of the machine {load:.1f}**"
    yield ""
    yield "| action | queries | bytes, gzip | best | median |"
    yield "|---|---:|---:|---:|---:|"
    for name, queries in counted.figures.items():
        taken = [watch.figures[name] for watch in timed]
        size = counted.sizes.get(name, "")
        yield f"| {name} | {queries:.0f} | {size} | {min(taken):.0f} | {median(taken):.0f} |"


class Stopwatch:
    """Milliseconds of each action, by its name; ``sizes`` are the compressed bytes of pages."""

    def __init__(self) -> None:
        self.figures: dict[str, float] = {}
        self.sizes: dict[str, int] = {}

    def measure(self, name: str, work: Callable[[], Any]) -> Any:
        start = perf_counter()
        found = work()
        self.figures[name] = (perf_counter() - start) * 1000
        return found


class Counter(Stopwatch):
    """The same, with statements instead of milliseconds."""

    def measure(self, name: str, work: Callable[[], Any]) -> Any:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as queries:
            found = work()
        self.figures[name] = len(queries)
        return found


class Organiser:
    """Somebody with an account who opens pages of one evening and sends their forms."""

    def __init__(self, evening: "Tournament", watch: Stopwatch) -> None:
        from django.test import Client

        from jassclub.clubs.models import Role
        from tests import factories

        self.evening, self.watch = evening, watch
        self.client = Client(SERVER_NAME="localhost", headers={"Accept-Language": "de-CH"})
        self.client.force_login(factories.member(evening.club, Role.ORGANISER))

    def address(self, name: str, *which: object) -> str:
        from django.urls import reverse

        return reverse(
            f"tournaments:{name}", args=[self.evening.club.slug, self.evening.slug, *which]
        )

    def page(self, name: str, *which: object, measured: str = "", **asked: str | int) -> Page:
        """Open a page; with ``measured`` under that name in the table."""
        address = self.address(name, *which)
        answer = self._ask(measured, lambda: self.client.get(address, asked))
        if measured:
            self.watch.sizes[measured] = len(gzip.compress(answer.content))
        return Page(address, answer.status_code, answer.content.decode(errors="replace"), {})

    def send(
        self, action: str, body: dict[str, Any], *, measured: str = "", htmx: bool = False
    ) -> None:
        """Post a form; whatever is refused ends the benchmark."""
        headers = {"HX-Request": "true"} if htmx else {}
        self._ask(measured, lambda: self.client.post(action, body, headers=headers))

    def submit(self, form: Form, measured: str, **changes: object) -> None:
        self.send(form.action, form.fields | changes, measured=measured)

    def deed(self, name: str, *which: object, measured: str, **choice: str | int) -> None:
        """A deed's preview, and then the deed with what the preview's form sends."""
        shown = self.page(name, *which, measured=f"{measured}: preview", **choice)
        sure = {"reason": "measured", "typed": self.evening.name}
        if not shown.with_data("foreseen"):
            raise RuntimeError(f"{measured}: nothing to foresee\n{shown.html}")
        form = [form for form in shown.forms if form.action == shown.url][-1]
        self.submit(form, f"{measured}: deed", **sure)

    def _ask(self, measured: str, work: Callable[[], Any]) -> Any:
        answer = self.watch.measure(measured, work) if measured else work()
        if answer.status_code not in {200, 302}:
            raise RuntimeError(f"{measured}: {answer.status_code}\n{answer.content.decode()}")
        return answer


def run(watch: Stopwatch, entries: int) -> Stopwatch:
    """One evening from the door to the ranking, every action measured once."""
    from benchmarks.evenings import evening

    made = evening(entries, closed=0, planned=ROUNDS)
    type(made).objects.filter(pk=made.pk).update(publishing="hand")
    organiser = Organiser(made, watch)
    at_the_door(organiser)
    drawing(organiser)
    at_the_tables(organiser)
    at_the_desk(organiser)
    afterwards(organiser)
    return watch


def at_the_door(organiser: Organiser) -> None:
    evening, tick = organiser.evening, organiser.address("checkin-tick")
    player = evening.entries.get(number=1).entry_players.get().player_id
    organiser.page("checkin", measured="check-in page")
    organiser.send(tick, {"tick": f"{player}:off"}, htmx=True)
    organiser.send(tick, {"tick": f"{player}:on"}, measured="check-in: tick", htmx=True)
    arrived = {"name": "Xaver Ypsilon"}
    address = organiser.address("checkin-walk-in")
    organiser.send(address, arrived, measured="check-in: walk-in", htmx=True)
    player = evening.entries.get(name="Xaver Ypsilon").entry_players.get().player_id
    organiser.send(tick, {"tick": f"{player}:off"}, htmx=True)


def drawing(organiser: Organiser) -> None:
    page = organiser.page("draw")
    organiser.submit(page.form("/draw/now/"), f"draw all {ROUNDS} rounds")
    organiser.page("draw", measured="draw page")
    organiser.deed("redraw", measured="draw again")
    organiser.page("lists", measured=f"seat lists of {ROUNDS} rounds")
    organiser.page("round-lists", 1, measured="seat lists of a round")
    organiser.page("cards", measured="table cards")
    organiser.send(organiser.address("round-start", 1), {}, measured="start a round")
    organiser.page("office", measured="office, round under way")


def table_at(organiser: Organiser, place: int, number: int = 1) -> "Table":
    from tournaments.models import Table

    return Table.objects.get(
        round__tournament=organiser.evening,
        round__number=number,
        round__status="playing",
        place__number=place,
    )


def at_the_tables(organiser: Organiser) -> None:
    one, two, three, four = (table_at(organiser, place) for place in range(1, 5))
    first, second = one.seats.get(seat=0).entry, two.seats.get(seat=0).entry
    organiser.deed(
        "life-swap",
        one.pk,
        measured="swap two seats",
        first=first.pk,
        second=second.number,
        way="stay",
    )
    leaves = three.seats.get(seat=0)
    organiser.deed(
        "life-replace",
        three.pk,
        measured="substitute",
        seat=f"0.{leaves.player_id}",
        who="Zita Neu",
        from_deal=1,
    )
    evening = organiser.evening
    twice, keep = evening.entries.get(name="Xaver Ypsilon"), four.seats.get(seat=0).entry
    organiser.deed("life-merge", keep.pk, measured="merge two entries", other=twice.number)
    gone = four.seats.get(seat=1).entry
    organiser.deed("checkin-leave", gone.pk, measured="withdraw", from_round=2)


def played(organiser: Organiser, number: int) -> "Table":
    """Every table of the round has confirmed its sheet, but the one that is returned."""
    from benchmarks.evenings import SEED, confirmed

    last = organiser.evening.places.order_by("-number")[0]
    table = table_at(organiser, last.number, number)
    confirmed(table.round, random.Random(SEED), besides=table)
    return table


def at_the_desk(organiser: Organiser) -> None:
    from scoring.models import ScoreSheet

    table = played(organiser, 1)
    organiser.deed("desk-settle", table.pk, measured="void a table", way="void")
    other = table_at(organiser, 5)
    page = organiser.page("desk-table", other.pk, measured="desk, a confirmed sheet")
    form = page.form("/deals/")
    payload = ScoreSheet.objects.get(table_game__table=other).deals.get(number=1).payload or {}
    points = payload["points"]
    changes = {"1:deal.points.0": points[0] + 5, "1:deal.points.1": points[1] - 5}
    changes |= {"reason": "measured"}
    organiser.submit(form, "correct a confirmed sheet: preview", **changes, then="look")
    organiser.submit(form, "correct a confirmed sheet: deed", **changes)


def afterwards(organiser: Organiser) -> None:
    from tournaments.services.standings import standings_rebuild

    evening, watch = organiser.evening, organiser.watch
    organiser.send(organiser.address("round-close", 1), {}, measured="close a round")
    watch.measure("standings rebuilt", lambda: standings_rebuild(tournament_id=evening.pk))
    organiser.page("ranking", measured="ranking, the office's")
    organiser.send(organiser.address("ranking-publish"), {"round": 1}, measured="publish")
    standings_rebuild(tournament_id=evening.pk)
    organiser.page("public", measured="ranking, everyone's")
    for kind in ("csv", "xlsx"):
        organiser.page("ranking-export", kind, measured=f"ranking as {kind}")
    organiser.page("round-results", 1, measured="results of a round")
    organiser.page("audit", measured="log")
    organiser.submit(organiser.page("setup").form("/setup/"), "settings saved")
    organiser.send(organiser.address("round-start", 2), {})
    played(organiser, 2)
    organiser.deed("round-void", 2, measured="void a round")
    watch.measure(
        "standings rebuilt, round void", lambda: standings_rebuild(tournament_id=evening.pk)
    )


if __name__ == "__main__":
    main()
