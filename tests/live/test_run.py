"""`make run`, from the first start to Ctrl-C."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from scripts.services import LOOPBACK, ROOT, any_port, find_redis, is_listening
from tests.needs import need
from tests.stack import wait_until


@pytest.fixture
def program(tmp_path):
    """Starts the program with a folder of its own; ends what a test leaves running."""
    started = []

    def start(**variables: str) -> tuple[subprocess.Popen[str], int]:
        port = any_port()
        own = {"VAR_DIR": str(tmp_path / "var"), "BIND": LOOPBACK, "PORT": str(port)}
        cleared = {"DATABASE_URL": "", "REDIS_URL": "", "PUBLIC_URL": f"http://{LOOPBACK}:{port}"}
        process = subprocess.Popen(
            [sys.executable, "-m", "scripts.run"],
            cwd=ROOT,
            env={**os.environ, **cleared, **own, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        return process, port

    yield start
    for process in started:
        process.kill()
        process.communicate()


def answers(port: int) -> bool:
    try:
        return httpx.get(f"http://{LOOPBACK}:{port}/readyz").json() == {"database": True}
    except httpx.TransportError:
        return False


def wait_for_answer(process: subprocess.Popen[str], port: int) -> None:
    wait_until(lambda: answers(port) or process.poll() is not None, 180, "an answer")
    assert process.poll() is None, process.stdout.read()


def end(process: subprocess.Popen[str], number: signal.Signals) -> str:
    """Send the signal and wait; what the program printed."""
    process.send_signal(number)
    text, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return text


def processes_of(folder: Path) -> list[str]:
    """The command lines of all processes that were started for the folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if str(folder).encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text().replace("\0", " "))
    return found


def test_it_answers_keeps_a_second_one_out_and_leaves_nothing_but_its_data(program, tmp_path):
    need(find_redis(), "redis-server")
    first, port = program()
    wait_for_answer(first, port)
    wait_until((tmp_path / "var" / "run.lock").read_text, 20, "the note of the address")
    second, _ = program()
    refusal, _ = second.communicate(timeout=60)
    assert second.returncode == 1
    assert f"http://{LOOPBACK}:{port}" in refusal
    assert answers(port)
    assert "celery" in str(processes_of(tmp_path))

    text = end(first, signal.SIGINT)
    assert f"http://{LOOPBACK}:{port}/" in text
    assert "NO redis-server" not in text
    assert not is_listening(port)
    assert processes_of(tmp_path) == []

    before = (tmp_path / "var" / "jassclub.sqlite3").stat().st_ino
    again, port = program()
    wait_for_answer(again, port)
    end(again, signal.SIGTERM)
    assert (tmp_path / "var" / "jassclub.sqlite3").stat().st_ino == before
    assert processes_of(tmp_path) == []


def test_a_missing_redis_is_said_loudly(program, tmp_path):
    process, port = program(REDIS_SERVER="none")
    wait_for_answer(process, port)
    assert "celery" not in str(processes_of(tmp_path))
    assert "There is NO redis-server" in end(process, signal.SIGINT)
