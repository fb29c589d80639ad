"""The bracket and the cross table, open on a phone and on a screen: they follow the evening by themselves."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.tournaments.cup import ACTOR, cinq_cents, draw, start, win
from tournaments.models import DrawMode
from tournaments.services.rounds import rounds_draw
from tournaments.services.standings import standings_bump, standings_rebuild

pytestmark = pytest.mark.django_db(transaction=True)


def rebuilt(evening):
    standings_bump(tournament_id=evening.pk)
    standings_rebuild(tournament_id=evening.pk)


def overflow(page):
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def test_an_open_bracket_shows_the_winner_by_itself_and_fits_a_phone(page, grave_findings):
    evening = cinq_cents(5, best_of=3)
    evening.entries.filter(number=1).update(name=factories.LONG_NAME)
    round_ = start(draw(evening))
    rebuilt(evening)
    page.goto(reverse("tournaments:bracket", args=[evening.club.slug, evening.slug]))
    won = page.locator('#bracket [data-state="won"]')
    expect(won).to_have_count(0)
    assert overflow(page) <= 0
    assert grave_findings(page) == []
    table = round_.tables.get()
    win(table)
    win(table)
    rebuilt(evening)
    expect(won).to_have_count(1)
    expect(won).to_contain_text(table.seats.get(seat=0).entry.name)


def test_the_cross_table_fits_a_phone(page, grave_findings):
    evening = cinq_cents(
        6, format="round-robin", chain=("sum", "shared"), rounds=5, visibility="public"
    )
    evening.stages.update(draw_mode=DrawMode.ALL)
    first, *_rest = rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=0)
    start(first)
    for table in first.tables.all():
        win(table)
    rebuilt(evening)
    page.goto(reverse("tournaments:cross-table", args=[evening.club.slug, evening.slug]))
    assert overflow(page) <= 0
    assert grave_findings(page) == []
    expect(page.locator('td[data-state="won"]')).to_have_count(3)
