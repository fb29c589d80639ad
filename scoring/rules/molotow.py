"""Molotow: three to six players, fewest points win, trump comes out of the play.

Words: *hand Weis* are shown by their holder and count for him, so they are taken off; *table Weis*
lie in a trick and are added to whoever takes it. A deal that *stayed without* had no trump to the
end, which only three players can do.
Source: wyys rules. Our readings are marked so.
This module never decides whose Weis were best: with `weis` "best" the deal says whose are written.
"""

from functools import lru_cache
from itertools import chain
from typing import Any

from scoring.rules import jass
from scoring.rules.fields import BAD, Field, Form
from scoring.rules.fold import Fold, Options
from scoring.rules.jass_fields import points_field, trump_field, weis_field
from scoring.rules.language import Expression
from scoring.rules.limits import MAX_TARGET
from scoring.rules.places import seat_field
from scoring.rules.problems import Problem
from scoring.rules.protocol import Variant
from scoring.rules.rounding import half_away
from scoring.rules.sheet import Scored, TotalsCheck
from scoring.rules.weis import SWISS, Pack, fits
from scoring.rules.words import gettext_noop as _

MATCH = -257
TEN = 10
PLAYERS = (3, 4, 5, 6)


def hand(players: int) -> int:
    """How many cards everybody has; with five the Eicheln 7 stays out."""
    return 36 // players


@lru_cache(maxsize=8)
def pack(players: int) -> Pack:
    """The Weis of a hand."""
    if players != 5:
        return SWISS
    without_seven = tuple("" if rank == "7" else rank for rank in jass.RANKS)
    return Pack(
        (without_seven, *SWISS.suits[1:]),
        SWISS.rows,
        tuple(kind for kind in SWISS.kinds if kind[0] != "7"),
    )


@lru_cache(maxsize=8)
def excluded(players: int, *, trump: bool = True) -> tuple[int, ...]:
    """The numbers nobody can have."""
    mode = "eicheln" if trump else None
    return jass.impossible(mode, players, int(players == 5))


@lru_cache(maxsize=2)
def total(*, trump: bool) -> int:
    """What a deal holds."""
    return sum(jass.pack_values("eicheln" if trump else None)) + jass.LAST_TRICK


class Molotow(Variant):
    name = "molotow"
    title = _("Molotow")
    low_is_good = True
    table_sizes = (4, 3, 5, 6)

    def option_fields(self) -> tuple[Field, ...]:
        return (
            Field(
                name="players",
                type="int",
                min=min(PLAYERS),
                max=max(PLAYERS),
                default=4,
                label=_("Players"),
            ),
            Field(
                name="limit",
                type="int",
                min=1,
                max=MAX_TARGET,
                nullable=True,
                default=100,
                label=_("Limit"),
                help=_("The deal in which someone reaches it is the last; empty: no limit."),
            ),
            Field(
                name="weis",
                type="choice",
                choices=(
                    ("all", _("Everybody writes them")),
                    ("best", _("Only the best player writes them")),
                    ("off", _("They do not count")),
                ),
                default="all",
                label=_("Hand Weis"),
            ),
            Field(name="table_weis", type="bool", default=True, label=_("Table Weis count")),
            Field(name="stoeck", type="bool", default=True, label=_("Stöck count")),
        )

    def check_options(self, options: Options, problems: list[Problem]) -> None:
        if options["limit"] is None and options["deals"] is None:
            problems.append(Problem("limit", "required", {"why": "limit-or-deals"}))

    def deal_fields(self, options: Options) -> tuple[Field, ...]:
        return _fields(
            options["players"],
            weis=options["weis"] != "off",
            table_weis=options["table_weis"],
            stoeck=options["stoeck"],
        )

    def deal_form(self, options: Options) -> Form:
        return _form(options["players"])

    def fold(self, options: Options) -> Fold:
        return _Fold(self, options)

    def judge_totals(
        self,
        totals: list[int | None],
        deals: int,
        options: Options,
        matches: list[int] | None,
    ) -> TotalsCheck:
        from scoring.rules import molotow_totals

        return molotow_totals.judge(totals, deals, options)

    def language(self, options: Options) -> dict[str, Expression]:
        from scoring.rules import molotow_language

        return molotow_language.describe(options)


@lru_cache(maxsize=32)
def _fields(
    players: int, *, weis: bool = True, table_weis: bool = True, stoeck: bool = True
) -> tuple[Field, ...]:
    cards = hand(players)
    return (
        trump_field(jass.SUITS, label=_("Trump"), nullable=True),
        points_field(
            players, excluded(players), _("From tricks; one player's follow by themselves.")
        ),
        seat_field("match", players, label=_("Match"), help=_("The player who took all tricks.")),
        weis_field(
            "hand_weis",
            players,
            pack(players).values(cards),
            cards // 3,
            label=_("Hand Weis"),
            help=_("Shown from the hand: taken off."),
            offered=weis,
        ),
        weis_field(
            "table_weis",
            players,
            pack(players).values(players),
            cards * players // 3 + 1,
            label=_("Table Weis"),
            help=_("Lying in a trick: added to the player who takes it."),
            offered=table_weis,
        ),
        seat_field(
            "stoeck",
            players,
            label=_("Stöck"),
            help=_("The player who held king and ober when trump was made."),
            offered=stoeck,
        ),
    )


@lru_cache(maxsize=8)
def _form(players: int) -> Form:
    return Form(_fields(players))


class _Fold(Fold):
    def __init__(self, variant: Variant, options: Options) -> None:
        super().__init__(variant, options)
        self.limit: int | None = options["limit"]
        self.excluded = excluded(self.seats)

    def score(self, values: dict[str, Any], problems: list[Problem]) -> Scored | None:
        trump, match, stoeck = values["trump"], values["match"], values["stoeck"]
        without = trump is None and self.seats == min(PLAYERS)
        if trump is None and not without:
            problems.append(Problem("trump", "required", {"why": "trump-comes"}))
        points = self._points(values["points"], trump, match, without=without, problems=problems)
        if stoeck is not None:
            self._check_stoeck(stoeck, problems, without=without)
        shown, lying = values["hand_weis"], values["table_weis"]
        if shown:
            self._check_hand_weis(shown, problems)
        if lying:
            self._check_table_weis(lying, values, problems, without=without)
        if problems or points is None:
            return None
        raw = list(points)
        if match is not None:
            raw[match] = MATCH
        if lying:
            for seat, weis in enumerate(lying):
                raw[seat] += sum(weis)
        if shown:
            for seat, weis in enumerate(shown):
                raw[seat] -= sum(weis)
        if stoeck is not None:
            raw[stoeck] -= jass.STOECK
        written = [half_away(number, TEN) for number in raw]
        scored = self.write(written, match)
        if self.limit is not None and max(self.totals) >= self.limit:
            self.finish(self.best())
        return scored

    def _points(
        self, points: Any, trump: Any, match: Any, *, without: bool, problems: list[Problem]
    ) -> list[int] | None:
        if points is BAD or trump is BAD:
            return None
        held = total(trump=False) if without else jass.DEAL_POINTS
        known = jass.complete(points, problems, held, self.excluded)
        if known is None:
            return None
        if without and not any(p.code == "impossible-points" for p in problems):
            for number in known:
                if number in excluded(self.seats, trump=False):
                    params = {"value": number, "rest": held - number}
                    problems.append(Problem("points", "impossible-points", params))
                    break
        if match is not None and match is not BAD:
            jass.check_match(known, match, problems, held)
        return known

    def _check_stoeck(self, stoeck: Any, problems: list[Problem], *, without: bool) -> None:
        if stoeck is BAD:
            return
        if not self.options["stoeck"]:
            problems.append(Problem("stoeck", "stoeck-without-trump", {"why": "off"}))
        elif without:
            problems.append(Problem("stoeck", "stoeck-without-trump", {}))

    def _check_hand_weis(self, given: list[list[int]], problems: list[Problem]) -> None:
        if not any(given):
            return
        if self.options["weis"] == "off":
            problems.append(Problem("hand_weis", "impossible-weis", {"why": "off"}))
        elif self.options["weis"] == "best" and sum(map(bool, given)) > 1:
            problems.append(Problem("hand_weis", "weis-both-sides", {}))
        elif not hands_fit(self.seats, tuple(map(tuple, given))):
            problems.append(Problem("hand_weis", "impossible-weis", {"why": "too-many"}))

    def _check_table_weis(
        self,
        given: list[list[int]],
        values: dict[str, Any],
        problems: list[Problem],
        *,
        without: bool,
    ) -> None:
        lying = tuple(chain.from_iterable(given))
        if not lying:
            return
        match = values["match"]
        if not self.options["table_weis"]:
            problems.append(Problem("table_weis", "impossible-weis", {"why": "off"}))
            return
        if isinstance(match, int) and any(weis for seat, weis in enumerate(given) if seat != match):
            problems.append(Problem("table_weis", "impossible-weis", {"why": "no-trick"}))
        stoeck = self.options["stoeck"] and not without and values["stoeck"] is None
        if not table_fits(self.seats, lying, stoeck=stoeck):
            problems.append(Problem("table_weis", "impossible-weis", {"why": "tricks"}))


@lru_cache(maxsize=1024)
def hands_fit(players: int, shown: tuple[tuple[int, ...], ...]) -> bool:
    """Whether everybody's hand can hold the Weis shown from it."""
    cards = (hand(players),)
    return fits(pack(players), tuple((tuple(sorted(weis)), cards) for weis in shown if weis))


@lru_cache(maxsize=1024)
def table_fits(players: int, values: tuple[int, ...], *, stoeck: bool) -> bool:
    """Whether the tricks of a deal can hold these Weis.

    King and ober of trump in one trick count 20 besides, where nobody had Stöck: they may also be
    cards of a row.
    """
    lying, tricks = sorted(values), (players,) * hand(players)
    if fits(pack(players), ((tuple(lying), tricks),)):
        return True
    if not stoeck or jass.STOECK not in lying:
        return False
    lying.remove(jass.STOECK)
    return fits(pack(players), ((tuple(lying), tricks),))
