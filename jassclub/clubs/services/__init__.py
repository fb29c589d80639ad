"""What changes in this room: the only place that writes clubs, players and members.

clubs.py: the club itself · players.py: its list of players ·
members.py: accounts, roles, invitations.

Every service locks first, checks, changes and records in the audit, in one
transaction. Refusals are ``ClubError``.
"""

from jassclub.clubs.services.clubs import club_create, club_update
from jassclub.clubs.services.members import (
    invitation_accept,
    invitation_check,
    invitation_create,
    invitation_revoke,
    member_remove,
    member_reset_link,
    member_set_role,
    password_reset,
)
from jassclub.clubs.services.players import (
    Added,
    NewPlayer,
    player_add,
    player_anonymise,
    player_delete,
    player_ensure,
    player_update,
    players_add,
)

__all__ = [
    "Added",
    "NewPlayer",
    "club_create",
    "club_update",
    "invitation_accept",
    "invitation_check",
    "invitation_create",
    "invitation_revoke",
    "member_remove",
    "member_reset_link",
    "member_set_role",
    "password_reset",
    "player_add",
    "player_anonymise",
    "player_delete",
    "player_ensure",
    "player_update",
    "players_add",
]
