"""The rules engine over HTTP: public, stateless, stores nothing."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring import messages
from scoring.api.parsing import LengthNeeded, StrictJSONParser
from scoring.rules import VARIANTS, check_request, check_totals_request, get_variant
from scoring.serializers import (
    CheckIn,
    CheckTotalsIn,
    ProblemsOut,
    SheetAnswerOut,
    TotalsAnswerOut,
    VariantDetailOut,
    VariantOut,
)

VARIANT = OpenApiParameter("variant", OpenApiTypes.STR, OpenApiParameter.PATH)
SCHIEBER = OpenApiExample(
    "One Schieber deal",
    {"options": {}, "deals": [{"trump": "schellen", "points": [92, None]}]},
    request_only=True,
)
PAPER = OpenApiExample(
    "A round of twelve deals",
    {"options": {"target": None, "deals": 12}, "deals": 12, "totals": [942, 942]},
    request_only=True,
)


class OpenView(APIView):
    """A view that reads no cookie, so that nobody can be made to send one unawares."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    parser_classes = (StrictJSONParser,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
            raise LengthNeeded


class VariantsView(OpenView):
    @extend_schema(operation_id="variants", tags=["variants"], responses=VariantOut(many=True))
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """The variants there are."""
        described = [variant.describe(text=messages.label) for variant in VARIANTS]
        return Response(VariantOut(described, many=True).data)


class VariantView(OpenView):
    @extend_schema(
        operation_id="variant",
        tags=["variants"],
        parameters=[VARIANT],
        responses={200: VariantDetailOut, 404: ProblemsOut},
    )
    def get(self, request: Request, variant: str) -> Response:  # noqa: ARG002
        """A variant's options, the fields of its deals, and the checks a browser can do."""
        return Response(get_variant(variant).describe(text=messages.label))


class CheckView(OpenView):
    @extend_schema(
        operation_id="check",
        tags=["variants"],
        parameters=[VARIANT],
        request=CheckIn,
        examples=[SCHIEBER],
        responses={200: SheetAnswerOut, 400: ProblemsOut, 404: ProblemsOut, 413: ProblemsOut},
    )
    def post(self, request: Request, variant: str) -> Response:
        """What these deals write, add up to, and what is wrong with them. Stores nothing."""
        sheet = check_request(get_variant(variant), request.data)
        return Response(sheet.as_dict(text=messages.text))


class CheckTotalsView(OpenView):
    @extend_schema(
        operation_id="check_totals",
        tags=["variants"],
        parameters=[VARIANT],
        request=CheckTotalsIn,
        examples=[PAPER],
        responses={200: TotalsAnswerOut, 400: ProblemsOut, 404: ProblemsOut, 413: ProblemsOut},
    )
    def post(self, request: Request, variant: str) -> Response:
        """What can be said of totals without the deals. Stores nothing."""
        checked = check_totals_request(get_variant(variant), request.data)
        return Response(checked.as_dict(variant, messages.text))
