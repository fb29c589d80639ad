"""A deal as a form: made from the variant's field descriptions, read back into a deal's JSON.

One form for every variant: what it asks comes from ``describe(options)["deal"]``, never from the
variant's name. It converts ("84" becomes 84) and judges nothing: what cannot be converted goes to
the rules engine as it was typed, and the engine says what is wrong with it. So a refusal always
comes back on its field with the typed values kept.

Names in HTML: ``deal.<field>``, for lists ``deal.<field>.<position>``.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from django.http import QueryDict

from scoring.cards import Card, card

PREFIX = "deal"
KEYED = "match"  # the field with a key of its own beside the digits
MAX_TYPED = 80
MAX_SENTENCE = 500
NUMBER = re.compile(r"[-−–]?\d{1,18}")
ROW_ID = re.compile(r"[0-9]{1,18}")

Description = Mapping[str, Any]
Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values that can be chosen."""

    value: str
    card: Card
    chosen: bool


@dataclass(frozen=True, slots=True)
class Input:
    """One control: its HTML name, what is typed in it, and whose it is (in lists: a side's names)."""

    name: str
    value: str
    owner: str = ""
    position: int = 0

    @property
    def id(self) -> str:
        return self.name.replace(".", "-")


@dataclass(frozen=True, slots=True)
class BoundField:
    """A field ready to be drawn. ``widget`` names its template in ``table/fields/``.

    ``needed``: every deal has it; ``optional``: most deals do without, so that it need not be in the
    way; ``conditional``: the rest of the deal says whether it belongs to it.
    """

    name: str
    widget: str
    label: str
    help: str
    needed: bool
    optional: bool
    conditional: bool
    inputs: list[Input]
    choices: list[Choice]
    sentences: list[str]
    min: int | None = None
    max: int | None = None

    @property
    def html_name(self) -> str:
        return f"{PREFIX}.{self.name}"

    @property
    def templates(self) -> tuple[str, str]:
        """The first of these that exists draws the field: one of its own, or its widget's."""
        return f"table/fields/{self.name}.html", f"table/fields/{self.widget}.html"

    @property
    def filled(self) -> bool:
        return any(each.value for each in self.inputs)


@dataclass(frozen=True, slots=True)
class DrawnForm:
    """The fields of a form by where they stand on the page."""

    fields: list[BoundField]

    @property
    def asked(self) -> list[BoundField]:
        """What is asked in every deal, in order."""
        return [each for each in self.fields if not each.optional]

    @property
    def extras(self) -> list[BoundField]:
        """What most deals do without, in order; a match has a key of its own."""
        return [each for each in self.fields if each.optional and each.name != KEYED]

    @property
    def by_name(self) -> dict[str, BoundField]:
        return {each.name: each for each in self.fields}

    @property
    def allows_minus(self) -> bool:
        """Whether a number below zero can be typed somewhere: the keys then have a minus."""
        return any(each.min is not None and each.min < 0 for each in self.fields)


@dataclass(slots=True)
class DealForm:
    """A deal being typed: field descriptions, typed strings by HTML name, problems by field.

    ``owners`` are the sides' short names, ``people`` those at the seats, ``pack`` the club's cards.
    ``number`` is the deal's, ``version`` the one that is corrected (None for a new deal).
    ``hidden`` are the HTML names of controls that are not drawn, because their values are known
    already; ``secret`` is the field they belong to.
    """

    fields: Sequence[Description]
    owners: Sequence[str]
    people: Sequence[str]
    number: int
    version: int | None = None
    pack: str = ""
    typed: dict[str, list[str]] = field(default_factory=dict)
    nonce: str = field(default_factory=lambda: token_hex(16))
    problems: list[Mapping[str, Any]] = field(default_factory=list)
    sentence: str = ""
    hidden: frozenset[str] = frozenset()
    secret: str = ""

    # -- filling ---------------------------------------------------------------------------------

    def fill(self, payload: Payload) -> "DealForm":
        """Type a stored deal into the form."""
        for each in self.fields:
            value = payload.get(each["name"])
            name = f"{PREFIX}.{each['name']}"
            if each["type"] == "list" and isinstance(value, list):
                for position, item in enumerate(value):
                    self.typed[f"{name}.{position}"] = [_shown(item)]
            elif value is not None:
                self.typed[name] = [_shown(value)]
        return self

    def read(self, post: QueryDict) -> "DealForm":
        """Take what was posted, as it was typed."""
        self.typed = {
            name: [_bare(value)[:MAX_TYPED] for value in post.getlist(name)]
            for name in post
            if name.startswith(f"{PREFIX}.")
        }
        self.nonce = post.get("nonce", "")[:36] or self.nonce
        return self

    def refuse(self, sentence: str, problems: Iterable[Mapping[str, Any]]) -> "DealForm":
        """Keep what the engine said; ``sentence`` stands above where no field is to blame."""
        self.problems = list(problems)
        known = {each.name for each in self.bound()}
        self.sentence = "" if any(p["field"] in known for p in self.problems) else sentence
        return self

    # -- reading ---------------------------------------------------------------------------------

    def payload(self) -> Payload:
        """The deal as JSON. What is empty is left out; what is no number stays as typed."""
        found = {each["name"]: self._value(each) for each in self.fields if each["offered"]}
        return {name: value for name, value in found.items() if value is not None}

    def _value(self, each: Description) -> Any:
        name = f"{PREFIX}.{each['name']}"
        if each["type"] != "list":
            return self._scalar(each, self._one(name))
        item = each["item"]
        values = [self._item(item, f"{name}.{at}") for at in range(self._length(each))]
        return values if any(value not in (None, []) for value in values) else None

    def _item(self, item: Description, name: str) -> Any:
        if item["type"] != "list":
            return self._scalar(item, self._one(name))
        words = " ".join(self.typed.get(name, [])).replace("+", " ").replace(",", " ").split()
        return [_number(word) for word in words]

    def _scalar(self, each: Description, typed: str) -> Any:
        if typed == "":
            return None
        for choice in each.get("choices", []):
            if str(choice["value"]) == typed:
                return choice["value"]
        if each["type"] == "choice":
            return typed
        if each["type"] == "bool":
            return {"yes": True, "no": False}.get(typed, typed)
        return _number(typed)

    def _one(self, name: str) -> str:
        return (self.typed.get(name) or [""])[-1].strip()

    def _length(self, each: Description) -> int:
        return int(each.get("length") or len(self.owners))

    # -- drawing ---------------------------------------------------------------------------------

    def bound(self) -> list[BoundField]:
        """The fields these options offer, in the order they are entered."""
        fields = [self._bound(each) for each in self.fields if each["offered"]]
        return [each for each in fields if each.inputs]

    @property
    def drawn(self) -> "DrawnForm":
        """The fields sorted for drawing; a page asks once."""
        return DrawnForm(self.bound())

    def offer(self, query: QueryDict) -> "DealForm":
        """Choose what an address names (``?row=rosen&side=1``); anything else in it is ignored."""
        for each in self.fields:
            if each["type"] in {"choice", "side", "seat"} and each["name"] in query:
                self.typed[f"{PREFIX}.{each['name']}"] = [
                    _bare(str(query[each["name"]]))[:MAX_TYPED]
                ]
        return self

    def _bound(self, each: Description) -> BoundField:
        name, kind = f"{PREFIX}.{each['name']}", each["type"]
        item = each.get("item", each)
        if kind == "list":
            widget = "lists" if item["type"] == "list" else "numbers"
            inputs = [
                Input(f"{name}.{at}", self._one(f"{name}.{at}"), self._owner(at), at)
                for at in range(self._length(each))
            ]
        else:
            widget = {"choice": "choices", "side": "sides", "seat": "sides", "bool": "yes"}.get(
                kind, "number"
            )
            inputs = [Input(name, self._one(name))]
        return BoundField(
            name=each["name"],
            widget=widget,
            label=each["label"],
            help=each["help"],
            needed=each["needed_when"] is True,
            optional=not each["needed_when"] and each["stage"] != "before",
            conditional=isinstance(each["needed_when"], list),
            inputs=[one for one in inputs if one.name not in self.hidden],
            choices=self._choices(each, inputs[0].value),
            sentences=[p["message"] for p in self.problems if p["field"] == each["name"]],
            min=item.get("min"),
            max=item.get("max"),
        )

    def _choices(self, each: Description, typed: str) -> list[Choice]:
        if each["type"] in {"side", "seat"}:
            who = self.people if each["type"] == "seat" else self.owners
            return [
                Choice(str(at), Card(who[at] if at < len(who) else str(at + 1)), typed == str(at))
                for at in range(self._length(each))
            ]
        described = each.get("choices") or each.get("item", {}).get("item", {}).get("choices", [])
        return [
            Choice(
                str(one["value"]),
                card(one["value"], one["label"], self.pack),
                typed == str(one["value"]),
            )
            for one in described
        ]

    def _owner(self, position: int) -> str:
        return self.owners[position] if position < len(self.owners) else str(position + 1)


def _number(typed: str) -> int | str:
    """The integer that was typed (any minus sign, spaces and ’ inside), or the text itself."""
    bare = re.sub(r"[\s'’]", "", typed)
    if NUMBER.fullmatch(bare):
        return int(bare.replace("−", "-").replace("–", "-"))
    return typed


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(str(item) for item in value)
    return str(value)


def posted_number(post: QueryDict, name: str) -> int:
    """A number that the page itself put into the form; -1, which nothing has, if it was tampered with."""
    value = _number(post.get(name, ""))
    return value if isinstance(value, int) else -1


def posted_ids(post: QueryDict, name: str) -> list[int]:
    """The rows that were ticked, by id; what no row can have is left out."""
    return [int(one) for one in post.getlist(name) if ROW_ID.fullmatch(one)]


def posted_text(post: QueryDict, name: str) -> str:
    """A sentence somebody typed, short enough to be stored and read."""
    return _bare(post.get(name, "")).strip()[:MAX_SENTENCE]


def _bare(text: str) -> str:
    """With a sign in place of the one character that no database takes."""
    return text.replace("\x00", "\ufffd")
