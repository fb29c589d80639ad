"""The one way to write an audit event."""

from dataclasses import dataclass
from typing import Any

from jassclub.audit.models import AuditEvent


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: a ``user`` (account), a ``key`` (sheet key), a ``place`` (table card), ``system``.

    ``device`` is a short fingerprint of the phone's own cookie where there is
    one; it tells two phones at one table apart and identifies nobody.
    """

    kind: str
    id: int | None = None
    device: str = ""


SYSTEM = Actor("system")


def record(
    *,
    actor: Actor,
    action: str,
    object_kind: str,
    object_id: int | None,
    club_id: int | None = None,
    tournament_id: int | None = None,
    sheet_id: int | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> AuditEvent:
    """Append one event, in the caller's transaction.

    ``action`` is ``noun.verb`` in the field's words ("deal.correct"); ``before``
    and ``after`` are JSON values of ids and figures.
    """
    return AuditEvent.objects.create(
        actor_kind=actor.kind,
        actor_id=actor.id,
        action=action,
        object_kind=object_kind,
        object_id=object_id,
        club_id=club_id,
        tournament_id=tournament_id,
        sheet_id=sheet_id,
        before=before,
        after=after,
        reason=reason,
    )
