"""Totals typed from paper."""

import pytest

from jassclub.audit.services import Actor
from scoring import errors
from scoring.models import SheetStatus, Source, TotalsEntry
from scoring.selectors import sheet_board, sheet_facts
from scoring.services import sheet_reopen, totals_record
from tests import factories
from tests.factories import deal
from tests.scoring.desks import confirm, office, phone, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet():
    return factories.free_sheet()


def typed(sheet, totals, *, matches=None, deals=12, nonce="typed-once", at=None, reason=""):
    return totals_record(
        sheet_id=sheet.pk,
        context=at or office(),
        totals=totals,
        matches=matches,
        deals=deals,
        nonce=nonce,
        reason=reason,
    )


def test_totals_are_checked_written_and_confirmed(sheet):
    done = typed(sheet, [1042, 942], matches=[1, 0])
    assert (done.source, done.totals, done.played, done.finished) == (
        "totals",
        [1042, 942],
        12,
        True,
    )
    confirm(sheet, 0, at=office())
    done = confirm(sheet, 1, at=office())
    assert done.status == SheetStatus.CONFIRMED
    assert [(f.total, f.matches, f.games_won) for f in sheet_facts(done)] == [
        (1042, 1, 1),
        (942, 0, 0),
    ]


def test_one_total_is_enough_where_the_rules_fix_the_other(sheet):
    assert typed(sheet, [942, None], matches=[0, 0]).totals == [942, 942]


def test_the_same_typing_sent_twice_is_one_entry(sheet):
    for _time in range(2):
        typed(sheet, [942, None], matches=[0, 0])
    assert TotalsEntry.objects.count() == 1
    with pytest.raises(errors.NonceReused):
        typed(sheet, [941, None], matches=[0, 0])


@pytest.mark.parametrize(
    ("totals", "matches", "deals", "field"),
    [
        ([942, 941], None, 12, "totals"),
        ([942, 942], [1, 0], 12, "totals"),
        ([942], None, 12, "totals"),
        ("942:942", None, 12, "totals"),
        ([942, 942], None, 13, "deals"),
        ([942, 942], None, "12", "deals"),
        ([942, 942], [0], 12, "matches"),
        ([942, 942], [-1, 1], 12, "matches"),
        ([942, 942], "none", 12, "matches"),
    ],
)
def test_what_cannot_be_is_refused_on_its_field(sheet, totals, matches, deals, field):
    with pytest.raises(errors.DealRefused) as refused:
        typed(sheet, totals, matches=matches, deals=deals)
    assert {p["field"] for p in refused.value.problems} == {field}
    assert all(p["message"] for p in refused.value.problems)
    assert not TotalsEntry.objects.exists()


def test_a_sheet_with_deals_takes_no_totals_and_the_other_way_round(sheet):
    record(sheet, 1, deal(92))
    with pytest.raises(errors.Conflict) as refused:
        typed(sheet, [942, 942])
    assert refused.value.code == "has-deals"
    other = factories.free_sheet()
    typed(other, [942, 942])
    with pytest.raises(errors.Conflict) as refused:
        record(other, 1, deal(92))
    assert refused.value.code == "has-totals"


def test_reopened_it_can_be_written_either_way_again(sheet):
    typed(sheet, [942, 942])
    confirm(sheet, 0, at=office())
    confirm(sheet, 1, at=office())
    again = sheet_reopen(sheet_id=sheet.pk, context=office(), reason="doch Spiel für Spiel")
    assert (again.source, again.totals, again.played) == (Source.DEALS, [0, 0], 0)
    assert record(sheet, 1, deal(92)).outcome == "recorded"


def test_two_people_who_type_differently_have_to_compare(sheet):
    typed(sheet, [942, 942])
    other = office(actor=Actor("user", 2))
    typed(sheet, [1042, 942], nonce="typed-again", at=other)
    with pytest.raises(errors.Conflict) as refused:
        confirm(sheet, 0, at=office())
    assert refused.value.code == "totals-differ"
    sheet.refresh_from_db()
    assert len(sheet_board(sheet, office()).entries) == 2
    typed(sheet, [942, 942], nonce="typed-third", at=other)
    assert confirm(sheet, 0, at=office()).confirmations.count() == 1


def test_where_two_people_have_to_type_one_is_not_enough(sheet):
    typed(sheet, [942, 942])
    with pytest.raises(errors.Conflict) as refused:
        confirm(sheet, 0, at=office(double_entry=True))
    assert refused.value.code == "typed-once"


def test_an_unfinished_paper_is_not_confirmed(sheet):
    typed(sheet, [785, 785], deals=10)
    with pytest.raises(errors.Conflict) as refused:
        confirm(sheet, 0, at=office())
    assert refused.value.code == "unfinished"


def test_a_confirmed_paper_is_corrected_with_a_reason(sheet):
    typed(sheet, [942, 942])
    factories.confirmed(sheet.__class__.objects.get(pk=sheet.pk))
    with pytest.raises(errors.Invalid):
        typed(sheet, [1042, 942], nonce="typed-again")
    done = typed(sheet, [1042, 942], nonce="typed-again", reason="nachgezählt")
    assert (done.status, done.totals, done.corrections) == ("confirmed", [1042, 942], 1)


def test_a_table_may_hand_in_totals_too(sheet):
    assert typed(sheet, [942, 942], at=phone()).source == Source.TOTALS


def test_only_one_total_may_be_left_out(sheet):
    with pytest.raises(errors.DealRefused) as refused:
        typed(sheet, [None, None])
    assert [p["code"] for p in refused.value.problems] == ["required"]
