"""Draw, rounds, and everything that is printed."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import prints, rounds, seeding, stages, wishes

ONE = "clubs/<slug:club>/tournaments/<slug:slug>/"
ROUND = f"{ONE}rounds/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{ONE}draw/", rounds.draw, name="draw"),
    path(f"{ONE}draw/now/", rounds.draw_now, name="draw-now"),
    path(f"{ONE}draw/wishes/", wishes.wishes, name="wishes"),
    path(f"{ONE}draw/wishes/<int:wish_id>/forget/", wishes.wish_forget, name="wish-forget"),
    path(f"{ONE}stages/", stages.stages, name="stages"),
    path(f"{ONE}stages/<int:number>/begin/", stages.begin, name="stage-begin"),
    path(f"{ONE}stages/<int:number>/back/", stages.take_back, name="stage-take-back"),
    path(f"{ONE}stages/<int:number>/drop/", stages.drop, name="stage-drop"),
    path(f"{ONE}draw/seeds/", seeding.seeds, name="seeds"),
    path(f"{ROUND}start/", rounds.start, name="round-start"),
    path(f"{ROUND}minutes/", rounds.minutes, name="round-minutes"),
    path(f"{ROUND}close/", rounds.close, name="round-close"),
    path(f"{ROUND}protocol/", rounds.protocol, name="round-protocol"),
    path(f"{ROUND}protocol.json", rounds.protocol_json, name="round-protocol-json"),
    path(f"{ROUND}results/", rounds.results, name="round-results"),
    path(f"{ONE}lists/", prints.lists, name="lists"),
    path(f"{ONE}lists/<int:number>/", prints.lists, name="round-lists"),
    path(f"{ONE}cards/", prints.table_cards, name="cards"),
]
