"""What is typed at the door."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class WalkInForm(forms.Form):
    """A name and, where two people share it, what tells them apart."""

    use_required_attribute = False

    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        error_messages={"required": _("Write the name of the person.")},
    )
    hint = forms.CharField(label=_("To tell apart"), max_length=60, required=False)
    outside_ranking = forms.BooleanField(required=False)


class LeaveForm(forms.Form):
    """From which round somebody is away."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, rounds: list[int]) -> None:
        super().__init__(data)
        self.rounds = rounds
        choices = [(number, str(number)) for number in rounds]
        self.fields["from_round"] = forms.TypedChoiceField(
            label=_("Away from round"), coerce=int, choices=choices
        )
