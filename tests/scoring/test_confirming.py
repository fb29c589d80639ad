"""Saying yes to a sheet, saying no, handing it in unfinished, and what the office does with it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jassclub.audit.models import AuditEvent
from scoring import errors
from scoring.models import Confirmation, SheetStatus
from scoring.selectors import sheet_board, sheet_facts
from scoring.services import (
    DealChange,
    deals_change,
    sheet_dispute,
    sheet_reopen,
    sheet_settle,
    sheet_submit,
)
from tests import factories
from tests.factories import TWELVE, deal
from tests.reading import figures
from tests.scoring.desks import confirm, correct, office, phone, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet():
    return factories.deals(factories.free_sheet(), TWELVE)


@pytest.fixture
def short():
    return factories.deals(factories.free_sheet(), TWELVE[:8])


def test_a_partner_game_is_confirmed_when_both_sides_say_yes(sheet):
    assert confirm(sheet, 0).status == SheetStatus.OPEN
    done = confirm(sheet, 1)
    assert done.status == SheetStatus.CONFIRMED
    assert done.confirmed_at is not None


def test_saying_yes_twice_is_saying_yes_once(sheet):
    confirm(sheet, 0)
    confirm(sheet, 0)
    assert sheet.confirmations.count() == 1
    confirm(sheet, 1)
    assert confirm(sheet, 1).status == SheetStatus.CONFIRMED
    assert AuditEvent.objects.filter(action="sheet.confirm").count() == 2


def test_who_said_yes_to_what_and_how_can_be_read_later(sheet):
    """Field report 28."""
    confirm(sheet, 0, at=phone("phone-a", how=Confirmation.How.OWN_KEY))
    confirm(sheet, 1, at=phone("phone-b"))
    said = sheet.confirmations.order_by("side").values_list("side", "revision", "how", "by_device")
    assert list(said) == [(0, 12, "own-key", "phone-a"), (1, 12, "same-phone", "phone-b")]


def test_a_side_says_yes_for_itself_only(sheet):
    with pytest.raises(errors.NotAllowed):
        confirm(sheet, 1, at=phone(sides=frozenset({0})))


def test_an_old_revision_is_refused_and_says_what_changed(sheet):
    correct(sheet, 3, 1, deal(72))
    correct(sheet, 5, 1, deal(61))
    with pytest.raises(errors.Conflict) as refused:
        confirm(sheet, 0, revision=12)
    assert refused.value.code == "sheet-changed"
    assert refused.value.extra["revision"] == 14
    assert [(c["number"], c["payload"]) for c in refused.value.extra["changed"]] == [
        (3, deal(72)),
        (5, deal(61)),
    ]
    assert "3, 5" in refused.value.message


def test_an_unfinished_sheet_is_not_confirmed(short):
    with pytest.raises(errors.Conflict) as refused:
        confirm(short, 0)
    assert refused.value.code == "unfinished"
    assert "8" in figures(refused.value.message)
    assert "12" in figures(refused.value.message)


def test_an_unfinished_sheet_is_submitted_with_a_reason(short):
    with pytest.raises(errors.Invalid):
        sheet_submit(sheet_id=short.pk, context=phone(), reason=" ")
    for _time in range(2):
        done = sheet_submit(sheet_id=short.pk, context=phone(), reason="Zeit um")
        assert (done.status, done.status_reason) == ("submitted", "Zeit um")
    assert AuditEvent.objects.filter(action="sheet.submit").count() == 1
    with pytest.raises(errors.Conflict):
        record(short, 9, deal(80))


def test_a_complete_sheet_is_confirmed_not_submitted(sheet):
    with pytest.raises(errors.Conflict) as refused:
        sheet_submit(sheet_id=sheet.pk, context=phone(), reason="Zeit um")
    assert refused.value.code == "finished"


def test_where_two_phones_disagree_nothing_is_submitted(short):
    record(short, 8, deal(81))
    with pytest.raises(errors.Conflict) as refused:
        sheet_submit(sheet_id=short.pk, context=phone(), reason="Zeit um")
    assert refused.value.code == "contested"


def test_the_office_counts_a_submitted_sheet_as_it_is(short):
    sheet_submit(sheet_id=short.pk, context=phone(), reason="Zeit um")
    done = sheet_settle(sheet_id=short.pk, context=office(), way="as-is", reason="8 von 12")
    assert (done.status, done.settled, done.totals) == ("confirmed", "as-is", short.totals)
    assert {c.how for c in done.confirmations.filter(revision=done.revision)} == {"desk"}


def test_the_office_scales_a_submitted_sheet_half_up(short):
    totals = short.totals
    done = sheet_settle(sheet_id=short.pk, context=office(), way="scaled", reason="Zeit um")
    assert done.totals == [(total * 12 * 2 + 8) // 16 for total in totals]
    assert [fact.total for fact in sheet_facts(done)] == done.totals
    changed = correct(done, 1, 1, deal(100), at=office(), reason="verschrieben").sheet
    assert changed.totals[0] == ((totals[0] + 8) * 12 * 2 + 8) // 16
    assert sheet_board(changed, office()).sum_check is None


def test_where_two_phones_disagree_the_office_does_not_settle_either(short):
    record(short, 8, deal(81))
    with pytest.raises(errors.Conflict) as refused:
        sheet_settle(sheet_id=short.pk, context=office(), way="as-is", reason="Zeit um")
    assert refused.value.code == "contested"


def test_a_submitted_sheet_that_the_office_completes_can_be_settled(short):
    sheet_submit(sheet_id=short.pk, context=phone(), reason="Zeit um")
    changes = [
        DealChange(number, None, payload, f"from-paper-{number}")
        for number, payload in enumerate(TWELVE[8:], start=9)
    ]
    deals_change(sheet_id=short.pk, context=office(), changes=changes, reason="vom Papier")
    done = sheet_settle(sheet_id=short.pk, context=office(), way="as-is", reason="vollständig")
    assert (done.status, done.finished, done.totals) == ("confirmed", True, [1320, 764])


def test_scaling_needs_something_to_scale():
    sheet = factories.free_sheet()
    with pytest.raises(errors.Conflict) as refused:
        sheet_settle(sheet_id=sheet.pk, context=office(), way="scaled", reason="leer")
    assert refused.value.code == "not-scalable"


def test_the_office_declares_a_sheet_void_and_opens_it_again(short):
    done = sheet_settle(sheet_id=short.pk, context=office(), way="void", reason="falscher Tisch")
    assert done.status == SheetStatus.VOID
    with pytest.raises(errors.Conflict):
        correct(short, 1, 1, deal(80), at=office(), reason="doch")
    again = sheet_reopen(sheet_id=short.pk, context=office(), reason="doch richtig")
    assert (again.status, again.totals, again.played) == ("open", short.totals, 8)


@pytest.mark.parametrize("service", [sheet_settle, sheet_reopen])
def test_a_table_does_nothing_of_the_offices(short, service):
    more = {"way": "as-is"} if service is sheet_settle else {}
    with pytest.raises(errors.NotAllowed):
        service(sheet_id=short.pk, context=phone(), reason="bitte", **more)


@pytest.mark.parametrize(
    ("declarers", "expected"),
    [
        ([0], [1440, -480, -480, -480]),
        ([0, 1, 0, 1, 2, 0, 2], [343, 68, 69, -480]),  # from 342.86, 68.57, 68.57 and −480
        ([0] * 9 + [1, 2], [1091, -306, -305, -480]),  # from 1090.91 and twice −305.45
        ([0] * 4 + [1] * 4 + [2], [374, 373, -267, -480]),  # from 373.33 twice and −266.67
    ],
)
def test_a_scaled_sheet_of_money_still_adds_up_to_nothing(declarers, expected):
    won = {"game": "halbe", "points": 47}
    sheet = factories.free_sheet(variant="cego", options={"deals": 24})
    factories.deals(sheet, [{**won, "declarer": seat} for seat in declarers])
    done = sheet_settle(sheet_id=sheet.pk, context=office(), way="scaled", reason="Zeit um")
    assert done.totals == expected
    assert sum(done.totals) == 0


def test_reopening_a_scaled_sheet_brings_its_own_totals_back(short):
    own = short.totals
    sheet_settle(sheet_id=short.pk, context=office(), way="scaled", reason="Zeit um")
    again = sheet_reopen(sheet_id=short.pk, context=office(), reason="doch fertig gespielt")
    assert (again.totals, again.settled, again.corrections) == (own, "", 1)
    assert again.entered_at is None


def test_a_reopened_sheet_needs_every_yes_again_and_counts_as_corrected(sheet):
    confirm(sheet, 0)
    confirm(sheet, 1)
    again = sheet_reopen(sheet_id=sheet.pk, context=office(), reason="Einspruch")
    assert (again.status, again.revision, again.confirmed_at) == ("open", 13, None)
    assert again.corrections == 1
    confirm(sheet, 0)
    assert confirm(sheet, 1).status == SheetStatus.CONFIRMED


def test_a_side_that_says_no_stops_the_other_until_something_changed(sheet):
    confirm(sheet, 0)
    with pytest.raises(errors.Invalid):
        sheet_dispute(sheet_id=sheet.pk, context=phone(), side=1, reason="")
    done = sheet_dispute(sheet_id=sheet.pk, context=phone(), side=1, reason="Spiel 3 stimmt nicht")
    assert (done.status, done.disputed_side) == ("disputed", 1)
    correct(sheet, 3, 1, deal(72))
    sheet.refresh_from_db()
    assert (sheet.status, sheet.disputed_side, sheet.status_reason) == ("open", None, "")


def test_a_side_that_says_no_after_its_yes_can_say_yes_again(sheet):
    confirm(sheet, 1)
    sheet_dispute(sheet_id=sheet.pk, context=phone(), side=1, reason="Spiel 3?")
    sheet.refresh_from_db()
    assert sheet_board(sheet, phone()).open_sides == [0, 1]
    assert confirm(sheet, 1).status == SheetStatus.OPEN
    assert confirm(sheet, 0).status == SheetStatus.CONFIRMED


def test_a_side_takes_its_no_back_by_saying_yes(sheet):
    sheet_dispute(sheet_id=sheet.pk, context=phone(), side=1, reason="Spiel 3?")
    with pytest.raises(errors.Conflict) as refused:
        confirm(sheet, 0)
    assert refused.value.code == "disputed"
    assert confirm(sheet, 1).status == SheetStatus.OPEN
    assert confirm(sheet, 0).status == SheetStatus.CONFIRMED


def test_the_board_says_all_of_it_in_three_queries(sheet):
    confirm(sheet, 0)
    sheet.refresh_from_db()
    with CaptureQueriesContext(connection) as queries:
        board = sheet_board(sheet, phone())
        assert board.description["name"] == "schieber"
        assert (board.needed, board.confirmed_sides, board.open_sides) == (2, [0], [1])
    assert len(queries) == 2
    assert (board.planned, board.next_number, board.finished) == (12, 13, True)
    assert board.sum_check.sum == board.sum_check.expected == 12 * 157 + 200
    assert board.winners == [0]
    assert board.can_confirm


def test_the_board_says_who_leads_the_next_deal():
    sheet = factories.free_sheet(options=factories.SCHIEBER_12 | {"first_forehand": 3})
    factories.deals(sheet, TWELVE[:2])
    assert sheet_board(sheet, phone()).forehand == 1
