"""A browser without a screen: pages, their forms, and what their data attributes say.

It sends what a person's browser would send (the form's hidden values included) and reads what a
person would read, so that a change of an address or a field's name is noticed here too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

import httpx

PATIENCE = 30.0


@dataclass
class Form:
    """A form of a page: where it goes, and what it would send as it stands."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Element:
    """A tag with its attributes, the text inside it, and that part of it in no inner tag (``own``)."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    own: str = ""


class _Reader(HTMLParser):
    VOID = frozenset({"input", "br", "img", "meta", "link", "hr", "path", "use", "circle"})

    def __init__(self, base: str) -> None:
        super().__init__(convert_charrefs=True)
        self.base = base
        self.forms: list[Form] = []
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self._form: Form | None = None
        self._select: str | None = None
        self._area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        element = Element(tag, given)
        self.elements.append(element)
        if tag not in self.VOID:
            self._open.append(element)
        if tag == "form":
            self._form = Form(urljoin(self.base, given.get("action") or self.base))
            self.forms.append(self._form)
        elif self._form is not None:
            self._control(self._form, tag, given)

    def _control(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name = given.get("name", "")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in given or self._select not in form.fields:
                form.fields[self._select] = given.get("value", "")
        elif tag == "textarea":
            self._area, form.fields[name] = name, ""
        elif tag == "button" and name:
            form.buttons.append((name, given.get("value", "")))
        elif tag == "input" and name:
            ticks = given.get("type") in {"checkbox", "radio"}
            if not ticks or "checked" in given:
                form.fields[name] = given.get("value", "on" if ticks else "")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop().tag != tag:
            pass
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data
        if self._open:
            self._open[-1].own += data
        if self._form is not None and self._area is not None:
            self._form.fields[self._area] += data


@dataclass
class Page:
    """An answer, read."""

    url: str
    status: int
    html: str
    headers: Mapping[str, str]

    def __post_init__(self) -> None:
        reader = _Reader(self.url)
        reader.feed(self.html)
        self.forms, self.elements = reader.forms, reader.elements

    def form(self, ending: str) -> Form:
        """The first form whose action ends so."""
        for form in self.forms:
            if form.action.partition("?")[0].endswith(ending):
                return form
        raise LookupError(f"no form to …{ending} on {self.url} ({self.status})")

    def forms_to(self, ending: str) -> list[Form]:
        return [form for form in self.forms if form.action.endswith(ending)]

    def with_data(self, name: str) -> list[Element]:
        """All elements that carry ``data-<name>``."""
        return [e for e in self.elements if f"data-{name}" in e.attributes]

    def links(self) -> list[str]:
        found = [e.attributes.get("href", "") for e in self.elements if e.tag == "a"]
        return [urljoin(self.url, href) for href in found if href]


class Browser:
    """One device with its own cookies."""

    def __init__(self, base: str) -> None:
        self.client = httpx.Client(
            base_url=base,
            timeout=PATIENCE,
            follow_redirects=True,
            headers={"Accept-Language": "de-CH"},
        )

    def close(self) -> None:
        self.client.close()

    def get(self, address: str, **params: Any) -> Page:
        return self._page(self.client.get(address, params=params or None))

    def submit(
        self, form: Form, changes: Mapping[str, Any] | None = None, *, htmx: bool = False
    ) -> Page:
        """Send a form with some values changed."""
        return self.post(form.action, {**form.fields, **(changes or {})}, htmx=htmx)

    def post(self, address: str, data: Mapping[str, Any], *, htmx: bool = False) -> Page:
        headers = {"Referer": str(self.client.base_url)}
        if htmx:
            headers["HX-Request"] = "true"
        return self._page(self.client.post(address, data=dict(data), headers=headers))

    @staticmethod
    def _page(answer: httpx.Response) -> Page:
        return Page(str(answer.url), answer.status_code, answer.text, answer.headers)
