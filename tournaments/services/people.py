"""A person's name in what this room and the sheets have copied of it.

The club's list knows nothing of entries and sheets, so whoever takes a name out
everywhere starts here. Results and ranks stay as they are.
"""

from django.db import transaction

from jassclub.audit.services import Actor
from jassclub.clubs import services as club_services
from jassclub.clubs.models import Player
from scoring.models import SheetSeat
from tournaments.models import Entry
from tournaments.services.standings import standings_bump


def person_anonymise(*, player_id: int, actor: Actor) -> Player:
    """Replace a player's name by a number: on the club's list, in entries, on sheets.

    Raises ``ClubError`` for somebody who is anonymous already. There is no way back.
    """
    with transaction.atomic():
        old = Player.objects.get(pk=player_id).name
        player = club_services.player_anonymise(player_id=player_id, actor=actor)
        SheetSeat.objects.filter(player=player).update(name=player.name)
        for entry in Entry.objects.filter(entry_players__player=player).distinct():
            entry.name = entry.name.replace(old, player.name)
            entry.save(update_fields=["name"])
            standings_bump(tournament_id=entry.tournament_id)
    return player
