"""From the facts of a tournament to the rows of its lists: a fold over everything, nothing stored.

Facts are what tables, waits and late comers left behind, per entry and round.
The fold works out what credits are worth, hands the figures to ``rank()``, and
turns the answer into rows. A list is made from nothing or not at all: where its
digest is that of the stored list, the same rows would come out; so a correction two
rounds back needs no special case.

Words: a *cell* is what a row shows for one round, ``{"points": int | None,
"state": …}``; states are ``result``, ``wait``, ``late``, ``missed``, ``void``, ``playing``
(seated, not confirmed yet) and ``none``; ``before`` marks the rounds of an earlier stage.
Never a database here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, NamedTuple

from tournaments.deciding import Tally, balance
from tournaments.ranking import Row, rank

Cell = dict[str, Any]


class Result(NamedTuple):
    """What an entry got out of a round at a table (points, and the facts rankings ask for).

    ``beside``: at another table of a knock-out's round than the first, which is the final's.
    """

    points: int
    against: int = 0
    opponents: Sequence[int] = ()
    matches: int = 0
    games_won: int = 0
    corrected: bool = False
    beside: bool = False


@dataclass(slots=True)
class EntryFacts:
    """One entry: results and credit kinds by round index (0-based); its lists beside the main one.

    ``gave_up``: the indexes of the rounds in which it gave up its match, which it has lost.
    """

    withdrawn_from: int | None = None
    gave_up: tuple[int, ...] = ()
    results: dict[int, Result] = field(default_factory=dict)
    credits: dict[int, str] = field(default_factory=dict)
    number: int = 0
    team: str = ""
    categories: tuple[str, ...] = ()
    #: The cells of the results, each made once for the lists of all rounds.
    cells: dict[int, Cell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """How one stage counts: from which round index on, by which chain and lot, among whom.

    ``qualified``: who plays in it. ``carry``: the total of the stage before counts as well.
    """

    first: int
    chain: tuple[str, ...]
    lot_seed: int
    qualified: frozenset[int] = frozenset()
    carry: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """How a list is made: the chain, the game's direction, what a credit is worth, the lot's seed.

    ``later`` are the stages after the first, in order.
    """

    chain: tuple[str, ...]
    low_is_good: bool
    credit_rule: str
    credit_points: int | None
    lot_seed: int
    later: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class RankedList:
    """A list to be made after every round: its key, how it is made, and who stands in it.

    ``members``: those of the entries who stand in it (None: all). A list of ``teams`` has instead
    their names and members, of whom the best ``counted`` count.
    """

    key: str
    terms: Terms
    entries: Mapping[int, EntryFacts]
    members: frozenset[int] | None = None
    teams: tuple[tuple[str, tuple[int, ...]], ...] | None = None
    counted: int = 0


class StandingRow(NamedTuple):
    """A row of a list, ready to be stored. All lists after a round share its cells: never changed."""

    entry: int
    rank: int
    total: int
    tied: bool
    values: list[Cell]
    reason: dict[str, Any] | None
    team: str = ""


KNOCK_OUT = "knock-out"
#: Goes up with every change by which the same facts make other rows.
VERSION = 8
#: Credit kinds that the tournament's rule gives something for. A missed round gets nothing.
CREDITED = frozenset({"wait", "late", "void"})


def half_up(total: int, count: int) -> int:
    """``total / count`` as an integer, halves upwards (our reading for an average of points)."""
    return (2 * total + count) // (2 * count)


def credit_value(terms: Terms, kind: str, played: Sequence[int]) -> int | None:
    """What a round that was not played is worth, in the game's unit; None: nothing is entered."""
    if kind not in CREDITED:
        return None
    if terms.credit_rule == "fixed":
        return terms.credit_points
    if terms.credit_rule == "average" and played:
        return half_up(sum(played), len(played))
    return None


def list_digests(ranked: RankedList, marks: Iterable[str]) -> list[str]:
    """What the list after each round is made from, in one digest; ``marks`` are the rounds'."""
    heads = [(e, known.withdrawn_from, known.gave_up) for e, known in ranked.entries.items()]
    members = None if ranked.members is None else sorted(ranked.members)
    made = (VERSION, ranked.key, ranked.terms, heads, members, ranked.teams, ranked.counted)
    head = blake2b(repr(made).encode(), digest_size=16)
    digests = []
    for mark in marks:
        digest = head.copy()
        digest.update(mark.encode())
        digests.append(digest.hexdigest())
    return digests


def standing_rows(
    entries: Mapping[int, EntryFacts], rounds: Sequence[str], terms: Terms
) -> list[StandingRow]:
    """The list after ``rounds`` (their statuses, ``playing`` or ``closed``, in order).

    In a later stage those who play in it stand in front, by its own chain and rounds; all others
    stand behind them as the stage before left them.
    """
    stage = next((part for part in reversed(terms.later) if part.first < len(rounds)), None)
    if stage is None:
        return _rows(entries, rounds, terms, Part(0, terms.chain, terms.lot_seed), {})
    before = {row.entry: row for row in standing_rows(entries, rounds[: stage.first], terms)}
    inside = {entry: entries[entry] for entry in before if entry in stage.qualified}
    carried = {entry: before[entry].total for entry in inside} if stage.carry else {}
    ahead = [
        row._replace(values=[*_passed(before[row.entry]), *row.values])
        for row in _rows(inside, rounds, terms, stage, carried)
    ]
    behind = [row for row in before.values() if row.entry not in stage.qualified]
    missed: list[Cell] = [{"points": None, "state": "none"}] * (len(rounds) - stage.first)
    passed = {row.rank for row in behind}
    ranks = {place: 1 + len(ahead) + sum(row.rank < place for row in behind) for place in passed}
    return [
        *ahead,
        *(row._replace(rank=ranks[row.rank], values=[*_passed(row), *missed]) for row in behind),
    ]


def _passed(row: StandingRow) -> list[Cell]:
    """The cells of an earlier stage."""
    return [{**cell, "before": True} for cell in row.values]


def _rows(
    entries: Mapping[int, EntryFacts],
    rounds: Sequence[str],
    terms: Terms,
    stage: Part,
    carried: Mapping[int, int],
) -> list[StandingRow]:
    """The rows of one stage by its rounds so far; ``carried`` counts as if it were a round before."""
    span = range(stage.first, len(rounds))
    results: dict[int, list[int | None]] = {}
    credited: dict[int, list[int]] = {}
    facts: dict[int, dict[str, Any]] = {}
    for entry, known in entries.items():
        played = [known.results[index] for index in span if index in known.results]
        row: list[int | None] = [carried[entry]] if carried else []
        if carried:
            credited[entry] = [0]
        for index in span:
            if index in known.results:
                row.append(known.results[index].points)
                continue
            value = None
            if index in known.credits:
                value = credit_value(terms, known.credits[index], [r.points for r in played])
            if value is not None:
                credited.setdefault(entry, []).append(len(row))
            row.append(value)
        results[entry] = row
        facts[entry] = _facts(played, stage.chain)
    out: dict[int, int] = {}
    if KNOCK_OUT in stage.chain:
        found = knock_out_places(entries, span, rounds, low_is_good=terms.low_is_good)
        for entry, (place, lost_in) in found.items():
            facts[entry][KNOCK_OUT] = place
            out[entry] = lost_in
    ranked = rank(
        results,
        list(stage.chain),
        low_is_good=terms.low_is_good,
        lot_seed=stage.lot_seed,
        facts=facts,
        credits=credited,
    )
    if carried:
        ranked = [
            line._replace(dropped=tuple(index - 1 for index in line.dropped)) for line in ranked
        ]
        results = {entry: row[1:] for entry, row in results.items()}
    return [
        _row(
            line,
            results[line.entry],
            entries[line.entry],
            _seen_by(rounds, out.get(line.entry)),
            stage.first,
        )
        for line in ranked
    ]


def _facts(played: Sequence[Result], chain: Sequence[str]) -> dict[str, Any]:
    """What the chain asks of the rounds somebody played, beside their points."""
    facts: dict[str, Any] = {}
    if "matches" in chain:
        facts["matches"] = sum(result.matches for result in played)
    if "wins" in chain:
        facts["wins"] = sum(result.games_won for result in played)
    if "direct" in chain or "buchholz" in chain:
        facts["games"] = [(r.opponents, r.points, r.against) for r in played]
    return facts


def _seen_by(rounds: Sequence[str], lost_in: int | None) -> Sequence[str]:
    """The rounds' statuses for somebody who plays in none after the index of the one it lost."""
    if lost_in is None:
        return rounds
    return [status if at <= lost_in else "closed" for at, status in enumerate(rounds)]


def _row(
    line: Row,
    values: Iterable[int | None],
    known: EntryFacts,
    rounds: Sequence[str],
    first: int,
) -> StandingRow:
    """A row whose ``values`` begin with round index ``first``."""
    cells: list[Cell] = []
    for index, points in enumerate(values, start=first):
        cell = known.cells.get(index)
        if cell is None:
            cell = {"points": points, "state": _state(known, index, rounds[index])}
            if index in known.results:
                if known.results[index].corrected:
                    cell["corrected"] = True
                known.cells[index] = cell
        cells.append({**cell, "dropped": True} if index - first in line.dropped else cell)
    return StandingRow(line.entry, line.rank, line.total, line.tied, cells, _reason(line))


def _reason(line: Row) -> dict[str, Any] | None:
    """Why the row stands there; in a knock-out every row says when its entry lost."""
    if KNOCK_OUT not in line.values or (line.reason or {}).get("key") not in {
        None,
        KNOCK_OUT,
        "shared",
    }:
        return line.reason
    return {"key": KNOCK_OUT, "own": line.values[KNOCK_OUT], "tied": line.tied}


def knock_out_places(
    entries: Mapping[int, EntryFacts], span: range, rounds: Sequence[str], *, low_is_good: bool
) -> dict[int, tuple[int | None, int]]:
    """For each entry its place, and the index of the last round it was in.

    The place is how many were still in when it lost, itself among them: 2 in the final, 4 in a
    semi-final (3 for who then won the game for place three); 1 for who has not lost, None for who
    was not in the bracket. Whoever is away from the next round on has lost that one. ``span`` are the
    indices of the knock-out's rounds.
    """
    places: dict[int, tuple[int | None, int]] = dict.fromkeys(entries, (1, span.stop))
    if not span:
        return places
    first = span.start
    in_bracket = [
        known
        for known in entries.values()
        if _outcome(entries, known, first, span, rounds, low_is_good=low_is_good, semi=False)
        is not None
    ]
    size = 1 << max(1, (len(in_bracket) - 1).bit_length())
    for entry, known in entries.items():
        left = size
        for index in span:
            semi = left == 4
            outcome = _outcome(
                entries, known, index, span, rounds, low_is_good=low_is_good, semi=semi
            )
            if outcome is None:
                places[entry] = (None, first - 1)
            elif outcome < 0:
                third = semi and _won(entries, known, index + 1, low_is_good=low_is_good) > 0
                places[entry] = (3 if third else left, index)
            if outcome is None or outcome <= 0:
                break
            left //= 2
        else:
            if known.withdrawn_from is not None and known.withdrawn_from <= span.stop + 1:
                places[entry] = (left, span.stop)
    return places


def _outcome(
    entries: Mapping[int, EntryFacts],
    known: EntryFacts,
    index: int,
    span: range,
    rounds: Sequence[str],
    *,
    low_is_good: bool,
    semi: bool,
) -> int | None:
    """What a round did to an entry: −1 lost, 1 goes on, 0 nothing yet; None: never in the bracket."""
    if decided := _walked_over(entries, known, index):
        return decided
    own = known.results.get(index)
    after = range(index + 1, span.stop)
    plays_on = _plays_on(known, after, semi=semi)
    if own is not None:
        other = entries.get(own.opponents[0]) if own.opponents else None
        theirs = _plays_on(other, after, semi=semi) if other is not None else 0
        if plays_on != theirs:  # a result put right later does not change who went on
            return 1 if plays_on > theirs else -1
        return _won(entries, known, index, low_is_good=low_is_good)
    if known.credits.get(index) == "wait" or plays_on > 0:
        return 1
    is_void = known.credits.get(index) == "void"
    away = known.withdrawn_from
    is_away = away is not None and away <= index + 1 + is_void
    if not is_away and (is_void or rounds[index] == "playing"):
        return 0
    return -1 if is_void or index > span.start else None


def _plays_on(known: EntryFacts, span: range, *, semi: bool) -> int:
    """1 played or waited in one of these rounds, 0 not yet, −1 played for place three after a semi."""
    beside = semi and any(known.results[at].beside for at in span if at in known.results)
    if beside:
        return -1
    return int(any(at in known.results or known.credits.get(at) == "wait" for at in span))


def _won(
    entries: Mapping[int, EntryFacts], known: EntryFacts, index: int, *, low_is_good: bool
) -> int:
    """1 won, −1 lost, 0 nothing decides (or not played) in the round with that index."""
    if decided := _walked_over(entries, known, index):
        return decided
    own = known.results.get(index)
    other = entries.get(own.opponents[0]) if own and own.opponents else None
    theirs = other.results.get(index) if other else None
    if own is None or theirs is None:
        return 0
    return balance(
        Tally(own.games_won, own.points),
        Tally(theirs.games_won, theirs.points),
        low_is_good=low_is_good,
    )


def _walked_over(entries: Mapping[int, EntryFacts], known: EntryFacts, index: int) -> int:
    """Whose the round with that index is whatever the figures: 1 the entry's, −1 the other side's, 0 open.

    An entry loses it by giving up, or by leaving its seat to somebody who plays for nobody (who is
    not among the ``entries``).
    """
    if index in known.gave_up or known.credits.get(index) == "missed":
        return -1
    own = known.results.get(index)
    if own is None or not own.opponents:
        return 0
    other = entries.get(own.opponents[0])
    return int(other is None or index in other.gave_up)


def _state(known: EntryFacts, index: int, status: str) -> str:
    if index in known.results:
        return "result"
    if index in known.credits:
        return known.credits[index]
    gone = known.withdrawn_from is not None and index + 1 >= known.withdrawn_from
    return "playing" if status == "playing" and not gone else "none"
