"""Cinq Cents: two players, eighteen of 32 cards, one of them takes the deal and must get more.

Words: the *taker* makes trump; its contract is *made* if its count is at least one more than the
opponent's, else *failed*. A *count* is points, prevailing Weis, Stöck and match. To *claim* is to say
that one has reached the target ("sich bedanken").
Source: jassverzeichnis.ch, Cinq Cents. Our readings are marked so in docs/rules/cinq-cents.md.
This module never compares rows of equal value: such Weis cancel.
"""

from functools import lru_cache
from typing import Any

from scoring.rules import cinq_cents_cards as cards
from scoring.rules import jass
from scoring.rules.fields import BAD, Field, Form
from scoring.rules.fold import Fold, Options
from scoring.rules.jass_fields import trump_field, weis_field
from scoring.rules.language import Expression
from scoring.rules.limits import MAX_TARGET
from scoring.rules.places import side_field
from scoring.rules.problems import Problem
from scoring.rules.protocol import Variant
from scoring.rules.sheet import Scored, TotalsCheck, refuse
from scoring.rules.weis import fits, most
from scoring.rules.words import gettext_noop as _

MATCH = 100
MADE, FAILED = "made", "failed"
NO_WEIS = (0, 0)


class CinqCents(Variant):
    name = "cinq-cents"
    title = _("Cinq Cents")
    table_sizes = (2,)

    def option_fields(self) -> tuple[Field, ...]:
        return (
            Field(
                name="target",
                type="int",
                min=1,
                max=MAX_TARGET,
                default=500,
                label=_("Target"),
                help=_("Who reaches it first wins."),
            ),
            Field(
                name="transfer_taker_weis",
                type="bool",
                default=False,
                label=_("A failed taker's Weis go over"),
                help=_("The opponent writes the taker's prevailing Weis too."),
            ),
        )

    def deal_fields(self, options: Options) -> tuple[Field, ...]:
        return _fields()

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
        """Both write together at least what the lowest cards make; one alone only so much a deal."""
        low = cards.lowest_sum() * deals
        extra = MATCH + jass.STOECK
        best = cards.highest() + extra + 2 * most(cards.PACK, (cards.HAND,))
        if any(total is not None and not 0 <= total <= best * deals for total in totals):
            return refuse("out-of-range", min=0, max=best * deals)
        known = [total for total in totals if total is not None]
        if len(known) == len(totals) and sum(known) < low:
            return refuse("wrong-sum", why="at-least", sum=sum(known), min=low, deals=deals)
        return TotalsCheck([])

    def language(self, options: Options) -> dict[str, Expression]:
        from scoring.rules import cinq_cents_language

        return cinq_cents_language.describe(options)


@lru_cache(maxsize=1)
def _fields() -> tuple[Field, ...]:
    return (
        side_field("taker", label=_("Taker"), help=_("Who made trump."), needed=True),
        trump_field(jass.SUITS, label=_("Trump")),
        Field(
            name="points",
            type="list",
            length=2,
            item=Field(type="int", min=0, max=cards.highest(), nullable=True),
            needed_when=True,
            label=_("Points"),
            help=_("From tricks, the ten for the last one included; both are needed."),
        ),
        side_field("match", label=_("Match"), help=_("The player who took all tricks.")),
        weis_field(
            "weis",
            2,
            cards.PACK.values(cards.HAND),
            cards.HAND // 3,
            label=_("Weis"),
            help=_("As both announced them; which prevail follows."),
        ),
        side_field("stoeck", label=_("Stöck"), help=_("Who held king and ober of trump.")),
        side_field(
            "claimed_by", label=_("Thanked"), help=_("Who claimed to have reached the target.")
        ),
    )


@lru_cache(maxsize=1)
def _form() -> Form:
    return Form(_fields())


class _Fold(Fold):
    def __init__(self, variant: Variant, options: Options) -> None:
        super().__init__(variant, options)
        self.target: int = options["target"]
        self.contract: list[str | None] = []
        self.next_dealer = 0

    def extra(self) -> dict[str, Any]:
        return {"contract": self.contract}

    def play(self, deal: Any) -> Scored:
        self.contract.append(None)
        return super().play(deal)

    def score(self, values: dict[str, Any], problems: list[Problem]) -> Scored | None:
        points, match = values["points"], values["match"]
        if points is not BAD:
            self._check_points(points, match, problems)
        prevailing = self._weis(values["weis"], problems)
        if problems or prevailing is None:
            return None
        taker, stoeck = values["taker"], values["stoeck"]
        other = 1 - taker
        extra = [0, 0]
        if stoeck is not None:
            extra[stoeck] = jass.STOECK
        if match is not None:
            extra[match] += MATCH
        counts = [
            points[0] + prevailing[0] + extra[0],
            points[1] + prevailing[1] + extra[1],
        ]
        made = counts[taker] > counts[other]
        written = counts
        if not made:
            written = [0, 0]
            written[other] = sum(points) + sum(extra) + prevailing[other]
            if self.options["transfer_taker_weis"]:
                written[other] += prevailing[taker]
        winner = self._winner(written, values["claimed_by"], taker, problems, made=made)
        if problems:
            return None
        self.contract[-1] = MADE if made else FAILED
        self.next_dealer = taker if made else other
        if winner is not None:
            self.finish([winner])
        return self.write(written, match)

    def next_forehand(self, forehand: int) -> int:
        """The winner of a deal deals the next one, so the other is Vorhand."""
        return 1 - self.next_dealer

    def _check_points(
        self, points: list[int | None], match: int | Any, problems: list[Problem]
    ) -> None:
        first, second = points
        if first is None or second is None:
            problems.append(Problem("points", "required", {"why": "both-needed"}))
            return
        if match is BAD:
            return
        if match is not None:
            mismatch = points[1 - match] != 0
            if mismatch:
                problems.append(Problem("match", "match-mismatch", {"side": match}))
            if mismatch or cards.is_match(points[match] or 0):
                return
        elif cards.is_pair(first, second):
            return
        why = "pair"
        if match is None and 0 in points and cards.is_match(max(first, second)):
            why = "match-not-marked"
        params = {"why": why, "first": first, "second": second, "sum": first + second}
        problems.append(Problem("points", "impossible-points", params))

    def _weis(self, given: Any, problems: list[Problem]) -> tuple[int, int] | None:
        if not given:
            return NO_WEIS
        first, second = given
        prevailing = _prevailing(tuple(first), tuple(second))
        if prevailing is None:
            problems.append(Problem("weis", "impossible-weis", {"why": "too-many"}))
        return prevailing

    def _winner(
        self,
        written: list[int],
        claimed_by: int | None,
        taker: int,
        problems: list[Problem],
        *,
        made: bool,
    ) -> int | None:
        after = [self.totals[0] + written[0], self.totals[1] + written[1]]
        if claimed_by is None and max(after) < self.target:
            return None
        there = [s for s in (0, 1) if after[s] >= self.target]
        if claimed_by is not None and claimed_by not in there and (made or claimed_by != taker):
            params = {"side": claimed_by, "total": after[claimed_by], "target": self.target}
            problems.append(Problem("claimed_by", "false-claim", params))
            return None
        if len(there) < 2:
            return next(iter(there), None)
        if claimed_by is not None:
            return claimed_by
        if after[0] == after[1]:
            problems.append(Problem("claimed_by", "who-was-first", {"why": "equal"}))
            return None
        return 0 if after[0] > after[1] else 1


@lru_cache(maxsize=1024)
def _prevailing(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, int] | None:
    """What both may write for their Weis: all of whoever has the highest; equally high ones cancel.

    None if the cards cannot show them.
    """
    groups = tuple((tuple(sorted(weis)), (cards.HAND,)) for weis in (first, second) if weis)
    if not fits(cards.PACK, groups):
        return None
    highest, other = max(first, default=0), max(second, default=0)
    if highest == other:
        return NO_WEIS
    return (sum(first), 0) if highest > other else (0, sum(second))
