"""Coiffeur: two teams, a board of rows, each row played once by each team.

Words: a *row* is what is announced and its factor; the *announcing* side plays the row and alone
writes. *Credited* are the points the row counts for it: its own, or for `misere` the others'.
Source: wyys rules. Rows and factors differ from club to club and are always options.
This module never decides whose turn it was to announce; it only checks that the announcer belongs
to the side.
"""

from functools import lru_cache
from typing import Any

from scoring.rules import jass
from scoring.rules.fields import BAD, Field, Form
from scoring.rules.fold import Fold, Options
from scoring.rules.language import Expression, check, explain, field, given
from scoring.rules.limits import MAX_FACTOR
from scoring.rules.places import seat_field, side_field
from scoring.rules.problems import Problem
from scoring.rules.protocol import Variant
from scoring.rules.rounding import half_up
from scoring.rules.sheet import Scored, TotalsCheck, refuse
from scoring.rules.subsets import multiples, numbers
from scoring.rules.words import gettext_noop as _

MISERE = "misere"
ROWS = (
    *jass.choices(("eicheln", "rosen", "schellen", "schilten", "undenufe", "obenabe")),
    ("slalom", _("Slalom")),
    ("guschti", _("Guschti")),
    ("joker", _("Joker")),
    (MISERE, _("Misère")),
    ("dreimaldrei", _("3×3")),
)
LABELS = dict(ROWS)
USUAL = ("eicheln", "rosen", "schellen", "schilten", "undenufe", "obenabe")
TEN = 10


class Coiffeur(Variant):
    name = "coiffeur"
    title = _("Coiffeur")

    def option_fields(self) -> tuple[Field, ...]:
        return (
            Field(
                name="rows",
                type="list",
                min=1,
                max=len(ROWS),
                item=Field(
                    type="record",
                    fields=(
                        Field(
                            name="key",
                            type="choice",
                            choices=ROWS,
                            needed_when=True,
                            label=_("Row"),
                        ),
                        Field(
                            name="factor",
                            type="int",
                            min=1,
                            max=MAX_FACTOR,
                            needed_when=True,
                            label=_("Factor"),
                        ),
                    ),
                ),
                default=[{"key": key, "factor": at} for at, key in enumerate(USUAL, 1)],
                label=_("Rows"),
                help=_("What stands on the board, in its order."),
            ),
            Field(
                name="match_points",
                type="choice",
                choices=((160, "160"), (257, "257"), (300, "300")),
                default=160,
                label=_("A match counts"),
                help=_("160, 257 and 300 write 16, 26 and 30 times the factor."),
            ),
        )

    def check_options(self, options: Options, problems: list[Problem]) -> None:
        keys = [row["key"] for row in options["rows"]]
        if len(set(keys)) < len(keys):
            problems.append(Problem("rows", "invalid", {"why": "each-once"}))

    def sides(self, options: Options) -> int:
        return 2

    def planned_deals(self, options: Options) -> int | None:
        every_row: int = 2 * len(options["rows"])
        return min(every_row, options["deals"] or every_row)

    def deal_fields(self, options: Options) -> tuple[Field, ...]:
        return _fields(tuple(row["key"] for row in options["rows"]))

    def deal_form(self, options: Options) -> Form:
        return _form(tuple(row["key"] for row in options["rows"]))

    def fold(self, options: Options) -> Fold:
        return _Fold(self, options)

    def judge_totals(
        self,
        totals: list[int | None],
        deals: int,
        options: Options,
        matches: list[int] | None,
    ) -> TotalsCheck:
        """Each side's total must come from as many rows as it can have played."""
        rows = len(options["rows"])
        masks = _totals_by_rows(
            tuple(row["factor"] for row in options["rows"]), options["match_points"]
        )
        played = [
            {n for n in range(rows + 1) if total is None or (total >= 0 and masks[n] >> total & 1)}
            for total in totals
        ]
        for side, total in enumerate(totals):
            if total is not None and not 0 <= total < masks[-1].bit_length():
                return refuse("out-of-range", min=0, max=masks[-1].bit_length() - 1)
            if not played[side]:
                return refuse("impossible-points", why="rows", total=total, rows=rows)
        if any(deals - n in played[1] for n in played[0]):
            return TotalsCheck([])
        return refuse("impossible-points", why="pair", deals=deals)

    def language(self, options: Options) -> dict[str, Expression]:
        factors = {row["key"]: row["factor"] for row in options["rows"]}
        own, side, match = field("points"), field("side"), field("match")
        misere = ["=", field("row"), MISERE]
        holder = ["if", misere, ["-", 1, side], side]
        due = ["if", ["=", match, side], jass.DEAL_POINTS, 0]
        points = ["if", misere, ["-", jass.DEAL_POINTS, own], own]
        credited = ["if", ["=", match, holder], options["match_points"], points]
        tens, factor = ["half-up", credited, TEN], ["at", factors, field("row")]
        value = ["*", tens, factor]
        shown = {"points": credited, "tens": tens, "factor": factor, "written": value}
        by_match = ["=", match, holder]
        return {
            "checks": [
                check("row", "row-taken", ["used", "row", "side"]),
                check(
                    "match",
                    "match-mismatch",
                    ["and", given("match"), ["not", ["=", own, due]]],
                    side=match,
                ),
                check(
                    "announcer",
                    "not-in-turn",
                    ["and", given("announcer"), ["not", ["in", field("announcer"), _seats(side)]]],
                ),
            ],
            "written": ["each", 2, ["if", ["=", ["i"], side], value, 0]],
            "ends": ["=", ["deals"], self.planned_deals(options)],
            "silent": False,
            "explain": [
                explain("tens-of-a-match", by_match, **shown),
                explain("tens-of-the-others", ["and", misere, ["not", by_match]], **shown),
                explain("tens", ["not", ["or", misere, by_match]], **shown),
            ],
        }


def _seats(side: Expression) -> Expression:
    return ["list", side, ["+", side, 2]]


@lru_cache(maxsize=64)
def _fields(rows: tuple[str, ...]) -> tuple[Field, ...]:
    return (
        Field(
            name="row",
            type="choice",
            choices=tuple((key, LABELS[key]) for key in rows),
            otherwise="row-unknown",
            needed_when=True,
            stage="before",
            label=_("Row"),
        ),
        side_field("side", label=_("Announced by"), needed=True),
        Field(
            name="points",
            type="int",
            min=0,
            max=jass.DEAL_POINTS,
            excluded=jass.impossible("eicheln"),
            needed_when=True,
            label=_("Points"),
            help=_("From the announcing side's own tricks."),
        ),
        side_field("match", label=_("Match"), help=_("The side that took all nine tricks.")),
        seat_field("announcer", 4, label=_("Announcer"), help=_("Who of the side announced.")),
    )


@lru_cache(maxsize=64)
def _form(rows: tuple[str, ...]) -> Form:
    return Form(_fields(rows))


@lru_cache(maxsize=64)
def _totals_by_rows(factors: tuple[int, ...], match_points: int) -> list[int]:
    """For each number of rows the mask of what a side can have written in that many of them."""
    tens = {half_up(points, TEN) for points in numbers(jass.point_mask("eicheln"))}
    mask = sum(1 << ten for ten in tens | {half_up(match_points, TEN)})
    masks = [1] + [0] * len(factors)
    for seen, factor in enumerate(factors):
        values = numbers(multiples(mask, factor))
        for count in range(seen, -1, -1):
            for value in values:
                masks[count + 1] |= masks[count] << value
    return masks


class _Fold(Fold):
    def __init__(self, variant: Variant, options: Options) -> None:
        super().__init__(variant, options)
        self.factors = {row["key"]: row["factor"] for row in options["rows"]}
        self.open_rows = [list(self.factors), list(self.factors)]

    def extra(self) -> dict[str, Any]:
        return {"open_rows": self.open_rows}

    def score(self, values: dict[str, Any], problems: list[Problem]) -> Scored | None:
        row, side, points = values["row"], values["side"], values["points"]
        match, announcer = values["match"], values["announcer"]
        if side is not BAD:
            if row is not BAD and row not in self.open_rows[side]:
                problems.append(Problem("row", "row-taken", {"row": row, "side": side}))
            if announcer is not None and announcer is not BAD and announcer % 2 != side:
                problems.append(Problem("announcer", "not-in-turn", {"side": side}))
            if match is not None and match is not BAD and points is not BAD:
                self._check_match(points, match, side, problems)
        if problems:
            return None
        written = [0, 0]
        written[side] = half_up(self._credited(row, side, points, match), TEN) * self.factors[row]
        self.open_rows[side].remove(row)
        if self.open_rows == [[], []]:
            self.planned = self.counted + 1
        return self.write(written, match)

    def _check_match(self, points: int, match: int, side: int, problems: list[Problem]) -> None:
        if points != (jass.DEAL_POINTS if match == side else 0):
            problems.append(Problem("match", "match-mismatch", {"side": match}))

    def _credited(self, row: str, side: int, points: int, match: int | None) -> int:
        holder = 1 - side if row == MISERE else side
        if match == holder:
            credited: int = self.options["match_points"]
            return credited
        return jass.DEAL_POINTS - points if row == MISERE else points
