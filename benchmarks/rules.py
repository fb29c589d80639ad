"""What the rules engine costs, in ratio to the HTTP request that carries a sheet.

    python -m benchmarks.rules

Prints a table and asserts nothing. A sheet of twelve correct deals is replayed, and the same sheet is
sent to the check's address of a server on this machine, over one open connection. Times are the best
of many, so that what else the machine does weighs little.
"""

import os
import random
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep

import httpx

from benchmarks.sheets import sheet
from scoring.rules import VARIANTS, Variant

DEALS = 12
SEED = 20261129
OPEN_END = {"target": 100_000, "limit": 100_000}


def best(work: Callable[[], object], times: int) -> float:
    """Seconds of the fastest of many runs."""
    fastest = float("inf")
    for _run in range(times):
        start = perf_counter()
        work()
        fastest = min(fastest, perf_counter() - start)
    return fastest


def import_seconds() -> float:
    """How long a fresh interpreter takes to import the engine, its bytecode compiled before."""
    program = "from time import perf_counter as t; a = t(); import scoring.rules; print(t() - a)"
    command = [sys.executable, "-c", program]
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "PYTHONPYCACHEPREFIX": folder,
            "PYTHONDONTWRITEBYTECODE": "",
        }
        return min(float(subprocess.check_output(command, env=environment)) for _run in range(9))


@contextmanager
def server() -> Iterator[httpx.Client]:
    """A server with a database of its own, and a client that keeps its connection."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DATABASE_PATH": str(Path(folder) / "bench.sqlite3")}
        command = [sys.executable, "-m", "uvicorn", "jassclub.asgi:application"]
        running = subprocess.Popen(
            [*command, "--port", str(port), "--log-level", "error"], env=environment
        )
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
                wait_for(client)
                yield client
        finally:
            running.terminate()
            running.wait()


def wait_for(client: httpx.Client) -> None:
    for _try in range(300):
        try:
            client.get("/api/v1/variants")
        except httpx.TransportError:
            sleep(0.1)
        else:
            return
    raise RuntimeError("the server did not start within half a minute")


def seconds(variant: Variant, client: httpx.Client) -> tuple[float, float]:
    """Of a replay, and of the request that carries the same sheet."""
    defaults = variant.options()
    raw = {name: value for name, value in OPEN_END.items() if name in defaults}
    options = variant.options(raw)
    deals = sheet(variant.name, options, random.Random(SEED))[:DEALS]
    payload = {"options": raw, "deals": deals}

    def request() -> None:
        client.post(f"/api/v1/variants/{variant.name}/check", json=payload).raise_for_status()

    return best(lambda: variant.replay(deals, options), 400), best(request, 150)


def report() -> Iterator[str]:
    yield f"import of scoring.rules in a fresh interpreter: {1000 * import_seconds():.0f} ms"
    yield ""
    yield f"| {DEALS} deals of | replay, µs | request, ms | ratio |"
    yield "|---|---:|---:|---:|"
    with server() as client:
        for variant in VARIANTS:
            replay, request = seconds(variant, client)
            ratio = f"{100 * replay / request:.1f} %"
            yield f"| {variant.title} | {1e6 * replay:.0f} | {1e3 * request:.1f} | {ratio} |"


if __name__ == "__main__":
    print("\n".join(report()))
