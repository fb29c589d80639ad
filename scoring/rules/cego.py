"""Cego, as at the Schwarzwaldmeisterschaft: one declarer against the others, settled in cents.

Words: the *declarer* plays the game it bid or announced; in a *Räuber* everybody plays for itself and
the *loser* has the most points. The *bid games* are valued by how far the losing side is from forty.
*Written* are signed cents per seat, which always add up to 0.
Source: Schwarzwaldmeisterschaft rules, completed from cego-schwarzwald.com, de.wikipedia.org/wiki/Cego
and pagat.com; our readings are marked so in docs/rules/cego.md.
This module never checks the bidding; at tables of three it checks bounds only, for dealing differs.
"""

from functools import lru_cache
from itertools import chain
from math import gcd
from typing import Any

from scoring.rules.fields import BAD, Field, Form
from scoring.rules.fold import Fold, Options
from scoring.rules.language import Expression, field
from scoring.rules.limits import MAX_BONUS, MAX_FACTOR, MAX_STEP
from scoring.rules.problems import Problem
from scoring.rules.protocol import Variant
from scoring.rules.rounding import up
from scoring.rules.sheet import Scored, TotalsCheck, refuse
from scoring.rules.subsets import sums_by_count
from scoring.rules.words import gettext_noop as _

BIDS = (
    ("cego", _("Cego")),
    ("halbe", _("A half")),
    ("eine", _("One")),
    ("zwei-verschiedene", _("Two different")),
    ("zwei-leere", _("Two empties")),
)
SOLO, RAEUBER = "solo", "raeuber"
FLAT = (("bettel", _("Bettel")), ("piccolo", _("Piccolo")), ("ulti", _("Ulti")))
GAMES = (*BIDS, (SOLO, _("Solo")), *FLAT, (RAEUBER, _("Räuber")))
BID_NAMES = tuple(name for name, _label in BIDS)
POINT_NAMES = (*BID_NAMES, SOLO)
FLAT_NAMES = tuple(name for name, _label in FLAT)

DOUBLED_CARDS = (*[9] * 7, *[7] * 4, *[5] * 4, *[3] * 4, *[1] * 35)
"""Twice the values: Stieß, 21, 1 and four kings 4½; queens 3½, knights 2½, jacks 1½, others ½."""
TOTAL = sum(DOUBLED_CARDS) // 2
WON = 40
STEP = 5
LAID_AWAY, TRICK = 10, 4


@lru_cache(maxsize=1)
def impossible() -> tuple[int, ...]:
    """What the declarer's side cannot have at four: it holds ten cards and whole tricks."""
    masks = sums_by_count(DOUBLED_CARDS)
    counts = range(LAID_AWAY, len(DOUBLED_CARDS) + 1, TRICK)
    return tuple(
        points
        for points in range(TOTAL + 1)
        if not any(masks[count] >> 2 * points & 1 for count in counts)
    )


class Cego(Variant):
    name = "cego"
    title = _("Cego")
    unit = "cents"
    table_sizes = (4, 3)

    def option_fields(self) -> tuple[Field, ...]:
        value, factor, step = (0, MAX_BONUS), (1, MAX_FACTOR), (1, MAX_STEP)
        return (
            Field(
                name="players",
                type="choice",
                choices=((4, "4"), (3, "3")),
                default=4,
                label=_("Players"),
            ),
            Field(
                name="factors",
                type="table",
                choices=BIDS,
                item=Field(type="int", min=1, max=MAX_FACTOR),
                default={name: factor for factor, name in enumerate(BID_NAMES, 1)},
                label=_("Factors"),
                help=_("How often each bid counts."),
            ),
            _number("solo_won", factor, 2, _("Solo won"), _("How often a won Solo counts.")),
            _number("solo_lost", factor, 1, _("Solo lost"), _("How often a lost Solo counts.")),
            _number("bettel", value, 30, _("Bettel"), _("What a Bettel is worth.")),
            _number("piccolo", value, 40, _("Piccolo"), _("What a Piccolo is worth.")),
            _number(
                "raeuber",
                value,
                40,
                _("Räuber"),
                _("What the loser pays to each; double if it announced the Räuber itself."),
            ),
            _number("ulti", value, 80, _("Ulti"), _("What an Ulti is worth.")),
            _number(
                "round_to", step, 10, _("Rounded up to"), _("Bid games and Solo; 1: not rounded.")
            ),
            _number("cents_per_point", step, 1, _("Cents a point"), ""),
        )

    def deal_fields(self, options: Options) -> tuple[Field, ...]:
        return _fields(options["players"])

    def deal_form(self, options: Options) -> Form:
        return _form(options["players"])

    def fold(self, options: Options) -> Fold:
        return _Fold(self, options)

    def deal_points(self, options: Options) -> int | None:
        return 0

    def judge_totals(
        self,
        totals: list[int | None],
        deals: int,
        options: Options,
        matches: list[int] | None,
    ) -> TotalsCheck:
        """All add up to 0; two seats differ by whole deals won or lost."""
        values = _values(options)
        players = options["players"]
        most = (players - 1) * max(values) * deals
        known = [total for total in totals if total is not None]
        if any(abs(total) > most for total in known):
            return refuse("out-of-range", min=-most, max=most)
        step = players * gcd(*values)
        if any((total - known[0]) % step for total in known):
            return refuse("impossible-points", why="step", step=step)
        if len(known) == len(totals):
            if sum(known):
                return refuse("wrong-sum", why="zero", sum=sum(known))
            return TotalsCheck([])
        rest = -sum(known)
        if abs(rest) > most or (rest - known[0]) % step:
            return refuse("impossible-points", why="no-rest", rest=rest)
        return TotalsCheck([], rest)

    def language(self, options: Options) -> dict[str, Expression]:
        from scoring.rules import cego_language

        return cego_language.describe(options)


def _number(name: str, bounds: tuple[int, int], default: int, label: str, help: str) -> Field:
    low, high = bounds
    return Field(name=name, type="int", min=low, max=high, default=default, label=label, help=help)


@lru_cache(maxsize=2)
def _fields(players: int) -> tuple[Field, ...]:
    game = field("game")
    return (
        Field(name="game", type="choice", choices=GAMES, needed_when=True, label=_("Game")),
        Field(
            name="declarer",
            type="seat",
            length=players,
            nullable=True,
            needed_when=["not", ["=", game, RAEUBER]],
            label=_("Declarer"),
            help=_("Who plays the game; a Räuber may have none."),
        ),
        Field(
            name="points",
            type="int",
            min=0,
            max=TOTAL,
            excluded=impossible() if players == max(Cego.table_sizes) else (),
            nullable=True,
            needed_when=["in", game, ["list", *POINT_NAMES]],
            label=_("Points"),
            help=_("Of the declarer's side; bid games and Solo."),
        ),
        Field(
            name="won",
            type="bool",
            nullable=True,
            needed_when=["in", game, ["list", *FLAT_NAMES]],
            label=_("Won"),
            help=_("Bettel, Piccolo and Ulti."),
        ),
        Field(
            name="loser",
            type="seat",
            length=players,
            nullable=True,
            needed_when=["=", game, RAEUBER],
            label=_("Loser"),
            help=_("Räuber: who has the most points."),
        ),
    )


@lru_cache(maxsize=2)
def _form(players: int) -> Form:
    return Form(_fields(players))


def _rounded(points: int, factor: int, options: Options) -> int:
    """What a game is worth whose losing side has so many points."""
    step: int = options["round_to"]
    return step * up(STEP * up(WON - points, STEP) * factor, step)


def _values(options: Options) -> set[int]:
    """Every value a game can have, in cents."""
    factors = {*options["factors"].values(), options["solo_won"], options["solo_lost"]}
    lost = range(WON)
    values = {_rounded(points, factor, options) for factor in factors for points in lost}
    flat = {options[name] for name in (*FLAT_NAMES, RAEUBER)}
    both = chain(values, flat, [2 * options[RAEUBER]])
    return {value * options["cents_per_point"] for value in both}


class _Fold(Fold):
    def score(self, values: dict[str, Any], problems: list[Problem]) -> Scored | None:
        game = values["game"]
        if game is not BAD:
            self._check_needs(game, values, problems)
        if problems:
            return None
        if game == RAEUBER:
            loser = values["loser"]
            value = self.options[RAEUBER] * (2 if values["declarer"] == loser else 1)
            return self.write(self._spread(loser, -value))
        won, value = self._value(game, values)
        return self.write(self._spread(values["declarer"], value if won else -value))

    def _check_needs(self, game: str, values: dict[str, Any], problems: list[Problem]) -> None:
        """Each game has its own fields; the others are empty."""
        if values["declarer"] is None and game != RAEUBER:
            problems.append(Problem("declarer", "required", {}))
        for name, games in (("points", POINT_NAMES), ("won", FLAT_NAMES), ("loser", (RAEUBER,))):
            value = values[name]
            if value is BAD:
                continue
            if game in games and value is None:
                problems.append(Problem(name, "required", {}))
            elif game not in games and value is not None:
                problems.append(Problem(name, "invalid", {"why": "does-not-apply"}))

    def _value(self, game: str, values: dict[str, Any]) -> tuple[bool, int]:
        if game in FLAT_NAMES:
            return values["won"], self.options[game]
        points: int = values["points"]
        won = points >= WON
        losing = TOTAL - points if won else points
        if game == SOLO:
            factor = self.options["solo_won" if won else "solo_lost"]
        else:
            factor = self.options["factors"][game]
        return won, _rounded(losing, factor, self.options)

    def _spread(self, seat: int, value: int) -> list[int]:
        """The seat receives the value from each of the others, or pays it to each."""
        cents = value * self.options["cents_per_point"]
        return [(self.seats - 1) * cents if s == seat else -cents for s in range(self.seats)]
