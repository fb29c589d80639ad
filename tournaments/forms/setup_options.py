"""The house rules as form fields, built from what the variant says of its options.

The fields only carry text back and forth: whether a value is possible the rules engine says, so
that a form can never accept what a sheet would refuse. A field's name is ``option-`` and the
option's path (``option-multipliers.schellen``), the same path that the engine's problems name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from scoring.messages import label
from scoring.rules import Variant

SET_ELSEWHERE = frozenset({"players", "first_forehand"})
"""The table's size is a field of its own; Vorhand is a matter of each table."""

PREFIX = "option-"
NUMBER = "number"
MOST_DIGITS = 12


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """One option on the page: its label and help, and the bound fields that make it up."""

    name: str
    label: str
    help: str
    fields: list[BoundField]

    @property
    def single(self) -> BoundField | None:
        """The only field, where the option is one value."""
        return self.fields[0] if len(self.fields) == 1 else None

    @property
    def lines(self) -> list[list[BoundField]]:
        """The fields as they stand side by side: the parts of one record together."""
        return [list(line) for _place, line in groupby(self.fields, key=_place)]


class OptionsForm(forms.Form):
    """All options of a variant. ``values`` are full options to begin with."""

    use_required_attribute = False

    def __init__(
        self, variant: Variant, *args: Any, values: Mapping[str, Any], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.values = values
        self.described = [
            field
            for field in variant.describe(text=label)["options"]
            if field["name"] not in SET_ELSEWHERE
        ]
        for field in self.described:
            for name, made in _form_fields(field, values[field["name"]]):
                self.fields[PREFIX + name] = made

    def raw(self) -> dict[str, Any]:
        """What was entered, as JSON for ``variant.options``; it judges the values."""
        read = {field["name"]: self._raw(field) for field in self.described}
        kept = {name: self.values[name] for name in SET_ELSEWHERE & self.values.keys()}
        return {**kept, **read}

    def groups(self) -> list[OptionGroup]:
        """The options in the variant's order."""
        return [self.group(field["name"]) for field in self.described]

    def group(self, name: str) -> OptionGroup:
        """One option by name."""
        field = next(field for field in self.described if field["name"] == name)
        bound = [self[key] for key in self.fields if _top(key) == name]
        return OptionGroup(name, field["label"], field["help"], bound)

    def add_problem(self, path: str, message: str) -> None:
        """Put the engine's sentence beside the field it is about."""
        exact = PREFIX + path
        top = next((key for key in self.fields if _top(key) == path.partition(".")[0]), None)
        self.add_error(exact if exact in self.fields else top, message)

    def _raw(self, field: Mapping[str, Any]) -> Any:
        name, kind = field["name"], _kind(field)
        if kind == "kept":
            return self.values[name]
        if kind == "table":
            keys = [choice["value"] for choice in field["choices"]]
            return {key: _number(self._text(f"{name}.{key}")) for key in keys}
        if kind == "order":
            places = range(field["length"])
            return [_chosen(field["item"], self._text(f"{name}.{place}")) for place in places]
        if kind == "records":
            return self._records(field)
        if kind == "bool":
            return self._text(name) != ""
        text = self._text(name)
        if text == "" and field["nullable"]:
            return None
        if kind == "word-or-number":
            return _number(self._text(f"{name}.{NUMBER}")) if text == NUMBER else text
        return _number(text) if kind == "number" else _chosen(field, text)

    def _records(self, field: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The lines that are filled in, in their order; an untouched line is no line."""
        lines = []
        for place in range(field["max"]):
            line = {
                part["name"]: _value(part, self._text(f"{field['name']}.{place}.{part['name']}"))
                for part in field["item"]["fields"]
            }
            if any(value != "" for value in line.values()):
                lines.append(line)
        return lines

    def _text(self, path: str) -> str:
        field = self[PREFIX + path]
        value = field.data if self.is_bound else field.initial
        return str(value).strip() if value not in (None, False) else ""


def _place(field: BoundField) -> str:
    """``option-rows.3`` for both ``option-rows.3.key`` and ``option-rows.3.factor``."""
    name, _dot, part = field.name.rpartition(".")
    return name if "." in name else f"{name}.{part}"


def _top(key: str) -> str:
    return key.removeprefix(PREFIX).partition(".")[0]


def _kind(field: Mapping[str, Any]) -> str:
    """How an option is shown: by its description alone."""
    kind = field["type"]
    if kind == "int" and "choices" in field:
        return "word-or-number" if "max" in field else "choice"
    if kind == "list" and "length" in field and "choices" in field["item"]:
        return "order"
    if kind == "list" and "max" in field and field["item"]["type"] == "record":
        return "records"
    return {"int": "number", "bool": "bool", "choice": "choice", "table": "table"}.get(kind, "kept")


def _chosen(field: Mapping[str, Any], text: str) -> Any:
    """The choice behind its text; what is none stays text for the engine to refuse."""
    return next((c["value"] for c in field["choices"] if str(c["value"]) == text), text)


def _value(field: Mapping[str, Any], text: str) -> Any:
    return _chosen(field, text) if "choices" in field else _number(text)


def _number(text: str) -> int | str:
    """The number that is written; what is none stays text for the engine to refuse."""
    plain = text.replace("’", "").replace("'", "").replace(" ", "").replace("−", "-")
    digits = plain.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS:
        return int(plain)
    return text


def _form_fields(field: Mapping[str, Any], value: Any) -> Iterator[tuple[str, forms.Field]]:
    name, kind = field["name"], _kind(field)
    words = {
        "label": field["label"],
        "help_text": field["help"],
        "required": not field["nullable"],
        "error_messages": {"required": _("A value is needed here.")},
    }
    if kind == "number":
        yield name, _number_field(value, **words)
    elif kind == "bool":
        yield name, forms.BooleanField(initial=bool(value), **{**words, "required": False})
    elif kind == "choice":
        yield name, _select(_choices(field), value, **words)
    elif kind == "word-or-number":
        is_number = isinstance(value, int)
        choices = [*_choices(field), (NUMBER, _("a number:"))]
        yield name, _select(choices, NUMBER if is_number else value, **words)
        label_of_number = _("%(option)s, the number") % {"option": field["label"]}
        number = {**words, "label": label_of_number, "required": False, "help_text": ""}
        yield f"{name}.{NUMBER}", _number_field(value if is_number else None, **number)
    elif kind == "table":
        for choice in field["choices"]:
            key = choice["value"]
            item = {**words, "label": choice["label"], "help_text": ""}
            yield f"{name}.{key}", _number_field(value[key], **item)
    elif kind == "order":
        for place in range(field["length"]):
            item = {**words, "label": _("Place %(place)s") % {"place": place + 1}, "help_text": ""}
            yield f"{name}.{place}", _select(_choices(field["item"]), value[place], **item)
    elif kind == "records":
        yield from _record_fields(field, value)


def _record_fields(field: Mapping[str, Any], value: Any) -> Iterator[tuple[str, forms.Field]]:
    for place in range(field["max"]):
        line = value[place] if place < len(value) else {}
        for part in field["item"]["fields"]:
            numbered = {"place": place + 1, "part": part["label"]}
            words = {"label": _("%(part)s %(place)s") % numbered, "required": False}
            name, given = f"{field['name']}.{place}.{part['name']}", line.get(part["name"])
            if "choices" in part:
                yield name, _select([("", "–"), *_choices(part)], given, **words)
            else:
                yield name, _number_field(given, **words)


def _choices(field: Mapping[str, Any]) -> list[tuple[str, str]]:
    none = [("", _("none"))] if field["nullable"] else []
    return none + [(str(choice["value"]), choice["label"]) for choice in field["choices"]]


def _select(choices: list[tuple[str, str]], value: Any, **words: Any) -> forms.Field:
    initial = "" if value is None else str(value)
    return forms.ChoiceField(choices=choices, initial=initial, **words)


def _number_field(value: Any, **words: Any) -> forms.Field:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.CharField(initial="" if value is None else str(value), widget=widget, **words)
