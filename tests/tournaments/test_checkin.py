"""The check-in page: one tap a person, a name and Enter for the others, figures at once."""

import re

import pytest
from django.urls import reverse

from jassclub.audit.services import SYSTEM
from jassclub.clubs.models import Player, Role
from tests import factories
from tournaments.models import (
    EntryPlayer,
    EntryStatus,
    RoundCredit,
    Tournament,
    TournamentStatus,
)
from tournaments.selectors.entries import check_in
from tournaments.services.entries import player_check_in

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def club():
    return factories.club()


@pytest.fixture
def desk(client, club):
    client.force_login(factories.member(club, Role.SCORER))
    return client


def address(name, tournament, *args):
    return reverse(f"tournaments:{name}", args=[tournament.club.slug, tournament.slug, *args])


def figures(page):
    """The numbers at the top: people, tables, over, substitutes."""
    found = re.search(r'id="figures"[^>]*', page).group(0)
    return {k: int(v) for k, v in re.findall(r'data-(\w+)="(\d+)"', found)}


def states(page):
    """Each shown player's state by id."""
    return {int(pk): s for pk, s in re.findall(r'id="person-(\d+)" data-state="(\w+)"', page)}


def said(page):
    """Whether the page says something good or bad about what was pressed."""
    found = re.search(r'id="said"[^>]*>(?:<\w+ class="notice notice-(\w+)[" ])?', page)
    return found.group(1)


# -- figures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "substitutes", "expected"),
    [
        (62, 0, {"people": 62, "tables": 15, "over": 2, "substitutes": 0}),
        (62, 1, {"people": 62, "tables": 15, "over": 2, "substitutes": 1}),
        (62, 2, {"people": 62, "tables": 16, "over": 0, "substitutes": 2}),
        (64, 0, {"people": 64, "tables": 16, "over": 0, "substitutes": 0}),
        (64, 2, {"people": 64, "tables": 16, "over": 0, "substitutes": 2}),
        (3, 0, {"people": 3, "tables": 0, "over": 3, "substitutes": 0}),
        (0, 0, {"people": 0, "tables": 0, "over": 0, "substitutes": 0}),
    ],
)
def test_the_page_says_at_once_how_the_tables_come_out(desk, club, people, substitutes, expected):
    evening = factories.tournament(of=club, players=people)
    factories.entries(evening, substitutes, outside_ranking=True)
    assert figures(desk.get(address("checkin", evening)).content.decode()) == expected


def test_how_many_substitutes_are_missing_is_said():
    evening = factories.tournament(players=62)
    assert check_in(evening).figures.empty == 2
    factories.entries(evening, 1, outside_ranking=True)
    assert check_in(evening).figures.empty == 1


def test_rounds_that_cannot_be_drawn_for_those_who_are_here_are_named():
    evening = factories.tournament(players=8, rounds=8)
    assert "7" in check_in(evening).figures.problem
    factories.entries(evening, 8)
    assert check_in(evening).figures.problem == ""


def test_before_a_table_is_full_nothing_is_wrong_yet():
    assert check_in(factories.tournament(players=3)).figures.problem == ""


def test_the_figures_count_those_who_play_the_next_round():
    evening = factories.tournament(players=16)
    factories.close_round(factories.playing_round(evening))
    evening.entries.filter(number=1).update(status=EntryStatus.WITHDRAWN, withdrawn_from=2)
    assert check_in(evening).figures.people == 15


def test_four_hundred_people_take_as_many_queries_as_four(
    desk, club, django_assert_max_num_queries
):
    counts = []
    for people in (4, 60):
        evening = factories.tournament(of=club, players=people)
        factories.players(club, people)
        with django_assert_max_num_queries(12) as queries:
            assert desk.get(address("checkin", evening)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


# -- one tap -----------------------------------------------------------------------------------


def tap(desk, evening, player, state="on", **more):
    return desk.post(
        address("checkin-tick", evening), {"tick": f"{player.pk}:{state}", **more}, headers=HTMX
    )


def test_one_tap_ticks_an_announced_person_and_another_takes_it_back(desk, club):
    evening = factories.tournament(of=club, players=3)
    entry = factories.entries(evening, 1, status=EntryStatus.ANNOUNCED)[0]
    player = entry.entry_players.get().player
    page = tap(desk, evening, player).content.decode()
    assert states(page) == {player.pk: "here"}
    assert figures(page)["tables"] == 1
    page = tap(desk, evening, player, "off").content.decode()
    assert states(page) == {player.pk: "expected"}
    assert figures(page)["tables"] == 0


def test_one_tap_ticks_a_player_of_the_club_whom_nobody_announced(desk, club):
    evening = factories.tournament(of=club, players=0)
    player = factories.players(club, 1)[0]
    assert states(tap(desk, evening, player).content.decode()) == {player.pk: "here"}
    assert evening.entries.get().number == 1


def test_without_a_script_a_tap_leads_back_to_the_list_as_it_was(desk, club):
    evening = factories.tournament(of=club, players=0)
    player = factories.players(club, 1)[0]
    answer = desk.post(
        address("checkin-tick", evening),
        {"tick": f"{player.pk}:on", "q": "anna", "show": "expected"},
    )
    assert answer.status_code == 302
    assert answer.url == f"{address('checkin', evening)}?q=anna&show=expected#people"
    assert evening.entries.get().status == EntryStatus.PRESENT


def test_taking_the_tick_of_a_seated_person_back_is_refused_with_a_sentence(desk, club):
    evening = factories.tournament(of=club, players=4)
    factories.drawn_round(evening)
    player = evening.entries.first().entry_players.get().player
    answer = tap(desk, evening, player, "off")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert said(page) == "bad"
    assert states(page) == {player.pk: "here"}


@pytest.mark.parametrize("tick", ["", "x", "0:on", "99999999999999999999:on", "-1:on", "²:on"])
def test_a_tap_on_nobody_is_an_answer_not_an_error(desk, club, tick):
    evening = factories.tournament(of=club, players=0)
    answer = desk.post(address("checkin-tick", evening), {"tick": tick}, headers=HTMX)
    assert answer.status_code in {200, 404}
    assert not evening.entries.exists()


def test_a_player_of_another_club_cannot_be_ticked(desk, club):
    evening = factories.tournament(of=club, players=0)
    stranger = factories.players(factories.club(), 1)[0]
    assert tap(desk, evening, stranger).status_code == 404
    assert not evening.entries.exists()


# -- a name and Enter --------------------------------------------------------------------------


def enter(desk, evening, name, **more):
    return desk.post(address("checkin-walk-in", evening), {"name": name, **more}, headers=HTMX)


def test_a_name_and_enter_is_enough_for_somebody_new(desk, club):
    evening = factories.tournament(of=club, players=3)
    page = enter(desk, evening, "Ruth Aebi").content.decode()
    player = club.players.get(name="Ruth Aebi")
    assert states(page)[player.pk] == "here"
    assert figures(page) == {"people": 4, "tables": 1, "over": 0, "substitutes": 0}
    assert said(page) == "ok"
    assert 'value="Ruth Aebi"' not in page


def test_somebody_who_is_here_already_is_not_added_again(desk, club):
    evening = factories.tournament(of=club, players=1)
    page = enter(desk, evening, evening.entries.get().name.upper()).content.decode()
    assert figures(page)["people"] == 1
    assert said(page) == "ok"


def test_a_name_of_several_people_offers_them_and_asks_for_a_hint(desk, club):
    evening = factories.tournament(of=club, players=0)
    known = [Player.objects.create(club=club, name="Ruth Aebi", hint=hint) for hint in ("", "Sur")]
    answer = enter(desk, evening, "Ruth Aebi")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert all(f'value="{player.pk}:on"' in page for player in known)
    assert 'name="hint"' in page
    assert 'value="Ruth Aebi"' in page
    page = enter(desk, evening, "Ruth Aebi", hint="Luzern").content.decode()
    assert club.players.filter(name="Ruth Aebi").count() == 3
    assert figures(page)["people"] == 1


def test_an_offered_namesake_is_taken_with_one_press_of_the_same_form(desk, club):
    evening = factories.tournament(of=club, players=0)
    known = Player.objects.create(club=club, name="Ruth Aebi", hint="Sursee")
    page = tap(desk, evening, known, name="Ruth Aebi").content.decode()
    assert states(page) == {known.pk: "here"}


def test_an_empty_name_is_asked_back(desk, club):
    evening = factories.tournament(of=club, players=0)
    for name in ("", "  ", "\0"):
        answer = enter(desk, evening, name)
        assert answer.status_code == 422
        assert 'id="id_name_error"' in answer.content.decode()


def test_a_name_that_is_too_long_is_asked_back_and_stays(desk, club):
    evening = factories.tournament(of=club, players=0)
    answer = enter(desk, evening, "ß" * 100)
    assert answer.status_code == 422
    assert "ß" * 100 in answer.content.decode()


def test_a_name_of_which_nothing_is_to_be_seen_is_refused(desk, club):
    evening = factories.tournament(of=club, players=0)
    assert enter(desk, evening, "\u200b\u202e").status_code >= 400
    assert not Player.objects.exists()


def test_without_a_script_a_refused_name_shows_the_page_again(desk, club):
    evening = factories.tournament(of=club, players=0)
    Player.objects.create(club=club, name="Ruth Aebi", hint="Sursee")
    answer = desk.post(address("checkin-walk-in", evening), {"name": "Ruth Aebi"})
    assert answer.status_code == 409
    assert 'data-which="1"' in answer.content.decode()
    answer = desk.post(address("checkin-walk-in", evening), {"name": "Neu"})
    assert answer.status_code == 302


def test_two_substitutes_make_the_sixteenth_table(desk, club):
    evening = factories.tournament(of=club, players=62)
    for name in ("Präsidentin", "Wirt"):
        page = enter(desk, evening, name, outside_ranking="1").content.decode()
    assert figures(page) == {"people": 62, "tables": 16, "over": 0, "substitutes": 2}
    assert set(evening.entries.filter(outside_ranking=True).values_list("name", flat=True)) == {
        "Präsidentin",
        "Wirt",
    }


def test_a_name_is_shown_as_it_is_and_never_as_markup(desk, club):
    evening = factories.tournament(of=club, players=0)
    name = '<b>Ruth</b> "O\'Hara" & Co'
    enter(desk, evening, name)
    page = desk.get(address("checkin", evening)).content.decode()
    assert "<b>Ruth" not in page
    assert "&lt;b&gt;Ruth&lt;/b&gt;" in page


def test_the_longest_name_is_shown_whole(desk, club):
    evening = factories.tournament(of=club, players=0)
    enter(desk, evening, factories.LONG_NAME)
    assert factories.LONG_NAME in desk.get(address("checkin", evening)).content.decode()


# -- searching ---------------------------------------------------------------------------------


def test_searching_finds_any_part_of_a_name_or_the_number(desk, club):
    evening = factories.tournament(of=club, players=8)
    player = evening.entries.get(number=3).entry_players.get().player
    part = " ".join(word[1:4].upper() for word in reversed(player.name.split()))
    for query in (part, "3"):
        page = desk.get(address("checkin", evening), {"q": query}, headers=HTMX).content.decode()
        assert player.pk in states(page)
        assert "<html" not in page
    assert len(states(page)) == 1


def test_a_search_without_result_says_so(desk, club):
    evening = factories.tournament(of=club, players=1)
    page = desk.get(address("checkin", evening), {"q": "zzz"}, headers=HTMX).content.decode()
    assert states(page) == {}
    assert "zzz" in page


def test_a_name_that_is_not_found_can_be_written_above_only_where_that_takes_it(desk):
    evening = factories.tournament(players=4)
    teams = factories.tournament(of=evening.club, players=0, format="fixed-teams", team_size=2)
    desk.force_login(factories.member(evening.club, Role.SCORER))

    def offered(made):
        return b"data-add" in desk.get(address("checkin", made), {"q": "zzz"}).content

    assert (offered(evening), offered(teams)) == (True, False)
    Tournament.objects.filter(pk=evening.pk).update(status=TournamentStatus.CLOSED)
    assert not offered(evening)


def test_the_list_can_be_narrowed_to_those_who_are_still_expected(desk, club):
    evening = factories.tournament(of=club, players=2)
    factories.entries(evening, 3, status=EntryStatus.ANNOUNCED)
    factories.players(club, 4)
    for show, number in (("expected", 3), ("here", 2), ("all", 9), ("nonsense", 9)):
        page = desk.get(address("checkin", evening), {"show": show}).content.decode()
        assert len(states(page)) == number
        assert figures(page)["people"] == 2


def test_a_tap_answers_with_the_list_that_is_being_looked_at(desk, club):
    evening = factories.tournament(of=club, players=4)
    page = enter(desk, evening, "Ruth Aebi", q="aebi", show="here").content.decode()
    assert len(states(page)) == 1


# -- the rest of the door ----------------------------------------------------------------------


def test_players_are_announced_in_bulk_before_the_evening(desk, club):
    evening = factories.tournament(of=club, players=2)
    new = factories.players(club, 6)
    page = desk.get(address("checkin-announce", evening)).content.decode()
    assert page.count('name="player"') == 6
    answer = desk.post(
        address("checkin-announce", evening),
        {"player": [p.pk for p in new[:5]] + ["x", "9" * 30, "9" * 5000]},
    )
    assert answer.status_code == 302
    assert evening.entries.filter(status=EntryStatus.ANNOUNCED).count() == 5


def test_those_who_did_not_come_are_taken_off_with_one_press(desk, club):
    evening = factories.tournament(of=club, players=2)
    factories.entries(evening, 3, status=EntryStatus.ANNOUNCED)
    page = desk.get(address("checkin", evening), {"show": "expected"}).content.decode()
    assert address("checkin-absent", evening) in page
    assert desk.post(address("checkin-absent", evening), headers=HTMX).status_code == 200
    assert evening.entries.count() == 2


def test_the_organiser_chooses_what_happens_to_those_left_over(client, club):
    client.force_login(factories.member(club, Role.ORGANISER))
    evening = factories.tournament(of=club, players=62)
    choose = address("checkin-surplus", evening)
    page = client.post(choose, {"surplus_rule": "substitute"}, headers=HTMX).content.decode()
    evening.refresh_from_db()
    assert evening.surplus_rule == "substitute"
    assert 'data-form="substitute"' in page
    assert client.post(choose, {"surplus_rule": "x"}, headers=HTMX).status_code == 422


def test_somebody_who_leaves_is_away_from_a_round_on(desk, club):
    evening = factories.tournament(of=club, players=8)
    factories.close_round(factories.playing_round(evening))
    entry = evening.entries.get(number=2)
    page = desk.get(address("checkin-entry", evening, entry.pk)).content.decode()
    assert re.findall(r'<option value="(\d)"', page) == ["2", "3", "4"]
    leave = address("checkin-leave", evening, entry.pk)
    assert desk.post(leave, {"from_round": "1"}).status_code == 422
    assert desk.post(leave, {"from_round": "3"}).status_code == 302
    entry.refresh_from_db()
    assert entry.withdrawn_from == 3
    page = desk.get(address("checkin", evening)).content.decode()
    assert states(page)[entry.entry_players.get().player_id] == "left"


def test_a_slip_is_taken_off_the_list_and_somebody_seated_is_not(desk, club):
    evening = factories.tournament(of=club, players=4)
    factories.drawn_round(evening)
    slip = factories.entries(evening, 1)[0]
    assert desk.post(address("checkin-remove", evening, slip.pk)).url == address("checkin", evening)
    seated = evening.entries.first()
    answer = desk.post(address("checkin-remove", evening, seated.pk), follow=True)
    assert [message.level_tag for message in answer.context["messages"]][-1] == "error"
    assert evening.entries.count() == 4


@pytest.mark.parametrize(
    ("rounds", "drawn", "state"),
    [
        (4, [], "early"),
        (4, ["closed"], "next"),
        (4, ["closed", "drawn"], "redraw"),
        (1, ["closed"], "over"),
    ],
)
def test_the_page_says_what_somebody_who_comes_now_can_still_play(desk, club, rounds, drawn, state):
    evening = factories.tournament(of=club, players=8, rounds=rounds)
    for status in drawn:
        round_ = factories.drawn_round(evening)
        if status == "closed":
            factories.close_round(factories.start_round(round_))
    page = desk.get(address("checkin", evening)).content.decode()
    assert re.search(r'data-late="(\w+)"', page).group(1) == state


@pytest.mark.parametrize(
    ("rule", "points", "worth"),
    [("fixed", 950, "950"), ("average", None, ""), ("none", None, "")],
)
def test_the_page_says_what_the_rounds_are_worth_that_somebody_comes_too_late_for(
    desk, club, rule, points, worth
):
    fields = {"credit_rule": rule, "credit_points": points}
    evening = factories.tournament(of=club, players=8, rounds=3, **fields)
    assert "data-missed" not in desk.get(address("checkin", evening)).content.decode()
    factories.close_round(factories.start_round(factories.drawn_round(evening)))
    factories.drawn_round(evening)
    page = desk.get(address("checkin", evening)).content.decode()
    assert "verpasst" not in page, "missed is who was away; they come late"
    said = re.search(r'data-missed="1" data-worth="(\w+)">(.*?)</span>', page, re.DOTALL)
    assert said.group(1) == rule
    assert worth in said.group(2)


@pytest.mark.parametrize(
    ("people", "rule", "then"), [(8, "wait", "1"), (11, "wait", "0"), (8, "substitute", None)]
)
def test_the_page_says_how_many_wait_once_somebody_more_has_come(desk, club, people, rule, then):
    evening = factories.tournament(of=club, players=people, rounds=3, surplus_rule=rule)
    early = desk.get(address("checkin", evening)).content.decode()
    assert "data-then" not in early, "before the draw the figures on top say it"
    factories.close_round(factories.playing_round(evening))
    page = desk.get(address("checkin", evening)).content.decode()
    found = re.search(r'data-then="(\d+)"', page)
    assert (found.group(1) if found else None) == then


def test_who_was_added_by_mistake_goes_with_one_press_and_the_credits_too(desk, club):
    evening = factories.tournament(of=club, players=8, rounds=3)
    factories.close_round(factories.playing_round(evening))
    page = enter(desk, evening, "Ruth Aebi").content.decode()
    player = club.players.get(name="Ruth Aebi")
    assert RoundCredit.objects.filter(kind="late").count() == 1
    pressed = re.search(r'data-undo name="tick" value="([^"]+)"', page).group(1)
    answer = desk.post(address("checkin-tick", evening), {"tick": pressed, "undo": 1}, headers=HTMX)
    assert states(answer.content.decode()) == {player.pk: "expected"}
    assert said(answer.content.decode()) == "ok"
    assert "data-undo" not in answer.content.decode()
    assert not RoundCredit.objects.exists()


def test_nothing_is_offered_to_be_taken_back_where_nothing_was_done(desk, club):
    evening = factories.tournament(of=club, players=1)
    assert "data-undo" not in enter(desk, evening, evening.entries.get().name).content.decode()


def test_after_the_end_the_page_still_opens_and_changes_nothing(desk, club):
    evening = factories.tournament(of=club, players=4, status=TournamentStatus.CLOSED)
    page = desk.get(address("checkin", evening)).content.decode()
    assert re.search(r'data-late="(\w+)"', page).group(1) == "closed"
    assert enter(desk, evening, "Ruth Aebi").status_code == 409
    assert not club.players.filter(name="Ruth Aebi").exists()


@pytest.mark.parametrize("model", [Player, EntryPlayer])
def test_who_is_ticked_while_the_list_is_read_is_never_missing_from_it(monkeypatch, model):
    """Two desks: one ticks a new person before the other's search reads the next of its lists."""
    evening = factories.tournament(players=4)
    new = Player.objects.create(club=evening.club, name="Maximiliane Neu")
    read, ticked = model.objects.filter, []

    def tick_first(**given):
        if not ticked:
            ticked.append(True)
            player_check_in(tournament_id=evening.pk, actor=SYSTEM, player_id=new.pk, present=True)
        return read(**given)

    monkeypatch.setattr(model.objects, "filter", tick_first)
    found = check_in(evening, query="maximiliane").people
    assert [(person.player, person.state) for person in found] == [(new, "here")]
