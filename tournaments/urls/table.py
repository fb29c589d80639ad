"""The phone page of a table, behind its card."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.views.mount import sheet_patterns
from tournaments.views import table

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/", table.code, name="code"),
    path("t/<slug:card>/", table.table, name="table"),
    path("t/<slug:card>/now/", table.now, name="table-now"),
    path("t/<slug:card>/clock/", table.clock, name="table-clock"),
    path("t/<slug:card>/here/", table.here, name="table-here"),
    path("t/<slug:card>/not-us/", table.not_us, name="table-not-us"),
    path("t/<slug:token>/sheet/", include(sheet_patterns(table.open_sheet))),
]
