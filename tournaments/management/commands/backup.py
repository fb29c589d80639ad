"""``manage.py backup``: copy the database now, while the program runs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from jassclub import backup


class Command(BaseCommand):
    help = "Copies the SQLite database into var/backup and prints the new folder."

    def handle(self, *_args: Any, **_options: Any) -> None:
        try:
            self.stdout.write(str(backup.create("by-hand")))
        except (backup.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
