"""The first page: a code, what is played now, the way in."""

import pytest
from django.urls import reverse

from tests import factories
from tournaments.models import TournamentStatus, Visibility


@pytest.mark.django_db
def test_the_first_page_lists_running_public_tournaments_and_no_others(client):
    running = TournamentStatus.RUNNING
    shown = factories.tournament(players=0, status=running)
    factories.tournament(players=0, status=running, visibility=Visibility.LINK)
    factories.tournament(players=0, status=running, visibility=Visibility.HIDDEN)
    factories.tournament(players=0)
    page = client.get("/")
    assert list(page.context["running"]) == [shown]
    address = reverse("tournaments:public", args=[shown.club.slug, shown.slug])
    assert address in page.content.decode()


@pytest.mark.django_db
def test_the_first_page_takes_the_code_of_a_table(client):
    page = client.get("/").content.decode()
    assert f'action="{reverse("tournaments:code")}"' in page
    assert 'name="code"' in page


@pytest.mark.django_db
def test_an_address_that_only_takes_a_form_says_so_instead_of_an_empty_page(client):
    club = factories.club()
    client.force_login(factories.member(club))
    page = client.get(reverse("clubs:player-add", args=[club.slug]))
    assert (page.status_code, page.headers["Allow"]) == (405, "POST")
    assert " " in page.context["sentence"]


@pytest.mark.django_db
def test_the_language_can_be_changed_on_a_page_that_answers_a_form(client):
    club = factories.club()
    client.force_login(factories.member(club))
    refused = client.post(reverse("clubs:player-add", args=[club.slug]), {"name": ""})
    assert f'name="next" value="{reverse("home")}"' in refused.content.decode()


@pytest.mark.django_db
def test_an_address_that_does_not_exist_is_answered_with_a_way_on(client):
    page = client.get("/gibt-es-nicht/")
    assert page.status_code == 404
    assert " " in page.context["sentence"]
    assert f'href="{reverse("home")}"' in page.content.decode()
