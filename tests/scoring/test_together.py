"""Several phones at the same moment, with real transactions: on SQLite and on PostgreSQL."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex
from threading import Barrier

import pytest
from django.db import connection

from jassclub.audit.models import AuditEvent
from scoring import errors
from scoring.models import Confirmation, Deal, ScoreSheet, SheetStatus
from tests import factories
from tests.factories import TWELVE, deal
from tests.scoring.desks import confirm, correct, phone, record

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 6


def at_once(*calls):
    """What each call answers, or the error it raised, when all begin at the same moment."""
    start = Barrier(len(calls))

    def run(call):
        try:
            start.wait(timeout=20)
            return call()
        except errors.SheetError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_one_sending_many_times_at_once_is_one_deal_and_one_answer():
    sheet = factories.free_sheet()
    nonce = token_hex(16)
    answers = at_once(*[lambda: record(sheet, 1, deal(92), nonce=nonce)] * PHONES)
    assert {(a.outcome, a.deal.pk, a.sheet.revision) for a in answers} == {
        ("recorded", Deal.objects.get().pk, 1)
    }
    assert AuditEvent.objects.filter(action="deal.record").count() == 1


def test_different_figures_at_once_are_all_kept_and_one_of_them_counts():
    sheet = factories.free_sheet()
    answers = at_once(
        *[
            lambda own=own: record(sheet, 1, deal(own), at=phone(f"phone-{own}"))
            for own in range(80, 80 + PHONES)
        ]
    )
    assert Counter(a.outcome for a in answers) == {"recorded": 1, "contested": PHONES - 1}
    kept = {d.payload["points"][0] for d in Deal.objects.filter(sheet=sheet)}
    assert kept == set(range(80, 80 + PHONES))
    assert Deal.objects.filter(state=Deal.State.CURRENT).count() == 1


def test_two_corrections_of_one_version_at_once_are_one_correction_and_one_conflict():
    sheet = factories.deals(factories.free_sheet(), TWELVE[:3])
    answers = at_once(
        lambda: correct(sheet, 1, 1, deal(60)),
        lambda: correct(sheet, 1, 1, deal(61)),
    )
    assert sum(isinstance(a, errors.Conflict) for a in answers) == 1
    assert Deal.objects.filter(sheet=sheet, number=1).count() == 2


def test_both_sides_say_yes_at_once_and_the_sheet_is_confirmed():
    sheet = factories.deals(factories.free_sheet(), TWELVE)
    at_once(lambda: confirm(sheet, 0, revision=12), lambda: confirm(sheet, 1, revision=12))
    done = ScoreSheet.objects.get(pk=sheet.pk)
    assert done.status == SheetStatus.CONFIRMED
    assert Confirmation.objects.filter(sheet=sheet, revision=12).count() == 2


def test_a_yes_and_a_correction_at_once_never_confirm_what_was_not_seen():
    sheet = factories.deals(factories.free_sheet(), TWELVE)
    confirm(sheet, 0)
    answers = at_once(
        lambda: confirm(sheet, 1, revision=12),
        lambda: correct(sheet, 3, 1, deal(72)),
    )
    done = ScoreSheet.objects.get(pk=sheet.pk)
    assert sum(isinstance(a, errors.Conflict) for a in answers) == 1
    assert (done.status, done.revision) in {(SheetStatus.CONFIRMED, 12), (SheetStatus.OPEN, 13)}
