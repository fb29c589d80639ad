"""Celery's part: tasks take ids and call one service.

A worker rebuilds a tournament once a second at most: when a whole hall confirms at the same time,
what comes meanwhile waits for the next rebuild and is in it.
"""

from time import monotonic
from typing import Any

from celery import Task, shared_task
from celery.signals import worker_ready

from tournaments.services.standings import standings_rebuild, standings_sweep

SWEEP_SECONDS = 3.0
LEAST_SECONDS = 1.0

_began: dict[int, float] = {}  # when this worker last began to rebuild a tournament
_coming: dict[int, float] = {}  # until when the next rebuild is on its way


@shared_task(bind=True, name="tournaments.standings", ignore_result=True)
def standings_task(self: "Task[..., None]", tournament_id: int, *, waited: bool = False) -> None:
    """Rebuild now, or a second after the last time; what is lost on the way the sweep finds."""
    now = monotonic()
    if not (waited or self.request.is_eager):
        rest = _began.get(tournament_id, -LEAST_SECONDS) + LEAST_SECONDS - now
        if now < _coming.get(tournament_id, 0.0):
            return
        if rest > 0:
            _coming[tournament_id] = now + rest
            self.apply_async(
                args=(tournament_id,), kwargs={"waited": True}, countdown=rest, retry=False
            )
            return
    _began[tournament_id] = now
    standings_rebuild(tournament_id=tournament_id)


@shared_task(name="tournaments.standings_sweep", ignore_result=True, expires=SWEEP_SECONDS)
def standings_sweep_task() -> None:
    standings_sweep()


@worker_ready.connect
def sweep_regularly(sender: Any, **_kwargs: Any) -> None:
    """Each worker asks every few seconds for what was wanted and not built (lost tasks, killed workers)."""
    sender.timer.call_repeatedly(SWEEP_SECONDS, standings_sweep_task.apply_async)
