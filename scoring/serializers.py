"""What the JSON API takes and gives, field by field: read strictly, described in the schema.

A number is a number (``true`` and ``"3"`` are none), an unknown name is refused. What a deal may
hold is not said here: that is the variant's own description.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field, inline_serializer
from rest_framework import serializers

from scoring.models import Confirmation, SheetStatus, Source
from scoring.services.ledger import NONCE


class Whole(serializers.IntegerField):
    """A whole number, written as one."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """A string, written as one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Nonce(serializers.RegexField):
    """The mark of one sending: the same again gets the same answer again."""

    def __init__(self) -> None:
        super().__init__(
            rf"^{NONCE.pattern}$",
            help_text="8 to 36 letters, digits, - or _: the same again gets the same answer again.",
        )

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "object", "additionalProperties": {}})
class Payload(serializers.JSONField):
    """A deal in the contract's format; what it may hold is for the variant to say.

    Answered in one order of keys: a database may give back another than was sent.
    """

    def to_representation(self, value: Any) -> Any:
        given: Any = super().to_representation(value)
        return dict(sorted(given.items())) if isinstance(given, dict) else given


@extend_schema_field({})
class AnyJSON(serializers.JSONField):
    """Any JSON value: the rules engine reads it."""


class Strict(serializers.Serializer[Any]):
    """An object whose names are all known."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and (unknown := [n for n in data if n not in self.fields]):
            sentence = _("There is no such field here. Known: %(known)s.") % {
                "known": ", ".join(self.fields)
            }
            raise serializers.ValidationError(
                {str(name)[:60]: [sentence] for name in unknown[:20]}, code="unknown-field"
            )
        return super().to_internal_value(data)


class DealIn(Strict):
    """The next deal of a sheet."""

    number = Whole(min_value=1, max_value=10_000, help_text="The deal's number, from 1.")
    deal = Payload(help_text="The deal as the variant describes it.")
    nonce = Nonce()


class CorrectionIn(Strict):
    """A deal's new figures in place of a version."""

    version = Whole(min_value=1, help_text="The version that was seen.")
    deal = Payload(help_text="The deal as it should be.")
    nonce = Nonce()
    reason = Text(max_length=500, required=False, default="", allow_blank=True)


class RemovalIn(serializers.Serializer[Any]):
    """Which version of a deal is removed; in the address, as strings."""

    version = serializers.IntegerField(min_value=1)
    nonce = Nonce()
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class ChangeIn(Strict):
    """One change of several that are only possible together."""

    number = Whole(min_value=1, max_value=10_000)
    version = Whole(min_value=1, allow_null=True, help_text="Null: a new deal.")
    deal = Payload(allow_null=True, help_text="Null: the deal is removed.")
    nonce = Nonce()


class ChangesIn(Strict):
    """All of them, or none."""

    changes = serializers.ListField(child=ChangeIn(), min_length=1, max_length=50)
    reason = Text(max_length=500, required=False, default="", allow_blank=True)


class ChoiceIn(Strict):
    """The version that counts where two phones wrote different figures."""

    id = Whole(min_value=1, max_value=2**63 - 1)
    nonce = Nonce()


class CallIn(Strict):
    """What a seat bids in secret."""

    deal = Whole(min_value=1, max_value=10_000, help_text="The number of the next deal.")
    seat = Whole(min_value=0, max_value=9)
    value = AnyJSON(
        allow_null=True, help_text="The bid; the variant's description of a deal says its bounds."
    )
    nonce = Nonce()


class CallsDiscardIn(serializers.Serializer[Any]):
    """Whose bids are forgotten; in the address, as strings."""

    deal = serializers.IntegerField(min_value=1, max_value=10_000)
    last = serializers.IntegerField(
        min_value=0, max_value=2**63 - 1, help_text="``last`` of the bids as they were seen."
    )


class ConfirmationIn(Strict):
    """A side says yes to the revision it saw."""

    revision = Whole(min_value=0)
    side = Whole(min_value=0, max_value=9)


class DisputeIn(Strict):
    """A side says what is wrong."""

    side = Whole(min_value=0, max_value=9)
    reason = Text(max_length=500)


class SubmissionIn(Strict):
    """Why a sheet is handed in unfinished."""

    reason = Text(max_length=500)


class TotalsIn(Strict):
    """Totals from paper, per side."""

    totals = AnyJSON(help_text="A list of one number per side; one may be null.")
    deals = AnyJSON(help_text="How many deals were played.")
    matches = AnyJSON(
        required=False, allow_null=True, default=None, help_text="Matches per side, if known."
    )
    nonce = Nonce()


class CheckIn(serializers.Serializer[Any]):
    """A sheet to check; both may be left out."""

    options = Payload(required=False)
    deals = serializers.ListField(child=Payload(), required=False, max_length=500)


class CheckTotalsIn(serializers.Serializer[Any]):
    """Totals to check without their deals."""

    options = Payload(required=False)
    deals = serializers.IntegerField()
    totals = serializers.ListField(child=serializers.IntegerField(allow_null=True))


# -- answers -------------------------------------------------------------------------------------


class ProblemOut(serializers.Serializer[Any]):
    """One thing that is wrong, with a sentence for people."""

    deal = serializers.IntegerField(required=False, help_text="Its number, on a stored sheet.")
    field = serializers.CharField(allow_null=True)
    code = serializers.CharField()
    params = Payload()
    message = serializers.CharField()


class ProblemsOut(serializers.Serializer[Any]):
    """Why something was refused."""

    problems = ProblemOut(many=True)


class VariantOut(serializers.Serializer[Any]):
    """A variant by name."""

    name = serializers.CharField()
    title = serializers.CharField()
    unit = serializers.CharField(help_text="points, cents or game-points")
    low_is_good = serializers.BooleanField()
    table_sizes = serializers.ListField(child=serializers.IntegerField())


class VariantDetailOut(VariantOut):
    """All that forms, schema and offline page are made of."""

    sides = serializers.IntegerField()
    options = serializers.ListField(child=Payload())
    values = Payload(help_text="The options this description was made for.")
    deal = serializers.ListField(child=Payload())
    checks = serializers.ListField(child=Payload())
    written = AnyJSON(allow_null=True)


class ScoredOut(serializers.Serializer[Any]):
    """What a deal writes per side, or null and why not."""

    written = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    problems = ProblemOut(many=True)


class SheetAnswerOut(serializers.Serializer[Any]):
    """The rules engine's answer for a sheet."""

    variant = serializers.CharField()
    sides = serializers.IntegerField()
    deals = ScoredOut(many=True)
    totals = serializers.ListField(child=serializers.IntegerField())
    finished = serializers.BooleanField()
    winners = serializers.ListField(child=serializers.IntegerField())
    forehand = serializers.IntegerField(allow_null=True)
    problems = ProblemOut(many=True)
    extra = Payload()


class TotalsAnswerOut(serializers.Serializer[Any]):
    """What can be said of totals."""

    problems = ProblemOut(many=True)
    remaining = serializers.IntegerField(allow_null=True)


class VersionOut(serializers.Serializer[Any]):
    """A version of a deal."""

    id = serializers.IntegerField(source="pk")
    version = serializers.IntegerField()
    deal = Payload(source="payload", allow_null=True, help_text="Null: removed.")
    written = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    device = serializers.CharField(source="by_device", help_text="The phone's mark.")
    at = serializers.DateTimeField()


class LineOut(serializers.Serializer[Any]):
    """A number on the sheet, with what waits for the table's choice beside it."""

    number = serializers.IntegerField()
    id = serializers.IntegerField(source="deal.pk")
    version = serializers.IntegerField()
    deal = Payload(source="payload", allow_null=True, help_text="Null: removed.")
    written = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    device = serializers.CharField(source="deal.by_device", help_text="The phone's mark.")
    at = serializers.DateTimeField(source="deal.at")
    contested = VersionOut(many=True)


class ConfirmationOut(serializers.ModelSerializer[Confirmation]):
    """A side's yes to this revision."""

    class Meta:
        model = Confirmation
        fields = ("side", "how", "at")


class BidsOut(serializers.Serializer[Any]):
    """Who has bid in secret for the next deal; what was bid is in no answer."""

    deal = serializers.IntegerField()
    seats = serializers.ListField(
        child=serializers.IntegerField(), source="sorted", help_text="The seats that have bid."
    )
    own_phones = serializers.ListField(child=serializers.IntegerField())
    open = serializers.BooleanField(help_text="Whether bids are still taken and changed.")
    last = serializers.IntegerField(help_text="The newest bid's id, 0 without any.")


class BoardOut(serializers.Serializer[Any]):
    """A sheet as it stands, and what may be done with it."""

    id = serializers.IntegerField(source="sheet.pk")
    title = serializers.CharField(source="context.title")
    subtitle = serializers.CharField(source="context.subtitle")
    names = serializers.ListField(child=serializers.CharField(), source="context.names")
    variant = serializers.CharField(source="sheet.variant")
    options = Payload(source="sheet.options")
    kind = serializers.ChoiceField(choices=Source.choices, source="sheet.source")
    status = serializers.ChoiceField(choices=SheetStatus.choices)
    status_reason = serializers.CharField(source="sheet.status_reason")
    revision = serializers.IntegerField()
    corrections = serializers.IntegerField(source="sheet.corrections")
    deals = LineOut(many=True, source="lines")
    totals = serializers.ListField(child=serializers.IntegerField())
    played = serializers.IntegerField(source="sheet.played")
    planned = serializers.IntegerField(allow_null=True)
    finished = serializers.BooleanField()
    winners = serializers.ListField(child=serializers.IntegerField())
    forehand = serializers.IntegerField(allow_null=True)
    next_number = serializers.IntegerField()
    bids = BidsOut(
        source="bidding", allow_null=True, help_text="Null where nothing is bid in secret."
    )
    extra = Payload()
    sum_check = inline_serializer(
        "SumLineOut",
        {
            name: serializers.IntegerField()
            for name in ("sum", "expected", "deals", "deal_points", "matches", "match_points")
        },
        allow_null=True,
    )
    confirmations = ConfirmationOut(many=True)
    needed = serializers.IntegerField(help_text="How many sides have to say yes.")
    open_sides = serializers.ListField(child=serializers.IntegerField())
    can_write = serializers.BooleanField()
    can_confirm = serializers.BooleanField()
    closed_reason = serializers.CharField(source="context.closed_reason")


class OutcomeOut(serializers.Serializer[Any]):
    """What became of a sending, and the sheet as it stands now."""

    outcome = serializers.ChoiceField(choices=["recorded", "repeated", "contested"])
    number = serializers.IntegerField()
    sheet = BoardOut()
