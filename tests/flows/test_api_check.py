"""The rules engine over HTTP: every worked case, and everything that is no sheet at all."""

import json
from pathlib import Path

import pytest
from django.urls import reverse

from scoring.rules import MAX_BODY, VARIANTS, get_variant

CASES = Path(__file__).parent.parent / "cases"
KNOWN = [variant.name for variant in VARIANTS]
ENGLISH = {"HTTP_ACCEPT_LANGUAGE": "en"}


WORKED_SHEETS = [
    pytest.param(name, case, id=f"{name}: {case['name']}")
    for name in KNOWN
    for case in json.loads((CASES / f"{name}.json").read_text())
]


def post(client, variant, body, action="check", **headers):
    if not isinstance(body, str | bytes):
        body = json.dumps(body)
    address = reverse(f"api:{action}", args=[variant])
    return client.post(address, body, content_type="application/json", **headers)


def codes(response):
    return [p["code"] for p in response.json()["problems"]]


@pytest.mark.parametrize(("variant", "case"), WORKED_SHEETS)
def test_every_worked_case_is_answered_as_expected(client, variant, case):
    response = post(client, variant, {"options": case["options"], "deals": case["deals"]})
    assert response.status_code == 200
    answer, expect = response.json(), case["expect"]
    for line, wanted in zip(answer["deals"], expect["deals"], strict=True):
        assert line["written"] == wanted["written"]
        assert set(wanted.get("codes", [])) <= {p["code"] for p in line["problems"]}
        assert all(p["message"] for p in line["problems"])
    for key in ("totals", "finished", "winners"):
        assert answer[key] == expect[key], key
    assert answer["forehand"] == expect.get("forehand", answer["forehand"])
    assert answer["extra"].items() >= expect["extra"].items()


def test_nothing_sent_is_an_empty_sheet(client):
    for body in ("", "{}"):
        answer = post(client, "schieber", body).json()
        assert (answer["deals"], answer["totals"], answer["finished"]) == ([], [0, 0], False)


def test_the_variants_are_listed_and_described(client):
    listed = client.get(reverse("api:variants")).json()
    assert [one["name"] for one in listed] == KNOWN
    for name in KNOWN:
        described = client.get(reverse("api:variant", args=[name])).json()
        assert described["name"] == name
        assert {"title", "sides", "options", "deal", "checks", "written"} <= described.keys()


@pytest.mark.parametrize("action", ["variant", "check", "check-totals"])
def test_an_unknown_variant_is_answered_with_the_known_ones(client, action):
    address = reverse(f"api:{action}", args=["poker"])
    response = client.get(address) if action == "variant" else post(client, "poker", {}, action)
    assert response.status_code == 404
    assert response.json()["problems"][0]["params"]["known"] == KNOWN


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("[]", 400, "invalid"),
        ("3", 400, "invalid"),
        ('{"deals": {}}', 400, "invalid"),
        ('{"options": []}', 400, "invalid"),
        ('{"options": {"target": 0}}', 400, "out-of-range"),
        ('{"option": {}}', 400, "invalid"),
        ('{"deals": [' + ",".join(["{}"] * 501) + "]}", 400, "out-of-range"),
        ('{"options": {"target": 1' + "0" * 400 + "}}", 400, "out-of-range"),
        ('{"options": {"target": NaN}}', 400, "parse-error"),
        ('{"deals": [-Infinity]}', 400, "parse-error"),
        ('{"deals": [], "deals": []}', 400, "parse-error"),
        ('{"deals": [{"trump": "rosen", "trump": "rosen"}]}', 400, "parse-error"),
        ('{"deals": [', 400, "parse-error"),
        (b'{"deals": ["\xfc"]}', 400, "parse-error"),
        ('{"deals": ' + "[" * 100_000 + "]" * 100_000 + "}", 400, "parse-error"),
        ('{"deals": ["' + "x" * 10_000_000 + '"]}', 413, "too-large"),
        ('{"deals": [' + ",".join(["{}"] * 1_000_000) + "]}", 413, "too-large"),
        (" " * (MAX_BODY + 1), 413, "too-large"),
    ],
)
def test_what_is_no_sheet_is_refused_with_a_sentence(client, body, status, code):
    response = post(client, "schieber", body)
    assert response.status_code == status
    assert codes(response)[0] == code
    assert all(" " in p["message"] for p in response.json()["problems"])


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        ("[]", "invalid"),
        ("null", "invalid"),
        ('"deal"', "invalid"),
        ('{"trump": "rosen", "points": [1' + "0" * 400 + ", null]}", "out-of-range"),
        ('{"trump": "rosen", "points": [1' + "0" * 9000 + ", null]}", "out-of-range"),
        ('{"trump": "rosen", "points": [-1' + "0" * 400 + ", null]}", "out-of-range"),
        ('{"trump": "rosen", "points": [92.0, null]}', "invalid"),
        ('{"trump": "rosen", "points": [1e999, null]}', "invalid"),
        ('{"trump": "rosen", "points": [true, null]}', "invalid"),
        ('{"trump": "\\ud800", "points": [92, null]}', "invalid"),
        ('{"trump": "\\u0000", "points": [92, null]}', "invalid"),
        ('{"trump": ' + "[" * 300 + "]" * 300 + ', "points": [92, null]}', "invalid"),
        ('{"\\ud800": 1, "trump": "rosen", "points": [92, null]}', "invalid"),
        ("{}", "required"),
    ],
)
def test_a_deal_that_is_none_is_a_line_with_a_problem(client, deal, code):
    response = post(client, "schieber", f'{{"deals": [{deal}]}}')
    assert response.status_code == 200
    line = response.json()["deals"][0]
    assert line["written"] is None
    assert code in {p["code"] for p in line["problems"]}


def test_the_sentence_is_in_the_language_that_was_asked_for(client):
    body = {"deals": [{"trump": "rosen", "points": [92, 64]}]}

    def sentence(**headers):
        return post(client, "schieber", body, **headers).json()["deals"][0]["problems"][0][
            "message"
        ]

    assert sentence() == sentence(HTTP_ACCEPT_LANGUAGE="de")
    assert sentence(**ENGLISH) != sentence()
    assert "156" in sentence(**ENGLISH)


def test_no_cookie_is_read_and_none_is_needed(client):
    client.cookies["sessionid"] = "anything"
    strict = type(client)(enforce_csrf_checks=True)
    response = post(strict, "schieber", {})
    assert response.status_code == 200
    assert not response.cookies


def test_only_json_is_read(client):
    address = reverse("api:check", args=["schieber"])
    assert client.post(address, {"deals": "1"}).status_code == 415
    assert client.get(address).status_code == 405
    assert client.get(address).json()["problems"][0]["code"] == "method-not-allowed"


def test_a_body_without_its_length_is_not_overlooked(client):
    address = reverse("api:check", args=["schieber"])
    response = client.generic("POST", address, "", HTTP_TRANSFER_ENCODING="chunked")
    assert response.status_code == 411


def test_totals_are_checked_and_the_missing_one_is_said(client):
    options = {
        "target": None,
        "deals": 12,
        "bergpreis": None,
        "weis": False,
        "stoeck": False,
        "multipliers": dict.fromkeys(get_variant("schieber").options()["multipliers"], 1),
    }
    body = {"options": options, "deals": 12, "totals": [942, 942]}
    assert post(client, "schieber", body, "check-totals").json() == {
        "problems": [],
        "remaining": None,
    }
    wrong = post(client, "schieber", body | {"totals": [942, 941]}, "check-totals").json()
    assert [p["field"] for p in wrong["problems"]] == ["totals"]
    assert wrong["problems"][0]["message"]


@pytest.mark.parametrize("totals", [None, 3, [], [None, None], ["1", 2], [1, 2, 3], [True, 1]])
def test_totals_that_are_none_are_problems_and_no_error(client, totals):
    response = post(client, "schieber", {"deals": 12, "totals": totals}, "check-totals")
    assert response.status_code == 200
    assert response.json()["problems"]


def test_the_schema_is_complete_and_without_a_warning(client, capsys):
    response = client.get(reverse("api:schema"), HTTP_ACCEPT="application/json")
    assert response.status_code == 200
    addresses = json.loads(response.content)["paths"]
    assert "/api/v1/variants/{variant}/check" in addresses
    assert "/api/v1/sheets/{sheet}/deals" in addresses
    assert "/api/v1/tournaments/{club}/{slug}/standings" in addresses
    assert "Warning" not in capsys.readouterr().err


def test_the_page_to_try_it_is_only_looked_at(client):
    assert client.options(reverse("api:docs")).status_code == 405


def test_the_page_to_try_it_keeps_scripts_the_servers_own(client):
    response = client.get(reverse("api:docs"))
    assert response.status_code == 200
    policy = response["Content-Security-Policy"]
    assert "script-src" not in policy
    assert "style-src 'self' 'unsafe-inline'" in policy
    assert b"<script>" not in response.content
    other = client.get(reverse("api:variants"))["Content-Security-Policy"]
    assert "unsafe-inline" not in other
