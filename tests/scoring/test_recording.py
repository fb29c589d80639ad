"""Recording deals: appended by number, the same answer for a known nonce, two phones side by side."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import Actor
from scoring import errors
from scoring.models import Deal, SheetStatus
from scoring.selectors import sheet_board
from scoring.services import contest_settle
from tests import factories
from tests.factories import TWELVE, deal
from tests.reading import figures
from tests.scoring.desks import confirm, correct, office, phone, record

pytestmark = pytest.mark.django_db

FIRST, SECOND = "first-nonce-1", "second-nonce-2"


@pytest.fixture
def sheet():
    return factories.free_sheet()


def current(sheet):
    return {d.number: d.payload for d in Deal.objects.filter(sheet=sheet, state=Deal.State.CURRENT)}


def test_a_deal_is_written_counted_and_audited_with_its_figures(sheet):
    outcome = record(sheet, 1, deal(92))
    sheet.refresh_from_db()
    assert outcome.outcome == "recorded"
    assert outcome.deal.written == [92, 65]
    assert (sheet.totals, sheet.played, sheet.revision) == ([92, 65], 1, 1)
    event = AuditEvent.objects.get(action="deal.record")
    assert (event.sheet_id, event.actor_kind, event.actor_id) == (sheet.pk, "place", 7)
    assert event.after["written"] == [92, 65]


def test_one_sides_points_are_enough(sheet):
    assert record(sheet, 1, deal(92) | {"points": [None, 65]}).deal.written == [92, 65]


def test_a_deal_that_cannot_be_is_refused_on_its_field_and_nothing_is_stored(sheet):
    with pytest.raises(errors.DealRefused) as refused:
        record(sheet, 1, deal(92, 64))
    assert [(p["field"], p["code"], p["deal"]) for p in refused.value.problems] == [
        ("points", "wrong-sum", 1)
    ]
    assert "156" in figures(refused.value.message)
    assert not Deal.objects.exists()
    assert not AuditEvent.objects.exists()


@pytest.mark.parametrize("payload", [[], "deal", 3, {"trump": 1}, {}])
def test_what_is_no_deal_is_refused_by_the_rules(sheet, payload):
    with pytest.raises(errors.DealRefused):
        record(sheet, 1, payload)


def test_nothing_is_no_deal(sheet):
    with pytest.raises(errors.Invalid):
        record(sheet, 1, None)


@pytest.mark.parametrize("nonce", ["short", "x" * 37, "with space in", 12345678])
def test_a_nonce_has_a_shape(sheet, nonce):
    with pytest.raises(errors.Invalid):
        record(sheet, 1, deal(92), nonce=nonce)


def test_a_number_beyond_the_next_is_refused_and_says_which_is_next(sheet):
    record(sheet, 1, deal(92))
    with pytest.raises(errors.Conflict) as refused:
        record(sheet, 3, deal(92))
    assert refused.value.code == "number-ahead"
    assert refused.value.extra["next_number"] == 2


def test_after_the_last_deal_there_is_none(sheet):
    factories.deals(sheet, TWELVE)
    with pytest.raises(errors.DealRefused) as refused:
        record(sheet, 13, deal(92))
    assert [p["code"] for p in refused.value.problems] == ["deal-after-end"]


def test_the_twelfth_deal_finishes_the_sheet_and_says_since_when(sheet):
    factories.deals(sheet, TWELVE[:11])
    sheet = record(sheet, 12, TWELVE[11]).sheet
    assert sheet.finished
    assert sheet.entered_at is not None


def test_a_known_nonce_gets_its_answer_again_and_no_second_deal(sheet):
    first = record(sheet, 1, deal(92), nonce=FIRST)
    again = record(sheet, 1, deal(92), nonce=FIRST)
    assert (again.outcome, again.deal.pk) == (first.outcome, first.deal.pk)
    assert Deal.objects.count() == 1
    assert AuditEvent.objects.count() == 1


def test_a_known_nonce_gets_its_answer_though_the_sheet_was_corrected_and_confirmed(sheet):
    record(sheet, 1, TWELVE[0], nonce=FIRST)
    for number, payload in enumerate(TWELVE[1:], start=2):
        record(sheet, number, payload)
    confirm(sheet, 0)
    assert confirm(sheet, 1).status == SheetStatus.CONFIRMED
    late = phone(closed_reason="Diese Runde ist vorbei.")
    assert record(sheet, 1, TWELVE[0], nonce=FIRST, at=late).outcome == "recorded"
    assert Deal.objects.count() == 12


def test_a_nonce_that_comes_back_with_something_else_is_refused(sheet):
    record(sheet, 1, deal(92), nonce=FIRST)
    for number, payload in [(1, deal(93)), (2, deal(92))]:
        with pytest.raises(errors.NonceReused):
            record(sheet, number, payload, nonce=FIRST)
    assert current(sheet) == {1: deal(92)}


def test_true_is_not_one_when_a_nonce_comes_back():
    sheet = factories.free_sheet(options={})
    record(sheet, 1, deal(92, stoeck=1), nonce=FIRST)
    with pytest.raises(errors.NonceReused):
        record(sheet, 1, deal(92, stoeck=True), nonce=FIRST)


def test_the_same_deal_from_another_phone_is_one_deal(sheet):
    record(sheet, 1, deal(92), nonce=FIRST)
    other = phone("phone-b")
    for _time in range(2):
        outcome = record(sheet, 1, deal(92) | {"points": [92, None]}, nonce=SECOND, at=other)
        assert outcome.outcome == "repeated"
    board = sheet_board(sheet, other)
    assert [line.contested for line in board.lines] == [[]]
    sheet.refresh_from_db()
    assert sheet.revision == 1


def test_another_trump_that_writes_the_same_is_another_deal(sheet):
    record(sheet, 1, deal(92, trump="rosen"))
    assert record(sheet, 1, deal(92, trump="schellen")).outcome == "contested"


def test_two_phones_with_different_figures_both_stay_visible_until_the_table_chooses(sheet):
    factories.deals(sheet, TWELVE[:11])
    record(sheet, 12, deal(90), at=phone("phone-a"))
    outcome = record(sheet, 12, deal(91), at=phone("phone-b"), nonce=SECOND)
    assert outcome.outcome == "contested"
    assert record(sheet, 12, deal(91), nonce=SECOND).outcome == "contested"

    line = sheet_board(outcome.sheet, phone()).lines[-1]
    assert line.payload == deal(90)
    assert [(d.payload, d.by_device, d.written) for d in line.contested] == [
        (deal(91), "phone-b", [91, 66])
    ]
    with pytest.raises(errors.Conflict) as refused:
        confirm(sheet, 0)
    assert (refused.value.code, refused.value.extra["deals"]) == ("contested", [12])

    settled = contest_settle(
        sheet_id=sheet.pk,
        context=phone(),
        number=12,
        deal_id=line.contested[0].pk,
        nonce="settling-1",
    )
    assert settled.deal.payload == deal(91)
    assert current(sheet)[12] == deal(91)
    assert confirm(sheet, 0).confirmations.count() == 1
    assert AuditEvent.objects.filter(action="deal.settle").get().before["payload"] == deal(90)


def test_settling_twice_with_one_nonce_is_settling_once(sheet):
    record(sheet, 1, deal(90))
    contested = record(sheet, 1, deal(91)).deal
    choice = {"sheet_id": sheet.pk, "context": phone(), "number": 1, "nonce": "settling-1"}
    first = contest_settle(**choice, deal_id=contested.pk)
    assert contest_settle(**choice, deal_id=contested.pk).deal == first.deal
    with pytest.raises(errors.Conflict) as refused:
        contest_settle(**choice | {"nonce": "settling-2"}, deal_id=first.deal.pk)
    assert refused.value.code == "not-contested"


def test_only_a_version_of_that_number_can_be_chosen(sheet):
    record(sheet, 1, deal(90))
    second = record(sheet, 2, deal(80)).deal
    record(sheet, 1, deal(91))
    with pytest.raises(errors.NotThere):
        contest_settle(sheet_id=sheet.pk, context=phone(), number=1, deal_id=second.pk, nonce=FIRST)


def test_a_third_phone_with_the_second_ones_figures_adds_nothing_to_choose(sheet):
    record(sheet, 1, deal(90))
    record(sheet, 1, deal(91), at=phone("phone-b"))
    assert record(sheet, 1, deal(91), at=phone("phone-c")).outcome == "contested"
    assert len(sheet_board(sheet, phone()).lines[0].contested) == 1


def test_somebody_who_writes_ever_other_figures_is_stopped(sheet):
    for own in range(80, 93):
        record(sheet, 1, deal(own))
    with pytest.raises(errors.Conflict):
        record(sheet, 1, deal(93))


def test_the_game_goes_on_while_a_number_is_contested(sheet):
    record(sheet, 1, deal(90))
    record(sheet, 1, deal(91))
    assert record(sheet, 2, deal(80)).outcome == "recorded"


def test_a_second_phones_impossible_figures_are_refused_like_any(sheet):
    record(sheet, 1, deal(90))
    with pytest.raises(errors.DealRefused):
        record(sheet, 1, deal(90, 66))
    assert Deal.objects.count() == 1


def test_a_queue_of_several_deals_goes_through_in_order_and_again_without_harm(sheet):
    queue = [(n, payload, f"queued-{n}-x") for n, payload in enumerate(TWELVE[:5], start=1)]
    for _time in range(2):
        for number, payload, nonce in queue:
            assert record(sheet, number, payload, nonce=nonce).outcome == "recorded"
    assert list(current(sheet)) == [1, 2, 3, 4, 5]


def test_the_same_sheet_whichever_seat_writes(sheet):
    """Field report 24: sides are seats' sides, never "we" and "they"."""
    for number, payload in enumerate(TWELVE, start=1):
        seat = number % 4
        record(sheet, number, payload, at=phone(actor=Actor("key", seat, f"seat-{seat}")))
    sheet.refresh_from_db()
    assert sheet.totals == factories.deals(factories.free_sheet(), TWELVE).totals


def test_seven_deals_are_there_whatever_happens_to_the_phone(sheet):
    """Field report 20: everything that was sent is on the sheet, for any other phone."""
    for number, payload in enumerate(TWELVE[:7], start=1):
        record(sheet, number, payload, at=phone("flat-battery"))
    board = sheet_board(sheet, phone("another"))
    assert [line.payload for line in board.lines] == TWELVE[:7]
    assert board.next_number == 8


@pytest.mark.parametrize(
    ("context", "error"),
    [
        (phone(rights=frozenset()), errors.NotAllowed),
        (phone(closed_reason="Die Runde hat noch nicht begonnen."), errors.NotAllowed),
    ],
)
def test_without_the_right_nothing_is_written(sheet, context, error):
    with pytest.raises(error):
        record(sheet, 1, deal(92), at=context)
    assert not Deal.objects.exists()


def test_a_closed_place_says_why(sheet):
    with pytest.raises(errors.NotAllowed) as refused:
        record(sheet, 1, deal(92), at=phone(closed_reason="Die Runde ist vorbei."))
    assert refused.value.message == "Die Runde ist vorbei."


@pytest.mark.parametrize("status", ["confirmed", "submitted", "void"])
def test_on_a_sheet_that_is_done_nobody_appends(sheet, status):
    factories.confirmed(sheet)
    sheet.status, sheet.status_reason = status, "Feierabend"
    sheet.save()
    for context in (phone(), office()):
        with pytest.raises(errors.Conflict) as refused:
            record(sheet, 1, deal(92), at=context)
        assert refused.value.code == status


def test_there_is_no_such_sheet(sheet):
    sheet.pk = 0
    with pytest.raises(errors.NotThere):
        record(sheet, 1, deal(92))


def test_the_mounting_room_is_told_in_the_transaction_where_a_sheet_counts_already(sheet):
    seen = []
    told = {"on_change": lambda changed: seen.append((changed.pk, changed.revision))}
    for number, payload in enumerate(TWELVE, start=1):
        record(sheet, number, payload, at=phone(**told))
    assert seen == []
    for side in (0, 1):
        confirm(sheet, side, at=phone(sides=frozenset({0, 1}), **told))
    assert seen == [(sheet.pk, 12), (sheet.pk, 12)]
    for _again in range(2):
        correct(sheet, 1, 1, deal(93), at=office(**told), nonce=FIRST, reason="verschrieben")
    assert seen[2:] == [(sheet.pk, 13)]


def test_recording_costs_the_same_early_and_late_on_a_sheet(sheet):
    with CaptureQueriesContext(
        connection,
    ) as first:
        record(sheet, 1, TWELVE[0])
    for number, payload in enumerate(TWELVE[1:11], start=2):
        record(sheet, number, payload)
    with CaptureQueriesContext(connection) as last:
        record(sheet, 12, TWELVE[11])
    listing = "\n".join(query["sql"] for query in last)
    assert len(last) == len(first) <= 7, listing
