"""How good the draws are and what they cost, in ratio to something everybody can picture.

    python -m benchmarks.draws

Prints tables and asserts nothing. Seconds are of the processor, and beside each stands the ratio to
*one random draw* of the same size, which shuffles the people for every round and looks at nothing.
For Swiss the same evenings are paired by packages from PyPI (``make bench`` installs them; where
there is no wheel for this Python they are left out).
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import process_time
from typing import Any

from tournaments.draw import DrawnRound, draw
from tournaments.ranking import rank

SEED = 7
EVENINGS = (
    (8, 3), (8, 7), (9, 5), (12, 3), (12, 11), (16, 5), (18, 5), (20, 5), (23, 6), (24, 7), (28, 9),
    (30, 7), (32, 10), (37, 5), (40, 13), (64, 10), (80, 7), (120, 7), (500, 7), (1000, 7),
)  # fmt: skip
MIXED = ((10, 4, 3), (23, 5, 5), (30, 5, 6), (101, 6, 5), (1000, 7, 5))
SWISS = ((16, 5), (16, 9), (64, 7), (200, 7))

Pair = tuple[int, int]
Pairing = Callable[[list[dict[Pair, int]], dict[int, int], int], list[Pair]]


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    start = process_time()
    answer = work()
    return answer, max(process_time() - start, 1e-6)


def random_draw(n: int, rounds: int, size: int) -> list[DrawnRound]:
    """What a lot without any look at the history gives."""
    lots = random.Random(SEED)
    found = []
    for _ in range(rounds):
        people = lots.sample(range(1, n + 1), n)
        tables = tuple(tuple(people[k : k + size]) for k in range(0, n - size + 1, size))
        found.append(DrawnRound(tables, tuple(people[n - n % size :])))
    return found


def meetings_again(rounds: Sequence[DrawnRound]) -> int:
    """Meetings at a table beyond each pair's first."""
    met = Counter(
        frozenset(pair) for r in rounds for table in r.tables for pair in combinations(table, 2)
    )
    return sum(times - 1 for times in met.values())


def partners_again(rounds: Sequence[DrawnRound]) -> int:
    """Partnerships beyond each pair's first."""
    met = Counter(frozenset(pair) for r in rounds for t in r.tables for pair in (t[::2], t[1::2]))
    return sum(times - 1 for times in met.values())


def table(title: str, columns: Sequence[str], rows: Iterator[Sequence[object]]) -> None:
    print(f"\n## {title}\n")
    print("| " + " | ".join(columns) + " |")
    print("|" + " --- |" * len(columns))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |", flush=True)


def partner_rows() -> Iterator[Sequence[object]]:
    for n, rounds in EVENINGS:
        by_lot, lot_seconds = timed(partial(random_draw, n, rounds, 4))
        people = range(1, n + 1)
        result, seconds = timed(
            partial(draw, "drawn-partners", entries=people, rounds=rounds, seed=SEED)
        )
        bounds = {b["what"]: b for b in result.protocol["bounds"]}
        again = bounds["meetings-again"]
        yield (
            n,
            rounds,
            f"{partners_again(result.rounds)} ({partners_again(by_lot)})",
            f"{again['reached']} ({meetings_again(by_lot)})",
            again["bound"],
            f"{seconds:.2f}",
            f"{seconds / lot_seconds:.0f}",
            result.protocol["found_by"],
        )


def mixed_rows() -> Iterator[Sequence[object]]:
    for n, rounds, other in MIXED:
        by_lot, lot_seconds = timed(partial(random_draw, n, rounds, 4))
        people, allowed = range(1, n + 1), [4, other]
        result, seconds = timed(
            partial(
                draw,
                "individuals",
                entries=people,
                rounds=rounds,
                seed=SEED,
                table_size=allowed,
            )
        )
        sizes = Counter(len(t) for t in result.rounds[0].tables)
        yield (
            n,
            rounds,
            " + ".join(f"{count} × {size}" for size, count in sorted(sizes.items())),
            meetings_again(result.rounds),
            meetings_again(by_lot),
            f"{seconds:.2f}",
            f"{seconds / lot_seconds:.0f}",
        )


def our_pairing(history: list[dict[Pair, int]], points: dict[int, int], left: int) -> list[Pair]:
    result = draw(
        "swiss",
        entries=points,
        rounds=left,
        seed=SEED,
        table_size=2,
        history=[list(played) for played in history],
        points=points,
    )
    return [(int(one), int(other)) for one, other in result.rounds[0].tables]


def cardarena_pairing() -> Pairing:
    package = import_module("cardarena_tournament_core")
    won = package.MatchupOutcome
    outcomes = {2: won.PLAYER1_WINS, 1: won.DRAW, 0: won.PLAYER2_WINS}
    state: dict[str, Any] = {}

    def pairing(history: list[dict[Pair, int]], points: dict[int, int], left: int) -> list[Pair]:
        del left
        if not history:
            people = [package.Player(id=str(one), name=str(one)) for one in points]
            state["swiss"] = package.Swiss(people)
        else:
            for game in state["round"].matchups:
                pair = int(game.player1.id), int(game.player2.id)
                game.outcome = outcomes[history[-1][pair]]
            state["swiss"].submit_results(state["round"])
        state["round"] = state["swiss"].pair()
        return [(int(g.player1.id), int(g.player2.id)) for g in state["round"].matchups]

    return pairing


def py4swiss_pairing() -> Pairing:
    engine = import_module("py4swiss.engines").DutchEngine
    parser = import_module("py4swiss.trf").TrfParser

    def pairing(history: list[dict[Pair, int]], points: dict[int, int], left: int) -> list[Pair]:
        lines = [f"XXR {len(history) + left}", "XXC white1"]
        for one, scored in points.items():
            games = ""
            for played in history:
                ((first, second), score) = next(g for g in played.items() if one in g[0])
                own = score if one == first else 2 - score
                other = second if one == first else first
                games += f"  {other:4d} {'w' if one == first else 'b'} {'0=1'[own]}"
            lines.append(
                f"001 {one:4d}      {f'Player {one}':33s} {2000 - one:4d} "
                f"{'':3s} {'':11s} {'':10s} {scored / 2:4.1f} {one:4d}{games}"
            )
        with NamedTemporaryFile("w", suffix=".trf") as file:
            file.write("\n".join(lines) + "\n")
            file.flush()
            pairs = engine.generate_pairings(parser.parse(Path(file.name)))
        return [(int(p.white), int(p.black)) for p in pairs]

    return pairing


def swiss_evening(n: int, rounds: int, pairing: Pairing) -> tuple[int, int, float]:
    """Repeats, score differences in points, and seconds of an evening of duels (win 2, draw 1).

    Who wins is decided by playing strength and the same lots whoever draws.
    """
    points = dict.fromkeys(range(1, n + 1), 0)
    history: list[dict[Pair, int]] = []
    met: Counter[frozenset[int]] = Counter()
    differences, seconds = 0, 0.0
    for left in range(rounds, 0, -1):
        pairs, spent = timed(partial(pairing, history, points, left))
        seconds += spent
        played: dict[Pair, int] = {}
        for one, other in pairs:
            differences += abs(points[one] - points[other])
            met[frozenset((one, other))] += 1
            lot = random.Random(f"{SEED}/{min(one, other)}/{max(one, other)}").randrange(10)
            stronger = 2 if (one < other) == (lot < 6) else 0
            played[one, other] = 1 if lot == 9 else stronger
        for (one, other), score in played.items():
            points[one] += score
            points[other] += 2 - score
        history.append(played)
    return sum(times - 1 for times in met.values()), differences, seconds


def rivals() -> list[tuple[str, Callable[[], Pairing]]]:
    """Ours and the packages that are installed."""
    found: list[tuple[str, Callable[[], Pairing]]] = [("ours", lambda: our_pairing)]
    for module, name, make in (
        ("cardarena_tournament_core", "cardarena-tournament-core", cardarena_pairing),
        ("py4swiss", "py4swiss (FIDE Dutch)", py4swiss_pairing),
    ):
        if find_spec(module):
            found.append((name, make))
        else:
            print(f"\n({name} is not installed and is left out of the Swiss table.)")
    return found


def swiss_rows(
    paired_by: Sequence[tuple[str, Callable[[], Pairing]]],
) -> Iterator[Sequence[object]]:
    for n, rounds in SWISS:
        _, lot_seconds = timed(partial(random_draw, n, rounds, 2))
        for name, make in paired_by:
            repeats, differences, seconds = swiss_evening(n, rounds, make())
            ratio = f"{seconds / lot_seconds:.0f}"
            yield n, rounds, name, repeats, differences, f"{seconds:.2f}", ratio


def rank_rows() -> Iterator[Sequence[object]]:
    lots = random.Random(SEED)
    results: dict[int, list[int | None]] = {
        one: [lots.randrange(600, 1300) for _ in range(7)] for one in range(1, 1001)
    }
    facts = {
        one: {
            "matches": lots.randrange(4),
            "wins": lots.randrange(8),
            "games": [[lots.sample(range(1, 1001), 2), 700, 556] for _ in range(7)],
        }
        for one in results
    }
    totals = {one: sum(value or 0 for value in row) for one, row in results.items()}
    _, base = timed(lambda: [sorted(totals, key=totals.__getitem__) for _ in range(50)])
    base /= 50
    for chain in (
        ["sum", "shared"],
        ["best:5", "highest-round", "matches", "lot"],
        ["wins", "buchholz", "direct", "last-round", "lot"],
    ):
        _, seconds = timed(partial(rank, results, chain, facts=facts, lot_seed=SEED))
        yield " → ".join(chain), f"{seconds * 1000:.1f}", f"{seconds / base:.0f}"


def main() -> None:
    table(
        "Drawn partners: repeats left (of a random draw), and seconds",
        ("people", "rounds", "partners again", "meetings again", "bound", "s", "× random", "by"),
        partner_rows(),
    )
    table(
        "Individuals at tables of four and another size",
        ("people", "rounds", "tables", "meetings again", "of a random draw", "s", "× random"),
        mixed_rows(),
    )
    table(
        "Swiss, duels: win 2, draw 1",
        ("people", "rounds", "by", "repeats", "score differences", "s", "× random"),
        swiss_rows(rivals()),
    )
    table(
        "Ranking of 1000 entries after 7 rounds",
        ("chain", "ms", "× sorted"),
        rank_rows(),
    )


if __name__ == "__main__":
    main()
