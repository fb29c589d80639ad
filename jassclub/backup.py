"""Copies of the database for the club's laptop, taken while it is in use.

``keep`` puts one beside the database after every round and before every draw: a folder
per copy, named by the UTC time and what it was for, the newest ``KEPT`` of them. It
never fails what it was called for. ``restore`` puts one back; the program must not run.

Only for SQLite in a file; a server's PostgreSQL has its own ways (see docs/operators.md).
"""

import logging
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils.text import slugify

log = logging.getLogger(__name__)

KEPT = 50
DATABASE = "jassclub.sqlite3"


class BackupError(Exception):
    """No copy could be made or put back; the message says why."""


def folder() -> Path:
    """Where the copies lie."""
    return Path(settings.VAR_DIR) / "backup"


def database_path() -> Path:
    """The file the program works on; BackupError where there is none."""
    if connection.vendor != "sqlite":
        raise BackupError("Only the embedded SQLite database is copied by this command.")
    name = str(connection.settings_dict["NAME"])
    if name == ":memory:" or "mode=memory" in name:
        raise BackupError("A database in memory cannot be copied.")
    return Path(name)


def keep(purpose: str) -> Path | None:
    """Make a copy if this is the embedded way; log and go on if it cannot be made.

    Does nothing inside a transaction: what the caller has not committed is in no copy.
    """
    if not settings.AUTO_BACKUP or connection.vendor != "sqlite" or connection.in_atomic_block:
        return None
    try:
        return create(purpose)
    except (BackupError, OSError, sqlite3.Error):
        log.exception("no backup made purpose=%s", purpose)
        return None


def create(purpose: str = "") -> Path:
    """Copy the database (online, complete to the last commit) into a new folder."""
    source = database_path()
    stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H%M%S.%fZ")
    target = folder() / "-".join(part for part in (stamp, slugify(purpose)) if part)
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.mkdir(parents=True)
    try:
        _copy(source, unfinished / DATABASE)
        unfinished.rename(target)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    for old in copies()[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return target


def copies() -> list[Path]:
    """The copies there are, newest first."""
    if not folder().is_dir():
        return []
    found = (path for path in folder().iterdir() if (path / DATABASE).is_file())
    return sorted((path for path in found if path.suffix != ".part"), reverse=True)


def restore(source: Path) -> Path | None:
    """Put a copy back in the place of the database; the copy made of what was there before.

    The copy is checked first: a damaged one is refused and nothing is changed.
    """
    target = database_path()
    copy = source / DATABASE if source.is_dir() else source
    if not copy.is_file():
        raise BackupError(f"There is no copy at {copy}.")
    _check(copy)
    connection.close()
    before = create("before-restore") if target.is_file() else None
    with _quiet(target):
        _copy(copy, target)
    return before


def _check(copy: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as database:
            answer = database.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.Error as error:
        raise BackupError(f"{copy} is no database: {error}.") from error
    if answer != "ok":
        raise BackupError(f"{copy} is damaged: {answer}.")


@contextmanager
def _quiet(target: Path) -> Iterator[None]:
    """Refuse to write over a database that a running program holds a lock on."""
    if target.is_file():
        with closing(sqlite3.connect(target, timeout=1, isolation_level=None)) as database:
            try:
                database.execute("BEGIN EXCLUSIVE")
                database.execute("ROLLBACK")
            except sqlite3.Error as error:
                raise BackupError("The database is in use. Stop the program first.") from error
    yield


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
