"""A seat's own key: made once, claimed by one phone, released by the office."""

from dataclasses import replace
from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from jassclub.audit.models import AuditEvent
from jassclub.clubs.models import Role
from scoring import errors
from scoring.context import Held, OwnKey, Right
from scoring.models import Call, Confirmation, SheetKey
from scoring.services import key_claim, key_make, key_release
from tests import factories
from tests.scoring.desks import office, phone
from tests.scoring.test_together import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet():
    return factories.free_sheet(variant="differenzler", options={})


def holder(key, phone_mark, **fields):
    """A phone that came with a seat's key."""
    return phone(seat=key.seat, own=OwnKey(key.pk, phone_mark, Held.NOWHERE), **fields)


def at(key, name, *args):
    return reverse(f"scoring:sheet-{name}", args=[key.token, *args])


def whole(sheet):
    return sheet.keys.get(seat=None)


@pytest.fixture
def key(sheet):
    return key_make(sheet_id=sheet.pk, context=phone(), seat=1)


def test_a_seats_key_is_made_once_and_cannot_be_guessed(sheet):
    made = [key_make(sheet_id=sheet.pk, context=phone(), seat=1) for _time in range(2)]
    assert made[0] == made[1]
    assert len(made[0].token) == 22
    with pytest.raises(errors.NotThere):
        key_make(sheet_id=sheet.pk, context=phone(), seat=4)
    with pytest.raises(errors.NotAllowed):
        key_make(sheet_id=sheet.pk, context=holder(made[0], "a"), seat=2)


def test_the_first_phone_has_the_key_and_a_second_one_is_told_whom_to_ask(sheet, key):
    for _time in range(2):
        key_claim(sheet_id=sheet.pk, context=holder(key, "a" * 64))
    with pytest.raises(errors.Conflict) as refused:
        key_claim(
            sheet_id=sheet.pk, context=holder(key, "b" * 64, release_hint="Ask at the office.")
        )
    assert refused.value.code == "key-taken"
    assert "Ask at the office." in refused.value.message
    assert AuditEvent.objects.filter(action="key.claim").count() == 1
    assert AuditEvent.objects.get(action="key.claim").after == {"seat": 1, "side": 1}


def test_a_phone_without_a_mark_claims_nothing(sheet, key):
    with pytest.raises(errors.Invalid):
        key_claim(sheet_id=sheet.pk, context=holder(key, ""))
    assert SheetKey.objects.get(pk=key.pk).claimed_by == ""


def test_only_the_office_sets_a_seat_free_and_the_old_link_opens_nothing_then(sheet, key):
    key_claim(sheet_id=sheet.pk, context=holder(key, "a" * 64))
    with pytest.raises(errors.NotAllowed):
        key_release(sheet_id=sheet.pk, context=phone(), seat=1)
    scorer = replace(office(), rights=frozenset({Right.READ, Right.RELEASE}))
    free = key_release(sheet_id=sheet.pk, context=scorer, seat=1)
    assert (free.claimed_by, free.claimed_at) == ("", None)
    assert free.token != key.token
    assert AuditEvent.objects.filter(action="key.release").count() == 1
    with pytest.raises(errors.NotThere):
        key_release(sheet_id=sheet.pk, context=scorer, seat=3)


# -- pages ---------------------------------------------------------------------------------------


def test_the_tables_page_shows_the_code_of_a_seat_once_it_is_asked_for(client, sheet):
    table = whole(sheet)
    assert at(table, "phones") in client.get(at(table, "page")).content.decode()
    assert client.get(at(table, "phone", 2)).status_code == HTTPStatus.FOUND
    assert sheet.keys.count() == 1
    answer = client.post(at(table, "phone", 2), {"sheet": sheet.pk}, follow=True)
    key = sheet.keys.get(seat=2)
    page = answer.content.decode()
    assert f"http://testserver/s/{key.token}/" in page
    assert "<svg" in page


def test_a_seats_key_asks_who_this_is_before_it_shows_anything(client, sheet, key):
    page = client.get(at(key, "page"))
    assert "data-claim" in page.content.decode()
    assert 'data-part="board"' not in page.content.decode()
    for name, args in (("deals", ()), ("confirm", ()), ("call", (1,)), ("submit", ())):
        client.post(at(key, name, *args), {"deal": 1, "value": 40, "nonce": "guessed-nonce"})
    assert not Call.objects.exists()
    assert client.post(at(key, "claim")).status_code == HTTPStatus.FOUND
    assert 'data-part="board"' in client.get(at(key, "page")).content.decode()


def test_a_second_phone_with_the_same_link_sees_nothing_of_the_sheet(client, sheet, key):
    client.get(at(key, "page"))
    client.post(at(key, "claim"))
    other = Client()
    page = other.get(at(key, "page"))
    assert page.status_code == HTTPStatus.FORBIDDEN
    assert "data-taken" in page.content.decode()
    assert 'data-part="board"' not in page.content.decode()
    assert other.post(at(key, "claim")).status_code == HTTPStatus.CONFLICT
    assert other.get(at(key, "board"), headers={"HX-Request": "true"}).status_code == 409


def test_the_code_of_a_claimed_seat_is_not_shown_again(client, sheet, key):
    Client().post(at(key, "claim"))
    page = client.get(at(whole(sheet), "phones")).content.decode()
    assert key.token not in page
    assert 'data-seat="1" data-claimed="yes"' in page
    assert client.get(at(whole(sheet), "phone", 1)).status_code == HTTPStatus.FOUND


def test_a_phones_own_page_bids_for_its_seat_and_confirms_for_its_side(client, sheet, key):
    client.post(at(key, "claim"))
    page = client.get(at(key, "page")).content.decode()
    assert "data-bid-now" in page
    sent = {"sheet": sheet.pk, "deal": 1, "value": "40", "nonce": "own-phone-bid-1"}
    assert client.post(at(key, "call", 1), sent).status_code == HTTPStatus.FOUND
    assert Call.objects.get().by_kind == "key"
    assert client.get(at(key, "call", 0)).status_code == HTTPStatus.FOUND  # another's field: never
    assert client.get(at(key, "phones")).status_code == HTTPStatus.FOUND
    refused = client.post(at(key, "call", 0), sent | {"nonce": "own-phone-bid-2"})
    assert refused.status_code == HTTPStatus.FORBIDDEN


def test_a_member_of_the_club_sets_a_free_sheets_seat_free(client, sheet, key):
    Client().post(at(key, "claim"))
    client.force_login(factories.member(sheet.club, Role.SCORER))
    link = reverse("scoring:free-link", args=[sheet.club.slug, sheet.pk])
    assert 'data-release="1"' in client.get(link).content.decode()
    release = reverse("scoring:free-release", args=[sheet.club.slug, sheet.pk, 1])
    assert client.post(release).status_code == HTTPStatus.FOUND
    assert SheetKey.objects.get(pk=key.pk).claimed_by == ""


def test_what_a_key_is_claimed_with_is_not_the_mark_that_others_see(client, sheet, key):
    client.post(at(key, "claim"))
    client.post(
        at(key, "call", 1), {"sheet": sheet.pk, "deal": 1, "value": 4, "nonce": "nonce-0001"}
    )
    mark = Call.objects.get().by_device
    claimed = SheetKey.objects.get(pk=key.pk).claimed_by
    assert mark
    assert len(claimed) == 64
    assert mark not in claimed


def test_a_confirmation_says_that_it_came_from_an_own_phone(client):
    sheet = factories.deals(factories.free_sheet(), factories.TWELVE)
    key = sheet.keys.create(seat=2)
    client.post(at(key, "claim"))
    client.post(at(key, "confirm"), {"sheet": sheet.pk, "revision": 12, "side": 0})
    assert Confirmation.objects.get().how == Confirmation.How.OWN_KEY


@pytest.mark.django_db(transaction=True)
def test_of_phones_that_claim_at_once_one_wins():
    sheet = factories.free_sheet()
    key = SheetKey.objects.create(sheet=sheet, seat=0)

    def claim(mark):
        try:
            return key_claim(sheet_id=sheet.pk, context=holder(key, mark * 64)).claimed_by
        finally:
            connection.close()

    answers = at_once(*[lambda mark=mark: claim(mark) for mark in "abcdef"])
    winners = [answer for answer in answers if isinstance(answer, str)]
    assert winners == [SheetKey.objects.get(pk=key.pk).claimed_by]
    assert sum(isinstance(answer, errors.Conflict) for answer in answers) == 5
    assert AuditEvent.objects.filter(action="key.claim").count() == 1
