"""Addresses of this room, under the namespace ``scoring``."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.access import free_sheet
from scoring.views.mount import sheet_patterns

app_name = "scoring"
urlpatterns: list[URLPattern | URLResolver] = [
    path("s/<slug:token>/", include(sheet_patterns(free_sheet))),
]
