"""Names as they are stored: what nobody sees is gone, whichever door they came through."""

import io

import pytest
from django.urls import reverse
from openpyxl import Workbook

from jassclub.audit.services import Actor
from jassclub.clubs.importing import Columns, candidates, parse_names, read_grid
from jassclub.clubs.models import Club, Player, Role, clean_name, name_key
from jassclub.clubs.services.clubs import club_create, club_update
from jassclub.clubs.services.players import NewPlayer, player_add, player_ensure, players_add
from tests import factories

ACTOR = Actor("user", 1)
DIRTY, CLEAN = "\u202aAnna\u200b \u2067Ger\x1bber\u202c\u2069\ufeff", "Anna Gerber"


@pytest.fixture
def club():
    return factories.club()


@pytest.mark.parametrize("sign", [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x061C])
def test_signs_that_turn_the_direction_are_taken_out(sign):
    assert clean_name(f"Anna {chr(sign)}Gerber") == CLEAN


@pytest.mark.parametrize("sign", "\u200b\u2060\ufeff\u00ad\u3164\u2800\x00\x07\x1b\x7f\x9f")
def test_signs_without_a_shape_are_taken_out(sign):
    assert clean_name(f"{sign}An{sign}na {sign} Gerber{sign}") == CLEAN


@pytest.mark.parametrize("space", "\t\n\r\x0b\u00a0\u2003\u2028")
def test_white_space_of_any_kind_is_one_space(space):
    assert clean_name(f"{space}Anna{space}{space}Gerber{space}") == CLEAN


@pytest.mark.parametrize(
    "name", ["דנה לוי", "ليلى حداد", "Zoë O’Neill-Müller", "王 小明", "José 🂡"]
)
def test_a_name_in_any_letters_stays_as_it_is(name):
    assert clean_name(name) == name


@pytest.mark.parametrize("name", ["علی\u200cرضا", "ක්\u200dරිස්", "क्\u200dष"])
def test_a_joiner_stays_behind_the_letters_that_are_drawn_differently_with_it(name):
    assert clean_name(name) == name
    assert name_key(name) == name_key(name.replace("\u200c", "").replace("\u200d", ""))


@pytest.mark.parametrize("joiner", "\u200c\u200d")
def test_a_joiner_between_other_letters_is_taken_out(joiner):
    assert clean_name(f"An{joiner}na {joiner}Gerber{joiner}") == CLEAN
    assert clean_name(f"علی{joiner}{joiner}رضا{joiner}") == f"علی{joiner}رضا"


def test_a_name_of_which_nothing_is_left_has_no_key():
    assert clean_name("\u200b\u3164\x00") == name_key("\u200b\u3164\x00") == ""


@pytest.mark.django_db
def test_a_form_lets_the_clean_name_in(client, club):
    client.force_login(factories.member(club, Role.ORGANISER))
    client.post(reverse("clubs:player-add", args=[club.slug]), {"name": DIRTY, "hint": DIRTY})
    player = Player.objects.get()
    assert (player.name, player.hint) == (CLEAN, CLEAN)


@pytest.mark.django_db
def test_a_service_lets_the_clean_name_in_and_knows_the_person_by_the_other_spelling(club):
    actor = ACTOR
    assert player_add(club_id=club.pk, actor=actor, name=DIRTY).name == CLEAN
    assert player_ensure(club_id=club.pk, actor=actor, name=DIRTY)[1] is False
    added = players_add(club_id=club.pk, actor=actor, people=[NewPlayer("Beat", DIRTY)])
    assert Player.objects.get(pk=added.added[0].pk).hint == CLEAN


def test_of_a_pasted_line_the_clean_name_is_read():
    assert parse_names(f"{DIRTY}; {DIRTY}\n") == [NewPlayer(CLEAN, CLEAN)]


def test_of_a_csv_file_the_clean_name_is_read():
    grid = read_grid(f"{DIRTY};{DIRTY}\n".encode("utf-8-sig"))
    (found,) = candidates(grid, Columns(0, None, 1), [])
    assert found.person == NewPlayer(CLEAN, CLEAN)


def test_of_a_workbook_the_clean_name_is_read():
    book, file = Workbook(), io.BytesIO()
    book.active.append([DIRTY.replace("\x1b", ""), "\u2067Luzern"])
    book.save(file)
    (found,) = candidates(read_grid(file.getvalue()), Columns(0, None, 1), [])
    assert found.person == NewPlayer(CLEAN, "Luzern")


@pytest.mark.django_db
def test_a_club_is_made_and_renamed_with_the_clean_name():
    club = club_create(user=factories.user(), name=f"Jassclub {DIRTY}")
    assert Club.objects.get(pk=club.pk).name == f"Jassclub {CLEAN}"
    club_update(
        club_id=club.pk,
        actor=ACTOR,
        name=f"{DIRTY}s Club",
        zone=club.zone,
        card_pack=club.card_pack,
    )
    assert Club.objects.get(pk=club.pk).name == f"{CLEAN}s Club"


@pytest.mark.django_db
def test_a_club_without_a_name_to_see_is_asked_for_one(client):
    client.force_login(factories.user())
    answer = client.post(
        reverse("clubs:new"),
        {"name": "\u202e\u200b", "card_pack": "swiss", "zone": "Europe/Zurich"},
    )
    assert answer.status_code == 422
    assert not Club.objects.exists()
