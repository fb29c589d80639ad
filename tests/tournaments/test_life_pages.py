"""The pages of an evening's life: they say first what will happen, do it once, and know the way back."""

import re
from html import unescape

import pytest

from jassclub.audit.models import AuditEvent
from jassclub.clubs.models import Role
from scoring.models import SheetStatus
from tests import factories
from tests.reading import figures
from tests.tournaments import life
from tests.tournaments.life import part, press, state, url
from tournaments.models import EntryStatus, Round, RoundStatus, TournamentStatus
from tournaments.services.undoing import tournament_end

pytestmark = pytest.mark.django_db


# -- seats -----------------------------------------------------------------------------------------


def swap_page(client, evening, table, one, two, **more):
    chosen = {"first": one.pk, "second": str(two.number), **more}
    return client.get(url(evening, "life-swap", table.pk), chosen)


def test_a_swap_is_shown_with_names_and_points_and_changes_nothing(
    organiser, evening, round_, table
):
    life.confirm(table)
    one, two = life.at(table, 0), life.at(table, 1)
    before = state(evening)
    page = swap_page(organiser, evening, table, one, two)
    assert page.status_code == 200
    assert f"{one.name} R 1: 1200 → 684 1200 → 684" in part(page, "points")
    assert one.name in part(page, "seats")
    assert "1" in figures(part(page, "prints"))
    assert state(evening) == before


def test_a_swap_is_done_with_the_button_and_taken_back_with_its_undo(
    organiser, evening, round_, table
):
    one, two = life.at(table, 0), life.at(table, 1)
    before = life.seating(round_)
    answer = press(organiser, swap_page(organiser, evening, table, one, two))
    assert answer.url == url(evening, "life-seats", table.pk)
    assert life.at(table, 0) == two
    page = organiser.get(answer.url).content.decode()
    undo = unescape(re.search(r'href="([^"]+)" data-undo', page).group(1))
    press(organiser, organiser.get(undo))
    assert life.seating(round_) == before


def test_the_button_pressed_twice_does_it_once(organiser, evening, round_, table):
    one, two = life.at(table, 0), life.at(table, 1)
    page = swap_page(organiser, evening, table, one, two)
    assert press(organiser, page).status_code == 302
    assert press(organiser, page).status_code == 302
    assert life.at(table, 0) == two
    assert AuditEvent.objects.filter(action="seats.swap").count() == 1


def test_a_missing_reason_is_asked_for_and_the_choice_is_kept(organiser, evening, round_, table):
    life.confirm(table)
    one, two = life.at(table, 0), life.at(table, 1)
    page = press(organiser, swap_page(organiser, evening, table, one, two))
    assert page.status_code == 400
    text = page.content.decode()
    assert 'data-code="reason-needed"' in text
    assert f'value="{two.number}"' in text
    assert life.at(table, 0) == one
    assert press(organiser, page, reason="falsch gesessen").status_code == 302
    assert life.at(table, 0) == two


@pytest.mark.parametrize("typed", ["99", "Niemand", "x" * 300, "<b>", ""])
def test_somebody_who_is_not_there_is_said_beside_the_field_and_kept(
    organiser, evening, table, typed
):
    one = life.at(table, 0)
    page = organiser.get(url(evening, "life-swap", table.pk), {"first": one.pk, "second": typed})
    assert page.status_code == 200
    assert page.context["form"].errors
    assert "data-foreseen" not in page.content.decode()


@pytest.mark.parametrize(
    "seen", ["", "1", "1.2;3", "x.y.z;1.2.3", "9" * 30 + ".1.1;1.1.1", "0.0.0;0.0.0"]
)
def test_a_tampered_choice_moves_nobody(organiser, evening, round_, table, seen):
    before = life.seating(round_)
    answer = organiser.post(url(evening, "life-swap", table.pk), {"seen": seen})
    assert answer.status_code in {409, 422}
    assert life.seating(round_) == before


def test_two_who_go_back_are_shown_with_the_deal_and_put_on_the_sheet(
    organiser, evening, round_, table
):
    life.write(table, 3)
    one, two = life.at(table, 0), life.at(table, 1)
    page = swap_page(organiser, evening, table, one, two, way="back", from_deal="4")
    press(organiser, page)
    assert life.names(table)[0] == [(1, two.name), (4, one.name)]
    seats = organiser.get(url(evening, "life-seats", table.pk)).content.decode()
    undo = unescape(re.search(r'href="([^"]+)" data-undo', seats).group(1))
    press(organiser, organiser.get(undo))
    assert life.names(table)[0] == [(1, one.name)]


def test_the_people_of_another_table_are_written_in_by_its_number(
    organiser, evening, round_, table
):
    there = [life.at(round_.tables.get(place__number=2), seat) for seat in range(4)]
    page = organiser.get(url(evening, "life-people", table.pk), {"from": "2"})
    shown = re.findall(r'name="seat_\d" value="([^"]+)"', page.content.decode())
    assert [unescape(text) for text in shown] == [f"{e.number} {e.name}" for e in there]
    chosen = {f"seat_{n}": unescape(text) for n, text in enumerate(shown)}
    press(organiser, organiser.get(url(evening, "life-people", table.pk), chosen))
    assert [life.at(table, seat) for seat in range(4)] == there


def test_the_wrong_four_are_taken_back_with_the_undo(organiser, evening, round_, table):
    there = [life.at(round_.tables.get(place__number=2), seat) for seat in range(4)]
    before = life.seating(round_)
    chosen = {f"seat_{n}": e.number for n, e in enumerate(there)}
    press(organiser, organiser.get(url(evening, "life-people", table.pk), chosen))
    page = organiser.get(url(evening, "life-seats", table.pk)).content.decode()
    undo = unescape(re.search(r'href="([^"]+)" data-undo', page).group(1))
    press(organiser, organiser.get(undo))
    assert life.seating(round_) == before


def replace_page(client, evening, table, seat, who, deal=1, **more):
    player = table.seats.get(seat=seat).player_id
    chosen = {"seat": f"{seat}.{player}", "who": who, "from_deal": deal, **more}
    return client.get(url(evening, "life-replace", table.pk), chosen)


def test_a_substitute_is_shown_with_who_gets_the_points(organiser, evening, table):
    life.write(table, 7)
    gone = life.at(table, 0)
    before = state(evening)
    page = replace_page(organiser, evening, table, 0, "Ruth Aebi", 8, leaves="on")
    assert f"Ruth Aebi statt {gone.name}" in part(page, "seats")
    assert gone.name in part(page, "draws")
    assert state(evening) == before
    assert not evening.club.players.filter(name="Ruth Aebi").exists()


def test_a_substitute_takes_the_seat_and_gives_it_back_with_the_undo(
    organiser, evening, round_, table
):
    life.write(table, 7)
    gone, before = life.at(table, 0), life.seating(round_)
    page = replace_page(organiser, evening, table, 0, "Ruth Aebi", 8)
    assert press(organiser, page).status_code == 302
    assert press(organiser, page).status_code == 302
    assert life.names(table)[0] == [(1, gone.name), (8, "Ruth Aebi")]
    seats = organiser.get(url(evening, "life-seats", table.pk)).content.decode()
    undo = unescape(re.search(r'href="([^"]+)" data-undo', seats).group(1))
    press(organiser, organiser.get(undo))
    assert life.seating(round_) == before
    assert life.names(table)[0] == [(1, gone.name)]


def test_who_waits_is_offered_first_for_the_seat_of_a_no_show(organiser, evening, round_, table):
    [waits] = [e for e in evening.entries.all() if life.credits_of(e)]
    page = organiser.get(url(evening, "life-replace", table.pk))
    assert page.context["form"].suggestions() == {
        "people-to-seat": [f"{waits.number} {waits.name}"]
    }
    shown = replace_page(organiser, evening, table, 0, str(waits.number), 1, leaves="on")
    assert waits.name in part(shown, "waits")


# -- people ----------------------------------------------------------------------------------------


def test_leaving_is_shown_before_it_is_done_and_undone_on_the_persons_page(organiser, evening):
    life.play(evening)
    entry = evening.entries.get(number=3)
    before = state(evening)
    page = organiser.get(url(evening, "checkin-leave", entry.pk), {"from_round": "2"})
    assert entry.name in part(page, "draws")
    assert state(evening) == before
    press(organiser, page)
    entry.refresh_from_db()
    assert entry.status == EntryStatus.WITHDRAWN
    press(organiser, organiser.get(url(evening, "life-back", entry.pk)))
    entry.refresh_from_db()
    assert entry.status == EntryStatus.PRESENT


def test_a_drawn_round_that_still_seats_somebody_who_leaves_is_named(organiser):
    evening = life.evening(players=8, each=False)
    organiser.force_login(factories.member(evening.club, Role.ORGANISER))
    life.playing(evening)
    entry = evening.entries.get(number=3)
    page = organiser.get(url(evening, "checkin-leave", entry.pk), {"from_round": "2"})
    assert [part(page, "draws").count(f"Runde {number}") for number in (3, 4)] == [1, 1]
    named = [text for text in page.context["foreseen"].prints if entry.name in text]
    assert [re.search(r"Runde (\d)", text).group(1) for text in named] == ["2", "3", "4"]


def test_leaving_in_mid_round_shows_what_the_table_counts(organiser, evening, round_, table):
    life.write(table, 7)
    gone = life.at(table, 0)
    page = organiser.get(url(evening, "life-leave-now", gone.pk), {"way": "scaled"})
    assert f"{gone.name} R 1: – → 1200" in part(page, "points")
    assert press(organiser, page).status_code == 400
    assert press(organiser, page, reason="krank").status_code == 302
    assert factories.sheet_of(table).status == SheetStatus.CONFIRMED


def test_a_choice_that_was_left_open_is_asked_for_and_the_reason_is_kept(
    organiser, evening, round_, table
):
    life.write(table, 7)
    gone = life.at(table, 0)
    for address in (
        url(evening, "life-leave-now", gone.pk),
        url(evening, "desk-settle", table.pk),
    ):
        fresh = organiser.get(address)
        assert not fresh.context["form"].errors
        assert 'name="asked"' in fresh.content.decode()
        looked = organiser.get(address, {"asked": "1"})
        assert looked.context["form"].errors.as_data()["way"][0].code == "required"
        pressed = organiser.post(address, {"reason": "krank"})
        assert pressed.status_code == 422
        assert "way" in pressed.context["form"].errors
        assert 'name="reason" value="krank"' in pressed.content.decode()
    assert factories.sheet_of(table).status == SheetStatus.OPEN


def test_two_entries_are_put_together_after_the_page_has_said_what_becomes_of_them(
    organiser, evening
):
    life.play(evening)
    keep = evening.entries.get(number=1)
    twin = factories.entries(evening, 1, name="Anna Gärber")[0]
    before = state(evening)
    page = organiser.get(url(evening, "life-merge", keep.pk), {"other": "Anna Gärber"})
    assert "Anna Gärber" in page.content.decode()
    assert "10" in figures(part(page, "log"))
    assert state(evening) == before
    press(organiser, page, reason="verschrieben")
    assert not evening.entries.filter(pk=twin.pk).exists()


def test_two_people_are_not_put_together_and_the_page_says_why(organiser, evening):
    life.play(evening)
    one, two = [life.at(Round.objects.get().tables.first(), seat) for seat in (0, 1)]
    page = organiser.get(url(evening, "life-merge", one.pk), {"other": two.number})
    assert 'data-code="both-sat"' in page.content.decode()
    assert "data-foreseen" not in page.content.decode()


# -- rounds and the evening ------------------------------------------------------------------------


def test_a_void_round_is_shown_with_the_points_that_go(organiser, evening, round_, table):
    life.confirm(table)
    entry = life.at(table, 0)
    before = state(evening)
    page = organiser.get(url(evening, "round-void", 1))
    assert entry.name in part(page, "points")
    assert "1" in figures(part(page, "draws"))
    assert state(evening) == before
    refused = press(organiser, page, reason="falsch gelost", typed="Frühling")
    assert 'data-code="name-differs"' in refused.content.decode()
    assert 'value="Frühling"' in refused.content.decode()
    press(organiser, refused, reason="falsch gelost", typed=evening.name)
    round_.refresh_from_db()
    assert round_.status == RoundStatus.VOID


@pytest.mark.parametrize("way", ["as-is", "scaled", "void"])
def test_a_table_that_stops_is_shown_and_decided(organiser, evening, round_, table, way):
    life.write(table, 7)
    before = state(evening)
    page = organiser.get(url(evening, "desk-settle", table.pk), {"way": way})
    assert state(evening) == before
    expected = {"as-is": "700", "scaled": "1200", "void": "950"}[way]
    assert expected in part(page, "points")
    logged = {"as-is": "700 : 399", "scaled": "1200 : 684", "void": "zählt nicht"}[way]
    assert part(page, "log").endswith(logged)
    press(organiser, page, reason="Feueralarm")
    assert factories.sheet_of(table).status in {SheetStatus.CONFIRMED, SheetStatus.VOID}


def test_a_closed_tournament_is_reopened_from_the_draw_page(organiser, evening):
    life.play(evening)
    tournament_end(tournament_id=evening.pk, actor=life.ACTOR, reason="Gewitter")
    draw = organiser.get(url(evening, "draw")).content.decode()
    assert url(evening, "life-reopen") in draw
    page = organiser.get(url(evening, "life-reopen"))
    assert press(organiser, page).status_code == 422
    press(organiser, page, reason="doch weiter")
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.RUNNING


def test_rules_are_changed_for_later_rounds_after_a_look(organiser, evening):
    life.play(evening)
    address = url(evening, "life-rules")
    first = organiser.get(address)
    form = first.context["form"].options
    fields = {name: form[name].value() for name in form.fields}
    chosen = {n: v for n, v in fields.items() if v not in (None, False)} | {"chosen_rules": "1"}
    page = organiser.get(address, chosen | {"option-match_bonus": "50"})
    assert "2" in figures(part(page, "log"))
    press(organiser, page, reason="Reglement")
    evening.refresh_from_db()
    assert evening.options["match_bonus"] == 50


def test_a_rule_that_cannot_be_is_said_beside_it_and_kept(organiser, evening):
    life.play(evening)
    address = url(evening, "life-rules")
    form = organiser.get(address).context["form"].options
    fields = {name: form[name].value() for name in form.fields}
    chosen = {n: v for n, v in fields.items() if v not in (None, False)} | {"chosen_rules": "1"}
    page = organiser.get(address, chosen | {"option-match_bonus": "-5"})
    assert page.context["form"].options.errors
    assert 'value="-5"' in page.content.decode()


@pytest.mark.parametrize(
    "name", ["life-swap", "life-people", "life-replace", "desk-settle", "life-seats"]
)
def test_what_changes_seats_is_for_organisers(client, evening, table, name):
    client.force_login(factories.member(evening.club, Role.SCORER))
    assert client.get(url(evening, name, table.pk)).status_code == 403


def test_a_deed_asks_as_much_of_the_database_for_forty_tables_as_for_two(
    django_assert_max_num_queries, client
):
    counts = []
    for players in (8, 160):
        evening = life.evening(players=players)
        client.force_login(factories.member(evening.club, Role.ORGANISER))
        table = life.playing(evening).tables.first()
        with django_assert_max_num_queries(75) as asked:
            page = swap_page(client, evening, table, life.at(table, 0), life.at(table, 1))
            assert page.status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


# -- a correction ----------------------------------------------------------------------------------


def corrected(points):
    """The whole sheet as the desk sends it, its first deal with these points, the others as played."""
    sent: dict[str, object] = {"row": [str(number) for number in range(1, 13)]}
    for number in range(1, 13):
        own, other = points if number == 1 else (100, 57)
        sent |= {
            f"{number}:nonce": f"look-first-{number}",
            f"{number}:version": "1",
            f"{number}:deal.trump": "rosen",
            f"{number}:deal.points.0": str(own),
            f"{number}:deal.points.1": str(other),
        }
    return sent


def test_a_correction_two_rounds_later_is_shown_before_it_is_saved(organiser, evening):
    first = life.play(evening)
    life.play(evening)
    table = first.tables.get(place__number=1)
    before, typed = state(evening), corrected((57, 100))
    page = organiser.post(url(evening, "desk-deals", table.pk), typed | {"then": "look"})
    assert page.status_code == 200
    assert f"{life.at(table, 0).name} R 1: 1200 → 1157" in part(page, "points")
    assert 'name="1:deal.points.0" value="57"' in page.content.decode()
    assert state(evening) == before
    saved = organiser.post(url(evening, "desk-deals", table.pk), typed | {"reason": "verschrieben"})
    assert saved.status_code == 302
    assert life.points(first)[life.at(table, 0).pk] == 1157


def test_a_correction_that_cannot_be_is_refused_instead_of_shown(organiser, evening):
    table = life.play(evening).tables.get(place__number=1)
    typed = corrected((156, 1)) | {"then": "look"}
    page = organiser.post(url(evening, "desk-deals", table.pk), typed)
    assert page.status_code == 422
    assert "data-foreseen" not in page.content.decode()
