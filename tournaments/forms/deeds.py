"""Choices whose consequences are shown before they are made.

Words: a *deed* is one thing an organiser does to an evening under way. Its form holds the choice;
the *sure* fields (a reason, a typed name) are only asked for when it is done. ``act`` calls the
service; in a ``trial`` what is still missing in the sure fields does not stand in the way, so that
the consequences can be shown first.

People are typed as on the office's lists: by number or by name. Judges nothing itself.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.audit.services import Actor
from jassclub.clubs.models import name_key
from tournaments.models import Entry, Tournament

TRIAL = "…"
ASKED = "asked"
"""Sent with every choice, so that one that was left open is asked for instead of passed over."""


def label_of(entry: Entry) -> str:
    """An entry as it stands in a list of suggestions: ``12 Anna Gerber``."""
    return f"{entry.number} {entry.name}"


class PersonField(forms.CharField):
    """Somebody of a list, by start number, by name, or as suggested."""

    def __init__(self, people: Iterable[Entry], *, listed: str, **kwargs: Any) -> None:
        attrs = {"list": listed, "autocomplete": "off", "spellcheck": "false"}
        widget = forms.TextInput(attrs=attrs)
        super().__init__(max_length=250, widget=widget, **kwargs)
        self.people = list(people)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        return self.find(text) if text else None

    def find(self, text: str) -> Entry:
        """The one who is meant; ValidationError says what would be right."""
        number = text.split(maxsplit=1)[0]
        meant = [e for e in self.people if label_of(e) == text or str(e.number) == text]
        meant = meant or [e for e in self.people if name_key(e.name) == name_key(text)]
        if not meant and number.isdecimal():
            meant = [e for e in self.people if str(e.number) == number]
        if len(meant) == 1:
            return meant[0]
        raise ValidationError(
            _("Nobody here is called “%(text)s”. Write the number, or the whole name.")
            if not meant
            else _("Several people are called “%(text)s”. Write the number."),
            code="nobody",
            params={"text": text},
        )


class DeedForm(forms.Form):
    """The base of all: ``title`` and ``lead`` for the page, ``undo`` says whether there is a way back."""

    use_required_attribute = False
    title: Any = ""
    lead: Any = ""
    undo: Any = ""
    do: Any = gettext_lazy("Do it")
    danger = False
    trial = False
    sure: ClassVar[tuple[str, ...]] = ("reason",)
    needed: tuple[str, ...] = ()

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("It stands in the log."),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None, tournament: Tournament) -> None:
        self.tournament = tournament
        known = (*self._choices(), *self.base_fields, ASKED)
        asked = data is not None and any(name in data for name in known)
        super().__init__(data if asked or not self._choices() else None)
        if not self._choices():
            self.is_bound, self.data = True, data or {}

    @classmethod
    def _choices(cls) -> list[str]:
        """Names whose presence says that something was chosen."""
        return [name for name in cls.base_fields if name not in cls.sure]

    @property
    def choice_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in self.sure]

    @property
    def sure_fields(self) -> list[tuple[forms.BoundField, bool]]:
        """Each with whether the service will ask for it; the form itself does not."""
        return [(self[name], name in self.needed) for name in self.fields if name in self.sure]

    def typed_before(self) -> list[tuple[str, str]]:
        """What stands in the sure fields already, kept while the choice is still open."""
        return [(name, str(self.data[name])) for name in self.sure if self.data.get(name)]

    def suggestions(self) -> dict[str, list[str]]:
        """Lists of people beside the fields, by the id of the list."""
        return {}

    def chosen(self) -> list[tuple[str, str]]:
        """The choice as names and values, to be sent once more when it is made."""
        return [
            (field.html_name, str(self.data.get(field.html_name, "")))
            for field in self.choice_fields
            if self.data.get(field.html_name)
        ]

    def why(self) -> str:
        """The reason that was given; in a trial any."""
        return self.cleaned_data.get("reason", "") or (TRIAL if self.trial else "")

    def prepare(self) -> None:
        """Work that takes long and needs no lock, done before the consequences are found out."""

    def act(self, actor: Actor) -> str:
        """Do it; what is said afterwards."""
        raise NotImplementedError
