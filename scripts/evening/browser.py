"""A browser without a screen: pages, their forms, and what their data attributes say.

It sends what a person's browser would send (the form's hidden values included) and reads what a
person would read, so that a change of an address or a field's name is noticed here too.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, Self
from urllib.parse import urljoin, urlsplit

import httpx

TIMEOUT = 30.0
PAUSE = 0.3
IDLE = 2.0
"""Seconds a connection is kept between two requests: fewer than the server keeps it (5), else a
request may run into the server's closing it. A real browser would then ask again by itself."""
AWAY = 503


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
    tries: int = 1

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


class Offline(Exception):
    """The device has no connection for now."""


class Browser:
    """One device with its own cookies.

    ``addresses`` are the web processes it may ask. With ``patience`` (seconds) it sends again, to the
    next one, what was not answered or answered 503, as a phone's queue does; without, it does not.
    """

    def __init__(self, addresses: Sequence[str], *, patience: float = 0) -> None:
        self.addresses = list(addresses)
        self.patience = patience
        self.offline_until = 0.0
        self.client = httpx.Client(
            timeout=TIMEOUT,
            limits=httpx.Limits(keepalive_expiry=IDLE),
            follow_redirects=True,
            headers={"Accept-Language": "de-CH"},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        self.client.close()

    def get(self, address: str, **params: Any) -> Page:
        return self._ask("GET", address, params=params or None)

    def submit(
        self, form: Form, changes: Mapping[str, Any] | None = None, *, htmx: bool = False
    ) -> Page:
        """Send a form with some values changed."""
        return self.post(form.action, {**form.fields, **(changes or {})}, htmx=htmx)

    def post(
        self, address: str, data: Mapping[str, Any], *, htmx: bool = False, **kinds: Any
    ) -> Page:
        headers = {"HX-Request": "true"} if htmx else {}
        return self._ask("POST", address, data=dict(data), headers=headers, **kinds)

    def _ask(self, method: str, address: str, **kinds: Any) -> Page:
        parts = urlsplit(address)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        end = time.monotonic() + self.patience
        tries = 0
        while True:
            tries += 1
            base = self.addresses[0]
            try:
                if time.monotonic() < self.offline_until:
                    raise Offline(path)
                answer = self.client.request(method, base + path, **kinds)
                if answer.status_code != AWAY or time.monotonic() > end:
                    return Page(
                        str(answer.url), answer.status_code, answer.text, answer.headers, tries
                    )
            except (httpx.TransportError, Offline):
                if time.monotonic() > end:
                    raise
            self.addresses.append(self.addresses.pop(0))
            time.sleep(PAUSE)
