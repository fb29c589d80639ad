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

SIX = ("eicheln", "rosen", "schellen", "schilten", "undenufe", "obenabe")


def rows(*keys: str) -> list[dict[str, Any]]:
    """A board with these rows, the first ×1, the second ×2 and so on."""
    return [{"key": key, "factor": factor} for factor, key in enumerate(keys, 1)]


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
    "coiffeur": (
        Preset("six-rows", _("Six rows, a match counts 160"), {}),
        Preset("six-rows-257", _("Six rows, a match counts 257"), {"match_points": 257}),
        Preset("six-rows-300", _("Six rows, a match counts 300"), {"match_points": 300}),
        Preset(
            "eight-rows",
            _("Eight rows with Slalom and Guschti, a match counts 160"),
            {"rows": rows(*SIX, "slalom", "guschti")},
        ),
        Preset(
            "eight-rows-257",
            _("Eight rows with Slalom and Guschti, a match counts 257"),
            {"rows": rows(*SIX, "slalom", "guschti"), "match_points": 257},
        ),
        Preset(
            "eight-rows-300",
            _("Eight rows with Slalom and Guschti, a match counts 300"),
            {"rows": rows(*SIX, "slalom", "guschti"), "match_points": 300},
        ),
        Preset(
            "ten-rows",
            _("Ten rows with Slalom, Guschti, Misère and Joker, a match counts 160"),
            {"rows": rows(*SIX, "slalom", "guschti", "misere", "joker")},
        ),
        Preset(
            "ten-rows-257",
            _("Ten rows with Slalom, Guschti, Misère and Joker, a match counts 257"),
            {"rows": rows(*SIX, "slalom", "guschti", "misere", "joker"), "match_points": 257},
        ),
        Preset(
            "ten-rows-300",
            _("Ten rows with Slalom, Guschti, Misère and Joker, a match counts 300"),
            {"rows": rows(*SIX, "slalom", "guschti", "misere", "joker"), "match_points": 300},
        ),
    ),
    "differenzler": (
        Preset("twelve-deals", _("12 deals, secret bids"), {}),
        Preset("sixteen-deals", _("16 deals, secret bids"), {"deals": 16}),
        Preset(
            "twelve-deals-exact",
            _("12 deals, an exact hit takes off 10"),
            {"exact_bonus": 10},
        ),
        Preset(
            "twelve-deals-penalty",
            _("12 deals, a missing bid writes 20 and the points"),
            {"missing_bid_penalty": 20},
        ),
        Preset("twelve-deals-open", _("12 deals, open bids"), {"open_bids": True}),
    ),
    "molotow": (
        Preset("to-100", _("Four players, to 100"), {}),
        Preset("to-100-three", _("Three players, to 100"), {"players": 3}),
        Preset("to-100-five", _("Five players, to 100"), {"players": 5}),
        Preset("to-100-six", _("Six players, to 100"), {"players": 6}),
        Preset("eight-deals", _("Four players, 8 deals"), {"limit": None, "deals": 8}),
        Preset(
            "eight-deals-plain",
            _("Four players, 8 deals, no Weis, no Stöck"),
            {"limit": None, "deals": 8, "weis": "off", "table_weis": False, "stoeck": False},
        ),
    ),
    "cinq-cents": (
        Preset("to-500", _("To 500"), {}),
        Preset(
            "to-500-transfer",
            _("To 500, a failed taker's Weis go over"),
            {"transfer_taker_weis": True},
        ),
    ),
    "cego": (
        Preset(
            "schwarzwald-24",
            _("Schwarzwald championship: two rounds of 24 deals, Bettel 30"),
            {"deals": 24},
            rounds=2,
        ),
        Preset(
            "schwarzwald-24-bettel-40",
            _("Schwarzwald championship: two rounds of 24 deals, Bettel 40"),
            {"deals": 24, "bettel": 40},
            rounds=2,
        ),
        Preset("open-end", _("As long as you like, Bettel 30"), {}),
        Preset("three", _("Three players, as long as you like"), {"players": 3}),
    ),
    "sechsundsechzig": (
        Preset("to-7", _("To 7, the ten below the jack"), {}),
        Preset("to-7-standard", _("To 7, the ten above the king"), {"card_values": "standard"}),
        Preset(
            "to-7-strict",
            _("To 7, a last trick of 10, 3 against no trick and for a failed close"),
            {
                "card_values": "standard",
                "last_trick": 10,
                "trickless_points": 3,
                "failed_close": 3,
            },
        ),
    ),
}


def get_preset(variant: str, key: str) -> Preset:
    """The preset of this variant with this key; LookupError if there is none."""
    for preset in PRESETS.get(variant, ()):
        if preset.key == key:
            return preset
    raise LookupError(f"{variant} has no preset {key!r}")
