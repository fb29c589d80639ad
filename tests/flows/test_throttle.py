"""Guessing codes is slowed down; a hall behind one address is not (field report 37)."""

import time

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from jassclub import throttle


@pytest.fixture
def request_from():
    def make(address="192.0.2.1", cookies=None):
        request = RequestFactory(REMOTE_ADDR=address).get("/t/")
        request.COOKIES.update(cookies or {})
        return request

    return make


def fail(request, times):
    for _time in range(times):
        throttle.guess_failed(request)


def test_a_halls_typing_mistakes_are_no_guessing(request_from):
    fail(request_from(), throttle.FAILURES)
    assert not throttle.guessing_too_often(request_from())


def test_a_guesser_is_stopped_and_other_addresses_are_not(request_from):
    fail(request_from(), throttle.FAILURES + 1)
    assert throttle.guessing_too_often(request_from())
    assert not throttle.guessing_too_often(request_from("192.0.2.2"))


def test_a_phone_that_got_in_is_not_stopped_beside_a_guesser(request_from):
    fail(request_from(), throttle.FAILURES + 1)
    response = HttpResponse()
    throttle.remember_device(request_from(), response)
    mark = response.cookies[throttle.COOKIE].value
    assert not throttle.guessing_too_often(request_from(cookies={throttle.COOKIE: mark}))
    assert throttle.guessing_too_often(request_from(cookies={throttle.COOKIE: "in:forged"}))


def test_what_was_counted_is_forgotten_after_a_minute(request_from, monkeypatch):
    fail(request_from(), throttle.FAILURES + 1)
    now = time.time()
    monkeypatch.setattr("django.core.cache.backends.locmem.time.time", lambda: now + 61)
    assert not throttle.guessing_too_often(request_from())
