"""A sheet typed twice at the desk: blind, compared field by field, decided by an organiser; every game's totals."""

import re
from itertools import count

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from jassclub.audit.models import AuditEvent
from jassclub.clubs.models import Role
from scoring.models import ScoreSheet, SheetStatus, Source, TotalsEntry
from scoring.rules import VARIANTS, get_variant
from scripts.evening.browser import Page
from tests import factories
from tests.reading import figures
from tournaments.models import TableResult, Tournament

pytestmark = pytest.mark.django_db

_nonce = count(1)


@pytest.fixture
def evening():
    return factories.tournament(players=8, rounds=2, double_entry=True)


@pytest.fixture
def table(evening):
    return factories.playing_round(evening).tables.get(place__number=1)


@pytest.fixture
def sheet(table):
    return factories.sheet_of(table)


def at_desk(evening, role=Role.SCORER, **fields) -> Client:
    client = Client()
    client.force_login(factories.member(evening.club, role, **fields))
    return client


@pytest.fixture
def anna(evening):
    return at_desk(evening, name="Anna Amtmann")


@pytest.fixture
def beat(evening):
    return at_desk(evening, name="Beat Bürki")


@pytest.fixture
def organiser(evening):
    return at_desk(evening, Role.ORGANISER)


def url(table, name: str) -> str:
    evening = table.round.tournament
    return reverse(f"tournaments:desk-{name}", args=[evening.club.slug, evening.slug, table.pk])


def page(client, table) -> str:
    answer = client.get(url(table, "table"))
    assert answer.status_code == 200
    return answer.content.decode()


def office(client, evening, name="office", *args) -> str:
    address = reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug, *args])
    return client.get(address).content.decode()


def type_totals(client, table, *totals, deals=12, **more):
    post = {"nonce": f"second-typing-{next(_nonce)}", "deals": str(deals), "then": "confirm"}
    post |= {f"total.{side}": str(total) for side, total in enumerate(totals)}
    return client.post(url(table, "totals"), post | more)


def type_deals(client, table, deals):
    post: dict[str, object] = {"row": [str(number) for number in range(1, 13)], "then": "confirm"}
    for number, deal in enumerate(deals, start=1):
        post[f"{number}:nonce"] = f"second-deal-{next(_nonce)}"
        post[f"{number}:deal.trump"] = deal["trump"]
        post[f"{number}:deal.match"] = "" if deal["match"] is None else str(deal["match"])
        for side, points in enumerate(deal["points"]):
            post[f"{number}:deal.points.{side}"] = str(points)
    return client.post(url(table, "deals"), post)


# -- totals ----------------------------------------------------------------------------------------


def test_the_wall_asks_no_more_of_the_database_for_more_tables(evening, anna, beat):
    tables = list(factories.playing_round(evening).tables.all())
    type_totals(anna, tables[0], 1013, 871)
    with CaptureQueriesContext(connection) as one:
        office(anna, evening)
    type_totals(beat, tables[0], 1012, 872)
    type_deals(anna, tables[1], factories.TWELVE)
    with CaptureQueriesContext(connection) as more:
        assert office(anna, evening).count('data-state="') == 2
    assert len(more) == len(one)


def test_nobody_sees_what_the_first_person_typed(anna, beat, organiser, evening, table, sheet):
    answer = type_totals(anna, table, 1013, 871)
    assert answer.headers["Location"] == reverse(
        "tournaments:office", args=[evening.club.slug, evening.slug]
    )
    assert "1013" in figures(page(anna, table))
    for client in (beat, organiser):
        shown = page(client, table)
        assert 'data-second-typing="second" data-blind' in shown
        assert not figures(shown) & {"1013", "871"}
    everywhere = [office(anna, evening), office(organiser, evening, "audit")]
    everywhere.append(office(anna, evening, "round-results", 1))
    for shown in everywhere:
        assert not figures(shown) & {"1013", "871"}


def test_the_wall_says_that_a_second_typing_is_waited_for(anna, beat, evening, table):
    type_totals(anna, table, 1013, 871)
    assert 'data-table="1" data-state="second"' in office(anna, evening)
    type_totals(beat, table, 1012, 872)
    assert 'data-table="1" data-state="differs"' in office(anna, evening)
    type_totals(beat, table, 1013, 871)
    assert 'data-table="1" data-state="confirmed"' in office(anna, evening)


def test_alike_the_second_typing_is_confirmed_at_once(anna, beat, table, sheet):
    type_totals(anna, table, 1013, 871)
    assert not TableResult.objects.exists()
    type_totals(beat, table, 1013, 871)
    sheet.refresh_from_db()
    assert (sheet.totals, sheet.status) == ([1013, 871], SheetStatus.CONFIRMED)
    assert set(TableResult.objects.values_list("points", flat=True)) == {1013, 871}


def test_the_phone_at_the_table_shows_no_figure_and_says_why(anna, table, client):
    type_totals(anna, table, 1013, 871)
    here = reverse("tournaments:table-here", args=[table.place.token])
    shown = client.post(here, {"seat": "0"}, follow=True).content.decode()
    assert 'data-panel="closed"' in shown
    assert "Papier" in shown
    assert not figures(shown) & {"1013", "871"}


def test_one_person_alone_gets_nowhere(anna, table, sheet):
    for _time in range(3):
        type_totals(anna, table, 1013, 871)
    sheet.refresh_from_db()
    assert (sheet.totals, sheet.status) == ([0, 0], SheetStatus.OPEN)


def test_where_two_differ_is_shown_field_by_field_to_both(anna, beat, organiser, table):
    type_totals(anna, table, 1013, 971, **{"matches.0": "1", "matches.1": "0"})
    answer = type_totals(beat, table, 1012, 972, **{"matches.0": "1", "matches.1": "0"})
    assert answer.headers["Location"] == url(table, "table")
    for client, other in ((anna, "Beat Bürki"), (beat, "Anna Amtmann"), (organiser, "Beat Bürki")):
        shown = page(client, table)
        assert shown.count("data-differs") == 2  # both totals; matches and deals are alike
        assert other in shown
        assert {"1012", "1013"} <= figures(shown)
    assert 'value="1012"' in page(beat, table)  # one's own typing, to be typed anew


def test_a_third_scorer_is_blind_too(anna, beat, evening, table):
    type_totals(anna, table, 1013, 871)
    type_totals(beat, table, 1012, 872)
    shown = page(at_desk(evening), table)
    assert "data-blind" in shown
    assert not figures(shown) & {"1012", "1013", "871", "872"}


def test_only_an_organiser_decides_and_only_with_a_reason(anna, beat, organiser, table, sheet):
    type_totals(anna, table, 1013, 871)
    type_totals(beat, table, 1012, 872)
    post = {"typing": TotalsEntry.objects.get(totals=[1012, 872]).pk, "nonce": "decided-once"}
    assert beat.post(url(table, "decide"), post | {"reason": "so"}).status_code == 403
    refused = organiser.post(url(table, "decide"), post | {"reason": " "})
    assert refused.status_code == 400
    assert 'data-code="reason-needed"' in refused.content.decode()
    done = organiser.post(url(table, "decide"), post | {"reason": "Das Papier liegt vor mir"})
    assert done.status_code == 302
    sheet.refresh_from_db()
    assert (sheet.totals, sheet.status) == ([1012, 872], SheetStatus.OPEN)
    assert AuditEvent.objects.get(action="totals.settle").reason == "Das Papier liegt vor mir"
    assert anna.post(url(table, "confirm"), {"revision": sheet.revision}).status_code == 302
    sheet.refresh_from_db()
    assert sheet.status == SheetStatus.CONFIRMED
    assert "1012" in figures(office(organiser, table.round.tournament, "audit"))


@pytest.mark.parametrize("nonsense", ["x", "", "99999999999", "deals"])
def test_a_decision_for_nothing_is_refused_with_a_sentence(
    anna, beat, organiser, table, sheet, nonsense
):
    type_totals(anna, table, 1013, 871)
    type_totals(beat, table, 1012, 872)
    post = {"typing": nonsense, "nonce": "decided-once", "reason": "so"}
    refused = organiser.post(url(table, "decide"), post)
    assert refused.status_code == 409
    assert 'role="alert"' in refused.content.decode()
    sheet.refresh_from_db()
    assert sheet.totals == [0, 0]


def test_typed_on_the_wrong_sheet_it_is_taken_back(anna, beat, table, sheet):
    type_totals(anna, table, 1013, 871)
    assert beat.post(url(table, "take-back")).status_code == 409
    assert anna.post(url(table, "take-back")).status_code == 302
    sheet.refresh_from_db()
    assert sheet.source == Source.DEALS
    assert "data-second-typing" not in page(beat, table)


# -- deals ------------------------------------------------------------------------------------------


def test_whoever_types_the_totals_does_not_see_the_deals(anna, beat, evening, table, sheet):
    type_deals(anna, table, factories.TWELVE)
    sheet.refresh_from_db()
    assert (sheet.totals, sheet.status) == ([1320, 764], SheetStatus.OPEN)
    shown = page(beat, table)
    assert "data-blind" in shown
    assert not figures(shown) & {"1320", "764"}
    assert "data-deal=" not in shown
    slate = reverse(
        "tournaments:desk:sheet-page",
        args=[f"{evening.club.slug}/tournaments/{evening.slug}/tables/{table.pk}"],
    )
    assert beat.get(slate).headers["Location"] == url(table, "table")
    assert "1320" not in figures(office(beat, evening))
    assert anna.get(slate).status_code == 200


def test_totals_of_another_person_confirm_typed_deals(anna, beat, table, sheet):
    type_deals(anna, table, factories.TWELVE)
    type_totals(beat, table, 1320, 764)
    sheet.refresh_from_db()
    assert (sheet.source, sheet.status) == (Source.DEALS, SheetStatus.CONFIRMED)


def test_whoever_typed_the_deals_is_not_offered_the_totals(anna, table):
    type_deals(anna, table, factories.TWELVE)
    shown = page(anna, table)
    assert 'data-second-typing="second"' in shown
    assert 'name="total.0"' not in shown
    refused = type_totals(anna, table, 1320, 764)
    assert refused.status_code == 409
    assert 'data-code="same-person"' in refused.content.decode()


def test_an_organiser_lets_the_deals_stand(anna, beat, organiser, table, sheet):
    type_deals(anna, table, factories.TWELVE)
    type_totals(beat, table, 1319, 765)
    shown = page(organiser, table)
    assert shown.count("data-differs") == 2
    post = {"typing": "deals", "nonce": "decided-once", "reason": "falsch addiert"}
    assert organiser.post(url(table, "decide"), post).status_code == 302
    sheet.refresh_from_db()
    assert beat.post(url(table, "confirm"), {"revision": sheet.revision}).status_code == 302
    assert TableResult.objects.filter(points=1320).count() == 2


# -- setting it -------------------------------------------------------------------------------------


def test_it_is_set_in_the_set_up_and_can_be_let_go_during_the_evening(evening, anna, table, sheet):
    client = at_desk(evening, Role.ORGANISER)
    address = reverse("tournaments:setup", args=[evening.club.slug, evening.slug])
    shown = Page(address, 200, client.get(address).content.decode(), {})
    post = next(form.fields for form in shown.forms if "double_entry" in form.fields)
    assert post.pop("double_entry") == "on"
    type_totals(anna, table, 1013, 871)
    assert client.post(address, post).status_code == 302
    assert not Tournament.objects.get(pk=evening.pk).double_entry
    type_totals(anna, table, 1013, 871)
    sheet.refresh_from_db()
    assert (sheet.totals, sheet.status) == ([1013, 871], SheetStatus.CONFIRMED)


# -- every game's totals ------------------------------------------------------------------------------

TOTALS = {
    "schieber": ({"target": None, "deals": 4}, ["400", ""], [400, 228]),
    "coiffeur": ({"deals": 4}, ["40", "31"], [40, 31]),
    "differenzler": ({"deals": 4}, ["40", "31", "7", "0"], [40, 31, 7, 0]),
    "molotow": (
        {"limit": None, "deals": 4, "players": 6},
        ["20", "−3", "7", "15", "9", "12"],
        None,
    ),
    "cinq-cents": ({}, ["520", "410"], [520, 410]),
    "cego": ({"deals": 4}, ["−8.40", "240", "2,40", ""], [-840, 240, 240, 360]),
    "sechsundsechzig": ({}, ["7", "5"], [7, 5]),
}


def playing(variant, options):
    rules = get_variant(variant)
    full = rules.options(options)
    evening = factories.tournament(
        variant=variant, options=options, players=rules.seats(full), rounds=1
    )
    return factories.playing_round(evening).tables.get()


@pytest.mark.parametrize("variant", [each.name for each in VARIANTS])
def test_every_games_totals_are_typed_and_confirmed(variant):
    options, typed, expected = TOTALS[variant]
    plain = {"multipliers": factories.PLAIN, "weis": False, "stoeck": False, "bergpreis": None}
    table = playing(variant, options | (plain if variant == "schieber" else {}))
    client = at_desk(table.round.tournament)
    counted = {f"matches.{side}": "0" for side in range(len(typed))}
    deals = options.get("deals", 8)
    if variant == "schieber":
        counted["matches.0"], typed = "0", ["400", ""]
    answer = type_totals(client, table, *typed, deals=deals, **counted)
    assert answer.status_code == 302, answer.content.decode()
    sheet = ScoreSheet.objects.get()
    assert sheet.status == SheetStatus.CONFIRMED
    assert sheet.totals == (expected or [20, -3, 7, 15, 9, 12])
    assert TableResult.objects.count() == table.seats.count()


@pytest.mark.parametrize("amount", ["8.4", "8.400", "8.4.0", "acht", "8..40", "-", "1e2"])
def test_an_amount_that_is_none_is_refused_beside_its_field_and_kept(amount):
    table = playing("cego", {"deals": 4})
    answer = type_totals(at_desk(table.round.tournament), table, amount, 0, 0, 0, deals=4)
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert 'data-wrong="totals"' in shown
    assert f'value="{amount}"' in shown
    assert len(re.findall('name="total[^>]*aria-invalid', shown)) == 1


def test_what_is_wrong_with_the_number_of_deals_stands_beside_it(evening, anna, table):
    shown = type_totals(anna, table, 1013, 871, deals=13).content.decode()
    assert 'data-wrong="deals"' in shown
    assert 'data-wrong="totals"' not in shown
    assert 'value="13"' in shown


def test_the_field_says_what_a_total_is_written_in():
    said = {}
    for variant in ("schieber", "cego", "sechsundsechzig"):
        table = playing(variant, TOTALS[variant][0])
        shown = page(at_desk(table.round.tournament), table)
        said[variant] = re.search(r'id="totals-help">(.*?)</p>', shown, re.DOTALL)[1].strip()
    assert "−8.40" in said["cego"]
    assert len(set(said.values())) == 3


def test_a_duel_below_its_target_is_not_finished_by_its_totals():
    table = playing("cinq-cents", {})
    answer = type_totals(at_desk(table.round.tournament), table, 320, 410, deals=6)
    assert answer.status_code == 409
    assert 'data-code="unfinished"' in answer.content.decode()
    assert not TableResult.objects.exists()


def test_cents_are_shown_again_as_they_can_be_typed():
    table = playing("cego", {"deals": 4})
    client = at_desk(table.round.tournament)
    saved = type_totals(client, table, "-8.40", "2.40", "2.40", "3.60", deals=4, then="")
    assert saved.status_code == 302
    shown = page(client, table)
    assert 'name="total.0" value="−8.40"' in shown
    typed = [re.search(rf'name="total.{n}" value="([^"]*)"', shown)[1] for n in range(4)]
    type_totals(client, table, *typed, deals=4)
    assert ScoreSheet.objects.get().totals == [-840, 240, 240, 360]
