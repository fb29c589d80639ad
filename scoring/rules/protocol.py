"""What every variant answers, so that the rest of the program never asks for its name.

Words: a *variant* is one game with its options; a *sheet* is what `replay` makes of the deals; a
*fold* is the running state of a sheet while the deals go by, one after the other. *Written* is what
stands on the sheet for a side after the deal's arithmetic, in the variant's `unit`.

A variant never stores anything, never knows names of people and never produces sentences.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.rules.fields import BAD, Field, Form, Translate
from scoring.rules.language import Expression
from scoring.rules.limits import MAX_PLANNED_DEALS, MAX_TOTAL
from scoring.rules.problems import InvalidOptions, Problem, Text
from scoring.rules.words import gettext_noop as _

Options = dict[str, Any]
Deal = Mapping[str, Any]
ENDS = ("deals", "target", "limit", "rows")
"""The options that can end a sheet."""


class Scored(NamedTuple):
    """One line of the sheet: what it writes per side, or None and why not."""

    written: list[int] | None
    problems: list[Problem]
    match: int | None = None


class Sheet(NamedTuple):
    """All deals of one game at one table, checked and added up.

    `totals` are integers per side. `winners` are the winning sides once the sheet is `finished`;
    two or more are a tie. `forehand` is the seat that is Vorhand in the next deal, if known.
    """

    variant: str
    sides: int
    low_is_good: bool
    deals: list[Scored]
    totals: list[int]
    finished: bool
    winners: list[int]
    forehand: int | None
    extra: dict[str, Any]

    def as_dict(self, text: Text | None = None) -> dict[str, Any]:
        """The contract's answer. `text` makes the messages; without it they are empty."""
        return {
            "variant": self.variant,
            "sides": self.sides,
            "deals": [
                {
                    "written": scored.written,
                    "problems": problems_as_dicts(scored.problems, self.variant, text),
                }
                for scored in self.deals
            ],
            "totals": self.totals,
            "finished": self.finished,
            "winners": self.winners,
            "forehand": self.forehand,
            "problems": [],
            "extra": self.extra,
        }

    @property
    def counted(self) -> int:
        """How many deals count: those without a problem."""
        return sum(scored.written is not None for scored in self.deals)

    @property
    def is_clean(self) -> bool:
        """Whether no deal has a problem."""
        return all(scored.written is not None for scored in self.deals)


def problems_as_dicts(
    problems: Sequence[Problem], variant: str, text: Text | None = None
) -> list[dict[str, Any]]:
    """Problems as JSON, with their messages if `text` makes them."""
    return [p.as_dict(text(variant, p) if text else "") for p in problems]


class SideFacts(NamedTuple):
    """What a ranking needs to know of one side of one sheet."""

    total: int
    deals_won: int
    matches: int
    games_won: int


class SumLine(NamedTuple):
    """The sheet's sum beside what it must be: `deals` × `deal_points` + `matches` × `match_points`."""

    sum: int
    expected: int
    deals: int
    deal_points: int
    matches: int
    match_points: int


class TotalsCheck(NamedTuple):
    """What can be said of totals without the deals."""

    problems: list[Problem]
    remaining: int | None = None

    def as_dict(self, variant: str, text: Text | None = None) -> dict[str, Any]:
        return {
            "problems": problems_as_dicts(self.problems, variant, text),
            "remaining": self.remaining,
        }


def refuse(code: str, **params: Any) -> TotalsCheck:
    """Totals that cannot be."""
    return TotalsCheck([Problem("totals", code, params)])


class Fold:
    """The running state of a sheet. A variant adds its own and says what a deal writes."""

    def __init__(self, variant: "Variant", options: Options) -> None:
        self.options = options
        self.form = variant.deal_form(options)
        self.seats = variant.seats(options)
        self.totals = [0] * variant.sides(options)
        self.low_is_good = variant.low_is_good
        self.counted = 0
        self.finished = False
        self.winners: list[int] = []
        self.forehand: int | None = options["first_forehand"]
        self.planned: int | None = options["deals"]

    def play(self, deal: Any) -> Scored:
        """Check one deal and count it if it has no problem."""
        if self.finished:
            return Scored(None, [Problem(None, "deal-after-end", {"deals": self.counted})])
        if type(deal) is not dict:
            return Scored(None, [Problem(None, "invalid", {"why": "not-an-object"})])
        problems: list[Problem] = []
        values = self.form.read(deal, problems)
        scored = self.score(values, problems)
        if scored is None or problems:
            return Scored(None, problems)
        self.counted += 1
        if not self.finished and self.counted == self.planned:
            self.finish(self.best())
        return scored

    def score(self, values: dict[str, Any], problems: list[Problem]) -> Scored | None:
        """What this deal writes; notes problems. Changes the state only if there are none."""
        raise NotImplementedError

    def write(self, written: list[int], match: int | None = None) -> Scored:
        """Count what a deal writes and pass Vorhand on."""
        totals = self.totals
        for side, number in enumerate(written):
            totals[side] += number
        self.pass_forehand()
        return Scored(written, [], match)

    def pass_forehand(self) -> None:
        if self.forehand is not None:
            self.forehand = (self.forehand + 1) % self.seats

    def finish(self, winners: list[int]) -> None:
        self.finished = True
        self.winners = winners

    def best(self) -> list[int]:
        """The sides with the best total in the variant's direction."""
        best = min(self.totals) if self.low_is_good else max(self.totals)
        return [side for side, total in enumerate(self.totals) if total == best]

    def extra(self) -> dict[str, Any]:
        """What the variant adds to the answer."""
        return {}


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
            self.check_options(readable, problems)
        if problems:
            raise InvalidOptions(problems)
        return readable

    def check_options(self, options: Options, problems: list[Problem]) -> None:
        """Note what the options contradict each other in."""

    def options_for_size(self, options: Options, size: int) -> Options:
        """These options at a table of `size` people; InvalidOptions if it cannot be."""
        if size not in self.table_sizes:
            raise InvalidOptions(
                [
                    Problem(
                        "players",
                        "out-of-range",
                        {"min": min(self.table_sizes), "max": max(self.table_sizes)},
                    )
                ]
            )
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
