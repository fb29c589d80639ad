"""Addresses of this room, under the namespace ``clubs``."""

from django.urls import URLPattern, URLResolver, path, re_path

from jassclub.clubs.views import clubs, imports, members, players

app_name = "clubs"
CLUB = "clubs/<slug:club_slug>/"
PLAYERS = f"{CLUB}players/"
MEMBERS = f"{CLUB}members/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/", clubs.home, name="home"),
    path("clubs/new/", clubs.new, name="new"),
    path(CLUB, clubs.settings, name="settings"),
    path(PLAYERS, players.players, name="players"),
    path(f"{PLAYERS}add/", players.add, name="player-add"),
    path(f"{PLAYERS}paste/", players.paste, name="player-paste"),
    path(f"{PLAYERS}import/", imports.upload, name="import"),
    path(f"{PLAYERS}import/preview/", imports.preview, name="import-preview"),
    path(f"{PLAYERS}import/save/", imports.save, name="import-save"),
    re_path(
        r"^clubs/(?P<club_slug>[-\w]+)/players/export\.(?P<kind>csv|xlsx)$",
        players.export,
        name="player-export",
    ),
    path(f"{PLAYERS}<int:player_id>/", players.edit, name="player-edit"),
    path(f"{PLAYERS}<int:player_id>/delete/", players.delete, name="player-delete"),
    path(MEMBERS, members.members, name="members"),
    path(f"{MEMBERS}invite/", members.invite, name="invite"),
    path(f"{MEMBERS}invitations/<int:invitation_id>/revoke/", members.revoke, name="revoke"),
    path(f"{MEMBERS}<int:member_id>/role/", members.set_role, name="member-role"),
    path(f"{MEMBERS}<int:member_id>/remove/", members.remove, name="member-remove"),
    path(f"{MEMBERS}<int:member_id>/reset/", members.reset_link, name="member-reset"),
    path("invite/<str:token>/", members.invitation, name="invitation"),
]
