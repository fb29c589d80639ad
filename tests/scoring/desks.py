"""Contexts and calls for tests of the sheet services: phones at a table, and the office."""

from secrets import token_hex
from typing import Any

from jassclub.audit.services import Actor
from scoring import services
from scoring.context import Right, SheetContext, SheetLinks
from scoring.models import Confirmation, ScoreSheet

TABLE = frozenset({Right.READ, Right.WRITE, Right.CONFIRM})
OFFICE = TABLE | {Right.OFFICE}


def phone(device: str = "phone-a", **fields: Any) -> SheetContext:
    """A phone at the table, which may speak for everybody."""
    return SheetContext(
        **{
            "title": "Tisch 7",
            "subtitle": "",
            "names": ("Anna", "Claude", "Beat", "Dora"),
            "actor": Actor("place", 7, device),
            "rights": TABLE,
            "links": SheetLinks("scoring", "token"),
            "confirm": services.sheet_confirm,
            "sides": frozenset(range(6)),
        }
        | fields
    )


def office(**fields: Any) -> SheetContext:
    """An organiser at the desk."""
    return phone(
        **{"actor": Actor("user", 1), "rights": OFFICE, "how": Confirmation.How.DESK} | fields
    )


def record(
    sheet: ScoreSheet,
    number: int,
    payload: Any,
    *,
    at: SheetContext | None = None,
    nonce: str | None = None,
) -> services.DealOutcome:
    return services.deal_record(
        sheet_id=sheet.pk,
        context=at or phone(),
        number=number,
        payload=payload,
        nonce=nonce or token_hex(16),
    )


def correct(
    sheet: ScoreSheet,
    number: int,
    version: int,
    payload: Any,
    *,
    at: SheetContext | None = None,
    nonce: str | None = None,
    reason: str = "",
) -> services.DealOutcome:
    return services.deal_correct(
        sheet_id=sheet.pk,
        context=at or phone(),
        number=number,
        version=version,
        payload=payload,
        nonce=nonce or token_hex(16),
        reason=reason,
    )


def confirm(
    sheet: ScoreSheet, side: int, *, at: SheetContext | None = None, revision: int | None = None
) -> ScoreSheet:
    sheet.refresh_from_db()
    return services.sheet_confirm(
        sheet_id=sheet.pk,
        context=at or phone(),
        revision=sheet.revision if revision is None else revision,
        side=side,
    )
