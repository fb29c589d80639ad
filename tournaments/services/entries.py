"""Who takes part: announced before the evening, here, left; added at the door in seconds.

Words: *announced* is expected, *present* gets a seat in the next draw, *withdrawn* keeps its results
and gets no further seat. A *walk-in* is somebody nobody expected. A *substitute* fills a table and
stands in no ranking. *Late* is who comes when rounds are drawn already: for those it gets the
tournament's credit.

Every service locks the tournament first, so two desks that add one person make one entry. Start
numbers are given once and never move.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from jassclub.clubs.models import Player
from tournaments.errors import Conflict, TournamentError
from tournaments.formats import KNOCK_OUT
from tournaments.models import (
    Entry,
    EntryPlayer,
    EntryStatus,
    Round,
    RoundCredit,
    RoundStatus,
    Seat,
    Stage,
    Tournament,
)
from tournaments.selectors.stages import planned_rounds
from tournaments.services.entry_rows import (
    BEGUN,
    checked_name,
    entry_in,
    entry_with,
    is_drawn,
    locked,
    make_entry,
    person,
    record_entry,
)
from tournaments.services.recording import record_tournament
from tournaments.services.standings import standings_bump


@dataclass(frozen=True, slots=True)
class Arrival:
    """Who came in, and how: ``new`` (nobody knew them), ``known`` (on the club's list), ``made``
    (a new team), ``alone`` (a team without its partner), ``announced``, ``back`` (had left) or
    ``already`` (was here; nothing changed).
    """

    entry: Entry
    outcome: str


# -- before the evening ------------------------------------------------------------------------


@transaction.atomic
def entry_add(*, tournament_id: int, actor: Actor, player_id: int) -> Entry:
    """Announce a player of the club; who has an entry already keeps it."""
    tournament = locked(tournament_id)
    entry = entry_with(tournament, player_id)
    if entry is None:
        player = _player(tournament, player_id)
        entry = make_entry(tournament, player)
        record_entry(actor, "entry.add", entry, after={"player": player.pk, "number": entry.number})
    return entry


@transaction.atomic
def entries_announce(*, tournament_id: int, actor: Actor, player_ids: Collection[int]) -> int:
    """Announce many at once; how many were not on the list before."""
    tournament = locked(tournament_id)
    return _announce(tournament, actor, player_ids)


@transaction.atomic
def entries_announce_again(*, source: Tournament, tournament: Tournament, actor: Actor) -> int:
    """Announce everyone of another evening's ranking; substitutes and former players are left out."""
    regulars = EntryPlayer.objects.filter(
        tournament=source, entry__outside_ranking=False, player__active=True
    )
    if source.team_size > 1:
        return _announce_teams(
            locked(tournament.pk), actor, regulars.select_related("player", "entry")
        )
    player_ids = list(regulars.order_by("entry__number").values_list("player_id", flat=True))
    return _announce(locked(tournament.pk), actor, player_ids)


@transaction.atomic
def entry_remove(*, tournament_id: int, actor: Actor, entry_id: int) -> None:
    """Take somebody off the list who never had a seat (a slip, or no longer coming)."""
    entry = entry_in(locked(tournament_id), entry_id)
    if is_drawn(entry) or Seat.objects.filter(entry=entry).exists():
        message = _("%(name)s stands in a drawn round and stays on the list.")
        raise Conflict("is-drawn", message % {"name": entry.name})
    record_entry(
        actor, "entry.remove", entry, before={"number": entry.number, "status": entry.status}
    )
    RoundCredit.objects.filter(entry=entry).delete()
    entry.delete()


@transaction.atomic
def entries_drop_absent(*, tournament_id: int, actor: Actor) -> int:
    """Take everyone off the list who was announced and did not come; how many that were."""
    tournament = locked(tournament_id)
    seated = Seat.objects.filter(entry__tournament=tournament).values("entry_id")
    absent = Entry.objects.filter(tournament=tournament, status=EntryStatus.ANNOUNCED)
    ids = list(absent.exclude(pk__in=seated).values_list("pk", flat=True))
    if ids:
        Entry.objects.filter(pk__in=ids).delete()
        record_tournament(actor, "entries.drop", tournament, before={"entries": ids})
    return len(ids)


# -- at the door -------------------------------------------------------------------------------


@transaction.atomic
def entry_check_in(*, tournament_id: int, actor: Actor, entry_id: int, present: bool) -> Entry:
    """Tick somebody as here, or take the tick back.

    Once seated, a tick cannot be taken back (:func:`entry_withdraw` is meant then). Ticking
    somebody who left brings them back; the rounds in between stay missed.
    """
    tournament = locked(tournament_id)
    entry = entry_in(tournament, entry_id)
    if present:
        arrive(tournament, actor, entry)
    elif entry.status == EntryStatus.PRESENT:
        _take_back(actor, entry)
    return entry


@transaction.atomic
def player_check_in(*, tournament_id: int, actor: Actor, player_id: int, present: bool) -> None:
    """Tick a player of the club, announced or not; or take the tick back."""
    tournament = locked(tournament_id)
    entry = entry_with(tournament, player_id)
    if not present:
        if entry is not None and entry.status == EntryStatus.PRESENT:
            _take_back(actor, entry)
        return
    if entry is None:
        entry = make_entry(tournament, _player(tournament, player_id))
    arrive(tournament, actor, entry)


@transaction.atomic
def entry_walk_in(
    *,
    tournament_id: int,
    actor: Actor,
    name: str,
    hint: str = "",
    outside_ranking: bool = False,
) -> Arrival:
    """Somebody is here by name alone: known to the club or not, announced or not.

    ``hint`` tells apart who shares a name. Raises :class:`WhichOne` where the name alone could
    mean several people. ``outside_ranking``: a substitute.
    """
    tournament = locked(tournament_id)
    player, outcome = person(tournament, actor, *checked_name(name, hint))
    entry = entry_with(tournament, player.pk)
    if entry is None:
        entry = make_entry(tournament, player, outside_ranking=outside_ranking)
    elif entry.status == EntryStatus.PRESENT:
        if outside_ranking and not entry.outside_ranking:
            message = _("%(name)s is here already, in the ranking, and cannot be the substitute.")
            raise Conflict("in-ranking", message % {"name": entry.name})
        return Arrival(entry, "already")
    else:
        outcome = "back" if entry.status == EntryStatus.WITHDRAWN else "announced"
        if not Seat.objects.filter(entry=entry).exists():
            entry.outside_ranking = outside_ranking
    arrive(tournament, actor, entry)
    return Arrival(entry, outcome)


@transaction.atomic
def entry_withdraw(*, tournament_id: int, actor: Actor, entry_id: int, from_round: int) -> Entry:
    """No seat from this round on; what was played stays and counts. Said twice it is said once."""
    tournament = locked(tournament_id)
    entry = entry_in(tournament, entry_id)
    if entry.status == EntryStatus.WITHDRAWN and entry.withdrawn_from == from_round:
        return entry
    begun = Seat.objects.filter(entry=entry, round__status__in=BEGUN)
    earliest = 1 + (begun.aggregate(last=Max("round__number"))["last"] or 0)
    planned = planned_rounds(tournament)
    if not earliest <= from_round <= planned:
        if earliest > planned:
            message = _(
                "%(name)s has a seat in the last round: there is nothing left to leave out."
            )
        else:
            message = _("%(name)s can leave from round %(earliest)s to round %(planned)s.")
        params = {"name": entry.name, "earliest": earliest, "planned": planned}
        raise TournamentError("round-impossible", message % params)
    before = {"status": entry.status, "withdrawn_from": entry.withdrawn_from}
    entry.status = EntryStatus.WITHDRAWN
    entry.withdrawn_from = from_round
    entry.save()
    record_entry(
        actor, "entry.withdraw", entry, before=before, after={"withdrawn_from": from_round}
    )
    standings_bump(tournament_id=tournament.pk)
    return entry


# -- shared ------------------------------------------------------------------------------------


def _player(tournament: Tournament, player_id: int) -> Player:
    player = Player.objects.filter(club_id=tournament.club_id, pk=player_id, active=True).first()
    if player is None:
        message = _("This person is no longer on the club's list.")
        raise TournamentError("player-gone", message, status=404)
    return player


def _announce(tournament: Tournament, actor: Actor, player_ids: Collection[int]) -> int:
    known = set(
        EntryPlayer.objects.filter(tournament=tournament).values_list("player_id", flat=True)
    )
    wanted = Player.objects.filter(club_id=tournament.club_id, active=True, pk__in=player_ids)
    new = [player for player in wanted if player.pk not in known]
    last = Entry.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, name=str(player), categories=player.categories)
        for number, player in enumerate(new, start=last + 1)
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(tournament=tournament, entry=entry, player=player)
        for entry, player in zip(entries, new, strict=True)
    )
    if new:
        record_tournament(
            actor, "entries.announce", tournament, after={"players": [p.pk for p in new]}
        )
    return len(new)


def _announce_teams(tournament: Tournament, actor: Actor, people: Iterable[EntryPlayer]) -> int:
    """The teams of another evening, with those of their people who are still on the club's list."""
    teams: dict[int, list[EntryPlayer]] = {}
    for each in sorted(people, key=lambda one: (one.entry.number, one.position)):
        teams.setdefault(each.entry_id, []).append(each)
    for team in teams.values():
        players = [each.player for each in team]
        whole = len(players) == tournament.team_size
        name = team[0].entry.name if whole else " / ".join(map(str, players))
        make_entry(tournament, *players, name=name)
    if teams:
        announced = [each.player_id for team in teams.values() for each in team]
        record_tournament(actor, "entries.announce", tournament, after={"players": announced})
    return len(teams)


def arrive(tournament: Tournament, actor: Actor, entry: Entry) -> None:
    """Tick as here; for rounds that are drawn without this entry it gets a credit.

    Not for those it had no place in, and none where it comes too late for any round.
    """
    if entry.status == EntryStatus.PRESENT:
        return
    _must_be_complete(tournament, entry)
    before = {"status": entry.status, "withdrawn_from": entry.withdrawn_from}
    was_here = entry.status in {EntryStatus.WITHDRAWN, EntryStatus.PAUSED}
    kind = RoundCredit.Kind.MISSED if was_here else RoundCredit.Kind.LATE
    rounds = list(
        Round.objects.filter(tournament=tournament)
        .exclude(status=RoundStatus.VOID)
        .select_related("stage")
        .defer("protocol")
    )
    seated = set(Seat.objects.filter(entry=entry).values_list("round_id", flat=True))
    without = [each for each in rounds if each.pk not in seated and _was_theirs(entry, each.stage)]
    if not seated and any(round_.status in BEGUN for round_ in rounds):
        _must_not_be_knock_out(tournament, entry)
    if not seated:
        entry.joined_round = 1 + max((r.number for r in rounds if r.status in BEGUN), default=0)
    entry.status = EntryStatus.PRESENT
    entry.withdrawn_from = None
    entry.checked_in_at = timezone.now()
    entry.save()
    if kind == RoundCredit.Kind.LATE and not _can_still_play(tournament, rounds):
        without = []
    if without and not entry.outside_ranking:
        RoundCredit.objects.bulk_create(
            [
                RoundCredit(tournament=tournament, round=round_, entry=entry, kind=kind)
                for round_ in without
            ],
            ignore_conflicts=True,
        )
    after = {"number": entry.number, "status": entry.status, "joined_round": entry.joined_round}
    record_entry(actor, "entry.check-in", entry, before=before, after=after)
    if rounds:
        standings_bump(tournament_id=tournament.pk)


def _was_theirs(entry: Entry, stage: Stage) -> bool:
    """Whether the entry can have missed a round of the stage: a bracket or a final is for some only."""
    return stage.format != KNOCK_OUT and (stage.number == 1 or entry.pk in (stage.qualified or ()))


def _can_still_play(tournament: Tournament, rounds: Iterable[Round]) -> bool:
    """Whether the first stage, which is open to everybody, has a round that has not begun."""
    begun = max((each.number for each in rounds if each.status in BEGUN), default=0)
    return tournament.stages.filter(number=1, planned_rounds__gt=begun).exists()


def _must_not_be_knock_out(tournament: Tournament, entry: Entry) -> None:
    """A bracket is fixed once somebody has played in it; a substitute only ever fills somebody's seat."""
    if entry.outside_ranking or not tournament.stages.filter(number=1, format=KNOCK_OUT).exists():
        return
    message = _(
        "The knock-out has begun and its bracket is fixed: %(name)s cannot join any more. "
        "Before the first game it would have been drawn again."
    )
    raise Conflict("knock-out-begun", message % {"name": entry.name})


def _must_be_complete(tournament: Tournament, entry: Entry) -> None:
    """A team without its partner cannot be here; a substitute comes alone."""
    if entry.outside_ranking or entry.entry_players.count() == tournament.team_size:
        return
    message = _("%(name)s has no partner yet. Write who plays along, then tick the team.")
    raise TournamentError("team-incomplete", message % {"name": entry.name})


def _take_back(actor: Actor, entry: Entry) -> None:
    """Untick: not here after all; or, for who has played, sitting out from the next draw on."""
    if is_drawn(entry, RoundStatus.DRAWN):
        message = _(
            "%(name)s stands in a drawn round. If they leave, say from which round on; "
            "what was played stays."
        )
        raise Conflict("is-drawn", message % {"name": entry.name})
    if is_drawn(entry):
        entry.status = EntryStatus.PAUSED
        entry.save(update_fields=["status"])
        record_entry(actor, "entry.pause", entry, after={"number": entry.number})
        return
    entry.status = EntryStatus.ANNOUNCED
    entry.checked_in_at = None
    entry.joined_round = 1
    entry.save()
    credits_gone, _kinds = RoundCredit.objects.filter(entry=entry).delete()
    record_entry(actor, "entry.check-out", entry, after={"number": entry.number})
    if credits_gone:
        standings_bump(tournament_id=entry.tournament_id)
