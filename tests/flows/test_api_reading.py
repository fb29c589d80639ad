"""Tournaments over HTTP as the public sees them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import TWELVE
from tests.scoring.desks import office
from tests.tournaments.cup import cinq_cents, draw, play, start, win
from tests.tournaments.rankings import rebuild, results
from tournaments.models import Visibility
from tournaments.services.standings import standings_rebuild
from tournaments.services.table import sheet_changed, table_confirm

pytestmark = pytest.mark.django_db

YOUTH = {"key": "youth", "name": ""}


@pytest.fixture
def evening():
    return factories.tournament(players=9, rounds=2)


@pytest.fixture
def round_(evening):
    return factories.playing_round(evening)


def get(client, name, evening, *more, **headers):
    return client.get(
        reverse(f"api:{name}", args=[evening.club.slug, evening.slug, *more]), **headers
    )


EVENINGS = [
    ("tournament", ()),
    ("rounds", ()),
    ("round", (1,)),
    ("standings", ()),
    ("lists", ()),
    ("standings-list", ("main",)),
    ("standings-teams", ()),
    ("bracket", ()),
    ("cross-table", ()),
]


def finish(table):
    sheet = factories.deals(factories.sheet_of(table), TWELVE)
    desk = office(confirm=table_confirm, on_change=sheet_changed)
    for side in (0, 1):
        table_confirm(sheet_id=sheet.pk, context=desk, revision=12, side=side)


def test_public_tournaments_are_listed_by_club_and_in_parts(client, evening):
    factories.tournament(of=evening.club, visibility=Visibility.LINK)
    factories.tournament(of=evening.club, visibility=Visibility.HIDDEN)
    factories.tournament()
    listed = client.get(reverse("api:tournaments"), {"club": evening.club.slug}).json()
    assert [(t["slug"], t["variant"]) for t in listed["results"]] == [(evening.slug, "schieber")]
    part = client.get(reverse("api:tournaments"), {"limit": 1}).json()
    assert (part["count"], len(part["results"])) == (2, 1)
    assert part["next"]


def test_a_tournament_tells_its_rules(client, evening):
    told = get(client, "tournament", evening).json()
    assert told["options"]["deals"] == 12
    assert told["stages"][0]["planned_rounds"] == 2
    assert told["starts_at"] == "2026-10-25T09:00:00+01:00"


@pytest.mark.parametrize(
    ("visibility", "status"),
    [(Visibility.PUBLIC, 200), (Visibility.LINK, 200), (Visibility.HIDDEN, 404)],
)
def test_what_is_hidden_is_not_there(client, visibility, status):
    evening = factories.tournament(visibility=visibility, team_counted=2)
    factories.playing_round(evening)
    for name, more in EVENINGS:
        response = get(client, name, evening, *more)
        assert response.status_code == status
        if status == 404:
            assert " " in response.json()["problems"][0]["message"]


def test_a_round_tells_who_sits_where_and_who_waits(client, evening, round_):
    told = get(client, "round", evening, 1).json()
    assert [table["number"] for table in told["tables"]] == [1, 2]
    assert [seat["seat"] for seat in told["tables"][0]["seats"]] == [0, 1, 2, 3]
    assert [seat["side"] for seat in told["tables"][0]["seats"]] == [0, 1, 0, 1]
    assert told["waiting"] == [evening.entries.get(number=9).name]
    assert get(client, "rounds", evening).json()[0]["status"] == "playing"
    assert get(client, "round", evening, 2).status_code == 404


def test_running_scores_are_nobodys_business(client, evening, round_):
    first, second = round_.tables.all()
    factories.deals(factories.sheet_of(first), TWELVE)
    finish(second)
    tables = get(client, "round", evening, 1).json()["tables"]
    assert [(t["status"], t["totals"]) for t in tables] == [
        ("open", None),
        ("confirmed", [1320, 764]),
    ]


def test_hidden_last_rounds_show_no_totals_before_they_are_revealed(client, evening, round_):
    evening.hidden_rounds = 2
    evening.save()
    finish(round_.tables.first())
    assert get(client, "round", evening, 1).json()["tables"][0]["totals"] is None
    evening.revealed_at = timezone.now()
    evening.save()
    assert get(client, "round", evening, 1).json()["tables"][0]["totals"] == [1320, 764]


def test_the_ranking_has_a_version_and_is_not_sent_twice(client, evening, round_):
    for table in round_.tables.all():
        finish(table)
    standings_rebuild(tournament_id=evening.pk)
    response = get(client, "standings", evening)
    told = response.json()
    assert (told["rows"][0]["rank"], told["rows"][0]["total"]) == (1, 1320)
    assert told["rows"][0]["rounds"]
    assert told["provisional"] is True
    again = get(client, "standings", evening, HTTP_IF_NONE_MATCH=response["ETag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("players", [8, 40])
def test_reading_a_round_costs_the_same_in_every_hall(client, players):
    evening = factories.tournament(players=players, categories=[YOUTH], team_counted=2)
    evening.entries.update(categories=["youth"], team="Adler")
    round_ = factories.playing_round(evening)
    for table in round_.tables.all():
        finish(table)
    standings_rebuild(tournament_id=evening.pk)
    for name, more, most in [
        ("round", (1,), 7),
        ("standings", (), 6),
        ("rounds", (), 2),
        ("lists", (), 1),
        ("standings-list", ("youth",), 6),
        ("standings-teams", (), 7),
    ]:
        with CaptureQueriesContext(connection) as queries:
            assert get(client, name, evening, *more).status_code == 200
        assert len(queries) <= most, "\n".join(q["sql"] for q in queries)


# -- the other lists -----------------------------------------------------------------------------


@pytest.fixture
def sorted_evening():
    """Numbers 2 and 4 are young, 1 and 5 are Adler, 3 is Bären; round 1 brought 1000 − number."""
    evening = factories.tournament(categories=[YOUTH], team_counted=2)
    evening.entries.filter(number__in=(2, 4)).update(categories=["youth"])
    evening.entries.filter(number__in=(1, 5)).update(team="Adler")
    evening.entries.filter(number=3).update(team="Bären")
    results(factories.playing_round(evening))
    rebuild(evening)
    return evening


def test_the_lists_are_named_and_each_has_its_own_address(client, sorted_evening):
    listed = get(client, "lists", sorted_evening).json()
    assert [each["key"] for each in listed] == ["main", "youth", "teams"]
    assert all(each["name"] for each in listed)
    told = get(client, "standings-list", sorted_evening, "youth").json()
    assert [(r["rank"], r["entry"], r["total"]) for r in told["rows"]] == [(1, 2, 998), (2, 4, 996)]
    main = get(client, "standings-list", sorted_evening, "main").json()
    assert main == get(client, "standings", sorted_evening).json()
    assert get(client, "standings-list", sorted_evening, "seniors").status_code == 404


def test_a_team_names_its_members_by_start_number(client, sorted_evening):
    rows = get(client, "standings-teams", sorted_evening).json()["rows"]
    assert [(row["rank"], row["team"], row["total"]) for row in rows] == [
        (1, "Adler", 999 + 995),
        (2, "Bären", 997),
    ]
    entries = {entry.number: entry.name for entry in sorted_evening.entries.all()}
    assert rows[0]["members"] == [
        {"entry": 1, "name": entries[1], "points": 999, "counts": True},
        {"entry": 5, "name": entries[5], "points": 995, "counts": True},
    ]
    assert len(rows[1]["members"]) == 1


def test_a_tournament_without_teams_has_no_list_of_them(client, evening):
    assert get(client, "standings-teams", evening).status_code == 404


@pytest.mark.parametrize(
    ("name", "more"), [("standings-list", ("youth",)), ("standings-teams", ())]
)
def test_the_other_lists_hide_the_last_rounds_until_they_are_revealed(
    client, sorted_evening, name, more
):
    sorted_evening.hidden_rounds = 4
    sorted_evening.save()
    told = get(client, name, sorted_evening, *more).json()
    assert (told["after"], told["hidden"], told["rows"]) == (0, 1, [])
    sorted_evening.revealed_at = timezone.now()
    sorted_evening.save()
    assert get(client, name, sorted_evening, *more).json()["rows"]


# -- who met whom --------------------------------------------------------------------------------


def round_robin(players=4):
    evening = cinq_cents(players, format="round-robin", chain=("sum", "shared"), rounds=3)
    return evening, draw(evening)


def test_a_bracket_tells_its_matches_byes_and_who_goes_on(client):
    evening = cinq_cents(5)
    assert get(client, "bracket", evening).json()["rounds"] == []
    play(draw(evening))
    rebuild(evening)
    told = get(client, "bracket", evening).json()
    assert [len(round_["matches"]) for round_ in told["rounds"]] == [4, 2, 1]
    assert [round_["number"] for round_ in told["rounds"]] == [1, None, None]
    first = told["rounds"][0]["matches"]
    assert sum(match["bye"] for match in first) == 3
    (played,) = [match for match in first if not match["bye"]]
    assert [slot["state"] for slot in played["slots"]] == ["won", "lost"]
    winner = played["slots"][0]
    assert evening.entries.get(number=winner["entry"]).name == winner["name"]
    known = [slot["entry"] for match in told["rounds"][1]["matches"] for slot in match["slots"]]
    assert sorted(known) == sorted({*range(1, 6)} - {played["slots"][1]["entry"]})
    assert [slot["entry"] for slot in told["rounds"][2]["matches"][0]["slots"]] == [None, None]


def test_a_cross_table_tells_every_game_from_the_rows_side(client):
    evening, round_ = round_robin()
    start(round_)
    assert get(client, "cross-table", evening).json()["lines"]
    table = round_.tables.order_by("place__number").first()
    win(table)
    rebuild(evening)
    lines = get(client, "cross-table", evening).json()["lines"]
    assert [line["entry"] for line in lines] == [1, 2, 3, 4]
    assert [line["cells"][at]["state"] for at, line in enumerate(lines)] == ["self"] * 4
    won, lost = (seat.entry.number for seat in table.seats.order_by("seat"))
    assert (lines[won - 1]["cells"][lost - 1]["state"], lines[won - 1]["won"]) == ("won", 1)
    assert lines[lost - 1]["cells"][won - 1]["state"] == "lost"


def test_bracket_and_cross_table_hide_what_is_not_published(client):
    cup = cinq_cents(4, hidden_rounds=2)
    play(draw(cup))
    league, round_ = round_robin()
    league.hidden_rounds = 3
    league.save()
    play(round_)
    slots = [
        slot
        for match in get(client, "bracket", cup).json()["rounds"][0]["matches"]
        for slot in match["slots"]
    ]
    assert {(slot["state"], slot["score"]) for slot in slots} == {("in", None)}
    lines = get(client, "cross-table", league).json()["lines"]
    assert {cell["state"] for line in lines for cell in line["cells"]} == {"self", "drawn", "open"}
    assert {line["points"] for line in lines} == {0}


@pytest.mark.parametrize("name", ["bracket", "cross-table", "standings-list", "standings-teams"])
def test_what_is_known_is_not_sent_twice(client, sorted_evening, name):
    more = ("youth",) if name == "standings-list" else ()
    response = get(client, name, sorted_evening, *more)
    again = get(client, name, sorted_evening, *more, HTTP_IF_NONE_MATCH=response["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    rebuild(sorted_evening)
    now = get(client, name, sorted_evening, *more, HTTP_IF_NONE_MATCH=response["ETag"])
    assert now.status_code == 200
    assert now.json()["version"] == response.json()["version"] + 1


def test_one_lists_etag_is_not_anothers(client, sorted_evening):
    tags = {
        get(client, name, sorted_evening, *more)["ETag"]
        for name, more in [*EVENINGS[3:], ("standings-list", ("youth",))]
        if name != "lists"
    }
    assert len(tags) == 5


@pytest.mark.parametrize("players", [4, 16])
def test_reading_who_met_whom_costs_the_same_in_every_hall(client, players):
    cup = cinq_cents(players)
    play(draw(cup))
    league, round_ = round_robin(players)
    play(round_)
    for evening, name, most in [(cup, "bracket", 17), (league, "cross-table", 10)]:
        with CaptureQueriesContext(connection) as queries:
            assert get(client, name, evening).status_code == 200
        assert len(queries) <= most, "\n".join(q["sql"] for q in queries)
