"""Fixed teams: two names make an entry, a partner may change until it plays, pairs are drawn."""

import re
from collections import Counter

import pytest
from django.urls import reverse

from jassclub.audit.services import Actor
from jassclub.clubs.models import Player, Role
from scoring.models import ScoreSheet
from tests import factories
from tournaments.errors import TournamentError
from tournaments.models import (
    DrawMode,
    Entry,
    EntryPlayer,
    EntryStatus,
    Seat,
    Standing,
    SurplusRule,
)
from tournaments.selectors.entries import check_in
from tournaments.selectors.prints import rounds_to_print, seat_lists
from tournaments.selectors.public import whereabouts
from tournaments.services.entries import entry_check_in, entry_withdraw
from tournaments.services.rounds import round_close, round_start, rounds_draw, rounds_redraw
from tournaments.services.standings import standings_rebuild
from tournaments.services.table import sheet_changed
from tournaments.services.teams import team_add, team_change, teams_announce
from tournaments.services.tournaments import surplus_choose, tournament_copy

pytestmark = pytest.mark.django_db

ACTOR = Actor("user", 1)


def pairs_evening(**fields):
    """An evening of fixed teams with nobody on the list."""
    kind = {"players": 0, "rounds": 3, "format": "fixed-teams", "team_size": 2}
    return factories.tournament(**kind | fields)


def add(evening, *names, **more):
    return team_add(tournament_id=evening.pk, actor=ACTOR, names=names, **more)


def with_teams(number, **fields):
    evening = pairs_evening(**fields)
    for index in range(number):
        add(evening, factories.person_name(2 * index), factories.person_name(2 * index + 1))
    return evening


def draw(evening):
    drawn = evening.rounds.exclude(status="void").count()
    return rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=drawn)


def play(round_, points=92):
    round_start(round_id=round_.pk, actor=ACTOR)
    for sheet in ScoreSheet.objects.filter(table_game__table__round=round_):
        factories.confirmed(factories.deals(sheet, [factories.deal(points)]))
        sheet_changed(sheet)
    round_close(round_id=round_.pk, actor=ACTOR)


def refused(code, call, *arguments, **more):
    with pytest.raises(TournamentError) as caught:
        call(*arguments, **more)
    assert caught.value.code == code
    return caught.value


def people_of(entry):
    return [str(each.player) for each in entry.entry_players.select_related("player")]


# -- on the list ---------------------------------------------------------------------------------


def test_two_names_make_one_entry_that_is_called_by_its_people_or_by_its_own_name():
    evening = pairs_evening()
    one = add(evening, "Anna Gerber", "Beat Imhof").entry
    other = add(evening, "Claude Rey", "Dora Zgraggen", own_name="Die Asse").entry
    assert (one.number, one.name, one.status) == (1, "Anna Gerber / Beat Imhof", "present")
    assert (other.number, other.name) == (2, "Die Asse (Claude Rey / Dora Zgraggen)")
    assert people_of(other) == ["Claude Rey", "Dora Zgraggen"]
    assert Player.objects.filter(club=evening.club).count() == 4


def test_the_same_two_again_are_one_team_and_nobody_plays_in_two():
    evening = pairs_evening()
    add(evening, "Anna Gerber", "Beat Imhof")
    assert add(evening, "Beat Imhof", "Anna Gerber").outcome == "already"
    refused("plays-already", add, evening, "Anna Gerber", "Claude Rey")
    refused("same-twice", add, evening, "Dora Zgraggen", "dora zgraggen")
    refused("team-size", add, evening, "", " ")
    assert Entry.objects.count() == 1
    assert not Player.objects.filter(name="Dora Zgraggen").exists()


def test_who_shares_a_name_is_told_apart_by_a_word_in_brackets():
    evening = pairs_evening()
    for hint in ("Luzern", "Bern"):
        Player.objects.create(club=evening.club, name="Anna Gerber", hint=hint)
    error = refused("which-one", add, evening, "Anna Gerber", "Beat Imhof")
    assert "Anna Gerber (Bern)" in error.message
    entry = add(evening, "Anna Gerber (Bern)", "Beat Imhof").entry
    assert people_of(entry) == ["Anna Gerber (Bern)", "Beat Imhof"]


def test_without_a_partner_a_team_stands_on_the_list_and_is_not_here():
    evening = pairs_evening()
    arrival = add(evening, "Anna Gerber")
    entry = arrival.entry
    assert (arrival.outcome, entry.status) == ("alone", EntryStatus.ANNOUNCED)
    ticked = {"tournament_id": evening.pk, "actor": ACTOR, "entry_id": entry.pk, "present": True}
    refused("team-incomplete", entry_check_in, **ticked)
    team_change(
        tournament_id=evening.pk, actor=ACTOR, entry_id=entry.pk, position=1, name="Beat Imhof"
    )
    assert entry_check_in(**ticked).name == "Anna Gerber / Beat Imhof"


def test_a_list_of_pairs_is_taken_line_by_line_and_what_fails_is_named():
    evening = pairs_evening()
    add(evening, "Anna Gerber", "Beat Imhof")
    text = (
        "Claude Rey; Dora Zgraggen; Die Asse\n\nErwin Müller / Fränzi Zürcher\n"
        "Anna Gerber\tGöpf Arnold\nHeidi Bürki\n"
    )
    announced = teams_announce(tournament_id=evening.pk, actor=ACTOR, text=text)
    assert announced.new == 3
    assert [line.line for line in announced.refused] == ["Anna Gerber\tGöpf Arnold"]
    assert [entry.number for entry in announced.named] == [2]
    names = list(evening.entries.values_list("name", flat=True))
    assert names[1:] == [
        "Die Asse (Claude Rey / Dora Zgraggen)",
        "Erwin Müller / Fränzi Zürcher",
        "Heidi Bürki",
    ]
    assert set(evening.entries.values_list("status", flat=True)[1:]) == {"announced"}


def test_a_partner_changes_until_the_team_plays_and_drawn_seats_follow():
    evening = with_teams(4)
    entry = evening.entries.first()
    made = draw(evening)
    change = {"tournament_id": evening.pk, "actor": ACTOR, "entry_id": entry.pk, "position": 1}
    refused("plays-already", team_change, **change, name="Dora Zgraggen")
    team_change(**change, name="Urs Meier")
    entry.refresh_from_db()
    assert people_of(entry) == ["Anna Gerber", "Urs Meier"]
    seated = Seat.objects.filter(entry=entry, round__in=made).values_list("player__name", flat=True)
    assert Counter(seated) == {"Anna Gerber": 3, "Urs Meier": 3}
    refused("is-drawn", team_change, **change, name="")
    round_start(round_id=made[0].pk, actor=ACTOR)
    refused("has-played", team_change, **change, name="Beat Imhof")


def test_the_check_in_counts_teams_and_finds_one_by_either_name():
    evening = with_teams(5)
    board = check_in(evening)
    assert (board.figures.people, board.figures.tables, board.figures.over) == (5, 2, 1)
    assert len(board.people) == 5
    second = evening.entries.get(number=2)
    for name in people_of(second):
        (found,) = check_in(evening, query=name).people
        assert found.entry == second


def test_next_years_copy_takes_the_teams_over():
    evening = with_teams(3)
    made = tournament_copy(tournament_id=evening.pk, actor=ACTOR, with_players=True)
    assert made.team_size == 2
    assert list(made.entries.values_list("name", flat=True)) == list(
        evening.entries.values_list("name", flat=True)
    )
    assert EntryPlayer.objects.filter(tournament=made).count() == 6


# -- drawn and played ----------------------------------------------------------------------------


def test_partners_sit_opposite_each_other_and_no_team_meets_another_twice():
    evening = with_teams(6)
    made = draw(evening)
    met = Counter()
    for round_ in made:
        assert round_.tables.count() == 3
        for table in round_.tables.all():
            seats = {seat.seat: seat for seat in table.seats.all()}
            assert sorted(seats) == [0, 1, 2, 3]
            assert seats[0].entry_id == seats[2].entry_id != seats[1].entry_id
            assert seats[1].entry_id == seats[3].entry_id
            met[frozenset({seats[0].entry_id, seats[1].entry_id})] += 1
    assert set(met.values()) == {1}


def test_points_belong_to_the_team_and_one_of_an_odd_number_waits_with_the_credit():
    evening = with_teams(5, credit_rule="fixed", credit_points=70)
    for round_ in draw(evening):
        play(round_)
    standings_rebuild(tournament_id=evening.pk)
    rows = Standing.objects.filter(tournament=evening, after_round=3)
    assert rows.count() == 5
    assert sum(row.total for row in rows) == 3 * 2 * 157 + 3 * 70
    assert {cell["state"] for row in rows for cell in row.values} == {"result", "wait"}


def test_swiss_teams_meet_by_the_standings_and_no_team_twice():
    evening = with_teams(8, format="swiss")
    evening.stages.update(draw_mode=DrawMode.EACH)
    met = Counter()
    for _number in range(3):
        (round_,) = draw(evening)
        for table in round_.tables.all():
            met[frozenset(table.seats.values_list("entry_id", flat=True))] += 1
        play(round_)
    assert set(met.values()) == {1}
    assert {len(pair) for pair in met} == {2}


def test_a_team_that_leaves_or_comes_is_drawn_for_after_drawing_again():
    evening = with_teams(6)
    first, *_rest = draw(evening)
    play(first)
    left = evening.entries.first()
    entry_withdraw(tournament_id=evening.pk, actor=ACTOR, entry_id=left.pk, from_round=2)
    add(evening, "Urs Meier", "Vreni Odermatt")
    newest = evening.rounds.order_by("-pk").first().pk
    again = rounds_redraw(tournament_id=evening.pk, actor=ACTOR, newest=newest)
    assert [round_.number for round_ in again] == [2, 3]
    seated = set(again[0].seats.values_list("entry__name", flat=True))
    assert left.name not in seated
    assert "Urs Meier / Vreni Odermatt" in seated


def test_a_substitute_who_came_alone_never_makes_a_team():
    evening = with_teams(3, surplus_rule=SurplusRule.SUBSTITUTE)
    (alone,) = factories.entries(evening, 1, outside_ranking=True)
    assert [round_.tables.count() for round_ in draw(evening)] == [1, 1, 1]
    add(evening, "Urs Meier", "Vreni Odermatt", outside_ranking=True)
    newest = evening.rounds.order_by("-pk").first().pk
    again = rounds_redraw(tournament_id=evening.pk, actor=ACTOR, newest=newest)
    assert [round_.tables.count() for round_ in again] == [2, 2, 2]
    assert not Seat.objects.filter(entry=alone, round__in=again).exists()


# -- pages ---------------------------------------------------------------------------------------


@pytest.fixture
def desk(client):
    def of(evening, role=Role.ORGANISER):
        client.force_login(factories.member(evening.club, role))

        def call(name, *arguments, post=None, status=200):
            where = [evening.club.slug, evening.slug, *arguments]
            address = reverse(f"tournaments:{name}", args=where)
            answer = client.get(address) if post is None else client.post(address, post)
            assert answer.status_code == status, (name, answer.status_code)
            return answer.content.decode()

        return call

    return of


def test_a_team_is_typed_in_and_a_refusal_keeps_what_was_typed(desk):
    evening = pairs_evening()
    page = desk(evening, Role.SCORER)
    assert 'data-form="team"' in page("checkin")
    names = {"first": "Anna Gerber", "second": "Beat Imhof", "own_name": "Die Asse"}
    page("checkin-team", post=names, status=302)
    assert 'data-people="1"' in page("checkin")
    wrong = page("checkin-team", post=names | {"second": "Claude Rey"}, status=409)
    assert 'value="Claude Rey"' in wrong
    assert 'aria-invalid="true"' in wrong
    page("checkin-team", post={"first": ""}, status=422)
    assert Entry.objects.count() == 1


def test_pasted_teams_that_fail_stay_in_the_field(desk):
    evening = with_teams(1)
    page = desk(evening, Role.SCORER)
    page("checkin-teams")
    text = "Urs Meier; Vreni Odermatt\nAnna Gerber; Köbi Käslin"
    wrong = page("checkin-teams", post={"teams": text}, status=422)
    assert 'data-refused="1"' in wrong
    assert ">Anna Gerber; Köbi Käslin</textarea>" in wrong
    page("checkin-teams", post={"teams": "Sepp Gisler; Trudi Lüönd"}, status=302)
    assert Entry.objects.count() == 3


def test_a_third_column_that_was_read_as_a_teams_name_is_said(client):
    evening = with_teams(1)
    client.force_login(factories.member(evening.club, Role.SCORER))
    address = reverse("tournaments:checkin-teams", args=[evening.club.slug, evening.slug])
    post = {"teams": "Urs Meier\tVreni Odermatt\t079 123\nSepp Gisler; Trudi Lüönd"}
    answer = client.post(address, post, follow=True)
    [said] = [str(each) for each in answer.context["messages"] if each.level_tag == "info"]
    assert "079 123" in said
    assert "Sepp Gisler" not in said


def test_the_draw_page_speaks_of_teams_where_teams_play(desk):
    evening = with_teams(5, surplus_rule=SurplusRule.SUBSTITUTE)
    add(evening, "Urs Meier")
    draw_page = desk(evening)("draw")
    assert 'data-announced="1"' in draw_page
    assert 'data-empty="1"' in draw_page
    spoken = re.sub(r"<[^>]+>", " ", draw_page.partition("<main")[2].partition("</main")[0])
    for word in ("Person", "Springer", "Leute"):
        assert word not in spoken, spoken
    assert spoken.count("Team") >= 3


def test_a_team_without_a_partner_is_asked_for_the_partner_first(desk):
    evening = with_teams(1)
    alone = add(evening, "Urs Meier").entry
    page = desk(evening, Role.SCORER)("checkin-entry", alone.pk)
    assert re.findall(r'data-position="(\d)"', page) == ["1", "0"]


def test_the_team_page_changes_a_partner_and_says_why_not(desk):
    evening = with_teams(2)
    entry = evening.entries.first()
    page = desk(evening, Role.SCORER)
    assert page("checkin-entry", entry.pk).count("data-position=") == 2
    post = {"position": "1", "name": "Urs Meier"}
    page("checkin-partner", entry.pk, post=post, status=302)
    assert people_of(entry) == ["Anna Gerber", "Urs Meier"]
    wrong = page("checkin-partner", entry.pk, post=post | {"name": "Beat Imhof"}, status=409)
    assert 'value="Beat Imhof"' in wrong


def test_every_page_of_an_evening_of_teams_works_and_names_both(desk):
    evening = with_teams(5, visibility="public")
    page = desk(evening)
    for name in ("checkin", "draw", "setup", "lists", "office"):
        page(name)
    first, second, _third = draw(evening)
    play(first)
    round_start(round_id=second.pk, actor=ACTOR)
    standings_rebuild(tournament_id=evening.pk)
    everyone = {str(player) for player in evening.club.players.all()}
    for name, arguments in (
        ("checkin", ()),
        ("round-lists", (1,)),
        ("round-results", (1,)),
        ("ranking", ()),
        ("public", ()),
    ):
        text = page(name, *arguments)
        assert all(each in text for each in everyone if name != "round-results"), name
    for name, arguments in (
        ("draw", ()),
        ("cards", ()),
        ("office", ()),
        ("round-protocol", (1,)),
        ("desk-table", (second.tables.first().pk,)),
    ):
        page(name, *arguments)
    lists = seat_lists(rounds_to_print(evening, 1))
    assert len(lists.by_name) == 10
    assert len(lists.waiting[0][1]) == 2


def test_where_do_i_sit_answers_to_either_partner():
    evening = with_teams(4)
    draw(evening)
    for name in people_of(evening.entries.first()):
        (found,) = whereabouts(evening, name)
        place = found.places[0]
        assert place.partners == []
        assert len(place.others) == 1
        assert place.against


def test_what_nobody_sees_is_in_no_name_of_a_team():
    evening = pairs_evening()
    add(evening, "\u202eAnna\u200b Gerber", "Beat\x07 Imhof", own_name="\u2067Die\u200b Zwei\u2069")
    entry = evening.entries.get()
    assert entry.name == "Die Zwei (Anna Gerber / Beat Imhof)"
    assert {p.name for p in Player.objects.all()} == {"Anna Gerber", "Beat Imhof"}


def test_a_team_keeps_its_own_name_when_a_partner_changes():
    evening = pairs_evening()
    entry = add(evening, "Anna Gerber", "Beat Imhof", own_name="Die Asse").entry
    change = {"tournament_id": evening.pk, "actor": ACTOR, "entry_id": entry.pk, "position": 1}
    assert team_change(**change, name="Urs Meier").name == "Die Asse (Anna Gerber / Urs Meier)"
    assert team_change(**change, name="").name == "Die Asse (Anna Gerber)"


def test_tables_of_other_sizes_are_chosen_only_where_the_game_has_them():
    molotow = factories.tournament(
        variant="molotow", options={}, format="individuals", players=7, rounds=2
    )
    choose = {"actor": ACTOR, "rule": SurplusRule.OTHER_SIZES}
    refused("sizes-do-not-fit", surplus_choose, tournament_id=with_teams(3).pk, **choose)
    assert check_in(molotow).figures.over == 3
    surplus_choose(tournament_id=molotow.pk, **choose)
    molotow.refresh_from_db()
    assert check_in(molotow).other_sizes
    assert (check_in(molotow).figures.tables, check_in(molotow).figures.over) == (2, 0)
    made = rounds_draw(tournament_id=molotow.pk, actor=ACTOR, expected=0)
    for round_ in made:
        sizes = sorted(table.seats.count() for table in round_.tables.all())
        assert sizes == [3, 4]
    begun = round_start(round_id=made[0].pk, actor=ACTOR)
    sheets = ScoreSheet.objects.filter(table_game__table__round=begun)
    assert sorted(sheet.options["players"] for sheet in sheets) == [3, 4]
