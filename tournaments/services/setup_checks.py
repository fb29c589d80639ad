"""Whether settings can work at all, before anybody sits down: every contradiction with its reason.

Each check looks at one thing and yields problems on the field that would have to change.
Nothing here writes.
"""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.messages import text as rules_text
from scoring.rules import InvalidOptions, UnknownVariant, Variant, get_variant
from tournaments import draw
from tournaments.draw_texts import draw_sentence
from tournaments.formats import KNOCK_OUT, has_pair_tables, sizes_for, ways_for
from tournaments.models import (
    CreditRule,
    DrawMode,
    Publishing,
    SubstituteRule,
    SurplusRule,
    Visibility,
)
from tournaments.ranking import RankingError, checked_chain
from tournaments.setup_data import SetupData, SetupError, SetupProblem

MOST_ROUNDS = 40
MOST_PLAYERS = 4000
MOST_POINTS = 1_000_000
LEAST_MINUTES, MOST_MINUTES = 5, 600
MOST_LISTS, MOST_TEAM = 12, 50
GAMES = (1, 3, 5, 7)
ENDS = ("lot", "shared")
GAME_ENDS = ("target", "limit")
"""Options by which a game ends itself; where they may be empty, deals can end a round instead."""


def checked_setup(data: SetupData, *, players: int | None = None) -> dict[str, Any]:
    """The full options of a setup that can work; SetupError with all problems of one that cannot.

    ``players``: how many entries are announced so far; asked where no number is expected, and once
    they fill a table (before that it is too early to say anything).
    """
    try:
        variant = get_variant(data.variant)
    except UnknownVariant as unknown:
        message = _("There is no such game. Choose one of: %(known)s.") % {
            "known": ", ".join(unknown.known)
        }
        raise SetupError([_problem("variant", "unknown-variant", message)]) from None
    problems: list[SetupProblem] = []
    options: dict[str, Any] | None = None
    try:
        options = variant.options(dict(data.options))
        if data.table_size != variant.seats(options):
            options = variant.options_for_size(options, data.table_size)
    except InvalidOptions as invalid:
        problems += [
            _problem(
                "table_size" if found.field == "players" else f"options.{found.field}",
                found.code,
                rules_text(variant.name, found),
            )
            for found in invalid.problems
        ]
    problems += _plain(data)
    problems += _chain(data)
    problems += _credit(data, variant)
    if options is not None:
        problems += _ending(variant, options)
        table = data.table_size // data.team_size
        announced = players if players and players >= table else None
        expected = data.expected_players and data.expected_players // data.team_size
        problems += _draw(data, variant, options, expected or announced)
    if options is None or problems:
        raise SetupError(problems)
    return options


def _problem(field: str, code: str, message: str) -> SetupProblem:
    return {"field": field, "code": code, "message": message}


def _plain(data: SetupData) -> Iterator[SetupProblem]:
    if not data.name.strip():
        yield _problem(
            "name", "required", _("Give the tournament a name, such as “Herbstturnier”.")
        )
    if data.starts_at is None:
        yield _problem("starts_at", "required", _("Say on which day and at what time it starts."))
    if not 1 <= data.planned_rounds <= MOST_ROUNDS:
        message = _("Between 1 and %(most)s rounds are possible.") % {"most": MOST_ROUNDS}
        yield _problem("planned_rounds", "out-of-range", message)
    elif not 0 <= data.hidden_rounds < data.planned_rounds:
        message = ngettext(
            "With one round none can be hidden: set 0.",
            "At least one round must be seen: of %(rounds)s rounds at most %(most)s can be hidden.",
            data.planned_rounds,
        ) % {"rounds": data.planned_rounds, "most": data.planned_rounds - 1}
        yield _problem("hidden_rounds", "too-many-hidden", message)
    if data.round_minutes is not None and not LEAST_MINUTES <= data.round_minutes <= MOST_MINUTES:
        message = _("Write between %(least)s and %(most)s minutes, or nothing for no limit.")
        limits = {"least": LEAST_MINUTES, "most": MOST_MINUTES}
        yield _problem("round_minutes", "out-of-range", message % limits)
    if data.team_counted is not None and not 1 <= data.team_counted <= MOST_TEAM:
        message = _("Between 1 and %(most)s members can count for a team.") % {"most": MOST_TEAM}
        yield _problem("team_counted", "out-of-range", message)
    if data.expected_players is not None and not 1 <= data.expected_players <= MOST_PLAYERS:
        message = _("Between 1 and %(most)s players are possible.") % {"most": MOST_PLAYERS}
        yield _problem("expected_players", "out-of-range", message)
    for field, values in (
        ("draw_mode", DrawMode.values),
        ("visibility", Visibility.values),
        ("publishing", Publishing.values),
        ("credit_rule", CreditRule.values),
        ("surplus_rule", SurplusRule.values),
        ("substitute_rule", SubstituteRule.values),
    ):
        if getattr(data, field) not in values:
            yield _problem(field, "invalid", _("Choose one of the answers that are offered."))


def _chain(data: SetupData) -> Iterator[SetupProblem]:
    try:
        keys = checked_chain(data.chain)
    except RankingError as error:
        yield _problem("chain", error.code, chain_sentence(error.code))
        return
    if keys[0] in ENDS:
        message = _(
            "Say first what is counted (the sum, or the best rounds), then the lot or the shared rank."
        )
        yield _problem("chain", "chain-counts-nothing", message)
    elif keys[-1] not in ENDS:
        message = _(
            "Say at the end what happens among equals: the lot decides, or they share the rank."
        )
        yield _problem("chain", "chain-without-end", message)
    if (KNOCK_OUT in keys) != (data.format == KNOCK_OUT) or KNOCK_OUT in keys[1:]:
        message = _(
            "A knock-out is ranked by who stays in longest: this criterion stands first there, "
            "and nowhere else."
        )
        yield _problem("chain", "chain-knock-out", message)
    for key in keys:
        best = int(key.partition(":")[2] or 0)
        if best > data.planned_rounds:
            message = ngettext(
                "The best %(best)s of one round cannot count: there is only one.",
                "The best %(best)s of %(rounds)s rounds cannot count: at most %(rounds)s.",
                data.planned_rounds,
            ) % {"best": best, "rounds": data.planned_rounds}
            yield _problem("chain", "best-of-too-few", message)


def chain_sentence(code: str) -> str:
    """What is wrong with a ranking chain, for people."""
    sentences = {
        "chain-empty": _("Say what the ranking counts: the sum of all rounds, or the best ones."),
        "criterion-unknown": _("There is no such criterion; choose one that is offered."),
        "criterion-twice": _("Each criterion can stand only once: take one of the two out."),
        "criterion-after-end": _(
            "After the lot or the shared rank nothing is left to decide: put it last."
        ),
    }
    return sentences[code]


def _credit(data: SetupData, variant: Variant) -> Iterator[SetupProblem]:
    fixed = data.credit_rule == CreditRule.FIXED
    if fixed and data.credit_points is None:
        message = _("Say how many points somebody gets for a round of waiting.")
        yield _problem("credit_points", "required", message)
    elif fixed and abs(data.credit_points or 0) > MOST_POINTS:
        message = _("That is more than any round gives.")
        yield _problem("credit_points", "out-of-range", message)
    elif variant.low_is_good and fixed and (data.credit_points or 0) <= 0:
        message = _(
            "In this game few points are good: a credit of 0 would be the best result of all. "
            "Take the own average, or a number such as a usual round."
        )
        yield _problem("credit_points", "credit-too-good", message)
    elif _none_is_worst(data, variant):
        message = _(
            "In this game few points are good: whoever waits would stand behind all who played. "
            "Take the own average, or a fixed number."
        )
        yield _problem("credit_rule", "credit-too-good", message)


def _none_is_worst(data: SetupData, variant: Variant) -> bool:
    """Whether somebody without a credit stands behind all others: not where only the best rounds count."""
    counts_all = not data.chain or not data.chain[0].startswith("best:")
    return variant.low_is_good and data.credit_rule == CreditRule.NONE and counts_all


def _ending(variant: Variant, options: dict[str, Any]) -> Iterator[SetupProblem]:
    nullable = {
        field["name"] for field in variant.describe(options)["options"] if field["nullable"]
    }
    deals = options["deals"]
    if deals is None:
        return
    for name in GAME_ENDS:
        if name in nullable and options.get(name) is not None:
            message = _(
                "A table that gets there would stop before the others have played their %(deals)s "
                "deals. Leave either this or the number of deals empty."
            ) % {"deals": deals}
            yield _problem(f"options.{name}", "two-endings", message)
    own = variant.planned_deals({**options, "deals": None})
    if own is not None and deals > own:
        message = ngettext(
            "With these rules a round ends after one deal.",
            "With these rules a round ends after %(own)s deals: write at most that, or nothing.",
            own,
        ) % {"own": own}
        yield _problem("options.deals", "deals-contradict", message)


def _draw(
    data: SetupData, variant: Variant, options: dict[str, Any], players: int | None
) -> Iterator[SetupProblem]:
    if data.way not in ways_for(variant, options):
        message = _("This way of drawing does not fit the game at such a table.")
        yield _problem("format", "format-does-not-fit", message)
        return
    yield from _games(data)
    usual = data.table_size // data.team_size
    sizes: tuple[int, ...] = (usual,)
    if data.surplus_rule == SurplusRule.OTHER_SIZES:
        if data.format != "individuals" or len(variant.table_sizes) == 1:
            message = _(
                "This game has tables of %(size)s only, so whoever fills none has to wait, "
                "or a substitute fills in."
            ) % {"size": data.table_size}
            yield _problem("surplus_rule", "sizes-do-not-fit", message)
        elif players:
            sizes = sizes_for(players, usual, variant.table_sizes, method=data.format)
    if data.way.needs_results and data.draw_mode == DrawMode.ALL:
        message = _(
            "This way of drawing needs the results of the round before: draw round by round."
        )
        yield _problem("draw_mode", "needs-results", message)
    if players and 1 <= data.planned_rounds <= MOST_ROUNDS:
        rounds = None if data.format == KNOCK_OUT else data.planned_rounds
        for found in draw.feasible(data.format, players, rounds, sizes):
            yield _problem("planned_rounds", found.code, draw_sentence(found))


def _games(data: SetupData) -> Iterator[SetupProblem]:
    if data.best_of not in GAMES:
        yield _problem("best_of", "invalid", _("Choose one of the answers that are offered."))
    elif data.best_of > 1 and not has_pair_tables(data.way, data.table_size):
        message = _(
            "Several games at a table are for duels and fixed teams; this way of drawing mixes "
            "the tables anew after one game."
        )
        yield _problem("best_of", "best-of-needs-pairs", message)
    if data.place_three and data.format != KNOCK_OUT:
        message = _("Only a knock-out has a game for place three.")
        yield _problem("place_three", "place-three-needs-knock-out", message)
    if data.hidden_rounds and data.format == KNOCK_OUT:
        message = _("In a knock-out everybody sees who plays on: set 0.")
        yield _problem("hidden_rounds", "knock-out-hidden", message)
