"""A hall that confirms at once: how often a worker rebuilds, and that nothing is left out."""

import gc
import sys
from types import SimpleNamespace

import pytest
from django.db import InterfaceError, OperationalError

from tournaments import tasks


class Worker:
    """The task as a worker runs it, on a clock of its own; what it sends for later is kept."""

    def __init__(self, monkeypatch):
        self.now, self.rebuilt, self.later = 100.0, [], []
        monkeypatch.setattr(tasks, "monotonic", lambda: self.now)
        monkeypatch.setattr(tasks, "_began", {})
        monkeypatch.setattr(tasks, "_coming", {})
        monkeypatch.setattr(tasks, "standings_rebuild", self.rebuild)
        monkeypatch.setattr(tasks.standings_task, "apply_async", self.send)

    def rebuild(self, *, tournament_id):
        self.rebuilt.append(tournament_id)

    def send(self, args, kwargs, countdown, retry):
        assert not retry
        self.later.append((self.now + countdown, args, kwargs))

    def asked(self, tournament_id):
        tasks.standings_task.run(tournament_id)

    def pass_time(self, seconds):
        self.now += seconds
        due = [each for each in self.later if each[0] <= self.now]
        self.later = [each for each in self.later if each[0] > self.now]
        for _at, args, kwargs in due:
            tasks.standings_task.run(*args, **kwargs)


@pytest.fixture
def worker(monkeypatch):
    return Worker(monkeypatch)


def test_a_hundred_tables_in_a_second_are_two_rebuilds_and_the_last_comes_after_all_of_them(worker):
    for _table in range(100):
        worker.asked(1)
        worker.pass_time(0.009)
    assert worker.rebuilt == [1]
    assert len(worker.later) == 1
    worker.pass_time(0.2)
    assert worker.rebuilt == [1, 1]
    assert worker.later == []


def test_after_a_quiet_second_a_table_is_in_the_ranking_at_once(worker):
    worker.asked(1)
    worker.pass_time(1.0)
    worker.asked(1)
    assert worker.rebuilt == [1, 1]


def test_another_tournament_does_not_wait(worker):
    worker.asked(1)
    worker.asked(2)
    assert worker.rebuilt == [1, 2]


def test_what_was_sent_for_later_and_lost_keeps_nobody_waiting_longer_than_that(worker):
    worker.asked(1)
    worker.asked(1)
    worker.later = []
    worker.pass_time(1.5)
    worker.asked(1)
    assert worker.rebuilt == [1, 1]


def test_what_a_worker_has_loaded_is_not_looked_through_for_garbage(monkeypatch):
    monkeypatch.setattr(tasks, "Thread", lambda **_kwargs: SimpleNamespace(start=lambda: None))
    tasks.begin_to_work()
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    assert frozen > len(sys.modules)


@pytest.mark.parametrize("error", [OperationalError, InterfaceError, ValueError])
def test_a_sweep_that_fails_is_told_and_the_next_one_comes(monkeypatch, caplog, error):
    def away():
        raise error

    monkeypatch.setattr(tasks, "standings_sweep", away)
    monkeypatch.setattr(tasks, "close_old_connections", lambda: None)
    tasks.sweep_once()
    assert "no sweep this time" in caplog.text
