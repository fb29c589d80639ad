"""The evening's own sums and deals: right where the cases are, possible where the engine is asked."""

import json
from random import Random

import pytest
from django.http import QueryDict

from scoring.forms import DealForm
from scoring.rules import VARIANTS, get_variant
from scripts.evening.games import GAMES, Cards
from scripts.evening.play import independent_ranking
from scripts.evening.sums import WRITTEN, written
from tests.factories import CASES
from tournaments import presets

NAMES = sorted(GAMES)


def test_every_game_has_its_sums_and_its_evening():
    assert GAMES.keys() == WRITTEN.keys() == {variant.name for variant in VARIANTS}


@pytest.mark.parametrize("name", NAMES)
def test_the_sums_are_those_of_the_cases(name):
    compared = 0
    for case in json.loads((CASES / f"{name}.json").read_text()):
        expected = case.get("expect", {}).get("deals", [])
        for deal, line in zip(case.get("deals", []), expected, strict=False):
            if line.get("written") is None:
                continue
            options = get_variant(name).options(case.get("options"))
            assert written(name, deal, options) == line["written"], (case["name"], deal)
            compared += 1
    assert compared >= 10


@pytest.mark.parametrize("name", NAMES)
def test_the_games_own_facts_are_those_of_its_ready_made_tournament(name):
    game, variant = GAMES[name], get_variant(name)
    ready = next(one for one in presets.READY if one.key == game.ready)
    options = game.options(game.deals(4))
    assert (ready.variant, ready.rules) == (name, game.rules)
    assert (variant.seats(options), variant.sides(options)) == (game.seats, game.sides)
    assert variant.low_is_good == game.low_is_good
    assert (variant.planned_deals(options) is not None) == game.by_deals


def read(game, options, typed):
    """What the page's form makes of it."""
    post = QueryDict(mutable=True)
    post.update(typed)
    described = get_variant(game.name).describe(options)["deal"]
    sides = [str(side) for side in range(game.sides)]
    return DealForm(fields=described, owners=sides, people=sides, number=1).read(post).payload()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", NAMES)
def test_what_is_typed_is_written_as_summed_and_every_slip_is_refused(name, seed):
    game, dice, others = GAMES[name], Random(seed), Random(seed)
    cards = Cards(game, game.deals(8), dice)
    fold = get_variant(name).fold(cards.options)
    while not cards.finished:
        deal = cards.deal()
        bid = {game.covered: deal.bids(game)} if game.covered else {}
        slip = read(game, cards.options, deal.slip(game, others)) | bid
        assert fold.play(slip).problems, slip
        typed = read(game, cards.options, deal.typed(game, others)) | bid
        assert fold.play(typed).written == deal.written


def test_the_independent_ranking_turns_round_where_few_points_are_good():
    rounds, waited = [{"a": 10, "b": 30}, {"a": 30, "b": 10}], [{"c"}, {"c"}]
    high = independent_ranking(rounds, waited, credit=25, low_is_good=False)
    assert high == {"c": (1, 50), "a": (2, 40), "b": (2, 40)}
    low = independent_ranking(rounds, waited, credit=25, low_is_good=True)
    assert low == {"a": (1, 40), "b": (1, 40), "c": (3, 50)}
