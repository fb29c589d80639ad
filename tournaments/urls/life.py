"""What happens on an evening; each with a page that says first what it will do."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import life

ONE = "clubs/<slug:club>/tournaments/<slug:slug>/"
TABLE = f"{ONE}tables/<int:table_id>/seats/"
ENTRY = f"{ONE}checkin/<int:entry_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(TABLE, life.seats, name="life-seats"),
    path(f"{TABLE}swap/", life.swap, name="life-swap"),
    path(f"{TABLE}people/", life.people, name="life-people"),
    path(f"{TABLE}replace/", life.replace, name="life-replace"),
    path(f"{ONE}tables/<int:table_id>/settle/", life.settle, name="desk-settle"),
    path(f"{ENTRY}leave/", life.leave, name="checkin-leave"),
    path(f"{ENTRY}leave/now/", life.leave_now, name="life-leave-now"),
    path(f"{ENTRY}back/", life.back, name="life-back"),
    path(f"{ENTRY}merge/", life.merge, name="life-merge"),
    path(f"{ONE}tables/<int:table_id>/reopen/", life.sheet_back, name="desk-reopen"),
    path(f"{ONE}draw/again/", life.redraw, name="redraw"),
    path(f"{ONE}rounds/<int:number>/void/", life.void, name="round-void"),
    path(f"{ONE}rounds/<int:number>/reopen/", life.round_reopen, name="round-reopen"),
    path(f"{ONE}end/", life.end, name="end"),
    path(f"{ONE}reopen/", life.reopen, name="life-reopen"),
    path(f"{ONE}rules/", life.rules, name="life-rules"),
]
