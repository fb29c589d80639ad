"""The part of the set-up form that says which lists stand beside the main ranking."""

from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.categories import CATEGORIES
from jassclub.clubs.models import clean_name
from tournaments.forms.chain import WholeNumberField
from tournaments.lists import MAIN_LIST, TEAMS_LIST
from tournaments.services.setup_checks import MOST_LISTS, MOST_TEAM
from tournaments.setup_data import SetupData

GUESTS = "guests"
NAME_LENGTH = 40
KEY_LENGTH = 24
TAKEN = frozenset({MAIN_LIST, TEAMS_LIST, *CATEGORIES})


class ListsForm(forms.Form):
    """Categories that the club knows, others by name, guests, and teams.

    ``cleaned_data["categories"]`` is what ``Tournament.categories`` holds.
    """

    known_lists = forms.MultipleChoiceField(
        label=_("Lists beside the main ranking"),
        help_text=_(
            "Everybody stands in the main ranking, and in the lists of the categories that are "
            "ticked for them."
        ),
        choices=list(CATEGORIES.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    own_lists = forms.CharField(
        label=_("Other lists, by name"),
        help_text=_("Several with a comma between them, such as “Village, Sponsors”."),
        max_length=400,
        required=False,
    )
    guests_apart = forms.BooleanField(
        label=_("Guests stand in their own list only, not in the main ranking"), required=False
    )
    team_counted = WholeNumberField(
        label=_("Ranking of teams: how many members count"),
        help_text=_("The best of each team are added up. Empty: no ranking of teams."),
        min_value=1,
        max_value=MOST_TEAM,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        chosen = list(cleaned.get("known_lists") or [])
        apart = bool(cleaned.get("guests_apart"))
        if apart and GUESTS not in chosen:
            chosen.append(GUESTS)
        made: list[dict[str, Any]] = [
            {"key": key, "name": "", **({"apart": True} if apart and key == GUESTS else {})}
            for key in CATEGORIES
            if key in chosen
        ]
        made += _own(cleaned.get("own_lists") or "")
        if any(len(each["name"]) > NAME_LENGTH for each in made):
            message = gettext("A list's name has at most %(most)s letters.")
            self.add_error("own_lists", message % {"most": NAME_LENGTH})
        elif len(made) > MOST_LISTS:
            message = gettext("At most %(most)s lists can stand beside the main ranking.")
            self.add_error("own_lists", message % {"most": MOST_LISTS})
        cleaned["categories"] = made
        return cleaned

    @staticmethod
    def lists_of(data: SetupData) -> dict[str, Any]:
        """The initial values of these fields."""
        return {
            "known_lists": [each["key"] for each in data.categories if each["key"] in CATEGORIES],
            "own_lists": ", ".join(
                each["name"] for each in data.categories if each["key"] not in CATEGORIES
            ),
            "guests_apart": any(each.get("apart") for each in data.categories),
            "team_counted": data.team_counted,
        }


def _own(text: str) -> list[dict[str, Any]]:
    """Lists by name. The same name always has the same key, so that nobody's ticks are lost."""
    made: dict[str, str] = {}
    for part in text.replace("\n", ",").split(","):
        name = clean_name(part)
        base = slugify(name)[:KEY_LENGTH] or "list"
        if not name or name in made.values():
            continue
        key, number = base, 2
        while key in TAKEN or key in made:
            key, number = f"{base}-{number}", number + 1
        made[key] = name
    return [{"key": key, "name": name} for key, name in made.items()]
