"""A seat's own phone, behind that seat's key."""

from django.urls import include, path

from scoring.views.mount import sheet_patterns
from tournaments.own_phone import open_own

urlpatterns = [
    path("t/own/<slug:token>/", include((sheet_patterns(open_own), "own"))),
]
