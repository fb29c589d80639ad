"""Writing on a sheet. Every service locks the sheet, checks, checks again by the rules engine,
changes, audits, and tells the mounting room (``SheetContext.on_change``), all in one transaction.

sheets.py: making, submitting, settling, disputing, reopening · many.py: a whole round at once ·
deals.py: recording, correcting, removing, choosing between two phones · totals.py: totals from
paper · confirming.py: saying yes · leading.py: who leads · calls.py: secret bids · keys.py: a seat's own phone · ledger.py: a
sheet under its lock.
"""

from scoring.services.calls import call_record, calls_discard
from scoring.services.confirming import sheet_confirm
from scoring.services.deals import (
    DealChange,
    DealOutcome,
    contest_settle,
    deal_correct,
    deal_record,
    deals_change,
)
from scoring.services.keys import key_claim, key_make, key_release
from scoring.services.leading import forehand_set
from scoring.services.many import NewSheet, sheets_create, sheets_void
from scoring.services.sheets import (
    sheet_create,
    sheet_dispute,
    sheet_reopen,
    sheet_settle,
    sheet_submit,
)
from scoring.services.totals import totals_record, totals_settle, totals_take_back

__all__ = [
    "DealChange",
    "DealOutcome",
    "NewSheet",
    "call_record",
    "calls_discard",
    "contest_settle",
    "deal_correct",
    "deal_record",
    "deals_change",
    "forehand_set",
    "key_claim",
    "key_make",
    "key_release",
    "sheet_confirm",
    "sheet_create",
    "sheet_dispute",
    "sheet_reopen",
    "sheet_settle",
    "sheet_submit",
    "sheets_create",
    "sheets_void",
    "totals_record",
    "totals_settle",
    "totals_take_back",
]
