"""What an organiser does at a table whose people are not those of the plan."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.audit.services import Actor
from jassclub.clubs.models import clean_name
from tournaments.forms.deeds import DeedForm, PersonField, label_of
from tournaments.models import Entry, RoundStatus, Table, Tournament
from tournaments.selectors.life import Sitting, TableNow, people_in, people_to_seat, table_now
from tournaments.services.seats import BACK, STAY, seats_swap, table_seat
from tournaments.services.substituting import Newcomer, seat_replace
from tournaments.spots import Spot

ROUND_LIST, OTHERS_LIST = "people-of-the-round", "people-to-seat"


class _TableForm(DeedForm):
    """A deed at one table."""

    def __init__(
        self, data: Mapping[str, Any] | None, tournament: Tournament, *, table: Table
    ) -> None:
        self.table = table
        self.now: TableNow = table_now(table)
        super().__init__(data, tournament)

    @property
    def parties(self) -> list[Sitting]:
        return self.now.parties


class SwapForm(_TableForm):
    """Two people sat on each other's seats; ``seen`` is where both were when it was chosen."""

    title = gettext_lazy("Two people swapped seats")
    lead = gettext_lazy(
        "Somebody of this table and somebody else of the round sat on each other’s seats, or "
        "somebody played who should have waited."
    )
    undo = gettext_lazy("Yes: swap the two once more.")
    do = gettext_lazy("Swap the two")

    first = forms.CharField(required=False)
    second = forms.CharField(required=False)
    way = forms.ChoiceField(
        label=gettext_lazy("How does it go on?"),
        choices=[
            (STAY, gettext_lazy("They stay: they have sat like this from the first deal on")),
            (BACK, gettext_lazy("They go back to their own seats")),
        ],
        widget=forms.RadioSelect,
        initial=STAY,
        required=False,
    )
    from_deal = forms.IntegerField(
        label=gettext_lazy("Back from deal"),
        help_text=gettext_lazy("Only if they go back. The deals before stay as they are written."),
        min_value=1,
        max_value=500,
        required=False,
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, data: Mapping[str, Any] | None, tournament: Tournament, *, table: Table
    ) -> None:
        super().__init__(data, tournament, table=table)
        self.everyone = people_in(table.round)
        self.fields["first"] = forms.ChoiceField(
            label=_("Who of this table"),
            choices=[(str(party.entry.pk), party.name) for party in self.parties],
            widget=forms.RadioSelect,
            required=not self.data.get("seen"),
        )
        self.fields["second"] = PersonField(
            self.everyone,
            listed=ROUND_LIST,
            label=_("And who"),
            required=not self.data.get("seen"),
        )
        self.order_fields(["first", "second", "way", "from_deal", "seen", "reason"])
        self.fields["from_deal"].initial = self.now.played + 1
        if table.round.status != RoundStatus.PLAYING:
            del self.fields["way"], self.fields["from_deal"]

    def suggestions(self) -> dict[str, list[str]]:
        return {ROUND_LIST: [label_of(entry) for entry in self.everyone]}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        seen = [Spot.read(part) for part in cleaned.get("seen", "").split(";")]
        if len(seen) == 2 and all(seen):
            cleaned["spots"] = seen
        elif cleaned.get("first") and cleaned.get("second"):
            places = self.now.spots
            one, other = int(cleaned["first"]), cleaned["second"].pk
            cleaned["spots"] = [places.get(one, Spot(one)), places.get(other, Spot(other))]
        elif not self.errors:
            raise ValidationError(
                _("Somebody else has changed these seats meanwhile. Look at the table again.")
            )
        return cleaned

    def chosen(self) -> list[tuple[str, str]]:
        seen = ";".join(map(str, self.cleaned_data["spots"]))
        return [pair for pair in super().chosen() if pair[0] != "seen"] + [("seen", seen)]

    def act(self, actor: Actor) -> str:
        first, second = self.cleaned_data["spots"]
        seats_swap(
            round_id=self.table.round_id,
            actor=actor,
            first=first,
            second=second,
            way=self.cleaned_data.get("way") or STAY,
            from_deal=self.cleaned_data.get("from_deal"),
            reason=self.why(),
        )
        return _("The two have changed seats.")


class PeopleForm(_TableForm):
    """Who really sat at the table, seat by seat; ``seen`` are the entries of the plan."""

    title = gettext_lazy("The wrong people sat here")
    lead = gettext_lazy(
        "Write who really sat here. Whoever should have sat here takes the place of the one who came."
    )
    undo = gettext_lazy("Yes: put the people back the same way.")
    do = gettext_lazy("Put these people here")

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        tournament: Tournament,
        *,
        table: Table,
        guests: list[Entry] | None = None,
    ) -> None:
        super().__init__(data, tournament, table=table)
        self.everyone = people_in(table.round)
        shown = guests or [party.entry for party in self.parties]
        for number, (party, guest) in enumerate(zip(self.parties, shown, strict=False)):
            self.fields[f"seat_{number}"] = PersonField(
                self.everyone,
                listed=ROUND_LIST,
                label=_("Instead of %(name)s") % {"name": party.name},
                initial=label_of(guest),
            )
        self.order_fields([*self.seat_names, "seen", "reason"])

    @classmethod
    def _choices(cls) -> list[str]:
        return ["seat_0"]

    @property
    def seat_names(self) -> list[str]:
        return [name for name in self.fields if name.startswith("seat_")]

    def suggestions(self) -> dict[str, list[str]]:
        return {ROUND_LIST: [label_of(entry) for entry in self.everyone]}

    def _seen(self) -> list[int]:
        parts = str(self.data.get("seen", "")).split(".")
        if all(part.isdecimal() and len(part) < 19 for part in parts):
            return [int(part) for part in parts]
        return [party.entry.pk for party in self.parties]

    def chosen(self) -> list[tuple[str, str]]:
        seen = ".".join(map(str, self._seen()))
        return [pair for pair in super().chosen() if pair[0] != "seen"] + [("seen", seen)]

    def act(self, actor: Actor) -> str:
        table_seat(
            table_id=self.table.pk,
            actor=actor,
            entries=[self.cleaned_data[name].pk for name in self.seat_names],
            seen=self._seen(),
            reason=self.why(),
        )
        return _("The right people are at table %(number)s.") % {"number": self.table.place.number}


class ReplaceForm(_TableForm):
    """Somebody else takes over a seat: a known person by number or name, or a new name."""

    title = gettext_lazy("Somebody else takes a seat")
    lead = gettext_lazy(
        "A substitute, somebody who waits, or the one who had the seat before. A name that is not "
        "on the list becomes a substitute outside the ranking."
    )
    undo = gettext_lazy("Yes: put the earlier person back, from the same deal on.")
    do = gettext_lazy("Give them the seat")

    seat = forms.CharField()
    who = forms.CharField(
        label=gettext_lazy("Who plays now"),
        max_length=120,
        widget=forms.TextInput(
            attrs={"list": OTHERS_LIST, "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    from_deal = forms.IntegerField(
        label=gettext_lazy("From deal"),
        help_text=gettext_lazy("1: they have played all deals of the sheet."),
        min_value=1,
        max_value=500,
    )
    leaves = forms.BooleanField(
        label=gettext_lazy("The other one is away from now on, and drawn no more"), required=False
    )

    def __init__(
        self, data: Mapping[str, Any] | None, tournament: Tournament, *, table: Table
    ) -> None:
        super().__init__(data, tournament, table=table)
        self.others = people_to_seat(table.round)
        # What was chosen names who was seen; the service says whether that is still so.
        choices = [(f"{one.seat}.{one.player.pk}", str(one.player)) for one in self.now.people]
        sent = str((data or {}).get("seat", ""))
        if sent and sent not in dict(choices) and len(sent.split(".")) == 2:
            choices.append((sent, sent))
        self.fields["seat"] = forms.ChoiceField(
            label=_("Which seat"), choices=choices, widget=forms.RadioSelect
        )
        self.order_fields(["seat", "who", "from_deal", "leaves", "reason"])
        self.fields["from_deal"].initial = self.now.played + 1
        if table.round.status == RoundStatus.DRAWN:
            self.fields["from_deal"].initial = 1
            self.fields["from_deal"].widget = forms.HiddenInput()

    def suggestions(self) -> dict[str, list[str]]:
        return {OTHERS_LIST: [label_of(entry) for entry in self.others]}

    def clean_seat(self) -> tuple[int, int]:
        seat, _dot, player = self.cleaned_data["seat"].partition(".")
        if not (seat.isdecimal() and player.isdecimal() and len(player) < 19 and len(seat) < 4):
            raise ValidationError(_("Choose one of the people at this table."))
        return int(seat), int(player)

    def clean_who(self) -> Newcomer:
        text = clean_name(self.cleaned_data["who"])
        field = PersonField(self.others, listed=OTHERS_LIST)
        try:
            return Newcomer(entry=field.find(text).pk)
        except ValidationError:
            if text[:1].isdigit():
                raise
            name, _semicolon, hint = text.partition(";")
            return Newcomer(name=name.strip(), hint=hint.strip())

    def act(self, actor: Actor) -> str:
        seat, sitting = self.cleaned_data["seat"]
        row = seat_replace(
            table_id=self.table.pk,
            actor=actor,
            seat=seat,
            sitting=sitting,
            newcomer=self.cleaned_data["who"],
            from_deal=self.cleaned_data["from_deal"],
            leaves=self.cleaned_data["leaves"],
            reason=self.why(),
        )
        return _("%(name)s has the seat at table %(number)s.") % {
            "name": row.player,
            "number": self.table.place.number,
        }
