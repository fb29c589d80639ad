"""The stages of a tournament as a page, and who would go on to the next one.

The list is folded from the facts as they are now, so that nobody goes on by a list that a
rebuild has not caught up with. Reads only.
"""

from dataclasses import dataclass

from tournaments.chain_texts import criterion_label
from tournaments.draw_texts import method_text
from tournaments.fold import standing_rows
from tournaments.models import Entry, EntryStatus, RoundStatus, Stage, Tournament
from tournaments.selectors.facts import standings_facts, terms_of
from tournaments.selectors.stages import has_begun, valid_rounds


@dataclass(frozen=True, slots=True)
class StageLine:
    """A stage with how far it is. ``state``: ``planned``, ``begun``, ``over``."""

    stage: Stage
    method: str
    chain: list[str]
    closed: int
    state: str
    can_drop: bool
    can_take_back: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row of the list before; ``goes_on`` is what the plan says, ``is_here`` whether they can."""

    entry: Entry
    rank: int
    total: int
    tied: bool
    goes_on: bool
    is_here: bool


@dataclass(frozen=True, slots=True)
class StagesPage:
    """``next`` is the stage that would begin now; ``tied`` who share a rank across the line."""

    lines: list[StageLine]
    next: Stage | None
    candidates: list[Candidate]
    waiting_for: str
    tied: list[str]


def ranked_now(tournament: Tournament) -> list[tuple[int, int, int, bool]]:
    """(entry id, rank, total, tied) of the list as the facts are now."""
    facts = standings_facts(tournament.pk)
    if facts is None or not facts.rounds:
        return []
    rows = standing_rows(facts.entries, facts.rounds, terms_of(facts))
    return [(row.entry, row.rank, row.total, row.tied) for row in rows]


def stages_page(tournament: Tournament) -> StagesPage:
    """Every stage, and the list of who goes on where the next one can begin."""
    stages = list(tournament.stages.order_by("number"))
    lines = [_line(stage, is_last=stage is stages[-1]) for stage in stages]
    following = next((stage for stage in stages if not has_begun(stage)), None)
    before = lines[following.number - 2] if following else None
    if following is None or before is None or not _is_over(before):
        return StagesPage(lines, following, [], "open" if following else "", [])
    candidates = _candidates(tournament, following)
    return StagesPage(lines, following, candidates, "", _tied_at_the_line(candidates))


def _is_over(line: StageLine) -> bool:
    """Whether every drawn round is closed and there is one: the rest may be given up."""
    return bool(line.closed) and line.state != "open"


def _line(stage: Stage, *, is_last: bool) -> StageLine:
    rounds = valid_rounds(stage)
    closed = sum(round_.status == RoundStatus.CLOSED for round_ in rounds)
    state = "planned"
    if len(rounds) > closed:
        state = "open"
    elif closed >= stage.planned_rounds:
        state = "over"
    elif has_begun(stage):
        state = "begun"
    return StageLine(
        stage=stage,
        method=method_text(stage.format),
        chain=[criterion_label(key) for key in stage.chain],
        closed=closed,
        state=state,
        can_drop=is_last and not has_begun(stage),
        can_take_back=is_last and stage.number > 1 and has_begun(stage) and not rounds,
    )


def _candidates(tournament: Tournament, stage: Stage) -> list[Candidate]:
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    left = stage.qualify if stage.qualify is not None else len(entries)
    found = []
    before = tournament.stages.get(number=stage.number - 1)
    among = None if before.qualified is None else {*before.qualified}
    for pk, rank, total, tied in ranked_now(tournament):
        if among is not None and pk not in among:
            continue
        is_here = entries[pk].status == EntryStatus.PRESENT
        found.append(Candidate(entries[pk], rank, total, tied, is_here and left > 0, is_here))
        left -= is_here
    return found


def _tied_at_the_line(candidates: list[Candidate]) -> list[str]:
    """Names of those who share the last rank that goes on with somebody who does not."""
    inside = [one for one in candidates if one.goes_on]
    outside = [one for one in candidates if one.is_here and not one.goes_on]
    if not inside or not outside or inside[-1].rank != outside[0].rank:
        return []
    return [one.entry.name for one in candidates if one.is_here and one.rank == inside[-1].rank]
