"""The forms a tournament is made and changed with.

:class:`SetupForm` holds every setting; :class:`LiveForm` those that can still be changed once a
round is drawn. Both only read what was typed; whether settings can work the services say, and
:meth:`add_problems` puts their sentences beside the fields.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.forms import NameField
from scoring.messages import label
from scoring.rules import Variant, get_variant
from tournaments.formats import ways_for
from tournaments.forms.chain import ChainForm, WholeNumberField
from tournaments.forms.lists import ListsForm
from tournaments.forms.plan import PlanForm, chain_for
from tournaments.forms.setup_options import OptionGroup, OptionsForm
from tournaments.models import (
    CreditRule,
    Publishing,
    SubstituteRule,
    SurplusRule,
    Visibility,
)
from tournaments.services.setup_checks import (
    LEAST_MINUTES,
    MOST_MINUTES,
    MOST_PLAYERS,
    MOST_POINTS,
    MOST_ROUNDS,
)
from tournaments.setup_data import SetupData, SetupProblem

DEALS = "deals"
"""The option of every variant that says after how many deals a round ends."""

YEARS = range(2000, 2100)


class EveningForm(ChainForm, ListsForm):
    """When, where, who may look, and how it is ranked. ``zone`` is the club's time zone."""

    use_required_attribute = False
    is_short = False

    name = NameField(
        label=_("Name"),
        max_length=120,
        error_messages={"required": _("Give the tournament a name, such as “Herbstturnier”.")},
    )
    date = forms.DateField(
        label=_("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Say on which day it is."),
            "invalid": _("Write the date as day.month.year, such as 25.10.2026."),
        },
    )
    time = forms.TimeField(
        label=_("Start"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={
            "required": _("Say at what time it starts."),
            "invalid": _("Write the time as 19:30."),
        },
    )
    venue = NameField(label=_("Place"), max_length=120, required=False)
    visibility = forms.ChoiceField(label=_("Who sees it"), choices=Visibility.choices)
    publishing = forms.ChoiceField(
        label=_("The public sees the ranking"), choices=Publishing.choices
    )
    hidden_rounds = WholeNumberField(
        label=_("Rounds hidden at the end"),
        help_text=_("The public sees the ranking without the last rounds until you reveal it."),
        min_value=0,
        max_value=MOST_ROUNDS,
        error_messages={"required": _("Write 0 if all rounds are shown.")},
    )
    round_minutes = WholeNumberField(
        label=_("Time for a round, in minutes"),
        help_text=_(
            "A clock runs on phones and on the big screen. Empty: no time limit. "
            "The round ends only when you close it."
        ),
        min_value=LEAST_MINUTES,
        max_value=MOST_MINUTES,
        required=False,
    )
    substitute_rule = forms.ChoiceField(
        label=_("Who gets the points if somebody takes over a seat in the middle of a round"),
        choices=SubstituteRule.choices,
    )
    double_entry = forms.BooleanField(
        label=_("At the desk two people type every sheet"),
        help_text=_(
            "Neither sees what the other typed; only what both typed alike counts. "
            "What players write on their phones and confirm there is not typed again."
        ),
        required=False,
    )

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = ZoneInfo(zone)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        day, time = cleaned.get("date"), cleaned.get("time")
        if day and time:
            if day.year not in YEARS:
                self.add_error("date", gettext("The year is between 2000 and 2099."))
            else:
                cleaned["starts_at"] = self._moment(datetime.combine(day, time))
        return cleaned

    def _moment(self, wall: datetime) -> datetime | None:
        moment = wall.replace(tzinfo=self.zone)
        if datetime.fromtimestamp(moment.timestamp(), self.zone).replace(tzinfo=None) == wall:
            return moment
        message = gettext("In that night the clocks are put forward: this time does not exist.")
        self.add_error("time", message)
        return None

    @staticmethod
    def evening_of(data: SetupData, zone: str) -> dict[str, Any]:
        """The initial values of these fields."""
        start = data.starts_at.astimezone(ZoneInfo(zone)) if data.starts_at else None
        return {
            "name": data.name,
            "date": start.date() if start else None,
            "time": start.time() if start else None,
            "venue": data.venue,
            "visibility": data.visibility,
            "hidden_rounds": data.hidden_rounds,
            "round_minutes": data.round_minutes,
            "publishing": data.publishing,
            "substitute_rule": data.substitute_rule,
            "double_entry": data.double_entry,
            **ChainForm.chain_of(data.chain),
            **ListsForm.lists_of(data),
        }


class SetupForm(PlanForm, EveningForm):
    """Every setting of a tournament; ``options`` is the part with the house rules."""

    expected_players = WholeNumberField(
        label=_("How many players do you expect?"),
        help_text=_("Only to check that the rounds can be drawn; may stay empty."),
        min_value=1,
        max_value=MOST_PLAYERS,
        required=False,
    )
    surplus_rule = forms.ChoiceField(
        label=_("When the tables do not come out even"), choices=SurplusRule.choices
    )
    credit_rule = forms.ChoiceField(
        label=_("For a round of waiting, or of coming later"), choices=CreditRule.choices
    )
    credit_points = WholeNumberField(
        label=_("The fixed number"),
        help_text=_("Only with “a fixed number of points”, such as 950."),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        required=False,
    )
    confirm_all = forms.BooleanField(
        label=_("All at the table confirm, not only the writer and one other"), required=False
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, setup: SetupData, zone: str
    ) -> None:
        super().__init__(data, zone=zone, initial=self._initial(setup, zone))
        self.setup = setup
        self.variant: Variant = get_variant(setup.variant)
        self.options = OptionsForm(self.variant, data, values=setup.options)
        self._fit_to_the_game()

    def _fit_to_the_game(self) -> None:
        options = dict(self.setup.options)
        ways = ways_for(self.variant, options)
        seats = self.variant.seats(options)
        self.offer(ways, seats)
        if len(ways) < 2:
            del self.fields["format"]
        sizes = self.variant.table_sizes
        if sizes == (seats,):
            fitting = [c for c in SurplusRule.choices if c[0] != SurplusRule.OTHER_SIZES]
            self.fields["surplus_rule"] = forms.ChoiceField(
                label=self.fields["surplus_rule"].label, choices=fitting
            )
        if len(sizes) > 1:
            self.fields["table_size"] = forms.TypedChoiceField(
                label=_("People at a table"), choices=[(size, size) for size in sizes], coerce=int
            )
        if self.variant.sides(options) < self.variant.seats(options):
            del self.fields["confirm_all"]
        if self.variant.unit == "cents":
            cents = _("Only with “a fixed number of points”, in cents: 250 is 2.50.")
            self.fields["credit_points"].help_text = cents

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        wanted = "credit_points" in self.changed_data and cleaned.get("credit_points") is not None
        if wanted and cleaned.get("credit_rule") != CreditRule.FIXED:
            message = gettext(
                "This number counts only with “a fixed number of points”: choose that, "
                "or leave this empty."
            )
            self.add_error("credit_points", message)
        return cleaned

    @staticmethod
    def _initial(setup: SetupData, zone: str) -> dict[str, Any]:
        settings = {field: getattr(setup, field) for field in SetupData.stored()}
        return {**settings, **EveningForm.evening_of(setup, zone), "format": setup.way.key}

    @property
    def variant_title(self) -> str:
        return label(self.variant.title)

    def deals_field(self) -> forms.BoundField | None:
        """How many deals a round has stands with the rounds, not with the rules."""
        return self.options.group(DEALS).single

    def rule_groups(self) -> list[OptionGroup]:
        """The house rules in the variant's order."""
        return [group for group in self.options.groups() if group.name != DEALS]

    def is_valid(self) -> bool:
        return bool(super().is_valid() & self.options.is_valid())

    def setup_data(self) -> SetupData:
        """What was entered, as one setup; what the form does not show stays as it was."""
        entered = {
            name: value for name, value in self.cleaned_data.items() if name in SetupData.stored()
        }
        way = self.ways.get(entered.get("format", ""), self.setup.way)
        entered |= {"format": way.method, "team_size": way.team_size}
        entered["chain"] = chain_for(way.method, entered["chain"])
        return self.setup.with_(
            **entered,
            options=self.options.raw(),
            expected_players=self.cleaned_data["expected_players"],
        )

    def add_problems(self, problems: Iterable[SetupProblem]) -> None:
        mine = []
        for problem in problems:
            head, _dot, path = problem["field"].partition(".")
            if head == "options":
                self.options.add_problem(path, problem["message"])
            else:
                mine.append(problem)
        super().add_problems(mine)


class LiveForm(EveningForm):
    """What can still be changed once a round is drawn; a new ranking needs a reason."""

    is_short = True

    reason = forms.CharField(
        label=_("Why the ranking is changed"),
        help_text=_("Needed only if you change the ranking; it stands in the log."),
        max_length=120,
        required=False,
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, setup: SetupData, zone: str
    ) -> None:
        super().__init__(data, zone=zone, initial=self.evening_of(setup, zone))
        self.setup = setup

    def setup_data(self) -> SetupData:
        entered = {
            name: value for name, value in self.cleaned_data.items() if name in SetupData.stored()
        }
        return self.setup.with_(**entered)
