"""Which lists beside the main one an entry stands in: its categories, its team.

Can be done at any time, a closed tournament included: a list is made anew from what it says now.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor, record
from jassclub.clubs.models import clean_name, name_key
from tournaments.errors import TournamentError
from tournaments.list_texts import category_name
from tournaments.models import Entry, Tournament
from tournaments.services.locks import tournament_locked
from tournaments.services.standings import standings_bump

TEAM_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Sorted:
    """What was chosen for an entry: keys of categories, and its team ("" for none)."""

    categories: Collection[str]
    team: str


@transaction.atomic
def entries_sort(*, tournament_id: int, actor: Actor, chosen: Mapping[int, Sorted]) -> int:
    """Put entries into lists; how many were changed. A team is spelled as whoever was first has it."""
    tournament = tournament_locked(tournament_id)
    return _sort(tournament, actor, chosen)


@dataclass(frozen=True, slots=True)
class Refused:
    """A pasted line that could not be taken, and why."""

    line: str
    why: str


@transaction.atomic
def entries_sort_pasted(
    *, tournament_id: int, actor: Actor, text: str
) -> tuple[int, list[Refused]]:
    """Lines of ``name; list, list; team``; a part that is left out stays as it is.

    Returns how many entries were changed and the lines that could not be taken.
    """
    tournament = tournament_locked(tournament_id)
    by_name: dict[str, list[Entry]] = {}
    for entry in tournament.entries.all():
        by_name.setdefault(name_key(entry.name), []).append(entry)
    lists = {name_key(category_name(each)): each["key"] for each in tournament.categories}
    lists |= {name_key(each["key"]): each["key"] for each in tournament.categories}
    chosen: dict[int, Sorted] = {}
    refused: list[Refused] = []
    for line in filter(str.strip, text.splitlines()):
        parts = [part.strip() for part in line.replace("\t", ";").split(";")]
        try:
            entry = _named(by_name, parts[0])
            chosen[entry.pk] = _chosen(entry, parts[1:], lists)
        except TournamentError as error:
            refused.append(Refused(line, error.message))
    return _sort(tournament, actor, chosen), refused


def _named(by_name: Mapping[str, Sequence[Entry]], name: str) -> Entry:
    found = by_name.get(name_key(name), [])
    if len(found) != 1:
        sentence = (
            _("Several people are called %(name)s: tick them by hand.")
            if found
            else _("Nobody called %(name)s is on the list of this tournament.")
        )
        raise TournamentError("name-unclear", sentence % {"name": name})
    return found[0]


def _chosen(entry: Entry, parts: Sequence[str], lists: Mapping[str, str]) -> Sorted:
    keys: Collection[str] = entry.categories
    if parts and parts[0]:
        names = [name_key(name) for name in parts[0].split(",") if name.strip()]
        if unknown := [name for name in names if name not in lists]:
            message = _("This tournament has no list %(name)s. Add it in the settings first.")
            raise TournamentError("no-such-list", message % {"name": unknown[0]})
        keys = [lists[name] for name in names]
    return Sorted(keys, parts[1] if len(parts) > 1 and parts[1] else entry.team)


def _sort(tournament: Tournament, actor: Actor, chosen: Mapping[int, Sorted]) -> int:
    known = [each["key"] for each in tournament.categories]
    teams = {name_key(team): team for team in _teams(tournament)}
    changed = []
    for entry in tournament.entries.order_by("number"):
        if entry.pk not in chosen:
            continue
        wanted = chosen[entry.pk]
        others = [key for key in entry.categories if key not in known]
        keys = [key for key in known if key in wanted.categories] + others
        name = clean_name(wanted.team)[:TEAM_LENGTH]
        team = teams.setdefault(name_key(name), name) if name else ""
        if (keys, team) == (entry.categories, entry.team):
            continue
        before = {"categories": entry.categories, "team": "…" if entry.team else ""}
        entry.categories, entry.team = keys, team
        changed.append(entry)
        record(
            actor=actor,
            action="entry.sort",
            object_kind="entry",
            object_id=entry.pk,
            club_id=tournament.club_id,
            tournament_id=tournament.pk,
            before=before,
            after={"categories": keys, "team": "…" if team else ""},
        )
    if changed:
        Entry.objects.bulk_update(changed, ["categories", "team"], batch_size=200)
        standings_bump(tournament_id=tournament.pk)
    return len(changed)


def _teams(tournament: Tournament) -> list[str]:
    return list(
        tournament.entries.exclude(team="").order_by("-number").values_list("team", flat=True)
    )
