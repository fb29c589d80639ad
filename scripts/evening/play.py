"""The evening itself: door, draw, rounds at all tables at once, and the ranking held against our sums."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from math import inf

from scripts.evening.browser import Browser
from scripts.evening.games import GAMES, Game
from scripts.evening.office import EveningError, Office, expect, names
from scripts.evening.table import Counts, Table, TableRound

TABLES_AT_ONCE = 32

Ranked = dict[str, tuple[int, int]]
"""What a ranking says: name → (rank, total)."""


def independent_ranking(
    rounds: list[dict[str, int]], waited: list[set[str]], *, credit: int, low_is_good: bool
) -> Ranked:
    """Sum of all rounds with the credit for waits; equals by their best played round; else shared."""
    good = -1 if low_is_good else 1
    totals: dict[str, int] = {}
    best: dict[str, float] = {}
    for played, waiting in zip(rounds, waited, strict=True):
        for name, points in played.items():
            totals[name] = totals.get(name, 0) + points
            best[name] = max(best.get(name, -inf), good * points)
        for name in waiting:
            totals[name] = totals.get(name, 0) + credit
    keys = {name: (good * total, best.get(name, -inf)) for name, total in totals.items()}
    order = sorted(keys.values(), reverse=True)
    return {name: (order.index(key) + 1, totals[name]) for name, key in keys.items()}


@dataclass
class Evening:
    """One evening against the web processes at ``addresses``.

    ``patience``: for how many seconds a device sends again what was not answered.
    ``publish``: within how many seconds the public page must show the right ranking.
    """

    addresses: list[str]
    players: int
    rounds: int
    deals: int
    seed: int
    game: Game = GAMES["schieber"]
    patience: float = 0
    publish: float = 10
    counts: Counts = field(default_factory=Counts)
    played: list[list[TableRound]] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.people = names(self.players)
        self.each = self.game.deals(self.deals)
        self.office = Office(Browser(self.addresses, patience=self.patience))
        self.public = Browser(self.addresses[::-1], patience=self.patience)
        self.points: list[dict[str, int]] = []
        self.waits: list[set[str]] = []

    def prepare(self) -> None:
        """Sign up, club, tournament, door, draw. The last two players walk in at the door."""
        self.office.sign_up()
        self.office.make_club(self.people[:-2])
        self.office.make_tournament(self.game, rounds=self.rounds, deals=self.each)
        figures = self.office.check_in(self.people[-2:])
        if figures != divmod(self.players, self.game.seats):
            raise EveningError(f"{self.players} players: the door says {figures}")
        self.office.draw()
        self.codes = self.office.cards()
        print(f"{self.players} players: {figures[0]} tables, {figures[1]} over", flush=True)

    def play(self, hall: Callable[[], AbstractContextManager[object]] = nullcontext) -> None:
        """All rounds; ``hall`` is what surrounds the playing of each."""
        for number in range(1, self.rounds + 1):
            self.office.start(number)
            with hall():
                played = self._all_tables(number)
            self._count(played)
            self._compare(f"after round {number}")
            self.office.close(number)
            self._compare(f"round {number} closed")
            print(f"round {number}: equal, published after {self.lags[-2]:.1f} s", flush=True)

    def _all_tables(self, number: int) -> list[TableRound]:
        self.tables = [
            Table(
                self.addresses,
                at,
                code,
                f"{self.seed}-{number}-{at}",
                game=self.game,
                patience=self.patience,
            )
            for at, code in enumerate(self.codes, start=1)
        ]
        with ThreadPoolExecutor(TABLES_AT_ONCE) as threads:
            return list(threads.map(lambda table: table.play(self.each), self.tables))

    def _count(self, played: list[TableRound]) -> None:
        self.played.append(played)
        for table in played:
            self.counts.add(table.counts)
        points = {
            name: table.totals[side]
            for table in played
            for side, pair in table.sides.items()
            for name in pair
        }
        self.points.append(points)
        self.waits.append(set(self.people) - points.keys())

    def _published(self) -> Ranked:
        page = expect(self.public.get(self.office.public))
        rows = [element.attributes for element in page.with_data("entry")]
        return {row["data-name"]: (int(row["data-rank"]), int(row["data-total"])) for row in rows}

    def _compare(self, when: str) -> None:
        """Wait for the published ranking to be ours; how long that took is kept in ``lags``."""
        game = self.game
        expected = independent_ranking(
            self.points, self.waits, credit=game.credit, low_is_good=game.low_is_good
        )
        start = time.monotonic()
        while (shown := self._published()) != expected:
            if time.monotonic() - start > self.publish:
                wrong = {
                    name: (shown.get(name), expected.get(name))
                    for name in shown.keys() | expected.keys()
                    if shown.get(name) != expected.get(name)
                }
                raise EveningError(f"{when}: published against independent: {wrong}")
            time.sleep(0.1)
        self.lags.append(time.monotonic() - start)
