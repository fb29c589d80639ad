"""Writing on a sheet. Every service locks the sheet, checks, checks again by the rules engine,
changes, audits, and tells the mounting room (``SheetContext.on_change``), all in one transaction.

sheets.py: making, submitting, settling, disputing, reopening · deals.py: recording, correcting,
removing, choosing between two phones · totals.py: totals from paper · confirming.py: saying yes.
"""

from scoring.services.confirming import sheet_confirm
from scoring.services.deals import (
    DealChange,
    DealOutcome,
    contest_settle,
    deal_correct,
    deal_record,
    deals_change,
)
from scoring.services.sheets import (
    sheet_create,
    sheet_dispute,
    sheet_reopen,
    sheet_settle,
    sheet_submit,
    sheets_create,
)
from scoring.services.totals import totals_record

__all__ = [
    "DealChange",
    "DealOutcome",
    "contest_settle",
    "deal_correct",
    "deal_record",
    "deals_change",
    "sheet_confirm",
    "sheet_create",
    "sheet_dispute",
    "sheet_reopen",
    "sheet_settle",
    "sheet_submit",
    "sheets_create",
    "totals_record",
]
