"""A new password for somebody who forgot theirs, without any mail server."""

import getpass
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from jassclub.clubs import services
from jassclub.clubs.models import User


class Command(BaseCommand):
    help = "Sets a new password for an account and prints it (or asks for one with --ask)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the account's e-mail address")
        parser.add_argument("--ask", action="store_true", help="ask for the password")

    def handle(self, *args: Any, email: str, ask: bool, **options: Any) -> None:  # noqa: ARG002
        chosen = getpass.getpass("New password: ") if ask else ""
        try:
            if ask:
                validate_password(chosen)
            password = services.password_reset(email=email, password=chosen)
        except User.DoesNotExist:
            raise CommandError(f"There is no account with the address {email}.") from None
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        self.stdout.write("The password is changed." if ask else f"New password: {password}")
