"""``manage.py restore <folder>``: put a copy of the database back. The program must be stopped."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from jassclub import backup


class Command(BaseCommand):
    help = "Puts a copy from var/backup back; what was there before is copied first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", help="a folder of var/backup, or its path")

    def handle(self, *_args: Any, **options: Any) -> None:
        given = Path(options["folder"])
        source = given if given.exists() else backup.folder() / given
        try:
            before = backup.restore(source)
        except (backup.BackupError, OSError) as error:
            known = "\n".join(f"  {path.name}" for path in backup.copies()[:10]) or "  (none)"
            raise CommandError(f"{error}\nCopies there are:\n{known}") from error
        self.stdout.write(f"Restored {source}.")
        if before:
            self.stdout.write(f"What was there before lies in {before}.")
