"""The facts that standings need, and the standings made from them.

A standing is never edited: it is rebuilt from results and credits, and only
rows that changed are written.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.lists import MAIN_LIST
from tournaments.models.entry import Entry
from tournaments.models.round import Round, Table
from tournaments.models.tournament import Tournament


class TableResult(models.Model):
    """What one entry got out of one table, once the table is confirmed.

    ``points`` in the variant's unit; ``against`` is what the other side (or all
    others together) got; ``opponents`` are entry ids. ``tournament`` repeats the
    round's on purpose: the rebuild reads one index.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="results")
    round = models.ForeignKey(Round, models.CASCADE, related_name="results")
    table = models.ForeignKey(Table, models.CASCADE, related_name="results")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="results")
    points = models.IntegerField()
    against = models.IntegerField()
    opponents = models.JSONField(default=list)
    deals = models.PositiveSmallIntegerField()
    deals_won = models.PositiveSmallIntegerField(default=0)
    matches = models.PositiveSmallIntegerField(default=0)
    games_won = models.PositiveSmallIntegerField(default=0)
    sheet_revision = models.PositiveIntegerField()
    corrected = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "entry"], name="result_once_per_table"),
        ]
        indexes = [models.Index(fields=["tournament", "round"], name="result_by_tournament")]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.points}"


class RoundCredit(models.Model):
    """A round that an entry did not play, by kind. What it is worth is computed at each rebuild."""

    class Kind(models.TextChoices):
        WAIT = "wait", _("waited")
        LATE = "late", _("came later")
        MISSED = "missed", _("missed")
        VOID = "void", _("the table was void")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="credits")
    round = models.ForeignKey(Round, models.CASCADE, related_name="credits")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="credits")
    kind = models.CharField(max_length=10, choices=Kind.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="credit_once_per_round"),
            models.CheckConstraint(
                condition=Q(kind__in=["wait", "late", "missed", "void"]),
                name="credit_kind_is_known",
            ),
        ]
        indexes = [models.Index(fields=["tournament", "round"], name="credit_by_tournament")]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.kind}"


class Standing(models.Model):
    """A row of a list after a round: ``values`` per round, the sum that counts, and why it stands there.

    ``list_key`` is ``main``, a category's key, or ``teams``; a team's row names its
    ``team`` and hangs on the member with the lowest number. The rows of each
    ``after_round`` are kept, so that the office can look at the newest while the
    public still sees an earlier one (hidden last rounds).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="standings")
    list_key = models.CharField(max_length=30, default=MAIN_LIST)
    after_round = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="standings")
    team = models.CharField(max_length=120, blank=True)
    rank = models.PositiveIntegerField()
    total = models.IntegerField()
    tied = models.BooleanField(default=False)
    values = models.JSONField(default=list)
    reason = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "list_key", "after_round", "entry"], name="standing_once"
            ),
            models.CheckConstraint(condition=Q(rank__gte=1), name="standing_rank_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry_id}"


class StandingsState(models.Model):
    """``wanted`` counts the reasons to rebuild, ``built`` those the newest standings contain.

    Confirmations bump ``wanted`` in their own transaction; a rebuild never holds
    this row while it computes. ``lists`` says what the stored lists were made from:
    for each list key the digests of the facts, one per ``after_round`` from 1 on.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="standings_state", primary_key=True
    )
    wanted = models.PositiveBigIntegerField(default=0)
    built = models.PositiveBigIntegerField(default=0)
    built_at = models.DateTimeField(null=True, blank=True)
    lists = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(built__lte=models.F("wanted")), name="standings_built_was_wanted"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.built}/{self.wanted}"
