"""The bracket on its pages: winners, byes, what is still open, and who swapped tables."""

import pytest
from django.urls import reverse

from scoring.rules import get_variant
from tests.tournaments import life
from tests.tournaments.cup import ACTOR, cinq_cents, close, draw, organiser, pair, play, start, win
from tournaments.selectors.bracket import bracket
from tournaments.services.entries import entry_withdraw
from tournaments.services.seats import seats_swap
from tournaments.services.standings import standings_rebuild

pytestmark = pytest.mark.django_db


# -- its pages ---------------------------------------------------------------------------------


def test_the_bracket_shows_games_byes_winners_and_what_is_still_open():
    evening = cinq_cents(5)
    assert bracket(evening) is None
    first = draw(evening)
    shown = bracket(evening)
    assert [len(round_.matches) for round_ in shown.rounds] == [4, 2, 1]
    assert sum(match.is_bye for match in shown.rounds[0].matches) == 3
    play(first)
    shown = bracket(evening)
    (played,) = [match for match in shown.rounds[0].matches if not match.is_bye]
    assert [slot.state for slot in played.slots] == ["won", "lost"]
    assert sum(slot.name != "" for match in shown.rounds[1].matches for slot in match.slots) == 4
    play(draw(evening))
    play(draw(evening))
    shown = bracket(evening)
    assert shown.winner == shown.rounds[-1].matches[0].slots[0].name


@pytest.mark.parametrize("name", ["bracket", "office-bracket"])
def test_the_bracket_page_is_there_from_the_first_draw_and_unchanged_costs_nothing(client, name):
    evening = cinq_cents(5, visibility="public")
    client = organiser(client, evening)
    address = reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug])
    assert 'data-state="none"' in client.get(address).content.decode()
    round_ = draw(evening)
    standings_rebuild(tournament_id=evening.pk)
    answer = client.get(address)
    page = answer.content.decode()
    assert page.count("data-match=") == 7
    assert page.count('data-bye="1"') == 3
    again = client.get(address, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    play(round_)
    standings_rebuild(tournament_id=evening.pk)
    page = client.get(address, headers={"If-None-Match": answer["ETag"]}).content.decode()
    assert 'data-state="won"' in page
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert 'data-state="won"' in part
    assert "<html" not in part


def test_what_is_not_published_yet_shows_no_winner_to_the_public(client):
    evening = cinq_cents(4, visibility="public", publishing="hand")
    play(draw(evening))
    draw(evening)
    standings_rebuild(tournament_id=evening.pk)
    address = reverse("tournaments:bracket", args=[evening.club.slug, evening.slug])
    page = client.get(address).content.decode()
    assert 'data-state="won"' not in page


def test_every_page_works_in_a_knock_out(client):
    evening = cinq_cents(5, visibility="public", best_of=3, place_three=True)
    client = organiser(client, evening)

    def opens(name, *arguments):
        where = [evening.club.slug, evening.slug, *arguments]
        answer = client.get(reverse(f"tournaments:{name}", args=where))
        assert answer.status_code == 200, name
        return answer.content.decode()

    for name in ("setup", "checkin", "draw", "ranking", "public"):
        opens(name)
    round_ = start(draw(evening))
    table = round_.tables.get()
    win(table)
    standings_rebuild(tournament_id=evening.pk)
    for name in ("setup", "checkin", "draw", "office", "lists", "cards", "ranking", "public"):
        opens(name)
    assert "data-won" in opens("office")
    assert "data-won" in opens("round-results", 1)
    opens("round-protocol", 1)
    opens("desk-table", table.pk)
    assert get_variant("cinq-cents").sides({}) == 2


# -- swapped tables ----------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_two_who_swap_tables_stand_in_the_bracket_where_they_sit(sides):
    evening = cinq_cents(8)
    play(draw(evening))
    second = start(draw(evening))
    tables = list(second.tables.order_by("place__number"))
    one, two = (pair(table)[0] for table in tables)
    seats_swap(
        round_id=second.pk,
        actor=ACTOR,
        first=life.spot(second, evening.entries.get(pk=one)),
        second=life.spot(second, evening.entries.get(pk=two)),
    )
    pairs = [pair(table) for table in tables]
    assert {one, two} == {pairs[0][0], pairs[1][0]}
    names = dict(evening.entries.values_list("pk", "name"))
    shown = bracket(evening).rounds[1].matches
    assert [[slot.name for slot in match.slots] for match in shown] == [
        [names[entry] for entry in each] for each in pairs
    ]
    for table, side in zip(tables, sides, strict=True):
        win(table, side)
    close(second)
    final = pair(draw(evening).tables.get())
    assert {*final} == {pairs[0][sides[0]], pairs[1][sides[1]]}


def test_one_who_waits_and_one_who_plays_swap_and_the_bracket_follows():
    evening = cinq_cents(7)
    play(draw(evening))
    gone = pair(evening.rounds.get().tables.first())[0]
    entry_withdraw(tournament_id=evening.pk, actor=ACTOR, entry_id=gone, from_round=2)
    second = draw(evening)
    waits = second.credits.get().entry
    plays = evening.entries.get(pk=pair(second.tables.get())[0])
    seats_swap(
        round_id=second.pk,
        actor=ACTOR,
        first=life.spot(second, plays),
        second=life.spot(second, waits),
    )
    start(second)
    win(second.tables.get())
    close(second)
    assert {*pair(draw(evening).tables.get())} == {plays.pk, waits.pk}
