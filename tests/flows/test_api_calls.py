"""Secret bids and seats' own keys over HTTP: what a program may do, and what no answer ever says."""

import pytest

from scoring.models import Call, SheetKey
from tests import factories
from tests.flows.test_api_table import Phone, problem
from tests.reading import figures

pytestmark = pytest.mark.django_db

BIDS = (143, 146, 139, 151)
POINTS = {"trump": "rosen", "points": [72, 21, 4, 60]}


@pytest.fixture
def table():
    evening = factories.tournament(
        players=8, variant="differenzler", options={}, format="individuals"
    )
    return factories.playing_round(evening).tables.first()


@pytest.fixture
def sheet(table):
    return factories.sheet_of(table).pk


@pytest.fixture
def phone(table):
    return Phone(table.place.token)


def bid(phone, sheet, seat, value, *, deal=1, nonce=None):
    body = {"deal": deal, "seat": seat, "value": value, "nonce": nonce or f"bid-{deal}-{seat}-x"}
    return phone.send("calls", sheet, body=body)


def seat_phone(sheet, seat, secret):
    key, _made = SheetKey.objects.get_or_create(sheet_id=sheet, seat=seat)
    return Phone(key.token, secret=secret)


def told(response):
    return figures(response.content.decode()) & {str(bid) for bid in BIDS}


def test_bids_go_in_and_come_out_with_the_counted_deal_only(phone, sheet):
    for seat, value in enumerate(BIDS):
        answer = bid(phone, sheet, seat, value)
        assert answer.status_code == 200
        assert answer.json()["bids"]["seats"] == list(range(seat + 1))
        assert told(answer) == told(phone.get("sheet", sheet)) == set()
    assert not answer.json()["bids"]["open"]
    for wrong in (
        bid(phone, sheet, 0, 12, nonce="another-nonce"),
        bid(phone, sheet, 0, 12),  # a known nonce with another value
        phone.record(sheet, 1, POINTS | {"bids": [143, 1, 1, 1]}, "guessing-1"),
        phone.record(sheet, 1, {"trump": "rosen", "points": [1, 1, 1, 1]}, "wrong-sum-1"),
    ):
        assert wrong.status_code in {409, 422}
        assert told(wrong) == set()
    assert phone.record(sheet, 1, POINTS).json()["sheet"]["deals"][0]["deal"]["bids"] == list(BIDS)


def test_a_sending_that_is_repeated_is_one_bid(phone, sheet):
    first, again = (bid(phone, sheet, 0, 40) for _time in range(2))
    assert first.json() == again.json()
    assert Call.objects.count() == 1


@pytest.mark.parametrize("value", [158, -1, "40", None, True, [40], {"a": 1}])
def test_a_bid_that_cannot_be_says_what_could(phone, sheet, value):
    answer = bid(phone, sheet, 0, value)
    assert answer.status_code == 422
    assert problem(answer)["field"] == "bids"


def test_bids_are_forgotten_up_to_the_newest_that_was_seen(phone, sheet):
    last = bid(phone, sheet, 0, 40).json()["bids"]["last"]
    bid(phone, sheet, 1, 50)
    query = f"?deal=1&last={last}"
    answer = phone.send("calls", sheet, method="DELETE", query=query)
    assert answer.json()["bids"]["seats"] == [1]
    missing = phone.send("calls", sheet, method="DELETE")
    assert {each["field"] for each in missing.json()["problems"]} == {"deal", "last"}


def test_a_game_without_secret_bids_says_so(phone):
    table = factories.playing_round(factories.tournament(players=4)).tables.first()
    sheet = factories.sheet_of(table).pk
    phone = Phone(table.place.token)
    assert phone.get("sheet", sheet).json()["bids"] is None
    assert problem(bid(phone, sheet, 0, 40))["code"] == "no-secret-bids"


def test_a_seats_key_opens_nothing_before_it_is_claimed_and_then_for_its_phone_only(sheet):
    mine, other = (seat_phone(sheet, 1, secret) for secret in ("s" * 16, "t" * 16))
    nameless = seat_phone(sheet, 1, "short")
    assert mine.get("table").status_code == mine.get("sheet", sheet).status_code == 403
    assert problem(nameless.send("claim", sheet))["code"] == "no-phone"
    assert mine.send("claim", sheet).status_code == mine.send("claim", sheet).status_code == 200
    assert problem(other.send("claim", sheet))["code"] == "key-taken"
    for phone in (other, nameless):
        assert phone.get("table").status_code == phone.get("sheet", sheet).status_code == 403
        assert bid(phone, sheet, 1, 40).status_code == 403
    assert mine.get("table").json()["id"] == sheet
    assert bid(mine, sheet, 1, 40).status_code == 200
    assert problem(bid(mine, sheet, 0, 40))["code"] == "not-your-seat"


def test_the_card_bids_for_no_seat_with_a_phone_of_its_own(phone, sheet):
    seat_phone(sheet, 1, "s" * 16).send("claim", sheet)
    assert problem(bid(phone, sheet, 1, 40))["code"] == "own-phone"
    assert phone.get("sheet", sheet).json()["bids"]["own_phones"] == [1]


def test_a_phone_that_knows_the_others_mark_does_not_have_its_key(sheet, phone):
    """The mark of a phone stands beside what it wrote; the claim is made of what nobody sees."""
    mine = seat_phone(sheet, 1, "s" * 16)
    mine.send("claim", sheet)
    key = SheetKey.objects.get(sheet=sheet, seat=1)
    thief = Phone(key.token, device="phone-a", secret=key.claimed_by)
    assert thief.get("sheet", sheet).status_code == 403
