"""Schieber: two teams of two, a trump or Obenabe or Undenufe for each deal.

Words: the *target* ends the game the moment a side reaches it; the *mark* is where the Bergpreis is
won; both are *settled* within a deal in the order of `settle_order`. The *step* in which a side gets
somewhere is its place in that order.
Source: wyys rules; card values and Weis from jassverzeichnis.ch. Our readings are marked so.
This module never decides who had the better Weis: the deal says whose are written.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from scoring.rules import jass
from scoring.rules.fields import BAD, Field, Form
from scoring.rules.fold import Fold, Options
from scoring.rules.jass_fields import points_field, trump_field, weis_field
from scoring.rules.language import Expression
from scoring.rules.limits import MAX_BONUS, MAX_FACTOR, MAX_TARGET
from scoring.rules.places import side_field
from scoring.rules.problems import Problem
from scoring.rules.protocol import Variant
from scoring.rules.sheet import Scored, TotalsCheck
from scoring.rules.weis import SWISS, fits
from scoring.rules.words import gettext_noop as _

STEPS = ("stoeck", "weis", "stich")
HANDS = (9, 9)
Both = Sequence[int]
"""A number for each side."""
NOTHING: Both = (0, 0)
Parts = tuple[Both, Both, Both]
"""What each side has in each of the steps."""
Held = tuple[list[int], list[int]]
"""The Weis of each side."""
NO_WEIS: Held = ([], [])


class Schieber(Variant):
    name = "schieber"
    title = _("Schieber")

    def option_fields(self) -> tuple[Field, ...]:
        factors = {"eicheln": 1, "rosen": 1, "schellen": 2, "schilten": 2}
        return (
            Field(
                name="target",
                type="int",
                min=1,
                max=MAX_TARGET,
                nullable=True,
                default=2500,
                label=_("Target"),
                help=_("The side that reaches it first wins; empty: a fixed number of deals."),
            ),
            Field(
                name="multipliers",
                type="table",
                choices=jass.choices(jass.MODES),
                item=Field(type="int", min=1, max=MAX_FACTOR),
                default={**factors, "obenabe": 3, "undenufe": 3},
                label=_("Multipliers"),
                help=_(
                    "How often each announcement counts; tournaments mostly play everything single."
                ),
            ),
            Field(name="weis", type="bool", default=True, label=_("Weis count")),
            Field(name="stoeck", type="bool", default=True, label=_("Stöck count")),
            Field(
                name="match_bonus",
                type="int",
                min=0,
                max=MAX_BONUS,
                default=100,
                label=_("Match bonus"),
                help=_("What all nine tricks of a deal are worth on top of 157."),
            ),
            Field(
                name="bergpreis",
                type="int",
                choices=(("half", _("Half the target")),),
                min=1,
                max=MAX_TARGET,
                nullable=True,
                default=1500,
                label=_("Bergpreis"),
                help=_("The mark for it; empty: there is none."),
            ),
            Field(
                name="bergpreis_at",
                type="choice",
                choices=(("past", _("Past the mark")), ("reach", _("At the mark"))),
                default="past",
                label=_("Bergpreis is won"),
            ),
            Field(
                name="settle_order",
                type="list",
                length=len(STEPS),
                item=Field(
                    type="choice",
                    choices=(("stoeck", _("Stöck")), ("weis", _("Weis")), ("stich", _("Tricks"))),
                ),
                default=list(STEPS),
                label=_("Order of settling"),
                help=_("What counts first when both sides get there in the same deal."),
            ),
        )

    def check_options(self, options: Options, problems: list[Problem]) -> None:
        if options["target"] is None and options["deals"] is None:
            problems.append(Problem("target", "required", {"why": "target-or-deals"}))
        if options["target"] is None and options["bergpreis"] == "half":
            problems.append(Problem("bergpreis", "invalid", {"why": "half-of-nothing"}))
        if len(set(options["settle_order"])) != len(STEPS):
            problems.append(Problem("settle_order", "invalid", {"why": "each-once"}))

    def sides(self, options: Options) -> int:
        return 2

    def deal_fields(self, options: Options) -> tuple[Field, ...]:
        return _deal_fields(
            weis=options["weis"],
            stoeck=options["stoeck"],
            target=options["target"] is not None,
            mark=options["bergpreis"] is not None,
        )

    def deal_form(self, options: Options) -> Form:
        return _deal_form()

    def fold(self, options: Options) -> Fold:
        return _Fold(self, options)

    def deal_points(self, options: Options) -> int | None:
        return jass.DEAL_POINTS if _is_plain(options) else None

    def match_points(self, options: Options) -> int:
        bonus: int = options["match_bonus"]
        return bonus

    def judge_totals(
        self,
        totals: list[int | None],
        deals: int,
        options: Options,
        matches: list[int] | None,
    ) -> TotalsCheck:
        from scoring.rules import schieber_totals

        if _is_plain(options):
            return schieber_totals.exact(totals, deals, options["match_bonus"], matches)
        return schieber_totals.bounds(totals, deals, options)

    def language(self, options: Options) -> dict[str, Expression]:
        from scoring.rules import schieber_language

        return schieber_language.describe(options)


def _is_plain(options: Options) -> bool:
    """Whether the options fix what both sides of a deal write together."""
    return (
        options["target"] is None
        and not options["weis"]
        and not options["stoeck"]
        and set(options["multipliers"].values()) == {1}
    )


@lru_cache(maxsize=16)
def _deal_fields(*, weis: bool, stoeck: bool, target: bool, mark: bool) -> tuple[Field, ...]:
    return (
        trump_field(jass.MODES, label=_("Announced")),
        points_field(
            2,
            jass.impossible("eicheln"),
            _("From tricks, before multiplying, the last trick included; one side is enough."),
        ),
        side_field("match", label=_("Match"), help=_("The side that took all nine tricks.")),
        weis_field(
            "weis",
            2,
            SWISS.values(max(HANDS)),
            sum(HANDS) // 3,
            label=_("Weis"),
            help=_("All Weis of the side with the best one."),
            offered=weis,
        ),
        side_field(
            "stoeck",
            label=_("Stöck"),
            help=_("The side that held king and ober of trump."),
            offered=stoeck,
        ),
        side_field(
            "first",
            label=_("First there"),
            help=_("Needed only when both sides get there in the same step."),
            offered=target or mark,
        ),
        side_field(
            "ended_by",
            label=_("Thanked"),
            help=_("The side that reached the target before the deal was played out."),
            offered=target,
        ),
    )


@lru_cache(maxsize=1)
def _deal_form() -> Form:
    return Form(_deal_fields(weis=True, stoeck=True, target=True, mark=True))


@lru_cache(maxsize=1024)
def _can_show(weis: tuple[int, ...]) -> bool:
    """Whether the two hands of a side can hold these Weis."""
    return fits(SWISS, ((tuple(sorted(weis)), HANDS),))


def past_mark(options: Options) -> int | None:
    """The least total that wins the Bergpreis; None if there is none.

    Half of an odd target stays a half: past 50½ begins at 51.
    """
    mark = options["bergpreis"]
    if mark is None:
        return None
    doubled: int = options["target"] if mark == "half" else 2 * mark
    return (doubled + 1) // 2 if options["bergpreis_at"] == "reach" else doubled // 2 + 1


class _Fold(Fold):
    def __init__(self, variant: Variant, options: Options) -> None:
        super().__init__(variant, options)
        self.target: int | None = options["target"]
        self.mark = past_mark(options)
        self.bergpreis: int | None = None
        self.multipliers: dict[str, int] = options["multipliers"]
        self.next_goal = self._next_goal()

    def extra(self) -> dict[str, Any]:
        return {"bergpreis": self.bergpreis}

    def score(self, values: dict[str, Any], problems: list[Problem]) -> Scored | None:
        trump, match, ended_by = values["trump"], values["match"], values["ended_by"]
        points = values["points"]
        if points is not BAD:
            if ended_by is None:
                points = jass.complete(points, problems)
            else:
                points = self._cut_short(points, trump, ended_by, problems)
            if points and match is not None and match is not BAD:
                jass.check_match(points, match, problems)
        given, stoeck = values["weis"], values["stoeck"]
        held = self._weis(given, problems) if given else NO_WEIS
        if stoeck is not None:
            self._check_stoeck(stoeck, trump, problems)
        if self.target is None and isinstance(ended_by, int):
            params = {"why": "no-target", "side": ended_by}
            problems.append(Problem("ended_by", "false-claim", params))
        if problems or points is None:
            return None
        parts = self._parts(points, match, held, stoeck)
        stoecke, shown, stich = parts
        factor = self.multipliers[trump]
        written = [
            factor * (stoecke[0] + shown[0] + stich[0]),
            factor * (stoecke[1] + shown[1] + stich[1]),
        ]
        first, winner = values["first"], None
        if first is not None or ended_by is not None or self._somebody_there(written):
            steps: list[Both] = [(factor * one, factor * other) for one, other in parts]
            winner, bergpreis = self._settle(steps, first, ended_by, problems)
            if problems:
                return None
            if bergpreis is not None:
                self.bergpreis = bergpreis
                self.next_goal = self._next_goal()
        if winner is not None:
            self.finish([winner])
        return self.write(written, match)

    def _next_goal(self) -> int | None:
        """The least total at which something is decided: the target, or a mark still open."""
        mark = self.mark if self.bergpreis is None else None
        return min((goal for goal in (self.target, mark) if goal is not None), default=None)

    def _somebody_there(self, written: list[int]) -> bool:
        """Whether this deal may bring a side to the target or past the mark."""
        goal, totals = self.next_goal, self.totals
        if goal is None:
            return False
        return totals[0] + written[0] >= goal or totals[1] + written[1] >= goal

    def _cut_short(
        self, points: list[int | None], trump: Any, ended_by: Any, problems: list[Problem]
    ) -> list[int] | None:
        """Both sides' points where somebody thanked; None if they are not known."""
        known = [number for number in points if number is not None]
        if ended_by is BAD:
            return known if len(known) == len(points) else jass.complete(points, problems)
        if len(known) < len(points):
            problems.append(Problem("points", "required", {"why": "both-needed"}))
            return None
        self._check_cut_short(known, trump, problems)
        return known

    def _check_cut_short(self, points: list[int], trump: Any, problems: list[Problem]) -> None:
        """A deal that was not played out holds whole tricks without the last one."""
        mask = jass.cut_short_mask("eicheln" if trump is BAD else trump)
        total, most = sum(points), mask.bit_length() - 1
        if total == jass.DEAL_POINTS:
            return
        if total > most:
            params = {"why": "cut-short", "sum": total, "max": most, "expected": jass.DEAL_POINTS}
            problems.append(Problem("points", "wrong-sum", params))
        elif not mask >> total & 1:
            problems.append(
                Problem("points", "impossible-points", {"why": "cut-short", "sum": total})
            )

    def _weis(self, given: Any, problems: list[Problem]) -> Held:
        first, second = given[0] or [], given[1] or []
        if not (first or second):
            return NO_WEIS
        if not self.options["weis"]:
            problems.append(Problem("weis", "impossible-weis", {"why": "off"}))
        elif first and second:
            problems.append(Problem("weis", "weis-both-sides", {}))
        elif not _can_show(tuple(first or second)):
            problems.append(Problem("weis", "impossible-weis", {"why": "too-many", "cards": 18}))
        return first, second

    def _check_stoeck(self, stoeck: Any, trump: Any, problems: list[Problem]) -> None:
        if stoeck is BAD:
            return
        if not self.options["stoeck"]:
            problems.append(Problem("stoeck", "stoeck-without-trump", {"why": "off"}))
        elif trump in {jass.OBENABE, jass.UNDENUFE}:
            problems.append(Problem("stoeck", "stoeck-without-trump", {"why": trump}))

    def _parts(
        self,
        points: list[int],
        match: int | None,
        held: Held,
        stoeck: int | None,
    ) -> Parts:
        """What each side has for Stöck, Weis and tricks."""
        stich: Both = points
        if match is not None:
            stich = _with(points, match, self.options["match_bonus"])
        shown = NOTHING if held is NO_WEIS else (sum(held[0]), sum(held[1]))
        stoecke = NOTHING if stoeck is None else _with(NOTHING, stoeck, jass.STOECK)
        return stoecke, shown, stich

    def _settle(
        self,
        steps: list[Both],
        first: int | None,
        ended_by: int | None,
        problems: list[Problem],
    ) -> tuple[int | None, int | None]:
        """Who wins with what a deal writes in each step, and who wins the Bergpreis in it."""
        after = [self.totals[s] + sum(step[s] for step in steps) for s in (0, 1)]
        there = [s for s in (0, 1) if self._at_target(after[s])]
        past = [s for s in (0, 1) if self._past(after[s]) and not self._past(self.totals[s])]
        if ended_by is not None and ended_by not in there:
            problems.append(self._false_claim("ended_by", ended_by, after))
        if first is not None and first not in there and first not in past:
            problems.append(self._false_claim("first", first, after))
        open_mark = past if self.bergpreis is None else []
        if ended_by is not None:
            return ended_by, ended_by if ended_by in open_mark else next(iter(open_mark), None)
        winners = self._first_there(there, steps, self._at_target)
        on_top = self._first_there(open_mark, steps, self._past)
        if first is None and (len(winners) > 1 or len(on_top) > 1):
            why = "target" if len(winners) > 1 else "mark"
            problems.append(Problem("first", "who-was-first", {"why": why}))
        return (
            first if len(winners) > 1 else next(iter(winners), None),
            first if len(on_top) > 1 else next(iter(on_top), None),
        )

    def _first_there(
        self, sides: list[int], steps: list[Both], reached: Callable[[int], bool]
    ) -> list[int]:
        """Those of these sides that get there in the earliest step."""
        if len(sides) < 2:
            return sides
        totals = list(self.totals)
        for step in self.options["settle_order"]:
            for side in sides:
                totals[side] += steps[STEPS.index(step)][side]
            if there := [side for side in sides if reached(totals[side])]:
                return there
        return sides

    def _at_target(self, total: int) -> bool:
        return self.target is not None and total >= self.target

    def _past(self, total: int) -> bool:
        return self.mark is not None and total >= self.mark

    def _false_claim(self, field: str, side: int, after: list[int]) -> Problem:
        params = {"side": side, "total": after[side], "target": self.target}
        return Problem(field, "false-claim", params)


def _with(numbers: Both, side: int, more: int) -> Both:
    """The numbers with something added for one side."""
    return (numbers[0] + more, numbers[1]) if side == 0 else (numbers[0], numbers[1] + more)
