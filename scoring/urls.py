"""Addresses of this room, under the namespace ``scoring``."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.access import free_sheet
from scoring.views import free
from scoring.views.mount import sheet_patterns

app_name = "scoring"
urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/<slug:club_slug>/sheets/new/", free.new, name="free-new"),
    path("clubs/<slug:club_slug>/sheets/<int:sheet_id>/", free.link, name="free-link"),
    path(
        "clubs/<slug:club_slug>/sheets/<int:sheet_id>/release/<int:seat>/",
        free.release,
        name="free-release",
    ),
    path("s/<slug:token>/", include(sheet_patterns(free_sheet))),
]
