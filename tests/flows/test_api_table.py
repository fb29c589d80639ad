"""A table over HTTP with its key: recorded, corrected, confirmed, and nothing of another table's."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from jassclub import throttle
from scoring.models import Deal, ScoreSheet, SheetKey
from tests import factories
from tests.factories import TWELVE, deal
from tournaments.models import TableResult

pytestmark = pytest.mark.django_db


class Phone:
    """A program at a table: a key, a name of its own, and no cookie."""

    def __init__(self, key="", device="phone-a", secret=""):
        self.client = Client(enforce_csrf_checks=True)
        self.headers = {"HTTP_AUTHORIZATION": f"Table {key}", "HTTP_DEVICE": device}
        self.headers["HTTP_PHONE_SECRET"] = secret

    def get(self, name, *args):
        return self.client.get(reverse(f"api:{name}", args=args), **self.headers)

    def send(self, name, *args, body=None, method="POST", query=""):
        return self.client.generic(
            method,
            reverse(f"api:{name}", args=args) + query,
            json.dumps(body) if body is not None else "",
            content_type="application/json",
            **self.headers,
        )

    def record(self, sheet, number, payload, nonce=None):
        body = {"number": number, "deal": payload, "nonce": nonce or f"nonce-{number}-x"}
        return self.send("deals", sheet, body=body)

    def confirm(self, sheet, side, revision):
        return self.send("confirmations", sheet, body={"side": side, "revision": revision})


@pytest.fixture
def round_():
    return factories.playing_round(factories.tournament(players=8))


@pytest.fixture
def table(round_):
    return round_.tables.first()


@pytest.fixture
def sheet(table):
    return factories.sheet_of(table).pk


@pytest.fixture
def phone(table):
    return Phone(table.place.token)


def problem(response):
    (found,) = response.json()["problems"]
    assert " " in found["message"]
    return found


def test_a_whole_sheet_from_the_card_to_the_result(phone, table):
    board = phone.get("table").json()
    sheet = board["id"]
    assert (board["next_number"], board["totals"], len(board["names"])) == (1, [0, 0], 4)
    for number, payload in enumerate(TWELVE, start=1):
        response = phone.record(sheet, number, payload)
        assert response.status_code == 201, response.content
    answer = response.json()["sheet"]
    assert (answer["totals"], answer["finished"], answer["can_confirm"]) == (
        [1320, 764],
        True,
        True,
    )
    assert answer["sum_check"]["sum"] == answer["sum_check"]["expected"] == 2084
    assert phone.confirm(sheet, 0, 12).json()["open_sides"] == [1]
    assert phone.confirm(sheet, 1, 12).json()["status"] == "confirmed"
    assert TableResult.objects.filter(table=table).count() == 4


def test_a_deal_that_cannot_be_is_refused_with_a_sentence_on_its_field(phone, sheet):
    response = phone.record(sheet, 1, deal(92, 64))
    assert response.status_code == 422
    found = problem(response)
    assert (found["field"], found["code"], found["deal"]) == ("points", "wrong-sum", 1)


def test_the_same_post_twice_is_one_deal_and_the_same_answer(phone, sheet):
    first, second = (phone.record(sheet, 1, deal(92)) for _time in range(2))
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert Deal.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_same_post_in_parallel_is_one_deal_and_the_same_answer(phone, sheet):
    start = Barrier(6)

    def send(_number):
        try:
            start.wait(timeout=20)
            return phone.record(sheet, 1, deal(92))
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        responses = list(pool.map(send, range(6)))
    assert {r.status_code for r in responses} == {201}
    assert len({r.content for r in responses}) == 1
    assert Deal.objects.count() == 1


def test_two_phones_with_different_figures_see_both_and_choose(phone, sheet, table):
    other = Phone(table.place.token, "phone-b")
    phone.record(sheet, 1, deal(90))
    response = other.record(sheet, 1, deal(91), "another-nonce")
    assert response.status_code == 202
    assert response.json()["outcome"] == "contested"
    line = phone.get("sheet", sheet).json()["deals"][0]
    assert (line["deal"], line["device"]) == (deal(90), "phone-a")
    (contested,) = line["contested"]
    assert (contested["deal"], contested["device"]) == (deal(91), "phone-b")
    body = {"id": contested["id"], "nonce": "choosing-1"}
    settled = phone.send("choice", sheet, 1, body=body).json()["sheet"]
    assert (settled["deals"][0]["deal"], settled["deals"][0]["contested"]) == (deal(91), [])


def test_the_same_deal_from_another_phone_stands_there_already(phone, sheet):
    phone.record(sheet, 1, deal(90))
    response = phone.record(sheet, 1, deal(90), "another-nonce")
    assert (response.status_code, response.json()["outcome"]) == (200, "repeated")


def test_a_nonce_with_other_figures_is_refused(phone, sheet):
    phone.record(sheet, 1, deal(90))
    response = phone.record(sheet, 1, deal(91))
    assert response.status_code == 422
    assert problem(response)["code"] == "nonce-reused"


def test_a_deal_is_corrected_and_removed_by_its_version(phone, sheet):
    phone.record(sheet, 1, deal(90))
    body = {"version": 1, "deal": deal(91), "nonce": "correcting-1"}
    corrected = phone.send("deal", sheet, 1, body=body, method="PUT")
    assert corrected.json()["sheet"]["deals"][0]["version"] == 2
    late = phone.send("deal", sheet, 1, body=body | {"nonce": "late-nonce"}, method="PUT")
    assert late.status_code == 409
    assert problem(late)["params"] == {"number": 1, "version": 2, "payload": deal(91)}
    removed = phone.send("deal", sheet, 1, method="DELETE", query="?version=2&nonce=removing-1")
    assert removed.status_code == 201
    assert (removed.json()["sheet"]["deals"][0]["deal"], removed.json()["sheet"]["totals"]) == (
        None,
        [0, 0],
    )


def test_several_changes_go_together(phone, sheet):
    changes = [
        {"number": n, "version": None, "deal": payload, "nonce": f"together-{n}"}
        for n, payload in enumerate(TWELVE[:3], start=1)
    ]
    response = phone.send("changes", sheet, body={"changes": changes})
    assert (response.status_code, response.json()["played"]) == (200, 3)


def test_an_old_revision_is_not_confirmed_and_the_answer_says_what_changed(phone, sheet):
    for number, payload in enumerate(TWELVE, start=1):
        phone.record(sheet, number, payload)
    body = {"version": 1, "deal": deal(91), "nonce": "correcting-1"}
    phone.send("deal", sheet, 3, body=body, method="PUT")
    response = phone.confirm(sheet, 0, 12)
    assert response.status_code == 409
    found = problem(response)
    assert found["code"] == "sheet-changed"
    assert [c["number"] for c in found["params"]["changed"]] == [3]


def test_an_unfinished_sheet_is_disputed_and_handed_in_with_reasons(phone, sheet):
    phone.record(sheet, 1, deal(90))
    body = {"side": 1, "reason": "Spiel 1 stimmt nicht"}
    assert phone.send("dispute", sheet, body=body).json()["status"] == "disputed"
    body = {"reason": "Zeit um"}
    assert phone.send("submission", sheet, body=body).json()["status"] == "submitted"


def test_totals_from_paper_are_taken_too(phone, sheet):
    body = {"totals": [942, None], "matches": [0, 0], "deals": 12, "nonce": "paper-sheet"}
    response = phone.send("totals", sheet, body=body)
    assert (response.status_code, response.json()["totals"]) == (200, [942, 942])
    assert response.json()["kind"] == "totals"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "number"),
        ({"number": 1, "deal": {}, "nonce": "nonce-1-x", "extra": 1}, "extra"),
        ({"number": "1", "deal": {}, "nonce": "nonce-1-x"}, "number"),
        ({"number": True, "deal": {}, "nonce": "nonce-1-x"}, "number"),
        ({"number": 1.0, "deal": {}, "nonce": "nonce-1-x"}, "number"),
        ({"number": 0, "deal": {}, "nonce": "nonce-1-x"}, "number"),
        ({"number": 10**400, "deal": {}, "nonce": "nonce-1-x"}, "number"),
        ({"number": 1, "deal": None, "nonce": "nonce-1-x"}, "deal"),
        ({"number": 1, "deal": {}, "nonce": 12345678}, "nonce"),
        ({"number": 1, "deal": {}, "nonce": "x" * 40}, "nonce"),
        ({"number": 1, "deal": {}, "nonce": "\ud800 surrogate"}, "nonce"),
        ([], None),
        (3, None),
    ],
)
def test_what_is_no_sending_is_refused_on_its_field(phone, sheet, body, field):
    response = phone.send("deals", sheet, body=body)
    assert response.status_code == 400
    assert field in {p["field"] for p in response.json()["problems"]}


def test_a_reason_holds_no_characters_that_no_database_takes(phone, sheet):
    for reason in ("a\x00b", "\ud800"):
        response = phone.send("dispute", sheet, body={"side": 1, "reason": reason})
        assert response.status_code == 400


def test_without_a_key_nothing_opens(sheet, phone):
    phone.headers = {}
    response = phone.get("sheet", sheet)
    assert response.status_code == 401
    assert problem(response)["code"] == "not-authenticated"
    assert phone.record(sheet, 1, deal(90)).status_code == 401
    assert not Deal.objects.exists()


@pytest.mark.parametrize("key", ["guessed", "ABCDEF", "' OR 1=1 --", "ü"])
def test_a_guessed_key_opens_nothing(sheet, key):
    response = Phone(key).record(sheet, 1, deal(90))
    assert response.status_code == 403
    problem(response)


def test_the_short_code_is_for_the_page_not_for_programs(sheet, table):
    assert Phone(table.place.code).get("sheet", sheet).status_code == 403


def test_the_key_of_another_table_or_evening_does_not_open_a_sheet(round_, sheet):
    elsewhere = factories.playing_round(factories.tournament(players=4)).tables.first()
    for other in (round_.tables.last().place, elsewhere.place):
        response = Phone(other.token).record(sheet, 1, deal(90))
        assert response.status_code == 404
        problem(response)
    own_key = SheetKey.objects.get(sheet=factories.sheet_of(elsewhere))
    assert Phone(own_key.token).get("sheet", sheet).status_code == 404
    assert not Deal.objects.exists()


def test_a_sheets_own_key_opens_it_and_a_seats_key_speaks_for_its_side(sheet):
    whole = Phone(SheetKey.objects.get(sheet_id=sheet).token)
    assert whole.get("table").json()["id"] == sheet
    for number, payload in enumerate(TWELVE, start=1):
        whole.record(sheet, number, payload)
    seat = Phone(
        SheetKey.objects.create(sheet_id=sheet, seat=3).token, secret="only-this-phone-knows"
    )
    assert seat.send("claim", sheet).status_code == 200
    assert seat.confirm(sheet, 0, 12).status_code == 403
    assert seat.confirm(sheet, 1, 12).json()["confirmations"][0]["how"] == "own-key"


def test_a_free_sheet_has_a_key_too():
    sheet = factories.free_sheet()
    phone = Phone(SheetKey.objects.get(sheet=sheet).token)
    assert phone.record(sheet.pk, 1, deal(92)).status_code == 201
    assert phone.get("table").json()["totals"] == [92, 65]


def test_a_queue_of_the_last_round_never_lands_on_this_rounds_sheet(round_, sheet, phone):
    phone.record(sheet, 1, deal(90), "kept-nonce-1")
    factories.close_round(round_)
    factories.playing_round(round_.tournament)
    assert phone.get("table").json()["id"] != sheet
    late = phone.record(sheet, 2, deal(80), "kept-nonce-2")
    assert late.status_code == 403
    problem(late)
    assert phone.record(sheet, 1, deal(90), "kept-nonce-1").status_code == 201
    assert Deal.objects.count() == 1
    assert phone.get("sheet", sheet).json()["closed_reason"]


def test_between_rounds_a_card_says_so(round_, phone):
    factories.close_round(round_)
    response = phone.get("table")
    assert response.status_code == 404
    problem(response)


def test_a_guesser_is_throttled_and_the_hall_behind_the_same_address_is_not(sheet, phone):
    for _time in range(throttle.FAILURES + 1):
        assert Phone("guessed").get("table").status_code == 403
    refused = Phone("guessed").get("table")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert phone.record(sheet, 1, deal(90)).status_code == 201


def test_numbers_beyond_every_bound_in_an_address_open_nothing(phone, sheet):
    huge = 10**30
    for response in (
        phone.get("sheet", huge),
        phone.record(huge, 1, deal(90)),
        phone.send("deal", sheet, huge, method="DELETE", query="?version=1&nonce=removing-1"),
        phone.send("choice", sheet, huge, body={"id": 1, "nonce": "choosing-1"}),
        Client().get(f"/api/v1/tournaments/a/b/rounds/{huge}"),
    ):
        assert response.status_code == 404
        problem(response)


def test_a_version_beyond_every_bound_is_a_conflict_or_no_version(phone, sheet):
    phone.record(sheet, 1, deal(90))
    for version, status in [(10**30, 409), (0, 400), ("x", 400), ("", 400)]:
        query = f"?version={version}&nonce=removing-1"
        response = phone.send("deal", sheet, 1, method="DELETE", query=query)
        assert response.status_code == status


def test_an_unknown_address_of_the_api_is_answered_in_the_same_shape(client):
    response = client.get("/api/v1/nothing")
    assert response.status_code == 404
    assert " " in response.json()["problems"][0]["message"]


@pytest.mark.parametrize("players", [8, 32])
def test_recording_a_deal_costs_the_same_in_every_hall(players):
    round_ = factories.playing_round(factories.tournament(players=players))
    table = round_.tables.last()
    sheet = factories.deals(factories.sheet_of(table), TWELVE[: players // 4])
    phone = Phone(table.place.token)
    with CaptureQueriesContext(connection) as queries:
        assert phone.record(sheet.pk, players // 4 + 1, deal(90)).status_code == 201
    assert len(queries) <= 16, "\n".join(q["sql"] for q in queries)
    with CaptureQueriesContext(connection) as queries:
        phone.get("table")
    assert len(queries) <= 7, "\n".join(q["sql"] for q in queries)
    assert ScoreSheet.objects.get(pk=sheet.pk).played == players // 4 + 1
