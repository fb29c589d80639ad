"""Tournaments and tables in the JSON API."""

from django.urls import path

from scoring.api.sheets import sheet_patterns
from tournaments.api import views
from tournaments.api.access import sheet_by_key

TOURNAMENT = "tournaments/<slug:club>/<slug:slug>"

urlpatterns = [
    path("tournaments", views.TournamentsView.as_view(), name="tournaments"),
    path(TOURNAMENT, views.TournamentView.as_view(), name="tournament"),
    path(f"{TOURNAMENT}/rounds", views.RoundsView.as_view(), name="rounds"),
    path(f"{TOURNAMENT}/rounds/<int:number>", views.RoundView.as_view(), name="round"),
    path(f"{TOURNAMENT}/standings", views.StandingsView.as_view(), name="standings"),
    path(f"{TOURNAMENT}/standings/teams", views.TeamsView.as_view(), name="standings-teams"),
    path(
        f"{TOURNAMENT}/standings/<slug:list_key>", views.ListView.as_view(), name="standings-list"
    ),
    path(f"{TOURNAMENT}/lists", views.ListsView.as_view(), name="lists"),
    path(f"{TOURNAMENT}/bracket", views.BracketView.as_view(), name="bracket"),
    path(f"{TOURNAMENT}/cross-table", views.CrossTableView.as_view(), name="cross-table"),
    path("table", views.CurrentSheetView.as_view(), name="table"),
    *sheet_patterns(sheet_by_key),
]
