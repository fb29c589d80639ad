"""Double entry: two people type a paper sheet, neither sees the other's figures, only equal ones count."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import Actor
from scoring import errors
from scoring.context import Right
from scoring.models import SheetStatus, Source, TotalsEntry
from scoring.second_typing import Typing, sheet_typing
from scoring.selectors import sheet_facts
from scoring.services import (
    deals_change,
    sheet_reopen,
    sheet_settle,
    totals_record,
    totals_settle,
    totals_take_back,
)
from scoring.services.deals import DealChange
from tests import factories
from tests.factories import TWELVE, deal
from tests.reading import figures
from tests.scoring.desks import TABLE, confirm, office, phone, record

pytestmark = pytest.mark.django_db


def desk(who: int, **fields):
    """A scorer at the desk of a tournament whose sheets are typed twice."""
    given = {"actor": Actor("user", who), "rights": TABLE, "double_entry": True}
    return office(**given | fields)


def organiser(who: int = 9):
    return desk(who, rights=TABLE | {Right.OFFICE})


@pytest.fixture
def sheet():
    return factories.free_sheet()


def typed(sheet, who, totals, *, matches=(0, 0), deals=12, at=None, nonce=None):
    entries = TotalsEntry.objects.filter(sheet=sheet).count()
    made = totals_record(
        sheet_id=sheet.pk,
        context=at or desk(who),
        totals=list(totals),
        matches=matches and list(matches),
        deals=deals,
        nonce=nonce or f"typed-by-{who}-{entries}",
    )
    sheet.refresh_from_db()
    return made


def settle(sheet, entry, *, at=None, reason="auf dem Papier nachgeschaut"):
    return totals_settle(
        sheet_id=sheet.pk,
        context=at or organiser(),
        entry_id=entry,
        nonce="settled-once",
        reason=reason,
    )


def by_desk(sheet, who, payloads):
    changes = [
        DealChange(number, None, payload, f"deal-{number}-of-{who}")
        for number, payload in enumerate(payloads, start=1)
    ]
    deals_change(sheet_id=sheet.pk, context=desk(who), changes=changes)
    sheet.refresh_from_db()


# -- totals alone ----------------------------------------------------------------------------------


def test_what_one_person_typed_waits_and_stands_nowhere(sheet):
    typed(sheet, 1, [942, 942])
    assert (sheet.source, sheet.totals, sheet.played) == (Source.TOTALS, [0, 0], 0)
    assert sheet_typing(sheet) == Typing.WAITS
    with pytest.raises(errors.Conflict) as refused:
        confirm(sheet, 0, at=desk(1))
    assert refused.value.code == "typed-once"
    assert "942" not in figures(str(list(AuditEvent.objects.values_list("before", "after"))))


def test_a_second_person_with_the_same_figures_makes_them_the_result(sheet):
    typed(sheet, 1, [1042, 942], matches=[1, 0])
    typed(sheet, 2, [1042, None], matches=[1, 0])
    assert (sheet.totals, sheet.played, sheet.finished) == ([1042, 942], 12, True)
    assert sheet_typing(sheet) == Typing.AGREED
    confirm(sheet, 0, at=desk(2))
    assert confirm(sheet, 1, at=desk(2)).status == SheetStatus.CONFIRMED
    assert [fact.matches for fact in sheet_facts(sheet)] == [1, 0]
    event = AuditEvent.objects.get(action="totals.record")
    assert (event.actor_id, event.after["typists"]) == (2, 2)


def test_the_same_person_cannot_be_both(sheet):
    typed(sheet, 1, [942, 942])
    typed(sheet, 1, [942, 942], nonce="typed-again-by-1")
    assert sheet_typing(sheet) == Typing.WAITS
    assert sheet.played == 0


@pytest.mark.parametrize(
    "other",
    [
        {"totals": [941, 943]},
        {"totals": [1042, 942], "matches": [1, 0]},
        {"totals": [942, 942], "matches": [0, 0], "deals": 12, "first": [1884, 0]},
    ],
)
def test_different_figures_wait_for_a_decision(sheet, other):
    typed(sheet, 1, other.pop("first", [942, 942]))
    typed(sheet, 2, other.pop("totals"), **other)
    assert sheet_typing(sheet) == Typing.DIFFERS
    assert (sheet.totals, sheet.played) == ([0, 0], 0)
    with pytest.raises(errors.Conflict) as refused:
        confirm(sheet, 0, at=desk(2))
    assert refused.value.code == "totals-differ"
    assert AuditEvent.objects.filter(action="totals.differ").count() == 1


def test_matches_that_one_counted_and_the_other_did_not_are_a_difference(sheet):
    typed(sheet, 1, [1042, 942], matches=None)
    typed(sheet, 2, [1042, 942], matches=[1, 0])
    assert sheet_typing(sheet) == Typing.DIFFERS
    typed(sheet, 1, [1042, 942], matches=[1, 0])
    assert sheet_typing(sheet) == Typing.AGREED


def test_whoever_mistyped_types_again_until_both_agree(sheet):
    typed(sheet, 1, [942, 942])
    typed(sheet, 2, [941, 943])
    typed(sheet, 2, [942, 942])
    assert sheet.totals == [942, 942]
    assert TotalsEntry.objects.filter(sheet=sheet).count() == 3


def test_agreed_figures_are_undone_when_one_of_both_types_something_else(sheet):
    typed(sheet, 1, [942, 942])
    typed(sheet, 2, [942, 942])
    typed(sheet, 1, [941, 943])
    assert (sheet.totals, sheet.finished) == ([0, 0], False)
    assert sheet_typing(sheet) == Typing.DIFFERS


def test_a_third_person_decides_by_typing_the_same_as_one_of_both(sheet):
    typed(sheet, 1, [942, 942])
    typed(sheet, 2, [941, 943])
    typed(sheet, 3, [941, 943])
    assert sheet.totals == [941, 943]
    assert confirm(sheet, 0, at=desk(3)).confirmations.count() == 1


def test_impossible_totals_are_refused_before_anybody_compares(sheet):
    with pytest.raises(errors.DealRefused):
        typed(sheet, 1, [942, 943])
    assert sheet_typing(sheet) == Typing.WAITS or not TotalsEntry.objects.exists()
    assert not TotalsEntry.objects.exists()


def test_without_double_entry_one_person_is_enough(sheet):
    typed(sheet, 1, [942, 942], at=desk(1, double_entry=False))
    assert sheet.totals == [942, 942]


# -- deciding ----------------------------------------------------------------------------------------


def test_an_organiser_decides_with_a_reason(sheet):
    typed(sheet, 1, [942, 942])
    typed(sheet, 2, [941, 943])
    entry = TotalsEntry.objects.get(by_id=2, current=True).pk
    with pytest.raises(errors.NotAllowed):
        settle(sheet, entry, at=desk(3))
    with pytest.raises(errors.Invalid):
        settle(sheet, entry, reason=" ")
    done = settle(sheet, entry)
    assert (done.totals, done.finished, sheet_typing(done)) == ([941, 943], True, Typing.AGREED)
    assert settle(sheet, entry).revision == done.revision  # sent twice
    event = AuditEvent.objects.get(action="totals.settle")
    assert event.reason == "auf dem Papier nachgeschaut"
    assert [each["totals"] for each in event.before["typed"]] == [[942, 942], [941, 943]]
    confirm(sheet, 0, at=desk(1))
    assert confirm(sheet, 1, at=desk(1)).status == SheetStatus.CONFIRMED


def test_there_is_nothing_to_decide_where_nothing_differs(sheet):
    typed(sheet, 1, [942, 942])
    with pytest.raises(errors.Conflict) as refused:
        settle(sheet, TotalsEntry.objects.get().pk)
    assert refused.value.code == "nothing-differs"


def test_a_decision_about_figures_that_were_typed_anew_is_refused(sheet):
    typed(sheet, 1, [942, 942])
    typed(sheet, 2, [941, 943])
    old = TotalsEntry.objects.get(by_id=2).pk
    typed(sheet, 2, [940, 944])
    with pytest.raises(errors.Conflict) as refused:
        settle(sheet, old)
    assert refused.value.code == "no-such-typing"


def test_what_was_typed_on_the_wrong_sheet_is_taken_back(sheet):
    typed(sheet, 1, [942, 942])
    with pytest.raises(errors.Conflict):
        totals_take_back(sheet_id=sheet.pk, context=desk(2))
    done = totals_take_back(sheet_id=sheet.pk, context=desk(1))
    assert (done.source, done.played) == (Source.DEALS, 0)
    assert record(sheet, 1, deal(92)).outcome == "recorded"


def test_an_organiser_takes_back_what_others_typed(sheet):
    typed(sheet, 1, [942, 942])
    typed(sheet, 2, [941, 943])
    assert totals_take_back(sheet_id=sheet.pk, context=organiser()).source == Source.DEALS
    assert not TotalsEntry.objects.filter(current=True).exists()


def test_agreed_totals_lose_their_figures_when_one_of_both_is_taken_back(sheet):
    typed(sheet, 1, [942, 942])
    typed(sheet, 2, [942, 942])
    done = totals_take_back(sheet_id=sheet.pk, context=desk(2))
    assert (done.source, done.totals, sheet_typing(done)) == (Source.TOTALS, [0, 0], Typing.WAITS)


def test_a_waiting_sheet_can_be_void_and_reopened(sheet):
    typed(sheet, 1, [942, 942])
    void = sheet_settle(sheet_id=sheet.pk, context=organiser(), way="void", reason="nie gespielt")
    assert void.status == SheetStatus.VOID
    again = sheet_reopen(sheet_id=sheet.pk, context=organiser(), reason="doch gespielt")
    assert (again.source, sheet_typing(again)) == (Source.DEALS, Typing.NONE)


@pytest.mark.parametrize("twice", [True, False])
def test_figures_that_wait_never_count_as_nothing(sheet, twice):
    typed(sheet, 1, [785, 785], deals=10)
    for at in (organiser(), office(double_entry=twice)):
        with pytest.raises(errors.Conflict) as refused:
            sheet_settle(sheet_id=sheet.pk, context=at, way="as-is", reason="so")
        assert refused.value.code == "typed-once"
    typed(sheet, 2, [785, 785], deals=10)
    done = sheet_settle(sheet_id=sheet.pk, context=organiser(), way="as-is", reason="zu spät")
    assert (done.status, done.totals) == (SheetStatus.CONFIRMED, [785, 785])


def test_a_confirmed_sheet_is_corrected_by_one_organiser_with_a_reason(sheet):
    typed(sheet, 1, [942, 942])
    typed(sheet, 2, [942, 942])
    factories.confirmed(sheet)
    done = totals_record(
        sheet_id=sheet.pk,
        context=organiser(),
        totals=[941, 943],
        matches=None,
        deals=12,
        nonce="corrected-once",
        reason="nachgezählt",
    )
    assert (done.totals, done.status, done.corrections) == ([941, 943], SheetStatus.CONFIRMED, 1)


# -- deals typed at the desk -----------------------------------------------------------------------


def test_deals_typed_at_the_desk_wait_for_somebody_elses_totals(sheet):
    by_desk(sheet, 1, TWELVE)
    assert sheet_typing(sheet) == Typing.WAITS
    with pytest.raises(errors.Conflict) as refused:
        confirm(sheet, 0, at=desk(1))
    assert refused.value.code == "typed-once"
    with pytest.raises(errors.Conflict) as refused:
        typed(sheet, 1, [1320, 764], matches=None)
    assert refused.value.code == "same-person"
    typed(sheet, 2, [1320, 764], matches=None)
    assert (sheet.source, sheet.totals) == (Source.DEALS, [1320, 764])
    assert sheet_typing(sheet) == Typing.AGREED
    confirm(sheet, 0, at=desk(2))
    assert confirm(sheet, 1, at=desk(2)).status == SheetStatus.CONFIRMED


def test_totals_that_are_not_what_the_deals_make_are_compared_until_the_deals_are_corrected(sheet):
    wrong = [deal(91), *TWELVE[1:]]
    by_desk(sheet, 1, wrong)
    typed(sheet, 2, [1320, 764], matches=None)
    assert sheet_typing(sheet) == Typing.DIFFERS
    fix = DealChange(1, 1, TWELVE[0], "deal-1-corrected")
    deals_change(sheet_id=sheet.pk, context=desk(2), changes=[fix])
    sheet.refresh_from_db()
    assert sheet_typing(sheet) == Typing.AGREED


def test_an_organiser_lets_the_deals_count_as_they_stand(sheet):
    by_desk(sheet, 1, TWELVE)
    typed(sheet, 2, [1319, 765], matches=None)
    done = settle(sheet, None)
    assert (done.source, done.totals, sheet_typing(done)) == (
        Source.DEALS,
        [1320, 764],
        Typing.AGREED,
    )


def test_what_the_phones_at_a_table_wrote_needs_no_second_typing(sheet):
    for number, payload in enumerate(TWELVE, start=1):
        record(sheet, number, payload)
    sheet.refresh_from_db()
    assert sheet_typing(sheet) == Typing.NONE
    assert confirm(sheet, 0, at=desk(1)).confirmations.count() == 1


def test_the_players_themselves_may_confirm_what_the_desk_typed(sheet):
    by_desk(sheet, 1, TWELVE)
    done = confirm(sheet, 0, at=phone(double_entry=True))
    assert done.confirmations.count() == 1


def test_a_sheet_with_some_deals_takes_no_totals_yet(sheet):
    by_desk(sheet, 1, TWELVE[:3])
    assert sheet_typing(sheet) == Typing.NONE
    with pytest.raises(errors.Conflict) as refused:
        typed(sheet, 2, [243, 228], matches=None, deals=3)
    assert refused.value.code == "has-deals"


# -- both at once ----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("second", [[942, 942], [941, 943]])
def test_two_who_type_at_the_same_moment_are_compared(sheet, second):
    start = Barrier(2)

    def type_it(who, totals):
        start.wait()
        try:
            typed(
                factories.ScoreSheet.objects.get(pk=sheet.pk), who, totals, nonce=f"race-of-{who}"
            )
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        for done in [both.submit(type_it, 1, [942, 942]), both.submit(type_it, 2, second)]:
            done.result()
    sheet.refresh_from_db()
    agreed = second == [942, 942]
    assert sheet_typing(sheet) == (Typing.AGREED if agreed else Typing.DIFFERS)
    assert sheet.totals == ([942, 942] if agreed else [0, 0])
    assert TotalsEntry.objects.filter(sheet=sheet, current=True).count() == 2
