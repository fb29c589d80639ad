"""The lists beside the main one: categories and teams, picked from one ranking of everybody.

Words: *everybody* are the rows of the ranking over all entries, in order. A *category* list is those
of its members, ranked among themselves; so equals stand in the same order in every list, the same lot
decided. A *team* is the entries of one name; the best of them count, in the game's own direction.
People in a category that is *apart* (guests) stand in its list and in no other.

Pure: never a database.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.fold import Cell, EntryFacts, RankedList, StandingRow, Terms

MAIN_LIST = "main"
TEAMS_LIST = "teams"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which lists a tournament has: keys of its categories, those apart, how many count for a team."""

    categories: tuple[str, ...] = ()
    apart: frozenset[str] = frozenset()
    team_counted: int | None = None


def ranked_lists(
    entries: Mapping[int, EntryFacts], terms: Terms, wanted: Wanted
) -> list[RankedList]:
    """The lists that are made after every round, the main one first."""
    guests = {pk for pk, known in entries.items() if wanted.apart.intersection(known.categories)}
    ranked = frozenset(entries) - guests if guests else None
    found = [RankedList(MAIN_LIST, terms, entries, members=ranked)]
    for key in wanted.categories:
        inside = frozenset(pk for pk, known in entries.items() if key in known.categories)
        members = inside if key in wanted.apart else inside - guests
        found.append(RankedList(key, terms, entries, members=members))
    if wanted.team_counted:
        teams: dict[str, list[int]] = {}
        for pk in sorted(entries, key=lambda pk: (entries[pk].number, pk)):
            if entries[pk].team and pk not in guests:
                teams.setdefault(entries[pk].team, []).append(pk)
        sides = tuple((name, tuple(members)) for name, members in teams.items())
        found.append(
            RankedList(TEAMS_LIST, terms, entries, teams=sides, counted=wanted.team_counted)
        )
    return found


def list_rows(ranked: RankedList, everybody: Sequence[StandingRow]) -> list[StandingRow]:
    """The rows of a list, picked from everybody's."""
    if ranked.teams is not None:
        return team_rows(everybody, ranked.teams, ranked.counted, ranked.terms.low_is_good)
    if ranked.members is None:
        return list(everybody)
    return member_rows(everybody, ranked.members, ranked.terms.chain)


def member_rows(
    everybody: Iterable[StandingRow], members: frozenset[int], chain: Sequence[str]
) -> list[StandingRow]:
    """The members' rows, ranked among themselves; who is separated by what, said anew."""
    picked: list[StandingRow] = []
    ranks: list[int] = []  # the rank among everybody of each picked row
    between: list[dict[str, Any]] = []
    for row in everybody:
        if row.reason is not None:
            between.append(row.reason)
        if row.entry not in members:
            continue
        same = bool(ranks) and ranks[-1] == row.rank
        rank = picked[-1].rank if same else len(picked) + 1
        reason = _combined(between, chain) if picked else None
        picked.append(row._replace(rank=rank, reason=reason, tied=same))
        if same:
            picked[-2] = picked[-2]._replace(tied=True)
        ranks.append(row.rank)
        between = []
    return picked


def _combined(reasons: Sequence[dict[str, Any]], chain: Sequence[str]) -> dict[str, Any] | None:
    """What separates the last of some rows from the first: the earliest criterion between them.

    All rows in between are equal up to it, so its figures are those of the two ends.
    """
    if len(reasons) < 2:
        return reasons[0] if reasons else None
    place = {key: at for at, key in enumerate(chain)}
    unequal = [each for each in reasons if each["key"] != "shared"]
    if not unequal:
        return reasons[-1]
    key = min(unequal, key=lambda each: place.get(each["key"], -1))["key"]
    those = [each for each in unequal if each["key"] == key]
    if "above" not in those[0]:
        return those[-1]
    return {**those[-1], "above": those[0]["above"]}


def team_rows(
    everybody: Sequence[StandingRow],
    teams: Iterable[tuple[str, Sequence[int]]],
    counted: int,
    low_is_good: bool,
) -> list[StandingRow]:
    """Teams by the sum of their ``counted`` best members; equals share the rank.

    A cell is a member, the best first, ``dropped`` where they are one too many; one that is missing
    has the state ``missing``. Where low is good, a team with fewer counted rounds stands behind.
    """
    rows = {row.entry: row for row in everybody}
    order = {row.entry: at for at, row in enumerate(everybody)}
    found: list[tuple[int, int, StandingRow]] = []
    for name, members in teams:
        here = sorted((pk for pk in members if pk in rows), key=order.__getitem__)
        if not here:
            continue
        best = here[:counted]
        cells: list[Cell] = [
            {
                "points": rows[pk].total,
                "state": "member",
                "entry": pk,
                **({} if pk in best else {"dropped": True}),
                **({"corrected": True} if _is_corrected(rows[pk]) else {}),
            }
            for pk in here
        ]
        cells += [{"points": None, "state": "missing"}] * (counted - len(best))
        total = sum(rows[pk].total for pk in best)
        rounds = sum(_counts(cell) for pk in best for cell in rows[pk].values)
        row = StandingRow(here[0], 1, total, False, cells, None, name)
        found.append((-rounds if low_is_good else 0, total if low_is_good else -total, row))
    found.sort(key=lambda each: (each[0], each[1], order[each[2].entry]))
    return _ranked(found)


def _is_corrected(row: StandingRow) -> bool:
    return any(cell.get("corrected") for cell in row.values)


def _counts(cell: Cell) -> bool:
    return cell["points"] is not None and not cell.get("dropped") and not cell.get("before")


def _ranked(found: Sequence[tuple[int, int, StandingRow]]) -> list[StandingRow]:
    rows: list[StandingRow] = []
    for at, (rounds, points, row) in enumerate(found):
        above = found[at - 1] if at else None
        same = above is not None and above[:2] == (rounds, points)
        reason: dict[str, Any] | None = None
        if same:
            reason = {"key": "shared"}
            rows[-1] = rows[-1]._replace(tied=True)
        elif above is not None and above[0] != rounds:
            reason = {"key": "rounds", "own": -rounds, "above": -above[0]}
        rank = rows[-1].rank if same else at + 1
        rows.append(row._replace(rank=rank, tied=same, reason=reason))
    return rows
