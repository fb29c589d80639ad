"""What the big screen is told: the public's ranking, the seats people look for, who still plays."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.reading import figures
from tests.tournaments.rankings import rebuild, results
from tournaments.models import Entry, Round, Tournament, Visibility
from tournaments.selectors.screen import FINDING_MINUTES, screen

pytestmark = pytest.mark.django_db


def evening(players=8, **fields):
    return factories.tournament(players=players, visibility=Visibility.PUBLIC, **fields)


def begun(round_, minutes_ago):
    moment = timezone.now() - timedelta(minutes=minutes_ago)
    Round.objects.filter(pk=round_.pk).update(started_at=moment)


def confirm(round_, *numbers):
    for table in round_.tables.filter(place__number__in=numbers):
        factories.confirmed(factories.deals(factories.sheet_of(table), factories.TWELVE))


def address(made):
    return reverse("tournaments:screen", args=[made.club.slug, made.slug])


def test_seats_are_shown_while_people_look_for_their_table():
    made = evening(players=16)
    assert screen(made).seats is None
    first = factories.drawn_round(made)
    assert (screen(made).seats.round, screen(made).seats.next) == (first, True)
    factories.start_round(first)
    assert (screen(made).seats.round, screen(made).seats.next) == (first, False)
    begun(first, FINDING_MINUTES + 1)
    second = factories.drawn_round(made)
    assert screen(made).seats is None
    confirm(first, 1, 2)
    assert (screen(made).seats.round, screen(made).seats.next) == (second, True)


def test_who_waits_stands_among_the_names():
    made = evening(players=10)
    factories.drawn_round(made)
    lines = screen(made).seats.lists.by_name
    assert len(lines) == 10
    assert sum(line.cells[0].waits for line in lines) == 2


def test_who_still_plays_is_shown_once_half_are_done_or_the_time_is_up():
    made = evening(players=16)
    made.stages.update(round_minutes=30)
    round_ = factories.playing_round(made)
    begun(round_, 10)
    confirm(round_, 1)
    shown = screen(made)
    assert (shown.done, len(shown.playing), shown.shows_playing) == (1, 3, False)
    begun(round_, 31)
    assert screen(made).shows_playing
    begun(round_, 10)
    confirm(round_, 2)
    assert [table.number for table in screen(made).playing] == [3, 4]
    assert screen(made).shows_playing


@pytest.mark.parametrize(("rounds", "marked"), [(4, 0), (5, 8)])
def test_figures_that_do_not_make_the_whole_total_say_that_rounds_come_before(
    client, rounds, marked
):
    made = evening(rounds=rounds)
    for _number in range(rounds):
        round_ = factories.playing_round(made)
        results(round_)
        factories.close_round(round_)
    rebuild(made)
    assert client.get(address(made)).content.decode().count("data-more") == marked


def test_the_screen_shows_no_hidden_round_and_no_running_score(client):
    made = evening(rounds=2, hidden_rounds=1)
    results(factories.close_round(factories.playing_round(made)))
    second = factories.playing_round(made)
    results(second, lambda number: 7000 + number)
    factories.deals(factories.sheet_of(second.tables.first()), [factories.deal(93)])
    rebuild(made)
    shown = screen(made)
    (ranking,) = shown.rankings
    assert (ranking.after, ranking.hidden) == (1, 1)
    page = client.get(address(made)).content.decode()
    assert "999" in figures(page)
    assert "7001" not in figures(page)
    assert ">93<" not in page


def test_every_list_with_somebody_in_it_has_its_turn(client):
    made = evening(categories=[{"key": "youth"}, {"key": "women"}], team_counted=2)
    results(factories.playing_round(made))
    Entry.objects.filter(tournament=made, number=3).update(categories=["youth"], team="Altdorf")
    rebuild(made)
    assert [ranking.list_key for ranking in screen(made).rankings] == ["main", "youth", "teams"]
    page = client.get(address(made)).content.decode()
    assert [key in page for key in ("ranking-youth", "ranking-women", "ranking-teams")] == [
        True,
        False,
        True,
    ]


def test_an_open_screen_is_answered_with_nothing_while_nothing_changed(client):
    made = evening()
    round_ = factories.drawn_round(made)
    page = client.get(address(made))
    stamp = page.context["screen"].stamp
    nothing = client.get(address(made), {"seen": stamp})
    assert (nothing.status_code, nothing.content) == (204, b"")
    assert nothing["As-Of"] == page["As-Of"]
    factories.start_round(round_)
    part = client.get(address(made), {"seen": stamp})
    assert part.status_code == 200
    assert b"<html" not in part.content
    assert b'data-show="seats"' in part.content


def test_a_hidden_tournament_has_no_screen_for_the_public(client):
    made = evening()
    Tournament.objects.filter(pk=made.pk).update(visibility=Visibility.HIDDEN)
    assert client.get(address(made)).status_code == 404


def test_the_screen_of_forty_asks_as_often_as_that_of_eight():
    counts = []
    for players in (8, 40):
        made = evening(players=players)
        results(factories.close_round(factories.playing_round(made)))
        factories.drawn_round(made)
        rebuild(made)
        factories.start_round(Round.objects.get(tournament=made, number=2))
        with CaptureQueriesContext(connection) as queries:
            repr(screen(made))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 14
