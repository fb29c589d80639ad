"""What every variant answers, so that the rest of the program never asks for its name.

Words: a *variant* is one game with its options; a *sheet* is what `replay` makes of the deals.
A variant never stores anything, never knows names of people and never produces sentences.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from scoring.rules.fields import BAD, Field, Form, Translate
from scoring.rules.fold import Fold, Options
from scoring.rules.language import Expression
from scoring.rules.limits import MAX_PLANNED_DEALS, MAX_TOTAL
from scoring.rules.problems import InvalidOptions, Problem
from scoring.rules.sheet import Sheet, SideFacts, SumLine, TotalsCheck
from scoring.rules.words import gettext_noop as _

ENDS = ("deals", "target", "limit", "rows")
"""The options that end a sheet, where a variant has them."""


class Variant(ABC):
    """One game. Stateless: everything about a sheet comes in with the call."""

    name: str
    title: str
    """English message id; so are all labels. Texts live outside the rules."""
    version: int = 1
    """Goes up when the same deals would be written differently; sheets keep theirs."""
    unit: str = "points"
    """What `written` counts: `points`, `cents` or `game-points`."""
    low_is_good: bool = False
    table_sizes: tuple[int, ...] = (4,)
    """How many people can sit at a table, the usual number first."""
    _form: Form | None = None

    # -- options ---------------------------------------------------------------------------------

    @abstractmethod
    def option_fields(self) -> tuple[Field, ...]:
        """The house rules there are, but for those every variant has."""

    def options(self, raw: Any = None) -> Options:
        """Full, validated options as a JSON-able dict of one's own.

        Missing ones take the default. Raises InvalidOptions with all problems, each on its option.
        """
        if raw is None:
            raw = {}
        if type(raw) is not dict:
            raise InvalidOptions([Problem("options", "invalid", {"why": "not-an-object"})])
        problems: list[Problem] = []
        options = self._option_form().read_options(raw, problems)
        readable = {name: value for name, value in options.items() if value is not BAD}
        if not problems:
            self._check_first_forehand(readable, problems)
            self.check_options(readable, problems)
        if problems:
            raise InvalidOptions(problems)
        return readable

    def check_options(self, options: Options, problems: list[Problem]) -> None:
        """Note what the options contradict each other in."""

    def _check_first_forehand(self, options: Options, problems: list[Problem]) -> None:
        first, seats = options["first_forehand"], self.seats(options)
        if first is not None and first >= seats:
            params = {"why": "not-a-seat", "count": seats}
            problems.append(Problem("first_forehand", "invalid", params))

    def options_for_size(self, options: Options, size: int) -> Options:
        """These options at a table of `size` people; InvalidOptions if it cannot be."""
        if size not in self.table_sizes:
            bounds = {"min": min(self.table_sizes), "max": max(self.table_sizes)}
            raise InvalidOptions([Problem("players", "out-of-range", bounds)])
        return self.options({**options, "players": size} if "players" in options else options)

    def _option_form(self) -> Form:
        if self._form is None:
            self._form = Form((*self.option_fields(), *self._common_fields()))
        return self._form

    def _common_fields(self) -> tuple[Field, ...]:
        names = {f.name for f in self.option_fields()}
        deals = Field(
            name="deals",
            type="int",
            min=1,
            max=MAX_PLANNED_DEALS,
            nullable=True,
            label=_("Deals"),
            help=_("After how many deals the sheet ends; empty: no fixed number."),
        )
        forehand = Field(
            name="first_forehand",
            type="seat",
            length=max(self.table_sizes),
            nullable=True,
            label=_("First Vorhand"),
            help=_("The seat that leads in the first deal, if it is known."),
        )
        return tuple(f for f in (deals, forehand) if f.name not in names)

    # -- the table -------------------------------------------------------------------------------

    def seats(self, options: Options) -> int:
        """How many people sit at a table with these options."""
        players = options.get("players", self.table_sizes[0])
        return int(players)

    def sides(self, options: Options) -> int:
        """How many columns the sheet has. Unless a variant says otherwise each seat is a side."""
        return self.seats(options)

    def side_of_seat(self, seat: int, options: Options) -> int:
        """Which side the person at this seat (from 0) writes for."""
        return seat % self.sides(options)

    def seats_of_side(self, side: int, options: Options) -> list[int]:
        """The seats that write for this side, in playing order."""
        return [s for s in range(self.seats(options)) if self.side_of_seat(s, options) == side]

    def planned_deals(self, options: Options) -> int | None:
        """After how many deals the sheet ends, if the options fix it."""
        planned: int | None = options["deals"]
        return planned

    def ends(self, options: Options) -> bool:
        """Whether something in the options ends a sheet, so that it can be complete or not."""
        return any(options.get(name) is not None for name in ENDS)

    def at_end(self, totals: Sequence[int], deals: int, options: Options) -> bool:
        """Whether these totals after so many deals end a sheet, as far as totals alone tell.

        A sheet that nothing ends may end with every deal.
        """
        planned, goal = self.planned_deals(options), options.get("target", options.get("limit"))
        if planned is None and goal is None:
            return True
        played_out = planned is not None and deals >= planned
        return played_out or (goal is not None and max(totals) >= goal)

    # -- a sheet ---------------------------------------------------------------------------------

    @abstractmethod
    def deal_fields(self, options: Options) -> tuple[Field, ...]:
        """What a deal is made of with these options, in the order it is entered."""

    def deal_form(self, options: Options) -> Form:
        """The reader for deals; variants whose fields hardly change keep them."""
        return Form(self.deal_fields(options))

    @abstractmethod
    def fold(self, options: Options) -> Fold:
        """The state of a sheet before its first deal."""

    def replay(self, deals: Any, options: Options) -> Sheet:
        """The sheet these deals make.

        `deals` is a list of JSON values, `options` comes from `options()`. Never raises on what
        stands in the deals: an element that cannot be read is a deal with a problem.
        """
        fold = self.fold(options)
        scored = [
            fold.play(deal) for deal in (deals if isinstance(deals, list | tuple) else [None])
        ]
        return Sheet(
            variant=self.name,
            sides=len(fold.totals),
            low_is_good=self.low_is_good,
            deals=scored,
            totals=fold.totals,
            finished=fold.finished,
            winners=fold.winners,
            forehand=fold.forehand,
            extra=fold.extra(),
        )

    def facts(self, sheet: Sheet) -> list[SideFacts]:
        """Per side: total, deals won, matches, games won.

        A deal is won by the only side with the best written number; a game by its only winner.
        """
        won, matches = [0] * sheet.sides, [0] * sheet.sides
        best = min if self.low_is_good else max
        for scored in sheet.deals:
            if scored.written is None:
                continue
            top = best(scored.written)
            if scored.written.count(top) == 1:
                won[scored.written.index(top)] += 1
            if scored.match is not None:
                matches[scored.match] += 1
        return [
            SideFacts(total, won[side], matches[side], int(sheet.winners == [side]))
            for side, total in enumerate(sheet.totals)
        ]

    # -- sums ------------------------------------------------------------------------------------

    def deal_points(self, options: Options) -> int | None:
        """What all sides together write in a deal without a match, if the options fix it."""
        return None

    def match_points(self, options: Options) -> int:
        """What a match adds to the sum of a deal, where `deal_points` is fixed."""
        return 0

    def sum_line(self, sheet: Sheet, options: Options) -> SumLine | None:
        """The sheet's sum beside what it must be; None where the options fix no sum."""
        points = self.deal_points(options)
        if points is None:
            return None
        matches = sum(scored.match is not None for scored in sheet.deals)
        bonus = self.match_points(options)
        deals = sheet.counted
        expected = deals * points + matches * bonus
        return SumLine(sum(sheet.totals), expected, deals, points, matches, bonus)

    def check_totals(
        self,
        totals: Any,
        deals: Any,
        options: Options,
        matches: Sequence[int] | None = None,
    ) -> TotalsCheck:
        """What can be said of each side's total without the deals.

        `totals` is one integer per side, one of them may be null: `remaining` is then what it must
        be, if the rules fix it. `deals` is how many were played. `matches` per side, where they are
        known, make the answer sharper. Where nothing can be said, nothing is reported.
        """
        problems: list[Problem] = []
        numbers = self._read_totals(totals, options, problems)
        count = self._read_count(deals, options, problems)
        if numbers is None or count is None:
            return TotalsCheck(problems)
        won = list(matches) if matches is not None else None
        return self.judge_totals(numbers, count, options, won)

    def judge_totals(
        self,
        totals: list[int | None],
        deals: int,
        options: Options,
        matches: list[int] | None,
    ) -> TotalsCheck:
        """Like `check_totals`, with everything already read; at most one total is None."""
        return TotalsCheck([])

    def _read_totals(
        self, totals: Any, options: Options, problems: list[Problem]
    ) -> list[int | None] | None:
        sides = self.sides(options)
        if not isinstance(totals, list | tuple):
            problems.append(Problem("totals", "invalid", {"why": "not-a-list"}))
        elif len(totals) != sides:
            params = {"why": "length", "min": sides, "max": sides}
            problems.append(Problem("totals", "invalid", params))
        elif any(total is not None and type(total) is not int for total in totals):
            problems.append(Problem("totals", "invalid", {"why": "not-a-number"}))
        elif any(total is not None and abs(total) > MAX_TOTAL for total in totals):
            params = {"min": -MAX_TOTAL, "max": MAX_TOTAL}
            problems.append(Problem("totals", "out-of-range", params))
        elif totals.count(None) > 1:
            problems.append(Problem("totals", "required", {"why": "one-may-be-missing"}))
        else:
            return list(totals)
        return None

    def _read_count(self, deals: Any, options: Options, problems: list[Problem]) -> int | None:
        most = self.planned_deals(options) or MAX_PLANNED_DEALS
        if deals is None:
            problems.append(Problem("deals", "required", {}))
        elif type(deals) is not int:
            problems.append(Problem("deals", "invalid", {"why": "not-a-number"}))
        elif not 1 <= deals <= most:
            problems.append(Problem("deals", "out-of-range", {"min": 1, "max": most}))
        else:
            return deals
        return None

    # -- description -----------------------------------------------------------------------------

    @abstractmethod
    def language(self, options: Options) -> dict[str, Expression]:
        """The rules between fields that can be evaluated without the engine.

        Expressions of the small language under `checks`, `written`, `ends`, `silent`, `fill` and
        `pack`, made for these options.
        """

    def describe(
        self, options: Options | None = None, text: Translate | None = None
    ) -> dict[str, Any]:
        """The one source of forms, API schema and the offline page, as JSON.

        It is made for these options (the defaults if none are given), which stand in it as
        `values`. `text` translates the labels.
        """
        values = self.options() if options is None else options
        form = self._option_form()
        return {
            "name": self.name,
            "title": text(self.title) if text else self.title,
            "sides": self.sides(values),
            "unit": self.unit,
            "low_is_good": self.low_is_good,
            "table_sizes": list(self.table_sizes),
            "options": [f.as_dict(text) for f in form.fields],
            "values": values,
            "deal": [f.as_dict(text) for f in self.deal_fields(values)],
            **self.language(values),
        }
