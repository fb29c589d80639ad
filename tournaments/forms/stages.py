"""A further stage as it is typed, and who goes on."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.rules import get_variant
from tournaments.draw_texts import method_sentence, method_text
from tournaments.formats import KNOCK_OUT, has_pair_tables, ways_for
from tournaments.forms.chain import ChainForm, WholeNumberField
from tournaments.forms.setup import BEST_OF, FIELD_OF, KNOCK_OUT_CHAIN
from tournaments.models import Carry, DrawMode, Stage, Tournament
from tournaments.services.setup_checks import GAMES, MOST_PLAYERS, MOST_ROUNDS
from tournaments.services.stages import StageData
from tournaments.setup_data import SetupError


class StageForm(ChainForm):
    """What a stage is; its problems come from the service."""

    use_required_attribute = False
    reason = None

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        required=False,
        help_text=_("Such as “Final”."),
    )
    qualify = WholeNumberField(
        label=_("How many go on"),
        help_text=_("The best of the list before. Empty: everybody."),
        min_value=2,
        max_value=MOST_PLAYERS,
        required=False,
    )
    format = forms.ChoiceField(label=_("Who plays whom"))
    planned_rounds = WholeNumberField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        error_messages={"required": _("Say how many rounds are played.")},
    )
    deals = WholeNumberField(
        label=_("Deals in a round"),
        help_text=_("Empty: as in the stage before."),
        min_value=1,
        max_value=200,
        required=False,
    )
    draw_mode = forms.ChoiceField(label=_("When is drawn"), choices=DrawMode.choices)
    carry = forms.ChoiceField(label=_("What is taken over"), choices=Carry.choices)
    best_of = forms.TypedChoiceField(
        label=_("Games at a table"),
        help_text=_("For duels and fixed teams."),
        choices=[(games, BEST_OF[games]) for games in GAMES],
        coerce=int,
        required=False,
    )
    place_three = forms.BooleanField(
        label=_("Knock-out: the losers of the semi-finals play for place three"), required=False
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, tournament: Tournament, before: Stage
    ) -> None:
        initial = {
            "planned_rounds": 1,
            "draw_mode": DrawMode.ALL,
            "carry": Carry.NONE,
            "best_of": 1,
            "format": before.format,
            **self.chain_of(before.chain),
        }
        super().__init__(data, initial=initial)
        variant, options = get_variant(tournament.variant), dict(tournament.options)
        self.ways = {
            way.key: way
            for way in ways_for(variant, options)
            if way.team_size == tournament.team_size
        }
        self.methods = [(method_text(key), method_sentence(key)) for key in self.ways]
        self.fields["format"] = forms.ChoiceField(
            label=_("Who plays whom"), choices=[(key, method_text(key)) for key in self.ways]
        )
        seats = variant.seats(options)
        if not any(has_pair_tables(way, seats) for way in self.ways.values()):
            del self.fields["best_of"], self.fields["place_three"]
        if tournament.options.get("deals") is None:
            del self.fields["deals"]

    def stage_data(self) -> StageData:
        """What was entered; call on a valid form."""
        given = dict(self.cleaned_data)
        method = self.ways[given.pop("format")].method
        chain = given.pop("chain")
        given.pop("best_n")
        given["best_of"] = given.get("best_of") or 1
        known = {name: value for name, value in given.items() if not name.startswith("chain_")}
        if method == KNOCK_OUT and KNOCK_OUT not in chain:
            chain = KNOCK_OUT_CHAIN
        return StageData(format=method, chain=chain, **known)

    def add_problems(self, error: SetupError) -> None:
        """Put each sentence beside its field; above the form where it has none here."""
        for problem in error.problems:
            field = FIELD_OF.get(problem["field"], problem["field"])
            self.add_error(field if field in self.fields else None, problem["message"])
