"""What the JSON API tells of tournaments: the public's view, field by field."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.rules import get_variant
from tournaments.fold import Cell
from tournaments.models import Round, Seat, Stage, Standing, Tournament
from tournaments.reason_texts import reason_text
from tournaments.selectors.standings import Ranking
from tournaments.selectors.tables import PublicRound, PublicTable


class StageOut(serializers.ModelSerializer[Stage]):
    """A part of a tournament with one format and one ranking."""

    chain = serializers.ListField(child=serializers.CharField(), help_text="Ranking, in order.")

    class Meta:
        model = Stage
        fields = ("number", "format", "chain", "table_size", "planned_rounds", "planned_deals")


class TournamentOut(serializers.ModelSerializer[Tournament]):
    """A tournament; its address in the API is ``/tournaments/<club>/<slug>``."""

    club = serializers.SlugField(source="club.slug")
    club_name = serializers.CharField(source="club.name")
    options = serializers.DictField(help_text="The variant's full options.")
    stages = StageOut(many=True)

    class Meta:
        model = Tournament
        fields = (
            "club",
            "slug",
            "club_name",
            "name",
            "venue",
            "starts_at",
            "status",
            "variant",
            "options",
            "stages",
        )


class RoundOut(serializers.ModelSerializer[Round]):
    """A round that is drawn, played or closed."""

    stage = serializers.IntegerField(source="stage.number")

    class Meta:
        model = Round
        fields = ("stage", "number", "status", "drawn_at", "started_at", "closed_at")


class SeatOut(serializers.ModelSerializer[Seat]):
    """Somebody at a table; the points go to the entry."""

    name = serializers.CharField(source="player.name")
    entry = serializers.IntegerField(source="entry.number", help_text="The start number.")

    class Meta:
        model = Seat
        fields = ("seat", "side", "name", "entry")


class TableOut(serializers.Serializer[PublicTable]):
    """A table of a round; totals once they are confirmed and not hidden."""

    number = serializers.IntegerField()
    status = serializers.CharField(help_text="The sheet's; empty before the round begins.")
    seats = SeatOut(many=True)
    totals = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    corrected = serializers.BooleanField()


class RoundDetailOut(serializers.Serializer[PublicRound]):
    """A round with its tables."""

    round = RoundOut()
    tables = TableOut(many=True)
    waiting = serializers.ListField(child=serializers.CharField(), help_text="Who waits.")


class StandingOut(serializers.ModelSerializer[Standing]):
    """A row of the ranking."""

    entry = serializers.IntegerField(source="entry.number", help_text="The start number.")
    name = serializers.CharField(source="entry.name")
    rounds = serializers.JSONField(source="values", help_text="What each round brought.")
    reason = serializers.SerializerMethodField(
        help_text="What separates the row from the one above, where the totals do not."
    )

    class Meta:
        model = Standing
        fields = ("rank", "entry", "name", "total", "tied", "rounds", "reason")

    def get_reason(self, row: Standing) -> str:
        return reason_text(row.reason, self.context["chain"], self.context["unit"])


class TeamMemberOut(serializers.Serializer[Any]):
    """A member of a team with what they brought so far, the best first."""

    entry = serializers.IntegerField(source="number", help_text="The start number.")
    name = serializers.CharField()
    points = serializers.IntegerField()
    counts = serializers.SerializerMethodField(help_text="Among the best that make the total.")

    def get_counts(self, cell: Cell) -> bool:
        return not cell.get("dropped")


class TeamStandingOut(StandingOut):
    """A row of the ranking of teams."""

    members = serializers.SerializerMethodField()

    class Meta:
        model = Standing
        fields = ("rank", "team", "total", "tied", "members", "reason")

    @extend_schema_field(TeamMemberOut(many=True))
    def get_members(self, row: Standing) -> Any:
        there = [cell for cell in row.values if cell["state"] == "member"]
        return TeamMemberOut(there, many=True).data


class ListOut(serializers.Serializer[Any]):
    """A list of a tournament; its ranking is at ``/standings/<key>``."""

    key = serializers.CharField(help_text="`main`, a category's key, or `teams`.")
    name = serializers.CharField(help_text="In the reader's language, or as the club named it.")


class ListedOut(serializers.Serializer[Any]):
    """The newest list that the public may see, without its rows."""

    version = serializers.IntegerField(help_text="Goes up with every change.")
    after = serializers.IntegerField(help_text="The round after which it stands; 0: none yet.")
    provisional = serializers.BooleanField(help_text="A round is still being played.")
    hidden = serializers.IntegerField(help_text="Rounds that are not shown yet.")


class RankingOut(ListedOut):
    """The newest list that the public may see."""

    rows = StandingOut(many=True)


class TeamRankingOut(ListedOut):
    """The newest ranking of teams that the public may see."""

    rows = TeamStandingOut(many=True)


def ranking_json(ranking: Ranking, version: int) -> Any:
    """A ranking as JSON, with each row's reason as a sentence."""
    shown = {
        "version": version,
        "after": ranking.after,
        "provisional": ranking.provisional,
        "hidden": ranking.hidden,
        "rows": ranking.rows,
    }
    unit = get_variant(ranking.tournament.variant).unit
    described = TeamRankingOut if ranking.is_teams else RankingOut
    return described(shown, context={"chain": ranking.chain, "unit": unit}).data
