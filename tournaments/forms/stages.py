"""A further stage as it is typed, and who goes on."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.forms import NameField
from scoring.rules import get_variant
from tournaments.formats import ways_for
from tournaments.forms.chain import WholeNumberField
from tournaments.forms.plan import PlanForm, chain_for
from tournaments.models import Carry, DrawMode, Stage, Tournament
from tournaments.services.setup_checks import MOST_PLAYERS
from tournaments.services.stages import StageData


class StageForm(PlanForm):
    """What a stage is; its problems come from the service."""

    use_required_attribute = False
    reason = None

    name = NameField(
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
    deals = WholeNumberField(
        label=_("Deals in a round"),
        help_text=_("Empty: as in the stage before."),
        min_value=1,
        max_value=200,
        required=False,
    )
    carry = forms.ChoiceField(label=_("What is taken over"), choices=Carry.choices)

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
        ways = ways_for(variant, options)
        self.fields["best_of"].required = False
        self.offer(
            (way for way in ways if way.team_size == tournament.team_size), variant.seats(options)
        )
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
        return StageData(format=method, chain=chain_for(method, chain), **known)
