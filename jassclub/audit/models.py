"""What happened, for good: one row for everything that changed anything.

An event knows nobody: kinds and ids stand in plain columns, so that the audit
outlives what it speaks of. Figures and ids only, never a name, a token or a
secret call. The database refuses update and delete (``triggers.py``).
"""

from django.db import models


class AuditEvent(models.Model):
    """Who did what to which object, with the figures before and after, and why."""

    at = models.DateTimeField(auto_now_add=True)
    actor_kind = models.CharField(max_length=20)
    actor_id = models.BigIntegerField(null=True, blank=True)
    action = models.CharField(max_length=60)
    object_kind = models.CharField(max_length=30)
    object_id = models.BigIntegerField(null=True, blank=True)
    club_id = models.BigIntegerField(null=True, blank=True)
    tournament_id = models.BigIntegerField(null=True, blank=True)
    sheet_id = models.BigIntegerField(null=True, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["tournament_id", "-id"], name="audit_by_tournament"),
            models.Index(fields=["club_id", "-id"], name="audit_by_club"),
            models.Index(fields=["sheet_id", "-id"], name="audit_by_sheet"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.object_kind} {self.object_id}"
