"""A table's sheet as the office sees it: the door of the desk, and the tournament's side of the seam.

A scorer writes and confirms for every side until the sheet is confirmed, and sets a seat free whose
phone is gone; an organiser also
corrects, reopens and settles, with a reason. Never decides what a sheet's state allows: that is
scoring's.
"""

from dataclasses import dataclass, field

from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import register_converter, reverse
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor
from jassclub.clubs.access import membership, role_reaches, user_actor
from jassclub.clubs.models import Role
from scoring.context import Onward, Right, SheetContext, SheetLinks
from scoring.figures import money_of
from scoring.models import Confirmation, ScoreSheet
from scoring.views.mount import Opened
from tournaments import access
from tournaments.models import RoundStatus, Table, TableGame, Tournament
from tournaments.round_texts import table_text
from tournaments.selectors.second_typing import desk_typing
from tournaments.selectors.series import current_of
from tournaments.selectors.table import games, names_at
from tournaments.services.table import sheet_changed, table_confirm

NAMESPACE = "tournaments:desk"


class DeskToken:
    """The part of a desk address that names a table, as one argument of a mounted sheet."""

    regex = r"[-a-zA-Z0-9_]+/tournaments/[-a-zA-Z0-9_]+/tables/[0-9]{1,18}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(DeskToken, "desk")


@dataclass(frozen=True, slots=True)
class Desk:
    """An opened table: its game and context are None until its round has started."""

    tournament: Tournament
    table: Table
    game: TableGame | None = None
    context: SheetContext | None = None
    games: list[TableGame] = field(default_factory=list)

    @property
    def query(self) -> str:
        """What keeps the page at this game, where the table has played several."""
        return f"?game={self.game.number}" if self.game and self.games[1:] else ""

    @property
    def sheet(self) -> ScoreSheet | None:
        return self.game.sheet if self.game else None

    @property
    def is_office(self) -> bool:
        return self.context is not None and self.context.may(Right.OFFICE)


def desk_table(request: HttpRequest, club: str, slug: str, table_id: int) -> Desk:
    """A table for a member of its club, with what their role may do at its sheet."""
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    table = access.table_of(tournament, table_id)
    every = list(games().filter(table=table).order_by("number"))
    game = _asked_for(request, every) or current_of(every)
    if game is None:
        return Desk(tournament, table)
    member = membership(request.user, tournament.club)
    office = member is not None and role_reaches(member.role, Role.ORGANISER)
    actor = user_actor(request)
    context = desk_context(tournament, game, actor, office=office)
    return Desk(tournament, table, game, context, every)


def _asked_for(request: HttpRequest, every: list[TableGame]) -> TableGame | None:
    """An earlier game of the table, where the address names one."""
    wanted = request.GET.get("game", "")
    return next((game for game in every if str(game.number) == wanted), None)


def desk_context(
    tournament: Tournament, game: TableGame, actor: Actor, *, office: bool
) -> SheetContext:
    """What somebody at the desk may do with a game's sheet."""
    table = game.table
    rights = {Right.READ, Right.WRITE, Right.CONFIRM, Right.RELEASE}
    token = f"{tournament.club.slug}/tournaments/{tournament.slug}/tables/{table.pk}"
    back = reverse("tournaments:desk-table", args=[tournament.club.slug, tournament.slug, table.pk])
    return SheetContext(
        title=_("Table %(number)s") % {"number": table.place.number},
        subtitle=table_text(table),
        names=names_at(game),
        actor=actor,
        rights=frozenset(rights | {Right.OFFICE} if office else rights),
        links=SheetLinks(NAMESPACE, token),
        confirm=table_confirm,
        sides=frozenset(seat.side for seat in table.seats.all()),
        how=Confirmation.How.DESK,
        closed_reason=_closed(table),
        everyone_confirms=tournament.confirm_all,
        double_entry=tournament.double_entry,
        card_pack=tournament.club.card_pack,
        money=money_of(tournament.club.zone),
        seat_pages="tournaments:own",
        release_hint=_("The office can set the seat free."),
        onward=(Onward(_("Back to the desk"), back),),
        audit={"club_id": tournament.club_id, "tournament_id": tournament.pk},
        on_change=sheet_changed,
    )


def _closed(table: Table) -> str:
    if table.round.status == RoundStatus.PLAYING:
        return ""
    return _("Round %(number)s is over. An organiser can still correct its sheets.") % {
        "number": table.round.number
    }


def open_sheet(request: HttpRequest, token: str) -> Opened:
    """The door of the mounted sheet views: the same slate as at the table, for the desk.

    Whoever has yet to type a sheet for the second time does not get to see it here either.
    """
    club, _tournaments, slug, _tables, table_id = token.split("/")
    desk = desk_table(request, club, slug, int(table_id))
    hidden = desk.game and desk.context and desk_typing(desk.game.sheet, desk.context).blind
    if desk.game is None or desk.context is None or hidden:
        return redirect("tournaments:desk-table", club, slug, int(table_id))
    return desk.game.sheet, desk.context
