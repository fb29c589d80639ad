"""The program with its services, started for one evening in a folder that goes with it."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from scripts.services import (
    LOOPBACK,
    Service,
    any_port,
    find_postgres,
    find_redis,
    postgres_server,
    redis_service,
    run_manage,
    web_service,
    worker_service,
)


@dataclass
class Hall:
    """What runs. ``database`` is the PostgreSQL URL, empty for SQLite; ports stay over restarts."""

    addresses: list[str] = field(default_factory=list)
    webs: list[Service] = field(default_factory=list)
    workers: list[Service] = field(default_factory=list)
    redis: Service | None = None
    redis_port: int = 0
    postgres: Service | None = None
    database: str = ""

    @property
    def services(self) -> list[Service]:
        """All that runs."""
        return [*self.webs, *self.workers, *filter(None, (self.redis, self.postgres))]


@contextmanager
def started(
    folder: Path,
    *,
    use_postgres: bool,
    webs: int,
    workers: int,
    fsync: bool = False,
    extra: Mapping[str, str] | None = None,
) -> Iterator[Hall]:
    """A fresh database with its web processes and workers. ``extra`` variables are theirs alone.

    ``fsync``: PostgreSQL waits for its disk, as operators run it.
    """
    hall = Hall()
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
            hall.database, hall.postgres = stack.enter_context(
                postgres_server(binaries, fsync=fsync)
            )
            environment["DATABASE_URL"] = hall.database
        if redis := find_redis():
            hall.redis_port = any_port()
            environment["REDIS_URL"] = f"redis://{LOOPBACK}:{hall.redis_port}/0"
            hall.redis = redis_service(
                redis, hall.redis_port, folder / "redis", folder / "redis.log"
            )
            hall.redis.start()
            stack.callback(hall.redis.stop)
            hall.redis.wait_for_port(hall.redis_port)
        else:
            print("There is NO redis-server: standings are computed by the web process itself.")
            workers = 0
        run_manage(environment, "migrate", "--verbosity", "0")
        own = {**environment, **(extra or {})}
        for number in range(workers):
            worker = worker_service(own, folder / f"worker-{number}.log", f"w{number}")
            worker.start()
            stack.callback(worker.stop)
            hall.workers.append(worker)
        for number in range(webs):
            port = any_port()
            web = web_service(own, LOOPBACK, port, folder / f"web-{number}.log")
            web.start()
            stack.callback(web.stop)
            web.wait_for_port(port)
            hall.webs.append(web)
            hall.addresses.append(f"http://{LOOPBACK}:{port}")
        yield hall
