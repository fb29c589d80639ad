"""Ready-made house rules, as data keyed by variant.

A preset is a set of options that differ from the variant's defaults, with a name. It can be used as
it is; a test holds that every one of them is valid and does not contradict itself.
"""

from typing import Any, NamedTuple

from scoring.rules.words import gettext_noop as _


class Preset(NamedTuple):
    """`title` is an English message id; `rounds` is how many such rounds are usual, if fixed."""

    key: str
    title: str
    options: dict[str, Any]
    rounds: int | None = None

    @property
    def deals(self) -> int | None:
        """After how many deals a sheet ends, if fixed."""
        planned: int | None = self.options.get("deals")
        return planned


SINGLE = {"schellen": 1, "schilten": 1, "obenabe": 1, "undenufe": 1}
PLAIN = {
    "target": None,
    "multipliers": SINGLE,
    "weis": False,
    "stoeck": False,
    "bergpreis": None,
}

PRESETS: dict[str, tuple[Preset, ...]] = {
    "schieber": (
        Preset(
            "tournament-12-match-100",
            _("Tournament: 12 deals, everything single, no Weis, match +100"),
            {**PLAIN, "deals": 12, "match_bonus": 100},
            rounds=4,
        ),
        Preset(
            "tournament-12-match-50",
            _("Tournament: 12 deals, everything single, no Weis, match +50"),
            {**PLAIN, "deals": 12, "match_bonus": 50},
            rounds=4,
        ),
        Preset(
            "tournament-12-match-0",
            _("Tournament: 12 deals, everything single, no Weis, no match bonus"),
            {**PLAIN, "deals": 12, "match_bonus": 0},
            rounds=4,
        ),
        Preset(
            "tournament-8-match-100",
            _("Tournament: 8 deals, everything single, no Weis, match +100"),
            {**PLAIN, "deals": 8, "match_bonus": 100},
            rounds=4,
        ),
        Preset(
            "tournament-8-match-50",
            _("Tournament: 8 deals, everything single, no Weis, match +50"),
            {**PLAIN, "deals": 8, "match_bonus": 50},
            rounds=4,
        ),
        Preset(
            "tournament-8-match-0",
            _("Tournament: 8 deals, everything single, no Weis, no match bonus"),
            {**PLAIN, "deals": 8, "match_bonus": 0},
            rounds=4,
        ),
        Preset("to-2500", _("To 2500 with multipliers, Bergpreis past 1500"), {}),
        Preset(
            "to-1000",
            _("To 1000, everything single, Bergpreis past 500"),
            {"target": 1000, "bergpreis": "half", "multipliers": SINGLE},
        ),
    ),
}


def get_preset(variant: str, key: str) -> Preset:
    """The preset of this variant with this key; LookupError if there is none."""
    for preset in PRESETS.get(variant, ()):
        if preset.key == key:
            return preset
    raise LookupError(f"{variant} has no preset {key!r}")
