"""What an organiser does to the evening as a whole: ended, reopened, played by other rules."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.audit.services import Actor
from scoring.rules import get_variant
from tournaments.forms.deeds import DeedForm
from tournaments.forms.setup_options import OptionGroup, OptionsForm
from tournaments.models import Tournament
from tournaments.selectors.stages import all_played
from tournaments.services.options import first_free_round, options_change
from tournaments.services.reopening import tournament_reopen
from tournaments.services.undoing import tournament_end


class EndForm(DeedForm):
    """The tournament is over: early, or once more after it was reopened with all rounds played."""

    title: Any = gettext_lazy("End the tournament")
    lead: Any = gettext_lazy(
        "The rounds that are closed count. The others are not played, and the ranking becomes "
        "final."
    )
    undo: Any = gettext_lazy(
        "Yes: reopen the tournament. Drawn rounds that were given up are drawn anew then."
    )
    needed: tuple[str, ...] = ("reason",)
    do: Any = gettext_lazy("End the tournament")
    danger = True

    def __init__(self, data: Mapping[str, Any] | None, tournament: Tournament) -> None:
        super().__init__(data, tournament)
        if all_played(tournament):
            self.title = self.do = _("Close the tournament")
            self.lead = _("All planned rounds are played. The ranking becomes final.")
            self.undo = _("Yes: reopen the tournament.")
            self.danger, self.needed = False, ()

    def act(self, actor: Actor) -> str:
        tournament_end(tournament_id=self.tournament.pk, actor=actor, reason=self.why())
        return _("The tournament is closed; the ranking is final.")


class ReopenForm(DeedForm):
    """A closed tournament goes on."""

    title = gettext_lazy("Reopen the tournament")
    lead = gettext_lazy(
        "The ranking is not final any more. Rounds can be drawn, people added and seats changed; "
        "closed rounds stay closed."
    )
    undo = gettext_lazy("Yes: end the tournament again.")
    needed = ("reason",)
    do = gettext_lazy("Reopen the tournament")

    def act(self, actor: Actor) -> str:
        tournament_reopen(tournament_id=self.tournament.pk, actor=actor, reason=self.why())
        return _("The tournament is open again.")


class RulesForm(DeedForm):
    """Other house rules from the next round on; ``options`` is the part with the rules."""

    title = gettext_lazy("Change the rules for later rounds")
    undo = gettext_lazy("Yes: change them back, for rounds that have not begun.")
    needed = ("reason",)
    do = gettext_lazy("Play by these rules")

    chosen_rules = forms.BooleanField(widget=forms.HiddenInput, required=False, initial=True)

    def __init__(self, data: Mapping[str, Any] | None, tournament: Tournament) -> None:
        super().__init__(data, tournament)
        rules = self.data if self.is_bound else None
        self.options = OptionsForm(
            get_variant(tournament.variant), rules, values=tournament.options
        )
        self.first = first_free_round(tournament)
        self.lead = (
            _(
                "From round %(number)s on, which has not begun. Sheets that were begun keep the rules "
                "they were begun with."
            )
            % {"number": self.first}
            if self.first
            else _("Every planned round has begun: its sheets keep the rules they were begun with.")
        )

    def rule_groups(self) -> list[OptionGroup]:
        return self.options.groups()

    def is_valid(self) -> bool:
        return bool(super().is_valid() & self.options.is_valid())

    def chosen(self) -> list[tuple[str, str]]:
        given = [(n, str(self.data.get(n, ""))) for n in self.options.fields if n in self.data]
        return [("chosen_rules", "1"), *given]

    def act(self, actor: Actor) -> str:
        options_change(
            tournament_id=self.tournament.pk,
            actor=actor,
            options=self.options.raw(),
            reason=self.why(),
        )
        return _("From the next round on these rules hold.")
