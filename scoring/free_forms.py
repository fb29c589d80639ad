"""The form for a sheet without a tournament: a preset of some game, and the names in seat order."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import clean_name
from scoring.rules import VARIANTS, get_variant
from scoring.rules.presets import PRESETS, get_preset

MAX_NAME = 120


class FreeSheetForm(forms.Form):
    """``preset`` is ``<variant>/<key>``; ``names`` has one name a line."""

    preset = forms.ChoiceField(label=_("Game"))
    names = forms.CharField(
        label=_("Who plays?"),
        help_text=_("One name a line, in the order in which you play. Partners sit opposite."),
        widget=forms.Textarea(attrs={"rows": 6}),
        max_length=1000,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            (
                gettext(variant.title),
                [
                    (f"{variant.name}/{p.key}", gettext(p.title))
                    for p in PRESETS.get(variant.name, ())
                ],
            )
            for variant in VARIANTS
        ]
        self.fields["preset"].choices = choices  # type: ignore[attr-defined]

    def clean_names(self) -> list[str]:
        names = [clean_name(line) for line in self.cleaned_data["names"].splitlines()]
        names = [name for name in names if name]
        if any(len(name) > MAX_NAME for name in names):
            raise forms.ValidationError(
                _("A name may have %(most)s letters at most."), params={"most": MAX_NAME}
            )
        return names

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if {"preset", "names"} <= cleaned.keys():
            self._check_number()
        return cleaned

    def _check_number(self) -> None:
        """As many names as people can sit at a table of this game."""
        variant_name, key = self.cleaned_data["preset"].split("/", 1)
        variant, preset = get_variant(variant_name), get_preset(variant_name, key)
        seats = variant.seats(variant.options(preset.options))
        if len(self.cleaned_data["names"]) != seats:
            sentence = _("This game needs %(seats)s names; there are %(given)s.")
            given = len(self.cleaned_data["names"])
            error = forms.ValidationError(sentence, params={"seats": seats, "given": given})
            self.add_error("names", error)

    def sheet(self) -> dict[str, Any]:
        """What ``sheet_create`` takes of it."""
        variant, key = self.cleaned_data["preset"].split("/", 1)
        return {
            "variant": variant,
            "options": get_preset(variant, key).options,
            "seats": [(name, None) for name in self.cleaned_data["names"]],
        }
