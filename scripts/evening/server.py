"""The program with its services, started for one evening in a folder that goes with it."""

import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from scripts.services import (
    LOOPBACK,
    Service,
    any_port,
    find_postgres,
    find_redis,
    postgres,
    redis_service,
    run_manage,
    web_service,
    worker_service,
)


@contextmanager
def started(folder: Path, *, use_postgres: bool, webs: int, workers: int) -> Iterator[list[str]]:
    """A fresh database with its web processes and workers; the addresses of the web processes."""
    with ExitStack() as stack:
        environment = {
            "VAR_DIR": str(folder),
            "SECRET_KEY": secrets.token_urlsafe(40),
            "DATABASE_URL": "",
            "DATABASE_PATH": str(folder / "evening.sqlite3"),
            "REDIS_URL": "",
            "LOG_LEVEL": "WARNING",
        }
        if use_postgres:
            binaries = find_postgres()
            if binaries is None:
                raise SystemExit("There is no PostgreSQL on this machine.")
            environment["DATABASE_URL"] = stack.enter_context(postgres(binaries))
        services: list[Service] = []
        if redis := find_redis():
            port = any_port()
            environment["REDIS_URL"] = f"redis://{LOOPBACK}:{port}/0"
            services.append(redis_service(redis, port, folder / "redis", folder / "redis.log"))
            services[0].start()
            stack.callback(services[0].stop)
            services[0].wait_for_port(port)
        else:
            print("There is NO redis-server: standings are computed by the web process itself.")
            workers = 0
        run_manage(environment, "migrate", "--verbosity", "0")
        for number in range(workers):
            worker = worker_service(environment, folder / f"worker-{number}.log", f"w{number}")
            worker.start()
            stack.callback(worker.stop)
        addresses = []
        for number in range(webs):
            port = any_port()
            web = web_service(environment, LOOPBACK, port, folder / f"web-{number}.log")
            web.start()
            stack.callback(web.stop)
            web.wait_for_port(port)
            addresses.append(f"http://{LOOPBACK}:{port}")
        yield addresses
