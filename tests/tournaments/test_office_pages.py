"""The wall of tables and the pages around a round: what they show, to whom, at what cost."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from jassclub.clubs.models import Player, Role
from scoring.models import Deal, ScoreSheet, SheetStatus
from tests import factories
from tests.reading import figures
from tests.tournaments import life
from tournaments.draw import draw
from tournaments.models import Round, RoundStatus, TournamentStatus
from tournaments.selectors.office import wall
from tournaments.selectors.table_states import KEYS, SLOW_MINUTES, STATES
from tournaments.services.entries import entry_withdraw
from tournaments.services.substituting import Newcomer, seat_replace

pytestmark = pytest.mark.django_db


def url(evening, name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug, *args])


@pytest.fixture
def evening():
    return factories.tournament(players=16, rounds=2)


def states(evening) -> dict[int, str]:
    return {table.number: table.state for table in wall(evening).tables}


def sheets(round_: Round) -> list[ScoreSheet]:
    return [factories.sheet_of(table) for table in round_.tables.order_by("place__number")]


# -- the wall ------------------------------------------------------------------------------------


def test_one_table_is_counted_as_one_and_two_as_two(evening, client):
    """The badge that leads to them says it as a sentence, in German too."""
    round_ = factories.playing_round(evening)
    client.force_login(factories.member(evening.club, Role.ORGANISER))
    said = []
    for sheet in sheets(round_)[:2]:
        factories.deals(sheet, factories.TWELVE)
        said += re.findall(r"(\d+ brauch\w+ jemanden)", client.get(url(evening, "office")).text)
    assert said == ["1 braucht jemanden", "2 brauchen jemanden"]


def test_whoever_needs_somebody_comes_first(evening):
    round_ = factories.playing_round(evening)
    one, two, three, _four = sheets(round_)
    factories.confirmed(factories.deals(one, factories.TWELVE))
    factories.deals(two, factories.TWELVE)
    factories.deals(three, factories.TWELVE[:3])
    ScoreSheet.objects.filter(pk=three.pk).update(
        status=SheetStatus.DISPUTED, status_reason="Spiel 2 stimmt nicht", disputed_side=1
    )
    assert [(t.number, t.state) for t in wall(evening).tables] == [
        (3, "disputed"),
        (2, "unconfirmed"),
        (1, "confirmed"),
        (4, "empty"),
    ]


def test_two_figures_for_one_deal_are_seen_from_the_office(evening):
    round_ = factories.playing_round(evening)
    sheet = factories.deals(sheets(round_)[0], factories.TWELVE[:2])
    Deal.objects.create(
        sheet=sheet,
        number=2,
        version=2,
        payload=factories.deal(81),
        written=[81, 76],
        nonce="another-phone",
        state=Deal.State.CONTESTED,
        by_kind="place",
    )
    assert states(evening)[1] == "contested"


def test_a_table_without_an_entry_for_a_while_is_slow(evening):
    round_ = factories.playing_round(evening)
    factories.deals(sheets(round_)[0], factories.TWELVE[:2])
    long_ago = timezone.now() - timedelta(minutes=SLOW_MINUTES + 1)
    Deal.objects.update(at=long_ago)
    Round.objects.update(started_at=long_ago)
    factories.deals(sheets(round_)[1], factories.TWELVE[:2])
    found = {table.number: table for table in wall(evening).tables}
    assert {number: table.state for number, table in found.items()} == {
        1: "slow",
        2: "playing",
        3: "slow",
        4: "slow",
    }
    assert found[1].quiet == SLOW_MINUTES + 1
    assert found[2].quiet == 0


def test_a_table_that_plays_on_when_the_time_is_up_is_slow(evening):
    evening.stages.update(round_minutes=30)
    round_ = factories.playing_round(evening)
    one, two, *_rest = sheets(round_)
    factories.deals(one, factories.TWELVE[:2])
    factories.deals(two, factories.TWELVE)
    assert states(evening)[1] == "playing"
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=31))
    assert (states(evening)[1], states(evening)[2]) == ("slow", "unconfirmed")


@pytest.fixture
def gone(evening):
    """Whoever left before round 2, which was begun with the draw that still seats them."""
    life.play(evening)
    (second,) = evening.rounds.filter(status=RoundStatus.DRAWN)
    seat = second.tables.get(place__number=3).seats.select_related("entry", "player").get(seat=2)
    entry_withdraw(tournament_id=evening.pk, actor=life.ACTOR, entry_id=seat.entry_id, from_round=2)
    assert states(evening)[3] == "drawn"
    life.playing(evening)
    return seat


def test_a_running_table_that_a_player_has_left_needs_somebody_and_says_who(
    evening, gone, organiser
):
    first = wall(evening).needing[0]
    assert (first.number, first.state) == (3, "left")
    assert gone.entry.name in first.reason
    assert first.reason in organiser.get(url(evening, "office")).text
    sheet = factories.deals(factories.sheet_of(gone.table), factories.TWELVE)
    assert states(evening)[3] == "unconfirmed"
    factories.confirmed(sheet)
    assert states(evening)[3] == "confirmed"


def test_a_table_where_somebody_plays_for_whoever_left_needs_nobody(evening, gone):
    seat_replace(
        table_id=gone.table_id,
        actor=life.ACTOR,
        seat=gone.seat,
        sitting=gone.player_id,
        newcomer=Newcomer(name="Ruth Aebi"),
    )
    assert states(evening)[3] == "empty"
    assert wall(evening).needing == []


def test_whoever_says_that_they_leave_after_this_round_plays_it_and_the_table_needs_nobody(evening):
    round_ = life.playing(evening)
    entry = round_.tables.get(place__number=3).seats.first().entry
    entry_withdraw(tournament_id=evening.pk, actor=life.ACTOR, entry_id=entry.pk, from_round=2)
    assert states(evening)[3] == "empty"


@pytest.mark.parametrize(
    ("show", "numbers"),
    [("", [2, 1, 3, 4]), ("needing", [2]), ("confirmed", [1]), ("slow", []), ("x", [2, 1, 3, 4])],
)
def test_the_wall_shows_only_the_tables_in_a_state_and_counts_all(
    evening, organiser, show, numbers
):
    round_ = factories.playing_round(evening)
    one, two, *_rest = sheets(round_)
    factories.confirmed(factories.deals(one, factories.TWELVE))
    factories.deals(two, factories.TWELVE)
    for name in ("office", "office-wall"):
        now = organiser.get(url(evening, name), {"show": show}).context["wall"]
        assert [table.number for table in now.shown] == numbers
        assert {each.state: each.tables for each in now.counts} == {
            "unconfirmed": 1,
            "empty": 2,
            "confirmed": 1,
        }


def test_every_state_has_a_key_of_its_own():
    assert set(KEYS) == set(STATES)
    assert len({*KEYS.values(), "n", "a", "f"}) == len(STATES) + 3


def test_minutes_that_pass_send_no_new_wall(evening, monkeypatch):
    factories.playing_round(evening)
    seen = wall(evening)
    later = timezone.now() + timedelta(minutes=SLOW_MINUTES - 1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert wall(evening).tables[0].quiet == SLOW_MINUTES - 1
    assert wall(evening).stamp == seen.stamp


def test_the_wall_shows_numbers_names_deals_and_totals(evening, organiser):
    round_ = factories.playing_round(evening)
    factories.deals(sheets(round_)[0], factories.TWELVE[:7])
    page = organiser.get(url(evening, "office")).content.decode()
    assert 'data-table="1" data-state="playing"' in page
    assert "Anna Gerber · Beat Imhof" in page
    assert "7/12" in page
    assert page.count("data-state=") == 4


@pytest.mark.parametrize(
    ("options", "progress"),
    [({}, "2 Spiele"), ({"deals": 9}, "2/9"), ({"target": 5000}, "2 Spiele")],
)
def test_where_no_number_of_deals_is_planned_the_wall_counts_them(client, options, progress):
    duel = {"taker": 0, "trump": "rosen", "points": [72, 58]}
    evening = factories.tournament(variant="cinq-cents", options=options, players=2, rounds=1)
    client.force_login(factories.member(evening.club, Role.SCORER))
    factories.deals(sheets(factories.playing_round(evening))[0], [duel, duel])
    page = client.get(url(evening, "office")).content.decode()
    assert 'data-state="playing" data-played="2"' in page
    assert f" · {progress} · " in page


def test_the_open_page_is_told_only_what_is_new(evening, organiser):
    round_ = factories.playing_round(evening)
    address = url(evening, "office-wall")
    seen = organiser.get(address).context["wall"].stamp
    assert organiser.get(address, {"seen": seen}).status_code == 204
    factories.deals(sheets(round_)[0], factories.TWELVE[:1])
    assert organiser.get(address, {"seen": seen}).status_code == 200


def test_a_typed_number_opens_its_table(evening, organiser):
    round_ = factories.playing_round(evening)
    table = round_.tables.get(place__number=3)
    answer = organiser.get(url(evening, "office-go"), {"table": "3"})
    assert answer.url == url(evening, "desk-table", table.pk)


@pytest.mark.parametrize("typed", ["99", "", "drei", "-1", "9" * 30])
def test_a_number_that_no_table_has_is_said_and_kept(evening, organiser, typed):
    factories.playing_round(evening)
    answer = organiser.get(url(evening, "office-go"), {"table": typed})
    assert answer.status_code == 404
    assert f'value="{typed[:10]}"' in answer.content.decode()


@pytest.mark.parametrize("before", ["nothing", "drawn", "playing", "done", "closed"])
def test_the_next_step_is_the_one_that_can_be_taken(evening, before):
    expected = {
        "nothing": ("draw", False),
        "drawn": ("start", False),
        "playing": ("close", True),
        "done": ("close", False),
        "closed": ("draw", False),
    }
    if before != "nothing":
        round_ = factories.drawn_round(evening)
        if before != "drawn":
            factories.start_round(round_)
        if before in {"done", "closed"}:
            for sheet in sheets(round_):
                factories.confirmed(sheet)
        if before == "closed":
            factories.close_round(round_)
    evening.refresh_from_db()
    step = wall(evening).step
    assert (step.key, bool(step.reason)) == expected[before]


@pytest.mark.parametrize("next_round", [None, "drawn", "playing"])
def test_a_round_that_was_closed_too_early_is_played_on_from_the_office(
    evening, organiser, next_round
):
    factories.close_round(factories.playing_round(evening))
    if next_round:
        following = factories.drawn_round(evening)
        if next_round == "playing":
            factories.start_round(following)
    leads_back = url(evening, "round-reopen", 1)
    page = organiser.get(url(evening, "office")).content.decode()
    assert (leads_back in page) == (next_round != "playing")
    organiser.force_login(factories.member(evening.club, Role.SCORER))
    assert leads_back not in organiser.get(url(evening, "office")).content.decode()


def test_after_the_last_round_the_office_leads_to_the_ranking(evening):
    evening.status = TournamentStatus.CLOSED
    evening.save()
    assert wall(evening).step.key == "ranking"


def test_the_office_asks_as_much_of_the_database_for_sixty_tables_as_for_four(
    organiser, evening, django_assert_max_num_queries
):
    large = factories.tournament(of=evening.club, players=240)
    for one in (evening, large):
        round_ = factories.playing_round(one)
        factories.deals(sheets(round_)[0], factories.TWELVE[:3])
        with django_assert_max_num_queries(18):
            page = organiser.get(url(one, "office"))
        assert page.status_code == 200
    assert len(page.context["wall"].tables) == 60
    assert len(page.content) < 80_000


def test_long_names_are_whole_on_the_wall(evening, organiser):
    Player.objects.filter(pk=Player.objects.earliest("pk").pk).update(name=factories.LONG_NAME)
    factories.playing_round(evening)
    assert factories.LONG_NAME in organiser.get(url(evening, "office")).content.decode()


# -- the draw page ---------------------------------------------------------------------------------


def test_the_draw_page_says_who_sits_and_who_waits_before_anything_is_drawn(client):
    evening = factories.tournament(players=62, rounds=4)
    client.force_login(factories.member(evening.club, Role.ORGANISER))
    page = client.get(url(evening, "draw"))
    assert 'data-present="62" data-tables="15" data-over="2"' in page.content.decode()
    assert page.context["page"].drawing == [1, 2, 3, 4]


def test_the_draw_page_counts_substitutes_apart_and_sends_nobody_back_to_the_check_in(client):
    evening = factories.tournament(players=9)
    evening.entries.filter(number=9).update(outside_ranking=True)
    client.force_login(factories.member(evening.club, Role.ORGANISER))
    page = client.get(url(evening, "draw")).content.decode()
    assert 'data-present="8" data-tables="2" data-over="0"' in page
    assert page.count(url(evening, "checkin")) == 1, "only the tab"


def test_what_cannot_be_drawn_is_said_before_the_button_is_pressed(client):
    evening = factories.tournament(players=8, rounds=8)
    client.force_login(factories.member(evening.club, Role.ORGANISER))
    page = client.get(url(evening, "draw")).content.decode()
    assert "data-problem" in page
    assert 'name="allow_repeats"' in page
    refused = client.post(url(evening, "draw-now"), {"expected": 0})
    assert refused.status_code == 422
    assert 'data-code="too-many-rounds"' in refused.content.decode()
    assert not Round.objects.exists()


def test_pressing_draw_draws_and_a_second_press_sees_the_first(evening, organiser):
    first = organiser.post(url(evening, "draw-now"), {"expected": 0})
    assert first.url == url(evening, "draw")
    second = organiser.post(url(evening, "draw-now"), {"expected": 0})
    assert second.status_code == 409
    page = second.content.decode()
    assert 'data-code="drawn-meanwhile"' in page
    assert 'data-round="2" data-status="drawn"' in page
    assert evening.rounds.count() == 2


@pytest.mark.parametrize("expected", ["", "x", "-3", "1e3", "9" * 40])
def test_a_tampered_form_draws_nothing(evening, organiser, expected):
    assert organiser.post(url(evening, "draw-now"), {"expected": expected}).status_code == 409
    assert not Round.objects.exists()


def test_whoever_came_after_the_draw_is_named_and_gets_a_seat_by_drawing_again(evening, organiser):
    organiser.post(url(evening, "draw-now"), {"expected": 0})
    late = factories.entries(evening, 4)
    page = organiser.get(url(evening, "draw"))
    assert page.context["page"].added == [entry.name for entry in late]
    newest = page.context["page"].newest
    assert organiser.post(url(evening, "redraw"), {"newest": newest}).status_code == 302
    assert organiser.get(url(evening, "draw")).context["page"].added == []


def test_a_round_is_started_closed_and_reopened_with_the_buttons(organiser, evening):
    round_ = factories.drawn_round(evening)
    office = url(evening, "office")
    assert organiser.post(url(evening, "round-start", 1)).url == office
    too_early = organiser.post(url(evening, "round-close", 1))
    assert too_early.status_code == 409
    assert 'data-code="tables-open"' in too_early.content.decode()
    for sheet in sheets(round_):
        factories.confirmed(sheet)
    assert organiser.post(url(evening, "round-close", 1)).url == office
    without = organiser.post(url(evening, "round-reopen", 1), {"reason": ""})
    assert without.status_code == 422
    assert organiser.post(url(evening, "round-reopen", 1), {"reason": "Fehler"}).url == office
    round_.refresh_from_db()
    assert round_.status == RoundStatus.PLAYING


def test_a_void_round_needs_a_reason_and_what_was_typed_is_kept(evening, organiser):
    round_ = factories.playing_round(evening)
    factories.deals(sheets(round_)[0], factories.TWELVE[:1])
    address = url(evening, "round-void", 1)
    refused = organiser.post(address, {"reason": "Falsche Plätze", "typed": "Turnier"})
    assert refused.status_code == 422
    assert "Falsche Plätze" in refused.content.decode()
    done = organiser.post(address, {"reason": "Falsche Plätze", "typed": evening.name})
    assert done.status_code == 302
    round_.refresh_from_db()
    assert round_.status == RoundStatus.VOID


# -- protocol and results --------------------------------------------------------------------------


def test_the_protocol_names_every_repeat_and_the_bound_beside_the_figure(client):
    evening = factories.tournament(players=8, rounds=3)
    client.force_login(factories.member(evening.club, Role.SCORER))
    names = {entry.pk: entry.name for entry in evening.entries.all()}
    one, other = sorted(names)[:2]
    factories.drawn_round(evening)
    factories.drawn_round(
        evening,
        protocol={
            "first_round": 1,
            "numbers": [1, 2],
            "found_by": "search",
            "inputs": {"entries": list(names)},
            "repeats": [
                {
                    "round": 2,
                    "who": [one, other],
                    "kind": "partner",
                    "again": True,
                    "earlier": [{"round": 1, "kind": "partner"}],
                }
            ],
            "bounds": [
                {"what": "partner-repeats", "bound": 0, "reached": 1, "source": "by hand"},
            ],
            "impossible": [],
        },
    )
    page = client.get(url(evening, "round-protocol", 2))
    text = page.content.decode()
    assert 'data-seed="7"' in text
    assert 'data-repeats="1"' in text
    assert "data-found>" in text
    assert "((" not in re.sub(r"<[^>]+>", "", text)
    assert f"{names[one]} – {names[other]}" in text
    [repeat] = page.context["page"].repeats
    assert repeat.earlier == [(1, "partner")]
    [bound] = page.context["page"].bounds
    assert (bound.least, bound.reached, bound.is_best) == (0, 1, False)


def test_the_protocol_can_be_taken_home_and_drawn_again(evening, organiser):
    organiser.post(url(evening, "draw-now"), {"expected": 0})
    protocol = organiser.get(url(evening, "round-protocol-json", 1)).json()
    inputs = protocol["inputs"]
    again = draw(
        protocol["method"],
        entries=inputs["entries"],
        rounds=inputs["rounds"],
        seed=protocol["seed"],
        table_size=inputs["table_size"],
    )
    assert [round_.as_dict() for round_ in again.rounds] == protocol["rounds"]


def test_results_show_every_table_with_totals_and_mark_corrected_ones(evening, organiser):
    round_ = factories.playing_round(evening)
    sheet = factories.confirmed(factories.deals(sheets(round_)[0], factories.TWELVE))
    ScoreSheet.objects.filter(pk=sheet.pk).update(corrections=1)
    page = organiser.get(url(evening, "round-results", 1))
    text = page.content.decode()
    assert text.count("data-table=") == 4
    assert 'data-corrected="1"' in text
    assert {"1320", "764"} <= figures(text)
    assert page.context["page"].is_provisional


# -- who may --------------------------------------------------------------------------------------

READ = ["office", "office-wall", "lists", "cards"]
ORGANISERS = ["draw", "audit"]
ROUND_READ = ["round-protocol", "round-protocol-json", "round-results", "round-lists"]
POSTS = ["draw-now", "redraw", "end"]
ROUND_POSTS = ["round-start", "round-close", "round-reopen"]


def answers(client, evening) -> dict[str, int]:
    found = {name: client.get(url(evening, name)).status_code for name in READ + ORGANISERS}
    found |= {name: client.get(url(evening, name, 1)).status_code for name in ROUND_READ}
    found |= {name: client.post(url(evening, name)).status_code for name in POSTS}
    return found | {name: client.post(url(evening, name, 1)).status_code for name in ROUND_POSTS}


def test_each_role_reaches_what_it_may_and_is_told_why_not(evening, client):
    factories.playing_round(evening)
    client.force_login(factories.member(evening.club, Role.SCORER))
    found = answers(client, evening)
    assert {found[name] for name in READ + ROUND_READ} == {200}
    assert {found[name] for name in ORGANISERS + POSTS + ROUND_POSTS} == {403}
    for role in (Role.ORGANISER, Role.OWNER):
        client.force_login(factories.member(evening.club, role))
        found = answers(client, evening)
        assert {found[name] for name in READ + ORGANISERS + ROUND_READ} == {200}
        assert found["round-start"] == 302, "it is being played: told calmly, no refusal"
        assert {found[name] for name in [*POSTS, "round-close", "round-reopen"]} == {409, 422}


def test_strangers_and_other_clubs_find_nothing(evening, client):
    factories.playing_round(evening)
    assert set(answers(client, evening).values()) == {404}
    client.force_login(factories.member(factories.club(), Role.OWNER))
    assert set(answers(client, evening).values()) == {404}
    assert evening.rounds.get().status == RoundStatus.PLAYING


def test_a_round_that_is_not_there_is_404(evening, organiser):
    for number in (0, 7, 10**30):
        for name in ROUND_READ:
            assert organiser.get(url(evening, name, number)).status_code == 404
        for name in ROUND_POSTS:
            assert organiser.post(url(evening, name, number)).status_code == 404
        assert organiser.get(url(evening, "desk-table", number)).status_code == 404


def test_buttons_cannot_be_pressed_by_looking(evening, organiser):
    factories.drawn_round(evening)
    assert organiser.get(url(evening, "draw-now")).status_code == 405
    for name in ("round-start", "round-close"):
        assert organiser.get(url(evening, name, 1)).status_code == 405
