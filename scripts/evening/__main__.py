"""Plays a whole evening against a running server and compares the ranking with its own sums.

    python -m scripts.evening                          # starts the embedded set-up for itself
    python -m scripts.evening --players 62             # two wait each round, with a fixed credit
    python -m scripts.evening --variant cego --players 16
    python -m scripts.evening --variant all --players 16    # an evening of every game, one by one
    python -m scripts.evening --postgres --webs 2 --workers 2
    python -m scripts.evening --url http://127.0.0.1:8000

Exits non-zero if the published ranking differs from the sums, or if anything was answered as it
must not be. Traffic goes to this machine only and is bounded by the figures given.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from scripts.evening.games import GAMES
from scripts.evening.office import EveningError
from scripts.evening.play import Evening
from scripts.evening.server import started
from scripts.services import LOOPBACK

EVERY = "all"


@contextmanager
def server(url: str, *, postgres: bool, webs: int, workers: int) -> Iterator[list[str]]:
    """The given server on this machine, or the program started for this evening."""
    if url:
        if urlsplit(url).hostname not in {LOOPBACK, "localhost", "::1"}:
            raise SystemExit("The evening is played against this machine only.")
        yield [url.rstrip("/")]
        return
    with (
        tempfile.TemporaryDirectory(prefix="jassclub-evening-") as folder,
        started(Path(folder), use_postgres=postgres, webs=webs, workers=workers) as hall,
    ):
        yield hall.addresses


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.evening")
    parser.add_argument("--variant", choices=[*GAMES, EVERY], default="schieber")
    parser.add_argument("--players", type=int, help="64 in the Schieber, 16 in the other games")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--url", default="", help="a server that runs already, on this machine")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL instead of SQLite")
    parser.add_argument("--webs", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    began = time.monotonic()
    try:
        with server(
            given.url, postgres=given.postgres, webs=given.webs, workers=given.workers
        ) as addresses:
            for name in GAMES if given.variant == EVERY else [given.variant]:
                evening = Evening(
                    addresses,
                    given.players or (64 if name == "schieber" else 16),
                    given.rounds,
                    given.deals,
                    given.seed,
                    game=GAMES[name],
                )
                evening.prepare()
                evening.play()
                print(f"{name}: {evening.counts}", flush=True)
    except (EveningError, LookupError) as error:
        print(f"NOT EQUAL: {error}", file=sys.stderr)
        return 1
    print(f"the published ranking equals the independent sums ({time.monotonic() - began:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
