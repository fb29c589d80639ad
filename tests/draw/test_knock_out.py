"""Knock-out: a bracket, byes, seeds, and one round after the other."""

import pytest

from tournaments.draw import DrawError, draw, feasible


def drawn(n, history=(), **more):
    return draw(
        "knock-out", entries=range(1, n + 1), seed=more.pop("seed", 7), history=history, **more
    )


def played_to_the_end(n, winner=min, **more):
    history, winners = [], list(range(1, n + 1))
    while len(winners) > 1:
        (round_,) = drawn(n, history, winners=winners if history else (), **more).rounds
        history.append(round_)
        tables = round_.tables[:1] if len(winners) == 2 else round_.tables
        winners = [*round_.waiting, *(winner(table) for table in tables)]
    return history, winners[0]


@pytest.mark.parametrize("n", [2, 3, 5, 8, 11, 16, 33])
def test_as_many_rounds_as_needed_leave_one_and_each_game_puts_out_one(n):
    history, champion = played_to_the_end(n)
    assert len(history) == (n - 1).bit_length()
    assert sum(len(round_.tables) for round_ in history) == n - 1
    assert champion == 1


def test_byes_are_in_the_first_round_only_and_nobody_has_an_empty_game():
    history, _ = played_to_the_end(11)
    assert len(history[0].waiting) == 5
    assert not any(round_.waiting for round_ in history[1:])


def test_byes_go_to_the_best_seeds():
    (first,) = drawn(13, seeds=[1, 2, 3, 4]).rounds
    assert set(first.waiting) == {1, 2, 3}


def test_the_first_two_seeds_meet_in_the_final_and_the_first_four_in_the_semi_finals():
    history, _ = played_to_the_end(16, seeds=[4, 3, 2, 1])
    assert set(history[3].tables[0]) == {3, 4} or set(history[3].tables[0]) == {1, 2}
    history, _ = played_to_the_end(16, seeds=[1, 2, 3, 4])
    assert {frozenset(table) for table in history[2].tables} == {
        frozenset({1, 4}),
        frozenset({2, 3}),
    }
    assert set(history[3].tables[0]) == {1, 2}


def test_without_seeds_the_bracket_is_drawn_by_lot():
    assert len({drawn(8, seed=seed).rounds for seed in range(10)}) == 10


def test_the_losers_of_the_semi_finals_play_for_place_three():
    history, _ = played_to_the_end(8, place_three=True)
    semi = {one for table in history[1].tables for one in table}
    final, third = history[2].tables
    assert {*final, *third} == semi
    assert set(final) == {min(table) for table in history[1].tables}


def test_those_still_in_can_be_handed_in_as_the_entries():
    (first,) = drawn(8).rounds
    still_in = [max(table) for table in first.tables]
    (second,) = draw("knock-out", entries=still_in, seed=7, history=[first]).rounds
    assert [set(table) for table in second.tables] == [set(still_in[:2]), set(still_in[2:])]


def test_whose_opponent_has_withdrawn_goes_on_without_a_game():
    (first,) = drawn(8).rounds
    winners = [max(table) for table in first.tables]
    there = [one for one in range(1, 9) if one != winners[1]]
    (second,) = draw("knock-out", entries=there, seed=7, history=[first], winners=winners).rounds
    assert second.waiting == (winners[0],)
    assert [set(table) for table in second.tables] == [{winners[2], winners[3]}]
    (final,) = draw(
        "knock-out", entries=there, seed=7, history=[first, second], winners=[winners[3]]
    ).rounds
    assert [set(table) for table in final.tables] == [{winners[0], winners[3]}]


def test_a_table_without_a_winner_is_named():
    (first,) = drawn(8).rounds
    with pytest.raises(DrawError) as caught:
        drawn(8, [first], winners=[max(table) for table in first.tables[1:]])
    assert caught.value.code == "winner-unclear"
    assert set(caught.value.params["entries"]) == set(first.tables[0])


def test_two_winners_of_one_table_are_refused():
    (first,) = drawn(4).rounds
    with pytest.raises(DrawError) as caught:
        drawn(4, [first], winners=[1, 2, 3, 4])
    assert caught.value.code == "winner-unclear"


def test_after_the_final_there_is_nothing_to_draw():
    history, champion = played_to_the_end(8, place_three=True)
    with pytest.raises(DrawError) as caught:
        drawn(8, history, winners=[champion])
    assert caught.value.code == "knock-out-over"


def test_a_knock_out_of_one_is_refused():
    with pytest.raises(DrawError) as caught:
        drawn(1)
    assert caught.value.code == "too-few"


def test_the_set_up_says_how_many_rounds_a_bracket_has():
    assert feasible("knock-out", 12, 4) == []
    assert [p.code for p in feasible("knock-out", 12, 3)] == ["knock-out-rounds"]
    assert [p.code for p in feasible("knock-out", 12, 5)] == ["knock-out-rounds"]


def test_those_who_must_not_meet_do_not_meet_in_the_first_round():
    for seed in range(20):
        (first,) = drawn(4, seed=seed, apart=[(1, 2)]).rounds
        assert {1, 2} not in [set(table) for table in first.tables]


@pytest.mark.parametrize("seeds", [[1, 1], [99]])
def test_seeds_that_are_twice_or_unknown_are_refused(seeds):
    with pytest.raises(DrawError) as caught:
        drawn(8, seeds=seeds)
    assert caught.value.code == "seeds-invalid"
