"""One person stands on the list twice: the two entries become one.

The entry that stays keeps its number, its name and its person; seats, results and credits of the
other one become its own. What cannot be one person (both sat in one round) is refused. There is
no way back.
"""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jassclub import backup
from jassclub.audit.services import Actor, record
from scoring.models import SheetSeat
from tournaments.errors import Conflict, TournamentError
from tournaments.models import (
    Entry,
    EntryPlayer,
    EntryStatus,
    Round,
    RoundCredit,
    RoundStatus,
    TableResult,
    Tournament,
    Wish,
)
from tournaments.services.ending import void_round
from tournaments.services.locks import must_be_open, tournament_locked
from tournaments.services.standings import standings_bump


def entries_merge(*, keep_id: int, drop_id: int, actor: Actor, reason: str = "") -> Entry:
    """The entry ``drop_id`` becomes part of ``keep_id``.

    Drawn rounds that have not begun and seat both are declared void, to be drawn again. Whoever
    of the two is here is here.
    """
    backup.keep("merge")
    with transaction.atomic():
        tournament_id = Entry.objects.values_list("tournament_id", flat=True).get(pk=keep_id)
        tournament = tournament_locked(tournament_id)
        must_be_open(tournament)
        keep, drop = _both(tournament, keep_id, drop_id)
        _refuse_two_people(keep, drop)
        before = {"number": drop.number, "seats": drop.seats.count(), "status": drop.status}
        for round_ in _seating_both(keep, drop).order_by("number"):
            void_round(round_, actor, reason=_("Number %(n)s was typed twice") % {"n": drop.number})
        _move(keep, drop)
        drop.delete()
        record(
            actor=actor,
            action="entry.merge",
            object_kind="entry",
            object_id=keep.pk,
            club_id=tournament.club_id,
            tournament_id=tournament.pk,
            before=before,
            after={"into": keep.number, "status": keep.status},
            reason=reason,
        )
        standings_bump(tournament_id=tournament.pk)
        return keep


def _both(tournament: Tournament, keep_id: int, drop_id: int) -> tuple[Entry, Entry]:
    if keep_id == drop_id:
        raise TournamentError("same-entry", _("Choose the other of the two entries."))
    found = {entry.pk: entry for entry in tournament.entries.filter(pk__in=[keep_id, drop_id])}
    if drop_id not in found:
        message = _("This entry is no longer on the list: somebody took it off meanwhile.")
        raise TournamentError("entry-gone", message, status=404)
    players = [entry.entry_players.count() for entry in found.values()]
    if max(players) > 1:
        raise Conflict("is-team", _("Teams cannot be put together: take one of them off the list."))
    return found[keep_id], found[drop_id]


def _seating_both(keep: Entry, drop: Entry) -> QuerySet[Round]:
    both = Round.objects.exclude(status=RoundStatus.VOID)
    return both.filter(pk__in=keep.seats.values("round")).filter(pk__in=drop.seats.values("round"))


def _refuse_two_people(keep: Entry, drop: Entry) -> None:
    begun = _seating_both(keep, drop).exclude(status=RoundStatus.DRAWN).order_by("number")
    if numbers := list(begun.values_list("number", flat=True)):
        raise Conflict(
            "both-sat",
            _(
                "Both sat at a table in round %(rounds)s, so they are two people: %(keep)s and "
                "%(drop)s. If somebody else sat there, change that table's seats first."
            )
            % {
                "rounds": ", ".join(map(str, numbers)),
                "keep": keep.name,
                "drop": drop.name,
            },
        )


def _move(keep: Entry, drop: Entry) -> None:
    """Everything of the one to the other; where a round has both, what was played counts."""
    ours = EntryPlayer.objects.select_related("player").get(entry=keep).player
    theirs = EntryPlayer.objects.get(entry=drop).player_id
    tables = list(drop.seats.values_list("table_id", flat=True))
    valid = drop.seats.exclude(round__status=RoundStatus.VOID)
    SheetSeat.objects.filter(
        player=theirs, sheet__table_game__table__in=valid.values("table")
    ).update(player=ours, name=str(ours))
    sat = list(valid.values_list("round_id", flat=True))
    RoundCredit.objects.filter(entry=keep, round__in=sat).delete()
    known = list(keep.seats.values_list("round_id", flat=True))
    known += keep.credits.values_list("round_id", flat=True)
    drop.credits.filter(round__in=[*known, *sat]).delete()
    drop.seats.filter(round__in=keep.seats.values("round")).delete()  # in void rounds only
    drop.seats.filter(player=theirs).update(player=ours)
    drop.seats.update(entry=keep)
    drop.credits.update(entry=keep)
    drop.results.update(entry=keep)
    drop.given_up.update(given_up_by=keep)
    _rename_opponent(tables, drop.pk, keep.pk)
    _move_wishes(keep, drop)
    here = EntryStatus.PRESENT in {keep.status, drop.status}
    if here and keep.status != EntryStatus.PRESENT:
        keep.status, keep.withdrawn_from = EntryStatus.PRESENT, None
        keep.checked_in_at = drop.checked_in_at
    keep.joined_round = min(keep.joined_round, drop.joined_round)
    keep.save()


def _rename_opponent(tables: list[int], old: int, new: int) -> None:
    results = list(TableResult.objects.filter(table__in=tables))
    for result in results:
        result.opponents = [new if entry == old else entry for entry in result.opponents]
    TableResult.objects.bulk_update(results, ["opponents"])


def _move_wishes(keep: Entry, drop: Entry) -> None:
    """Wishes of the one are the other's, but for those that would name one person twice."""
    for wish in Wish.objects.filter(first=drop) | Wish.objects.filter(second=drop):
        pair = [keep.pk if e == drop.pk else e for e in (wish.first_id, wish.second_id) if e]
        first, second = min(pair), max(pair) if len(pair) > 1 else None
        same = Wish.objects.filter(tournament=keep.tournament_id, kind=wish.kind, first=first)
        taken = same.exists() if second is None else same.filter(second=second).exists()
        if taken or first == second:
            wish.delete()
        else:
            Wish.objects.filter(pk=wish.pk).update(first=first, second=second)
