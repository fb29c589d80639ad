"""What hangs on the wall and lies on the tables."""

import re

import pytest
from django.urls import reverse

from jassclub.clubs.models import Player, Role
from tests import factories
from tournaments.models import Place, RoundStatus
from tournaments.models.round import CODE_LETTERS
from tournaments.selectors.prints import cards, name_order, rounds_to_print, seat_lists

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    evening = factories.tournament(players=9, rounds=3)
    factories.drawn_round(evening)
    factories.drawn_round(evening)
    return evening


@pytest.fixture
def scorer(evening, client):
    client.force_login(factories.member(evening.club, Role.SCORER))
    return client


def url(evening, name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug, *args])


def test_everybody_finds_table_and_letter_of_each_round_by_name(evening):
    lists = seat_lists(rounds_to_print(evening))
    assert len(lists.by_name) == 9
    cells = {
        line.name: [(cell.table, cell.letter) for cell in line.cells] for line in lists.by_name
    }
    for index, round_ in enumerate(rounds_to_print(evening)):
        for seat in round_.seats.select_related("player", "table__place"):
            at = (seat.table.place.number, "ab"[seat.side])
            assert cells[str(seat.player)][index] == at


def test_the_same_letter_at_a_table_means_partners(evening):
    lists = seat_lists(rounds_to_print(evening, 1))
    for table in lists.by_table:
        [sides] = table.rounds
        assert [letter for letter, _names in sides] == ["a", "b"]
        for letter, names in sides:
            side = "ab".index(letter)
            seats = evening.rounds.get(number=1).seats.filter(
                table__place__number=table.number, side=side
            )
            assert sorted(names) == sorted(str(seat.player) for seat in seats)


def test_who_waits_stands_on_the_list_by_name(evening):
    lists = seat_lists(rounds_to_print(evening, 1))
    waits = [line.name for line in lists.by_name if line.cells[0].waits]
    credit = evening.rounds.get(number=1).credits.get()
    assert waits == [credit.entry.name]
    assert lists.waiting[0][1] == waits


def test_names_are_in_the_order_of_a_telephone_book():
    names = ["Zora", "Österreicher", "Oskar", "ähnlich", "Albert", "Émile", "Emil"]
    assert sorted(names, key=name_order) == [
        "ähnlich",
        "Albert",
        "Emil",
        "Émile",
        "Oskar",
        "Österreicher",
        "Zora",
    ]


def test_two_people_of_one_name_are_told_apart_on_the_list(evening):
    one, other = Player.objects.order_by("pk")[:2]
    Player.objects.filter(pk=other.pk).update(name=one.name, hint="Altdorf", hint_key="altdorf")
    names = [line.name for line in seat_lists(rounds_to_print(evening)).by_name]
    assert one.name in names
    assert f"{one.name} (Altdorf)" in names


def test_a_void_round_is_not_printed(evening):
    evening.rounds.filter(number=2).update(status=RoundStatus.VOID)
    assert [round_.number for round_ in rounds_to_print(evening)] == [1]


def test_lists_are_printed_for_one_round_or_all_by_name_or_by_table(evening, scorer):
    every = scorer.get(url(evening, "lists")).content.decode()
    assert 'data-people="9"' in every
    assert 'data-tables="2"' in every
    one = scorer.get(url(evening, "round-lists", 2))
    assert len(one.context["lists"].rounds) == 1
    names = scorer.get(url(evening, "lists"), {"by": "name"}).content.decode()
    assert "data-people" in names
    assert "data-tables" not in names
    assert scorer.get(url(evening, "round-lists", 9)).status_code == 404


def test_a_list_of_a_hundred_tables_asks_no_more_of_the_database(
    evening, scorer, django_assert_max_num_queries
):
    large = factories.tournament(of=evening.club, players=82)
    factories.drawn_round(large)
    for one in (evening, large):
        with django_assert_max_num_queries(16):
            scorer.get(url(one, "lists"))
        with django_assert_max_num_queries(12):
            scorer.get(url(one, "cards"))


def test_a_long_name_is_whole_on_the_lists(evening, scorer):
    Player.objects.filter(pk=Player.objects.earliest("pk").pk).update(name=factories.LONG_NAME)
    page = scorer.get(url(evening, "lists")).content.decode()
    assert page.count(factories.LONG_NAME) == 3


def test_there_is_one_card_per_table_with_its_code_in_letters(evening, scorer):
    page = scorer.get(url(evening, "cards")).content.decode()
    for place in Place.objects.filter(tournament=evening):
        assert set(place.code) <= set(CODE_LETTERS)
        assert not set(place.code) & set("IO01")
        assert page.count(place.code) == 1
    assert page.count('class="table-card"') == 2
    assert page.count("<svg") == 2
    assert "style=" not in page


def test_the_code_leads_to_the_table_at_the_public_address(evening, scorer, settings):
    settings.PUBLIC_URL = "https://jass.example.org"
    page = scorer.get(url(evening, "cards"))
    place = evening.places.get(number=1)
    card = page.context["cards"][0]
    assert card.url == f"https://jass.example.org/t/{place.token}/"
    assert not page.context["unreachable"]


def test_without_a_public_address_the_card_names_the_host_the_page_came_from(
    evening, scorer, settings
):
    settings.PUBLIC_URL = ""
    settings.ALLOWED_HOSTS = ["192.168.1.20", "localhost"]
    near = scorer.get(url(evening, "cards"), headers={"host": "192.168.1.20:8000"})
    assert near.context["cards"][0].url.startswith("http://192.168.1.20:8000/t/")
    assert not near.context["unreachable"]
    own = scorer.get(url(evening, "cards"), headers={"host": "localhost:8000"})
    assert own.context["unreachable"]


def test_the_picture_is_a_qr_code_of_the_address(evening):
    card = cards(evening, "https://jass.example.org")[0]
    again = cards(evening, "https://jass.example.org/")[0]
    elsewhere = cards(evening, "https://other.example.org")[0]
    assert card.qr == again.qr != elsewhere.qr
    assert re.match(r"<svg[^>]*viewBox", card.qr)


@pytest.mark.parametrize("per", ["2", "4", "99", "x", ""])
def test_two_or_four_cards_go_on_a_page(evening, scorer, per):
    page = scorer.get(url(evening, "cards"), {"per": per})
    assert page.context["per_page"] == (2 if per == "2" else 4)


def test_before_the_draw_the_pages_say_what_to_do_first(scorer, evening):
    fresh = factories.tournament(of=evening.club)
    for name in ("lists", "cards"):
        page = scorer.get(url(fresh, name))
        assert page.status_code == 200
        assert 'class="empty"' in page.content.decode()
