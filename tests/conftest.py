"""What every test stands on: a database as in use, quick passwords, no way out of the machine.

SQLite tests use a file and the settings' own transaction mode, not Django's shared memory, so that
threads and processes meet each other as they do in a hall.
"""

import ipaddress
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.cache import cache
from django.db import OperationalError, connection
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils import translation
from django.utils.translation.reloader import translation_file_changed
from hypothesis import settings as hypothesis_settings

from jassclub.audit import triggers
from scripts.messages import compile_stale

pytest_plugins = ["tests.stack"]

LANES = {"browser": pytest.mark.browser, "live": pytest.mark.live}


def pytest_configure() -> None:
    PBKDF2PasswordHasher.iterations = 1
    hypothesis_settings.register_profile("jassclub", deadline=None)  # no test is about time
    hypothesis_settings.load_profile("jassclub")
    for catalogue in compile_stale():  # Django has read what was there before
        translation_file_changed(sender=None, file_path=catalogue.with_suffix(".mo"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if mark := LANES.get(item.path.relative_to(here).parts[0]):
            item.add_marker(mark)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    database = settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        folder = tmp_path_factory.mktemp("database")
        database.setdefault("TEST", {})["NAME"] = str(folder / "test.sqlite3")
        # Only a power cut could tell the difference, and it would take the tests with it.
        database["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker) -> None:
    """Keys start at millions, each table's at its own: never a figure, never another row's key."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        for at, table in enumerate(sorted(connection.introspection.django_table_names()), start=1):
            for sequence in connection.introspection.get_sequences(cursor, table):
                start_keys(cursor, table, sequence["column"], at * 1_000_000)


def start_keys(cursor, table: str, column: str, first: int) -> None:
    if connection.vendor == "sqlite":
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, first])
    else:
        name = connection.ops.quote_name(table)
        cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [name, column, first])


@pytest.fixture(scope="session", autouse=True)
def _flush_past_the_audit_triggers() -> Iterator[None]:
    """The database refuses to delete audit events, and emptying it between tests is a delete."""
    flush = BaseDatabaseOperations.execute_sql_flush

    def run(operations: BaseDatabaseOperations, statements: list[str]) -> None:
        for _attempt in range(9):
            try:
                run_once(operations, statements)
            except OperationalError:  # a worker's sweep reads the tables in the other order
                time.sleep(0.2)
            else:
                return
        run_once(operations, statements)

    def run_once(operations: BaseDatabaseOperations, statements: list[str]) -> None:
        connection = operations.connection
        with connection.cursor() as cursor:
            for statement in triggers.drop_sql(connection.vendor):
                cursor.execute(statement)
            flush(operations, statements)
            for statement in triggers.create_sql(connection.vendor):
                cursor.execute(statement)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", run)
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_way_out_of_the_machine() -> Iterator[None]:
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def guarded(original):
        def run(self: socket.socket, address):
            if self.family in {socket.AF_INET, socket.AF_INET6} and not is_loopback(address[0]):
                pytest.fail(f"a test tried to reach {address[0]}")
            return original(self, address)

        return run

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded(connect))
        patch.setattr(socket.socket, "connect_ex", guarded(connect_ex))
        yield


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"


@pytest.fixture(autouse=True)
def _no_copies_of_the_database(settings) -> None:
    settings.AUTO_BACKUP = False


@pytest.fixture(autouse=True)
def _fresh_language_and_cache() -> Iterator[None]:
    cache.clear()
    with translation.override(settings.LANGUAGE_CODE):
        yield
