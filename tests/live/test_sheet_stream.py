"""The phones of one table: told at once by the stream that the sheet is another, or that somebody types.

No test waits for a page to ask by itself: what is heard here came over the stream.
"""

import threading
from contextlib import contextmanager, suppress

import pytest
from django.urls import reverse

from scoring.models import SheetKey
from tests import factories
from tests.stack import wait_until


@pytest.fixture
def sheet(stack):
    return factories.free_sheet()


def at(sheet, name, *args):
    return reverse(f"scoring:sheet-{name}", args=[sheet.keys.get(seat=None).token, *args])


@contextmanager
def listening(stack, path, url=None):
    """The events that a page hears while the block runs; it hears one as soon as it is connected."""
    heard: list[str] = []
    with stack.client(url=url) as client, client.stream("GET", path, timeout=60) as answer:
        thread = threading.Thread(target=listen, args=(answer, heard), daemon=True)
        thread.start()
        wait_until(lambda: len(heard) == 1, what="the first event")
        yield heard
        answer.close()


def listen(answer, heard):
    with suppress(Exception):  # the test ends the stream
        heard.extend(line for line in answer.iter_lines() if line.startswith("event:"))


def record(phone, sheet, number, own):
    """A deal as the page's own form sends it."""
    page = phone.get(at(sheet, "page"))
    token = page.text.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    typed = {
        "csrfmiddlewaretoken": token,
        "sheet": sheet.pk,
        "number": number,
        "nonce": f"live-nonce-{number}",
        "deal.trump": "rosen",
        "deal.points.0": own,
        "deal.points.1": 157 - own,
    }
    return phone.post(at(sheet, "deals"), data=typed, headers={"HX-Request": "true"})


def test_a_deal_that_one_phone_writes_rings_on_the_others_in_every_process(stack, sheet):
    second = stack.start_web()
    with (
        stack.client() as phone,
        listening(stack, at(sheet, "stream")) as near,
        listening(stack, at(sheet, "stream"), url=second) as far,
    ):
        assert record(phone, sheet, 1, 92).headers["Sheet-Saved"] == "live-nonce-1"
        wait_until(lambda: len(near) == len(far) == 2, what="the ring")
    assert set(near + far) == {"event: sheet"}


def test_typing_rings_once_and_not_again_for_every_phone_that_types(stack, sheet):
    headers = {"HX-Request": "true"}
    with (
        stack.client() as one,
        stack.client() as other,
        listening(stack, at(sheet, "stream")) as heard,
    ):
        for phone in (one, other):
            phone.get(at(sheet, "page"))
        for _time in range(3):
            one.get(at(sheet, "board"), params={"writing": 1}, headers=headers)
            seen = other.get(at(sheet, "board"), params={"writing": 1}, headers=headers)
        assert seen.headers["Other-Writes"] == "1"
        record(one, sheet, 1, 92)
        wait_until(lambda: len(heard) == 4, what="two who type, and a deal")
        gone = other.get(at(sheet, "board"), headers=headers)
        assert gone.headers["Other-Writes"] == "0"


def test_without_redis_entries_are_taken_and_the_phones_of_the_process_still_hear(stack, sheet):
    stack.redis.kill()
    with stack.client() as phone, listening(stack, at(sheet, "stream")) as heard:
        assert record(phone, sheet, 1, 92).headers["Sheet-Saved"] == "live-nonce-1"
        wait_until(lambda: len(heard) == 2, what="the ring without Redis")
    stack.webs[0].kill()  # it would leave Redis alone for a while
    stack.heal()


def test_a_seats_key_has_no_stream_for_a_phone_that_does_not_hold_it(stack, sheet):
    key = SheetKey.objects.create(sheet=sheet, seat=1)
    with stack.client() as phone:
        answer = phone.get(reverse("scoring:sheet-stream", args=[key.token]))
    assert answer.status_code == 403
