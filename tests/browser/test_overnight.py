"""A page left open over night is right in the morning, and what was typed on it is not lost."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.test_table import announce, current, expect_deal, press, sit_down, state, write

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def round_():
    return factories.playing_round(factories.tournament(players=8))


@pytest.fixture
def table(round_):
    return round_.tables.select_related("place").first()


@pytest.fixture
def sheet(table):
    return factories.sheet_of(table)


def test_a_page_with_an_old_csrf_token_gets_a_new_one_and_sends_its_deal(phone, table, sheet):
    sit_down(phone, table)
    refused = []
    phone.on("response", lambda answer: refused.append(answer.status))
    phone.context.clear_cookies(name="csrftoken")
    write(phone, "rosen", "90")
    expect_deal(phone, 1, "90 : 67")
    expect(state(phone)).to_have_attribute("data-state", "saved")
    assert 403 in refused
    assert current(sheet) == [(1, [90, 67])]


def test_a_phone_whose_seat_expired_says_again_who_it_is_and_then_sends_its_deal(
    phone, table, sheet
):
    sit_down(phone, table)
    announce(phone, "rosen")
    press(phone, "90")
    phone.context.clear_cookies(name=f"at-{table.pk}")
    phone.locator("[data-write]").click()
    phone.wait_for_url(f"**/t/{table.place.token}/")
    assert current(sheet) == []
    phone.locator("button.person[value='0']").click()
    expect_deal(phone, 1, "90 : 67")
    assert current(sheet) == [(1, [90, 67])]
