"""A round's seats under the tournament's lock, and the one way to move people between them.

Words: a *party* is an entry with everybody it has at its table: one person, or a team. A *spot* is
where a party is in a round: at a table, from its first seat on, or waiting. Parties only ever change
spots with each other, so nobody is lost and nobody sits twice.

Opens no transaction; the verbs (``seats.py``, ``substituting.py``, ``merging.py``) do.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from jassclub.audit.services import Actor, record
from scoring.models import ScoreSheet, SheetStatus
from scoring.services.seats import Spell, sheet_reseat
from tournaments.desk_context import desk_context
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
    TableGame,
    Tournament,
)
from tournaments.selectors.stages import first_number
from tournaments.selectors.table import games
from tournaments.services.giving_up import spots_exchanged
from tournaments.services.locks import must_be_open, round_locked
from tournaments.services.standings import standings_bump
from tournaments.services.table import sheet_changed
from tournaments.spots import Spot

PARKED = 100
"""Seat numbers above this are nobody's: there a party stands while another takes its spot."""


class Seating:
    """A locked round with who sits and who waits in it. Refuses void rounds and closed tournaments."""

    def __init__(self, round_id: int, actor: Actor) -> None:
        self.round: Round = round_locked(round_id)
        self.tournament: Tournament = self.round.tournament
        self.actor = actor
        must_be_open(self.tournament)
        if self.round.status == RoundStatus.VOID:
            raise Conflict(
                "round-void", _("This round is void: its seats do not count. Look at the new draw.")
            )
        self.rows = list(
            Seat.objects.filter(round=self.round)
            .select_related("player", "entry", "table__place")
            .order_by("table__place__number", "seat")
        )
        self.moved: dict[int, set[int]] = defaultdict(set)

    def party(self, entry_id: int) -> list[Seat]:
        """The entry's seats in this round, in order."""
        rows = [row for row in self.rows if row.entry_id == entry_id]
        return sorted(rows, key=lambda row: row.seat)

    def at(self, table_id: int) -> list[Seat]:
        """A table's seats, in order."""
        rows = [row for row in self.rows if row.table_id == table_id]
        return sorted(rows, key=lambda row: row.seat)

    def entries_at(self, table_id: int) -> list[int]:
        """The parties of a table, each once, by their first seats."""
        return list(dict.fromkeys(row.entry_id for row in self.at(table_id)))

    def spot(self, entry_id: int) -> Spot:
        """Where an entry is; refused for somebody who neither sits nor waits in this round."""
        if rows := self.party(entry_id):
            return Spot(entry_id, rows[0].table_id, rows[0].seat)
        if self._waits(entry_id).exists():
            return Spot(entry_id)
        raise Conflict(
            "not-in-round",
            _("Somebody of those neither sits nor waits in round %(round)s. Look at it again.")
            % {"round": self.round.number},
        )

    def exchange(self, one: int, other: int) -> None:
        """Two entries take each other's spot; the points go with the seats, and so does the wait."""
        first, second = self.spot(one), self.spot(other)
        if one == other:
            raise TournamentError("same-person", _("Choose two different people."))
        if first.table and second.table:
            self._cross(self.party(one), self.party(other))
        elif first.table or second.table:
            seated, waiting = (one, other) if first.table else (other, one)
            self._sit_down(self.party(seated), waiting)
            self.credit(seated, RoundCredit.Kind.WAIT)
        else:
            raise TournamentError(
                "both-wait", _("Both wait in this round: there is nothing to swap.")
            )
        if first.table != second.table:
            spots_exchanged(self.round, one, other)

    def _cross(self, ours: Sequence[Seat], theirs: Sequence[Seat]) -> None:
        _same_size(ours, theirs)
        here = [(row.table_id, row.seat, row.side) for row in ours]
        there = [(row.table_id, row.seat, row.side) for row in theirs]
        for number, row in enumerate(ours):
            self._put(row, (row.table_id, PARKED + number, row.side))
        for row, spot in (*zip(theirs, here, strict=True), *zip(ours, there, strict=True)):
            self._put(row, spot)
            self.moved[spot[0]].add(spot[1])

    @staticmethod
    def _put(row: Seat, spot: tuple[int, int, int]) -> None:
        row.table_id, row.seat, row.side = spot
        row.save(update_fields=["table", "seat", "side"])

    def _sit_down(self, rows: Sequence[Seat], entry_id: int) -> None:
        """A waiting entry takes these seats; its wait is over."""
        members = list(EntryPlayer.objects.filter(entry=entry_id).select_related("player"))
        _same_size(rows, members)
        entry = Entry.objects.get(pk=entry_id)
        for row, member in zip(rows, members, strict=True):
            self.must_be_free(member.player_id)
            row.player, row.entry = member.player, entry
            row.save(update_fields=["player", "entry"])
            self.moved[row.table_id].add(row.seat)
        RoundCredit.objects.filter(round=self.round, entry=entry_id).delete()

    def must_be_free(self, player_id: int) -> None:
        """Nobody sits twice; the database refuses it too."""
        for row in self.rows:
            if row.player_id == player_id:
                raise Conflict(
                    "already-seated",
                    _("%(name)s sits at table %(table)s in this round.")
                    % {"name": row.player, "table": row.table.place.number},
                )

    def credit(self, entry_id: int, kind: str) -> None:
        """What an entry without a seat gets for this round: nothing outside the ranking, or once away."""
        entry = Entry.objects.get(pk=entry_id)
        away = entry.status == EntryStatus.WITHDRAWN and self.round.number >= (
            entry.withdrawn_from or 1
        )
        if not (entry.outside_ranking or away):
            RoundCredit.objects.update_or_create(
                round=self.round,
                entry_id=entry_id,
                defaults={"tournament": self.tournament, "kind": kind},
            )

    def is_open_to(self, entry: Entry) -> bool:
        """Whether an entry plays for itself: in the ranking and the stage, and not out of its bracket."""
        stage = self.round.stage
        is_chosen = stage.number == 1 or entry.pk in (stage.qualified or ())
        if entry.outside_ranking or not is_chosen:
            return False
        begins = self.round.method != KNOCK_OUT or self.round.number == first_number(stage)
        return begins or bool(self._waits(entry.pk).exists())

    def has_a_wait_for(self, entry: Entry) -> bool:
        """Whether somebody whose seat this entry takes waits instead; in a bracket only for its bye."""
        if self.round.method == KNOCK_OUT:
            return bool(self._waits(entry.pk).exists())
        return not entry.outside_ranking

    def _waits(self, entry_id: int) -> Any:
        return RoundCredit.objects.filter(
            round=self.round, entry=entry_id, kind=RoundCredit.Kind.WAIT
        )

    def lock_sheets(self, tables: Iterable[int]) -> None:
        """Lock all sheets of these tables, before anything asks for standings: the order of ``locks``."""
        sheets = ScoreSheet.objects.filter(table_game__table__in=list(tables)).order_by("pk")
        list(sheets.select_for_update(of=("self",)).values_list("pk"))

    def names_from(self, seats: Mapping[int, set[int]]) -> dict[int, dict[int, list[Spell]]]:
        """Whoever sits at these seats now has sat there from the first deal on; by table and seat."""
        found: dict[int, dict[int, list[Spell]]] = defaultdict(dict)
        for row in self.rows:
            if row.seat in seats.get(row.table_id, ()):
                found[row.table_id][row.seat] = [Spell(1, str(row.player), row.player)]
        return found

    def write_names(
        self,
        spells: Mapping[int, Mapping[int, Sequence[Spell]]],
        *,
        reason: str,
        all_games: bool = True,
    ) -> None:
        """Put these people on the sheets of their tables, let results follow, ask for standings.

        Best of n: on the sheets of all games, or only of the one that is or was played last.
        """
        self.lock_sheets(spells)
        playing = games().filter(table__in=list(spells), table__round=self.round)
        played = {game.table_id: game for game in playing.order_by("number")}
        for game in playing.order_by("sheet_id"):
            if not all_games and game != played[game.table_id]:
                continue
            game.table.round.tournament = self.tournament
            self._reseat(game, spells[game.table_id], reason)
        self._drop_void_credits()
        standings_bump(tournament_id=self.tournament.pk)

    def _reseat(self, game: TableGame, seats: Mapping[int, Sequence[Spell]], reason: str) -> None:
        context = desk_context(self.tournament, game, self.actor, office=True)
        before = game.sheet.revision
        sheet = sheet_reseat(sheet_id=game.sheet_id, context=context, seats=seats, reason=reason)
        if sheet.revision == before and sheet.status in {SheetStatus.CONFIRMED, SheetStatus.VOID}:
            sheet_changed(sheet)

    def _drop_void_credits(self) -> None:
        """Whoever has moved away from a void table has no credit for it any more."""
        void = TableGame.objects.filter(
            table__round=self.round, sheet__status=SheetStatus.VOID
        ).values("table")
        still = Seat.objects.filter(table__in=void).values("entry")
        RoundCredit.objects.filter(round=self.round, kind=RoundCredit.Kind.VOID).exclude(
            entry__in=still
        ).delete()

    def sheet_at(self, table_id: int) -> ScoreSheet | None:
        """The sheet of the game that is or was played last at a table."""
        newest = TableGame.objects.filter(table=table_id).select_related("sheet").order_by("number")
        game = newest.last()
        return game.sheet if game else None

    def has_several_games(self, table_id: int) -> bool:
        """Whether an earlier game of this table was finished already."""
        return TableGame.objects.filter(table=table_id).count() > 1

    def record(self, action: str, entry_id: int, *, table: int = 0, **event: Any) -> None:
        """One event about an entry in this round, filed under the table's sheet if there is one."""
        sheet = self.sheet_at(table) if table else None
        after = {"round": self.round.number, **event.pop("after", {})}
        record(
            actor=self.actor,
            action=action,
            object_kind="entry",
            object_id=entry_id,
            club_id=self.tournament.club_id,
            tournament_id=self.tournament.pk,
            sheet_id=sheet.pk if sheet else None,
            after=after,
            **event,
        )


def _same_size(ours: Sequence[Any], theirs: Sequence[Any]) -> None:
    if len(ours) != len(theirs):
        raise Conflict(
            "parties-differ",
            _("Those are not the same number of people: they cannot change places."),
        )
