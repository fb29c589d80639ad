"""The forms of this room: what people type, with a sentence where it cannot be right."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.clubs.categories import CATEGORIES
from jassclub.clubs.importing import Columns, Grid
from jassclub.clubs.models import (
    HINT_LENGTH,
    NAME_LENGTH,
    CardPack,
    Player,
    Role,
    clean_name,
    stored_length,
)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def zone_choices() -> list[tuple[str, str]]:
    """Europe's zones first, then the rest of the world."""
    names = sorted(available_timezones(), key=lambda name: (not name.startswith("Europe/"), name))
    return [(name, name.replace("_", " ")) for name in names if "/" in name]


class NameField(forms.CharField):
    """A name as it is stored; of one in which nothing is to be seen nothing was typed."""

    def to_python(self, value: Any) -> str:
        return clean_name(super().to_python(value) or "")


class ClubForm(forms.Form):
    name = NameField(
        label=gettext_lazy("Name of the club"),
        max_length=120,
        error_messages={"required": gettext_lazy("Write the name of the club.")},
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    card_pack = forms.ChoiceField(
        label=gettext_lazy("Cards at the table"), choices=CardPack.choices, initial=CardPack.SWISS
    )
    zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"), choices=zone_choices, initial="Europe/Zurich"
    )


class NewPlayerForm(forms.Form):
    """One name, and what tells two of the same name apart."""

    name = NameField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        error_messages={"required": gettext_lazy("Write the name of the person.")},
    )
    hint = NameField(
        label=gettext_lazy("To tell apart"),
        max_length=HINT_LENGTH,
        required=False,
        help_text=gettext_lazy("Only if two people share a name: a place, a year."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}

    def clean(self) -> dict[str, Any]:
        """Some letters take the room of two: what fits the field may not fit the list."""
        for field, most in (("name", NAME_LENGTH), ("hint", HINT_LENGTH)):
            if stored_length(self.cleaned_data.get(field, "")) > most:
                text = _("That is too long: at most %(most)s letters.") % {"most": most}
                self.add_error(field, text)
        return self.cleaned_data


class PlayerForm(NewPlayerForm):
    categories = forms.MultipleChoiceField(
        label=gettext_lazy("Categories"),
        choices=list(CATEGORIES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    active = forms.BooleanField(
        label=gettext_lazy("Still plays"),
        required=False,
        help_text=gettext_lazy("Whoever no longer plays is not offered for new tournaments."),
    )

    @classmethod
    def of(cls, player: Player) -> "PlayerForm":
        """The form as the player stands on the list."""
        names = ("name", "hint", "categories", "active")
        return cls(initial={name: getattr(player, name) for name in names})


class PasteForm(forms.Form):
    names = forms.CharField(
        label=gettext_lazy("Names, one a line"),
        max_length=300_000,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "Two people share a name? Write what tells them apart after a semicolon:"
            " Anna Gerber; Luzern"
        ),
    )


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File with names"),
        help_text=gettext_lazy("CSV or .xlsx, up to 1 MB."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
    )


class ColumnsForm(forms.Form):
    """Which column of the file holds what."""

    header = forms.BooleanField(label=gettext_lazy("The first row holds titles"), required=False)

    def __init__(self, *args: Any, grid: Grid, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = column_choices(grid)
        self.fields["name"] = column_field(_("Name"), choices)
        self.fields["first"] = column_field(_("First name, if apart"), choices, optional=True)
        self.fields["hint"] = column_field(_("To tell apart"), choices, optional=True)
        self.order_fields(["name", "first", "hint", "header"])

    def columns(self) -> Columns:
        """The choice of a valid form."""
        return Columns(**self.cleaned_data)


class RoleForm(forms.Form):
    role = forms.ChoiceField(
        label=gettext_lazy("Role"), choices=Role.choices, initial=Role.ORGANISER
    )


def column_field(
    label: str, choices: list[tuple[str, str]], *, optional: bool = False
) -> forms.TypedChoiceField:
    """The choice of one column, or of none; its value is the column's number from 0."""
    options = [("", _("none")), *choices] if optional else choices
    return forms.TypedChoiceField(
        label=label, choices=options, coerce=int, required=not optional, empty_value=None
    )


def column_choices(grid: Grid) -> list[tuple[str, str]]:
    """A file's columns as choices: the letter and what stands in its first row."""
    width = max(len(row) for row in grid)
    titles = grid[0] + [""] * (width - len(grid[0]))
    return [
        (str(column), f"{_letter(column)}: {' '.join(title.split())[:40]}".rstrip(": "))
        for column, title in enumerate(titles)
    ]


def _letter(column: int) -> str:
    before, last = divmod(column, len(LETTERS))
    return (LETTERS[before - 1] if before else "") + LETTERS[last]
