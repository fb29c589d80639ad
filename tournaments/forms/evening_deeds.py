"""What an organiser does to a whole round, a table's sheet, or the evening."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.audit.services import Actor
from scoring.context import SheetContext
from scoring.models import ScoreSheet
from scoring.rules import get_variant
from tournaments.forms.deeds import DeedForm
from tournaments.forms.entry_deeds import HOW_IT_COUNTS, WAYS
from tournaments.forms.setup_options import OptionGroup, OptionsForm
from tournaments.models import Round, Tournament
from tournaments.selectors.stages import written_in
from tournaments.services.desk import desk_settle
from tournaments.services.options import first_free_round, options_change
from tournaments.services.reopening import tournament_reopen
from tournaments.services.undoing import round_void


class VoidForm(DeedForm):
    """A round that does not count."""

    lead = gettext_lazy(
        "Its seats and its results count no more; what was written stays readable in the log. The "
        "number of the round is free and can be drawn again."
    )
    undo = gettext_lazy("No. A void round stays void.")
    danger = True
    sure = ("reason", "typed")
    needed = ("reason", "typed")

    typed = forms.CharField(
        max_length=120, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(
        self, data: Mapping[str, Any] | None, tournament: Tournament, *, round_: Round
    ) -> None:
        self.round = round_
        super().__init__(data, tournament)
        self.title = _("Declare round %(number)s void") % {"number": round_.number}
        self.do = self.title
        if written_in([round_]):
            self.fields["typed"].label = _("To be sure, write the tournament’s name: %(name)s") % {
                "name": tournament.name
            }
        else:
            del self.fields["typed"]

    def act(self, actor: Actor) -> str:
        name = self.tournament.name if self.trial else self.cleaned_data.get("typed", "")
        round_void(round_id=self.round.pk, actor=actor, reason=self.why(), typed_name=name)
        return _("Round %(number)s is void.") % {"number": self.round.number}


class SettleForm(DeedForm):
    """An unfinished sheet that has to count somehow."""

    title = gettext_lazy("Decide about the unfinished sheet")
    lead = gettext_lazy("The table stops, and what it has counts as you say.")
    undo = gettext_lazy("Yes: give the sheet back to the table.")
    needed = ("reason",)
    do = gettext_lazy("Decide")

    way = forms.ChoiceField(
        label=gettext_lazy("How does it count?"),
        choices=WAYS,
        widget=forms.RadioSelect,
        error_messages=HOW_IT_COUNTS,
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        tournament: Tournament,
        *,
        sheet: ScoreSheet,
        context: SheetContext,
    ) -> None:
        self.sheet, self.context = sheet, context
        super().__init__(data, tournament)

    def act(self, actor: Actor) -> str:
        desk_settle(
            sheet_id=self.sheet.pk,
            context=replace(self.context, actor=actor),
            way=self.cleaned_data["way"],
            reason=self.why(),
        )
        return _("%(table)s is settled.") % {"table": self.context.title}


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
