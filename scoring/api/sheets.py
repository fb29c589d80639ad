"""Writing on a sheet over HTTP, with the table's key.

Door: a function of the mounting room that turns a request and a sheet's number into the sheet and
its context, or raises. The views never ask who mounted them, and read no cookie.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from scoring import services
from scoring.api.views import OpenView
from scoring.context import Held, SheetContext
from scoring.errors import NotAllowed
from scoring.models import ScoreSheet
from scoring.selectors import sheet_board
from scoring.serializers import (
    BoardOut,
    CallIn,
    CallsDiscardIn,
    ChangesIn,
    ChoiceIn,
    ConfirmationIn,
    CorrectionIn,
    DealIn,
    DisputeIn,
    OutcomeOut,
    ProblemsOut,
    RemovalIn,
    SubmissionIn,
    TotalsIn,
)
from scoring.services import DealChange, DealOutcome

Door = Callable[[Request, int], tuple[ScoreSheet, SheetContext]]
STATUS = {"recorded": 201, "repeated": 200, "contested": 202}
REFUSALS = {
    400: ProblemsOut,
    401: ProblemsOut,
    403: ProblemsOut,
    404: ProblemsOut,
    429: ProblemsOut,
}
WRITING = REFUSALS | {409: ProblemsOut, 422: ProblemsOut}
KEY: Any = {"tableKey": []}  # how the schema writes "needs the table's key"
keyed = partial(extend_schema, tags=["sheets"], auth=[KEY])
PHONE_SECRET = OpenApiParameter(
    "Phone-Secret",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="16 to 64 letters, digits, - or _ that only this phone knows.",
)
BOARD, OUTCOME = BoardOut(), OutcomeOut()  # made once: a serializer's fields are dear to copy
OUTCOMES = {200: OutcomeOut, 201: OutcomeOut, 202: OutcomeOut} | WRITING


class SheetView(OpenView):
    """A view of one sheet behind its door."""

    door: Door | None = None
    needs_its_phone = True  # a seat's own key opens nothing for a phone that did not claim it

    def get_authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        """What a request without a key is asked for (401)."""
        return "Table"

    def opened(self, request: Request, sheet: int) -> tuple[ScoreSheet, SheetContext]:
        """The sheet and what the key's holder may do with it."""
        if self.door is None:
            raise TypeError("a sheet's view needs a door")
        found, context = self.door(request, sheet)
        return on_its_phone(found, context) if self.needs_its_phone else (found, context)


def on_its_phone(sheet: ScoreSheet, context: SheetContext) -> tuple[ScoreSheet, SheetContext]:
    """The same, unless a seat's own key came without the phone that has claimed it."""
    if context.own and context.own.held is not Held.HERE:
        raise NotAllowed(
            "not-your-key",
            _("This seat’s key belongs to one phone. Claim it first, with a secret of its own."),
        )
    return sheet, context


def read(serializer: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    """What was sent, strictly read."""
    return dict(_reader(serializer).run_validation(data))


@lru_cache
def _reader(serializer: type[Serializer[Any]]) -> Serializer[Any]:
    """One for all requests: making its fields anew costs more than reading a deal with them."""
    return serializer()


def board(sheet: ScoreSheet, context: SheetContext) -> Response:
    """The sheet as it stands."""
    return Response(BOARD.to_representation(sheet_board(sheet, context)))


def answer(outcome: DealOutcome, context: SheetContext) -> Response:
    """What became of a sending; the status says it too."""
    said = {
        "outcome": outcome.outcome,
        "number": outcome.deal.number,
        "sheet": sheet_board(outcome.sheet, context, outcome.versions),
    }
    return Response(OUTCOME.to_representation(said), status=STATUS[outcome.outcome])


class BoardView(SheetView):
    @keyed(operation_id="sheet", responses={200: BoardOut} | REFUSALS)
    def get(self, request: Request, sheet: int) -> Response:
        """The sheet as it stands."""
        return board(*self.opened(request, sheet))


class DealsView(SheetView):
    @keyed(operation_id="deal_record", request=DealIn, responses=OUTCOMES)
    def post(self, request: Request, sheet: int) -> Response:
        """Record the next deal. The same nonce again gets the same answer again.

        202: another phone wrote other figures under this number; both are kept until the table
        chooses. 200: this deal stands there already.
        """
        found, context = self.opened(request, sheet)
        sent = read(DealIn, request.data)
        sent["payload"] = sent.pop("deal")
        return answer(services.deal_record(sheet_id=found.pk, context=context, **sent), context)


class DealView(SheetView):
    @keyed(operation_id="deal_correct", request=CorrectionIn, responses=OUTCOMES)
    def put(self, request: Request, sheet: int, number: int) -> Response:
        """Replace a deal; the version before stays readable."""
        found, context = self.opened(request, sheet)
        sent = read(CorrectionIn, request.data)
        sent["payload"] = sent.pop("deal")
        outcome = services.deal_correct(sheet_id=found.pk, context=context, number=number, **sent)
        return answer(outcome, context)

    @keyed(operation_id="deal_remove", parameters=[RemovalIn], responses=OUTCOMES)
    def delete(self, request: Request, sheet: int, number: int) -> Response:
        """Remove a deal; the numbers of the others do not move."""
        found, context = self.opened(request, sheet)
        sent = read(RemovalIn, request.query_params)
        outcome = services.deal_correct(
            sheet_id=found.pk, context=context, number=number, payload=None, **sent
        )
        return answer(outcome, context)


class ChoiceView(SheetView):
    @keyed(operation_id="deal_choose", request=ChoiceIn, responses=OUTCOMES)
    def post(self, request: Request, sheet: int, number: int) -> Response:
        """Choose what counts where two phones wrote different figures."""
        found, context = self.opened(request, sheet)
        sent = read(ChoiceIn, request.data)
        sent["deal_id"] = sent.pop("id")
        outcome = services.contest_settle(sheet_id=found.pk, context=context, number=number, **sent)
        return answer(outcome, context)


class ChangesView(SheetView):
    @keyed(
        operation_id="deals_change",
        request=ChangesIn,
        responses={200: BoardOut} | WRITING,
    )
    def post(self, request: Request, sheet: int) -> Response:
        """Several changes that are only possible together: all of them, or none."""
        found, context = self.opened(request, sheet)
        sent = read(ChangesIn, request.data)
        changes = [
            DealChange(c["number"], c["version"], c["deal"], c["nonce"]) for c in sent["changes"]
        ]
        changed = services.deals_change(
            sheet_id=found.pk, context=context, changes=changes, reason=sent["reason"]
        )
        return board(changed, context)


class CallsView(SheetView):
    @keyed(
        operation_id="call_record",
        request=CallIn,
        responses={200: BoardOut} | WRITING,
    )
    def post(self, request: Request, sheet: int) -> Response:
        """A seat bids in secret for the next deal. The bid is in no answer until the deal is counted.

        A later bid replaces it, as long as somebody else's is missing.
        """
        found, context = self.opened(request, sheet)
        sent = read(CallIn, request.data)
        return board(services.call_record(sheet_id=found.pk, context=context, **sent), context)

    @keyed(
        operation_id="calls_discard",
        parameters=[CallsDiscardIn],
        responses={200: BoardOut} | WRITING,
    )
    def delete(self, request: Request, sheet: int) -> Response:
        """The cards are dealt anew: forget every bid of the next deal, up to the newest that was seen."""
        found, context = self.opened(request, sheet)
        sent = read(CallsDiscardIn, request.query_params)
        return board(services.calls_discard(sheet_id=found.pk, context=context, **sent), context)


class ClaimView(SheetView):
    needs_its_phone = False

    @keyed(
        operation_id="key_claim",
        parameters=[PHONE_SECRET],
        request=None,
        responses={200: BoardOut} | WRITING,
    )
    def post(self, request: Request, sheet: int) -> Response:
        """The seat's key is this phone's from now on: its secret goes with every request.

        409: another phone has it.
        """
        found, context = self.opened(request, sheet)
        services.key_claim(sheet_id=found.pk, context=context)
        return board(found, context)


class ConfirmationsView(SheetView):
    @keyed(
        operation_id="sheet_confirm",
        request=ConfirmationIn,
        responses={200: BoardOut} | WRITING,
    )
    def post(self, request: Request, sheet: int) -> Response:
        """A side says yes to the revision it saw. 409 says what changed since."""
        found, context = self.opened(request, sheet)
        sent = read(ConfirmationIn, request.data)
        return board(context.confirm(sheet_id=found.pk, context=context, **sent), context)


class DisputeView(SheetView):
    @keyed(
        operation_id="sheet_dispute",
        request=DisputeIn,
        responses={200: BoardOut} | WRITING,
    )
    def post(self, request: Request, sheet: int) -> Response:
        """A side says that something is wrong."""
        found, context = self.opened(request, sheet)
        sent = read(DisputeIn, request.data)
        return board(services.sheet_dispute(sheet_id=found.pk, context=context, **sent), context)


class SubmissionView(SheetView):
    @keyed(
        operation_id="sheet_submit",
        request=SubmissionIn,
        responses={200: BoardOut} | WRITING,
    )
    def post(self, request: Request, sheet: int) -> Response:
        """Hand the sheet in unfinished; the office decides how it counts."""
        found, context = self.opened(request, sheet)
        sent = read(SubmissionIn, request.data)
        return board(services.sheet_submit(sheet_id=found.pk, context=context, **sent), context)


class TotalsView(SheetView):
    @keyed(
        operation_id="totals_record",
        request=TotalsIn,
        responses={200: BoardOut} | WRITING,
    )
    def post(self, request: Request, sheet: int) -> Response:
        """Totals from a paper sheet, instead of its deals."""
        found, context = self.opened(request, sheet)
        sent = read(TotalsIn, request.data)
        return board(services.totals_record(sheet_id=found.pk, context=context, **sent), context)


def sheet_patterns(door: Door) -> list[URLPattern]:
    """The addresses of sheets, behind a room's door."""
    views: list[tuple[str, type[SheetView], str]] = [
        ("", BoardView, "sheet"),
        ("/deals", DealsView, "deals"),
        ("/deals/<int:number>", DealView, "deal"),
        ("/deals/<int:number>/choice", ChoiceView, "choice"),
        ("/changes", ChangesView, "changes"),
        ("/calls", CallsView, "calls"),
        ("/claim", ClaimView, "claim"),
        ("/confirmations", ConfirmationsView, "confirmations"),
        ("/dispute", DisputeView, "dispute"),
        ("/submission", SubmissionView, "submission"),
        ("/totals", TotalsView, "totals"),
    ]
    return [
        path(f"sheets/<int:sheet>{route}", view.as_view(door=door), name=name)
        for route, view, name in views
    ]
