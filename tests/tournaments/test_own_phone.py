"""A seat's own phone at a tournament's table: its key, its round, and the office that sets it free."""

from http import HTTPStatus

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from jassclub.audit.models import AuditEvent
from jassclub.clubs.models import Role
from scoring.models import Call, Confirmation, SheetKey
from tests import factories
from tests.reading import figures
from tournaments.models import TableResult

pytestmark = pytest.mark.django_db

COUNTED = {"trump": "rosen", "bids": [61, 37, 0, 53], "points": [72, 21, 4, 60]}


@pytest.fixture
def evening():
    return factories.tournament(players=8, variant="differenzler", options={}, format="individuals")


@pytest.fixture
def round_(evening):
    return factories.playing_round(evening)


@pytest.fixture
def table(round_):
    return round_.tables.select_related("place").first()


@pytest.fixture
def sheet(table):
    return factories.sheet_of(table)


@pytest.fixture
def key(sheet):
    return SheetKey.objects.create(sheet=sheet, seat=2)


def own(key, name="page", *args):
    return reverse(f"tournaments:own:sheet-{name}", args=[key.token, *args])


def desk(evening, table, name, *args):
    token = f"{evening.club.slug}/tournaments/{evening.slug}/tables/{table.pk}"
    return reverse(f"tournaments:desk:sheet-{name}", args=[token, *args])


def sit_down(client, table):
    client.post(reverse("tournaments:table-here", args=[table.place.token]), {"seat": 0})


def test_the_card_shows_the_code_that_leads_to_the_seats_own_page(client, table, sheet):
    sit_down(client, table)
    address = reverse("tournaments:sheet-phone", args=[table.place.token, 2])
    shown = client.post(address, {"sheet": sheet.pk}, follow=True).content.decode()
    key = SheetKey.objects.get(sheet=sheet, seat=2)
    assert f"http://testserver{own(key)}" in shown


def test_the_own_phone_needs_no_card_and_bids_and_confirms_for_its_seat(client, sheet, key):
    client.post(own(key, "claim"))
    sent = {"sheet": sheet.pk, "deal": 1, "value": 41, "nonce": "own-phone-0001"}
    assert client.post(own(key, "call", 2), sent)["Location"] == own(key)
    assert Call.objects.get().value == 41
    factories.deals(sheet, [COUNTED] * 12)
    sent = {"sheet": sheet.pk, "revision": 12}
    assert client.post(own(key, "confirm"), sent | {"side": 1}).status_code == 403
    client.post(own(key, "confirm"), sent | {"side": 2})
    said = Confirmation.objects.get()
    assert (said.side, said.how, said.by_kind) == (2, "own-key", "key")


def test_two_own_phones_confirm_and_the_results_are_written(client, table, sheet, key):
    factories.deals(sheet, [COUNTED] * 12)
    other, others_key = Client(), SheetKey.objects.create(sheet=sheet, seat=0)
    for phone, its_key in ((client, key), (other, others_key)):
        phone.post(own(its_key, "claim"))
        sent = {"sheet": sheet.pk, "revision": 12, "side": its_key.seat}
        phone.post(own(its_key, "confirm"), sent)
    assert TableResult.objects.filter(table=table).count() == 4


def test_after_its_round_the_key_reads_and_does_not_write(client, round_, sheet, key):
    client.post(own(key, "claim"))
    factories.close_round(round_)
    assert 'data-panel="closed"' in client.get(own(key)).content.decode()
    sent = {"sheet": sheet.pk, "deal": 1, "value": 41, "nonce": "too-late-0001"}
    assert client.post(own(key, "call", 2), sent).status_code == HTTPStatus.FORBIDDEN
    assert not Call.objects.exists()


def test_a_guessed_key_opens_nothing_and_is_counted(client):
    address = reverse("tournaments:own:sheet-page", args=["A" * 22])
    assert client.get(address).status_code == HTTPStatus.NOT_FOUND
    assert cache.get("guesses:127.0.0.1") == 1


def test_the_key_of_the_whole_table_and_of_a_free_sheet_do_not_open_a_seat(client, sheet):
    free = factories.free_sheet(variant="differenzler", options={})
    for key in (sheet.keys.get(seat=None), SheetKey.objects.create(sheet=free, seat=1)):
        assert client.get(own(key)).status_code == HTTPStatus.NOT_FOUND
    key = SheetKey.objects.create(sheet=sheet, seat=1)
    assert client.get(reverse("scoring:sheet-page", args=[key.token])).status_code == 404


def test_a_scorer_sets_a_seat_free_and_the_log_says_so(client, evening, table, sheet, key):
    Client().post(own(key, "claim"))
    scorer = factories.member(evening.club, Role.SCORER)
    client.force_login(scorer)
    shown = client.get(desk(evening, table, "phones")).content.decode()
    assert 'data-release="2"' in shown
    answer = client.post(desk(evening, table, "release", 2), {"sheet": sheet.pk})
    assert answer["Location"] == desk(evening, table, "phones")
    free = SheetKey.objects.get(pk=key.pk)
    assert free.claimed_by == ""
    assert client.get(own(key)).status_code == HTTPStatus.NOT_FOUND  # the old link
    event = AuditEvent.objects.get(action="key.release")
    assert (event.actor_id, event.tournament_id) == (scorer.pk, evening.pk)
    assert event.after == {"seat": 2, "side": 2}


def test_the_table_itself_does_not_set_a_seat_free(client, table, sheet, key):
    Client().post(own(key, "claim"))
    sit_down(client, table)
    address = reverse("tournaments:sheet-release", args=[table.place.token, 2])
    assert client.post(address, {"sheet": sheet.pk}).status_code == HTTPStatus.FORBIDDEN
    assert SheetKey.objects.get(pk=key.pk).claimed_by != ""


def test_the_office_reads_of_bids_and_phones_without_a_figure(client, evening, table, sheet, key):
    client.post(own(key, "claim"))
    sent = {"sheet": sheet.pk, "deal": 1, "value": 143, "nonce": "own-phone-0001"}
    client.post(own(key, "call", 2), sent)
    office = Client()
    office.force_login(factories.member(evening.club, Role.OWNER))
    where = [evening.club.slug, evening.slug]
    log = office.get(reverse("tournaments:audit", args=where)).content.decode()
    name = sheet.seats.get(seat=2).name
    assert log.count(name) >= 2
    for shown in (
        log,
        office.get(reverse("tournaments:desk-table", args=[*where, table.pk])).content.decode(),
        office.get(desk(evening, table, "page")).content.decode(),
        office.get(reverse("tournaments:office", args=where)).content.decode(),
    ):
        assert "143" not in figures(shown)
