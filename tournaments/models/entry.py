"""Who takes part: an entry is one player, or a fixed team of players, in the ranking."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Player
from tournaments.models.tournament import Tournament


class EntryStatus(models.TextChoices):
    ANNOUNCED = "announced", _("announced")
    PRESENT = "present", _("here")
    PAUSED = "paused", _("sits out")
    WITHDRAWN = "withdrawn", _("left")


class Entry(models.Model):
    """A start number with a name and a row in the ranking.

    ``withdrawn_from``: the first round without a seat for it. ``joined_round``: the first
    round it can play. ``outside_ranking``: a substitute, who fills a table and stands in no
    ranking. Who is paused sits out from the next draw on and may come back. ``team``: the
    club or team it also counts for. ``seed``: its place in the seeding of a knock-out, the
    best first.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=250)
    categories = models.JSONField(default=list, blank=True)
    status = models.CharField(
        max_length=10, choices=EntryStatus.choices, default=EntryStatus.ANNOUNCED
    )
    joined_round = models.PositiveSmallIntegerField(default=1)
    withdrawn_from = models.PositiveSmallIntegerField(null=True, blank=True)
    team = models.CharField(max_length=120, blank=True)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    outside_ranking = models.BooleanField(default=False)
    checked_in_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.CheckConstraint(
                condition=Q(status__in=EntryStatus.values), name="entry_status_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(status="withdrawn") | Q(withdrawn_from__isnull=False),
                name="entry_withdrawn_from_a_round",
            ),
            models.UniqueConstraint(
                fields=["tournament", "seed"],
                condition=Q(seed__isnull=False),
                name="entry_seed_once",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class EntryPlayer(models.Model):
    """A player of an entry. A player has one entry in a tournament, however many starts."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="entry_players")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entry_players")
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="player_one_entry_per_tournament"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.player_id}"


class Wish(models.Model):
    """Who should not meet, who plays together, and who cannot change tables.

    ``apart``: the two never meet at a table (``hard``), or as rarely as possible.
    ``together``: the two are partners in every round. ``place``: ``first`` always sits
    at the table with that number.
    """

    class Kind(models.TextChoices):
        APART = "apart", _("must not meet")
        TOGETHER = "together", _("always partners")
        PLACE = "place", _("stays at a table")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    first = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, related_name="+")
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    hard = models.BooleanField(default=True)

    class Meta:
        ordering = ["kind", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "kind", "first", "second"], name="wish_once"
            ),
            models.UniqueConstraint(
                fields=["tournament", "first"],
                condition=Q(kind="place"),
                name="wish_one_place_per_entry",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["apart", "together"], second__isnull=False, place=None)
                | Q(kind="place", second=None, place__gte=1),
                name="wish_names_what_it_needs",
            ),
            models.CheckConstraint(
                condition=Q(second__isnull=True) | Q(first__lt=models.F("second")),
                name="wish_names_the_lower_entry_first",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.first_id}, {self.second_id or self.place}"
