"""`make test`: everything that is checked, lane by lane.

A lane that fails does not keep the next one from running. A lane whose tool this machine does not
have is skipped, and that is said at the end where nobody can miss it; with CI=true it is a failure.

    python -m scripts.test                            all lanes
    python -m scripts.test unit browser -- -x -k draw   these, with arguments for pytest
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scripts.messages import GETTEXT_TOOLS, can_extract
from scripts.services import ROOT, ServiceError, find_chromium, find_postgres, find_redis, postgres

CI = os.environ.get("CI") == "true"
LANE_MINUTES = 25
NOT_FOR_TESTS = {
    *("DATABASE_URL", "DATABASE_PATH", "REDIS_URL", "PUBLIC_URL", "PUBLIC_HOSTS"),
    *("TRUSTED_ORIGINS", "DEBUG", "COLLECTED_STATIC", "BEHIND_PROXY", "EMAIL_HOST"),
}
SERVER = {
    "SECRET_KEY": "a long and arbitrary text that is used for this check and for nothing else",
    "DATABASE_URL": "postgres://jassclub@127.0.0.1/jassclub",
    "REDIS_URL": "redis://127.0.0.1/0",
    "PUBLIC_URL": "https://jass.example.org",
    "PUBLIC_HOSTS": "jass.example.org",
}
PYTHON = [sys.executable, "-m"]
PYTEST = [*PYTHON, "pytest", "-q", "-rs"]
DATABASE_TESTS = ["tests", "--ignore=tests/live", "--ignore=tests/browser"]
NO_PURE_TESTS = ["--ignore=tests/rules", "--ignore=tests/draw", "--ignore=tests/scripts"]
COUNT = re.compile(r"(\d+) (passed|failed|skipped|error)")


@dataclass
class Lane:
    """What is run, one command after the other, and what it needs.

    `tool` is asked first; a false answer skips the lane and `missing` says what is not there.
    `database` gives the DATABASE_URL for the time of the run.
    """

    name: str
    commands: list[list[str]]
    environment: Mapping[str, str] = field(default_factory=dict)
    tool: Callable[[], object] = lambda: True
    missing: str = ""
    database: Callable[[], contextlib.AbstractContextManager[str]] | None = None


@dataclass
class Result:
    lane: Lane
    word: str
    seconds: float
    counts: Counter[str]


@contextlib.contextmanager
def real_postgres() -> Iterator[str]:
    """The server that DATABASE_URL names, else a new one of our own."""
    if url := os.environ.get("DATABASE_URL"):
        yield url
    elif binaries := find_postgres():
        with postgres(binaries) as url:
            yield url


def has_postgres() -> bool:
    return bool(os.environ.get("DATABASE_URL") or find_postgres())


def has_postgres_and_redis() -> bool:
    return has_postgres() and bool(find_redis())


LANES = [
    Lane("lint", [[*PYTHON, "ruff", "check", "."], [*PYTHON, "ruff", "format", "--check", "."]]),
    Lane("types", [[*PYTHON, "mypy"]]),
    Lane("imports", [[str(Path(sys.executable).with_name("lint-imports"))]]),
    Lane("migrations", [[sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"]]),
    Lane(
        "deploy",
        [[sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]],
        SERVER,
    ),
    Lane(
        "messages",
        [[sys.executable, "scripts/messages.py", "check"]],
        tool=can_extract,
        missing=f"gettext ({', '.join(GETTEXT_TOOLS)})",
    ),
    Lane("unit", [[*PYTEST, "-n", "2", "-m", "not postgres", *DATABASE_TESTS]]),
    Lane(
        "postgres",
        [[*PYTEST, "-n", "2", *DATABASE_TESTS, *NO_PURE_TESTS]],
        tool=has_postgres,
        missing="PostgreSQL (initdb and postgres)",
        database=real_postgres,
    ),
    Lane(
        "live",
        [[*PYTEST, "-m", "not postgres", "tests/live"]],
        tool=find_redis,
        missing="redis-server",
    ),
    Lane(
        "server",
        [[*PYTEST, "tests/live", "--ignore=tests/live/test_run.py"]],
        tool=has_postgres_and_redis,
        missing="PostgreSQL or redis-server",
        database=real_postgres,
    ),
    Lane("browser", [[*PYTEST, "tests/browser"]], tool=find_chromium, missing="Chromium"),
]


def run(command: list[str], environment: Mapping[str, str]) -> tuple[int, Counter[str]]:
    """Run a command, passing on what it prints; its exit code and pytest's counts, if any."""
    kept = {key: value for key, value in os.environ.items() if key not in NOT_FOR_TESTS}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**kept, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )

    def end() -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    limit = threading.Timer(LANE_MINUTES * 60, end)
    limit.start()
    counts: Counter[str] = Counter()
    try:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            if re.search(r" in [\d.]+s", line):
                counts = Counter({word: int(number) for number, word in COUNT.findall(line)})
        return process.wait(), counts
    finally:
        limit.cancel()
        end()


def run_lane(lane: Lane, arguments: list[str]) -> Result:
    print(f"\n──── {lane.name} ".ljust(80, "─"), flush=True)
    start = time.monotonic()
    if not lane.tool():
        print(f"SKIPPED: there is no {lane.missing} on this machine", flush=True)
        return Result(lane, "SKIPPED", 0, Counter())
    codes, counts = [], Counter[str]()
    try:
        with lane.database() if lane.database else contextlib.nullcontext("") as url:
            environment = {**lane.environment, **({"DATABASE_URL": url} if url else {})}
            for command in lane.commands:
                extra = arguments if "pytest" in command else []
                code, found = run([*command, *extra], environment)
                codes.append(code)
                counts += found
    except (ServiceError, subprocess.CalledProcessError) as error:
        print(error, flush=True)
        codes.append(1)
    word = "FAILED" if any(codes) else "passed"
    return Result(lane, word, time.monotonic() - start, counts)


def summary(results: list[Result]) -> int:
    """Print how every lane ended; the exit code. The last line is one that CI can count."""
    print(f"\n──── {'summary':─<74}")
    for each in results:
        counts = ", ".join(f"{number} {word}" for word, number in each.counts.items())
        print(f"  {each.lane.name:<12}{each.word:<10}{each.seconds:6.1f} s   {counts}")
    skipped = [each for each in results if each.word == "SKIPPED"]
    if skipped:
        print("\n" + "*" * 78)
        for each in skipped:
            print(f"*  NOT CHECKED: {each.lane.name}. There is no {each.lane.missing} here.")
        if CI:
            print("*  CI must have everything, so this counts as a failure.")
        print("*" * 78)
    failed = [each for each in results if each.word == "FAILED"] + (skipped if CI else [])
    if failed:
        print(f"\nFAILED: {', '.join(each.lane.name for each in failed)}")
    total = sum((each.counts for each in results), Counter[str]())
    lost = total["failed"] + total["error"]
    if total:
        print(f"\n{total['passed']} passed, {lost} failed, {total['skipped']} skipped")
    return 1 if failed else 0


def main(arguments: list[str]) -> int:
    border = arguments.index("--") if "--" in arguments else len(arguments)
    chosen, extra = arguments[:border], arguments[border + 1 :]
    known = [lane.name for lane in LANES]
    if unknown := [name for name in chosen if name not in known]:
        print(f"No lane is called {' or '.join(unknown)}; there are {', '.join(known)}.")
        return 2
    lanes = [lane for lane in LANES if lane.name in chosen or not chosen]
    return summary([run_lane(lane, extra) for lane in lanes])


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # ends the lane too
    sys.exit(main(sys.argv[1:]))
