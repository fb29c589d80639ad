"""The phone that is passed round, as plain pages: who is asked next, and what is never on them."""

import re
from http import HTTPStatus

import pytest
from django.urls import reverse

from scoring.models import Call, Deal, SheetKey
from tests import factories
from tests.reading import figures

pytestmark = pytest.mark.django_db

BIDS = (143, 146, 139, 151)
SHOWN = {str(bid) for bid in BIDS}
POINTS = {"deal.trump": "rosen"} | {f"deal.points.{at}": p for at, p in enumerate((72, 21, 4, 60))}


@pytest.fixture
def sheet():
    return factories.free_sheet(variant="differenzler", options={})


@pytest.fixture
def at(sheet):
    token = sheet.keys.get(seat=None).token
    return lambda name, *args: reverse(f"scoring:sheet-{name}", args=[token, *args])


def bid(client, at, sheet, seat, value, deal=1, nonce=None):
    sent = {"sheet": sheet.pk, "deal": deal, "value": value}
    return client.post(at("call", seat), sent | {"nonce": nonce or f"bid-{deal}-{seat}-x"})


def handed_to(client, at):
    return re.findall(r'data-hand-to="(\d)"', client.get(at("calls")).content.decode())


def test_the_phone_goes_from_one_to_the_next_and_shows_nobodys_bid(client, sheet, at):
    for seat, value in enumerate(BIDS):
        assert handed_to(client, at) == [str(seat)]
        assert "data-bid " in client.get(at("call", seat)).content.decode()
        assert bid(client, at, sheet, seat, value)["Location"] == at("calls")
        for name in ("page", "board"):
            assert not figures(client.get(at(name)).content.decode()) & SHOWN
    assert client.get(at("calls"))["Location"] == at("page")
    page = client.get(at("page")).content.decode()
    assert "deal.points.0" in page
    assert "deal.bids" not in page
    sent = POINTS | {"sheet": sheet.pk, "number": 1, "nonce": "the-counted-deal"}
    client.post(at("deals"), sent)
    assert Deal.objects.get().payload["bids"] == list(BIDS)
    shown = client.get(at("page")).content.decode()
    assert 'data-compared="1"' in shown
    assert figures(shown) >= SHOWN


def test_a_field_that_is_opened_again_is_empty(client, sheet, at):
    bid(client, at, sheet, 0, 143)
    page = client.get(at("call", 0)).content.decode()
    assert 'name="value" id="bid" value=""' in page
    assert "143" not in figures(page)


@pytest.mark.parametrize("typed", ["158", "", "siebzig", "-1", "9" * 40])
def test_what_is_no_bid_stays_in_its_field_with_the_reason(client, sheet, at, typed):
    answer = bid(client, at, sheet, 0, typed)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = answer.content.decode()
    assert f'value="{typed[:12]}"' in page
    assert 'id="bid-error" data-bid-error' in page
    assert not Call.objects.exists()


def test_a_bid_that_comes_too_late_is_refused_and_shown_nowhere(client, sheet, at):
    for seat, value in enumerate((10, 20, 30, 40)):
        bid(client, at, sheet, seat, value)
    answer = bid(client, at, sheet, 0, 143, nonce="too-late-0001")
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "143" not in figures(answer.content.decode())
    assert client.get(at("call", 0))["Location"] == at("page")


def test_who_has_an_own_phone_is_not_handed_the_tables(client, sheet, at):
    SheetKey.objects.create(sheet=sheet, seat=0, claimed_by="a" * 64)
    assert handed_to(client, at) == ["1"]
    assert client.get(at("call", 0))["Location"] == at("page")
    assert bid(client, at, sheet, 0, 40).status_code == HTTPStatus.FORBIDDEN


def test_bids_are_forgotten_after_a_question(client, sheet, at):
    assert client.get(at("calls-again"))["Location"] == at("page")  # nothing to forget
    bid(client, at, sheet, 0, 143)
    asked = client.get(at("calls-again")).content.decode()
    last = re.search(r'name="last" value="(\d+)"', asked)[1]
    assert "143" not in figures(asked)
    sent = {"sheet": sheet.pk, "deal": 1, "last": last}
    assert client.post(at("calls-again"), sent)["Location"] == at("page")
    assert not Call.objects.filter(current=True).exists()
    assert client.post(at("calls-again"), sent | {"deal": 7}).status_code == HTTPStatus.CONFLICT


def test_bids_that_nobody_made_in_secret_are_typed_with_the_points(client, sheet, at):
    bid(client, at, sheet, 1, 143)
    late = client.get(at("page") + "?late=1").content.decode()
    assert "deal.bids.0" in late
    assert "deal.bids.1" not in late
    typed = {"deal.bids.0": 1, "deal.bids.2": 2, "deal.bids.3": 3}
    sent = POINTS | typed | {"sheet": sheet.pk, "number": 1, "nonce": "typed-together"}
    client.post(at("deals"), sent)
    assert Deal.objects.get().payload["bids"] == [1, 143, 2, 3]


def test_a_table_that_plays_open_is_asked_for_the_bids_with_the_points(client):
    sheet = factories.free_sheet(variant="differenzler", options={"open_bids": True})
    address = reverse("scoring:sheet-page", args=[sheet.keys.get().token])
    page = client.get(address).content.decode()
    assert "deal.bids.0" in page
    assert 'data-panel="calls' not in page
