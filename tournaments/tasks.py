"""Celery's part: tasks take ids and call one service.

A worker rebuilds a tournament once a second at most: when a whole hall confirms at the same time,
what comes meanwhile waits for the next rebuild and is in it.
"""

import logging
from threading import Thread
from time import monotonic, sleep
from typing import Any

from celery import Task, shared_task
from celery.signals import worker_process_init
from django.db import close_old_connections

from jassclub.memory import keep_what_is_loaded
from tournaments.services.standings import standings_rebuild, standings_sweep

log = logging.getLogger(__name__)

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


@worker_process_init.connect
def begin_to_work(**_kwargs: Any) -> None:
    """Each process of a worker asks every few seconds for what was wanted and not built.

    It asks the database and needs no broker: one that was away may have lost what was sent, and a
    worker may not have found its way back to it.
    """
    keep_what_is_loaded()
    Thread(target=_sweep_on, name="standings sweep", daemon=True).start()


def _sweep_on() -> None:
    while True:
        sleep(SWEEP_SECONDS)
        sweep_once()


def sweep_once() -> None:
    """One look, with a connection of its own. Whatever goes wrong, the next look comes."""
    try:
        close_old_connections()
        standings_sweep()
        close_old_connections()
    except Exception:
        log.exception("no sweep this time")
