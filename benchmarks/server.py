"""What the program costs on a server, in ratio to the least that any program there could cost.

    python -m benchmarks.server            the whole report, some three minutes
    python -m benchmarks.server --small    a tenth of the hall, to see that it works
    python -m benchmarks.server --only recording,standings

Starts PostgreSQL, Redis, one web process and one worker of its own, on an empty database. PostgreSQL
waits for its disk at every commit, as operators run it. Prints
tables and asserts nothing: a ratio compares two things that were measured by turns in this one run.
Times are in milliseconds. Needs a redis-server and a PostgreSQL.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import django

from scripts.evening.server import started
from scripts.services import find_postgres, find_redis

SETTINGS = {"DJANGO_SETTINGS_MODULE": "benchmarks.bare_settings"}


def main() -> None:
    options = argparse.ArgumentParser(description="Measure the server.")
    options.add_argument("--small", action="store_true", help="a tenth of the hall")
    options.add_argument("--only", default="", help="parts, with commas between them")
    given = options.parse_args()
    if find_postgres() is None or find_redis() is None:
        sys.exit("The benchmark of the server needs PostgreSQL and redis-server.")
    with (
        tempfile.TemporaryDirectory(prefix="jassclub-bench-") as folder,
        started(
            Path(folder), use_postgres=True, webs=1, workers=1, fsync=True, extra=SETTINGS
        ) as hall,
    ):
        os.environ.update(hall.webs[0].environment)
        django.setup()
        from benchmarks.server_parts import report

        only = frozenset(filter(None, given.only.split(",")))
        for line in report(hall, scale=10 if given.small else 1, only=only):
            print(line, flush=True)


if __name__ == "__main__":
    main()
