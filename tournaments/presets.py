"""Ready-made tournaments, as data: a whole setup under a key, made from the rules' own presets.

A club's own presets are rows (``tournaments.models.Preset``); these here come with the program.
Never decides anything by a variant's name: the variant is a value like the others, and a ready-made
tournament whose game can not be drawn yet is not offered.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.rules import VARIANTS, Variant, get_variant
from scoring.rules.presets import PRESETS as RULES
from scoring.rules.presets import get_preset
from tournaments.formats import KNOCK_OUT, ways_for
from tournaments.models import CreditRule, DrawMode, SurplusRule
from tournaments.setup_data import SetupData

USUAL_ROUNDS = 4
USUAL_CHAIN = ("sum", "highest-round", "second-highest-round", "shared")
KNOCK_OUT_SETTINGS: Mapping[str, Any] = {
    "format": KNOCK_OUT,
    "draw_mode": DrawMode.EACH,
    "best_of": 3,
    "place_three": True,
    "chain": (KNOCK_OUT, "shared"),
}
"""Everything but the game; how many rounds there are follows from the field."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready-made tournament: ``rules`` is the key of the rules' preset it plays by."""

    key: str
    title: Promise
    summary: Promise
    variant: str
    rules: str
    settings: Mapping[str, Any]

    @property
    def data(self) -> SetupData:
        """The setup; name and start are the evening's."""
        return _setup(
            get_variant(self.variant), get_preset(self.variant, self.rules).options
        ).with_(**self.settings)


READY: tuple[Ready, ...] = (
    Ready(
        key="schieber-4x12",
        title=_("Schieber, 4 × 12 deals"),
        summary=_("Partner drawn, everything single, no Weis, match +100. The usual evening."),
        variant="schieber",
        rules="tournament-12-match-100",
        settings={"planned_rounds": 4},
    ),
    Ready(
        key="schieber-4x12-match-50",
        title=_("Schieber, 4 × 12 deals, match +50"),
        summary=_("Partner drawn, everything single, no Weis."),
        variant="schieber",
        rules="tournament-12-match-50",
        settings={"planned_rounds": 4},
    ),
    Ready(
        key="schieber-4x12-match-0",
        title=_("Schieber, 4 × 12 deals, no match bonus"),
        summary=_("Partner drawn, everything single, no Weis: 1884 a table."),
        variant="schieber",
        rules="tournament-12-match-0",
        settings={"planned_rounds": 4},
    ),
    Ready(
        key="schieber-3x8",
        title=_("Schieber, 3 × 8 deals"),
        summary=_("A short evening: partner drawn, everything single, no Weis, match +100."),
        variant="schieber",
        rules="tournament-8-match-100",
        settings={"planned_rounds": 3},
    ),
    Ready(
        key="schieber-3x8-match-50",
        title=_("Schieber, 3 × 8 deals, match +50"),
        summary=_("A short evening: partner drawn, everything single, no Weis."),
        variant="schieber",
        rules="tournament-8-match-50",
        settings={"planned_rounds": 3},
    ),
    Ready(
        key="schieber-3x8-match-0",
        title=_("Schieber, 3 × 8 deals, no match bonus"),
        summary=_("A short evening: partner drawn, everything single, no Weis: 1256 a table."),
        variant="schieber",
        rules="tournament-8-match-0",
        settings={"planned_rounds": 3},
    ),
    Ready(
        key="schieber-starts",
        title=_("Schieber, qualification with several starts"),
        summary=_("Everybody plays as many of the six rounds as they like; the best start counts."),
        variant="schieber",
        rules="tournament-12-match-100",
        settings={
            "planned_rounds": 6,
            "chain": ("best:1", "second-highest-round", "shared"),
            "draw_mode": DrawMode.EACH,
            "credit_rule": CreditRule.NONE,
        },
    ),
    Ready(
        key="schieber-5x8",
        title=_("Schieber, 5 × 8 deals"),
        summary=_("Many partners: five short rounds, the best four count, match +100."),
        variant="schieber",
        rules="tournament-8-match-100",
        settings={"planned_rounds": 5, "chain": ("best:4", "highest-round", "shared")},
    ),
    Ready(
        key="schieber-5x8-swiss",
        title=_("Schieber, 5 × 8 deals, by the standings"),
        summary=_("Swiss: whoever stands close together plays together, match +50."),
        variant="schieber",
        rules="tournament-8-match-50",
        settings={"planned_rounds": 5, "format": "swiss", "draw_mode": DrawMode.EACH},
    ),
    Ready(
        key="schieber-4x12-teams",
        title=_("Schieber for fixed teams, 4 × 12 deals"),
        summary=_("Pairs who come together, opponents drawn, match +100."),
        variant="schieber",
        rules="tournament-12-match-100",
        settings={"planned_rounds": 4, "format": "fixed-teams", "team_size": 2},
    ),
    Ready(
        key="schieber-5x8-teams-swiss",
        title=_("Schieber for fixed teams, 5 × 8 deals, by the standings"),
        summary=_("Swiss: teams that stand close together meet, match +50."),
        variant="schieber",
        rules="tournament-8-match-50",
        settings={
            "planned_rounds": 5,
            "format": "swiss",
            "team_size": 2,
            "draw_mode": DrawMode.EACH,
        },
    ),
    Ready(
        key="coiffeur-3x6",
        title=_("Coiffeur, 3 rounds of six rows"),
        summary=_("Partner drawn, twelve deals a round, a match counts 16."),
        variant="coiffeur",
        rules="six-rows",
        settings={"planned_rounds": 3},
    ),
    Ready(
        key="differenzler-4x12",
        title=_("Differenzler, 4 × 12 deals"),
        summary=_("Everyone alone, tables drawn for each round, fewest points win."),
        variant="differenzler",
        rules="twelve-deals",
        settings={"planned_rounds": 4},
    ),
    Ready(
        key="molotow-3x8",
        title=_("Molotow, 3 × 8 deals"),
        summary=_("Everyone alone at tables of four, fewest points win."),
        variant="molotow",
        rules="eight-deals",
        settings={"planned_rounds": 3},
    ),
    Ready(
        key="molotow-3x8-all-play",
        title=_("Molotow, 3 × 8 deals, nobody waits"),
        summary=_("Tables of four, and of five or three so that all can play every round."),
        variant="molotow",
        rules="eight-deals",
        settings={"planned_rounds": 3, "surplus_rule": SurplusRule.OTHER_SIZES},
    ),
    Ready(
        key="cego-2x24",
        title=_("Cego, 2 × 24 deals"),
        summary=_("As at the Black Forest championship: tables of four, seats drawn anew."),
        variant="cego",
        rules="schwarzwald-24",
        settings={"planned_rounds": 2},
    ),
    Ready(
        key="cinq-cents-5",
        title=_("Cinq Cents, everybody against everybody"),
        summary=_("Two at a table, five games to 500: with five or six people all meet."),
        variant="cinq-cents",
        rules="to-500",
        settings={"planned_rounds": 5},
    ),
    Ready(
        key="cinq-cents-cup",
        title=_("Cinq Cents, knock-out"),
        summary=_(
            "Best of three games to 500, the losers of the semi-finals play for place three."
        ),
        variant="cinq-cents",
        rules="to-500",
        settings=KNOCK_OUT_SETTINGS,
    ),
    Ready(
        key="sechsundsechzig-5",
        title=_("Sechsundsechzig, everybody against everybody"),
        summary=_("Two at a table, five games to 7: with five or six people all meet."),
        variant="sechsundsechzig",
        rules="to-7",
        settings={"planned_rounds": 5},
    ),
    Ready(
        key="sechsundsechzig-cup",
        title=_("Sechsundsechzig, knock-out"),
        summary=_("Best of three games to 7, the losers of the semi-finals play for place three."),
        variant="sechsundsechzig",
        rules="to-7",
        settings=KNOCK_OUT_SETTINGS,
    ),
)


def ready_made() -> tuple[Ready, ...]:
    """The ready-made tournaments that can be drawn today."""
    return tuple(ready for ready in READY if _can_be_drawn(ready.data))


def drawable_variants() -> tuple[Variant, ...]:
    """The games a tournament can be made of."""
    return tuple(v for v in VARIANTS if ways_for(v, v.options()))


def blank_setup(variant: Variant) -> SetupData:
    """Where setting every option begins: the rules' first preset of the game, or its defaults."""
    first = RULES.get(variant.name, ())[:1]
    return _setup(variant, first[0].options if first else {})


def _setup(variant: Variant, own: Mapping[str, Any]) -> SetupData:
    options = variant.options(dict(own))
    usual = ways_for(variant, options)[0]
    return SetupData(
        variant=variant.name,
        options=options,
        planned_rounds=USUAL_ROUNDS,
        chain=USUAL_CHAIN,
        format=usual.method,
        team_size=usual.team_size,
        table_size=variant.seats(options),
        draw_mode=DrawMode.ALL,
        credit_rule=CreditRule.AVERAGE,
        surplus_rule=SurplusRule.WAIT,
    )


def _can_be_drawn(data: SetupData) -> bool:
    return data.way in ways_for(get_variant(data.variant), data.options)
