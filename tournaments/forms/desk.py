"""A whole sheet as one form: a row per deal, typed from the keyboard; or its totals alone.

Made from the variant's field descriptions, like every deal's form; judges nothing itself.
Names in HTML: ``<number>:<name of the deal's own form>``.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.figures import CENTS, figure
from scoring.forms import DealForm, posted_number
from scoring.models import TotalsEntry
from scoring.presentation import SheetPage
from scoring.selectors import DealLine, deal_versions
from scoring.services import DealChange

#: Empty rows below the last deal where the options fix no number of deals.
SPARE_ROWS = 4

#: More signs than any total has.
MOST_SIGNS = 10
CENT_DIGITS = 2


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

    @property
    def asks_match(self) -> bool | None:
        """Whether one side has all the points and nobody said whether it took all tricks.

        None where the game has no match to say.
        """
        fields = self.form.drawn.by_name
        match, points = fields.get("match"), fields.get("points")
        if match is None or points is None:
            return None
        if match.filled:
            return False
        values = [each.value for each in points.inputs]
        whole, none = values.count(str(points.max)), values.count("0")
        if len(values) == 1:
            return bool(whole or none)
        return whole == 1 and none == len(values) - 1


class SheetForm:
    """The rows of a sheet, as stored or as typed.

    A row is *overtaken* where somebody else wrote its deal after this form was drawn. Left as it
    was drawn it follows the sheet; a row with something else typed in it is for the desk to decide.
    """

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
            if line and version != line.version and self._is_as_drawn(form):
                version = line.version
                form = self.page.blank_form(number, version).fill(line.payload or {})
        sentences = [str(p["message"]) for p in line.problems] if line else []
        return Row(number, version, form, line.written if line else None, sentences)

    def _is_as_drawn(self, form: DealForm) -> bool:
        """Whether a form holds just what stood in it when it was drawn."""
        versions = deal_versions(self.page.sheet, form.number) if form.version else []
        drawn = next((deal.payload for deal in versions if deal.version == form.version), None)
        return (form.payload() or None) == self._as_typed(form.number, drawn)

    def _as_typed(self, number: int, payload: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """A stored deal as a form reads it back; None where none stands."""
        if payload is None:
            return None
        return self.page.blank_form(number).fill(dict(payload)).payload()

    def changes(self) -> list[DealChange]:
        """What was typed that does not stand on the sheet already."""
        found = []
        for row in self.rows:
            line = self.lines.get(row.number)
            typed = row.form.payload() or None
            if typed != self._as_typed(row.number, line.payload if line else None):
                found.append(DealChange(row.number, row.version, typed, row.form.nonce))
        return found

    def refuse(self, problems: Iterable[Mapping[str, Any]]) -> None:
        """Put what the engine said on the rows it said it of.

        An overtaken row says what stands there now, and saved once more replaces that.
        """
        listed = list(problems)
        for row in self.rows:
            line = self.lines.get(row.number)
            if line and row.version != line.version:
                row.version = row.form.version = line.version
                row.form.nonce = token_hex(16)
                row.sentences = [self._overtaken_text(line)]
            own = [problem for problem in listed if problem.get("deal") == row.number]
            if own:
                row.form.refuse("", own)
                row.sentences = [str(problem["message"]) for problem in own]

    def _overtaken_text(self, line: DealLine) -> str:
        if line.payload is None:
            return _("Removed meanwhile. Save again to write what is typed here.")
        stands = self.page.version(line.deal)
        return _(
            "Written meanwhile: %(deal)s %(figures)s (%(who)s). "
            "Save again to replace it with what is typed here."
        ) % {"deal": stands.title, "figures": stands.figures, "who": stands.who}


def _below(post: QueryDict, prefix: str) -> QueryDict:
    """The part of a post whose names start with a prefix, without it."""
    found = QueryDict(mutable=True)
    for name in post:
        if name.startswith(prefix):
            found.setlist(name[len(prefix) :], post.getlist(name))
    return found


@dataclass(frozen=True, slots=True)
class TotalsInput:
    """One input: its HTML name, whose it is, what is typed in it, and whether that is refused."""

    name: str
    label: str
    value: str
    wrong: bool


@dataclass(slots=True)
class TotalsForm:
    """A sheet's totals and matches per side, as typed; no matches where the game has none, or where
    they follow from the deals. ``labels`` are the sides' short names; ``signed`` totals can be below
    zero and get a key for the sign.
    """

    totals: list[str]
    matches: list[str]
    deals: str
    labels: list[str]
    unit: str
    signed: bool = False
    reason: str = ""
    nonce: str = ""
    problems: Sequence[Mapping[str, Any]] = ()

    def __post_init__(self) -> None:
        self.nonce = self.nonce or token_hex(16)

    @classmethod
    def of(
        cls,
        page: SheetPage,
        post: QueryDict | None = None,
        *,
        entry: TotalsEntry | None = None,
    ) -> "TotalsForm":
        """``entry``: what stands typed and is shown; nothing is for whoever must not see it."""
        board = page.board
        sides = range(len(board.totals))
        has_matches = any(each["name"] == "match" for each in board.description["deal"])
        counted = sides if has_matches and not any(_counts(line) for line in board.lines) else []
        form = cls(
            totals=["" for _side in sides],
            matches=["" for _side in counted],
            deals=str(board.planned or ""),
            labels=page.labels,
            unit=board.variant.unit,
            signed=board.variant.unit == CENTS or board.variant.low_is_good,
        )
        if post is not None:
            form._read(post)
        elif entry is not None:
            form._fill(entry)
        return form

    def _read(self, post: QueryDict) -> None:
        self.totals = [post.get(f"total.{at}", "").strip() for at in range(len(self.totals))]
        self.matches = [post.get(f"matches.{at}", "").strip() for at in range(len(self.matches))]
        self.deals, self.reason = post.get("deals", "").strip(), post.get("reason", "")
        self.nonce = post.get("nonce", "")[:36] or self.nonce

    def _fill(self, entry: TotalsEntry) -> None:
        self.totals = [figure(total, self.unit) for total in entry.totals]
        self.deals = str(entry.deals)
        if entry.matches and self.matches:
            self.matches = [str(number) for number in entry.matches]

    # -- drawing ---------------------------------------------------------------------------------

    @property
    def total_inputs(self) -> list[TotalsInput]:
        return self._inputs("total", _("Total of %(names)s"), self.totals, "totals")

    @property
    def match_inputs(self) -> list[TotalsInput]:
        return self._inputs("matches", _("Matches of %(names)s"), self.matches, "matches")

    def _inputs(self, name: str, label: str, values: list[str], part: str) -> list[TotalsInput]:
        """The inputs of a part; where what is typed is no number, only those are wrong."""
        refused = part in self.sentences
        unread = [isinstance(self._read_one(part, value), str) for value in values]
        return [
            TotalsInput(
                f"{name}.{side}",
                label % {"names": names},
                value,
                refused and (unread[side] or not any(unread)),
            )
            for side, (names, value) in enumerate(zip(self.labels, values, strict=False))
        ]

    @property
    def keyboard(self) -> str:
        """The HTML ``inputmode`` of a total beside which the sign has its own key."""
        return "decimal" if self.unit == CENTS else "numeric"

    @property
    def help(self) -> str:
        """What one total is written in, where that is not plain points."""
        return HELP[self.unit]() if self.unit in HELP else ""

    @property
    def sentences(self) -> dict[str, list[str]]:
        """What the engine said, by the part of the form it said it of."""
        found: dict[str, list[str]] = {}
        for problem in self.problems:
            no_number = problem["params"].get("why") == "not-a-number"
            own = self.help if no_number and problem["field"] == "totals" else ""
            found.setdefault(str(problem["field"]), []).append(own or str(problem["message"]))
        return found

    # -- reading ---------------------------------------------------------------------------------

    def figures(self) -> dict[str, Any]:
        """What ``totals_record`` takes; what is no number stays as typed, for the engine to refuse."""
        matches = [_number(text) or 0 for text in self.matches]
        return {
            "totals": [self._read_one("totals", text) for text in self.totals],
            "matches": matches if any(self.matches) else None,
            "deals": _number(self.deals),
        }

    def _read_one(self, part: str, text: str) -> int | str | None:
        return _cents(text) if part == "totals" and self.unit == CENTS else _number(text)


HELP: dict[str, Callable[[], str]] = {
    CENTS: lambda: _(
        "In cents with the sign, such as −840; or with a point and two digits behind it, −8.40."
    ),
    "game-points": lambda: _("In game points."),
}


def _counts(line: DealLine) -> bool:
    return not line.removed


def _number(text: str) -> int | str | None:
    if not text:
        return None
    bare = _bare(text)
    try:
        return int(bare) if len(bare) < MOST_SIGNS else text
    except ValueError:
        return text


def _cents(text: str) -> int | str | None:
    """Cents; with a point or a comma and two digits behind it, francs or euro and cents."""
    bare = _bare(text).replace(",", ".")
    whole, point, behind = bare.partition(".")
    if not point:
        return _number(text)
    amount = _number(f"{whole}{behind}")
    return amount if len(behind) == CENT_DIGITS and isinstance(amount, int) else text


def _bare(text: str) -> str:
    return re.sub(r"[\s'’]", "", text.replace("−", "-").replace("–", "-"))
