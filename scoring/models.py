"""A sheet of deals: what was entered at one table, every version of it, and who confirmed it.

Sheet: all deals of one game at one table. Deal: one version of one line of it.
Payload: the deal as JSON in the rules engine's format; ``None`` in a version
means the deal was removed. Written: what that deal writes per side.
Revision: counts every change of a sheet; a confirmation belongs to one.

Payload in JSON, identity in columns: a table per variant would need a migration
per variant, a blob per sheet would lose history and uniqueness. Nothing here
knows of tournaments, rounds or rankings.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Club, Player, new_token


class SheetStatus(models.TextChoices):
    OPEN = "open", _("being played")
    SUBMITTED = "submitted", _("submitted unfinished")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")
    VOID = "void", _("void")


class Source(models.TextChoices):
    DEALS = "deals", _("deal by deal")
    TOTALS = "totals", _("totals only")


class Settlement(models.TextChoices):
    """How an organiser let an unfinished sheet count."""

    AS_IS = "as-is", _("counted as it is")
    SCALED = "scaled", _("scaled up to the planned deals")


class Author(models.Model):
    """Who wrote a row: an actor's kind and id, and the phone it came from."""

    by_kind = models.CharField(max_length=20)
    by_id = models.BigIntegerField(null=True, blank=True)
    by_device = models.CharField(max_length=16, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class ScoreSheet(models.Model):
    """One game's sheet. ``options`` are full and frozen when the sheet is made.

    ``totals`` (per side, in the variant's unit), ``played`` (deals that count)
    and ``finished`` repeat what the rules engine answered for the current
    deals, so that lists need no replay. ``settled`` says how an unfinished
    sheet came to be confirmed. ``entered_at``: since when it is fully entered.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="sheets")
    variant = models.CharField(max_length=20)
    options = models.JSONField()
    rules_version = models.PositiveIntegerField(default=1)
    source = models.CharField(max_length=10, choices=Source.choices, default=Source.DEALS)
    revision = models.PositiveIntegerField(default=0)
    totals = models.JSONField(default=list)
    played = models.PositiveIntegerField(default=0)
    finished = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=SheetStatus.choices, default=SheetStatus.OPEN)
    status_reason = models.TextField(blank=True)
    disputed_side = models.PositiveSmallIntegerField(null=True, blank=True)
    settled = models.CharField(max_length=10, choices=Settlement.choices, blank=True)
    corrections = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    entered_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=SheetStatus.values), name="sheet_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(source__in=Source.values), name="sheet_source_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(status="submitted") | ~Q(status_reason=""),
                name="sheet_unfinished_has_a_reason",
            ),
            models.CheckConstraint(
                condition=~Q(status="disputed") | ~Q(status_reason=""),
                name="sheet_disputed_has_a_reason",
            ),
            models.CheckConstraint(
                condition=~Q(status="confirmed") | Q(confirmed_at__isnull=False),
                name="sheet_confirmed_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(settled__in=["", *Settlement.values]), name="sheet_settled_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.pk}"


class SheetSeat(models.Model):
    """Who sits where, from which deal on (a substitute's row starts later)."""

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    from_deal = models.PositiveIntegerField(default=1)
    name = models.CharField(max_length=120)
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["seat", "from_deal"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "seat", "from_deal"], name="sheet_seat_once_from_a_deal"
            ),
            models.CheckConstraint(condition=Q(from_deal__gte=1), name="sheet_seat_from_deal_one"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.name}"


class SheetKey(models.Model):
    """An unguessable key to a sheet: for one seat, or (``seat`` null) for all of them.

    The first device that uses a seat's key claims it; the office releases it.
    """

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, related_name="keys")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    claimed_by = models.CharField(max_length=64, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seat"], name="sheet_key_one_per_seat"),
            models.UniqueConstraint(
                fields=["sheet"], condition=Q(seat__isnull=True), name="sheet_key_one_for_all"
            ),
        ]

    def __str__(self) -> str:
        return f"key {self.pk}"


class Deal(Author):
    """One version of one deal of a sheet.

    ``current`` is what counts; ``replaced`` is an earlier version; ``contested``
    is what a second phone wrote under a number that was taken meanwhile: both
    stay visible until the table has chosen.
    """

    class State(models.TextChoices):
        CURRENT = "current"
        REPLACED = "replaced"
        CONTESTED = "contested"

    class Outcome(models.TextChoices):
        RECORDED = "recorded"
        REPEATED = "repeated"
        CONTESTED = "contested"

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    payload = models.JSONField(null=True)
    written = models.JSONField(null=True)
    nonce = models.CharField(max_length=36)
    state = models.CharField(max_length=10, choices=State.choices, default=State.CURRENT)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, default=Outcome.RECORDED)
    revision = models.PositiveIntegerField(default=0)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["number", "version"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "nonce"], name="deal_nonce_once"),
            models.UniqueConstraint(
                fields=["sheet", "number", "version"], name="deal_version_once"
            ),
            models.UniqueConstraint(
                fields=["sheet", "number"],
                condition=Q(state="current"),
                name="deal_one_current_version",
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, version__gte=1), name="deal_counts_from_one"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["current", "replaced", "contested"]),
                name="deal_state_is_known",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["recorded", "repeated", "contested"]),
                name="deal_outcome_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.number} v{self.version}"


class Call(Author):
    """A secret value said before the play. In no answer, page, stream or log until the deal is counted."""

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, related_name="calls")
    deal = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    value = models.IntegerField()
    nonce = models.CharField(max_length=36)
    current = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sheet", "nonce"], name="call_nonce_once"),
            models.UniqueConstraint(
                fields=["sheet", "deal", "seat"],
                condition=Q(current=True),
                name="call_one_current_per_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"call {self.pk}"


class TotalsEntry(Author):
    """What the desk typed from a paper sheet: totals and matches per side; versioned, by person."""

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, related_name="totals_entries")
    version = models.PositiveIntegerField()
    totals = models.JSONField()
    matches = models.JSONField(default=list)
    deals = models.PositiveIntegerField()
    nonce = models.CharField(max_length=36)
    current = models.BooleanField(default=True)
    reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sheet", "nonce"], name="totals_nonce_once"),
            models.UniqueConstraint(
                fields=["sheet", "by_kind", "by_id"],
                condition=Q(current=True),
                name="totals_one_current_per_person",
            ),
        ]

    def __str__(self) -> str:
        return f"totals of sheet {self.sheet_id} v{self.version}"


class Confirmation(Author):
    """A side said yes to one revision of a sheet. A later change leaves it standing, and void."""

    class How(models.TextChoices):
        OWN_KEY = "own-key", _("on their own phone")
        SAME_PHONE = "same-phone", _("on the table’s phone")
        DESK = "desk", _("at the desk")

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, related_name="confirmations")
    revision = models.PositiveIntegerField()
    side = models.PositiveSmallIntegerField()
    how = models.CharField(max_length=12, choices=How.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "revision", "side"], name="confirmation_once_per_side"
            ),
            models.CheckConstraint(
                condition=Q(how__in=["own-key", "same-phone", "desk"]),
                name="confirmation_how_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"side {self.side} confirms revision {self.revision}"
