"""The whole program as an evening runs it: a real Redis, a worker, web processes.

All of them use the test's own database, so a test writes through services or over HTTP, and looks
where it likes. Tests that use the stack must commit: ask for `transactional_db` (`stack` does).
"""

import os
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from scripts.services import (
    LOOPBACK,
    Service,
    any_port,
    find_redis,
    redis_service,
    web_service,
    worker_service,
)
from tests.needs import need


@dataclass
class Stack:
    """The running services. `urls` has one address per web process."""

    folder: Path
    redis_port: int
    redis: Service
    worker: Service
    webs: list[Service] = field(default_factory=list)
    urls: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.urls[0]

    @property
    def environment(self) -> dict[str, str]:
        return database_environment() | {
            "REDIS_URL": f"redis://{LOOPBACK}:{self.redis_port}/0",
            "SECRET_KEY": settings.SECRET_KEY,
            "PYTHONWARNINGS": "default",
        }

    def start_redis(self) -> None:
        self.redis.start()
        self.redis.wait_for_port(self.redis_port)

    def start_worker(self) -> None:
        self.worker.environment = self.environment
        self.worker.log.unlink(missing_ok=True)
        self.worker.start()
        self.worker.wait_for_line(" ready.")

    def start_web(self) -> str:
        """Start one more web process; its address."""
        port = any_port()
        log = self.folder / f"web-{port}.log"
        web = web_service(self.environment, LOOPBACK, port, log)
        self.webs.append(web)
        self.urls.append(f"http://{LOOPBACK}:{port}")
        web.start()
        web.wait_for_port(port)
        return self.urls[-1]

    def heal(self) -> None:
        """Start again what a test has ended."""
        if not self.redis.running:
            self.start_redis()
        if not self.worker.running:
            self.start_worker()
        while len(self.webs) > 1:
            self.webs.pop().stop()
            self.urls.pop()
        if self.webs and not self.webs[0].running:
            self.webs.clear()
            self.urls.clear()
        if not self.webs:
            self.start_web()

    def stop(self) -> None:
        for service in (*self.webs, self.worker, self.redis):
            service.stop()

    def logs(self) -> Iterator[tuple[str, str]]:
        """What each service is called and what it said last, whether it still runs or not."""
        for service in (self.redis, self.worker, *self.webs):
            state = "running" if service.running else "ended"
            yield f"{service.name}, {state}", service.last_lines(60)

    def client(self, user=None, url: str | None = None) -> httpx.Client:
        """A browser without a screen, signed in as user if one is given."""
        client = httpx.Client(base_url=url or self.url, timeout=20)
        if user is not None:
            session = Client()
            session.force_login(user)
            name = settings.SESSION_COOKIE_NAME
            client.cookies.set(name, session.cookies[name].value, domain=LOOPBACK)
        return client


def database_environment() -> dict[str, str]:
    """The variables by which another process finds the test's database."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return {"DATABASE_PATH": str(name), "DATABASE_URL": ""}
    return {"DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()}


def wait_until(happened: Callable[[], object], seconds: float = 30, what: str = "it") -> object:
    """Ask until the answer is true; fail if that takes longer."""
    end = time.monotonic() + seconds
    while not (answer := happened()):
        if time.monotonic() > end:
            pytest.fail(f"{what} did not happen within {seconds} seconds")
        time.sleep(0.05)
    return answer


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport]:
    """A test that failed on the running program shows what its processes said."""
    report = yield
    stack = getattr(item, "funcargs", {}).get("stack")
    if report.failed and isinstance(stack, Stack):
        report.sections.extend(stack.logs())
    return report


@pytest.fixture(scope="session")
def _running_stack(django_db_setup, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    redis = need(find_redis(), "redis-server")
    folder = tmp_path_factory.mktemp("stack")
    port = any_port()
    stack = Stack(
        folder,
        port,
        redis_service(redis, port, folder / "redis", folder / "redis.log"),
        worker_service({}, folder / "worker.log"),
    )
    try:
        yield stack
    finally:
        stack.stop()


@pytest.fixture
def stack(transactional_db, _running_stack: Stack) -> Stack:
    """The program, running; whatever an earlier test ended is running again."""
    _running_stack.heal()
    return _running_stack
