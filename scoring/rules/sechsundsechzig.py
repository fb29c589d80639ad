"""Sechsundsechzig (Şaizeci şi şase): two players, 24 cards, the first with 66 wins the deal.

Words: a *count* is points in tricks plus marriages; a *marriage* is king and queen of a suit, 20, in
trump 40; to *close* is to play the hands out without drawing; to *claim* is to say that one has 66;
*game points* are what is written. *Trickless* is who took no trick.
Source: lodige, Şaizeci şi şase; the usual table from common descriptions of Sechsundsechzig. Our
readings are marked so in docs/rules/sechsundsechzig.md.
This module never knows who played which card: what a deal says is checked against what can be.
"""

from functools import lru_cache
from typing import Any

from scoring.rules.fields import BAD, Field, Form
from scoring.rules.fold import Fold, Options
from scoring.rules.language import Expression
from scoring.rules.limits import MAX_TARGET
from scoring.rules.places import side_field
from scoring.rules.problems import Problem
from scoring.rules.protocol import Variant
from scoring.rules.sheet import Scored, TotalsCheck, refuse
from scoring.rules.subsets import missing, sums_by_count
from scoring.rules.words import gettext_noop as _

ENOUGH = 66
LOST_CLAIM = 2
PLAIN_WIN, WIN_WITHOUT_SCHNEIDER = 1, 2
TWENTY, FORTY = 20, 40
SUITS = 4
TRICK = 2
CARDS = (11, 10, 4, 3, 2, 0) * SUITS
"""Ace, ten, three pictures and nine: the same values whichever picture has which."""
NO_MARRIAGES: tuple[list[int], list[int]] = ([], [])


def played_out(last_trick: int) -> int:
    """What a deal holds that was played to the end."""
    return sum(CARDS) + last_trick


@lru_cache(maxsize=4)
def side_mask(last_trick: int) -> int:
    """The mask of what one side can have in tricks."""
    masks = sums_by_count(CARDS)
    tricks = len(CARDS) // TRICK
    mask = 0
    for count in range(tricks + 1):
        held = masks[count * TRICK]
        if count < tricks:
            mask |= held
        if count > 0:
            mask |= held << last_trick
    return mask


@lru_cache(maxsize=4)
def sum_mask(last_trick: int) -> int:
    """The mask of what both can have together: some tricks, or all with the last one's worth."""
    masks = sums_by_count(CARDS)
    mask = 1 << played_out(last_trick)
    for count in range(len(CARDS) // TRICK):
        mask |= masks[count * TRICK]
    return mask


class Sechsundsechzig(Variant):
    name = "sechsundsechzig"
    title = _("Sechsundsechzig")
    unit = "game-points"
    table_sizes = (2,)

    def option_fields(self) -> tuple[Field, ...]:
        two_or_three = ((2, "2"), (3, "3"))
        return (
            Field(
                name="target",
                type="int",
                min=1,
                max=MAX_TARGET,
                default=7,
                label=_("Target"),
                help=_("In game points; who reaches it first wins."),
            ),
            Field(
                name="last_trick",
                type="choice",
                choices=((0, "0"), (10, "10")),
                default=0,
                label=_("Last trick"),
                help=_("What it is worth on top of its cards."),
            ),
            Field(
                name="schneider",
                type="int",
                min=1,
                max=ENOUGH,
                default=33,
                label=_("Schneider"),
                help=_("Against a loser with fewer points a win counts 2."),
            ),
            Field(
                name="trickless_points",
                type="choice",
                choices=two_or_three,
                default=2,
                label=_("Against no trick"),
                help=_("What a win against a loser without a trick counts."),
            ),
            Field(
                name="failed_close",
                type="choice",
                choices=two_or_three,
                default=2,
                label=_("Failed close"),
                help=_("What the opponent writes if the closer does not get there."),
            ),
            Field(
                name="card_values",
                type="choice",
                choices=(
                    ("seed", _("Jack 4, queen 3, king 2; the ten below the jack")),
                    ("standard", _("King 4, queen 3, jack 2; the ten above the king")),
                ),
                default="seed",
                label=_("Card values"),
                help=_("Changes the play only, no sum."),
            ),
        )

    def deal_fields(self, options: Options) -> tuple[Field, ...]:
        return _fields(options["last_trick"])

    def deal_form(self, options: Options) -> Form:
        return _form(options["last_trick"])

    def fold(self, options: Options) -> Fold:
        return _Fold(self, options)

    def judge_totals(
        self,
        totals: list[int | None],
        deals: int,
        options: Options,
        matches: list[int] | None,
    ) -> TotalsCheck:
        """One side alone writes in a deal, and the sheet ends when it reaches the target."""
        most = max(LOST_CLAIM, options["trickless_points"], options["failed_close"])
        best = min(most * deals, options["target"] - 1 + most)
        known = [total for total in totals if total is not None]
        if any(not 0 <= total <= best for total in known):
            return refuse("out-of-range", min=0, max=best)
        if sum(known) > most * deals:
            return refuse("wrong-sum", why="at-most", sum=sum(known), max=most * deals, deals=deals)
        if len(known) == len(totals) and min(known) >= options["target"]:
            return refuse("impossible-points", why="one-at-target", target=options["target"])
        return TotalsCheck([])

    def language(self, options: Options) -> dict[str, Expression]:
        from scoring.rules import sechsundsechzig_language

        return sechsundsechzig_language.describe(options)


@lru_cache(maxsize=4)
def _fields(last_trick: int) -> tuple[Field, ...]:
    most = played_out(last_trick)
    return (
        Field(
            name="tricks",
            type="list",
            length=2,
            item=Field(
                type="int",
                min=0,
                max=most,
                excluded=missing(side_mask(last_trick), most),
                nullable=True,
            ),
            needed_when=True,
            label=_("Points in tricks"),
            help=_("Without marriages; both are needed."),
        ),
        Field(
            name="marriages",
            type="list",
            length=2,
            item=Field(
                type="list",
                max=SUITS,
                otherwise="impossible-marriages",
                nullable=True,
                item=Field(
                    type="int",
                    choices=((TWENTY, ""), (FORTY, "")),
                    otherwise="impossible-marriages",
                ),
            ),
            nullable=True,
            label=_("Marriages"),
            help=_("20 each, 40 in trump."),
        ),
        side_field(
            "winner",
            label=_("Winner"),
            help=_("Needed only if both have 66; or if neither has and someone wins all the same."),
        ),
        side_field("trickless", label=_("No trick"), help=_("The player who took no trick.")),
        side_field("closed_by", label=_("Closed by"), help=_("Who closed the stock.")),
        side_field("claimed_by", label=_("Claimed by"), help=_("Who claimed to have 66.")),
    )


@lru_cache(maxsize=4)
def _form(last_trick: int) -> Form:
    return Form(_fields(last_trick))


class _Fold(Fold):
    def __init__(self, variant: Variant, options: Options) -> None:
        super().__init__(variant, options)
        self.target: int = options["target"]
        self.whole = played_out(options["last_trick"])
        self.sums = sum_mask(options["last_trick"])
        self.deal_winner: int | None = None

    def score(self, values: dict[str, Any], problems: list[Problem]) -> Scored | None:
        tricks, marriages, trickless = values["tricks"], values["marriages"], values["trickless"]
        if tricks is not BAD and None in tricks:
            problems.append(Problem("tricks", "required", {"why": "both-needed"}))
            tricks = BAD
        first, second = marriages or NO_MARRIAGES
        if first or second:
            self._check_marriages(first, second, trickless, problems)
        if tricks is not BAD and isinstance(trickless, int) and tricks[trickless]:
            problems.append(Problem("trickless", "match-mismatch", {"side": trickless}))
        if tricks is not BAD and marriages is not BAD:
            counts = [tricks[0] + sum(first), tricks[1] + sum(second)]
            self._check_sum(tricks, counts, values, problems)
            self._check_winner(counts, values, problems)
        if problems:
            return None
        written = self._written(counts, values)
        self.deal_winner = 0 if written[0] else 1 if written[1] else None
        scored = self.write(written)
        totals = self.totals
        if totals[0] >= self.target or totals[1] >= self.target:
            self.finish(self.best())
        return scored

    def next_forehand(self, forehand: int) -> int:
        """The winner leads to the next deal; nothing changes if nobody wrote."""
        return forehand if self.deal_winner is None else self.deal_winner

    def _check_marriages(
        self, first: list[int], second: list[int], trickless: Any, problems: list[Problem]
    ) -> None:
        shown = [*first, *second]
        if shown.count(FORTY) > 1 or shown.count(TWENTY) >= SUITS:
            problems.append(Problem("marriages", "impossible-marriages", {"why": "too-many"}))
        if isinstance(trickless, int) and (first, second)[trickless]:
            problems.append(Problem("marriages", "impossible-marriages", {"why": "no-trick"}))

    def _check_sum(
        self,
        tricks: list[int],
        counts: list[int],
        values: dict[str, Any],
        problems: list[Problem],
    ) -> None:
        """Both together hold everything, unless there is a reason why the deal stopped early."""
        total, whole = tricks[0] + tricks[1], self.whole
        why = ""
        if total > whole:
            why = "too-much"
        elif not self.sums >> total & 1:
            why = "sum"
        elif (
            total < whole
            and max(counts) < ENOUGH
            and values["claimed_by"] is values["closed_by"] is None
        ):
            why = "no-reason"
        if why:
            code = "impossible-points" if why == "sum" else "wrong-sum"
            params = {"why": why, "sum": total, "expected": whole}
            problems.append(Problem("tricks", code, params))

    def _check_winner(
        self, counts: list[int], values: dict[str, Any], problems: list[Problem]
    ) -> None:
        winner = values["winner"]
        if winner is None:
            if min(counts) >= ENOUGH and values["claimed_by"] is None:
                problems.append(Problem("winner", "required", {"why": "both-there"}))
        elif winner is not BAD and counts[winner] < ENOUGH <= counts[1 - winner]:
            params = {"side": winner, "total": counts[winner], "target": ENOUGH}
            problems.append(Problem("winner", "false-claim", params))

    def _written(self, counts: list[int], values: dict[str, Any]) -> list[int]:
        """Who writes what, in the order of docs/rules/sechsundsechzig.md."""
        claimer, closer = values["claimed_by"], values["closed_by"]
        if claimer is not None and counts[claimer] < ENOUGH:
            failed = self.options["failed_close"] if closer == claimer else LOST_CLAIM
            return _alone(1 - claimer, failed)
        if closer is not None and counts[closer] < ENOUGH:
            return _alone(1 - closer, self.options["failed_close"])
        winner = claimer
        if winner is None:
            first, second = counts[0] >= ENOUGH, counts[1] >= ENOUGH
            winner = values["winner"] if first == second else int(second)
        if winner is None:
            return [0, 0]
        loser = 1 - winner
        if values["trickless"] == loser:
            return _alone(winner, self.options["trickless_points"])
        schneider = counts[loser] < self.options["schneider"]
        return _alone(winner, WIN_WITHOUT_SCHNEIDER if schneider else PLAIN_WIN)


def _alone(side: int, points: int) -> list[int]:
    return [points, 0] if side == 0 else [0, points]
