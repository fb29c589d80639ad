"""The clock of a round: its end by the server's time, the director's hand on it, where it is shown."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import SYSTEM
from jassclub.clubs.models import Role
from tests import factories
from tournaments.errors import TournamentError
from tournaments.models import Round, StandingsState, Visibility
from tournaments.selectors.clock import clock_now, round_clock
from tournaments.services.clock import round_minutes_add

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 10, 25, 8, 0, tzinfo=UTC)


def evening(*, minutes: int | None = 45, **fields):
    made = factories.tournament(players=8, visibility=Visibility.PUBLIC, **fields)
    made.stages.update(round_minutes=minutes)
    return made


def playing(made):
    round_ = factories.playing_round(made)
    Round.objects.filter(pk=round_.pk).update(started_at=BEGAN)
    return Round.objects.select_related("stage").get(pk=round_.pk)


@pytest.fixture
def round_():
    return playing(evening())


def address(name, round_, *args):
    made = round_.tournament
    return reverse(f"tournaments:{name}", args=[made.club.slug, made.slug, *args])


def refused(round_, minutes):
    with pytest.raises(TournamentError) as caught:
        round_minutes_add(round_id=round_.pk, actor=SYSTEM, minutes=minutes)
    return caught.value.code


def test_a_round_ends_its_minutes_after_it_began(round_):
    assert round_clock(round_).ends_at == BEGAN + timedelta(minutes=45)


def test_there_is_no_clock_without_a_limit_nor_for_a_round_that_is_not_played():
    assert clock_now(evening()) is None
    assert round_clock(playing(evening(minutes=None))) is None
    assert round_clock(factories.close_round(playing(evening()))) is None


@pytest.mark.parametrize(("minutes", "limit"), [(5, 50), (-5, 40)])
def test_the_director_gives_five_minutes_or_takes_them_and_the_log_says_so(round_, minutes, limit):
    before = StandingsState.objects.get(pk=round_.tournament_id).wanted
    round_minutes_add(round_id=round_.pk, actor=SYSTEM, minutes=minutes)
    assert clock_now(round_.tournament).minutes == limit
    event = AuditEvent.objects.get(action="round.minutes")
    assert (event.before, event.after) == ({"minutes": 45}, {"round": 1, "minutes": limit})
    assert StandingsState.objects.get(pk=round_.tournament_id).wanted == before + 1


def test_the_clock_moves_only_where_there_is_one_and_only_by_five_minutes(round_):
    assert refused(round_, 7) == "invalid"
    assert refused(playing(evening(minutes=None)), 5) == "no-limit"
    assert refused(factories.drawn_round(evening()), 5) == "round-not-playing"
    assert refused(playing(evening(minutes=5)), -5) == "out-of-range"
    assert not AuditEvent.objects.filter(action="round.minutes").exists()


def test_an_open_page_is_told_the_end_and_the_servers_own_time(round_, client):
    before = int(timezone.now().timestamp())
    answer = client.get(address("clock", round_)).json()
    assert answer["ends"] == int((BEGAN + timedelta(minutes=45)).timestamp())
    assert before <= answer["now"] <= timezone.now().timestamp()
    card = round_.tables.first().place.token
    assert (
        client.get(reverse("tournaments:table-clock", args=[card])).json()["ends"]
        == (answer["ends"])
    )
    factories.close_round(round_)
    assert client.get(address("clock", round_)).json()["ends"] is None


def test_the_clock_stands_on_the_ranking_the_office_and_the_tables_phone(round_, client):
    ends = f'data-ends="{int((BEGAN + timedelta(minutes=45)).timestamp())}"'
    assert ends in client.get(address("public", round_)).content.decode()
    card = round_.tables.first().place.token
    client.get(reverse("tournaments:table", args=[card]))
    client.post(reverse("tournaments:table-here", args=[card]), {"seat": "0"})
    sheet = client.get(reverse("tournaments:sheet-page", args=[card])).content.decode()
    assert ends in sheet
    assert reverse("tournaments:table-clock", args=[card]) in sheet
    client.force_login(factories.member(round_.tournament.club, Role.SCORER))
    page = client.get(address("office", round_)).content.decode()
    assert ends in page
    assert address("round-minutes", round_, 1) not in page


def test_the_office_of_the_organiser_moves_the_clock(round_, client):
    client.force_login(factories.member(round_.tournament.club, Role.ORGANISER))
    page = client.get(address("office", round_)).content.decode()
    assert address("round-minutes", round_, 1) in page
    for minutes in ("5", "-5", "5"):
        answer = client.post(address("round-minutes", round_, 1), {"minutes": minutes})
        assert answer.status_code == 302
    assert clock_now(round_.tournament).minutes == 50
    assert client.post(address("round-minutes", round_, 1), {"minutes": "x"}).status_code == 422


def test_the_wall_looks_new_when_the_clock_was_moved(round_, client):
    client.force_login(factories.member(round_.tournament.club, Role.ORGANISER))
    seen = client.get(address("office", round_)).context["wall"].stamp
    assert client.get(address("office-wall", round_), {"seen": seen}).status_code == 204
    round_minutes_add(round_id=round_.pk, actor=SYSTEM, minutes=5)
    assert client.get(address("office-wall", round_), {"seen": seen}).status_code == 200


def test_no_clock_ends_or_starts_a_round(round_):
    factories.drawn_round(round_.tournament)
    Client().get(address("public", round_))
    assert list(Round.objects.order_by("number").values_list("number", "status")) == [
        (1, "playing"),
        (2, "drawn"),
    ]
