"""Seats of a knock-out that are changed: where the match was given up, where somebody did not come."""

import pytest

from tests.tournaments import life
from tests.tournaments.cup import ACTOR, cinq_cents, draw, pair, play, ranks, start
from tournaments.bracket_texts import given_up_texts
from tournaments.errors import TournamentError
from tournaments.selectors.bracket import bracket
from tournaments.selectors.knock_out import winners_of
from tournaments.services.foreseeing import foresee
from tournaments.services.leaving import entry_leave_now
from tournaments.services.seats import seats_swap, table_seat
from tournaments.services.substituting import Newcomer, seat_replace
from tournaments.spots import Spot

pytestmark = pytest.mark.django_db


@pytest.fixture
def semi():
    """The semi-finals of four: at the first table side 0 has given up."""
    round_ = start(draw(cinq_cents(4)))
    leader, _other = pair(round_.tables.order_by("place__number")[0])
    entry_leave_now(entry_id=leader, actor=ACTOR, way="as-is", reason="Grippe")
    return round_


def gave_up(round_):
    given_up = round_.tables.filter(given_up_by__isnull=False)
    return set(given_up.values_list("given_up_by", flat=True))


def test_the_match_that_was_given_up_is_the_stopped_tables_whoever_turns_out_to_have_sat_there(
    semi,
):
    stopped, second = semi.tables.order_by("place__number")
    (leader, other), (comes, _opponent) = pair(stopped), pair(second)
    spots = {
        each.entry_id: Spot(each.entry_id, each.table_id, each.seat) for each in semi.seats.all()
    }
    swap = {"round_id": semi.pk, "actor": ACTOR, "reason": "andersherum gesessen"}
    found = foresee(
        tournament_id=semi.tournament_id,
        deed=lambda: seats_swap(first=spots[leader], second=spots[comes], **swap),
    )
    name = semi.tournament.entries.get(pk=comes).name
    (said,) = given_up_texts({1: name}, {}, {1: (1, 1)})
    assert said in found.draws
    assert not any(semi.tournament.entries.get(pk=leader).name in text for text in found.draws)
    seats_swap(first=spots[leader], second=spots[comes], **swap)
    assert gave_up(semi) == {comes}
    assert winners_of([semi])[semi.pk] == {stopped.pk: other, second.pk: None}


def test_two_who_change_sides_at_a_table_that_stopped_leave_the_match_to_the_same_one(semi):
    stopped = semi.tables.order_by("place__number")[0]
    leader, other = pair(stopped)
    table_seat(
        table_id=stopped.pk,
        actor=ACTOR,
        entries=[other, leader],
        seen=[leader, other],
        reason="Seiten",
    )
    assert gave_up(semi) == {leader}
    assert winners_of([semi])[semi.pk][stopped.pk] == other


def sits_down(table, entry, *, leaves):
    """Somebody in the ranking takes the seat of side 0, who did not come; gives who that was."""
    gone = table.seats.order_by("seat")[0]
    seat_replace(
        table_id=table.pk,
        actor=ACTOR,
        seat=gone.seat,
        sitting=gone.player_id,
        newcomer=Newcomer(entry=entry),
        leaves=leaves,
    )
    return gone.entry_id


@pytest.mark.parametrize("leaves", [False, True])
def test_whoever_had_a_bye_and_takes_a_seat_plays_on_in_the_bracket(leaves):
    evening = cinq_cents(7, rounds=3)
    first = draw(evening)
    alone = first.credits.get().entry_id
    gone = sits_down(first.tables.order_by("place__number")[0], alone, leaves=leaves)
    play(first)
    second = draw(evening)
    seated = {one for table in second.tables.all() for one in pair(table)}
    goes_on = seated | {credit.entry_id for credit in second.credits.all()}
    assert alone in goes_on
    assert (gone in goes_on) is not leaves
    play(second)
    final = play(draw(evening))
    assert bracket(evening).winner == evening.entries.get(pk=pair(final.tables.get())[0]).name


def test_whoever_comes_late_and_takes_a_seat_has_the_place_in_the_bracket_and_leaves_no_bye():
    evening = cinq_cents(4)
    first = draw(evening)
    late = life.walk_in(evening, "Ruth Aebi")
    table = first.tables.order_by("place__number")[0]
    gone = sits_down(table, late.pk, leaves=False)
    play(first)
    assert list(first.credits.values_list("entry_id", "kind")) == [(gone, "missed")]
    assert late.pk in pair(draw(evening).tables.get())
    assert ranks(evening)[late.pk].rank == 1


@pytest.fixture
def final_and_loser(request):
    """The final that is played, of a cup with a rule for substitutes, and who lost a semi-final."""
    evening = cinq_cents(4, substitute_rule=request.param)
    first = draw(evening)
    play(first)
    return start(draw(evening)).tables.get(), pair(first.tables.first())[1]


@pytest.mark.parametrize("final_and_loser", ["entry"], indirect=True)
def test_whoever_is_out_and_takes_a_seat_plays_for_whoever_had_it(final_and_loser):
    final, loser = final_and_loser
    finalists = pair(final)
    sits_down(final, loser, leaves=False)
    assert pair(final) == finalists
    assert not final.round.credits.exists()


@pytest.mark.parametrize("final_and_loser", ["nobody"], indirect=True)
def test_whoever_is_out_cannot_fill_in_where_nobody_gets_the_points(final_and_loser):
    final, loser = final_and_loser
    with pytest.raises(TournamentError) as caught:
        sits_down(final, loser, leaves=False)
    assert caught.value.code == "out-of-stage"
