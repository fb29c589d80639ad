"""Differenzler: four players, each bids its points before the play and writes the difference.

Words: a *bid* is secret until the deal is counted, unless the table plays open; an *exact hit* is a
bid that comes true.
Source: wyys rules; a bonus for an exact hit and a penalty for a missing bid are house rules.
This module never keeps a secret itself: it says which field is one.
"""

from functools import lru_cache
from typing import Any

from scoring.rules import jass
from scoring.rules.fields import BAD, Field, Form
from scoring.rules.fold import Fold, Options
from scoring.rules.jass_fields import points_field, trump_field
from scoring.rules.language import Expression, check, field, wrong_sum
from scoring.rules.limits import MAX_BONUS, MAX_PLANNED_DEALS
from scoring.rules.problems import Problem
from scoring.rules.protocol import Variant
from scoring.rules.sheet import Scored, TotalsCheck, refuse
from scoring.rules.words import gettext_noop as _

PLAYERS = 4


class Differenzler(Variant):
    name = "differenzler"
    title = _("Differenzler")
    low_is_good = True

    def option_fields(self) -> tuple[Field, ...]:
        return (
            Field(
                name="deals",
                type="int",
                min=1,
                max=MAX_PLANNED_DEALS,
                default=12,
                label=_("Deals"),
                help=_("A multiple of four, so that everybody deals equally often."),
            ),
            Field(
                name="exact_bonus",
                type="int",
                min=0,
                max=MAX_BONUS,
                default=0,
                label=_("Exact hit"),
                help=_("How many points an exact hit takes off."),
            ),
            Field(
                name="missing_bid_penalty",
                type="int",
                min=0,
                max=MAX_BONUS,
                nullable=True,
                default=None,
                label=_("Missing bid"),
                help=_("What it writes on top of the points made; empty: every bid is needed."),
            ),
            Field(
                name="open_bids",
                type="bool",
                default=False,
                label=_("Open bids"),
                help=_("Everybody sees the bids at once."),
            ),
        )

    def check_options(self, options: Options, problems: list[Problem]) -> None:
        if options["deals"] % PLAYERS:
            problems.append(Problem("deals", "invalid", {"why": "multiple", "of": PLAYERS}))

    def deal_fields(self, options: Options) -> tuple[Field, ...]:
        return _fields(secret=not options["open_bids"])

    def deal_form(self, options: Options) -> Form:
        return _form()

    def fold(self, options: Options) -> Fold:
        return _Fold(self, options)

    def judge_totals(
        self,
        totals: list[int | None],
        deals: int,
        options: Options,
        matches: list[int] | None,
    ) -> TotalsCheck:
        """Each total must come from some exact hits and differences of at least one point.

        One player may have all 157 points, so nobody's differences bind anybody else's.
        """
        bonus, penalty = options["exact_bonus"], options["missing_bid_penalty"]
        least = 1 if penalty is None else min(1, penalty)
        most = jass.DEAL_POINTS + (penalty or 0)
        for total in totals:
            if total is None:
                continue
            if not -bonus * deals <= total <= most * deals:
                return refuse("out-of-range", min=-bonus * deals, max=most * deals)
            if not any(
                least * (deals - hits) <= total + bonus * hits <= most * (deals - hits)
                for hits in range(deals + 1)
            ):
                return refuse("impossible-points", why="single-total", total=total, deals=deals)
        return TotalsCheck([])

    def language(self, options: Options) -> dict[str, Expression]:
        bid, own = ["at", field("bids"), ["i"]], ["at", field("points"), ["i"]]
        bonus, penalty = options["exact_bonus"], options["missing_bid_penalty"]
        written: Expression = ["abs", ["-", bid, own]]
        if bonus:
            written = ["if", ["=", bid, own], -bonus, written]
        if penalty is not None:
            written = ["if", ["=", bid, None], ["+", penalty, own], written]
        missing = ["in", None, field("bids")] if penalty is None else False
        return {
            "checks": [
                check("bids", "required", missing, why="every-bid"),
                *complete_points(PLAYERS, jass.DEAL_POINTS),
            ],
            "written": ["each", PLAYERS, written],
            "fill": {"field": "points", "total": jass.DEAL_POINTS},
            "ends": ["=", ["deals"], options["deals"]],
            "silent": False,
        }


def complete_points(players: int, total: Expression) -> list[dict[str, Expression]]:
    """All points add up to the deal's; the missing number would not be below 0."""
    below = ["any", players, ["<", ["at", field("points"), ["i"]], 0]]
    return [
        wrong_sum("points", total),
        check("points", "wrong-sum", below, why="nothing-left", expected=total),
    ]


@lru_cache(maxsize=2)
def _fields(*, secret: bool) -> tuple[Field, ...]:
    return (
        trump_field(jass.SUITS, label=_("Trump")),
        Field(
            name="bids",
            type="list",
            length=PLAYERS,
            item=Field(type="int", min=0, max=jass.DEAL_POINTS, nullable=True),
            needed_when=True,
            stage="before",
            secret=secret,
            label=_("Bids"),
            help=_("How many points everybody means to make."),
        ),
        points_field(
            PLAYERS,
            jass.impossible("eicheln"),
            _("From tricks; one player's follow by themselves."),
        ),
    )


@lru_cache(maxsize=1)
def _form() -> Form:
    return Form(_fields(secret=True))


class _Fold(Fold):
    def score(self, values: dict[str, Any], problems: list[Problem]) -> Scored | None:
        bids, points = values["bids"], values["points"]
        penalty, bonus = self.options["missing_bid_penalty"], self.options["exact_bonus"]
        if bids is not BAD and penalty is None and None in bids:
            problems.append(Problem("bids", "required", {"why": "every-bid"}))
        if points is not BAD:
            points = jass.complete(points, problems)
        if problems:
            return None
        written = []
        for bid, own in zip(bids, points, strict=True):
            if bid is None:
                written.append(penalty + own)
            else:
                written.append(abs(bid - own) or -bonus)
        return self.write(written)
