"""Addresses of this room, under the namespace ``tournaments``; one list per part of the evening."""

from django.urls import URLPattern, URLResolver

from tournaments.urls import life, office, own, people, public, rounds, setup, table

app_name = "tournaments"
urlpatterns: list[URLPattern | URLResolver] = [
    *table.urlpatterns,
    *own.urlpatterns,
    *public.urlpatterns,
    *setup.urlpatterns,
    *rounds.urlpatterns,
    *office.urlpatterns,
    *life.urlpatterns,
    *people.urlpatterns,
]
