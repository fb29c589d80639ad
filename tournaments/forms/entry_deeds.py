"""What an organiser does with somebody of the list while the evening is under way."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.audit.services import Actor
from scoring.models import ScoreSheet, Settlement
from scoring.selectors import deals_to_scale_to
from tournaments.forms.deeds import DeedForm, PersonField, label_of
from tournaments.models import Entry, Tournament
from tournaments.selectors.entries import rounds_to_leave
from tournaments.selectors.field import still_playing
from tournaments.selectors.table import game_of_entry
from tournaments.services.entries import entry_check_in, entry_withdraw
from tournaments.services.leaving import entry_leave_now
from tournaments.services.merging import entries_merge

LIST = "people-of-the-list"

WAYS = [
    ("as-is", gettext_lazy("As it is: the points count as written")),
    (
        "scaled",
        gettext_lazy("Scaled: as if all deals had been played alike, halves rounded up"),
    ),
    ("void", gettext_lazy("Not at all: the sheet is void")),
]


class WayField(forms.ChoiceField):
    """How a table counts that stopped before its end: each way that is open to its ``sheet``."""

    def __init__(self, sheet: ScoreSheet | None = None) -> None:
        open_ways = WAYS
        if sheet is not None and not deals_to_scale_to(sheet):
            open_ways = [(way, text) for way, text in WAYS if way != Settlement.SCALED]
        choose = gettext_lazy("Choose how the table counts.")
        super().__init__(
            label=gettext_lazy("How does it count?"),
            choices=open_ways,
            widget=forms.RadioSelect,
            error_messages={"required": choose, "invalid_choice": choose},
        )


class _EntryForm(DeedForm):
    """A deed about one entry."""

    def __init__(
        self, data: Mapping[str, Any] | None, tournament: Tournament, *, entry: Entry
    ) -> None:
        self.entry = entry
        super().__init__(data, tournament)


class LeaveForm(_EntryForm):
    """Away from a round on."""

    title = gettext_lazy("Leaves earlier")
    lead = gettext_lazy(
        "What was played stays in the ranking; from this round on there is no seat."
    )
    undo = gettext_lazy("Yes: a tick at the check-in brings them back.")
    do = gettext_lazy("Leaves")

    from_round = forms.TypedChoiceField(label=gettext_lazy("Away from round"), coerce=int)

    def __init__(
        self, data: Mapping[str, Any] | None, tournament: Tournament, *, entry: Entry
    ) -> None:
        super().__init__(data, tournament, entry=entry)
        choices = [(number, str(number)) for number in rounds_to_leave(entry)]
        self.fields["from_round"] = forms.TypedChoiceField(
            label=_("Away from round"), coerce=int, choices=choices
        )
        del self.fields["reason"]

    def act(self, actor: Actor) -> str:
        number = self.cleaned_data["from_round"]
        entry_withdraw(
            tournament_id=self.tournament.pk,
            actor=actor,
            entry_id=self.entry.pk,
            from_round=number,
        )
        said = _("%(name)s is away from round %(number)s on. What was played stays.")
        return said % {"name": self.entry.name, "number": number}


class LeaveNowForm(_EntryForm):
    """In the middle of a round, and nobody takes the seat."""

    title = gettext_lazy("Leaves in the middle of the round")
    lead = gettext_lazy(
        "Nobody takes the seat: the table stops now. If somebody plays on, give them the seat instead."
    )
    undo = gettext_lazy("Yes: give the sheet back to the table, and tick the person again.")
    needed = ("reason",)
    do = gettext_lazy("Leaves, and the table stops")

    way = WayField()

    def __init__(
        self, data: Mapping[str, Any] | None, tournament: Tournament, *, entry: Entry
    ) -> None:
        super().__init__(data, tournament, entry=entry)
        game = game_of_entry(entry)
        self.fields["way"] = WayField(game.sheet if game else None)

    def act(self, actor: Actor) -> str:
        entry_leave_now(
            entry_id=self.entry.pk,
            actor=actor,
            way=self.cleaned_data["way"],
            reason=self.why(),
        )
        return _("%(name)s has left; the table has stopped.") % {"name": self.entry.name}


class BackForm(_EntryForm):
    """Somebody who left is here after all."""

    title = gettext_lazy("Is here after all")
    lead = gettext_lazy("Rounds that were played meanwhile stay missed; the next draw has them in.")
    lead_out = gettext_lazy(
        "The knock-out or the final goes on without them; the list says that they are here."
    )
    undo = gettext_lazy("Yes: say again from which round on they are away.")
    do = gettext_lazy("Is here again")

    def __init__(
        self, data: Mapping[str, Any] | None, tournament: Tournament, *, entry: Entry
    ) -> None:
        super().__init__(data, tournament, entry=entry)
        del self.fields["reason"]
        playing = still_playing(list(tournament.stages.all()))
        if playing is not None and entry.pk not in playing:
            self.lead = self.lead_out

    def act(self, actor: Actor) -> str:
        entry_check_in(
            tournament_id=self.tournament.pk, actor=actor, entry_id=self.entry.pk, present=True
        )
        return _("%(name)s is here again.") % {"name": self.entry.name}


class MergeForm(_EntryForm):
    """The same person stands on the list a second time."""

    title = gettext_lazy("Stands on the list twice")
    lead = gettext_lazy(
        "What the other entry has played becomes part of this one, and the other one goes. The club’s "
        "list of players keeps both names."
    )
    undo = gettext_lazy("No. The database is copied before, where the program runs on a laptop.")
    do = gettext_lazy("Make one of the two")
    danger = True

    other = forms.CharField()

    def __init__(
        self, data: Mapping[str, Any] | None, tournament: Tournament, *, entry: Entry
    ) -> None:
        super().__init__(data, tournament, entry=entry)
        self.others = list(tournament.entries.exclude(pk=entry.pk).order_by("number"))
        self.fields["other"] = PersonField(
            self.others, listed=LIST, label=_("The other entry, which goes")
        )
        self.order_fields(["other", "reason"])

    def suggestions(self) -> dict[str, list[str]]:
        return {LIST: [label_of(entry) for entry in self.others]}

    def act(self, actor: Actor) -> str:
        other = self.cleaned_data["other"]
        entries_merge(keep_id=self.entry.pk, drop_id=other.pk, actor=actor, reason=self.why())
        return _("%(other)s is now part of number %(number)s, %(name)s.") % {
            "other": label_of(other),
            "number": self.entry.number,
            "name": self.entry.name,
        }
