"""Celery's part: tasks take ids and call one service."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from tournaments.services.standings import standings_rebuild, standings_sweep

SWEEP_SECONDS = 3.0


@shared_task(name="tournaments.standings", ignore_result=True)
def standings_task(tournament_id: int) -> None:
    standings_rebuild(tournament_id=tournament_id)


@shared_task(name="tournaments.standings_sweep", ignore_result=True, expires=SWEEP_SECONDS)
def standings_sweep_task() -> None:
    standings_sweep()


@worker_ready.connect
def sweep_regularly(sender: Any, **_kwargs: Any) -> None:
    """Each worker asks every few seconds for what was wanted and not built (lost tasks, killed workers)."""
    sender.timer.call_repeatedly(SWEEP_SECONDS, standings_sweep_task.apply_async)
