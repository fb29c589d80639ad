"""Standings on the database: wanted and built, changed rows only, the public page and its versions."""

import json

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import SYSTEM
from jassclub.clubs.models import Role
from tests import factories
from tests.tournaments.rankings import rebuild, results
from tournaments.models import (
    Entry,
    EntryStatus,
    RoundCredit,
    Standing,
    StandingsState,
    TableResult,
    Visibility,
)
from tournaments.services import standings as room
from tournaments.services.publishing import ranking_reveal
from tournaments.services.standings import (
    standings_bump,
    standings_rebuild,
    standings_sweep,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    made = factories.tournament(players=8, visibility=Visibility.PUBLIC)
    results(factories.playing_round(made))
    return made


def ranks(evening, after=1):
    rows = Standing.objects.filter(tournament=evening, after_round=after).order_by(
        "rank", "entry__number"
    )
    return [(row.entry.number, row.rank, row.total) for row in rows]


def address(name, evening, *args):
    return reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug, *args])


def test_a_rebuild_writes_the_ranking_and_says_which_version_it_is(evening):
    rebuild(evening)
    assert ranks(evening)[:3] == [(1, 1, 999), (2, 2, 998), (3, 3, 997)]
    state = StandingsState.objects.get(pk=evening.pk)
    assert state.built == state.wanted == 1


def test_nothing_wanted_nothing_rebuilt(evening):
    rebuild(evening)
    assert standings_rebuild(tournament_id=evening.pk) is False


def test_only_rows_that_changed_are_written(evening, monkeypatch):
    rebuild(evening)
    before = dict(Standing.objects.values_list("entry__number", "pk"))
    results(evening.rounds.get(), lambda number: 1000 - number - (5 if number == 8 else 0))
    seen, store = [], room.standings_store

    def look(tournament_id, rows):
        seen.extend(rows)
        store(tournament_id, rows)

    monkeypatch.setattr(room, "standings_store", look)
    rebuild(evening)
    ((_key, _after, row),) = seen
    assert Standing.objects.get(entry=row.entry).entry.number == 8
    assert dict(Standing.objects.values_list("entry__number", "pk")) == before


def test_a_rebuild_reads_with_two_queries_however_much_was_played(
    evening, django_assert_num_queries
):
    # facts, stored rows; savepoint, changed rows, version, release
    standings_bump(tournament_id=evening.pk)
    with django_assert_num_queries(6):
        standings_rebuild(tournament_id=evening.pk)
    factories.entries(evening, 40)
    factories.close_round(evening.rounds.get())
    results(factories.playing_round(evening))
    standings_bump(tournament_id=evening.pk)
    with django_assert_num_queries(6):
        standings_rebuild(tournament_id=evening.pk)


def test_a_rebuild_that_finds_the_same_facts_moves_the_version_and_reads_no_list(
    evening, django_assert_num_queries
):
    rebuild(evening)
    standings_bump(tournament_id=evening.pk)
    with django_assert_num_queries(4) as queries:  # facts; savepoint, version, release
        assert standings_rebuild(tournament_id=evening.pk)
    assert not any('"tournaments_standing"' in query["sql"] for query in queries)
    assert StandingsState.objects.get(pk=evening.pk).built == 2


def test_a_rebuild_overtaken_by_another_starts_again_and_ends_right(evening, monkeypatch):
    """The slower of two workers must not put its older rows over the newer ones."""
    standings_bump(tournament_id=evening.pk)
    original, overtaken = room.standings_stored, []

    def overtake(tournament_id, lists):
        stored = original(tournament_id, lists)
        if not overtaken:
            overtaken.append(True)
            results(evening.rounds.get(), lambda number: 1000 + number)
            standings_bump(tournament_id=evening.pk)
            assert room.standings_rebuild(tournament_id=evening.pk)
        return stored

    monkeypatch.setattr(room, "standings_stored", overtake)
    room.standings_rebuild(tournament_id=evening.pk)
    assert ranks(evening)[0] == (8, 1, 1008)
    state = StandingsState.objects.get(pk=evening.pk)
    assert state.built == state.wanted == 2


def test_a_lost_task_is_caught_by_the_sweep(evening):
    StandingsState.objects.filter(pk=evening.pk).update(wanted=3)
    assert standings_sweep() == 1
    assert StandingsState.objects.get(pk=evening.pk).built == 3
    assert standings_sweep() == 0


def test_an_unreachable_broker_does_not_break_what_bumped(
    evening, monkeypatch, django_capture_on_commit_callbacks
):
    from tournaments import tasks

    def refuse(*_args, **_kwargs):
        raise ConnectionError

    monkeypatch.setattr(tasks.standings_task, "apply_async", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        standings_bump(tournament_id=evening.pk)
    assert StandingsState.objects.get(pk=evening.pk).wanted == 1


def test_equals_share_the_rank_and_the_next_rank_is_skipped(evening):
    """Field report 12: 500, 480, 480, 470 → 1, 2, 2, 4, and the tie is shown as one."""
    points = {1: 500, 2: 480, 3: 480, 4: 470}
    results(evening.rounds.get(), lambda number: points.get(number, 100))
    rebuild(evening)
    assert ranks(evening)[:4] == [(1, 1, 500), (2, 2, 480), (3, 2, 480), (4, 4, 470)]
    row = Standing.objects.get(tournament=evening, entry__number=3)
    assert row.tied
    assert row.reason["key"] == "shared"


def test_who_withdraws_stays_in_the_ranking_and_nobody_elses_total_moves(evening):
    """Field report 11."""
    rebuild(evening)
    before = ranks(evening)
    Entry.objects.filter(tournament=evening, number=2).update(
        status=EntryStatus.WITHDRAWN, withdrawn_from=2
    )
    rebuild(evening)
    assert ranks(evening) == before


def test_a_substitute_outside_the_ranking_stands_in_no_list(evening):
    Entry.objects.filter(tournament=evening, number=1).update(outside_ranking=True)
    rebuild(evening)
    assert [number for number, _rank, _total in ranks(evening)] == [2, 3, 4, 5, 6, 7, 8]


def test_who_was_announced_and_never_came_stands_in_no_list(evening):
    factories.entries(evening, 1, status=EntryStatus.ANNOUNCED)
    rebuild(evening)
    assert len(ranks(evening)) == 8


def test_who_went_before_the_first_round_stands_in_no_list(evening):
    for gone in factories.entries(evening, 2, status=EntryStatus.WITHDRAWN, withdrawn_from=1):
        RoundCredit.objects.create(
            tournament=evening, round=evening.rounds.get(), entry=gone, kind="wait"
        )
    rebuild(evening)
    assert len(ranks(evening)) == 8


def test_a_result_taken_back_disappears_from_the_list(evening):
    rebuild(evening)
    TableResult.objects.filter(entry__number__in=[1, 2, 3, 4]).delete()
    rebuild(evening)
    assert ranks(evening)[0] == (5, 1, 995)


def test_a_late_entry_gets_the_credit_of_the_missed_round(evening):
    """Field report 10: entry 9 joins after round 1 with the fixed credit."""
    evening.credit_rule, evening.credit_points = "fixed", 900
    evening.save()
    (late,) = factories.entries(evening, 1, joined_round=2)
    RoundCredit.objects.create(
        tournament=evening, round=evening.rounds.get(), entry=late, kind="late"
    )
    rebuild(evening)
    assert (9, 9, 900) in ranks(evening)


def test_while_a_round_is_played_the_page_says_provisional_and_counts_confirmed_sheets(
    evening, client
):
    """Field report 14."""
    TableResult.objects.filter(entry__number__gt=4).delete()
    factories.confirmed(factories.sheet_of(evening.rounds.get().tables.first()))
    rebuild(evening)
    page = client.get(address("public", evening))
    ranking = page.context["ranking"]
    assert ranking.provisional
    assert (ranking.progress.confirmed, ranking.progress.tables) == (1, 2)
    open_row = next(row for row in ranking.rows if row.entry.number == 8)
    assert open_row.values[0]["state"] == "playing"
    factories.close_round(evening.rounds.get())
    assert not client.get(address("public", evening)).context["ranking"].provisional


def test_the_page_says_which_criterion_ordered_two_equals(evening, client):
    """Field report 15."""
    evening.stages.update(chain=["sum", "highest-round", "shared"])
    factories.close_round(evening.rounds.get())
    results(factories.playing_round(evening), lambda number: {1: 800, 2: 801}.get(number, 10))
    rebuild(evening)
    page = client.get(address("public", evening), headers={"accept-language": "en"})
    assert "equal points: best round 998 against 999" in page.content.decode()


def test_an_unchanged_page_is_304_and_touches_no_standings(
    evening, client, django_assert_num_queries
):
    rebuild(evening)
    etag = client.get(address("public", evening))["ETag"]
    with django_assert_num_queries(2) as queries:
        again = client.get(address("public", evening), headers={"if-none-match": etag})
    assert again.status_code == 304
    assert not any('tournaments_standing"' in query["sql"] for query in queries)
    rebuild(evening)
    assert (
        client.get(address("public", evening), headers={"if-none-match": etag}).status_code == 200
    )


def test_the_ranking_page_needs_as_many_queries_for_eighty_players_as_for_eight(client):
    """Field report 33."""
    from django.test.utils import CaptureQueriesContext

    counts = []
    for players in (8, 80):
        evening = factories.tournament(players=players)
        results(factories.playing_round(evening))
        rebuild(evening)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(address("public", evening)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 6


def test_a_poll_of_the_version_is_304_until_something_is_new(evening, client):
    rebuild(evening)
    first = client.get(address("version", evening))
    assert first.json() == {"version": 1}
    etag = first["ETag"]
    assert (
        client.get(address("version", evening), headers={"if-none-match": etag}).status_code == 304
    )
    rebuild(evening)
    assert client.get(address("version", evening), headers={"if-none-match": etag}).json() == {
        "version": 2
    }


def test_without_redis_there_is_no_stream_and_the_page_polls(evening, client, settings):
    settings.REDIS_URL = ""
    assert client.get(address("stream", evening)).status_code == 204
    page = client.get(address("public", evening)).content.decode()
    assert "data-live-poll" in page
    assert "data-live-stream" not in page


def test_hidden_rounds_are_seen_by_the_office_and_by_everyone_after_the_reveal(evening, client):
    evening.hidden_rounds = 1
    evening.save()
    evening.stages.update(planned_rounds=2)
    factories.close_round(evening.rounds.get())
    results(factories.playing_round(evening), lambda number: 500 + number)
    rebuild(evening)
    assert client.get(address("public", evening)).context["ranking"].after == 1
    client.force_login(factories.member(evening.club, Role.SCORER))
    assert client.get(address("ranking", evening)).context["ranking"].after == 2
    ranking_reveal(tournament_id=evening.pk, actor=SYSTEM)
    ranking_reveal(tournament_id=evening.pk, actor=SYSTEM)
    client.logout()
    assert client.get(address("public", evening)).context["ranking"].after == 2
    assert AuditEvent.objects.filter(action="ranking.reveal").count() == 1


@pytest.mark.parametrize("name", ["public", "version", "stream", "seat"])
def test_a_hidden_tournament_is_not_there_for_the_public(evening, client, name):
    evening.visibility = Visibility.HIDDEN
    evening.save()
    answer = client.get(address(name, evening))
    assert answer.status_code == 404
    client.force_login(factories.member(evening.club, Role.SCORER))
    assert client.get(address(name, evening)).status_code in {200, 204}


def test_the_office_ranking_is_for_members_only(evening, client):
    assert client.get(address("ranking", evening)).status_code == 404
    client.force_login(factories.member(factories.club(), Role.OWNER))
    assert client.get(address("ranking", evening)).status_code == 404


def test_where_do_i_sit_is_answered_by_a_part_of_the_name(evening, client):
    """Field report 35."""
    page = client.get(address("seat", evening), {"q": "anna ger"})
    (found,) = page.context["found"]
    assert found.entry.name == "Anna Gerber"
    place = found.places[0]
    assert (place.round, place.table, place.letter) == (1, 1, "a")
    assert place.partners == ["Beat Imhof"]
    assert len(place.others) == 2


def test_where_do_i_sit_says_so_when_nobody_has_that_name(evening, client):
    page = client.get(address("seat", evening), {"q": "Nobody <b>"})
    assert page.status_code == 200
    assert "Nobody &lt;b&gt;" in page.content.decode()
    assert page.context["found"] == []


def test_who_waits_is_told_so(client):
    evening = factories.tournament(players=9)
    factories.playing_round(evening)
    waiting = evening.credits.get().entry
    page = client.get(address("seat", evening), {"q": waiting.name})
    assert [place.table for place in page.context["found"][0].places] == [None]


def test_times_are_shown_in_the_clubs_zone_whatever_the_server_or_the_day(evening, client):
    """Field report 34: 25 October 2026, 09:00 in Zurich, the day the clocks change."""
    from datetime import UTC, datetime

    evening.starts_at = datetime(2026, 10, 25, 8, 0, tzinfo=UTC)
    evening.save()
    with timezone.override("Pacific/Auckland"):
        page = client.get(address("public", evening)).content.decode()
    assert "25. Oktober 2026 09:00" in page


def test_a_row_of_the_list_is_json_of_integers(evening):
    rebuild(evening)
    row = Standing.objects.filter(tournament=evening).first()
    assert json.loads(json.dumps(row.values)) == [{"points": 999, "state": "result"}]


def test_before_anything_is_confirmed_there_is_no_ranking_of_nothing(client):
    evening = factories.tournament(players=8)
    factories.playing_round(evening)
    rebuild(evening)
    assert client.get(address("public", evening)).context["ranking"].rows == []


def test_a_page_answers_a_question_for_its_head(evening, client):
    assert client.head(address("public", evening)).status_code == 200
    assert client.head("/").status_code == 200
