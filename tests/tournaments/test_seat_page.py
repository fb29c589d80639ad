"""“Where do I sit?”: by name, on any phone, two taps from the ranking."""

import pytest
from django.urls import reverse

from tests import factories
from tournaments.models import EntryStatus, TournamentStatus, Visibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return factories.tournament(players=9)


def address(name, evening):
    return reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug])


def ask(client, evening, query):
    answer = client.get(address("seat", evening), {"q": query})
    assert answer.status_code == 200
    return answer.context["found"]


def test_the_ranking_leads_there_in_one_tap(client, evening):
    assert address("seat", evening) in client.get(address("public", evening)).content.decode()


def test_a_part_of_the_name_in_any_case_tells_table_letter_and_the_others(client, evening):
    factories.playing_round(evening)
    seat = evening.entries.get(name="Anna Gerber").seats.get()
    [found] = ask(client, evening, "GERB ann")
    [place] = found.places
    assert (place.round, place.table) == (1, seat.table.place.number)
    partner = seat.table.seats.exclude(pk=seat.pk).get(side=seat.side)
    assert place.partners == [partner.entry.name]
    others = seat.table.seats.exclude(side=seat.side)
    assert set(place.others) == {other.entry.name for other in others}


def test_whoever_waits_is_told_so(client, evening):
    factories.playing_round(evening)
    waiting = evening.credits.get().entry
    [found] = ask(client, evening, waiting.name)
    assert [place.table for place in found.places] == [None]


def test_the_round_that_is_played_comes_before_the_ones_that_follow(client, evening):
    factories.close_round(factories.playing_round(evening))
    factories.playing_round(evening)
    factories.drawn_round(evening)
    [found] = ask(client, evening, "Anna Gerber")
    assert [place.round for place in found.places] == [2, 3]


def test_two_people_whose_names_share_a_part_are_both_shown(client, evening):
    for entry, name in zip(evening.entries.all(), ["Vreni Zobrist", "Vreni Abegg"], strict=False):
        entry.name = name
        entry.save()
    names = [one.entry.name for one in ask(client, evening, "vreni")]
    assert names == ["Vreni Abegg", "Vreni Zobrist"]


def test_whoever_left_is_not_sent_to_a_table(client, evening):
    entry = evening.entries.get(name="Anna Gerber")
    entry.status, entry.withdrawn_from = EntryStatus.WITHDRAWN, 1
    entry.save()
    assert ask(client, evening, "Anna Gerber") == []


@pytest.mark.parametrize("query", ["zzz", "%", "_", "' OR 1=1", "x" * 500, "\0"])
def test_a_name_that_nobody_has_is_answered_with_a_sentence(client, evening, query):
    answer = client.get(address("seat", evening), {"q": query})
    assert answer.status_code == 200
    assert answer.context["found"] == []
    assert 'class="notice' in answer.content.decode()


def test_after_the_last_round_nobody_is_told_to_wait_for_the_draw(client, evening):
    before = client.get(address("seat", evening), {"q": "Anna Gerber"}).content
    evening.status = TournamentStatus.CLOSED
    evening.save()
    after = client.get(address("seat", evening), {"q": "Anna Gerber"}).content
    assert before.count(b"<p>") == after.count(b"<p>")
    assert before != after


def test_a_hidden_tournament_tells_nobody_where_people_sit(client, evening):
    evening.visibility = Visibility.HIDDEN
    evening.save()
    assert client.get(address("seat", evening), {"q": "anna"}).status_code == 404


def test_it_asks_the_database_as_often_for_64_as_for_8(client, django_assert_max_num_queries):
    counts = []
    for size in (8, 64):
        evening = factories.tournament(players=size)
        factories.playing_round(evening)
        with django_assert_max_num_queries(15) as queries:
            ask(client, evening, "a")
        counts.append(len(queries))
    assert counts[0] == counts[1]
