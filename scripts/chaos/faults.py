"""What goes wrong, one after the other, in random order, for as long as a round is played.

Every fault is healed before the next begins. Processes are ended by the id they were started with.
"""

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Self

import psycopg
import redis

from scripts.evening.play import Evening
from scripts.evening.server import Hall
from scripts.services import LOOPBACK, Service, ServiceError

DOWN_SECONDS = 2.0
OFFLINE_SECONDS = 10.0
OFFLINE_PHONES = 10
PENDING_SECONDS = 5.0


class Faults:
    """Breaks and heals a running hall; ``counts`` says what was done how often, ``ended`` what went of
    itself, which nothing may: each breaks alone.

    One thread for the whole run: Linux ends what a thread started when that thread ends.
    """

    def __init__(self, hall: Hall, evening: Evening, seed: int) -> None:
        self.hall, self.evening, self.dice = hall, evening, Random(seed)
        self.counts: Counter[str] = Counter()
        self.ended: list[str] = []
        self._playing, self._healed, self._over = (threading.Event() for _event in range(3))
        self._healed.set()
        self._errors: list[BaseException] = []
        self._last = "nothing"
        self._round_robin = self._shuffled()
        self._thread = threading.Thread(target=self._run, name="faults")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._playing.set()
        self._thread.join()

    @contextlib.contextmanager
    def while_playing(self) -> Iterator[None]:
        """Faults from now until the block ends; whatever is broken then is healed."""
        self._playing.set()
        try:
            yield
        finally:
            self._playing.clear()
            self._healed.wait()
        if self._errors:
            raise self._errors[0]

    def _run(self) -> None:
        while self._playing.wait() and not self._over.wait(self.dice.uniform(0.5, 2)):
            self._healed.clear()
            if self._playing.is_set():
                self._break_one()
            self._healed.set()

    def _break_one(self) -> None:
        name, fault = next(self._round_robin)
        try:
            self.look_after()
            fault()
            self.counts[name] += 1
            self._last = name
        except Exception as error:  # noqa: BLE001 - handed to the main thread
            self._errors.append(error)

    def look_after(self) -> None:
        """Note every process that was not ended here and runs no more; start it again."""
        for service in self.hall.services:
            if not service.running:
                said = service.last_lines(3)
                self.ended.append(f"{service.log.stem} ended by itself after {self._last}:\n{said}")
                service.start()

    def _shuffled(self) -> Iterator[tuple[str, Callable[[], None]]]:
        faults: list[tuple[str, Callable[[], None]]] = [
            ("web process killed", self.kill_web),
            ("worker killed in a rebuild", self.kill_worker),
            ("Redis stopped", self.stop_redis),
            ("Redis flushed", self.flush_redis),
            ("Redis restarted", self.restart_redis),
            ("PostgreSQL restarted", self.restart_postgres),
            ("ten phones offline", self.phones_offline),
        ]
        while True:
            self.dice.shuffle(faults)
            yield from list(faults)

    def kill_web(self) -> None:
        index = self.dice.randrange(len(self.hall.webs))
        web = self.hall.webs[index]
        web.kill()
        time.sleep(self.dice.uniform(0, DOWN_SECONDS))
        web.start()
        web.wait_for_port(int(self.hall.addresses[index].rpartition(":")[2]))

    def kill_worker(self) -> None:
        """Kill -9 at the moment a rebuild is pending, or after some seconds if none is."""
        worker = self.dice.choice(self.hall.workers)
        end = time.monotonic() + PENDING_SECONDS
        while not self._pending() and time.monotonic() < end:
            time.sleep(0.005)
        worker.kill()
        worker.start()

    def _pending(self) -> bool:
        with contextlib.suppress(psycopg.Error), psycopg.connect(self.hall.database) as database:
            query = "SELECT count(*) FROM tournaments_standingsstate WHERE wanted > built"
            row = database.execute(query).fetchone()
            return bool(row and row[0])
        return False

    def stop_redis(self) -> None:
        self._redis.stop()
        time.sleep(self.dice.uniform(1, 2 * DOWN_SECONDS))
        self._start_redis()

    def restart_redis(self) -> None:
        self._redis.kill()
        self._start_redis()

    def flush_redis(self) -> None:
        redis.Redis(host=LOOPBACK, port=self.hall.redis_port).flushall()

    @property
    def _redis(self) -> Service:
        if self.hall.redis is None:
            raise ServiceError("chaos needs a redis-server")
        return self.hall.redis

    def _start_redis(self) -> None:
        self._redis.start()
        self._redis.wait_for_port(self.hall.redis_port)

    def restart_postgres(self) -> None:
        """A fast shutdown: open transactions are broken off, nothing waits for them."""
        server = self.hall.postgres
        if server is None:
            raise ServiceError("chaos needs a PostgreSQL")
        port = int(self.hall.database.rpartition(":")[2].partition("/")[0])
        server.stop()
        time.sleep(self.dice.uniform(0, DOWN_SECONDS))
        server.start()
        server.wait_for_port(port)

    def phones_offline(self) -> None:
        """Ten phones have no connection; the hall goes on meanwhile."""
        phones = [phone for table in self.evening.tables for phone in table.phones]
        for phone in self.dice.sample(phones, min(OFFLINE_PHONES, len(phones))):
            phone.browser.offline_until = time.monotonic() + OFFLINE_SECONDS
