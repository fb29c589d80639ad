"""From a file to the list: upload, preview, ticks."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from jassclub.clubs.models import Role
from tests import factories

FILE = "Name;Ort\r\nMüller;Zürich\r\nGerber;Bern\r\nMÜLLER;zürich\r\nImhof;\r\n".encode("cp1252")


@pytest.fixture
def club(db):
    return factories.club()


@pytest.fixture
def organiser(client, club):
    client.force_login(factories.member(club, Role.ORGANISER))
    return client


def upload(client, club, data=FILE, name="liste.csv"):
    file = SimpleUploadedFile(name, data)
    return client.post(reverse("clubs:import", args=[club.slug]), {"file": file})


def save(client, club, preview, rows, **columns):
    fields = {"grid": preview.context["grid"], "name": "0", "hint": "1", "header": "on"} | columns
    address = reverse("clubs:import-save", args=[club.slug])
    return client.post(address, fields | {"row": rows}, follow=True)


def test_the_preview_shows_every_row_and_adds_nobody(organiser, club):
    preview = upload(organiser, club)
    states = [(one.person.name, one.state) for one in preview.context["candidates"]]
    assert states == [("Müller", "new"), ("Gerber", "new"), ("MÜLLER", "double"), ("Imhof", "new")]
    assert not club.players.exists()


def test_only_ticked_rows_are_added(organiser, club):
    preview = upload(organiser, club)
    save(organiser, club, preview, ["2", "5"])
    assert [str(player) for player in club.players.all()] == ["Imhof", "Müller (Zürich)"]


def test_a_double_or_a_row_that_is_not_there_is_not_added_even_if_ticked(organiser, club):
    preview = upload(organiser, club)
    save(organiser, club, preview, ["2", "4", "99", "x"])
    assert [str(player) for player in club.players.all()] == ["Müller (Zürich)"]


def test_without_a_tick_nobody_is_added_and_the_preview_stays(organiser, club):
    answer = save(organiser, club, upload(organiser, club), [])
    assert answer.context["candidates"]
    assert not club.players.exists()


def test_other_columns_can_be_chosen(organiser, club):
    preview = upload(organiser, club, b"1957;Gerber;Anna\n1960;Rey;Claude\n")
    again = organiser.post(
        reverse("clubs:import-preview", args=[club.slug]),
        {"grid": preview.context["grid"], "name": "1", "first": "2", "hint": "0"},
    )
    people = [one.person for one in again.context["candidates"]]
    assert [(one.name, one.hint) for one in people] == [
        ("Anna Gerber", "1957"),
        ("Claude Rey", "1960"),
    ]


def test_the_same_file_again_finds_everybody_on_the_list(organiser, club):
    save(organiser, club, upload(organiser, club), ["2", "3", "5"])
    preview = upload(organiser, club)
    assert {one.state for one in preview.context["candidates"]} == {"listed"}


@pytest.mark.parametrize("kept", [0, 10, -1])
def test_a_preview_that_was_tampered_with_is_refused(organiser, club, kept):
    preview = upload(organiser, club)
    answer = save(organiser, club, preview, ["2"], grid=preview.context["grid"][:kept])
    assert answer.redirect_chain[-1][0] == reverse("clubs:import", args=[club.slug])
    assert not club.players.exists()


def test_a_preview_of_another_club_is_refused(organiser, club, client):
    preview = upload(organiser, club)
    other = factories.club()
    client.force_login(factories.member(other, Role.ORGANISER))
    save(client, other, preview, ["2"])
    assert not other.players.exists()


@pytest.mark.parametrize("columns", [{"name": "9"}, {"name": ""}, {"first": "x"}])
def test_columns_that_the_file_does_not_have_are_refused(organiser, club, columns):
    answer = save(organiser, club, upload(organiser, club), ["2"], **columns)
    assert answer.status_code == 200
    assert not club.players.exists()


def test_a_broken_file_is_answered_with_a_sentence_at_the_field(organiser, club):
    answer = upload(organiser, club, b"\x89PNG\x00\x00", "foto.png")
    assert answer.status_code == 422
    assert "foto.png" in str(answer.context["form"].errors["file"])


def test_no_file_at_all_is_answered_with_a_sentence(organiser, club):
    answer = organiser.post(reverse("clubs:import", args=[club.slug]), {})
    assert answer.status_code == 422
