"""What a deed would do, found out by doing it and taking it back.

The deed runs under the tournament's lock inside a transaction that is always rolled back; the
moments before and after are compared. So the preview cannot say anything else than what happens.
"""

from collections.abc import Callable

from django.db import transaction

from jassclub.audit.models import AuditEvent
from tournaments.foreseen import Foreseen, foreseen_between
from tournaments.selectors.audit import lines_of
from tournaments.selectors.moment import moment_of
from tournaments.services.locks import tournament_locked


def foresee(*, tournament_id: int, deed: Callable[[], object]) -> Foreseen:
    """What ``deed`` would change; whatever it raises is raised. Nothing is kept."""
    with transaction.atomic():
        tournament = tournament_locked(tournament_id)
        before = moment_of(tournament_id)
        last = AuditEvent.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        deed()
        events = list(
            AuditEvent.objects.filter(tournament_id=tournament_id, pk__gt=last).order_by("pk")
        )
        log = [line.text for line in lines_of(tournament, events)]
        found = foreseen_between(before, moment_of(tournament_id), list(dict.fromkeys(log)))
        transaction.set_rollback(True)
    return found
