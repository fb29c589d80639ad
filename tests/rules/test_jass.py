"""The pack of 36 and what can be counted out from it."""

import random

import pytest

from scoring.rules import jass
from scoring.rules.rounding import half_away, half_up, up
from scoring.rules.subsets import add_masks, missing, multiples, numbers, repeated, sums_by_count


@pytest.mark.parametrize("mode", jass.MODES)
def test_every_mode_holds_157_with_the_last_trick(mode):
    cards = jass.pack_values(mode)
    assert len(cards) == 36
    assert sum(cards) + jass.LAST_TRICK == jass.DEAL_POINTS == 157


def test_a_deal_that_stayed_without_trump_holds_125():
    assert sum(jass.pack_values(None)) + jass.LAST_TRICK == 125


@pytest.mark.parametrize("mode", jass.MODES)
def test_a_side_can_have_everything_but_1_and_156(mode):
    assert jass.impossible(mode) == (1, 156)


@pytest.mark.parametrize("mode", jass.MODES)
def test_a_deal_cut_short_can_hold_everything_to_152_but_1_and_151(mode):
    mask = jass.cut_short_mask(mode)
    assert mask.bit_length() - 1 == 152
    assert missing(mask, 152) == (1, 151)


@pytest.mark.parametrize("mode", [*jass.MODES, None])
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_whatever_is_played_is_possible(mode, players):
    lots = random.Random(f"{mode} {players}")
    cards = list(jass.pack_values(mode))
    for _deal in range(300):
        lots.shuffle(cards)
        tricks = 36 // players
        first = sum(cards[: players * lots.randint(1, tricks)]) + jass.LAST_TRICK
        rest = sum(cards[: players * lots.randint(0, tricks - 1)])
        assert {first, rest}.isdisjoint(jass.impossible(mode, players))


def test_sums_are_counted_by_the_number_of_cards():
    masks = sums_by_count([1, 2, 2])
    assert [sorted(numbers(mask)) for mask in masks] == [[0], [1, 2], [3, 4], [5]]


def test_masks_are_sets_of_numbers():
    some = sum(1 << number for number in (0, 2, 5))
    assert numbers(add_masks(some, 0b110)) == {1, 2, 3, 4, 6, 7}
    assert numbers(multiples(some, 3)) == {0, 6, 15}
    assert [numbers(mask) for mask in repeated(0b110, 2)] == [{0}, {1, 2}, {2, 3, 4}]
    assert missing(some, 6) == (1, 3, 4, 6)


@pytest.mark.parametrize("step", [1, 2, 5, 7, 10])
def test_rounding_goes_to_the_nearest_step_or_up_to_the_next(step):
    for value in range(-60, 61):
        assert 0 <= up(value, step) * step - value < step, value
        nearest = half_up(value, step) * step - value
        assert -step < 2 * nearest <= step, value
        away = half_away(value, step)
        assert abs(2 * (away * step - value)) <= step, value
        assert half_away(-value, step) == -away, value
        assert away == half_up(value, step) or 2 * abs(away * step - value) == step, value
