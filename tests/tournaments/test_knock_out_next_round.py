"""Who goes home in a knock-out between two rounds, or has won and leaves before the next one."""

from functools import partial

import pytest
from django.utils.translation import gettext

from tests.tournaments.cup import (
    ACTOR,
    back,
    cinq_cents,
    close,
    draw,
    leaves,
    one_game_ahead,
    pair,
    play,
    rank_while_playing,
    ranks,
    start,
    stop,
    win,
)
from tournaments.bracket_texts import instead_text
from tournaments.selectors.knock_out import still_in, winners_of
from tournaments.services.foreseeing import foresee
from tournaments.services.rounds import rounds_redraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Four at a cup, best of three; the semi-finals are played."""
    return cinq_cents(4, best_of=3)


@pytest.fixture
def semi(evening):
    return start(draw(evening))


@pytest.fixture
def table(semi):
    """The first semi-final: side 0 has won one game and needs another."""
    return one_game_ahead(semi)


def test_a_winner_by_a_game_counted_unfinished_who_leaves_does_not_bring_the_loser_back(
    evening, semi, table
):
    winner, loser = pair(table)
    stop(table)
    for one in semi.tables.exclude(pk=table.pk):
        win(one)
        win(one)
        neighbour = pair(one)[0]
    close(semi)
    leaves(evening, winner, 2)
    assert winners_of([semi])[semi.pk][table.pk] == winner
    assert still_in([semi]) == {winner, neighbour}
    found = {entry: row.rank for entry, row in ranks(evening).items()}
    assert (found[neighbour], found[winner], found[loser]) == (1, 2, 3)


def test_whoever_says_during_a_match_that_they_will_leave_after_it_plays_it_to_the_end():
    evening = cinq_cents(8)
    play(draw(evening))
    second = start(draw(evening))
    table = second.tables.first()
    leader, other = pair(table)
    leaves(evening, leader, 3)
    assert winners_of([second])[second.pk][table.pk] is None
    assert rank_while_playing(evening)[leader] == 1
    win(table)
    assert winners_of([second])[second.pk][table.pk] == leader
    assert rank_while_playing(evening)[other] > rank_while_playing(evening)[leader]


def test_a_void_table_whose_people_have_both_gone_leaves_its_place_empty():
    evening = cinq_cents(8)
    first = start(draw(evening))
    empty, *others = first.tables.order_by("place__number")
    stop(empty, "void")
    for table in others:
        win(table)
    close(first)
    for entry in pair(empty):
        leaves(evening, entry, 2)
    second = draw(evening)
    assert [credit.entry_id for credit in second.credits.all()] == [pair(others[0])[0]]
    start(second)
    win(second.tables.get())
    close(second)
    assert pair(others[0])[0] in pair(draw(evening).tables.get())


def said_of_leaving(evening, entry, from_round):
    """What the page of leaving says about the next draws."""
    deed = partial(leaves, evening, entry, from_round)
    return foresee(tournament_id=evening.pk, deed=deed).draws


def test_before_a_winner_leaves_it_is_said_who_goes_on_without_a_game_instead():
    evening = cinq_cents(8, rounds=3)
    first = start(draw(evening))
    one, two, *others = first.tables.order_by("place__number")
    winner, neighbour = pair(one)[0], pair(two)[0]
    name, other = (evening.entries.get(pk=entry).name for entry in (winner, neighbour))
    win(one)
    still_open = instead_text(name, 2, table=two.place.number)
    assert still_open in said_of_leaving(evening, winner, 2)
    for table in (two, *others):
        win(table)
    known = instead_text(name, 2, other=other)
    assert known in said_of_leaving(evening, winner, 2)
    close(first)
    assert known in said_of_leaving(evening, winner, 2)
    assert known not in said_of_leaving(evening, winner, 3)
    leaves(evening, winner, 2)
    assert draw(evening).credits.get().entry_id == neighbour


def test_nobody_is_named_instead_of_a_loser_or_where_the_neighbour_has_left_too():
    evening = cinq_cents(8)
    first = play(draw(evening))
    (winner, loser), (neighbour, _lost) = map(pair, first.tables.order_by("place__number")[:2])
    leaves(evening, neighbour, 2)
    name, other = (evening.entries.get(pk=entry).name for entry in (winner, neighbour))
    for entry, gone in ((loser, evening.entries.get(pk=loser).name), (winner, name)):
        said = said_of_leaving(evening, entry, 2)
        assert not {instead_text(gone, 2, other=other), instead_text(gone, 2, other=name)} & {*said}


def test_before_a_redraw_the_neighbour_is_told_of_a_game_and_not_of_a_credit():
    evening = cinq_cents(8)
    tables = play(draw(evening)).tables.order_by("place__number")
    winner, neighbour = (pair(table)[0] for table in tables[:2])
    leaves(evening, winner, 2)
    second = draw(evening)
    (bye,) = second.credits.all()
    assert bye.entry_id == neighbour
    back(evening, winner)
    found = foresee(
        tournament_id=evening.pk,
        deed=lambda: rounds_redraw(tournament_id=evening.pk, actor=ACTOR, newest=second.pk),
    )
    name = evening.entries.get(pk=neighbour).name
    said = gettext("Round %(round)s: %(name)s does not go on without a game any more.")
    assert found.waits == [said % {"round": 2, "name": name}]
