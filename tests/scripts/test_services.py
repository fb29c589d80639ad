"""Starting and ending processes."""

import signal
import socket
import sys
from pathlib import Path

import pytest

from scripts import run
from scripts.services import LOOPBACK, Service, ServiceError, any_port, free_port
from tests.stack import wait_until

SLEEP = "import time; time.sleep(60)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True);"


def service(tmp_path, code: str) -> Service:
    return Service("It", [sys.executable, "-c", code], tmp_path / "it.log")


def test_a_process_that_ignores_the_signal_is_killed_in_the_end(tmp_path):
    stubborn = service(tmp_path, STUBBORN + SLEEP)
    stubborn.start()
    stubborn.wait_for_line("up")
    process = stubborn.process
    stubborn.stop(seconds=0.2)
    assert process.returncode == -signal.SIGKILL


def test_what_a_process_started_ends_with_it(tmp_path):
    child = f"import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', {SLEEP!r}]).pid"
    parent = service(tmp_path, f"{child}, flush=True); print('up', flush=True); {SLEEP}")
    parent.start()
    parent.wait_for_line("up")
    pid = int(parent.log.read_text().split()[0])
    parent.stop()
    wait_until(lambda: not is_alive(pid), what="the end of the child")


def is_alive(pid: int) -> bool:
    """True if the process still runs; one that is dead and not yet buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_process_that_ends_at_once_is_reported_with_its_last_words(tmp_path):
    broken = service(tmp_path, "raise SystemExit('no such table')")
    broken.start()
    with pytest.raises(ServiceError, match="no such table"):
        broken.wait_for_port(any_port())


def test_what_ends_again_and_again_stops_everything(tmp_path):
    broken = service(tmp_path, "raise SystemExit('broken')")
    broken.start()
    with pytest.raises(ServiceError, match="ended 4 times"):
        run.watch([broken])


def test_a_taken_port_is_passed_over_and_said(monkeypatch, capsys):
    with socket.create_server((LOOPBACK, 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("PORT", str(port))
        assert free_port(LOOPBACK, port) is None
        assert run.choose_port(LOOPBACK) > port
    assert f"Port {port} is taken" in capsys.readouterr().out


def test_only_one_run_holds_a_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(run, "VAR", tmp_path)
    with run.only_one() as lock:
        lock.write_text("http://192.0.2.7:8000")
        with pytest.raises(run.CannotRun, match=r"192\.0\.2\.7:8000"), run.only_one():
            pass
    with run.only_one():
        pass


def test_no_test_reaches_another_machine():
    with socket.socket() as client, pytest.raises(pytest.fail.Exception, match=r"192\.0\.2\.7"):
        client.connect(("192.0.2.7", 80))
