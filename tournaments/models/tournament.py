"""The evening itself, its stages, and the presets a club makes it from."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Club


class Visibility(models.TextChoices):
    PUBLIC = "public", _("public: listed and open to everyone")
    LINK = "link", _("by link: whoever has the address sees it")
    HIDDEN = "hidden", _("hidden: organisers only")


class TournamentStatus(models.TextChoices):
    PLANNED = "planned", _("planned")
    RUNNING = "running", _("running")
    CLOSED = "closed", _("closed")


class CreditRule(models.TextChoices):
    """What a wait or a missed round is worth."""

    NONE = "none", _("nothing")
    FIXED = "fixed", _("a fixed number of points")
    AVERAGE = "average", _("the player’s own average")


class SurplusRule(models.TextChoices):
    """What happens to players who fill no whole table."""

    WAIT = "wait", _("they wait a round, with the credit")
    SUBSTITUTE = "substitute", _("a substitute outside the ranking fills in")
    OTHER_SIZES = "sizes", _("tables of other sizes: nobody waits")


class SubstituteRule(models.TextChoices):
    """Who gets the points of somebody who takes over a seat."""

    ENTRY = "entry", _("whoever had the seat")
    NOBODY = "nobody", _("nobody: they count for the others only")


class Publishing(models.TextChoices):
    """How far the public ranking follows the office’s."""

    LIVE = "live", _("at once, table by table")
    CLOSED = "closed", _("after each closed round")
    HAND = "hand", _("when the organiser publishes it")


class Carry(models.TextChoices):
    """What a later stage takes over from the one before."""

    NONE = "none", _("nothing: everyone begins at zero")
    TOTAL = "total", _("the total of the stage before")


class DrawMode(models.TextChoices):
    ALL = "all", _("all rounds at once")
    EACH = "each", _("round by round, the rest planned")


class Tournament(models.Model):
    """One evening (or several) with one variant and one ranking.

    ``options`` are the variant's full options for each sheet. ``team_size``: how many
    people an entry has, 2 for fixed teams. ``starts_at`` is stored in UTC and shown in
    the club's zone. ``hidden_rounds``: how many rounds at the end the public does not
    see before the reveal.

    ``categories`` are lists beside the main one, ``[{"key": "youth", "name": …}]``.
    ``team_counted``: how many members count for their team (null: no list of teams).
    ``published_round`` is read with publishing by hand only.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=80)
    venue = models.CharField(_("place"), max_length=120, blank=True)
    starts_at = models.DateTimeField(_("start"))
    variant = models.CharField(max_length=20)
    options = models.JSONField()
    team_size = models.PositiveSmallIntegerField(_("people in a team"), default=1)
    visibility = models.CharField(
        _("visibility"), max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    status = models.CharField(
        max_length=10, choices=TournamentStatus.choices, default=TournamentStatus.PLANNED
    )
    credit_rule = models.CharField(
        _("credit for a wait"),
        max_length=10,
        choices=CreditRule.choices,
        default=CreditRule.AVERAGE,
    )
    credit_points = models.IntegerField(_("points of the credit"), null=True, blank=True)
    surplus_rule = models.CharField(
        _("players left over"), max_length=10, choices=SurplusRule.choices, default=SurplusRule.WAIT
    )
    substitute_rule = models.CharField(
        _("points of a substitute"),
        max_length=10,
        choices=SubstituteRule.choices,
        default=SubstituteRule.ENTRY,
    )
    categories = models.JSONField(_("categories"), default=list, blank=True)
    team_counted = models.PositiveSmallIntegerField(
        _("members that count for a team"), null=True, blank=True
    )
    publishing = models.CharField(
        _("the public sees the ranking"),
        max_length=10,
        choices=Publishing.choices,
        default=Publishing.LIVE,
    )
    published_round = models.PositiveSmallIntegerField(default=0)
    confirm_all = models.BooleanField(_("every player confirms"), default=False)
    double_entry = models.BooleanField(_("the desk types every sheet twice"), default=False)
    hidden_rounds = models.PositiveSmallIntegerField(_("hidden rounds at the end"), default=0)
    revealed_at = models.DateTimeField(null=True, blank=True)
    copied_from = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="copies"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-starts_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="tournament_slug_once_per_club"),
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="tournament_visibility_is_known"
            ),
            models.CheckConstraint(
                condition=Q(status__in=TournamentStatus.values), name="tournament_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(credit_rule__in=CreditRule.values)
                & (~Q(credit_rule="fixed") | Q(credit_points__isnull=False)),
                name="tournament_fixed_credit_has_points",
            ),
            models.CheckConstraint(
                condition=Q(team_size__gte=1, team_size__lte=3), name="tournament_team_size_fits"
            ),
            models.CheckConstraint(
                condition=Q(surplus_rule__in=SurplusRule.values),
                name="tournament_surplus_rule_is_known",
            ),
            models.CheckConstraint(
                condition=Q(substitute_rule__in=SubstituteRule.values),
                name="tournament_substitute_rule_is_known",
            ),
            models.CheckConstraint(
                condition=Q(publishing__in=Publishing.values),
                name="tournament_publishing_is_known",
            ),
            models.CheckConstraint(
                condition=Q(team_counted__isnull=True) | Q(team_counted__gte=1),
                name="tournament_team_counts_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Stage(models.Model):
    """A part of a tournament with one format and one ranking chain.

    ``format`` is a method of ``tournaments.draw``; ``chain`` is what
    ``tournaments.ranking.rank`` takes; ``planned_deals`` is per round (null: the
    game's target ends it). ``seed`` makes draws and lots repeatable.

    Rounds are numbered through the whole tournament: the second stage goes on where
    the first ends. ``qualify``: how many of the stage before go on (null: all);
    ``qualified``: who they are, entry ids in order of rank, fixed when the stage begins.
    ``best_of``: games a table plays at most. ``round_minutes``: the time limit.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=80, blank=True)
    format = models.CharField(max_length=20, default="drawn-partners")
    chain = models.JSONField(default=list)
    table_size = models.PositiveSmallIntegerField(default=4)
    planned_rounds = models.PositiveSmallIntegerField()
    planned_deals = models.PositiveSmallIntegerField(null=True, blank=True)
    best_of = models.PositiveSmallIntegerField(default=1)
    place_three = models.BooleanField(default=False)
    qualified = models.JSONField(null=True, blank=True)
    qualify = models.PositiveSmallIntegerField(null=True, blank=True)
    carry = models.CharField(max_length=10, choices=Carry.choices, default=Carry.NONE)
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    draw_mode = models.CharField(max_length=5, choices=DrawMode.choices, default=DrawMode.ALL)
    seed = models.BigIntegerField()
    frozen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once"),
            models.CheckConstraint(
                condition=Q(planned_rounds__gte=1, planned_rounds__lte=40),
                name="stage_has_one_to_forty_rounds",
            ),
            models.CheckConstraint(
                condition=Q(draw_mode__in=DrawMode.values), name="stage_draw_mode_is_known"
            ),
            models.CheckConstraint(
                condition=Q(table_size__gte=2, table_size__lte=6), name="stage_table_size_fits"
            ),
            models.CheckConstraint(
                condition=Q(best_of__in=[1, 3, 5, 7]), name="stage_best_of_is_odd"
            ),
            models.CheckConstraint(
                condition=Q(carry__in=Carry.values), name="stage_carry_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"


class Preset(models.Model):
    """A club's own preset: what the set-up form holds, under a name."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="presets")
    name = models.CharField(_("name"), max_length=120)
    data = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="preset_name_once_per_club"),
        ]

    def __str__(self) -> str:
        return self.name
