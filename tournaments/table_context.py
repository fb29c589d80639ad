"""A table's sheet as the holder of its card sees it: the tournament's side of the seam.

Card: the paper with code and QR that lies on a table all evening; whoever holds it may write and
confirm for every side of the game that is played there, as long as its round is played. Never
decides what a sheet's state allows: that is scoring's.
"""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from scoring.context import Deadline, Onward, Right, SheetContext, SheetLinks
from scoring.devices import device_of
from scoring.figures import money_of
from scoring.models import Confirmation, SheetStatus
from scoring.rules import get_variant
from tournaments.bracket_texts import given_up_text, stopped_text
from tournaments.formats import KNOCK_OUT
from tournaments.models import Place, Round, RoundStatus, Table, TableGame, Visibility
from tournaments.round_texts import table_text
from tournaments.selectors.clock import round_clock
from tournaments.selectors.evening import next_round, next_seats
from tournaments.selectors.knock_out import winners_of
from tournaments.selectors.stages import SETTLED, planned_rounds
from tournaments.selectors.table import seats_taken
from tournaments.services.table import sheet_changed, table_confirm


def card_actor(place: Place, request: HttpRequest) -> Actor:
    """Whoever holds the card, told apart by phone."""
    return Actor("place", place.pk, device_of(request))


def card_context(
    place: Place, game: TableGame, actor: Actor, *, seat: int | None = None
) -> SheetContext:
    """What the holder of a place's card may do with a game's sheet; ``seat``: who they say they are."""
    table, tournament = game.table, game.table.round.tournament
    rules = get_variant(game.sheet.variant)
    # Who sits here is read where somebody asks: a deal is written without.
    seated: Any = SimpleLazyObject(lambda: seats_taken(game))
    names: Any = SimpleLazyObject(lambda: tuple(seated.values()))
    sides: Any = SimpleLazyObject(
        lambda: frozenset(rules.side_of_seat(taken, game.sheet.options) for taken in seated)
    )
    return SheetContext(
        title=_("Table %(number)s") % {"number": place.number},
        subtitle=table_text(table),
        names=names,
        actor=actor,
        rights=frozenset({Right.READ, Right.WRITE, Right.CONFIRM}),
        links=SheetLinks("tournaments", place.token),
        confirm=table_confirm,
        sides=sides,
        how=Confirmation.How.SAME_PHONE,
        closed_reason=_closed(table),
        everyone_confirms=tournament.confirm_all,
        double_entry=tournament.double_entry,
        card_pack=tournament.club.card_pack,
        money=money_of(tournament.club.zone),
        seat=seat,
        seat_pages="tournaments:own",
        release_hint=_("The office can set the seat free."),
        onward=_onward(table, game.sheet.status) if game.sheet.status in SETTLED else (),
        deadline=table_deadline(place, table.round),
        audit={"club_id": tournament.club_id, "tournament_id": tournament.pk},
        on_change=sheet_changed,
    )


def _left(table: Table) -> str:
    """Who has left so that the table stopped, and whose the match of a knock-out is; "" for nobody."""
    gone, round_ = table.given_up_by, table.round
    if gone is None:
        return ""
    if round_.stage.format != KNOCK_OUT:
        return stopped_text(gone.name)
    winner = winners_of([round_])[round_.pk].get(table.pk)
    names = {seat.entry_id: seat.entry.name for seat in table.seats.select_related("entry")}
    return given_up_text(gone.name, names[winner] if winner else "")


def table_deadline(place: Place, round_: Round | None) -> Deadline | None:
    """Until when this round is played, for the pages behind a card."""
    if (clock := round_clock(round_)) is None:
        return None
    return Deadline(clock.ends_at, reverse("tournaments:table-clock", args=[place.token]))


def _closed(table: Table) -> str:
    if table.round.status == RoundStatus.PLAYING:
        return ""
    return _("Round %(number)s is over. The office can still correct it.") % {
        "number": table.round.number
    }


def _onward(table: Table, status: str) -> tuple[Onward, ...]:
    """After confirming: the ranking, and where each of the four sits next, as far as it is drawn.

    Where somebody has left, that first; of a sheet that is void for another reason the office speaks.
    """
    tournament = table.round.tournament
    steps = [Onward(text)] if (text := _left(table)) else []
    if status == SheetStatus.VOID and not steps:
        return ()
    if table.games.exclude(sheet__status__in=SETTLED).exists():
        address = reverse("tournaments:sheet-page", args=[table.place.token])
        return (Onward(_("On with the next game"), address),)
    if following := next_round(table):
        for seat in next_seats(table, following):
            values = {"round": following.number, "name": seat.name, "table": seat.table}
            text = (
                _("Round %(round)s: %(name)s waits")
                if seat.table is None
                else _("Round %(round)s: %(name)s at table %(table)s")
            )
            steps.append(Onward(text % values))
    elif table.round.number >= planned_rounds(tournament):
        steps.append(Onward(_("That was the last round. Thank you for playing!")))
    else:
        steps.append(Onward(_("The next round is not drawn yet. Keep the card: it stays valid.")))
    if tournament.visibility != Visibility.HIDDEN:
        address = reverse("tournaments:public", args=[tournament.club.slug, tournament.slug])
        steps.append(Onward(_("To the ranking"), address))
    return tuple(steps)
