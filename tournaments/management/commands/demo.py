"""The demo club, for a first look; and where to look at it."""

import json
import os
import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from jassclub.clubs.models import Club, User
from tournaments import demo
from tournaments.models import RoundStatus, Tournament


def login_file() -> Path:
    return Path(settings.VAR_DIR) / "demo-login.txt"


class Command(BaseCommand):
    help = "Makes a demo club in an empty database and says where to look at it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="no error where there is a club already"
        )
        parser.add_argument("--json", action="store_true", help="print the addresses as JSON")

    def handle(self, *args: Any, if_empty: bool, json: bool, **options: Any) -> None:  # noqa: ARG002
        if not Club.objects.exists() and not User.objects.exists():
            password = secrets.token_urlsafe(9)
            keep_login(password)
            demo.demo_create(password=password)
        elif not if_empty:
            raise CommandError("There is a club or an account already; the demo needs neither.")
        self.stdout.write(as_json(addresses()) if json else as_lines(addresses()))


def keep_login(password: str) -> None:
    """Write the login where only the one who runs the program can read it."""
    path = login_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(f"{demo.EMAIL}\n{password}\n")


def known_password(user: User) -> str:
    """The demo's password if it is still the one that was made; else how to get a new one."""
    path = login_file()
    password = path.read_text().split()[-1] if path.exists() else ""
    if password and user.check_password(password):
        return password
    return f"(changed; a new one: manage.py resetpassword {demo.EMAIL})"


def addresses() -> dict[str, str]:
    """Paths of the demo's ranking, office and a table, and its login; empty where it is not there."""
    user = User.objects.filter(email=demo.EMAIL).first()
    evening = (
        Tournament.objects.select_related("club")
        .filter(club__memberships__user=user, rounds__status=RoundStatus.PLAYING)
        .order_by("pk")
        .last()
    )
    if user is None or evening is None:
        return {}
    slugs = [evening.club.slug, evening.slug]
    place = evening.places.order_by("number").last()
    return {
        "ranking": reverse("tournaments:public", args=slugs),
        "office": reverse("tournaments:office", args=slugs),
        "table": reverse("tournaments:table", args=[place.code]) if place else "",
        "email": user.email,
        "password": known_password(user),
    }


def as_json(found: dict[str, str]) -> str:
    return json.dumps(found)


def as_lines(found: dict[str, str]) -> str:
    return "\n".join(f"{name:9}{value}" for name, value in found.items())
