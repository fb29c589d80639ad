"""Who met whom, in the JSON API: the bracket of a knock-out, the cross table of a round robin.

What the public's pages show, field by field; entries by their start number.
"""

from typing import Any

from rest_framework import serializers

from tournaments.selectors.bracket import Bracket, BracketRound, Match, Slot
from tournaments.selectors.cross_table import Cell, CrossTable, Line


class SlotOut(serializers.Serializer[Slot]):
    """One side of a match."""

    entry = serializers.IntegerField(
        source="number", allow_null=True, help_text="The start number; null: not known yet."
    )
    name = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(
        ["won", "lost", "in", "open"], help_text="`in`: not decided; `open`: nobody yet."
    )
    score = serializers.IntegerField(
        allow_null=True, help_text="Games won, or points where one game is played."
    )
    has_left = serializers.BooleanField()
    gave_up = serializers.BooleanField(help_text="Left in the middle of this match and lost it.")
    is_substitute = serializers.BooleanField(help_text="Played it for nobody of the ranking.")


class MatchOut(serializers.Serializer[Match]):
    """Two sides that meet, or one that goes on without a game."""

    table = serializers.IntegerField(allow_null=True, help_text="Null where nothing is played.")
    bye = serializers.BooleanField(source="is_bye")
    playing = serializers.BooleanField(source="is_playing")
    corrected = serializers.BooleanField(source="is_corrected")
    slots = SlotOut(many=True)


class BracketRoundOut(serializers.Serializer[BracketRound]):
    """A round of the bracket, its matches from top to bottom."""

    title = serializers.CharField()
    number = serializers.IntegerField(allow_null=True, help_text="Null: not drawn yet.")
    status = serializers.CharField(allow_blank=True, help_text="Empty: not drawn yet.")
    matches = MatchOut(many=True)
    third = MatchOut(allow_null=True, help_text="The game for place three, beside the final.")


class BracketOut(serializers.Serializer[Any]):
    """A knock-out from its first round to the final; no rounds before it is drawn."""

    version = serializers.IntegerField(help_text="Goes up with every change.")
    best_of = serializers.IntegerField(help_text="Games of a match at most.")
    winner = serializers.CharField(allow_blank=True)
    rounds = BracketRoundOut(many=True)


class CrossCellOut(serializers.Serializer[Cell]):
    """The game of the one in the row against the one in the column, from the row's side."""

    state = serializers.ChoiceField(
        ["self", "won", "lost", "even", "playing", "drawn", "open"],
        help_text="`drawn`: round and table are known; `open`: not drawn yet.",
    )
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    own = serializers.IntegerField(allow_null=True, help_text="Points of the one in the row.")
    theirs = serializers.IntegerField(allow_null=True, help_text="Points of the one in the column.")
    games = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Games won by each; null where one game is played.",
    )
    corrected = serializers.BooleanField(source="is_corrected")


class CrossLineOut(serializers.Serializer[Line]):
    """An entry's row; its cells are in the order of the lines."""

    entry = serializers.IntegerField(source="number", help_text="The start number.")
    name = serializers.CharField()
    has_left = serializers.BooleanField()
    won = serializers.IntegerField(help_text="Games won so far.")
    points = serializers.IntegerField()
    cells = CrossCellOut(many=True)


class CrossTableOut(serializers.Serializer[Any]):
    """Everybody against everybody; no lines before a round is drawn."""

    version = serializers.IntegerField(help_text="Goes up with every change.")
    best_of = serializers.IntegerField(help_text="Games at a table at most.")
    lines = CrossLineOut(many=True)


def bracket_json(found: Bracket | None, version: int) -> Any:
    shown = found or Bracket([], best_of=1)
    told = {"version": version, "best_of": shown.best_of, "winner": shown.winner}
    return BracketOut(told | {"rounds": shown.rounds}).data


def cross_table_json(found: CrossTable | None, version: int) -> Any:
    shown = found or CrossTable([], best_of=1)
    told = {"version": version, "best_of": shown.best_of, "lines": shown.lines}
    return CrossTableOut(told).data
