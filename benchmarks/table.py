"""What a table's page costs its phone, for each game: bytes, requests, queries, and the wait after a tap.

    python -m benchmarks.table

Starts one web process on an empty SQLite database with collected (compressed) files, and drives
Chromium at phone size with its processor slowed down four times. Prints tables and asserts nothing.
A *tap* is one digit: the script's work from the click on (the check of the deal and of the ten before
it), and the time until the frame that shows it. Needs Chromium.
"""

import os
import random
import sys
import tempfile
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from secrets import token_hex
from statistics import median
from typing import Any

import django
from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from scripts.evening.server import started
from scripts.services import find_chromium, run_manage

SLOWER = 4
TAPS = 12
DEALS = 10
PHONE: ViewportSize = {"width": 390, "height": 844}
LONG = {"deals": 24, "target": 100_000, "limit": 100_000, "open_bids": True}

# The script's own work from the click of a key, and the time until the frame that shows it.
WORK = (
    "(key) => { const start = performance.now(); key.click(); return performance.now() - start; }"
)
SHOWN = """
(key) => new Promise((done) => {
  const start = performance.now();
  key.click();
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
})
"""
SEND = """
async ([url, body]) => {
  const sent = new URLSearchParams(body);
  sent.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  const headers = { "HX-Request": "true" };
  const answer = await fetch(url, { method: "POST", headers, body: sent });
  await answer.text();
  await new Promise((done) => setTimeout(done, 200));
}
"""
HEAD = (
    "| game | first load: requests | bytes | an entry: requests | bytes | queries: page | entry "
    "| a tap: work, ms | until shown, ms |"
)


@dataclass
class Traffic:
    """What went over the line since it was last asked."""

    requests: int = 0
    received: int = 0

    def follow(self, session: CDPSession) -> None:
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")

    def _finished(self, event: dict[str, Any]) -> None:
        self.requests += 1
        self.received += int(event["encodedDataLength"])

    def taken(self) -> tuple[int, int]:
        found = (self.requests, self.received)
        self.requests = self.received = 0
        return found


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        sys.exit("The benchmark of the table page needs Chromium.")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
    with tempfile.TemporaryDirectory(prefix="jassclub-bench-") as folder:
        files = {"COLLECTED_STATIC": "1", "VAR_DIR": folder, "SECRET_KEY": "only for this step"}
        run_manage(files, "collectstatic", "--noinput", "--verbosity", "0")
        with started(
            Path(folder), use_postgres=False, webs=1, workers=0, extra={"COLLECTED_STATIC": "1"}
        ) as hall:
            os.environ.update(hall.webs[0].environment)
            django.setup()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
                )
                report(browser, hall.addresses[0])
                browser.close()


def report(browser: Browser, address: str) -> None:
    from scoring.rules import VARIANTS

    print(HEAD)
    print("|---" * 9 + "|")
    for variant in VARIANTS:
        print("| " + " | ".join(row(browser, address, variant.name)) + " |", flush=True)


def row(browser: Browser, address: str, name: str) -> list[str]:
    """One game, on a sheet with ten deals."""
    from benchmarks.sheets import sheet as correct_sheet
    from scoring.rules import get_variant
    from tests import factories

    variant = get_variant(name)
    known = {each.name for each in variant.option_fields()} | {"deals"}
    options = variant.options({key: value for key, value in LONG.items() if key in known})
    played = correct_sheet(name, options, random.Random(7))
    sheet = factories.deals(factories.free_sheet(variant=name, options=options), played[:DEALS])
    path = f"/s/{sheet.keys.get().token}/"
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, locale="de-CH")
    page = context.new_page()
    session = context.new_cdp_session(page)
    traffic = Traffic()
    traffic.follow(session)
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    first = traffic.taken()
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    work, shown = taps(page, WORK), taps(page, SHOWN)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    traffic.taken()
    page.evaluate(SEND, [f"{path}deals/", typed(sheet.pk, DEALS + 1, played)])
    entry = traffic.taken()
    context.close()
    queries = (counted(path), counted(f"{path}deals/", typed(sheet.pk, DEALS + 2, played)))
    counts = map(str, (*first, *entry, *queries))
    return [variant.title, *counts, f"{median(work):.1f}", f"{median(shown):.1f}"]


def taps(page: Page, script: str) -> list[float]:
    """Digits typed and taken away again, one after the other."""
    return [
        float(page.locator(f"[data-key='{'back' if at % 2 else 5}']").evaluate(script))
        for at in range(TAPS)
    ]


def typed(sheet: int, number: int, played: list[dict[str, Any]]) -> dict[str, str]:
    """A deal as its form sends it."""
    from scripts.evening.games import filled_in

    own = {"sheet": str(sheet), "number": str(number), "nonce": token_hex(16)}
    return own | {name: str(text) for name, text in filled_in(played[number - 1]).items()}


def counted(path: str, body: dict[str, str] | None = None) -> int:
    """How many statements a request needs."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"HX-Request": "true"}, SERVER_NAME="localhost")
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path) if body is None else client.post(path, body)
    if answer.status_code not in {HTTPStatus.OK, HTTPStatus.NO_CONTENT}:
        raise RuntimeError(f"{path} answered {answer.status_code}")
    return len(queries)


if __name__ == "__main__":
    main()
