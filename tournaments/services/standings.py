"""Standings are rebuilt, never edited: wanted, then built.

Whatever changes a fact bumps ``wanted`` in its own transaction. A rebuild reads
everything, folds those lists whose facts have changed (``tournaments.fold``, told by
a digest) and writes only the rows that changed;
its last statement moves ``built`` from the value it had read to the ``wanted``
it had read. Where another rebuild came in between, that statement finds no row
and all of this one is rolled back and done again. So bursts fold, two workers
never mix their rows, and the row that confirmations bump is held for no longer
than the commit.
"""

import logging

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from tournaments import live
from tournaments.fold import StandingRow, list_digests, standing_rows
from tournaments.lists import list_rows, ranked_lists
from tournaments.models import Standing, StandingsState
from tournaments.selectors.facts import Facts, standings_facts, terms_of
from tournaments.selectors.standings import standings_stored
from tournaments.services.standing_rows import standings_store

log = logging.getLogger(__name__)

ATTEMPTS = 5

ListKey = tuple[str, int]  # a list's key and after_round
Digests = dict[str, list[str]]  # StandingsState.lists


def standings_bump(*, tournament_id: int) -> None:
    """Say that the standings are out of date, in the caller's transaction; ask for a rebuild after it."""
    if not StandingsState.objects.filter(tournament_id=tournament_id).update(
        wanted=F("wanted") + 1
    ):
        StandingsState.objects.get_or_create(tournament_id=tournament_id)
        StandingsState.objects.filter(tournament_id=tournament_id).update(wanted=F("wanted") + 1)
    transaction.on_commit(lambda: _ask(tournament_id))


def _ask(tournament_id: int) -> None:
    """Send the task. Without a broker nothing is lost: the worker sweeps what is wanted."""
    from tournaments.tasks import standings_task

    try:
        standings_task.apply_async(args=(tournament_id,), retry=False)
    except Exception:
        log.exception("standings task not sent tournament=%s", tournament_id)


def standings_rebuild(*, tournament_id: int) -> bool:
    """Bring the standings up to what is wanted; whether anything was to do.

    Safe to call at any time, by any number of processes.
    """
    for _attempt in range(ATTEMPTS):
        facts = standings_facts(tournament_id)
        if facts is None or facts.wanted <= facts.built:
            return False
        terms = terms_of(facts)
        lists = ranked_lists(facts.entries, terms, facts.wanted_lists)
        digests = {ranked.key: list_digests(ranked, facts.marks) for ranked in lists}
        stale = _stale(facts.lists, digests)
        rows: dict[ListKey, list[StandingRow]] = {}
        for after in range(1, len(facts.rounds) + 1):
            if made := [ranked for ranked in lists if (ranked.key, after) in stale]:
                everybody = standing_rows(facts.entries, facts.rounds[:after], terms)
                rows |= {(each.key, after): list_rows(each, everybody) for each in made}
        if _publish(tournament_id, facts, stale, rows, digests):
            live.publish(tournament_id, facts.wanted)
            return True
    log.warning("standings left to the next sweep tournament=%s", tournament_id)
    return False


def standings_sweep() -> int:
    """Rebuild whatever is wanted and not built; how many tournaments that were."""
    pending = StandingsState.objects.filter(wanted__gt=F("built")).values_list("pk", flat=True)
    built = 0
    for pk in list(pending):
        try:
            built += standings_rebuild(tournament_id=pk)
        except Exception:
            log.exception("standings not rebuilt tournament=%s", pk)
    return built


def _stale(built: Digests, wanted: Digests) -> set[ListKey]:
    """The lists that are stored otherwise than wanted, or no longer wanted at all."""
    before, now = (
        {(key, after): each for key in lists for after, each in enumerate(lists[key], start=1)}
        for lists in (built, wanted)
    )
    return {key for key in before.keys() | now.keys() if before.get(key) != now.get(key)}


def _publish(
    tournament_id: int,
    facts: Facts,
    stale: set[ListKey],
    lists: dict[ListKey, list[StandingRow]],
    digests: Digests,
) -> bool:
    stored = standings_stored(tournament_id, stale) if stale else {}
    changed: list[tuple[str, int, StandingRow]] = []
    for (key, after), rows in lists.items():
        for row in rows:
            _pk, before = stored[key, after].pop(row.entry, (0, None))
            if row != before:
                changed.append((key, after, row))
    gone = sorted(pk for left in stored.values() for pk, _row in left.values())
    try:
        with transaction.atomic():
            standings_store(tournament_id, changed)
            if gone:
                Standing.objects.filter(pk__in=gone).delete()
            _advance(tournament_id, facts, digests)
    except _Overtaken:
        return False
    except DatabaseError:
        log.exception("standings rebuild rolled back tournament=%s", tournament_id)
        return False
    return True


class _Overtaken(Exception):
    """Another rebuild moved ``built`` meanwhile."""


def _advance(tournament_id: int, facts: Facts, digests: Digests) -> None:
    moved = StandingsState.objects.filter(tournament_id=tournament_id, built=facts.built).update(
        built=facts.wanted, built_at=timezone.now(), lists=digests
    )
    if not moved:
        raise _Overtaken
