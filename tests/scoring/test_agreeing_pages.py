"""What the table sees of who agreed, in what way, and of what the office changed afterwards."""

from http import HTTPStatus

import pytest
from django.urls import reverse

from scoring.models import Confirmation, ScoreSheet, SheetStatus
from scoring.services import deals_change
from scoring.services.deals import DealChange
from tests import factories
from tests.factories import TWELVE, deal
from tests.scoring.desks import confirm, correct, office, phone

pytestmark = pytest.mark.django_db

COUNTED = {"trump": "rosen", "bids": [61, 37, 0, 53], "points": [72, 21, 4, 60]}


@pytest.fixture
def sheet():
    return factories.deals(factories.free_sheet(), TWELVE)


@pytest.fixture
def four():
    sheet = factories.free_sheet(variant="differenzler", options={})
    return factories.deals(sheet, [COUNTED] * 12)


def at(sheet, name, seat=None):
    return reverse(f"scoring:sheet-{name}", args=[sheet.keys.get(seat=seat).token])


def page(client, sheet, name="page", seat=None):
    return client.get(at(sheet, name, seat)).content.decode()


def own_phone(client, sheet, seat):
    sheet.keys.create(seat=seat)
    client.post(at(sheet, "claim", seat))


@pytest.mark.parametrize("how", Confirmation.How.values)
def test_how_a_side_said_yes_is_on_the_page(client, sheet, how):
    confirm(sheet, 1, at=phone(how=how))
    assert f'data-said="1" data-how="{how}"' in page(client, sheet)


def test_players_for_themselves_see_how_many_still_have_to_agree(client, four):
    assert 'data-still-needed="2"' in page(client, four)
    confirm(four, 0)
    assert 'data-still-needed="1"' in page(client, four)
    assert 'data-confirm-side="0"' not in page(client, four)


def test_an_own_phone_that_has_agreed_waits_for_the_others(client, four):
    own_phone(client, four, 3)
    sent = {"sheet": four.pk, "revision": four.revision, "side": 3}
    client.post(at(four, "confirm", 3), sent)
    shown = page(client, four, seat=3)
    assert 'data-still-needed="1"' in shown
    assert "data-confirm-side" not in shown


def test_an_own_phone_disagrees_for_its_own_side_only(client, four):
    own_phone(client, four, 2)
    asked = page(client, four, "dispute", seat=2)
    assert asked.count('name="side"') == 1
    sent = {"sheet": four.pk, "reason": "Spiel 3 war anders"}
    other = client.post(at(four, "dispute", 2), sent | {"side": 1})
    assert other.status_code == HTTPStatus.FORBIDDEN
    client.post(at(four, "dispute", 2), sent | {"side": 2})
    found = ScoreSheet.objects.get(pk=four.pk)
    assert (found.status, found.disputed_side) == (SheetStatus.DISPUTED, 2)
    assert 'data-disputed="2"' in page(client, four)
    late = client.post(at(four, "confirm"), {"sheet": four.pk, "revision": 12, "side": 0})
    assert late.status_code == HTTPStatus.CONFLICT


def test_what_the_office_corrects_after_confirming_stands_beside_what_it_was(client, sheet):
    for side in range(2):
        confirm(sheet, side)
    assert "data-corrected" not in page(client, sheet)
    correct(sheet, 3, 1, deal(72), at=office(), reason="verschrieben")
    correct(sheet, 3, 2, deal(73), at=office(), reason="nochmals verschrieben")
    shown = page(client, sheet)
    assert shown.count('data-corrected-deal="3"') == 1
    assert shown.count("data-corrected-mark") == 1
    before, _now, rest = shown.partition("data-corrected-deal")[2].partition("</s>")
    assert "71 : 86" in before
    assert "73 : 84" in rest
    assert "nochmals verschrieben" in rest


def test_a_correction_while_the_table_plays_is_no_correction_by_the_office(client, sheet):
    correct(sheet, 3, 1, deal(72))
    confirm(sheet, 0)
    confirm(sheet, 1)
    assert "data-corrected" not in page(client, sheet)


def test_a_deal_that_the_office_adds_afterwards_has_no_earlier_version(client):
    sheet = factories.free_sheet(options=factories.SCHIEBER_12 | {"deals": None, "target": 2500})
    factories.deals(sheet, [deal(157)] * 9)
    sheet.refresh_from_db()
    assert not sheet.finished
    added = DealChange(10, None, deal(157), "from-paper-10")
    sheet.status, sheet.status_reason = SheetStatus.SUBMITTED, "Zeit um"
    sheet.save()
    deals_change(sheet_id=sheet.pk, context=office(), changes=[added], reason="stand auf Papier")
    assert "data-corrected-mark" in page(client, sheet)
