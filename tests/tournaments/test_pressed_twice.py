"""A second press, or a second organiser, hears calmly that it is so already; nothing is done twice."""

import pytest
from django.contrib.messages import get_messages

from jassclub.audit.models import AuditEvent
from jassclub.clubs.models import Role
from tests import factories
from tests.tournaments import life
from tests.tournaments.life import press, url
from tournaments.models import RoundStatus
from tournaments.services.undoing import tournament_end

pytestmark = pytest.mark.django_db

WHY = {"reason": "Gewitter"}


@pytest.fixture
def evening():
    return life.evening(players=8, rounds=3)


def pressed_twice(client, address, sent=None):
    """The levels of what was said after each press; both lead to the same page."""
    events, said, there = [], [], []
    for _press in range(2):
        answer = client.post(address, sent or {})
        assert answer.status_code == 302, answer.content.decode()
        there.append(answer.url)
        said.append([message.level_tag for message in get_messages(answer.wsgi_request)])
        client.get(answer.url)
        events.append(AuditEvent.objects.count())
    assert there[0] == there[1]
    assert events[0] == events[1], "done twice"
    return said


def test_a_round_is_started_and_closed_by_whoever_is_second_without_alarm(organiser, evening):
    round_ = life.draw(evening)[0]
    started = pressed_twice(organiser, url(evening, "round-start", 1))
    assert started == [["success"], ["info"]]
    for table in round_.tables.all():
        life.confirm(table)
    closed = pressed_twice(organiser, url(evening, "round-close", 1))
    assert closed == [["success"], ["info"]]


def test_who_starts_a_round_that_is_closed_meanwhile_is_told_calmly(organiser, evening):
    life.play(evening)
    assert organiser.post(url(evening, "round-start", 1)).status_code == 302


def test_a_drawn_round_is_not_said_to_be_closed(organiser, evening):
    life.draw(evening)
    refused = organiser.post(url(evening, "round-close", 1))
    assert (refused.status_code, refused.context["error"].code) == (409, "round-not-playing")


def test_a_round_is_declared_void_once(organiser, evening):
    life.draw(evening)
    said = pressed_twice(organiser, url(evening, "round-void", 1), WHY)
    assert said == [["success"], ["info"]]


def test_a_round_that_was_drawn_anew_meanwhile_is_not_the_one_that_was_to_be_void(
    organiser, evening
):
    life.draw(evening)
    page = organiser.get(url(evening, "round-void", 1))
    assert press(organiser, page, **WHY).status_code == 302
    life.draw(evening)
    assert press(organiser, page, **WHY).status_code == 302
    assert evening.rounds.get(number=1, status=RoundStatus.DRAWN)


def test_a_closed_round_is_played_on_once(organiser, evening):
    life.play(evening)
    said = pressed_twice(organiser, url(evening, "round-reopen", 1), WHY)
    assert said == [["success"], ["info"]]
    page = organiser.get(url(evening, "round-reopen", 1)).content.decode()
    assert 'class="notice" role="alert" data-code="round-playing"' in page


def test_the_evening_is_ended_and_reopened_once(organiser, evening):
    life.play(evening)
    assert pressed_twice(organiser, url(evening, "end"), WHY) == [["success"], ["info"]]
    assert pressed_twice(organiser, url(evening, "life-reopen"), WHY) == [["success"], ["info"]]


def test_a_closed_evening_still_refuses_what_is_not_so_already(organiser, evening):
    life.play(evening)
    life.draw(evening)
    tournament_end(tournament_id=evening.pk, actor=life.ACTOR, reason="Gewitter")
    assert organiser.post(url(evening, "draw-now"), {"expected": 1}).status_code == 409


def test_somebody_is_taken_off_the_list_once(organiser, evening):
    gone = evening.entries.last()
    said = pressed_twice(organiser, url(evening, "checkin-remove", gone.pk))
    assert said == [["success"], ["info"]]


@pytest.mark.parametrize(
    ("name", "up"),
    [
        ("checkin-entry", "checkin"),
        ("checkin-leave", "checkin"),
        ("life-merge", "checkin"),
        ("desk-table", "office"),
    ],
)
def test_the_page_of_what_somebody_else_took_away_leads_to_where_it_stood(
    organiser, evening, name, up
):
    answer = organiser.post(url(evening, name, 10**6))
    if answer.status_code == 405:
        answer = organiser.get(url(evening, name, 10**6))
    assert answer.status_code == 404
    assert f'href="{url(evening, up)}" data-up' in answer.content.decode()


def test_the_page_of_a_tournament_that_is_gone_leads_to_the_clubs_tournaments(organiser, evening):
    gone = url(evening, "office").replace(evening.slug, "gone")
    page = organiser.get(gone).content.decode()
    assert f'href="/clubs/{evening.club.slug}/tournaments/" data-up' in page
    public = organiser.get(f"/e/{evening.club.slug}/gone/").content.decode()
    assert f'href="/e/{evening.club.slug}/" data-up' in public
    assert "data-up" not in organiser.get("/nowhere/").content.decode()


@pytest.mark.parametrize("way", ["as-is", "scaled", "void"])
def test_a_table_is_settled_and_given_back_once(organiser, evening, way):
    table = life.playing(evening).tables.first()
    life.write(table, 7)
    assert pressed_twice(organiser, url(evening, "desk-settle", table.pk), {"way": way} | WHY)
    assert pressed_twice(organiser, url(evening, "desk-reopen", table.pk), WHY)


def test_a_table_that_is_settled_is_not_settled_another_way(organiser, evening):
    table = life.playing(evening).tables.first()
    life.write(table, 7)
    address = url(evening, "desk-settle", table.pk)
    organiser.post(address, {"way": "as-is"} | WHY)
    assert organiser.post(address, {"way": "scaled"} | WHY).status_code == 409


def test_who_leaves_in_the_middle_of_the_last_round_leaves_once(organiser):
    evening = life.evening(players=8, rounds=1)
    organiser.force_login(factories.member(evening.club, Role.ORGANISER))
    table = life.playing(evening).tables.first()
    life.write(table, 7)
    gone = life.at(table, 0)
    address = url(evening, "life-leave-now", gone.pk)
    assert pressed_twice(organiser, address, {"way": "as-is"} | WHY)
