"""A stream that breaks: the page comes back to it, or polls, and shows the version of now."""

import threading

from tests.live.test_stream import address, built, bump_from_outside, evening_with_results
from tests.stack import wait_until


class OpenPage:
    """A page's stream in a thread of its own: the versions it was told, and whether it broke."""

    def __init__(self, stack, evening, url=None):
        self.versions: list[int] = []
        self.ended = threading.Event()
        self._client = stack.client(url=url)
        self._thread = threading.Thread(target=self._listen, args=(address("stream", evening),))
        self._thread.start()
        wait_until(lambda: self.versions, what="the first version")

    def _listen(self, path):
        try:
            with self._client.stream("GET", path, timeout=60) as answer:
                for line in answer.iter_lines():
                    if line.startswith("data:"):
                        self.versions.append(int(line.partition(":")[2]))
        except Exception:  # noqa: BLE001, S110 - a killed server ends a stream in many ways
            pass
        finally:
            self.ended.set()

    def join(self):
        self._thread.join(30)
        self._client.close()
        assert not self._thread.is_alive()


def test_a_page_whose_web_process_was_killed_hears_of_what_it_missed_when_it_comes_back(stack):
    evening = evening_with_results()
    page = OpenPage(stack, evening)
    web, port = stack.webs[0], int(stack.url.rpartition(":")[2])
    web.kill()
    assert page.ended.wait(30)
    page.join()
    assert page.versions == [0]
    bump_from_outside(stack, evening)
    wait_until(lambda: built(evening) == 1, 20, "the rebuild without a web process")
    web.start()
    web.wait_for_port(port)
    again = OpenPage(stack, evening)
    assert again.versions == [1]
    web.kill()
    again.join()


def test_an_open_stream_goes_on_after_redis_was_restarted_and_a_poll_knows_the_version_at_once(
    stack,
):
    evening = evening_with_results()
    page = OpenPage(stack, evening)
    stack.redis.kill()
    stack.start_redis()

    def told_of_a_new_one():
        bump_from_outside(stack, evening)
        return len(page.versions) > 1

    wait_until(told_of_a_new_one, 40, "a version on the stream that was open all the time")
    assert not page.ended.is_set()
    wait_until(lambda: page.versions[-1] == built(evening), 20, "the newest version")
    with stack.client() as client:
        assert client.get(address("version", evening)).json() == {"version": built(evening)}
    stack.webs[0].kill()
    page.join()
