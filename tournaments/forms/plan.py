"""What every stage asks, the first and the later ones: who plays whom, how often, how many games.

Words: a *way* is a method of drawing with the size of the teams it is played in. Which ways there
are the variant says; a table's games are asked about only where two sides meet at it.
"""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.draw_texts import method_sentence, method_text
from tournaments.formats import KNOCK_OUT, Way, has_pair_tables
from tournaments.forms.chain import ChainForm, WholeNumberField
from tournaments.models import DrawMode
from tournaments.services.setup_checks import GAMES, MOST_ROUNDS

BEST_OF = {
    1: _("one game"),
    3: _("best of three: two games won"),
    5: _("best of five: three games won"),
    7: _("best of seven: four games won"),
}


class PlanForm(ChainForm):
    """How a stage is played. Its ``ways`` (by key) and their ``methods`` in words are set by ``offer``."""

    planned_rounds = WholeNumberField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        error_messages={"required": _("Say how many rounds are played.")},
    )
    draw_mode = forms.ChoiceField(label=_("When is drawn"), choices=DrawMode.choices)
    best_of = forms.TypedChoiceField(
        label=_("Games at a table"),
        help_text=_("For duels and fixed teams."),
        choices=[(games, BEST_OF[games]) for games in GAMES],
        coerce=int,
    )
    place_three = forms.BooleanField(
        label=_("Knock-out: the losers of the semi-finals play for place three"), required=False
    )

    def offer(self, ways: Iterable[Way], seats: int) -> None:
        """Ask for one of these ways, at tables of so many seats."""
        self.ways = {way.key: way for way in ways}
        self.methods = [(method_text(key), method_sentence(key)) for key in self.ways]
        self.fields["format"] = forms.ChoiceField(
            label=_("Who plays whom"), choices=[(key, method_text(key)) for key in self.ways]
        )
        if not any(has_pair_tables(way, seats) for way in self.ways.values()):
            del self.fields["best_of"], self.fields["place_three"]


def chain_for(method: str, chain: tuple[str, ...]) -> tuple[str, ...]:
    """The ranking as it was chosen; a knock-out is ranked by its rounds, whatever was sent."""
    if method == KNOCK_OUT and KNOCK_OUT not in chain:
        return (KNOCK_OUT, "shared")
    return chain
