"""Correcting and removing deals: guarded by version, kept readable, never at another deal's cost."""

import pytest

from jassclub.audit.models import AuditEvent
from scoring import errors
from scoring.models import Confirmation, Deal, SheetStatus
from scoring.selectors import deal_versions, sheet_board
from scoring.services import DealChange, deals_change
from tests import factories
from tests.factories import TWELVE, deal
from tests.scoring.desks import confirm, correct, office, phone, record

pytestmark = pytest.mark.django_db

TO_A_HUNDRED_FIFTY = {
    "target": 250,
    "deals": None,
    "weis": False,
    "stoeck": False,
    "bergpreis": None,
}


@pytest.fixture
def sheet():
    return factories.deals(factories.free_sheet(), TWELVE[:3])


@pytest.fixture
def full():
    return factories.deals(factories.free_sheet(), TWELVE)


def test_a_correction_is_a_new_version_and_the_old_one_stays_readable(sheet):
    outcome = correct(sheet, 2, 1, deal(81), reason="falsch gezählt")
    assert (outcome.deal.version, outcome.deal.written) == (2, [81, 76])
    assert [(d.version, d.payload) for d in deal_versions(sheet, 2)] == [
        (1, TWELVE[1]),
        (2, deal(81)),
    ]
    sheet.refresh_from_db()
    assert sheet.totals == [92 + 81 + 71, 65 + 76 + 86]
    event = AuditEvent.objects.get(action="deal.correct")
    assert (event.before["version"], event.after["version"]) == (1, 2)
    assert event.reason == "falsch gezählt"


def test_opening_edit_and_saving_what_is_there_changes_nothing(sheet):
    """Field report 22."""
    outcome = correct(sheet, 2, 1, TWELVE[1])
    assert outcome.outcome == "repeated"
    assert len(deal_versions(sheet, 2)) == 1
    sheet.refresh_from_db()
    assert sheet.revision == 3


def test_a_correction_of_a_version_that_is_no_more_is_told_what_counts_now(sheet):
    correct(sheet, 2, 1, deal(81))
    with pytest.raises(errors.Conflict) as refused:
        correct(sheet, 2, 1, deal(82))
    assert refused.value.code == "deal-changed"
    assert refused.value.extra["version"] == 2
    assert refused.value.extra["payload"] == deal(81)


def test_a_correction_sent_twice_is_one_correction(sheet):
    first = correct(sheet, 2, 1, deal(81), nonce="same-nonce")
    again = correct(sheet, 2, 1, deal(81), nonce="same-nonce")
    assert first.deal == again.deal
    assert (first.outcome, again.outcome) == ("recorded", "recorded")
    assert len(deal_versions(sheet, 2)) == 2


def test_a_removed_deal_counts_for_nothing_and_the_others_keep_their_numbers(sheet):
    outcome = correct(sheet, 2, 1, None)
    assert outcome.deal.payload is None
    board = sheet_board(outcome.sheet, phone())
    assert [(line.number, line.removed) for line in board.lines] == [
        (1, False),
        (2, True),
        (3, False),
    ]
    assert board.next_number == 4
    assert outcome.sheet.totals == [92 + 71, 65 + 86]
    assert AuditEvent.objects.filter(action="deal.remove").count() == 1


def test_a_removed_deal_can_be_written_again_from_its_version(sheet):
    correct(sheet, 2, 1, None)
    assert correct(sheet, 2, 2, deal(84)).deal.version == 3
    sheet.refresh_from_db()
    assert sheet.played == 3


def test_the_last_deal_removed_leaves_its_number_to_the_next(sheet):
    correct(sheet, 3, 1, None)
    outcome = record(sheet, 3, deal(84))
    assert (outcome.outcome, outcome.deal.number, outcome.deal.version) == ("recorded", 3, 3)


def test_a_late_phone_does_not_bring_a_removed_deal_back(sheet):
    correct(sheet, 2, 1, None)
    with pytest.raises(errors.Conflict) as refused:
        record(sheet, 2, deal(80))
    assert refused.value.code == "deal-removed"
    assert refused.value.extra["next_number"] == 4


def test_there_is_nothing_to_correct_at_a_number_without_a_deal(sheet):
    with pytest.raises(errors.NotThere):
        correct(sheet, 9, 1, deal(80))


def test_a_change_at_another_deals_cost_is_refused_and_names_it():
    sheet = factories.free_sheet(options=TO_A_HUNDRED_FIFTY)
    factories.deals(sheet, [deal(100, trump="eicheln"), deal(90, trump="eicheln")])
    record(sheet, 3, deal(80, trump="eicheln"))
    with pytest.raises(errors.DealRefused) as refused:
        correct(sheet, 1, 1, deal(100, trump="obenabe"))
    assert refused.value.code == "other-deal"
    assert refused.value.extra["deals"] == [2, 3]
    assert {(p["deal"], p["code"]) for p in refused.value.problems} == {
        (2, "deal-after-end"),
        (3, "deal-after-end"),
    }
    sheet.refresh_from_db()
    assert sheet.totals == [270, 201]


def test_changes_that_are_only_possible_together_are_sent_together():
    sheet = factories.free_sheet(options=TO_A_HUNDRED_FIFTY)
    factories.deals(sheet, [deal(100, trump="eicheln"), deal(90, trump="eicheln")])
    changes = [
        DealChange(1, 1, deal(100, trump="obenabe"), "batch-one-1"),
        DealChange(2, 1, None, "batch-two-2"),
    ]
    for _time in range(2):
        changed = deals_change(sheet_id=sheet.pk, context=phone(), changes=changes)
        assert (changed.totals, changed.finished, changed.revision) == ([300, 171], True, 3)
    assert sheet_board(changed, phone()).winners == [0]
    with pytest.raises(errors.NonceReused):
        deals_change(
            sheet_id=sheet.pk,
            context=phone(),
            changes=[changes[0], DealChange(2, 2, deal(70), "batch-new-3")],
        )


def test_a_batch_changes_everything_or_nothing(sheet):
    with pytest.raises(errors.DealRefused):
        deals_change(
            sheet_id=sheet.pk,
            context=phone(),
            changes=[
                DealChange(1, 1, deal(60), "batch-one-1"),
                DealChange(4, None, deal(60, 60), "batch-two-2"),
            ],
        )
    assert len(deal_versions(sheet, 1)) == 1


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ([], errors.Invalid),
        (
            [DealChange(1, 1, deal(60), "a-nonce-1"), DealChange(1, 1, None, "a-nonce-2")],
            errors.Invalid,
        ),
        ([DealChange(6, None, deal(60), "a-nonce-1")], errors.Conflict),
        ([DealChange(4, None, None, "a-nonce-1")], errors.Invalid),
        ([DealChange(1, 4, deal(60), "a-nonce-1")], errors.Conflict),
    ],
)
def test_a_batch_that_makes_no_sense_is_refused(sheet, changes, error):
    with pytest.raises(error):
        deals_change(sheet_id=sheet.pk, context=phone(), changes=changes)


def test_new_deals_of_a_batch_follow_the_last_one(sheet):
    changed = deals_change(
        sheet_id=sheet.pk,
        context=phone(),
        changes=[
            DealChange(4, None, deal(60), "a-nonce-1"),
            DealChange(5, None, deal(61), "a-nonce-2"),
        ],
    )
    assert changed.played == 5


def test_a_change_makes_earlier_confirmations_void_without_deleting_them(full):
    confirm(full, 0)
    correct(full, 2, 1, deal(81))
    full.refresh_from_db()
    assert full.status == SheetStatus.OPEN
    assert full.confirmations.filter(revision=12).count() == 1
    assert sheet_board(full, phone()).open_sides == [0, 1]


def test_a_table_does_not_change_what_is_confirmed(full):
    factories.confirmed(full)
    with pytest.raises(errors.Conflict):
        correct(full, 2, 1, deal(81), reason="trotzdem")


def test_the_office_corrects_a_confirmed_sheet_with_a_reason_and_it_stays_confirmed(full):
    """Field reports 27 and 28: reason, new version, marked as corrected, who and which version."""
    factories.confirmed(full)
    with pytest.raises(errors.Invalid):
        correct(full, 2, 1, deal(81), at=office(), reason="  ")
    changed = correct(full, 2, 1, deal(81), at=office(), reason="Blatt nachgezählt").sheet
    assert (changed.status, changed.revision, changed.corrections) == ("confirmed", 13, 1)
    said = Confirmation.objects.filter(sheet=full).order_by("revision", "side")
    assert [(c.revision, c.side, c.how, c.by_kind) for c in said] == [
        (12, 0, "same-phone", "place"),
        (12, 1, "same-phone", "place"),
        (13, 0, "desk", "user"),
        (13, 1, "desk", "user"),
    ]
    assert Deal.objects.get(sheet=full, number=2, version=1).payload == TWELVE[1]
    assert Deal.objects.get(sheet=full, number=2, version=2).reason == "Blatt nachgezählt"


def test_a_confirmed_sheet_stays_complete(full):
    factories.confirmed(full)
    with pytest.raises(errors.Conflict) as refused:
        correct(full, 12, 1, None, at=office(), reason="zu viel")
    assert refused.value.code == "would-be-unfinished"


def test_removing_a_deal_of_a_complete_sheet_makes_it_incomplete(full):
    changed = correct(full, 12, 1, None).sheet
    assert (changed.finished, changed.entered_at, changed.played) == (False, None, 11)
