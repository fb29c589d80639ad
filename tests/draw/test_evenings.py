"""Random evenings: people come and go, and each round is drawn with the rest planned."""

import random
from itertools import combinations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.draw.checks import assert_everybody_once, meetings, most, partnerships
from tournaments.draw import DrawnRound, draw

METHODS = {"drawn-partners": partnerships, "fixed-teams": meetings, "swiss": partnerships}


@settings(max_examples=12, phases=[Phase.generate])
@given(st.integers(8, 80), st.integers(2, 5), st.randoms(use_true_random=False))
@pytest.mark.parametrize("method", METHODS)
def test_whoever_comes_and_goes_nobody_is_drawn_twice_nor_with_the_same_again(
    method, n, rounds, lots
):
    here, newest = list(range(1, n + 1)), n
    apart = [tuple(lots.sample(here, 2)) for _ in range(lots.randrange(3))]
    joined = dict.fromkeys(here, 0)
    history = []
    for left in range(rounds, 0, -1):
        result = draw(
            method,
            entries=here,
            rounds=left,
            seed=lots.randrange(100),
            history=history,
            apart=apart,
            points={one: lots.randrange(1000) for one in here},
        )
        next_round = result.rounds[0]
        assert_everybody_once([next_round], here)
        met = meetings([next_round])
        assert not any(met[frozenset(pair)] for pair in apart)
        assert_fair_to_wait(history, next_round, here)
        history.append(next_round)
        for one in lots.sample(here, lots.randrange(3)):
            if len(here) > 8:
                here.remove(one)
        for _ in range(lots.randrange(3)):
            newest += 1
            here.append(newest)
            joined[newest] = len(history)
    counted = METHODS[method](history)
    assert most(counted) == 1 or n < 2 * rounds


def assert_fair_to_wait(history, next_round, here):
    """Whoever waits has waited least of all, up to now."""
    before = {one: sum(one in played.waiting for played in history) for one in here}
    for one in next_round.waiting:
        assert before[one] <= min(before[o] for o in here if o not in next_round.waiting)


def all_rounds(people, partners_before):
    """Every way to make partners of these people (a multiple of four) without a repeat."""
    if not people:
        yield []
        return
    one = people[0]
    for other in people[1:]:
        if frozenset({one, other}) not in partners_before:
            rest = [p for p in people if p not in {one, other}]
            for pairs in all_rounds(rest, partners_before):
                yield [frozenset({one, other}), *pairs]


def fair_choices(people, waited):
    """Every fair choice of those who wait."""
    waiting = len(people) % 4
    for chosen in combinations(people, waiting):
        others = [waited[p] for p in people if p not in chosen]
        if all(waited[p] <= min(others) for p in chosen):
            yield chosen


def possible(people, rounds, partners_before, waited):
    """Whether so many rounds can be drawn without the same partner twice: by trying everything."""
    if not rounds:
        return True
    for chosen in fair_choices(people, waited):
        seated = [p for p in people if p not in chosen]
        later = {p: waited[p] + (p in chosen) for p in people}
        for pairs in all_rounds(seated, partners_before):
            if possible(people, rounds - 1, partners_before | set(pairs), later):
                return True
    return False


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8])
@pytest.mark.parametrize("case", range(6))
def test_a_partner_is_repeated_only_where_trying_everything_shows_that_one_must(n, case):
    lots = random.Random(f"{n}/{case}")
    people = list(range(1, n + 1))
    history = []
    waited = dict.fromkeys(people, 0)
    for _ in range(lots.randrange(1, n)):
        chosen = lots.choice(list(fair_choices(people, waited)))
        seated = lots.sample([p for p in people if p not in chosen], n - len(chosen))
        tables = tuple(tuple(seated[k : k + 4]) for k in range(0, len(seated), 4))
        history.append(DrawnRound(tables, chosen))
        for one in chosen:
            waited[one] += 1
    before = set(partnerships(history))
    planned = lots.randrange(1, 3)
    result = draw("drawn-partners", entries=people, rounds=planned, seed=case, history=history)
    again = [r for r in result.protocol["repeats"] if r["kind"] == "partner" and r["again"]]
    assert (not again) == possible(people, planned, before, waited)
    codes = [problem["code"] for problem in result.protocol["impossible"]]
    assert codes == (["partners-exhausted"] if again else [])
    first = [r for r in again if r["round"] == len(history) + 1]
    if first:
        assert not possible(people, 1, before, waited)


@pytest.mark.parametrize("seed", range(4))
def test_one_round_never_leaves_the_next_without_a_draw_if_there_was_one(seed):
    """Eight people, seven rounds, each drawn under another seed: the last partner is still new."""
    history = []
    for left in range(7, 0, -1):
        result = draw(
            "drawn-partners",
            entries=range(1, 9),
            rounds=left,
            seed=seed * 10 + left,
            history=history,
        )
        history.append(result.rounds[0])
    assert set(partnerships(history).values()) == {1}
