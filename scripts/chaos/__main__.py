"""Plays the evening on PostgreSQL and Redis with two web processes and two workers, and breaks things.

    python -m scripts.chaos --players 64 --rounds 2
    python -m scripts.chaos --broken          # without row locks and unique nonces: must fail

Exits non-zero on any violation. Talks to this machine only; ends by itself.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import psycopg

from scripts.chaos.faults import Faults
from scripts.chaos.history import check
from scripts.evening.office import EveningError
from scripts.evening.play import Evening
from scripts.evening.server import started

PATIENCE = 90.0
PUBLISH_SECONDS = 30.0

# What `--broken` puts in front of the program: Django without row locks.
NO_LOCKS = """
from django.db.models.query import QuerySet
QuerySet.select_for_update = lambda self, *args, **kwargs: self.all()
"""
NO_CONSTRAINTS = (
    "ALTER TABLE scoring_deal DROP CONSTRAINT deal_nonce_once",
    "ALTER TABLE scoring_deal DROP CONSTRAINT deal_version_once",
    "DROP INDEX deal_one_current_version",
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.chaos")
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--broken", action="store_true", help="without locks and constraints")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="jassclub-chaos-") as name:
        folder = Path(name)
        extra = {}
        if given.broken:
            (folder / "broken").mkdir()
            (folder / "broken" / "sitecustomize.py").write_text(NO_LOCKS)
            extra = {"PYTHONPATH": str(folder / "broken")}
        with started(folder, use_postgres=True, webs=2, workers=2, extra=extra) as hall:
            if given.broken:
                with psycopg.connect(hall.database) as database:
                    for statement in NO_CONSTRAINTS:
                        database.execute(statement)
            evening = Evening(
                hall.addresses,
                given.players,
                given.rounds,
                given.deals,
                given.seed,
                patience=PATIENCE,
                publish=PUBLISH_SECONDS,
            )
            violations: list[str] = []
            with Faults(hall, evening, given.seed) as faults:
                try:
                    evening.prepare()
                    evening.play(faults.while_playing)
                except (EveningError, LookupError) as error:
                    violations.append(str(error))
                verdict = check(evening, hall.database)
            faults.look_after()
            violations += [*faults.ended, *verdict.violations]
    print("faults:", dict(faults.counts))
    print("tried:", evening.counts)
    print("looked at:", dict(verdict.looked_at))
    for violation in violations:
        print(f"VIOLATION {violation[:2000]}", file=sys.stderr)
    print(f"{len(violations)} violations ({time.monotonic() - began:.0f} s)")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
