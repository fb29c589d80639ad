"""What the public sees, and the office's own version of the ranking."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import bracket, own, public, publishing, screen

urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:club>/", public.public_list, name="public-list"),
    path("e/<slug:club>/<slug:slug>/", public.public, name="public"),
    path("e/<slug:club>/<slug:slug>/version/", public.version, name="version"),
    path("e/<slug:club>/<slug:slug>/players/<int:entry>/", own.page, name="own"),
    path(
        "e/<slug:club>/<slug:slug>/players/<int:entry>/rounds/<int:number>/",
        own.sheet,
        name="own-sheet",
    ),
    path("e/<slug:club>/<slug:slug>/screen/", screen.screen, name="screen"),
    path("e/<slug:club>/<slug:slug>/clock/", public.clock, name="clock"),
    path("e/<slug:club>/<slug:slug>/stream/", public.stream, name="stream"),
    path("e/<slug:club>/<slug:slug>/bracket/", bracket.bracket, name="bracket"),
    path("e/<slug:club>/<slug:slug>/cross-table/", bracket.cross_table, name="cross-table"),
    path(
        "clubs/<slug:club>/tournaments/<slug:slug>/bracket/",
        bracket.office_bracket,
        name="office-bracket",
    ),
    path(
        "clubs/<slug:club>/tournaments/<slug:slug>/cross-table/",
        bracket.office_cross_table,
        name="office-cross-table",
    ),
    path("e/<slug:club>/<slug:slug>/seat/", public.seat, name="seat"),
    path("clubs/<slug:club>/tournaments/<slug:slug>/ranking/", public.ranking, name="ranking"),
    path(
        "clubs/<slug:club>/tournaments/<slug:slug>/ranking/prize-giving/",
        screen.prize_giving,
        name="prize-giving",
    ),
    path(
        "clubs/<slug:club>/tournaments/<slug:slug>/ranking/export/<slug:kind>/",
        public.export,
        name="ranking-export",
    ),
    path(
        "clubs/<slug:club>/tournaments/<slug:slug>/ranking/publish/",
        publishing.publish,
        name="ranking-publish",
    ),
    path(
        "clubs/<slug:club>/tournaments/<slug:slug>/ranking/reveal/",
        publishing.reveal,
        name="ranking-reveal",
    ),
]
