"""Who comes, or comes back, once a final stage is near: what the check-in says, and what it gives them."""

import re

import pytest
from django.urls import reverse

from jassclub.clubs.models import Role
from tests import factories
from tests.tournaments import life
from tests.tournaments.cup import cinq_cents, close, draw, pair, play, start, win
from tournaments.bracket_texts import back_text
from tournaments.forms.entry_deeds import BackForm
from tournaments.models import RoundStatus
from tournaments.selectors.entries import check_in
from tournaments.selectors.going_on import ranked_now, stages_page
from tournaments.services.entries import entry_check_in, entry_walk_in, entry_withdraw
from tournaments.services.foreseeing import foresee
from tournaments.services.rounds import round_start
from tournaments.services.stages import StageData, stage_add, stage_begin
from tournaments.services.substituting import Newcomer, seat_replace

pytestmark = pytest.mark.django_db

FINAL = {
    "name": "Final",
    "qualify": 4,
    "format": "drawn-partners",
    "planned_rounds": 2,
    "chain": ("sum", "highest-round", "shared"),
}
CUP = {
    "name": "Cup",
    "qualify": 4,
    "format": "knock-out",
    "planned_rounds": 2,
    "chain": ("knock-out", "shared"),
    "draw_mode": "each",
}


def plan(evening, **fields):
    stage_add(tournament_id=evening.pk, actor=life.ACTOR, data=StageData(**fields))


def begin(evening):
    stage_begin(
        tournament_id=evening.pk,
        actor=life.ACTOR,
        number=2,
        ranked=[entry for entry, *_figures in ranked_now(evening)],
        chosen=[one.entry.pk for one in stages_page(evening).candidates if one.goes_on],
    )


def walks_in(evening, name="Ruth Aebi"):
    return entry_walk_in(tournament_id=evening.pk, actor=life.ACTOR, name=name).entry


def late(evening):
    return check_in(evening).late.state


@pytest.fixture
def evening():
    """Eight people, one round, then a final of four in two rounds; the round is played."""
    made = life.evening(players=8, rounds=1)
    plan(made, **FINAL)
    life.play(made)
    return made


@pytest.fixture
def cup():
    """Eight people, a round of duels, then a knock-out of four; the round is played."""
    made = cinq_cents(8, format="swiss", chain=("sum", "shared"), rounds=1)
    plan(made, **CUP)
    play(draw(made))
    return made


# -- what the page says --------------------------------------------------------------------------


def test_between_two_stages_everybody_who_is_here_is_counted_and_who_comes_has_to_be_chosen(
    evening,
):
    found = check_in(evening)
    assert (found.figures.people, found.figures.tables) == (8, 2)
    assert found.late.state == "choice"


def test_while_the_last_round_of_a_stage_is_played_no_knock_out_has_begun_yet():
    evening = cinq_cents(8, format="swiss", chain=("sum", "shared"), rounds=1)
    plan(evening, **CUP)
    start(draw(evening))
    assert late(evening) == "choice"


@pytest.mark.parametrize("step", ["settled", "drawn", "playing"])
def test_a_final_is_for_those_who_qualified_whatever_is_drawn_or_played_of_it(evening, step):
    begin(evening)
    if step != "settled":
        rounds = life.draw(evening)
    if step == "playing":
        round_start(round_id=rounds[0].pk, actor=life.ACTOR)
    found = check_in(evening)
    assert found.late.state == "qualified"
    assert (found.figures.people, found.figures.tables, found.figures.still_in) == (4, 1, True)


@pytest.mark.parametrize("step", ["settled", "drawn", "playing", "played"])
def test_a_knock_out_behind_a_first_stage_counts_those_still_in(cup, step):
    begin(cup)
    if step != "settled":
        round_ = draw(cup)
    if step == "playing":
        start(round_)
    if step == "played":
        play(round_)
    found = check_in(cup)
    assert found.late.state == "qualified"
    assert found.figures.people == (2 if step == "played" else 4)


@pytest.mark.parametrize("state", ["choice", "qualified"])
def test_the_page_has_a_sentence_for_it(client, evening, state):
    if state == "qualified":
        begin(evening)
    client.force_login(factories.member(evening.club, Role.ORGANISER))
    page = client.get(reverse("tournaments:checkin", args=[evening.club.slug, evening.slug])).text
    said = re.search(r'data-late="(\w+)">\s*<p class="notice[^"]*">(.+?)</p>', page)
    assert said.group(1) == state
    assert "data-worth" not in said.group(2)


# -- what it gives -------------------------------------------------------------------------------


def test_who_comes_when_there_is_no_round_left_for_them_gets_no_credit_and_stands_last():
    evening = life.evening(players=8, rounds=1)
    life.play(evening, close=False)
    entry = walks_in(evening)
    assert life.credits_of(entry) == []
    assert life.totals(evening)[entry.pk] == 0


def test_who_comes_between_two_stages_goes_on_by_no_credit(evening):
    entry = walks_in(evening)
    assert life.credits_of(entry) == []
    begin(evening)
    assert entry.pk not in evening.stages.get(number=2).qualified


def test_who_comes_during_the_final_sits_nowhere_in_it_and_misses_nothing_of_it(evening):
    begin(evening)
    first, _second = life.draw(evening)
    round_start(round_id=first.pk, actor=life.ACTOR)
    entry = walks_in(evening)
    assert life.credits_of(entry) == []
    assert not entry.seats.exists()


def test_who_has_not_qualified_and_comes_back_during_the_final_has_missed_nothing(evening):
    begin(evening)
    out = evening.entries.exclude(pk__in=evening.stages.get(number=2).qualified).first()
    entry_withdraw(tournament_id=evening.pk, actor=life.ACTOR, entry_id=out.pk, from_round=2)
    life.play(evening)
    entry_check_in(tournament_id=evening.pk, actor=life.ACTOR, entry_id=out.pk, present=True)
    assert life.credits_of(out) == []


def test_the_page_of_coming_back_says_who_is_not_in_the_final(evening):
    begin(evening)
    chosen = evening.stages.get(number=2).qualified
    for is_in, one in ((False, evening.entries.exclude(pk__in=chosen)[0]), (True, chosen[0])):
        entry = one if not is_in else evening.entries.get(pk=one)
        where = {"tournament_id": evening.pk, "actor": life.ACTOR, "entry_id": entry.pk}
        entry_withdraw(**where, from_round=2)
        entry.refresh_from_db()
        assert (BackForm(None, evening, entry=entry).lead == BackForm.lead) is is_in
        found = foresee(
            tournament_id=evening.pk, deed=lambda where=where: entry_check_in(**where, present=True)
        )
        assert back_text(entry.name, is_in=is_in) in found.draws


def test_a_finalist_who_was_away_for_a_round_has_missed_it(evening):
    evening.stages.filter(number=2).update(draw_mode="each", qualify=None)
    begin(evening)
    one = evening.entries.first()
    entry_withdraw(tournament_id=evening.pk, actor=life.ACTOR, entry_id=one.pk, from_round=2)
    life.play(evening)
    entry_check_in(tournament_id=evening.pk, actor=life.ACTOR, entry_id=one.pk, present=True)
    assert life.credits_of(one) == [(2, "missed")]


def test_who_has_lost_in_a_knock_out_and_comes_back_has_missed_no_round():
    evening = cinq_cents(4)
    first = draw(evening)
    play(first)
    loser = evening.entries.get(pk=pair(first.tables.first())[1])
    entry_withdraw(tournament_id=evening.pk, actor=life.ACTOR, entry_id=loser.pk, from_round=2)
    final = start(draw(evening))
    entry_check_in(tournament_id=evening.pk, actor=life.ACTOR, entry_id=loser.pk, present=True)
    assert life.credits_of(loser) == []
    win(final.tables.get())
    close(final)
    assert life.cell(evening, loser, 2) == {"points": None, "state": "none"}


def test_a_substitute_fills_the_last_table_of_a_final_too(evening):
    evening.stages.filter(number=2).update(qualify=3)
    begin_with = [entry for entry, *_figures in ranked_now(evening)][:7]
    stage_begin(
        tournament_id=evening.pk,
        actor=life.ACTOR,
        number=2,
        ranked=begin_with,
        chosen=begin_with,
    )
    substitute = entry_walk_in(
        tournament_id=evening.pk, actor=life.ACTOR, name="Ruth Aebi", outside_ranking=True
    ).entry
    rounds = life.draw(evening)
    assert all(round_.seats.filter(entry=substitute).exists() for round_ in rounds)
    assert not evening.rounds.filter(status=RoundStatus.DRAWN, credits__kind="wait").exists()


def test_who_has_not_qualified_and_takes_a_seat_of_the_final_plays_for_whoever_had_it(cup):
    begin(cup)
    table = start(draw(cup)).tables.order_by("place__number")[0]
    out = cup.entries.exclude(pk__in=cup.stages.get(number=2).qualified).first()
    before, seat = pair(table), table.seats.order_by("seat")[0]
    where = {"table_id": table.pk, "seat": seat.seat, "sitting": seat.player_id}
    seat_replace(actor=life.ACTOR, newcomer=Newcomer(entry=out.pk), **where)
    assert pair(table) == before
