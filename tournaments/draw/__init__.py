"""Who plays whom: draws in plain ids, so that anyone can check one without a database.

Words: an *entry* is who is drawn (a person, or a team); a *table* is a tuple of ids in seat order
(partner games: seats 0 + 2 against 1 + 3); *waiting* is having no seat in a round; the *history*
are rounds already played; a *repeat* is a pair that meets again.

``draw`` draws, ``feasible`` says beforehand what cannot work. The same arguments give the same
result on every machine: lots come from the seed, and searches are bounded by steps.
This package never reads a database or a clock, and decides nothing about points or ranks.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.draw import (
    drawn_partners,
    fixed_teams,
    individuals,
    knock_out,
    round_robin,
    swiss,
)
from tournaments.draw.method import Method
from tournaments.draw.request import (
    Request,
    checked_entries,
    checked_history,
    checked_numbers,
    checked_pairs,
    checked_rounds,
    checked_seeds,
    checked_sizes,
)
from tournaments.draw.result import DrawError, DrawnRound, DrawResult, Problem
from tournaments.draw.wishes import contradictions

__all__ = [
    "METHODS",
    "REPEATS_NEEDED",
    "DrawError",
    "DrawResult",
    "DrawnRound",
    "Problem",
    "draw",
    "feasible",
    "get_method",
    "wish_problems",
]

METHODS: tuple[Method, ...] = (
    drawn_partners.METHOD,
    fixed_teams.METHOD,
    swiss.METHOD,
    round_robin.METHOD,
    knock_out.METHOD,
    individuals.METHOD,
)


#: Problems of a set-up that ``allow_repeats`` draws in spite of.
REPEATS_NEEDED = frozenset({"too-many-rounds", "too-many-rounds-opponents"})


def get_method(key: str) -> Method:
    """The method of that key; :class:`DrawError` names the known ones."""
    for method in METHODS:
        if method.key == key:
            return method
    known = ", ".join(method.key for method in METHODS)
    raise DrawError("method-unknown", f"There is no method {key!r}. Known are {known}.")


def draw(
    method: str,
    *,
    entries: Iterable[Any],
    seed: int | str,
    rounds: int | None = None,
    table_size: int | Sequence[int] | None = None,
    history: Iterable[Any] = (),
    waited: Mapping[Any, int] | None = None,
    apart: Iterable[Any] = (),
    rather_apart: Iterable[Any] = (),
    together: Iterable[Any] = (),
    places: Mapping[Any, int] | None = None,
    points: Mapping[Any, int] | None = None,
    low_is_good: bool = False,
    seeds: Sequence[Any] | None = None,
    allow_repeats: bool = False,
    **options: Any,
) -> DrawResult:
    """Draw rounds for the entries.

    ``rounds`` is how many are still to be drawn; the answer holds them all where results do not
    matter, and the next one in ``swiss`` and ``knock-out``. Handing in the same ``seed`` and the
    rounds played so far as ``history`` continues the plan of the first draw where nobody came or
    left, and plans anew where somebody did.

    ``table_size`` is 4 unless the method says otherwise (``swiss``: 2 for teams and duels;
    ``individuals``: 3 to 6, or several sizes, the preferred one first).

    ``waited`` replaces, for the ids it names, the number of waits counted from the history.
    Wishes: ``apart`` never meet at a table, ``rather_apart`` as rarely as possible (where all
    rounds are drawn ahead, and in Swiss), ``together`` are partners in every round (where partners
    are drawn), ``places`` gives people who cannot move the table (from 0) they always sit at.
    ``allow_repeats`` draws even where a repeat is certain beforehand; once there is a history the
    evening goes on in any case, and the protocol says what was impossible.

    Raises :class:`DrawError` with a code and a sentence.
    """
    chosen = get_method(method)
    everyone = checked_entries(entries)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise DrawError("seed-invalid", "The seed is an integer or a text.")
    known = frozenset(everyone)
    sizes = checked_sizes(table_size)
    request = Request(
        method=method,
        entries=everyone,
        rounds=checked_rounds(rounds),
        seed=seed,
        table_sizes=sizes,
        history=checked_history(history, chosen.table_sizes),
        waited=checked_numbers(waited, "waited", known, least=0),
        apart=checked_pairs(apart, "apart", known),
        rather_apart=checked_pairs(rather_apart, "rather_apart", known),
        together=checked_pairs(together, "together", known),
        places=checked_numbers(places, "places", known, least=0),
        points=checked_numbers(points, "points", known),
        low_is_good=low_is_good,
        seeds=checked_seeds(seeds, known),
        allow_repeats=allow_repeats,
        options=chosen.checked_options(options),
    )
    problems = _wish_problems(chosen, request)
    if problems:
        raise DrawError.of(problems)
    return chosen.draw(request)


def wish_problems(
    method: str,
    *,
    entries: Iterable[Any],
    table_size: int | None = None,
    apart: Iterable[Any] = (),
    together: Iterable[Any] = (),
    places: Mapping[Any, int] | None = None,
) -> list[Problem]:
    """Which wishes contradict each other, or cannot be kept by this method; nothing is drawn.

    ``table_size`` in ids: 2 where a table is a pair of teams.
    """
    chosen = get_method(method)
    everyone = checked_entries(entries)
    known = frozenset(everyone)
    sizes = checked_sizes(table_size)
    request = Request(
        method=method,
        entries=everyone,
        rounds=None,
        seed=0,
        table_sizes=sizes,
        history=(),
        waited={},
        apart=checked_pairs(apart, "apart", known),
        rather_apart=frozenset(),
        together=checked_pairs(together, "together", known),
        places=checked_numbers(places, "places", known, least=0),
        points={},
        low_is_good=False,
        seeds=(),
        allow_repeats=False,
        options={},
    )
    return _wish_problems(chosen, request)


def _wish_problems(chosen: Method, request: Request) -> list[Problem]:
    if request.together and not chosen.keeps_partners:
        return [
            Problem(
                "together-not-here",
                "Only where partners are drawn can some of them be kept together.",
            )
        ]
    sizes = request.table_sizes
    return contradictions(request, sizes[0] if sizes else max({2, 4} & {*chosen.table_sizes}))


def feasible(
    method: str,
    n: int,
    rounds: int | None,
    table_size: int | Sequence[int] | None = None,
    **options: Any,
) -> list[Problem]:
    """What cannot work with ``n`` entries, for the page where a tournament is set up."""
    chosen = get_method(method)
    return chosen.feasible(
        n, checked_rounds(rounds), checked_sizes(table_size), chosen.checked_options(options)
    )
