"""What an organiser takes back or cuts short: a draw, a closed round, a sheet, the evening."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from jassclub.audit.services import Actor
from scoring.context import SheetContext
from scoring.models import ScoreSheet, SheetStatus, Source
from tournaments.forms.deeds import DeedForm
from tournaments.models import Round, Tournament
from tournaments.selectors.stages import all_played, newest_round
from tournaments.services.desk import desk_reopen
from tournaments.services.rounds import Ahead, redraw_ahead, rounds_redraw
from tournaments.services.undoing import round_reopen, tournament_end


class RedrawForm(DeedForm):
    """The rounds that nobody has started, drawn anew; ``newest`` is the round it was seen with."""

    title = gettext_lazy("Draw again")
    lead = gettext_lazy(
        "The rounds that nobody has started are declared void and drawn anew with everybody who is "
        "here now. The cards on the tables stay valid."
    )
    undo = gettext_lazy("No. As long as the round is not started it can be drawn again.")
    do = gettext_lazy("Draw again now")
    danger = True
    ahead: Ahead | None = None

    newest = forms.IntegerField(widget=forms.HiddenInput)
    allow_repeats = forms.BooleanField(
        label=gettext_lazy(
            "Draw even if some have to meet again; the repeats are named in the protocol."
        ),
        required=False,
    )

    def __init__(
        self, data: Mapping[str, Any], tournament: Tournament, *, is_sent: bool = False
    ) -> None:
        chosen = {name: data[name] for name in self._choices() if name in data}
        if not is_sent:
            chosen["newest"] = newest_round(tournament)
        super().__init__(chosen, tournament)
        del self.fields["reason"]

    def prepare(self) -> None:
        self.ahead = redraw_ahead(
            tournament_id=self.tournament.pk, allow_repeats=self.cleaned_data["allow_repeats"]
        )

    def act(self, actor: Actor) -> str:
        made = rounds_redraw(
            tournament_id=self.tournament.pk,
            actor=actor,
            newest=self.cleaned_data["newest"],
            allow_repeats=self.cleaned_data["allow_repeats"],
            ahead=self.ahead,
        )
        said = ngettext("%(count)s round is drawn.", "%(count)s rounds are drawn.", len(made))
        return said % {"count": len(made)}


class RoundReopenForm(DeedForm):
    """A closed round is played on."""

    lead = gettext_lazy(
        "The tables can be reopened and confirmed again. To correct a single table it is enough to "
        "correct its sheet."
    )
    undo = gettext_lazy("Yes: close the round again.")
    needed = ("reason",)

    def __init__(
        self, data: Mapping[str, Any] | None, tournament: Tournament, *, round_: Round
    ) -> None:
        super().__init__(data, tournament)
        self.round = round_
        self.title = self.do = _("Reopen round %(number)s") % {"number": round_.number}

    def act(self, actor: Actor) -> str:
        round_reopen(round_id=self.round.pk, actor=actor, reason=self.why())
        return _("Round %(number)s is being played again.") % {"number": self.round.number}


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


class SheetBackForm(DeedForm):
    """A sheet that was confirmed or settled goes back to its table."""

    title = gettext_lazy("Give the sheet back to the table")
    lead = gettext_lazy(
        "The table can write on it again. To change a figure it is enough to correct it at the "
        "desk."
    )
    needed = ("reason",)
    do = gettext_lazy("Reopen the sheet")

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        tournament: Tournament,
        *,
        sheet: ScoreSheet,
        context: SheetContext,
    ) -> None:
        super().__init__(data, tournament)
        self.sheet, self.context = sheet, context
        self.undo = _way_back(sheet)

    def act(self, actor: Actor) -> str:
        context = replace(self.context, actor=actor)
        desk_reopen(sheet_id=self.sheet.pk, context=context, reason=self.why())
        return _("%(table)s is open again.") % {"table": self.context.title}


def _way_back(sheet: ScoreSheet) -> str:
    """How a sheet that is given back comes to count again as it does now."""
    if sheet.settled or sheet.status == SheetStatus.VOID:
        return _("Yes: decide about the sheet again, in the same way.")
    if sheet.status == SheetStatus.SUBMITTED:
        return _("Yes: the table hands the sheet in again.")
    if sheet.status == SheetStatus.DISPUTED:
        return _("Yes: whoever objected objects again.")
    if sheet.source == Source.TOTALS:
        return _("Yes: type the totals from the paper again and confirm them.")
    return _("Yes: confirm the sheet again, with the same figures.")
