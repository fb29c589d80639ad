"""The wall of tables, the desk, and the audit."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.views.mount import sheet_patterns
from tournaments.desk_context import open_sheet
from tournaments.views import audit, desk, office

ONE = "clubs/<slug:club>/tournaments/<slug:slug>/"
TABLE = f"{ONE}tables/<int:table_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(ONE, office.office, name="office"),
    path(f"{ONE}wall/", office.office_wall, name="office-wall"),
    path(f"{ONE}go/", office.office_go, name="office-go"),
    path(TABLE, desk.table, name="desk-table"),
    path(f"{TABLE}deals/", desk.deals, name="desk-deals"),
    path(f"{TABLE}totals/", desk.totals, name="desk-totals"),
    *(
        path(f"{TABLE}{name}/", desk.deed, {"name": name}, name=f"desk-{name}")
        for name in desk.DEEDS
    ),
    path("clubs/<desk:token>/sheet/", include((sheet_patterns(open_sheet), "desk"))),
    path(f"{ONE}audit/", audit.audit, name="audit"),
]
