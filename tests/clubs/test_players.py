"""The club's list: who stands on it once, twice, no longer."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.urls import reverse

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import Actor
from jassclub.clubs import services
from jassclub.clubs.errors import AlreadyListed, ClubError, HasResults
from jassclub.clubs.models import Player, Role, name_key
from jassclub.clubs.services import NewPlayer
from scoring.models import SheetSeat
from tests import factories
from tests.reading import figures
from tournaments.models import Entry
from tournaments.services.people import person_anonymise

ACTOR = Actor("user", 1)


def add(club, name, hint=""):
    return services.player_add(club_id=club.pk, actor=ACTOR, name=name, hint=hint)


@pytest.fixture
def club(db):
    return factories.club()


@pytest.fixture
def organiser(client, club):
    client.force_login(factories.member(club, Role.ORGANISER))
    return client


def test_the_same_name_twice_is_refused_whatever_its_spelling(club):
    first = add(club, "Anna  Gerber")
    with pytest.raises(AlreadyListed) as refused:
        add(club, " anna GERBER ")
    assert refused.value.player == first
    assert Player.objects.filter(club=club).count() == 1


NOTHING_TO_SEE = "\u200b\u202e\ufeff"


def test_signs_nobody_sees_make_no_second_person(club):
    player = add(club, "Anna Gerber")
    with pytest.raises(AlreadyListed) as refused:
        add(club, "Anna\u200b Gerber\ufeff")
    assert refused.value.player == player


@pytest.mark.parametrize("door", ["player-add", "player-paste"])
def test_a_name_of_which_nothing_is_to_be_seen_is_refused(organiser, club, door):
    typed = {"name": NOTHING_TO_SEE, "names": NOTHING_TO_SEE}
    answer = organiser.post(page(door, club), typed)
    assert answer.status_code == 422
    assert not Player.objects.exists()


def test_two_people_of_one_name_are_told_apart_by_a_hint(club):
    add(club, "Anna Gerber")
    add(club, "Anna Gerber", "Luzern")
    assert [str(player) for player in club.players.all()] == ["Anna Gerber", "Anna Gerber (Luzern)"]


def test_the_same_name_in_another_club_is_another_person(club):
    assert add(club, "Anna Gerber") != add(factories.club(), "Anna Gerber")


@pytest.mark.django_db(transaction=True)
def test_two_desks_that_add_the_same_person_at_once_make_one_player():
    club = factories.club()

    def desk(_number):
        try:
            return services.player_ensure(club_id=club.pk, actor=ACTOR, name="Anna Gerber")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as desks:
        answers = list(desks.map(desk, range(8)))
    assert Player.objects.filter(club=club).count() == 1
    assert len({player.pk for player, _made in answers}) == 1
    assert sum(made for _player, made in answers) == 1


def test_somebody_who_no_longer_played_plays_again_when_they_come_to_the_door(club):
    player = add(club, "Anna Gerber")
    services.player_update(
        player_id=player.pk, actor=ACTOR, name="Anna Gerber", hint="", active=False
    )
    again, made = services.player_ensure(club_id=club.pk, actor=ACTOR, name="anna gerber")
    assert (again.pk, again.active, made) == (player.pk, True, False)
    assert AuditEvent.objects.filter(action="player.update").first().after["active"] is True


def test_many_names_are_added_once_each_and_the_known_ones_are_told(club):
    add(club, "Beat Imhof")
    names = ["Anna Gerber", "beat imhof", "Claude Rey", "ANNA  GERBER"]
    outcome = services.players_add(
        club_id=club.pk, actor=ACTOR, people=[NewPlayer(name) for name in names]
    )
    assert [player.name for player in outcome.added] == ["Anna Gerber", "Claude Rey"]
    assert [person.name for person in outcome.known] == ["beat imhof", "ANNA  GERBER"]
    event = AuditEvent.objects.get(action="players.add")
    assert event.after == {"players": [player.pk for player in outcome.added]}


def test_a_player_cannot_take_the_name_of_another(club):
    add(club, "Anna Gerber")
    beat = add(club, "Beat Imhof")
    with pytest.raises(AlreadyListed):
        services.player_update(
            player_id=beat.pk, actor=ACTOR, name="anna gerber", hint="", active=True
        )
    beat.refresh_from_db()
    assert beat.name == "Beat Imhof"


def test_a_player_without_results_is_deleted(club):
    player = add(club, "Anna Gerber")
    services.player_delete(player_id=player.pk, actor=ACTOR)
    assert not Player.objects.filter(pk=player.pk).exists()
    assert AuditEvent.objects.filter(action="player.delete", object_id=player.pk).exists()


@pytest.mark.django_db
def test_deleting_a_player_with_results_is_refused_and_says_how_many():
    evening = factories.playing_round().tournament
    player = evening.club.players.first()
    with pytest.raises(HasResults) as refused:
        services.player_delete(player_id=player.pk, actor=ACTOR)
    # one entry, one seat at the table, one on the sheet
    assert refused.value.count == 3
    assert "3" in figures(refused.value.message)
    assert Player.objects.filter(pk=player.pk).exists()


@pytest.mark.django_db
def test_making_anonymous_takes_the_name_out_everywhere_and_leaves_the_rows():
    evening = factories.playing_round().tournament
    player = evening.club.players.first()
    old = player.name
    before = Entry.objects.count(), SheetSeat.objects.count()
    anonymous = person_anonymise(player_id=player.pk, actor=ACTOR)
    assert old not in anonymous.name
    assert str(player.pk) in anonymous.name
    assert not Entry.objects.filter(name__contains=old).exists()
    assert not SheetSeat.objects.filter(name__contains=old).exists()
    assert (Entry.objects.count(), SheetSeat.objects.count()) == before
    with pytest.raises(ClubError) as refused:
        person_anonymise(player_id=player.pk, actor=ACTOR)
    assert refused.value.code == "anonymous"


def test_the_audit_never_holds_a_name(club):
    player = add(club, "Anna Gerber", "Luzern")
    services.player_update(
        player_id=player.pk, actor=ACTOR, name="Anna Rey", hint="Uri", active=False
    )
    services.player_anonymise(player_id=player.pk, actor=ACTOR)
    services.player_delete(player_id=player.pk, actor=ACTOR)
    events = list(AuditEvent.objects.values_list("before", "after", "reason"))
    assert len(events) == 4
    assert not any(word in str(events) for word in ("Anna", "Gerber", "Rey", "Luzern", "Uri"))


# -- pages ---------------------------------------------------------------------------------------


def page(name, club, *args):
    return reverse(f"clubs:{name}", args=[club.slug, *args])


def test_a_typed_name_that_is_taken_stays_in_the_field(organiser, club):
    add(club, "Anna Gerber")
    answer = organiser.post(page("player-add", club), {"name": "Anna Gerber", "hint": ""})
    assert answer.status_code == 422
    assert answer.context["form"]["name"].value() == "Anna Gerber"
    assert answer.context["form"].has_error("name")


@pytest.mark.parametrize("name", ["", "   ", "x" * 121, "ß" * 61, "\0"])
def test_a_name_that_is_none_is_refused_with_a_sentence(organiser, club, name):
    answer = organiser.post(page("player-add", club), {"name": name})
    assert answer.status_code == 422
    assert not club.players.exists()


def test_pasted_names_are_added_and_known_ones_named(organiser, club):
    add(club, "Beat Imhof")
    answer = organiser.post(
        page("player-paste", club), {"names": "Anna Gerber\nBeat Imhof\nClaude Rey"}, follow=True
    )
    assert club.players.count() == 3
    added, known = [str(message) for message in answer.context["messages"]]
    assert "2" in figures(added)
    assert "Beat Imhof" in known


def test_a_column_that_was_read_as_a_hint_is_said_with_the_names(organiser, club):
    answer = organiser.post(
        page("player-paste", club),
        {"names": "Anna Gerber\nHans Muster\tAltdorf\t079 123"},
        follow=True,
    )
    [said] = [str(each) for each in answer.context["messages"] if each.level_tag == "info"]
    assert "Hans Muster (Altdorf 079 123)" in said
    assert "Anna Gerber" not in said
    plain = organiser.post(page("player-paste", club), {"names": "Beat Imhof"}, follow=True)
    assert [each.level_tag for each in plain.context["messages"]] == ["success"]


def test_a_pasted_list_with_a_mistake_adds_nobody_and_keeps_what_was_typed(organiser, club):
    answer = organiser.post(page("player-paste", club), {"names": "Anna\n; Luzern"})
    assert answer.status_code == 422
    assert "; Luzern" in answer.content.decode()
    assert not club.players.exists()


def test_the_search_finds_parts_of_name_and_hint_in_any_case(organiser, club):
    add(club, "Anna Gerber", "Zürich")
    add(club, "Beat Gerber", "Uri")
    found = organiser.get(page("players", club), {"q": "ZÜR gerb"})
    assert [player.name for player in found.context["players"]] == ["Anna Gerber"]
    nobody = organiser.get(page("players", club), {"q": "zzz"}, headers={"HX-Request": "true"})
    assert 'data-count="0"' in nobody.content.decode()
    assert "<html" not in nobody.content.decode()


def test_the_list_says_what_to_do_first_while_it_is_empty(organiser, club):
    page_text = organiser.get(page("players", club)).content.decode()
    assert 'class="empty"' in page_text
    assert page("import", club) in page_text


def test_the_delete_button_of_a_player_with_results_offers_to_make_anonymous(client, db):
    evening = factories.playing_round().tournament
    client.force_login(factories.member(evening.club, Role.ORGANISER))
    player = evening.club.players.first()
    refused = client.post(page("player-delete", evening.club, player.pk))
    assert refused.status_code == 409
    anonymise = reverse("tournaments:player-anonymise", args=[evening.club.slug, player.pk])
    assert anonymise in refused.content.decode()
    done = client.post(anonymise, follow=True)
    assert player.name not in done.content.decode()
    assert done.redirect_chain[-1][0] == page("player-edit", evening.club, player.pk)


def test_an_edited_player_keeps_what_the_form_says(organiser, club):
    player = add(club, "Anna Gerber")
    organiser.post(
        page("player-edit", club, player.pk),
        {"name": "Anna Rey", "hint": "1957", "categories": ["women", "seniors"]},
    )
    player.refresh_from_db()
    assert (player.name, player.hint, player.active) == ("Anna Rey", "1957", False)
    assert player.categories == ["women", "seniors"]


def test_the_exported_list_is_harmless(organiser, club):
    add(club, "=cmd|' /C calc'!A0")
    answer = organiser.get(page("player-export", club, "csv"))
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert "'=cmd" in answer.content.decode("utf-8-sig")
    assert organiser.get(page("player-export", club, "xlsx")).content.startswith(b"PK")


def test_an_umlaut_put_together_of_two_signs_is_the_same_name():
    assert name_key("Müller") == name_key("Mu\u0308ller")
