"""A knock-out: drawn from confirmed winners, seeded, ranked by who stays in."""

import pytest
from django.urls import reverse

from tests.tournaments.cup import (
    ACTOR,
    CHAIN,
    cinq_cents,
    draw,
    organiser,
    pair,
    play,
    ranks,
    refused,
    start,
    win,
)
from tournaments.models import Entry, Standing
from tournaments.reason_texts import KNOCK_OUT, reason_text
from tournaments.selectors.entries import check_in
from tournaments.selectors.public import whereabouts
from tournaments.services.entries import entry_walk_in, entry_withdraw
from tournaments.services.rounds import rounds_redraw
from tournaments.services.standings import standings_rebuild

pytestmark = pytest.mark.django_db


# -- drawn -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "rounds", "byes"), [(2, 1, 0), (5, 3, 3), (8, 3, 0), (13, 4, 3)]
)
def test_the_field_says_how_many_rounds_there_are_and_byes_go_on(players, rounds, byes):
    evening = cinq_cents(players)
    first = draw(evening)
    assert evening.stages.get().planned_rounds == rounds
    assert first.credits.filter(kind="wait").count() == byes
    waited = set(first.credits.values_list("entry_id", flat=True))
    round_ = first
    for _number in range(1, rounds):
        play(round_)
        round_ = draw(evening)
        if _number == 1:
            assert waited <= set(round_.seats.values_list("entry_id", flat=True))
    play(round_)
    evening.refresh_from_db()
    assert evening.status == "closed"


def test_the_draw_page_counts_who_is_still_in_once_a_bracket_is_drawn(client):
    evening = cinq_cents(5)
    page = organiser(client, evening).get
    address = reverse("tournaments:draw", args=[evening.club.slug, evening.slug])

    def shown():
        found = page(address).context["page"]
        return found.present, found.still_in

    assert shown() == (5, False)
    play(draw(evening))
    assert shown() == (4, True)
    second = draw(evening)
    assert shown() == (4, True)
    play(second)
    assert shown() == (2, True)
    assert b"data-next-tables" in page(address).content
    play(draw(evening))
    assert shown() == (5, False), "all is over: nobody is counted for a draw any more"
    assert b"data-next-tables" not in page(address).content


def test_only_winners_play_on_and_neighbours_in_the_bracket_meet():
    evening = cinq_cents(8)
    first = draw(evening)
    pairs = [pair(table) for table in first.tables.order_by("place__number")]
    play(first, sides=[0, 1, 1, 0])
    second = draw(evening)
    assert [pair(table) for table in second.tables.order_by("place__number")] == [
        [pairs[0][0], pairs[1][1]],
        [pairs[2][1], pairs[3][0]],
    ]


def test_seeds_are_kept_apart_and_the_best_one_waits():
    evening = cinq_cents(7)
    best, second = evening.entries.order_by("number")[:2]
    Entry.objects.filter(pk=best.pk).update(seed=1)
    Entry.objects.filter(pk=second.pk).update(seed=2)
    first = draw(evening)
    assert [credit.entry_id for credit in first.credits.all()] == [best.pk]
    slots = first.protocol["bracket"]
    assert (slots.index(best.pk) < 4) != (slots.index(second.pk) < 4)


def test_the_next_round_waits_until_every_table_has_a_winner():
    evening = cinq_cents(4)
    first = start(draw(evening))
    win(first.tables.first())
    refused("results-missing", lambda: draw(evening))


def test_whoever_leaves_before_the_next_round_makes_room_for_the_neighbour():
    evening = cinq_cents(8)
    first = draw(evening)
    pairs = [pair(table) for table in first.tables.order_by("place__number")]
    play(first)
    entry_withdraw(tournament_id=evening.pk, actor=ACTOR, entry_id=pairs[0][0], from_round=2)
    second = draw(evening)
    assert [credit.entry_id for credit in second.credits.all()] == [pairs[1][0]]
    play(second)
    final = draw(evening)
    assert pairs[1][0] in pair(final.tables.get())


def test_a_late_entry_is_drawn_in_before_the_first_game_and_refused_after_it():
    evening = cinq_cents(4)
    first = draw(evening)
    entry_walk_in(tournament_id=evening.pk, actor=ACTOR, name="Urs Meier")
    (again,) = rounds_redraw(tournament_id=evening.pk, actor=ACTOR, newest=first.pk)
    assert evening.stages.get().planned_rounds == 3
    assert len([one for one in again.protocol["bracket"] if one]) == 5
    start(again)
    refused(
        "knock-out-begun",
        entry_walk_in,
        tournament_id=evening.pk,
        actor=ACTOR,
        name="Vreni Odermatt",
    )
    assert not evening.entries.filter(name="Vreni Odermatt").exists()


def test_the_check_in_says_until_when_somebody_can_still_join():
    evening = cinq_cents(5)
    assert check_in(evening).late.state == "early"
    assert check_in(evening).figures.over == 0
    first = draw(evening)
    assert check_in(evening).late.state == "redraw"
    play(first)
    assert check_in(evening).late.state == "bracket"
    draw(evening)
    assert check_in(evening).late.state == "bracket"


# -- seeding -----------------------------------------------------------------------------------


def test_the_seeding_is_typed_beside_the_names_and_a_place_is_given_once(client):
    evening = cinq_cents(5)
    client = organiser(client, evening)
    address = reverse("tournaments:seeds", args=[evening.club.slug, evening.slug])
    one, other, third = evening.entries.order_by("number")[:3]
    assert client.get(address).status_code == 200
    twice = client.post(address, {f"seed-{one.pk}": "1", f"seed-{other.pk}": "1"})
    assert twice.status_code == 422
    assert 'data-code="seed-twice"' in twice.content.decode()
    for wrong in ("0", "6", "eins", "1.5"):
        assert client.post(address, {f"seed-{one.pk}": wrong}).status_code == 422
    assert not evening.entries.exclude(seed=None).exists()
    typed = {f"seed-{one.pk}": "2", f"seed-{other.pk}": "1", f"seed-{third.pk}": ""}
    assert client.post(address, typed).status_code == 302
    assert client.post(address, typed).status_code == 302
    seeds = dict(evening.entries.exclude(seed=None).values_list("pk", "seed"))
    assert seeds == {one.pk: 2, other.pk: 1}
    start(draw(evening))
    assert client.post(address, typed).status_code == 409


def test_whoever_has_no_opponent_is_told_that_the_next_round_is_theirs():
    evening = cinq_cents(3)
    first = draw(evening)
    alone = first.credits.get().entry
    (found,) = whereabouts(evening, alone.name)
    assert (found.places[0].table, found.places[0].knock_out) == (None, True)
    (found,) = whereabouts(evening, first.seats.first().entry.name)
    assert found.places[0].against


# -- ranked ------------------------------------------------------------------------------------


def test_the_ranking_says_in_which_round_everybody_lost():
    evening = cinq_cents(8, place_three=True)
    play(draw(evening))
    semi = play(draw(evening))
    losers = [pair(table)[1] for table in semi.tables.order_by("place__number")]
    final = draw(evening)
    assert final.tables.count() == 2
    games = [pair(table) for table in final.tables.order_by("place__number")]
    assert sorted(games[1]) == sorted(losers)
    play(final, sides=[1, 0])
    rows = ranks(evening)
    assert rows[games[0][1]].rank == 1
    assert rows[games[0][0]].rank == 2
    assert rows[games[1][0]].rank == 3
    assert rows[games[1][1]].rank == 4
    assert sorted(row.rank for row in rows.values()) == [1, 2, 3, 4, 5, 5, 5, 5]
    said = {row.rank: reason_text(row.reason, list(CHAIN)) for row in rows.values()}
    assert [said[rank] for rank in (1, 2, 3, 4, 5)] == [
        str(KNOCK_OUT[place]) for place in (1, 2, 3, 4, 8)
    ]


def test_losers_of_one_round_share_the_rank_and_who_is_still_in_shares_the_first():
    evening = cinq_cents(8)
    play(draw(evening))
    rows = ranks(evening)
    assert sorted(row.rank for row in rows.values()) == [1, 1, 1, 1, 5, 5, 5, 5]
    assert {row.reason["own"] for row in rows.values()} == {1, 8}


def test_who_leaves_while_still_in_stands_behind_who_lost_later():
    evening = cinq_cents(4)
    first = draw(evening)
    play(first)
    one, other = (pair(table)[0] for table in first.tables.order_by("place__number"))
    entry_withdraw(tournament_id=evening.pk, actor=ACTOR, entry_id=one, from_round=2)
    refused("knock-out-over", lambda: draw(evening))
    rows = ranks(evening)
    assert rows[other].rank == 1


def test_while_the_final_is_played_nobody_from_the_game_for_place_three_stands_before_it():
    evening = cinq_cents(4, place_three=True)
    play(draw(evening))
    final = start(draw(evening))
    one, other = final.tables.order_by("place__number")
    win(other)
    standings_rebuild(tournament_id=evening.pk)
    rows = Standing.objects.filter(tournament=evening, list_key="main")
    newest = max(row.after_round for row in rows)
    found = {row.entry_id: row.rank for row in rows if row.after_round == newest}
    assert {found[entry] for entry in pair(one)} == {1}
    assert [found[entry] for entry in pair(other)] == [3, 4]
