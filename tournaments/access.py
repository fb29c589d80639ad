"""The only door through which a view gets a tournament, a table or a table's sheet.

Every function returns the object (and what the caller may do with it) or raises
``Http404`` / ``PermissionDenied`` with a sentence.

Organisers come by club and slug with a role; the public by club and slug,
within the tournament's visibility; a table by its card's token or short code.
"""

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from jassclub.clubs import access as club_access
from jassclub.clubs import zones
from jassclub.clubs.models import Club, Role
from jassclub.lookup import one_or_none
from tournaments.list_texts import list_names
from tournaments.lists import MAIN_LIST
from tournaments.models import (
    Entry,
    Place,
    Preset,
    Round,
    RoundStatus,
    Table,
    TableGame,
    Tournament,
    Visibility,
)
from tournaments.selectors import table


def tournament_for(
    request: HttpRequest, club_slug: str, slug: str, *, least: Role = Role.ORGANISER
) -> Tournament:
    """The tournament, for a member of its club whose role reaches ``least``."""
    club = club_access.club_for(request, club_slug, least=least)
    tournament = Tournament.objects.select_related("club").filter(club=club, slug=slug).first()
    if tournament is None:
        raise Http404(_("This club has no tournament at this address."))
    return tournament


def public_tournament(request: HttpRequest, club_slug: str, slug: str) -> Tournament:
    """The tournament as the public sees it; a hidden one opens for members only."""
    tournament = (
        Tournament.objects.select_related("club").filter(club__slug=club_slug, slug=slug).first()
    )
    if tournament is None or (
        tournament.visibility == Visibility.HIDDEN
        and club_access.membership(request.user, tournament.club) is None
    ):
        raise Http404(_("There is no such tournament, or it is not public."))
    zones.activate(tournament.club.zone)
    return tournament


def round_of(tournament: Tournament, number: int) -> Round:
    """The valid (not void) round with this number; numbers run through all stages."""
    found = (
        Round.objects.select_related("stage")
        .filter(tournament=tournament, number=number)
        .exclude(status=RoundStatus.VOID)
        .first()
    )
    if found is None:
        raise Http404(_("This tournament has no round %(number)s.") % {"number": number})
    return found


def round_or_void(tournament: Tournament, number: int, *, seen: int = 0) -> Round:
    """The round with this number that was ``seen`` (its id); else the valid one, else a void one."""
    rounds = tournament.rounds.select_related("stage").filter(number=number)
    if found := rounds.filter(pk=seen).first():
        return found
    if rounds.exclude(status=RoundStatus.VOID).exists():
        return round_of(tournament, number)
    return rounds.order_by("-pk").first() or round_of(tournament, number)


def table_of(tournament: Tournament, table_id: int) -> Table:
    """A table of this tournament, for the office."""
    found = (
        Table.objects.select_related("round__stage", "place")
        .filter(round__tournament=tournament, pk=table_id)
        .first()
    )
    if found is None:
        raise Http404(_("There is no such table in this tournament."))
    return found


def place_by_card(card: str) -> Place:
    """The place of a card: by its token (scanned) or its short code (typed, any case)."""
    places = Place.objects.select_related("tournament__club")
    found = one_or_none(places.filter(token=card)) or one_or_none(
        places.filter(code=card.strip().upper())
    )
    if found is None:
        raise Http404(_("No table has this code. It stands on the card of your table."))
    zones.activate(found.tournament.club.zone)
    return found


def game_by_card(token: str, sheet_id: int) -> TableGame | None:
    """The sheet's game, if it was or is played at the place of this card; in the club's time."""
    game = table.game_by_card(token, sheet_id)
    if game is not None:
        zones.activate(game.table.round.tournament.club.zone)
    return game


def entry_of(tournament: Tournament, entry_id: int) -> Entry:
    """An entry of this tournament."""
    found = tournament.entries.filter(pk=entry_id).first()
    if found is None:
        raise Http404(_("Nobody with this entry is on the list of this tournament."))
    found.tournament = tournament
    return found


def entry_numbered(tournament: Tournament, number: int) -> Entry:
    """The entry with this start number, for the public's pages."""
    found = tournament.entries.filter(number=number).first()
    if found is None:
        raise Http404(_("Nobody has number %(number)s in this tournament.") % {"number": number})
    return found


def list_of(tournament: Tournament, key: str) -> str:
    """The key of one of the tournament's lists; the main one where none is named."""
    if key and key not in {each.key for each in list_names(tournament)}:
        raise Http404(_("This tournament has no such list."))
    return key or MAIN_LIST


def preset_of(club: Club, preset_id: int) -> Preset:
    """One of the club's own presets."""
    found = club.presets.filter(pk=preset_id).first()
    if found is None:
        raise Http404(_("The club has no such preset; it may have been deleted."))
    return found
