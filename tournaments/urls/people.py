"""People across all tournaments of a club."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import people

urlpatterns: list[URLPattern | URLResolver] = [
    path(
        "clubs/<slug:club_slug>/players/<int:player_id>/anonymise/",
        people.anonymise,
        name="player-anonymise",
    ),
]
