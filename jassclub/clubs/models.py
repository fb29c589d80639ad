"""A club, the people who run it (accounts) and the people who play in it (no accounts).

User: an organiser's account, by e-mail address.
Membership: what a user may do in a club.
Player: a person on the club's list; ``hint`` tells two people of one name apart.
Invitation: a link that makes whoever opens it a member, once.

This room never shows results and knows nothing of sheets or tournaments.
"""

import secrets
import unicodedata
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

NAME_LENGTH, HINT_LENGTH = 120, 60
UNSEEN = frozenset({"Cc", "Cf"})
"""Unicode's categories of signs without a shape: control, zero width, turning the direction."""
BLANKS = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Signs that are letters or marks to Unicode, and that nobody sees either."""
JOINERS = "\u200c\u200d"
VIRAMA = 9  # the combining class of the sign that takes a letter its vowel


def clean_name(text: str) -> str:
    """A name as it is stored: runs of white space are one space, signs that nobody sees are gone.

    They come along when a name is copied from a chat or a document, or are put in to make a name
    look like another's and to turn what stands behind it. They are taken out rather than refused:
    nobody can put right what they do not see. Letters that are themselves written from the right
    stay, and so do the two joiners where a script draws its letters differently with them (as in
    RFC 5892): behind an Arabic letter and behind a virama.
    """
    kept: list[str] = []
    for letter in text:
        if letter in JOINERS:
            if kept and _joins(kept[-1]):
                kept.append(letter)
        elif letter.isspace():
            kept.append(" ")
        elif letter not in BLANKS and unicodedata.category(letter) not in UNSEEN:
            kept.append(letter)
    return " ".join(word.rstrip(JOINERS) for word in "".join(kept).split())


def _joins(letter: str) -> bool:
    return unicodedata.bidirectional(letter) == "AL" or unicodedata.combining(letter) == VIRAMA


def name_key(name: str) -> str:
    """What two spellings of one name share: case, runs of white space, signs nobody sees and how
    an ü is put together do not count. Empty where there is nothing to read.
    """
    composed = clean_name(unicodedata.normalize("NFC", name))
    return "".join(letter for letter in composed if letter not in JOINERS).casefold()


def stored_length(name: str) -> int:
    """How much room a name takes in its columns: its key can be the longer one (ß becomes ss)."""
    return max(len(name), len(name_key(name)))


def new_token() -> str:
    """128 unguessable bits, for addresses."""
    return secrets.token_urlsafe(16)


def validate_zone(value: str) -> None:
    if value not in available_timezones():
        raise ValidationError(
            _("“%(zone)s” is no time zone; write for example Europe/Zurich."),
            params={"zone": value},
        )


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """An account: an e-mail address and a password. Only organisers have one."""

    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=120, blank=True)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.name or self.email


class CardPack(models.TextChoices):
    SWISS = "swiss", _("Swiss cards (Eicheln, Rosen, Schellen, Schilten)")
    FRENCH = "french", _("French cards (♣ ♠ ♥ ♦)")


class Club(models.Model):
    """A card club."""

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    zone = models.CharField(
        _("time zone"), max_length=60, default="Europe/Zurich", validators=[validate_zone]
    )
    card_pack = models.CharField(
        _("cards"), max_length=10, choices=CardPack.choices, default=CardPack.SWISS
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name"),
            models.CheckConstraint(
                condition=Q(card_pack__in=CardPack.values), name="club_card_pack_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """From the widest to the narrowest; each may what the next may."""

    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    SCORER = "scorer", _("Scorer")


class Membership(models.Model):
    """A user's role in a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="member_once_per_club"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="member_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Invitation(models.Model):
    """A link that gives its first opener a role in the club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    token = models.CharField(max_length=32, unique=True, default=new_token)
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    accepted_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invited_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.role} @ {self.club}"


class Player(models.Model):
    """A person who plays. The name is all that is needed.

    ``hint`` (home club, number, year) is given only where two people share a
    name; together the two are unique in the club. ``categories`` is a list of
    keys such as ``["women", "youth"]``.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=NAME_LENGTH, editable=False)
    hint = models.CharField(_("to tell apart"), max_length=HINT_LENGTH, blank=True)
    hint_key = models.CharField(max_length=HINT_LENGTH, editable=False, blank=True)
    categories = models.JSONField(default=list, blank=True)
    active = models.BooleanField(default=True)
    anonymised_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name_key", "hint_key", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name_key", "hint_key"], name="player_once_per_club"
            ),
            models.CheckConstraint(condition=~Q(name_key=""), name="player_has_a_name"),
        ]

    def save(self, **kwargs: Any) -> None:
        self.name, self.hint = clean_name(self.name), clean_name(self.hint)
        self.name_key, self.hint_key = name_key(self.name), name_key(self.hint)
        super().save(**kwargs)

    def __str__(self) -> str:
        return f"{self.name} ({self.hint})" if self.hint else self.name
