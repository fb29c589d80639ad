"""Knock-out: whoever loses is out, a table is a pair of ids, and one round is drawn at a time.

Words: the *bracket* has 2, 4, 8, … slots; a *bye* is a slot of the first round with one id, who
waits and goes on. Seeded entries (``seeds``, the best first) are spread as usual: the first two can
meet in the final only, the first four from the semi-final on, and the byes go to the best; all
others, or all, are drawn to the slots by lot. Tables keep the order of the bracket.

Later rounds follow from the history: neighbours in the bracket play on. Who has won the last round
is what the caller says by ``winners``, or by handing in as ``entries`` only those who are still in;
a winner who is not among the entries has withdrawn, and the neighbour goes on without a game; so it
does where nobody has won and both are not among them.
With ``place_three`` the losers of the semi-finals play beside the final. ``best_of`` is how many
games a table plays at most; it is kept in the protocol and changes no pairing.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.draw import protocol
from tournaments.draw.method import Method, Option, fits_pairs, is_bool
from tournaments.draw.places import seated_at_places
from tournaments.draw.request import Request, pair_of
from tournaments.draw.result import DrawError, DrawnRound, DrawResult, Id, Problem, names

_TRIES = 500

Slots = list[Id | None]


def draw(request: Request) -> DrawResult:
    """The next round."""
    problems = feasible(
        len(request.entries) if not request.history else 2,
        None,
        request.table_sizes,
        request.options,
    )
    if problems:
        raise DrawError.of(problems)
    slots = _next_slots(request) if request.history else _first_slots(request)
    tables, waiting = _paired(slots)
    if request.history and len(slots) == 2 and request.options["place_three"]:
        third = _losers(request.history[-1], slots)
        if len(third) == 2:
            tables.append((third[0], third[1]))
    if len(slots) > 4:
        tables = [(a, b) for a, b in seated_at_places(tables, request.places)]
    drawn = DrawnRound(tuple(tables), tuple(waiting))
    return DrawResult(
        (drawn,),
        protocol.build(
            request,
            [drawn],
            found_by="bracket",
            repeated=protocol.repeats(request.history, [drawn], partners=False),
            bracket=list(slots),
        ),
    )


def feasible(
    n: int, rounds: int | None, sizes: tuple[int, ...], options: Mapping[str, Any]
) -> list[Problem]:
    """What cannot work with n entries."""
    del options
    if not fits_pairs(sizes):
        return [Problem("table-size", "A table of a knock-out is a pair.", {"size": 2})]
    if n < 2:
        return [
            Problem(
                "too-few", f"A knock-out needs 2 entries, there are {n}.", {"needed": 2, "n": n}
            )
        ]
    needed = (n - 1).bit_length()
    if rounds is None or rounds == needed:
        return []
    return [
        Problem(
            "knock-out-rounds",
            f"A knock-out of {n} has {needed} rounds; {rounds} are planned.",
            {"n": n, "rounds": rounds, "needed": needed},
        )
    ]


def slot_seeds(n: int) -> list[int]:
    """Which seed (from 0) belongs into which slot of the first round; beyond n − 1 are the byes."""
    seeds = [0]
    while len(seeds) < n:
        size = 2 * len(seeds)
        seeds = [seed for one in seeds for seed in (one, size - 1 - one)]
    return seeds


def _first_slots(request: Request) -> Slots:
    """The slots of the first round: an id, or None where there is a bye."""
    lots = request.lots("bracket")
    drawn = [one for one in request.entries if one not in request.seeds]
    for _ in range(_TRIES):
        strength: Sequence[Id] = [*request.seeds, *lots.shuffled(drawn)]
        slots: Slots = [
            strength[seed] if seed < len(strength) else None for seed in slot_seeds(len(strength))
        ]
        tables, _waiting = _paired(slots)
        if not any(pair_of(one, other) in request.apart for one, other in tables):
            return slots
    raise DrawError(
        "apart-not-found",
        "No first round was found in which everybody who must not meet stays apart. "
        "Drop one of these wishes.",
    )


def _paired(slots: Slots) -> tuple[list[tuple[Id, Id]], list[Id]]:
    """The tables in the order of the bracket, and those who have no opponent in this round."""
    tables: list[tuple[Id, Id]] = []
    waiting: list[Id] = []
    for one, other in zip(slots[::2], slots[1::2], strict=True):
        if one is not None and other is not None:
            tables.append((one, other))
        elif (alone := other if one is None else one) is not None:
            waiting.append(alone)
    return tables, waiting


def _next_slots(request: Request) -> Slots:
    """The slots of the next round, followed through the history from the first round's bracket."""
    slots = brackets(request.history)[-1]
    neighbours = list(zip(slots[::2], slots[1::2], strict=True))
    goes_on = _still_in(request)
    slots = [_winner(pair, goes_on) for pair in neighbours]
    for pair, winner in zip(neighbours, slots, strict=True):
        if winner is None and None not in pair and any(one in request.entries for one in pair):
            raise _unclear(pair)
    slots = [one if one in request.entries else None for one in slots]
    left = [one for one in slots if one is not None]
    if len(left) < 2:
        raise DrawError(
            "knock-out-over", "The knock-out is over: fewer than two are still in.", {"left": left}
        )
    return slots


def brackets(history: Sequence[DrawnRound]) -> list[Slots]:
    """The slots of each round that was drawn: an id, or None where nobody is."""
    found: list[Slots] = []
    for number, played in enumerate(history):
        if number == 0:
            found.append(_played_slots(played))
            continue
        before = found[-1]
        goes_on = _seen_again(played, before)
        slots = [_winner(p, goes_on) for p in zip(before[::2], before[1::2], strict=True)]
        found.append(_as_seated(slots, played))
    return found


def _as_seated(slots: Slots, played: DrawnRound) -> Slots:
    """The slots of a round with who sits there: people who changed places stand where they sit."""
    games = _of_bracket(played, slots)
    pairs = list(zip(slots[::2], slots[1::2], strict=True))
    as_drawn = {frozenset(pair) for pair in pairs}
    others = iter([table for table in games if frozenset(table) not in as_drawn])
    seated = {frozenset(table) for table in games}
    alone = iter([one for one in played.waiting if frozenset((one, None)) not in as_drawn])
    found: Slots = []
    for pair in pairs:
        one, other = pair
        if one is not None and other is not None:
            found += pair if frozenset(pair) in seated else next(others, pair)
        elif (stays := other if one is None else one) is None or stays in played.waiting:
            found += pair
        else:
            waits = next(alone, stays)
            found += (waits, None) if other is None else (None, waits)
    return found


def _of_bracket(played: DrawnRound, slots: Slots) -> Sequence[Sequence[Id]]:
    """The round's tables without the game for place three, which stands behind the final."""
    return played.tables[:1] if len(slots) == 2 else played.tables


def _still_in(request: Request) -> set[Id]:
    """Who goes on after the last round played: those who have won, and those who waited."""
    return set(request.options["winners"] or request.entries).union(request.history[-1].waiting)


def _seen_again(following: DrawnRound, slots: Slots) -> set[Id]:
    """Who went on from an earlier round, read from the round after it."""
    games = _of_bracket(following, slots[::2])
    return {*following.waiting, *(one for table in games for one in table)}


def _played_slots(first: DrawnRound) -> Slots:
    """The first round's slots, from its tables and byes in the order of the bracket.

    Each has its place beside another one, so they fill a power of two; whoever had a bye and took
    the seat of somebody who left instead leaves a place where nobody is.
    """
    places = 1 << (len(first.tables) + len(first.waiting) - 1).bit_length()
    n = len(first.tables) + places
    tables, byes = iter(first.tables), iter(first.waiting)
    seeds = slot_seeds(n)
    slots: Slots = []
    for one, other in zip(seeds[::2], seeds[1::2], strict=True):
        if one >= n or other >= n:
            alone = next(byes, None)
            slots += [alone, None] if one < n else [None, alone]
        else:
            slots += next(tables)
    return slots


def _winner(pair: tuple[Id | None, Id | None], goes_on: set[Id]) -> Id | None:
    """Who of two slots goes on; None where nobody does."""
    there = [one for one in pair if one is not None and one in goes_on]
    if len(there) == 2:
        raise _unclear(pair)
    return there[0] if there else None


def _unclear(pair: tuple[Id | None, Id | None]) -> DrawError:
    people = [one for one in pair if one is not None]
    return DrawError(
        "winner-unclear",
        f"It is not clear who of {names(people)} goes on. Say who has won.",
        {"entries": people},
    )


def _losers(semi_finals: DrawnRound, finalists: Slots) -> list[Id]:
    return [
        one
        for table in semi_finals.tables
        for one in table
        if one not in finalists and len(set(table) & set(finalists)) == 1
    ]


METHOD = Method(
    key="knock-out",
    table_sizes=(2,),
    draw=draw,
    feasible=feasible,
    options={
        "place_three": Option(default=False, allowed=is_bool, must="is yes or no"),
        "best_of": Option(
            default=1,
            allowed=lambda games: type(games) is int and games in {1, 3, 5, 7, 9},
            must="is 1, 3, 5, 7 or 9",
        ),
        "winners": Option(
            default=(),
            allowed=lambda ids: isinstance(ids, list | tuple),
            must="is a list of ids",
        ),
    },
)
