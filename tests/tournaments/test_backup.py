"""Copies of the database: complete, counted, put back, and never in the way."""

import sqlite3
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from jassclub import backup
from jassclub.clubs.models import Club
from tests import factories

pytestmark = pytest.mark.skipif(
    "connection.vendor != 'sqlite'", reason="only the embedded database is copied"
)


@pytest.fixture
def var(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.AUTO_BACKUP = True
    return tmp_path


def clubs_in(path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [name for (name,) in database.execute("SELECT name FROM clubs_club")]


@pytest.mark.django_db(transaction=True)
def test_a_copy_holds_what_was_committed(var):
    factories.club(name="Jassclub Gotthard")
    made = backup.create("draw")
    assert made.parent == var / "backup"
    assert made.name.endswith("-draw")
    assert clubs_in(made / backup.DATABASE) == ["Jassclub Gotthard"]


@pytest.mark.django_db(transaction=True)
def test_only_the_newest_copies_are_kept(var, monkeypatch):
    monkeypatch.setattr(backup, "KEPT", 3)
    made = [backup.create(f"copy-{number}") for number in range(5)]
    assert backup.copies() == made[:1:-1]


@pytest.mark.django_db(transaction=True)
def test_a_restored_copy_brings_back_what_was_deleted_and_keeps_what_was_there(var):
    factories.club(name="Jassclub Gotthard")
    copy = backup.create()
    Club.objects.all().delete()
    factories.club(name="Jassclub Neu")
    call_command("restore", copy.name)
    assert [club.name for club in Club.objects.all()] == ["Jassclub Gotthard"]
    assert clubs_in(backup.copies()[0] / backup.DATABASE) == ["Jassclub Neu"]


@pytest.mark.django_db(transaction=True)
def test_the_command_prints_where_the_copy_lies(var, capsys):
    call_command("backup")
    assert capsys.readouterr().out.strip() == str(backup.copies()[0])


@pytest.mark.django_db(transaction=True)
def test_a_damaged_copy_is_refused_and_nothing_is_changed(var):
    factories.club(name="Jassclub Gotthard")
    copy = backup.create()
    (copy / backup.DATABASE).write_bytes(b"not a database at all, but long enough to be read" * 50)
    with pytest.raises(CommandError):
        call_command("restore", str(copy))
    assert [club.name for club in Club.objects.all()] == ["Jassclub Gotthard"]


@pytest.mark.django_db(transaction=True)
def test_restoring_from_nowhere_names_the_copies_there_are(var):
    copy = backup.create()
    with pytest.raises(CommandError, match=copy.name):
        call_command("restore", "2020-01-01")


@pytest.mark.django_db(transaction=True)
def test_a_database_in_use_is_not_written_over(var):
    copy = backup.create()
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(backup.BackupError, match="in use"):
            backup.restore(copy)
        other.execute("ROLLBACK")


@pytest.mark.django_db(transaction=True)
def test_a_copy_that_cannot_be_made_does_not_stop_the_draw(var, caplog):
    (var / "backup").write_text("a file where the folder should be")
    assert backup.keep("draw") is None
    assert "no backup made" in caplog.text


@pytest.mark.django_db
def test_inside_a_transaction_no_copy_is_made(var):
    assert backup.keep("draw") is None
    assert backup.copies() == []
