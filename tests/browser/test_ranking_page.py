"""The ranking that is open on somebody's phone: it follows the evening, here without a stream."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.tournaments.rankings import results
from tournaments.services.standings import standings_bump

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def round_():
    return factories.playing_round(factories.tournament(players=8))


@pytest.fixture
def opened(phone, round_):
    """The ranking with entry 1 in front, open on a phone."""
    results(round_)
    standings_bump(tournament_id=round_.tournament.pk)
    evening = round_.tournament
    phone.goto(reverse("tournaments:public", args=[evening.club.slug, evening.slug]))
    expect(phone.locator("#ranking")).to_contain_text("999")
    return phone


def correct(round_):
    """The office corrects a table: entry 8 is in front."""
    results(round_, lambda number: 1000 + number)
    standings_bump(tournament_id=round_.tournament.pk)


def test_an_open_ranking_shows_a_correction_by_itself(opened, round_):
    correct(round_)
    expect(opened.locator("#ranking")).to_contain_text("1008")
    expect(opened.locator("#ranking")).not_to_contain_text(re.compile(r"\b999\b"))


def test_a_phone_that_slept_without_network_is_right_when_it_is_back(opened, round_, watch):
    opened.context.set_offline(True)
    correct(round_)
    expect(opened.locator("#ranking")).to_contain_text("999")
    opened.context.set_offline(False)
    expect(opened.locator("#ranking")).to_contain_text("1008")
    watch.faults.clear()


def test_a_name_of_one_long_word_breaks_instead_of_pushing_the_page_wider(opened, round_):
    round_.tournament.entries.filter(number=1).update(name="X" * 118)
    standings_bump(tournament_id=round_.tournament.pk)
    opened.reload()
    expect(opened.locator("#ranking")).to_contain_text("X" * 118)
    for width in (390, 1280):
        opened.set_viewport_size({"width": width, "height": 844})
        assert opened.evaluate("document.documentElement.scrollWidth") <= width


def test_my_own_page_follows_the_evening_by_itself(phone, round_):
    results(round_)
    standings_bump(tournament_id=round_.tournament.pk)
    evening = round_.tournament
    phone.goto(reverse("tournaments:own", args=[evening.club.slug, evening.slug, 1]))
    expect(phone.locator("[data-part='result'] [data-rank]")).to_have_attribute("data-rank", "1")
    correct(round_)
    expect(phone.locator("[data-part='result'] [data-rank]")).to_have_attribute("data-rank", "8")
    expect(phone.locator("#own")).to_have_count(1)
