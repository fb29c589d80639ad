"""Reading tournaments over HTTP, as the public sees them, and what a table's key opens now."""

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
from tournaments.api.serializers import (
    RankingOut,
    RoundDetailOut,
    RoundOut,
    TournamentOut,
    ranking_json,
)
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


class StandingsView(OpenView):
    @extend_schema(
        operation_id="standings",
        tags=["tournaments"],
        parameters=[IF_NONE_MATCH],
        responses={200: RankingOut, 304: None, 404: ProblemsOut},
    )
    def get(self, request: Request, club: str, slug: str) -> HttpResponseBase:
        """The newest ranking that the public may see, with an ETag for whoever asks again."""
        tournament = access.public_tournament(request, club, slug)
        state = standings_state(tournament.pk)
        etag = quote_etag(f"{state.built}-api-{get_language()}")
        response = get_conditional_response(request, etag=etag)
        if response is None:
            ranking = standings_ranking(tournament, public=True, built_at=state.built_at)
            response = Response(ranking_json(ranking, state.built))
        response["ETag"] = etag
        patch_cache_control(response, no_cache=True)
        return response


class CurrentSheetView(SheetView):
    @keyed(
        operation_id="table",
        responses={200: BoardOut} | REFUSALS,
        description="The sheet that the key opens now; its `id` is needed for writing on it.",
    )
    def get(self, request: Request) -> Response:
        return board(*on_its_phone(*current_sheet(request)))
