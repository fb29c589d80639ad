"""Reading tournaments over HTTP, as the public sees them, and what a table's key opens now."""

from collections.abc import Callable
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.sheets import REFUSALS, SheetView, board, keyed, on_its_phone
from scoring.api.views import OpenView
from scoring.serializers import BoardOut, ProblemsOut
from tournaments import access
from tournaments.api.access import current_sheet
from tournaments.api.meetings import (
    BracketOut,
    CrossTableOut,
    bracket_json,
    cross_table_json,
)
from tournaments.api.serializers import (
    ListOut,
    RankingOut,
    RoundDetailOut,
    RoundOut,
    TeamRankingOut,
    TournamentOut,
    ranking_json,
)
from tournaments.list_texts import list_names
from tournaments.lists import MAIN_LIST, TEAMS_LIST
from tournaments.models import StandingsState, Tournament
from tournaments.selectors.bracket import bracket
from tournaments.selectors.cross_table import cross_table
from tournaments.selectors.standings import standings_ranking, standings_state
from tournaments.selectors.tables import round_public, rounds_valid, tournaments_listed

LIMIT = OpenApiParameter("limit", int, description="At most 100.")
OFFSET = OpenApiParameter("offset", int, description="How many to pass over.")
CLUB = OpenApiParameter("club", str, description="One club's only, by its slug.")
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag that is known: 304 if new."
)


class Pages(LimitOffsetPagination):
    """Lists come in parts."""

    default_limit = 50
    max_limit = 100


class TournamentsView(OpenView):
    @extend_schema(
        operation_id="tournaments",
        tags=["tournaments"],
        parameters=[CLUB, LIMIT, OFFSET],
        responses=inline_serializer(
            "TournamentsOut",
            {
                "count": serializers.IntegerField(),
                "next": serializers.URLField(allow_null=True),
                "previous": serializers.URLField(allow_null=True),
                "results": TournamentOut(many=True),
            },
        ),
    )
    def get(self, request: Request) -> Response:
        """The public tournaments, newest first."""
        listed = tournaments_listed(request.query_params.get("club", ""))
        pages = Pages()
        part = pages.paginate_queryset(listed, request, self)
        return pages.get_paginated_response(TournamentOut(part, many=True).data)


class TournamentView(OpenView):
    @extend_schema(
        operation_id="tournament",
        tags=["tournaments"],
        responses={200: TournamentOut, 404: ProblemsOut},
    )
    def get(self, request: Request, club: str, slug: str) -> Response:
        """A tournament that is public, or open to whoever has its address."""
        return Response(TournamentOut(access.public_tournament(request, club, slug)).data)


class RoundsView(OpenView):
    @extend_schema(
        operation_id="rounds",
        tags=["tournaments"],
        responses={200: RoundOut(many=True), 404: ProblemsOut},
    )
    def get(self, request: Request, club: str, slug: str) -> Response:
        """The rounds that are drawn, played or closed."""
        tournament = access.public_tournament(request, club, slug)
        return Response(RoundOut(rounds_valid(tournament), many=True).data)


class RoundView(OpenView):
    @extend_schema(
        operation_id="round",
        tags=["tournaments"],
        responses={200: RoundDetailOut, 404: ProblemsOut},
    )
    def get(self, request: Request, club: str, slug: str, number: int) -> Response:
        """Who sits where in a round, and results once they count."""
        tournament = access.public_tournament(request, club, slug)
        round_ = access.round_of(tournament, number)
        return Response(RoundDetailOut(round_public(tournament, round_)).data)


def known_by_version(
    request: Request, tournament: Tournament, part: str, told: Callable[[StandingsState], Any]
) -> HttpResponseBase:
    """A part of the newest version, or nothing where the caller has that version of it."""
    state = standings_state(tournament.pk)
    etag = quote_etag(f"{part}-{state.built}-api-{get_language()}")
    response = get_conditional_response(request, etag=etag) or Response(told(state))
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    return response


def _list(request: Request, tournament: Tournament, key: str) -> HttpResponseBase:
    def told(state: StandingsState) -> Any:
        ranking = standings_ranking(tournament, public=True, built_at=state.built_at, list_key=key)
        return ranking_json(ranking, state.built)

    return known_by_version(request, tournament, f"list-{key}", told)


class StandingsView(OpenView):
    @extend_schema(
        operation_id="standings",
        tags=["tournaments"],
        parameters=[IF_NONE_MATCH],
        responses={200: RankingOut, 304: None, 404: ProblemsOut},
    )
    def get(self, request: Request, club: str, slug: str) -> HttpResponseBase:
        """The newest ranking that the public may see, with an ETag for whoever asks again."""
        return _list(request, access.public_tournament(request, club, slug), MAIN_LIST)


class ListsView(OpenView):
    @extend_schema(
        operation_id="lists",
        tags=["tournaments"],
        responses={200: ListOut(many=True), 404: ProblemsOut},
    )
    def get(self, request: Request, club: str, slug: str) -> Response:
        """The lists of a tournament: the main ranking, its categories, its teams."""
        tournament = access.public_tournament(request, club, slug)
        return Response(ListOut(list_names(tournament), many=True).data)


class ListView(OpenView):
    @extend_schema(
        operation_id="standings_list",
        tags=["tournaments"],
        parameters=[IF_NONE_MATCH],
        responses={200: RankingOut, 304: None, 404: ProblemsOut},
    )
    def get(self, request: Request, club: str, slug: str, list_key: str) -> HttpResponseBase:
        """One list of people, by its key: everybody's (`main`) or a category's."""
        tournament = access.public_tournament(request, club, slug)
        return _list(request, tournament, access.list_of(tournament, list_key))


class TeamsView(OpenView):
    @extend_schema(
        operation_id="standings_teams",
        tags=["tournaments"],
        parameters=[IF_NONE_MATCH],
        responses={200: TeamRankingOut, 304: None, 404: ProblemsOut},
    )
    def get(self, request: Request, club: str, slug: str) -> HttpResponseBase:
        """The ranking of teams, with the members that make each total."""
        tournament = access.public_tournament(request, club, slug)
        return _list(request, tournament, access.list_of(tournament, TEAMS_LIST))


class BracketView(OpenView):
    @extend_schema(
        operation_id="bracket",
        tags=["tournaments"],
        parameters=[IF_NONE_MATCH],
        responses={200: BracketOut, 304: None, 404: ProblemsOut},
    )
    def get(self, request: Request, club: str, slug: str) -> HttpResponseBase:
        """The bracket of a knock-out, as far as its results are published."""
        tournament = access.public_tournament(request, club, slug)
        return known_by_version(
            request,
            tournament,
            "bracket",
            lambda state: bracket_json(bracket(tournament, public=True), state.built),
        )


class CrossTableView(OpenView):
    @extend_schema(
        operation_id="cross_table",
        tags=["tournaments"],
        parameters=[IF_NONE_MATCH],
        responses={200: CrossTableOut, 304: None, 404: ProblemsOut},
    )
    def get(self, request: Request, club: str, slug: str) -> HttpResponseBase:
        """The cross table of a round robin, as far as its results are published."""
        tournament = access.public_tournament(request, club, slug)
        return known_by_version(
            request,
            tournament,
            "cross-table",
            lambda state: cross_table_json(cross_table(tournament, public=True), state.built),
        )


class CurrentSheetView(SheetView):
    @keyed(
        operation_id="table",
        responses={200: BoardOut} | REFUSALS,
        description="The sheet that the key opens now; its `id` is needed for writing on it.",
    )
    def get(self, request: Request) -> Response:
        return board(*on_its_phone(*current_sheet(request)))
