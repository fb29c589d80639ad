"""Categories and teams as an organiser has them: set up, ticked or pasted, ranked, looked at, taken away."""

import csv
import io

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import SYSTEM
from jassclub.clubs.models import Role
from tests import factories
from tests.reading import figures
from tests.tournaments.rankings import rebuild, results
from tournaments.forms.lists import ListsForm
from tournaments.models import Entry, Standing, StandingsState, Tournament, Visibility
from tournaments.services.sorting import Sorted, entries_sort, entries_sort_pasted

pytestmark = pytest.mark.django_db

YOUTH = {"key": "youth", "name": ""}
VILLAGE = {"key": "village", "name": "Village"}
GUESTS = {"key": "guests", "name": "", "apart": True}


def evening(**fields):
    made = factories.tournament(
        **{
            "players": 8,
            "visibility": Visibility.PUBLIC,
            "categories": [YOUTH, VILLAGE],
            "team_counted": 2,
        }
        | fields
    )
    results(factories.playing_round(made))
    return made


def address(name, made, *args):
    return reverse(f"tournaments:{name}", args=[made.club.slug, made.slug, *args])


def sort(made, chosen):
    by_number = {entry.number: entry.pk for entry in made.entries.all()}
    return entries_sort(
        tournament_id=made.pk,
        actor=SYSTEM,
        chosen={by_number[number]: Sorted(*each) for number, each in chosen.items()},
    )


def listed(made, key):
    rows = Standing.objects.filter(tournament=made, list_key=key, after_round=1)
    return [
        (row.team or row.entry.number, row.rank, row.total)
        for row in rows.select_related("entry").order_by("rank", "entry__number")
    ]


@pytest.fixture
def organiser(client):
    made = evening()
    client.force_login(factories.member(made.club, Role.ORGANISER))
    client.made = made
    return client


# -- set up --------------------------------------------------------------------------------------


def form(**data):
    filled = ListsForm(data)
    filled.is_valid()
    return filled


def test_lists_are_chosen_from_the_clubs_categories_and_named_freely():
    made = form(known_lists=["youth", "women"], own_lists=" Dorf Üri ,Sponsors, Dorf  Üri,")
    assert made.cleaned_data["categories"] == [
        {"key": "women", "name": ""},
        {"key": "youth", "name": ""},
        {"key": "dorf-uri", "name": "Dorf Üri"},
        {"key": "sponsors", "name": "Sponsors"},
    ]


def test_guests_of_their_own_have_a_list():
    assert form(guests_apart="on").cleaned_data["categories"] == [GUESTS]


def test_a_list_called_like_one_there_is_gets_a_key_of_its_own():
    keys = [each["key"] for each in form(own_lists="Main, Teams, Youth").cleaned_data["categories"]]
    assert keys == ["main-2", "teams-2", "youth-2"]


@pytest.mark.parametrize("own", ["x" * 41, ", ".join(f"List {n}" for n in range(13))])
def test_too_many_or_too_long_names_are_refused(own):
    assert "own_lists" in form(own_lists=own).errors


def test_the_settings_keep_the_lists_also_while_a_round_is_played(organiser):
    made = organiser.made
    page = organiser.get(address("setup", made))
    data = {
        field.html_name: field.value() if field.value() is not None else ""
        for field in page.context["form"]
        if field.html_name not in {"double_entry", "guests_apart"}
    }
    data |= {"known_lists": ["seniors"], "own_lists": "Village", "team_counted": "", "short": "1"}
    answer = organiser.post(address("setup", made), data)
    assert answer.status_code == 302
    made.refresh_from_db()
    assert (made.categories, made.team_counted) == (
        [{"key": "seniors", "name": ""}, VILLAGE],
        None,
    )
    event = AuditEvent.objects.get(action="tournament.update")
    assert event.after["categories"] == ["seniors", "village"]


# -- who is in it --------------------------------------------------------------------------------


def test_ticks_make_the_lists_and_only_what_changed_is_written(organiser):
    made = organiser.made
    assert sort(made, {2: (["youth"], "Altdorf"), 5: (["youth", "village"], "altdorf ")}) == 2
    rebuild(made)
    assert listed(made, "youth") == [(2, 1, 998), (5, 2, 995)]
    assert listed(made, "village") == [(5, 1, 995)]
    assert listed(made, "teams") == [("Altdorf", 1, 1993)]
    assert AuditEvent.objects.filter(action="entry.sort").count() == 2
    wanted = StandingsState.objects.get(pk=made.pk).wanted
    assert sort(made, {2: (["youth"], "Altdorf")}) == 0
    assert StandingsState.objects.get(pk=made.pk).wanted == wanted


def test_a_list_that_is_no_longer_wanted_goes_and_the_ticks_stay(organiser):
    made = organiser.made
    sort(made, {2: (["youth"], "")})
    rebuild(made)
    Tournament.objects.filter(pk=made.pk).update(categories=[VILLAGE])
    rebuild(made)
    assert listed(made, "youth") == []
    sort(made, {2: (["village"], "")})
    assert Entry.objects.get(tournament=made, number=2).categories == ["village", "youth"]


def test_guests_leave_the_main_ranking(organiser):
    made = organiser.made
    Tournament.objects.filter(pk=made.pk).update(categories=[GUESTS])
    sort(made, {1: (["guests"], "")})
    rebuild(made)
    assert listed(made, "guests") == [(1, 1, 999)]
    assert listed(made, "main")[0] == (2, 1, 998)
    assert len(listed(made, "main")) == 7


def test_the_page_ticks_and_unticks_and_takes_teams(organiser):
    made = organiser.made
    one, two = made.entries.filter(number__in=[1, 2]).order_by("number")
    sort(made, {2: (["youth"], "Altdorf")})
    page = organiser.get(address("checkin-sort", made))
    assert page.status_code == 200
    data = {"entry": [one.pk, two.pk], f"{one.pk}.in": ["village"], f"{one.pk}.team": "Brunnen"}
    assert organiser.post(address("checkin-sort", made), data).status_code == 302
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.categories, one.team) == (["village"], "Brunnen")
    assert (two.categories, two.team) == ([], "")


def test_a_tampered_page_changes_nobody_of_another_evening(organiser):
    other = evening().entries.get(number=1)
    data = {"entry": [other.pk, "x", "9" * 30], f"{other.pk}.in": ["youth"]}
    assert organiser.post(address("checkin-sort", organiser.made), data).status_code == 302
    other.refresh_from_db()
    assert other.categories == []


def test_pasted_lines_are_taken_and_the_others_are_named(organiser):
    made = organiser.made
    text = "anna  gerber; Jugend, Village; Altdorf\nBeat Imhof\t\tAltdorf\nNobody; Jugend\n"
    text += "Dora Zgraggen; Nowhere\n\n"
    changed, refused = entries_sort_pasted(tournament_id=made.pk, actor=SYSTEM, text=text)
    anna, beat = (made.entries.get(name=name) for name in ("Anna Gerber", "Beat Imhof"))
    assert (changed, anna.categories, anna.team) == (2, ["youth", "village"], "Altdorf")
    assert (beat.categories, beat.team) == ([], "Altdorf")
    assert [each.line.partition(";")[0] for each in refused] == ["Nobody", "Dora Zgraggen"]
    page = organiser.post(address("checkin-sort-paste", made), {"lines": text})
    assert page.status_code == 422
    assert page.context["text"].splitlines() == ["Nobody; Jugend", "Dora Zgraggen; Nowhere"]


def test_two_of_one_name_are_ticked_by_hand(organiser):
    made = organiser.made
    Entry.objects.filter(tournament=made, number__in=[1, 2]).update(name="Anna Gerber")
    _changed, refused = entries_sort_pasted(
        tournament_id=made.pk, actor=SYSTEM, text="Anna Gerber; Jugend"
    )
    assert len(refused) == 1


def test_a_thousand_people_are_ticked_a_page_at_a_time(client, django_assert_max_num_queries):
    made = factories.tournament(players=0, categories=[YOUTH], team_counted=3)
    Entry.objects.bulk_create(
        Entry(tournament=made, number=number, name=f"Person {number}") for number in range(1, 1001)
    )
    client.force_login(factories.member(made.club, Role.SCORER))
    with django_assert_max_num_queries(10):
        page = client.get(address("checkin-sort", made))
    assert len(page.context["board"].lines) == 60
    assert (
        client.get(address("checkin-sort", made), {"page": 17})
        .context["board"]
        .lines[-1]
        .entry.number
        == 1000
    )


# -- looked at -----------------------------------------------------------------------------------


def test_each_list_has_its_page_for_the_public(organiser, client):
    made = organiser.made
    sort(made, {2: (["youth"], "Altdorf"), 5: (["youth"], "Altdorf"), 7: ([], "Brunnen")})
    rebuild(made)
    client.logout()
    page = client.get(address("public", made), {"list": "youth"})
    assert [row.entry.number for row in page.context["ranking"].rows] == [2, 5]
    teams = client.get(address("public", made), {"list": "teams"})
    assert [(row.team, row.total) for row in teams.context["ranking"].rows] == [
        ("Altdorf", 1993),
        ("Brunnen", 993),
    ]
    assert "Claude Rey 998" in teams.content.decode()
    assert [each.key for each in page.context["ranking"].lists] == [
        "main",
        "youth",
        "village",
        "teams",
    ]
    assert client.get(address("public", made), {"list": "nowhere"}).status_code == 404


def test_a_list_has_an_etag_of_its_own(organiser):
    made = organiser.made
    sort(made, {2: (["youth"], "")})
    rebuild(made)
    tag = organiser.get(address("public", made))["ETag"]
    again = {"If-None-Match": tag}
    assert organiser.get(address("public", made), headers=again).status_code == 304
    other = organiser.get(address("public", made), {"list": "youth"}, headers=again)
    assert other.status_code == 200


def test_hidden_rounds_are_hidden_in_every_list(organiser, client):
    made = organiser.made
    Tournament.objects.filter(pk=made.pk).update(hidden_rounds=4)
    sort(made, {2: (["youth"], "Altdorf")})
    rebuild(made)
    client.logout()
    for key in ("main", "youth", "teams"):
        page = client.get(address("public", made), {"list": key})
        assert page.context["ranking"].rows == [], key
        assert "998" not in figures(page.content.decode())
    assert b"data-list" not in client.get(address("own", made, 2)).content


def test_my_own_page_tells_my_place_in_my_category(organiser):
    made = organiser.made
    sort(made, {2: (["youth"], ""), 5: (["youth"], "")})
    rebuild(made)
    ((name, row, of),) = organiser.get(address("own", made, 5)).context["page"].also
    assert (name, row.rank, of) == ("Jugend", 2, 2)


# -- taken away ----------------------------------------------------------------------------------


def test_a_list_as_csv_opens_in_excel_with_bare_numbers_and_harmless_names(organiser):
    """Field reports 30 and 31."""
    made = organiser.made
    Entry.objects.filter(tournament=made, number=1).update(name="=cmd|' /C calc'!A0")
    results(made.rounds.get(), lambda number: 1884 if number == 1 else -15)
    rebuild(made)
    raw = organiser.get(address("ranking-export", made, "csv")).content
    assert raw.startswith(b"\xef\xbb\xbf")
    header, first, second, *_rest = csv.reader(
        io.StringIO(raw.decode("utf-8-sig"), newline=""), delimiter=";"
    )
    total = header.index("Total")
    assert (first[0], first[1], first[total]) == ("'=cmd|' /C calc'!A0", "1", "1884")
    assert second[total] == "-15"


def test_a_list_as_a_workbook_has_real_numbers(organiser):
    """Field report 30."""
    made = organiser.made
    Entry.objects.filter(tournament=made, number=1).update(name="=1+1")
    results(made.rounds.get(), lambda number: 1884 if number == 1 else -15)
    sort(made, {1: (["youth"], "Altdorf")})
    rebuild(made)
    for key, name in (("youth", "=1+1"), ("teams", "Altdorf"), ("main", "=1+1")):
        answer = organiser.get(address("ranking-export", made, "xlsx"), {"list": key})
        sheet = load_workbook(io.BytesIO(answer.content)).active
        header, first = list(sheet.iter_rows(min_row=1, max_row=2))
        total = [cell.value for cell in header].index("Total")
        assert (first[0].value, first[0].data_type) == (name, "s")
        assert (first[total].value, first[total].data_type) == (1884, "n")


def test_only_the_office_takes_lists_away_and_only_as_csv_or_xlsx(organiser, client):
    made = organiser.made
    assert organiser.get(address("ranking-export", made, "pdf")).status_code == 404
    client.logout()
    assert client.get(address("ranking-export", made, "csv")).status_code in {302, 404}
