"""`make run`: the whole program on one machine, for a club's laptop.

Brings the database up to date, loads the demo club into an empty one, starts Redis (where there is
one), a worker and a web server, prints the addresses, and watches. What ends by itself is started
again. Ctrl-C ends everything that was started, and nothing else.

Variables: PORT (8000, or the next free one), BIND (0.0.0.0), PUBLIC_URL (what QR codes point to; the
LAN address if not given), REDIS_SERVER (a binary, or "none"), and those of the settings.
"""

import contextlib
import fcntl
import json
import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

from scripts.messages import compile_stale
from scripts.services import (
    LOOPBACK,
    ROOT,
    Service,
    ServiceError,
    any_port,
    find_redis,
    free_port,
    redis_service,
    run_manage,
    web_service,
    worker_service,
)

VAR = Path(os.environ.get("VAR_DIR", ROOT / "var")).resolve()
LOGS = VAR / "log"
PORTS_TRIED = 50
RESTARTS, WITHIN = 3, 60.0
NO_REDIS = """
**********************************************************************
*  There is NO redis-server on this machine.                         *
*  The program runs all the same, with two differences: standings    *
*  are computed while a table waits for its answer, and pages ask    *
*  for news every few seconds instead of being told.                 *
*  For a large evening: apt install redis-server, then start again.  *
**********************************************************************
"""


class Stop(Exception):
    """Somebody asked for the end: Ctrl-C, or a signal."""


class CannotRun(Exception):
    """Nothing can be started; says why and what to do."""


def on_signal(number: int, _frame: FrameType | None) -> None:
    raise Stop(signal.Signals(number).name)


@contextlib.contextmanager
def only_one() -> Iterator[Path]:
    """Hold the lock of this folder's `var/`; CannotRun if another run holds it."""
    VAR.mkdir(parents=True, exist_ok=True)
    path = VAR / "run.lock"
    with path.open("a+") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            handle.seek(0)
            raise CannotRun(
                f"Jassclub runs already from this folder: {handle.read() or 'it is starting'}\n"
                "Use that one, or stop it first with Ctrl-C where it was started."
            ) from None
        path.write_text("")
        yield path


def lan_address() -> str | None:
    """The address by which other devices reach this machine. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for anywhere in ("192.0.2.1", "192.168.255.254", "10.255.255.254"):
            with contextlib.suppress(OSError):
                probe.connect((anywhere, 9))
                address = str(probe.getsockname()[0])
                if not address.startswith("127."):
                    return address
    with contextlib.suppress(OSError):
        for address in socket.gethostbyname_ex(socket.gethostname())[2]:
            if not address.startswith("127."):
                return address
    return None


def choose_port(host: str) -> int:
    """PORT, or the first free one after it."""
    wanted = int(os.environ.get("PORT") or 8000)
    for port in range(wanted, wanted + PORTS_TRIED):
        if free_port(host, port):
            if port != wanted:
                print(f"Port {wanted} is taken by another program; this one uses {port}.")
            return port
    raise CannotRun(f"No port from {wanted} on is free. Choose another: make run PORT=9000")


def addresses(port: int) -> dict[str, str]:
    """What the settings must know of the addresses this run answers to."""
    name = socket.gethostname()
    lan = lan_address()
    url = os.environ.get("PUBLIC_URL") or f"http://{lan or 'localhost'}:{port}"
    hosts = {lan, name, f"{name}.local", urlsplit(url).hostname} - {None, ""}
    given = filter(None, os.environ.get("PUBLIC_HOSTS", "").split(","))
    origins = filter(None, os.environ.get("TRUSTED_ORIGINS", "").split(","))
    names = sorted(map(str, hosts))
    local = [f"http://{host}:{port}" for host in names]
    return {
        "PUBLIC_URL": url,
        "PUBLIC_HOSTS": ",".join([*names, *given]),
        "TRUSTED_ORIGINS": ",".join(dict.fromkeys([url, *local, *origins])),
    }


def load_demo(environment: dict[str, str]) -> dict[str, str]:
    """Load the demo club into an empty database; where to look at it, empty if it is not there."""
    printed = run_manage(environment, "demo", "--if-empty", "--json")
    demo: dict[str, str] = json.loads(printed)
    return demo


def start_redis(services: list[Service]) -> dict[str, str]:
    """Start a redis-server if one can be had; the variable that says where it is."""
    if os.environ.get("REDIS_URL"):
        return {}
    binary = find_redis()
    if binary is None:
        print(NO_REDIS)
        return {"REDIS_URL": ""}
    port = any_port()
    redis = redis_service(binary, port, VAR / "redis", LOGS / "redis.log")
    services.append(redis)
    redis.start()
    redis.wait_for_port(port)
    return {"REDIS_URL": f"redis://{LOOPBACK}:{port}/0"}


def wait_for_answer(web: Service, port: int, seconds: float = 60) -> None:
    web.wait_for_port(port, seconds)
    with contextlib.suppress(urllib.error.HTTPError):
        urllib.request.urlopen(f"http://{LOOPBACK}:{port}/healthz", timeout=seconds).close()


def start(services: list[Service], lock: Path) -> str:
    """Start everything into services, in order; what to print."""
    host = os.environ.get("BIND") or "0.0.0.0"  # noqa: S104 - the hall's phones must reach it
    port = choose_port(host)
    environment = addresses(port)
    compile_stale()
    environment |= start_redis(services)
    print("Bringing the database up to date …", flush=True)
    run_manage(environment, "migrate", "--skip-checks", "--verbosity", "0")
    if environment.get("REDIS_URL", os.environ.get("REDIS_URL")):
        services.append(worker_service(environment, LOGS / "worker.log"))
        services[-1].start()
    web = web_service(environment, host, port, LOGS / "web.log")
    services.append(web)
    web.start()
    print("Looking for a club; an empty database gets the demo club …", flush=True)
    demo = load_demo(environment)
    wait_for_answer(web, port)
    lock.write_text(environment["PUBLIC_URL"])
    return welcome(environment["PUBLIC_URL"], port, demo)


def welcome(url: str, port: int, demo: dict[str, str]) -> str:
    where = {"Public page": "/", "Office": "/accounts/login/"}
    if demo:
        where |= {"Ranking": demo["ranking"], "Office": demo["office"], "A table": demo["table"]}
    lines = [f"  {name:<13} {url}{path}" for name, path in where.items() if path]
    if demo:
        lines.append(f"  Demo login    {demo['email']}   password: {demo['password']}")
    lines += ["", f"On this machine also http://localhost:{port}/", f"Logs: {LOGS}"]
    return "\n".join(["", "Jassclub runs. Ctrl-C stops it.", "", *lines, ""])


def watch(services: list[Service]) -> None:
    """Start again what ends; ServiceError when something ends too often."""
    ends: dict[str, deque[float]] = {each.name: deque(maxlen=RESTARTS) for each in services}
    while True:
        time.sleep(0.5)
        for service in services:
            if service.running:
                continue
            times = ends[service.name]
            if len(times) == RESTARTS and time.monotonic() - times[0] < WITHIN:
                raise ServiceError(
                    f"{service.name} ended {RESTARTS + 1} times within a minute, so everything "
                    f"stops. Its log ({service.log}) ends with:\n{service.last_lines()}"
                )
            times.append(time.monotonic())
            print(f"{service.name} ended by itself and is started again.", flush=True)
            service.stop()
            service.start()


def main() -> int:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, on_signal)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # under nohup it stays ignored
        signal.signal(signal.SIGHUP, on_signal)
    services: list[Service] = []
    try:
        with only_one() as lock:
            try:
                rotate_logs()
                print(start(services, lock), flush=True)
                watch(services)
            finally:
                stop(services)
    except Stop:
        print("Everything has been stopped.", flush=True)
    except (CannotRun, ServiceError) as error:
        print(error, file=sys.stderr, flush=True)
        return 1
    return 0


def rotate_logs() -> None:
    """Keep the logs of this run and of the one before."""
    for log in LOGS.glob("*.log"):
        log.replace(log.with_suffix(".log.1"))


def stop(services: list[Service]) -> None:
    """End everything, last started first; further signals cannot interrupt this."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if services:
        print("\nStopping …", flush=True)
    for service in reversed(services):
        service.stop()


if __name__ == "__main__":
    sys.exit(main())
