"""`make run`, from the first start to Ctrl-C."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
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


class Evening:
    """The demo's evening as it lies in the embedded database, and a table that is playing."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "var" / "jassclub.sqlite3"
        [[self.key, self.sheet, self.next]] = self.ask(
            """select p.token, s.id, s.played + 1 from tournaments_tablegame g
            join tournaments_table t on t.id = g.table_id
            join tournaments_place p on p.id = t.place_id
            join tournaments_round r on r.id = t.round_id
            join scoring_scoresheet s on s.id = g.sheet_id
            where r.status = 'playing' and s.status = 'open' and s.variant = 'schieber'
            and s.played < 9 order by s.played limit 1"""
        )

    def ask(self, question: str) -> list[tuple]:
        with contextlib.closing(sqlite3.connect(self.path, timeout=20)) as database:
            return database.execute(question).fetchall()

    def everything_but_deals(self) -> list[list[tuple]]:
        """Rounds, seats, waits, entries and results, row by row."""
        names = ("round", "seat", "roundcredit", "entry", "tableresult", "tournament")
        return [self.ask(f"select * from tournaments_{name} order by id") for name in names]  # noqa: S608

    def phone(self, port: int) -> httpx.Client:
        headers = {"Authorization": f"Table {self.key}", "Device": "phone-a"}
        return httpx.Client(
            base_url=f"http://{LOOPBACK}:{port}/api/v1", headers=headers, timeout=20
        )

    def write(self, phone: httpx.Client, number: int) -> httpx.Response:
        deal = {"trump": "rosen", "points": [90 + number, 67 - number]}
        body = {"number": number, "deal": deal, "nonce": f"power-cut-{number}"}
        return phone.post(f"/sheets/{self.sheet}/deals", json=body)


def pids_of(folder: Path) -> list[int]:
    """The processes that were started for the folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if str(folder).encode() in (process / "environ").read_bytes():
                found.append(int(process.name))
    return found


def test_after_a_power_cut_everything_that_was_answered_is_where_it_was(program, tmp_path):
    need(find_redis(), "redis-server")
    first, port = program()
    wait_for_answer(first, port)
    wait_until((tmp_path / "var" / "run.lock").read_text, 120, "the demo evening")
    evening = Evening(tmp_path)
    before = evening.everything_but_deals()
    answered = []
    cut = threading.Event()

    def play() -> None:
        with evening.phone(port) as phone, contextlib.suppress(httpx.TransportError):
            for number in range(evening.next, 13):
                if evening.write(phone, number).is_success:
                    answered.append(number)
                if len(answered) == 3:
                    cut.set()

    table = threading.Thread(target=play)
    table.start()
    assert cut.wait(60)
    for pid in pids_of(tmp_path):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    table.join(60)
    wait_until(lambda: processes_of(tmp_path) == [], 20, "the end of all processes")

    again, port = program()
    wait_for_answer(again, port)
    with evening.phone(port) as phone:
        sheet = phone.get(f"/sheets/{evening.sheet}").json()
        written = [deal["number"] for deal in sheet["deals"]]
        assert set(answered) <= set(written)
        assert evening.write(phone, answered[-1]).is_success
        assert phone.get(f"/sheets/{evening.sheet}").json()["revision"] == sheet["revision"]
    assert evening.everything_but_deals() == before
    assert evening.ask("pragma integrity_check") == [("ok",)]
    wanted = "select count(*) from tournaments_standingsstate where wanted > built"
    wait_until(lambda: evening.ask(wanted) == [(0,)], 30, "standings")
    end(again, signal.SIGTERM)
