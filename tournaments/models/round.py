"""Rounds, and who sits where in each.

Place: a physical table of the evening with one card (QR and code) for all rounds.
Table: what is played at a place in one round. Seat: one person at a table.
"""

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Player, new_token
from scoring.models import ScoreSheet
from tournaments.models.entry import Entry
from tournaments.models.tournament import Stage, Tournament

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I and no O: read aloud and by old eyes
CODE_LENGTH = 6


def new_code() -> str:
    """A short code for people without a camera: six unambiguous letters, 190 million of them."""
    return "".join(secrets.choice(CODE_LETTERS) for _n in range(CODE_LENGTH))


class Place(models.Model):
    """A physical table of the evening; its card is valid in every round."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=32, unique=True, default=new_token)
    code = models.CharField(max_length=8, unique=True, default=new_code)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="place_number_once"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class RoundStatus(models.TextChoices):
    DRAWN = "drawn", _("drawn")
    PLAYING = "playing", _("being played")
    CLOSED = "closed", _("closed")
    VOID = "void", _("void")


class Round(models.Model):
    """One round of a stage: drawn, then played, then closed; a void one leaves its number free.

    Numbers run through the whole tournament. ``extra_minutes`` is what the director has
    added to the stage's time limit, or taken off it.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=RoundStatus.choices, default=RoundStatus.DRAWN)
    method = models.CharField(max_length=20)
    seed = models.BigIntegerField()
    protocol = models.JSONField(default=dict)
    drawn_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    extra_minutes = models.SmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=~Q(status="void"),
                name="round_number_once",
            ),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(status="playing"), name="round_one_playing"
            ),
            models.CheckConstraint(
                condition=Q(status__in=RoundStatus.values), name="round_status_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"


class Table(models.Model):
    """What is played at one place in one round.

    ``given_up_by``: who left in the middle so that the table stopped, and has lost this
    match whatever the figures, until the sheet goes back to the table.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    place = models.ForeignKey(Place, models.PROTECT, related_name="tables")
    given_up_by = models.ForeignKey(
        Entry, models.PROTECT, null=True, blank=True, related_name="given_up"
    )

    class Meta:
        ordering = ["place__number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "place"], name="table_place_once_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.place_id}"


class Seat(models.Model):
    """One person at a table; the points go to ``entry``. ``round`` repeats the table's round
    so that the database can refuse a second seat in it.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="tournament_seats")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="seat_once_per_table"),
            models.UniqueConstraint(fields=["round", "player"], name="player_one_seat_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.seat}"


class TableGame(models.Model):
    """A game at a table and its sheet; best of n has several."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(default=1)
    sheet = models.OneToOneField(ScoreSheet, models.PROTECT, related_name="table_game")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="table_game_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: game {self.number}"
