"""What the lists of a tournament are called."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from jassclub.clubs.categories import CATEGORIES
from tournaments.lists import MAIN_LIST, TEAMS_LIST
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class ListName:
    """A list of a tournament by its key, with its name for people."""

    key: str
    name: str


def category_name(category: Mapping[str, Any]) -> str:
    """A category's name: in the reader's language where the club knows it, else as it was typed."""
    return str(CATEGORIES.get(category["key"], category.get("name") or category["key"]))


def list_names(tournament: Tournament) -> list[ListName]:
    """All lists of a tournament, the main one first."""
    names = [ListName(MAIN_LIST, _("Everybody"))]
    names += [ListName(each["key"], category_name(each)) for each in tournament.categories]
    if tournament.team_counted:
        names.append(ListName(TEAMS_LIST, _("Teams")))
    return names
