"""What standings are made from: all facts of a tournament, as of one moment.

One statement reads them, so that they belong together. Each of its rows has a *kind*,
an *owner* (the entry's id, where there is one), a round's *number* and the columns
its kind needs. JSON comes as text and is parsed where somebody asks for it.

Words: the *mark* of a round is a digest of everything that it and the rounds before it
left behind. Two rebuilds that read the same mark would make the same rows.
"""

import json
from dataclasses import dataclass, field
from hashlib import blake2b
from operator import itemgetter
from typing import Any

from django.db.models import Case, F, OuterRef, QuerySet, Subquery, TextField, Value, When
from django.db.models.functions import Cast

from scoring.rules import get_variant
from tournaments.fold import EntryFacts, Part, Result, Terms
from tournaments.formats import KNOCK_OUT
from tournaments.lists import Wanted
from tournaments.models import (
    Carry,
    Entry,
    EntryStatus,
    Round,
    RoundCredit,
    RoundStatus,
    Stage,
    StandingsState,
    Table,
    TableResult,
    Tournament,
)

COUNTING = [RoundStatus.PLAYING, RoundStatus.CLOSED]
EMPTY = Value(None, TextField())
COLUMNS = ("kind", "owner", "number", "a", "b", "c", "d", "e", "text", "rule", "json")
FactRow = tuple[Any, ...]


@dataclass(slots=True)
class Facts:
    """Everything a rebuild needs. ``rounds`` are the statuses in order, ``marks`` their marks.

    ``lists`` is what the stored lists were made from (``StandingsState.lists``),
    ``wanted_lists`` which ones there are to be.
    """

    wanted: int
    built: int
    lists: dict[str, list[str]]
    chain: list[str]
    low_is_good: bool
    credit_rule: str
    credit_points: int | None
    seed: int
    wanted_lists: Wanted = field(default_factory=Wanted)
    later: tuple[Part, ...] = ()
    rounds: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    entries: dict[int, EntryFacts] = field(default_factory=dict)


#: The id of the first table of a knock-out's round, which is the final's; none elsewhere.
FIRST_TABLE = Case(
    When(
        stage__format=KNOCK_OUT,
        then=Subquery(Table.objects.filter(round=OuterRef("pk")).order_by("pk").values("pk")[:1]),
    )
)


def standings_facts(tournament_id: int) -> Facts | None:
    """All facts of a tournament in one query; None where it has no standings state yet."""
    counting = {"tournament_id": tournament_id, "round__status__in": COUNTING}
    # The results come first: the first part decides the types of all columns.
    statement = _columns(
        TableResult.objects.filter(**counting),
        kind=Value("result"),
        owner=F("entry_id"),
        number=F("round__number"),
        a=F("points"),
        b=F("against"),
        c=F("matches"),
        d=F("games_won"),
        e=F("corrected"),
        text=_text("table_id"),
        json=_text("opponents"),
    ).union(
        _columns(
            StandingsState.objects.filter(pk=tournament_id),
            kind=Value("state"),
            a=F("wanted"),
            b=F("built"),
            json=_text("lists"),
        ),
        _columns(
            Tournament.objects.filter(pk=tournament_id),
            kind=Value("tournament"),
            a=F("credit_points"),
            b=F("team_counted"),
            text=F("variant"),
            rule=F("credit_rule"),
            json=_text("categories"),
        ),
        _columns(
            Stage.objects.filter(tournament_id=tournament_id),
            kind=Value("stage"),
            number=F("number"),
            a=F("planned_rounds"),
            b=F("seed"),
            text=_text("qualified"),
            rule=F("carry"),
            json=_text("chain"),
        ),
        _columns(
            Round.objects.filter(tournament_id=tournament_id, status__in=COUNTING),
            kind=Value("round"),
            number=F("number"),
            a=FIRST_TABLE,
            text=F("status"),
        ),
        _columns(
            Entry.objects.filter(tournament_id=tournament_id, outside_ranking=False),
            kind=Value("entry"),
            owner=F("id"),
            number=F("number"),
            a=F("withdrawn_from"),
            text=F("status"),
            rule=F("team"),
            json=_text("categories"),
        ),
        _columns(
            RoundCredit.objects.filter(**counting),
            kind=Value("credit"),
            owner=F("entry_id"),
            number=F("round__number"),
            text=F("kind"),
        ),
        _columns(
            Entry.objects.filter(
                given_up__round__tournament=tournament_id, given_up__round__status__in=COUNTING
            ),
            kind=Value("given-up"),
            owner=F("id"),
            number=F("given_up__round__number"),
        ),
        all=True,
    )
    return _gather(list(statement))


def terms_of(facts: Facts) -> Terms:
    """How a list of these facts is made."""
    return Terms(
        chain=tuple(facts.chain),
        low_is_good=facts.low_is_good,
        credit_rule=facts.credit_rule,
        credit_points=facts.credit_points,
        lot_seed=facts.seed,
        later=facts.later,
    )


def _columns(rows: QuerySet[Any], **given: Any) -> QuerySet[Any]:
    """The common columns of the one statement; what is not given is empty.

    Aliases start with ``f_``: a model's own field of the same name must not get in the way.
    """
    values = {f"f_{name}": given.get(name, EMPTY) for name in COLUMNS}
    columns: QuerySet[Any] = rows.order_by().annotate(**values).values_list(*values)
    return columns


def _text(name: str) -> Cast:
    return Cast(name, TextField())


def _gather(rows: list[FactRow]) -> Facts | None:
    kinds: dict[str, list[FactRow]] = {}
    for row in rows:
        kinds.setdefault(row[0], []).append(row)
    if not {"tournament", "stage", "state"} <= kinds.keys():
        return None
    _kind, _owner, _n, wanted, built, *_empty, lists = kinds["state"][0]
    _kind, _owner, _n, credit_points, counted, *_empty, variant, rule, categories = kinds[
        "tournament"
    ][0]
    _first, _planned, seed, *_empty, chain = min(kinds["stage"], key=lambda row: row[2])[2:]
    facts = Facts(
        wanted=wanted,
        built=built,
        lists=json.loads(lists),
        chain=json.loads(chain),
        low_is_good=get_variant(variant).low_is_good,
        credit_rule=rule,
        credit_points=credit_points,
        seed=seed,
        wanted_lists=_wanted_lists(json.loads(categories), counted),
    )
    results, credits_ = kinds.get("result", []), kinds.get("credit", [])
    rounds = sorted(kinds.get("round", []), key=lambda row: row[2])
    numbers = [(row[2], row[8]) for row in rounds]
    facts.rounds = [status for _number_, status in numbers]
    facts.later = _later(kinds["stage"], [number for number, _status in numbers])
    facts.marks = _marks(numbers, [*results, *credits_])
    at = {number: index for index, (number, _status) in enumerate(numbers)}
    facts.entries = _entries(
        kinds.get("entry", []),
        results,
        credits_,
        at,
        {row[2]: str(row[3]) for row in rounds if row[3] is not None},
    )
    for _kind, owner, number, *_empty in sorted(kinds.get("given-up", []), key=itemgetter(2)):
        if owner in facts.entries:
            facts.entries[owner].gave_up += (at[number],)
    return facts


def _wanted_lists(categories: list[dict[str, Any]], counted: int | None) -> Wanted:
    return Wanted(
        categories=tuple(each["key"] for each in categories),
        apart=frozenset(each["key"] for each in categories if each.get("apart")),
        team_counted=counted,
    )


def _later(stages: list[FactRow], numbers: list[int]) -> tuple[Part, ...]:
    """The stages after the first that have begun; ``numbers`` are those of the rounds that count."""
    parts, planned = [], 0
    for _kind, _owner, _n, rounds, seed, *_empty, qualified, carry, chain in sorted(
        stages, key=lambda row: row[2]
    ):
        if planned and qualified is not None:
            parts.append(
                Part(
                    first=sum(number <= planned for number in numbers),
                    chain=tuple(json.loads(chain)),
                    lot_seed=seed,
                    qualified=frozenset(json.loads(qualified)),
                    carry=carry == Carry.TOTAL,
                )
            )
        planned += rounds
    return tuple(parts)


def _marks(rounds: list[tuple[int, str]], rows: list[FactRow]) -> list[str]:
    """The mark of each round, in order."""
    left: dict[int, list[FactRow]] = {number: [] for number, _status in rounds}
    for row in rows:
        left[row[2]].append(row)
    digest = blake2b(digest_size=16)
    marks = []
    for number, status in rounds:
        digest.update(repr((number, status, sorted(left[number]))).encode())
        marks.append(digest.hexdigest())
    return marks


def _entries(
    entries: list[FactRow],
    results: list[FactRow],
    credits_: list[FactRow],
    at: dict[int, int],
    finals: dict[int, str],
) -> dict[int, EntryFacts]:
    """Who stands in the lists, by id, with what the rounds brought.

    ``at``: number → index; ``finals``: a knock-out's round → its first table.
    Whoever went before anything was played or waited for stands in none.
    """
    known = {
        row[1]: EntryFacts(
            withdrawn_from=row[3],
            number=row[2],
            team=row[9],
            categories=() if row[10] == "[]" else tuple(json.loads(row[10])),
        )
        for row in entries
    }
    seen = {row[1] for row in entries if row[8] == EntryStatus.PRESENT}
    # Parsed in one go: a call per row would cost more than all the rest of this.
    opponents = json.loads(f"[{','.join(row[-1] for row in results)}]")
    for (_kind, owner, number, a, b, c, d, e, table, *_), met in zip(
        results, opponents, strict=True
    ):
        if owner in known:
            seen.add(owner)
            beside = finals.get(number, table) != table
            known[owner].results[at[number]] = Result(a, b, met, c, d, e, beside)
    for _kind, owner, number, *_, kind, _rule, _json in credits_:
        if owner in known:
            gone = known[owner].withdrawn_from
            if kind == RoundCredit.Kind.WAIT and gone is not None and number >= gone:
                continue  # drawn to wait, and gone before the round began
            seen.add(owner)
            known[owner].credits[at[number]] = kind
    return {owner: known[owner] for owner in sorted(seen)}
