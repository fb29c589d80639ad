"""Bids that are said in secret: whose they are, how long they can change, and that nobody sees them."""

import json
from secrets import token_hex

import pytest

from jassclub.audit.models import AuditEvent
from scoring import errors
from scoring.bidding import secret_field
from scoring.context import Held, OwnKey
from scoring.models import Call, Confirmation, Deal, SheetKey
from scoring.rules import VARIANTS
from scoring.selectors import sheet_board, sheet_stamp
from scoring.services import (
    DealChange,
    call_record,
    calls_discard,
    deals_change,
    sheet_dispute,
)
from tests import factories
from tests.reading import figures
from tests.scoring.desks import correct, office, phone, record

pytestmark = pytest.mark.django_db

BIDS = (61, 37, 0, 53)
POINTS = {"trump": "rosen", "points": [72, 21, 4, 60]}
COUNTED = POINTS | {"bids": list(BIDS)}


@pytest.fixture
def sheet():
    return factories.free_sheet(variant="differenzler", options={})


@pytest.fixture
def lenient():
    """A table where a missing bid only costs points."""
    return factories.free_sheet(variant="differenzler", options={"missing_bid_penalty": 20})


def call(sheet, seat, value, *, deal=1, at=None, nonce=None):
    return call_record(
        sheet_id=sheet.pk,
        context=at or phone(),
        deal=deal,
        seat=seat,
        value=value,
        nonce=nonce or token_hex(16),
    )


def all_bid(sheet, *, deal=1, values=BIDS):
    for seat, value in enumerate(values):
        call(sheet, seat, value, deal=deal)


def own(sheet, seat, device="phone-own"):
    """A phone that holds a seat's key."""
    key, _made = SheetKey.objects.get_or_create(sheet=sheet, seat=seat)
    key.claimed_by = f"hash-of-{device}"
    key.save()
    return phone(
        device,
        seat=seat,
        sides=frozenset({seat}),
        how=Confirmation.How.OWN_KEY,
        own=OwnKey(key.pk, key.claimed_by, Held.HERE),
    )


def current(sheet):
    calls = Call.objects.filter(sheet=sheet, current=True).order_by("deal", "seat")
    return list(calls.values_list("deal", "seat", "value"))


def refused(call, *arguments, **options):
    with pytest.raises(errors.SheetError) as caught:
        call(*arguments, **options)
    return caught.value


def test_the_description_says_which_field_is_secret_and_no_other_game_has_one():
    found = {v.name: secret_field(v, v.options({})) for v in VARIANTS if v.name != "schieber"}
    assert {name for name, field in found.items() if field} == {"differenzler"}
    open_bids = factories.free_sheet(variant="differenzler", options={"open_bids": True})
    assert sheet_board(open_bids, phone()).bidding is None
    assert refused(call, open_bids, 0, 40).code == "no-secret-bids"
    assert refused(call, factories.free_sheet(), 0, 40).code == "no-secret-bids"


def test_everybody_sees_who_has_bid_and_nobody_what(sheet):
    call(sheet, 2, 61)
    call(sheet, 0, 37)
    bidding = sheet_board(sheet, phone()).bidding
    assert (bidding.deal, bidding.sorted, bidding.missing) == (1, [0, 2], [1, 3])
    assert bidding.open
    assert not any(isinstance(value, int) and value in {61, 37} for value in vars(bidding).values())


def test_the_counted_deal_holds_the_bids_that_were_made_in_secret(sheet):
    all_bid(sheet)
    made = record(sheet, 1, POINTS).deal
    assert made.payload == COUNTED
    assert made.written == [11, 16, 4, 7]


def test_a_seat_changes_its_bid_until_the_last_one_is_in(sheet):
    for seat in range(3):
        call(sheet, seat, 40)
    call(sheet, 1, 50)
    assert current(sheet) == [(1, 0, 40), (1, 1, 50), (1, 2, 40)]
    assert Call.objects.filter(sheet=sheet, seat=1).count() == 2
    call(sheet, 3, 10)
    assert refused(call, sheet, 1, 60).code == "bids-final"
    assert current(sheet)[1] == (1, 1, 50)


def test_the_same_sending_again_is_one_bid_and_with_another_value_none(sheet):
    for _time in range(3):
        call(sheet, 0, 40, nonce="one-sending-1")
    assert Call.objects.count() == 1
    assert AuditEvent.objects.filter(action="call.record").count() == 1
    for other in ({"value": 41}, {"seat": 1}, {"deal": 2}):
        sent = {"seat": 0, "value": 40} | other
        error = refused(call, sheet, nonce="one-sending-1", **sent)
        assert (type(error), error.code) == (errors.NonceReused, "nonce-reused")
    assert refused(call, sheet, 0, 40, nonce="short").code == "nonce"
    assert current(sheet) == [(1, 0, 40)]


@pytest.mark.parametrize("value", [-1, 158, "40", None, True, 1.0, [40]])
def test_a_bid_that_cannot_be_is_refused_by_the_rules_own_bounds(sheet, value):
    error = refused(call, sheet, 0, value)
    assert (type(error), error.code) == (errors.DealRefused, "bid-refused")
    assert error.problems[0]["field"] == "bids"
    assert not Call.objects.exists()


def test_bids_are_for_the_next_deal_only(sheet):
    assert refused(call, sheet, 0, 40, deal=2).extra["next_number"] == 1
    record(sheet, 1, COUNTED)
    assert refused(call, sheet, 0, 40, deal=1).code == "not-the-next-deal"
    call(sheet, 0, 40, deal=2)
    assert refused(call, sheet, 4, 40, deal=2).code == "seat"


def test_a_complete_or_closed_sheet_takes_no_bid(sheet):
    for number in range(1, 13):
        record(sheet, number, COUNTED)
    assert refused(call, sheet, 0, 40, deal=13).code == "finished"
    closed = phone(closed_reason="Round 1 is over.")
    assert (
        refused(
            call, factories.free_sheet(variant="differenzler", options={}), 0, 4, at=closed
        ).code
        == "closed"
    )


def test_a_disputed_sheet_goes_on_bidding(sheet):
    record(sheet, 1, COUNTED)
    sheet_dispute(sheet_id=sheet.pk, context=phone(), side=1, reason="Spiel 1?")
    call(sheet, 0, 40, deal=2)
    assert current(sheet) == [(2, 0, 40)]


def test_a_seat_with_its_own_phone_bids_there_and_nowhere_else(sheet):
    anna = own(sheet, 0)
    call(sheet, 0, 40, at=anna)
    assert refused(call, sheet, 1, 40, at=anna).code == "not-your-seat"
    assert refused(call, sheet, 0, 50).code == "own-phone"
    assert refused(call, sheet, 0, 50, at=office()).code == "own-phone"
    call(sheet, 1, 30)
    bidding = sheet_board(sheet, phone()).bidding
    assert bidding.own_phones == {0}
    assert bidding.to_pass == [2, 3]


def test_a_bid_that_a_seat_has_made_is_not_sent_with_the_deal_right_or_wrong(sheet):
    """An answer that depended on it would tell the bid to whoever guesses."""
    call(sheet, 0, 61)
    wrong_points = {"trump": "rosen", "points": [72, 21, 4, 61]}
    answers = {
        repr((e.code, e.message, e.problems))
        for guess in (60, 61, 62)
        for points in (POINTS, wrong_points)
        if (e := refused(record, sheet, 1, points | {"bids": [guess, 1, 1, 1]}))
    }
    assert len(answers) == 1
    assert "61" not in figures(answers.pop())
    assert not Deal.objects.exists()
    made = record(sheet, 1, POINTS | {"bids": [None, 37, 0, 53]}).deal
    assert made.payload["bids"] == list(BIDS)


def test_a_refused_deal_says_nothing_of_the_bids(sheet):
    all_bid(sheet)
    error = refused(record, sheet, 1, {"trump": "rosen", "points": [72, 21, 4, 61]})
    said = repr((error.message, error.problems, error.extra))
    assert not figures(said) & {"37", "53"}


def test_bids_on_paper_are_typed_with_the_points(sheet):
    assert record(sheet, 1, COUNTED).deal.written == [11, 16, 4, 7]


def test_every_bid_is_needed_unless_the_option_says_what_a_missing_one_costs(sheet, lenient):
    call(sheet, 0, 61)
    assert refused(record, sheet, 1, POINTS).problems[0]["code"] == "required"
    call(lenient, 0, 61)
    assert record(lenient, 1, POINTS).deal.written == [11, 41, 24, 80]


def test_a_queue_that_is_sent_again_gets_its_answer_again(sheet):
    all_bid(sheet)
    first = record(sheet, 1, POINTS, nonce="from-the-queue-1")
    again = record(sheet, 1, POINTS, nonce="from-the-queue-1")
    assert (again.outcome, again.deal.pk) == ("recorded", first.deal.pk)
    other = {"trump": "rosen", "points": [73, 20, 4, 60]}
    assert refused(record, sheet, 1, other, nonce="from-the-queue-1").code == "nonce-reused"
    assert Deal.objects.count() == 1


def test_two_phones_that_write_the_counted_deal_say_the_same(sheet):
    all_bid(sheet)
    record(sheet, 1, POINTS)
    assert record(sheet, 1, POINTS, at=phone("phone-b")).outcome == "repeated"
    assert record(sheet, 1, {**POINTS, "points": [71, 22, 4, 60]}).outcome == "contested"


def test_a_batch_of_new_deals_is_filled_as_well(sheet):
    all_bid(sheet)
    change = DealChange(1, None, POINTS, "desk-row-0001")
    for _time in range(2):
        deals_change(sheet_id=sheet.pk, context=office(), changes=[change])
    assert Deal.objects.get().payload == COUNTED


def test_a_mistyped_bid_is_corrected_like_any_figure_once_all_see_it(sheet):
    all_bid(sheet)
    record(sheet, 1, POINTS)
    changed = correct(sheet, 1, 1, POINTS | {"bids": [16, 37, 0, 53]})
    assert changed.deal.written == [56, 16, 4, 7]


def test_bids_that_were_shown_and_taken_back_are_not_made_anew_one_by_one(lenient):
    """Who records early to see the others' bids cannot bid after having seen them."""
    call(lenient, 0, 61)
    record(lenient, 1, POINTS)
    correct(lenient, 1, 1, None)
    assert sheet_board(lenient, phone()).bidding.shown
    assert refused(call, lenient, 1, 20).code == "bids-final"
    last = sheet_board(lenient, phone()).bidding.last
    calls_discard(sheet_id=lenient.pk, context=phone(), deal=1, last=last)
    call(lenient, 1, 20)
    assert current(lenient) == [(1, 1, 20)]


def test_where_the_cards_are_dealt_anew_all_bids_are_forgotten_together(sheet):
    all_bid(sheet)
    last = sheet_board(sheet, phone()).bidding.last
    calls_discard(sheet_id=sheet.pk, context=phone(), deal=1, last=last)
    assert current(sheet) == []
    call(sheet, 0, 12)
    calls_discard(sheet_id=sheet.pk, context=phone(), deal=1, last=last)  # sent a second time
    assert current(sheet) == [(1, 0, 12)]
    assert AuditEvent.objects.filter(action="calls.discard").count() == 1


def test_no_event_holds_a_bid_before_the_deal_is_counted(sheet):
    all_bid(sheet, values=(143, 144, 145, 146))
    events = AuditEvent.objects.filter(action="call.record").order_by("pk")
    assert [e.after for e in events] == [{"number": 1, "side": side} for side in range(4)]
    kept = json.dumps(list(AuditEvent.objects.values("before", "after", "reason")))
    assert not figures(kept) & {"143", "144", "145", "146"}


def test_a_page_learns_of_every_bid_by_its_stamp(sheet):
    stamps = [sheet_stamp(sheet)]
    call(sheet, 0, 40)
    stamps.append(sheet_stamp(sheet))
    call(sheet, 0, 40)
    stamps.append(sheet_stamp(sheet))
    own(sheet, 2)
    stamps.append(sheet_stamp(sheet))
    assert len(set(stamps)) == len(stamps)
