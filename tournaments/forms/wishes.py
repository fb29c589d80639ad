"""A wish for the draw as it is typed: what, about whom, and whom with or where."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Wish

NOBODY = [("", "—")]


class WishForm(forms.Form):
    """Chooses among ``kinds`` and the people of the evening; what is needed the service says."""

    use_required_attribute = False

    place = forms.IntegerField(
        label=_("Number of the table"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    soft = forms.BooleanField(label=_("only if it can be helped"), required=False)
    field_order = ("kind", "first", "second")

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        kinds: Sequence[tuple[str, str]],
        entries: Sequence[Entry],
    ) -> None:
        super().__init__(data)
        self.entries = {entry.pk: entry for entry in entries}
        people = NOBODY + [(str(entry.pk), f"{entry.number} · {entry.name}") for entry in entries]
        self.fields["kind"] = forms.ChoiceField(label=_("What"), choices=list(kinds))
        self.fields["first"] = forms.TypedChoiceField(
            label=_("Who"),
            choices=people,
            coerce=int,
            error_messages={"required": _("Choose who it is about.")},
        )
        self.fields["second"] = forms.TypedChoiceField(
            label=_("The other one"), choices=people, coerce=int, required=False, empty_value=None
        )
        self.order_fields(self.field_order)

    def wish(self) -> dict[str, Any]:
        """The arguments of ``wish_add``; call on a valid form."""
        given = self.cleaned_data
        about_a_table = given["kind"] == Wish.Kind.PLACE
        return {
            "kind": given["kind"],
            "first": self.entries.get(given["first"]),
            "second": None if about_a_table else self.entries.get(given["second"]),
            "place": given["place"] if about_a_table else None,
            "hard": not given["soft"],
        }
