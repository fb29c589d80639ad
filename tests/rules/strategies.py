"""Sheets at random: correct ones from shuffled cards, spoiled ones, and anything that is JSON."""

import copy
import random

from hypothesis import strategies as st

from benchmarks.sheets import sheet as correct_sheet
from scoring.rules import VARIANTS
from scoring.rules.presets import PRESETS

NUMBERS = st.one_of(
    st.integers(-3, 160),
    st.sampled_from([156, 157, 10**400, -(10**400), 20, 40, 50, 100]),
    st.integers(),
    st.floats(),
    st.booleans(),
)
WORDS = st.one_of(
    st.sampled_from(
        ["rosen", "obenabe", "eicheln", "misere", "cego", "solo", "raeuber", "half", "best", "off"]
    ),
    st.text(max_size=5),
)
JSON = st.recursive(
    st.one_of(st.none(), NUMBERS, WORDS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=5), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
VARIANT = st.sampled_from(VARIANTS)


@st.composite
def rules(draw):
    """A variant with one of its presets, or its defaults."""
    variant = draw(VARIANT)
    raw = draw(st.sampled_from([{}, *(preset.options for preset in PRESETS[variant.name])]))
    return variant, variant.options(raw)


@st.composite
def correct_sheets(draw):
    """A variant, its options and a correct sheet."""
    variant, options = draw(rules())
    lots = random.Random(draw(st.integers(0, 10**9)))
    deals = correct_sheet(variant.name, options, lots)
    return variant, options, deals[: draw(st.integers(1, 14))]


def spoiled(draw, variant, options, deals):
    """The deals with some of their values replaced by anything."""
    names = [field.name for field in variant.deal_fields(options)] + ["anything"]
    deals = copy.deepcopy(deals)
    for _change in range(draw(st.integers(0, 4))):
        deal = draw(st.sampled_from(deals))
        name = draw(st.sampled_from(names))
        value = deal.get(name)
        if isinstance(value, list) and value and draw(st.booleans()):
            value[draw(st.integers(0, len(value) - 1))] = draw(JSON)
        else:
            deal[name] = draw(JSON)
    return deals


@st.composite
def any_sheets(draw):
    """A variant, its options and a sheet with right and wrong deals."""
    variant, options, deals = draw(correct_sheets())
    return variant, options, spoiled(draw, variant, options, deals)
