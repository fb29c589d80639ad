"""Fields: what a deal or an option is made of, said once.

A `Field` describes one value: forms, the API schema and the offline page are built from
`Field.as_dict()`, and `reader()` turns the same description into the function that checks a value
from outside. So what a form offers and what the engine accepts cannot drift apart.

Words: *reading* is the part of checking that one value allows alone (type, choices, bounds, numbers
that cannot be). What several fields say together is for the variant.
This module never raises on a value and never converts one: `True` is no number, `"3"` no integer.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scoring.rules.limits import MAX_LIST, MAX_UNKNOWN_FIELDS
from scoring.rules.problems import Problem, shown


class _Bad:
    """The value of a field that could not be read; its problem is already noted."""

    def __bool__(self) -> bool:
        return False


BAD: Final = _Bad()

Translate = Callable[[str], str]
Read = Callable[[Any, list[Problem]], Any]


class Field(NamedTuple):
    """One value of a deal or one option.

    `type` is `int`, `bool`, `choice`, `side`, `seat`, `list` (of `item`), `table` (numbers by key;
    `choices` are the keys, `item` their number) or `record` (of `fields`, all of them needed). `choices` are (value, label) pairs; on an
    `int` they are the only numbers there are, or words beside the numbers if there are bounds.
    `excluded` are numbers within the bounds that cannot be; `otherwise` is the code for them and
    for a value of the right type that is no choice. `needed_when` is an expression of the small
    language (`True`: always). `offered` is false where these options leave no use for the field: it
    is then not shown, and still checked. `label` and `help` are English message ids.
    """

    type: str
    name: str = ""
    label: str = ""
    help: str = ""
    choices: tuple[tuple[Any, str], ...] = ()
    min: int | None = None
    max: int | None = None
    excluded: tuple[int, ...] = ()
    otherwise: str = ""
    length: int | None = None
    item: "Field | None" = None
    fields: "tuple[Field, ...]" = ()
    nullable: bool = False
    default: Any = None
    needed_when: Any = None
    stage: str = "after"
    secret: bool = False
    offered: bool = True

    def as_dict(self, text: Translate | None = None) -> dict[str, Any]:
        """The field as JSON; `text` translates labels and help."""
        say = text or _same
        out: dict[str, Any] = {"name": self.name, "type": self.type}
        if self.label:
            out |= {"label": say(self.label), "help": say(self.help) if self.help else ""}
        if self.choices:
            out["choices"] = [
                {"value": value, "label": say(label) if label else str(value)}
                for value, label in self.choices
            ]
        for key in ("min", "max", "length"):
            if (bound := getattr(self, key)) is not None:
                out[key] = bound
        if self.excluded:
            out["excluded"] = list(self.excluded)
        if self.otherwise:
            out["otherwise"] = self.otherwise
        if self.item is not None:
            out["item"] = self.item.as_dict(text)
        if self.fields:
            out["fields"] = [inner.as_dict(text) for inner in self.fields]
        out["nullable"] = self.nullable
        if self.name:
            out |= {
                "default": self.default,
                "needed_when": self.needed_when,
                "stage": self.stage,
                "secret": self.secret,
                "offered": self.offered,
            }
        return out


def _same(text: str) -> str:
    return text


def reader(field: Field) -> Read:
    """The function that reads a value of this field.

    It returns the value, or BAD after noting what is wrong. Numbers that cannot be are noted and
    returned, so that what they mean for other fields can still be said. What null means is said by
    `empty()`; where it may not be, it is a value of the wrong type.
    """
    return _readers[field.type](field)


def empty(field: Field) -> Any:
    """What null, or a field left out, stands for: nothing, no items, or BAD where it may not be."""
    if not field.nullable:
        return BAD
    return () if field.type == "list" else None


def _invalid(name: str, why: str, problems: list[Problem], **params: Any) -> _Bad:
    problems.append(Problem(name, "invalid", {"why": why, **params}))
    return BAD


def _int(field: Field) -> Read:
    name = field.name
    bounded = field.min is not None and field.max is not None
    low, high = field.min or 0, field.max or 0
    known = frozenset(value for value, _ in field.choices)
    excluded = frozenset(field.excluded)
    otherwise = field.otherwise or ("impossible-points" if excluded else "invalid")
    nullable = field.nullable

    def read(value: Any, problems: list[Problem]) -> Any:
        if type(value) is not int:
            if value is None and nullable:
                return None
            if bounded and type(value) is str and value in known:
                return value
            return _invalid(name, "not-a-number", problems)
        if not bounded:
            if value in known:
                return value
            params = {"why": "no-such-value", "values": sorted(known)}
            problems.append(Problem(name, otherwise, params))
            return BAD
        if not low <= value <= high:
            problems.append(Problem(name, "out-of-range", {"min": low, "max": high}))
            return BAD
        if value in excluded:
            problems.append(Problem(name, otherwise, {"value": value, "rest": high - value}))
        return value

    return read


def _bool(field: Field) -> Read:
    def read(value: Any, problems: list[Problem]) -> Any:
        if value is True or value is False:
            return value
        return _invalid(field.name, "not-yes-or-no", problems)

    return read


def _choice(field: Field) -> Read:
    name = field.name
    known = [value for value, _ in field.choices]
    kind = type(known[0])
    choices = frozenset(known)
    otherwise = field.otherwise or "invalid"

    def read(value: Any, problems: list[Problem]) -> Any:
        if type(value) is not kind:
            return _invalid(name, "not-a-choice", problems, choices=known)
        if value in choices:
            return value
        problems.append(Problem(name, otherwise, {"why": "not-a-choice", "choices": known}))
        return BAD

    return read


def _place(field: Field) -> Read:
    """A side or a seat: 0 … length − 1."""
    name, count = field.name, field.length or 0

    def read(value: Any, problems: list[Problem]) -> Any:
        if type(value) is int and 0 <= value < count:
            return value
        return _invalid(name, f"not-a-{field.type}", problems, count=count)

    return read


def _list(field: Field) -> Read:
    if field.item is None:
        raise TypeError("a list field needs an item")
    name, length = field.name, field.length
    most = length if length is not None else field.max or MAX_LIST
    least = length if length is not None else field.min or 0
    read_item = reader(field.item)
    nothing = () if field.nullable else BAD
    is_good = _good_list(field)

    def read(value: Any, problems: list[Problem]) -> Any:
        if is_good(value):
            return value
        if type(value) is not list:
            if value is None and nothing is not BAD:
                return nothing
            return _invalid(name, "not-a-list", problems)
        if not least <= len(value) <= most:
            if length is None and field.otherwise:
                problems.append(Problem(name, field.otherwise, {"why": "too-many", "max": most}))
                return BAD
            return _invalid(name, "length", problems, min=least, max=most)
        found: list[Problem] = []
        items = [read_item(item, found) for item in value]
        if not found:
            return items
        codes = set()
        for problem in found:
            if problem.code not in codes:
                codes.add(problem.code)
                problems.append(Problem(name, problem.code, problem.params))
        return BAD if any(_holds_bad(item) for item in items) else items

    return read


def _good_list(field: Field) -> Callable[[Any], bool]:
    """Whether a list plainly needs no second look: numbers, or lists of them, without nulls."""
    item = field.item
    least, most = field.length or field.min or 0, field.length or field.max or MAX_LIST
    if item is not None and item.type == "list":
        inner = _good_list(item)
        nothing: Any = [] if inner([]) else BAD  # most people have no Weis in most deals

        def are_good(value: Any) -> bool:
            if type(value) is not list or not least <= len(value) <= most:
                return False
            for each in value:  # noqa: SIM110 - as below
                if each != nothing and not inner(each):
                    return False
            return True

        return are_good
    numbers = _good_numbers(item) if item is not None and item.type == "int" else frozenset()

    def is_good(value: Any) -> bool:
        if type(value) is not list or not least <= len(value) <= most:
            return False
        for number in value:  # noqa: SIM110 - twice as fast as all(), and run most of all
            if type(number) is not int or number not in numbers:
                return False
        return True

    return is_good


def _good_numbers(field: Field) -> frozenset[int]:
    if field.min is None or field.max is None:
        return frozenset(value for value, _ in field.choices)
    return frozenset(range(field.min, field.max + 1)) - frozenset(field.excluded)


def _holds_bad(item: Any) -> bool:
    return item is BAD or (type(item) is list and any(_holds_bad(inner) for inner in item))


def _table(field: Field) -> Read:
    if field.item is None:
        raise TypeError("a table field needs an item")
    name = field.name
    readers = {key: reader(field.item._replace(name=f"{name}.{key}")) for key, _ in field.choices}
    defaults: Mapping[str, int] = field.default

    def read(value: Any, problems: list[Problem]) -> Any:
        if type(value) is not dict:
            return _invalid(name, "not-a-table", problems)
        note_unknown(value, readers, problems, prefix=f"{name}.")
        read_keys = {
            key: read_key(value[key], problems) for key, read_key in readers.items() if key in value
        }
        return {**defaults, **read_keys}

    return read


def _record(field: Field) -> Read:
    form = Form(field.fields)

    def read(value: Any, problems: list[Problem]) -> Any:
        if type(value) is not dict:
            return _invalid(field.name, "not-an-object", problems)
        read_fields = form.read(value, problems)
        return BAD if BAD in read_fields.values() else read_fields

    return read


_readers: dict[str, Callable[[Field], Read]] = {
    "int": _int,
    "bool": _bool,
    "choice": _choice,
    "side": _place,
    "seat": _place,
    "list": _list,
    "table": _table,
    "record": _record,
}


def note_unknown(
    value: Mapping[str, Any],
    known: Mapping[str, Any],
    problems: list[Problem],
    *,
    prefix: str = "",
) -> None:
    """Note each name that nobody knows, up to a number that still helps."""
    unknown = [name for name in value if name not in known]
    for name in unknown[:MAX_UNKNOWN_FIELDS]:
        problems.append(Problem(f"{prefix}{shown(name)}", "invalid", {"why": "unknown-field"}))


class Form:
    """Several fields read together: a deal, or the options of a sheet."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = tuple(fields)
        self._readers = {field.name: reader(field) for field in self.fields}
        self._nothing = {field.name: empty(field) for field in self.fields}
        self._needed = tuple(name for name, value in self._nothing.items() if value is BAD)

    def read(self, value: Mapping[str, Any], problems: list[Problem]) -> dict[str, Any]:
        """Every field's value (null and absent are the same); BAD where it could not be read."""
        readers = self._readers
        values = self._nothing.copy()
        if not value.keys() <= readers.keys():
            note_unknown(value, readers, problems)
            value = {name: given for name, given in value.items() if name in readers}
        for name, given in value.items():
            if given is not None:
                values[name] = readers[name](given, problems)
        for name in self._needed:
            if value.get(name) is None:
                problems.append(Problem(name, "required", {}))
        return values

    def read_options(self, value: Mapping[str, Any], problems: list[Problem]) -> dict[str, Any]:
        """Every option's value, the default where it is absent (null is a value of its own)."""
        note_unknown(value, self._readers, problems)
        options: dict[str, Any] = {}
        for field in self.fields:
            if field.name in value:
                given = value[field.name]
                if given is not None:
                    options[field.name] = self._readers[field.name](given, problems)
                elif field.nullable:
                    options[field.name] = None
                else:
                    options[field.name] = _invalid(field.name, "null", problems)
            else:
                options[field.name] = _fresh(field.default)
        return options


def _fresh(default: Any) -> Any:
    """A copy of a default that its receiver may keep."""
    if isinstance(default, dict):
        return {key: _fresh(inner) for key, inner in default.items()}
    if isinstance(default, list | tuple):
        return [_fresh(inner) for inner in default]
    return default
