"""A whole sheet as one form: a row per deal, typed from the keyboard; or its totals alone.

Made from the variant's field descriptions, like every deal's form; judges nothing itself.
Names in HTML: ``<number>:<name of the deal's own form>``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from django.http import QueryDict

from scoring.forms import DealForm, posted_number
from scoring.presentation import SheetPage
from scoring.services import DealChange

#: Empty rows below the last deal where the options fix no number of deals.
SPARE_ROWS = 4


@dataclass(slots=True)
class Row:
    """One deal of the sheet: its form, what it writes now, and what is wrong with it."""

    number: int
    version: int | None
    form: DealForm
    written: list[int] | None
    sentences: list[str]
    versions: int = 1

    @property
    def prefix(self) -> str:
        return f"{self.number}:"


class SheetForm:
    """The rows of a sheet, as stored or as typed."""

    def __init__(self, page: SheetPage, post: QueryDict | None = None) -> None:
        self.page = page
        self.lines = {line.number: line for line in page.board.lines}
        self.reason = post.get("reason", "") if post else ""
        self.rows = [self._row(number, post) for number in self._numbers(post)]

    def _numbers(self, post: QueryDict | None) -> range:
        planned = self.page.board.planned
        last = planned or self.page.board.next_number - 1 + SPARE_ROWS
        typed = (
            [int(n) for n in post.getlist("row") if n.isdecimal() and len(n) < 4] if post else []
        )
        return range(1, max([last, *self.lines, *typed]) + 1)

    def _row(self, number: int, post: QueryDict | None) -> Row:
        line = self.lines.get(number)
        version = line.version if line else None
        form = self.page.blank_form(number, version)
        if post is None:
            form.fill((line.payload if line else None) or {})
        else:
            form.read(_below(post, f"{number}:"))
            seen = posted_number(post, f"{number}:version")
            form.version = version = seen if seen > 0 else None
        sentences = [str(p["message"]) for p in line.problems] if line else []
        return Row(number, version, form, line.written if line else None, sentences)

    def changes(self) -> list[DealChange]:
        """What was typed that does not stand on the sheet already."""
        found = []
        for row in self.rows:
            line = self.lines.get(row.number)
            stored = self.page.blank_form(row.number).fill((line.payload if line else None) or {})
            typed = row.form.payload() or None
            before = stored.payload() if line and line.payload is not None else None
            if typed != before:
                found.append(DealChange(row.number, row.version, typed, row.form.nonce))
        return found

    def refuse(self, problems: Iterable[Mapping[str, Any]]) -> None:
        """Put what the engine said on the rows it said it of."""
        listed = list(problems)
        for row in self.rows:
            own = [problem for problem in listed if problem.get("deal") == row.number]
            if own:
                row.form.refuse("", own)
                row.sentences = [str(problem["message"]) for problem in own]


def _below(post: QueryDict, prefix: str) -> QueryDict:
    """The part of a post whose names start with a prefix, without it."""
    found = QueryDict(mutable=True)
    for name in post:
        if name.startswith(prefix):
            found.setlist(name[len(prefix) :], post.getlist(name))
    return found


@dataclass(slots=True)
class TotalsForm:
    """A sheet's totals and matches per side, as typed; no matches in games that have none."""

    totals: list[str]
    matches: list[str]
    deals: str
    reason: str = ""
    nonce: str = ""

    def __post_init__(self) -> None:
        self.nonce = self.nonce or token_hex(16)

    @classmethod
    def of(cls, page: SheetPage, post: QueryDict | None = None) -> "TotalsForm":
        sides = range(len(page.board.totals))
        has_matches = any(each["name"] == "match" for each in page.board.description["deal"])
        counted = sides if has_matches else range(0)
        if post is not None:
            return cls(
                [post.get(f"total.{side}", "").strip() for side in sides],
                [post.get(f"matches.{side}", "").strip() for side in counted],
                post.get("deals", "").strip(),
                post.get("reason", ""),
                post.get("nonce", "")[:36],
            )
        entries = page.board.entries
        if entries:
            entry = entries[-1]
            matches = entry.matches or [""] * len(counted)
            return cls([str(t) for t in entry.totals], [str(m) for m in matches], str(entry.deals))
        planned = page.board.planned
        return cls([""] * len(sides), [""] * len(counted), str(planned or ""))

    def figures(self) -> dict[str, Any]:
        """What ``totals_record`` takes; what is no number stays as typed, for the engine to refuse."""
        matches = [_number(text) or 0 for text in self.matches]
        return {
            "totals": [_number(text) for text in self.totals],
            "matches": matches if any(self.matches) else None,
            "deals": _number(self.deals),
        }


def _number(text: str) -> int | str | None:
    if not text:
        return None
    bare = text.replace("−", "-").replace("–", "-").replace("'", "").replace("’", "")
    try:
        return int(bare) if len(bare) < 10 else text
    except ValueError:
        return text
