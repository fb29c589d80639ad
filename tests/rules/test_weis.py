"""Weis: what is in the cards is never refused, and what is refused is not in the cards."""

import random
from itertools import combinations_with_replacement

import pytest

from scoring.rules.cinq_cents_cards import PACK as CINQ_CENTS
from scoring.rules.molotow import hand, pack, table_fits
from scoring.rules.weis import SWISS, fits, most

PACKS = {"swiss": SWISS, "five players": pack(5), "cinq cents": CINQ_CENTS}


def shown(weis_pack):
    """Every single Weis of a pack as (value, its cards)."""
    found = []
    for suit, ranks in enumerate(weis_pack.suits):
        for length, value in weis_pack.rows:
            for start in range(len(ranks) - length + 1):
                row = ranks[start : start + length]
                if "" not in row:
                    found.append((value, frozenset((suit, rank) for rank in row)))
    for rank, value in weis_pack.kinds:
        found.append((value, frozenset((suit, rank) for suit in range(4))))
    return found


def lay_out(weis_pack, hands, lots):
    """Values by hand of Weis that are laid from the pack into hands until no more want to fit."""
    rooms, taken = list(hands), frozenset()
    values = [[] for _hand in hands]
    everything = shown(weis_pack)
    for _try in range(lots.randint(1, 30)):
        value, cards = lots.choice(everything)
        at = lots.randrange(len(hands))
        if len(cards) <= rooms[at] and not cards & taken:
            rooms[at] -= len(cards)
            taken |= cards
            values[at].append(value)
    return values


@pytest.mark.parametrize("name", PACKS)
@pytest.mark.parametrize("hands", [(9, 9), (12, 12, 12), (7,) * 5, (6,) * 6, (4,) * 9])
def test_weis_that_are_laid_out_in_hands_fit(name, hands):
    lots = random.Random(f"{name} {hands}")
    for _deal in range(300):
        values = lay_out(PACKS[name], hands, lots)
        groups = tuple((tuple(held), (room,)) for held, room in zip(values, hands, strict=True))
        assert fits(PACKS[name], groups), values
        together = tuple(value for held in values for value in held)
        assert fits(PACKS[name], ((together, hands),)), together


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_weis_that_are_laid_out_in_tricks_fit_the_table(players):
    lots = random.Random(players)
    for _deal in range(300):
        values = lay_out(pack(players), (players,) * hand(players), lots)
        together = tuple(value for held in values for value in held)
        assert table_fits(players, together, stoeck=False), together
        assert table_fits(players, (*together, 20), stoeck=True), together


def naive(weis_pack, values, rooms, taken=frozenset()):
    """Whether cards can show these values, by trying every card."""
    if not values:
        return True
    for value, cards in shown(weis_pack):
        if value != values[0] or cards & taken:
            continue
        for at, room in enumerate(rooms):
            if len(cards) <= room and at == rooms.index(room):
                left = [*rooms[:at], room - len(cards), *rooms[at + 1 :]]
                if naive(weis_pack, values[1:], left, taken | cards):
                    return True
    return False


@pytest.mark.parametrize("name", PACKS)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_up_to_three_weis_fit_exactly_if_there_are_cards_for_them(name, count):
    values = PACKS[name].values()
    for held in combinations_with_replacement(sorted(values, reverse=True), count):
        if sum(held) >= 250 or count < 3:  # the many small ones always fit, and try every card
            assert fits(PACKS[name], ((held, (9, 9)),)) == naive(PACKS[name], held, [9, 9]), held


def test_a_row_of_six_takes_a_nine_and_an_under_away():
    assert fits(SWISS, (((150, 200), (9, 9)),))
    assert not fits(SWISS, (((150, 150), (4, 6)),))
    assert not fits(SWISS, (((50, 150, 200), (9, 9)),))


def test_the_values_of_a_weis_depend_on_how_many_cards_can_hold_it():
    assert SWISS.values(3) == (20,)
    assert SWISS.values(4) == (20, 50, 100, 150, 200)
    assert SWISS.values() == (20, 50, 100, 150, 200, 250, 300)
    assert CINQ_CENTS.values() == (20, 50, 100, 200)


def test_the_most_that_two_hands_can_show_are_two_whole_suits():
    assert most(SWISS, (9, 9)) == 600
    assert most(SWISS, (6,)) == 200
    assert most(CINQ_CENTS, (9,)) == 300


def test_values_that_no_weis_has_never_fit():
    assert not fits(SWISS, (((30,), (9, 9)),))
