"""What an organiser takes back of the rounds: a draw, a round that does not count, a closed one."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from jassclub.audit.services import Actor
from tournaments.forms.deeds import DeedForm
from tournaments.models import Round, Tournament
from tournaments.selectors.stages import newest_round, written_in
from tournaments.services.rounds import Ahead, redraw_ahead, rounds_redraw
from tournaments.services.undoing import round_reopen, round_void


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


class _RoundForm(DeedForm):
    """A deed to a round that is there already; ``deed`` says which, with its %(number)s."""

    deed: Any = ""

    def __init__(
        self, data: Mapping[str, Any] | None, tournament: Tournament, *, round_: Round
    ) -> None:
        super().__init__(data, tournament)
        self.round = round_
        self.title = self.do = self.deed % {"number": round_.number}


class VoidForm(_RoundForm):
    """A round that does not count."""

    deed = gettext_lazy("Declare round %(number)s void")
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
        super().__init__(data, tournament, round_=round_)
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


class RoundReopenForm(_RoundForm):
    """A closed round is played on."""

    deed = gettext_lazy("Go on playing round %(number)s")
    lead = gettext_lazy(
        "Sheets can be given back to their tables, played on and confirmed again; those that are "
        "not touched stay confirmed. To correct figures it is enough to correct the sheet."
    )
    undo = gettext_lazy("Yes: close the round again.")
    needed = ("reason",)

    def act(self, actor: Actor) -> str:
        round_reopen(round_id=self.round.pk, actor=actor, reason=self.why())
        said = _(
            "Round %(number)s is being played again. Open the table that goes on and give its sheet "
            "back."
        )
        return said % {"number": self.round.number}
