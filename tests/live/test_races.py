"""Two people press at the same moment, at two web processes: one of them is first, nobody loses anything.

Run on SQLite and, with the server's set-up, on PostgreSQL. Each race is run several times, for a race
that is won by luck once is lost in a hall.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from jassclub.clubs.models import Player, Role
from scoring.models import Deal, ScoreSheet, SheetStatus
from scripts.evening.browser import Browser
from scripts.evening.table import Phone
from tests import factories
from tournaments.models import Entry, Round, RoundStatus, TableResult

TIMES = 3


@pytest.fixture
def addresses(stack):
    stack.start_web()
    return list(stack.urls)


def together(*calls):
    """Do all of it at the same moment; the answers in order."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def office_at(stack, address, user):
    browser = Browser([address])
    browser.client.cookies = stack.client(user).cookies
    return browser


def phones_at(addresses, place):
    phones = [Phone(Browser([address])) for address in addresses]
    for side, phone in enumerate(phones):
        phone.sit_down(place.code, side, sides=2)
    return phones


def typed(own, trump="rosen"):
    return {"deal.trump": trump, "deal.points.0": str(own)}


def address_of(evening, rest=""):
    return f"/clubs/{evening.club.slug}/tournaments/{evening.slug}/{rest}"


def test_two_organisers_draw_at_once_and_one_draw_comes_of_it(stack, addresses):
    """Field report 5."""
    for _time in range(TIMES):
        evening = factories.tournament(players=16)
        user = factories.member(evening.club, Role.ORGANISER)
        desks = [office_at(stack, address, user) for address in addresses]
        forms = [desk.get(address_of(evening, "draw/")).form("/draw/now/") for desk in desks]
        answers = together(
            *(partial(desk.submit, form) for desk, form in zip(desks, forms, strict=True))
        )
        assert sorted(answer.status for answer in answers) == [200, 409]
        assert list(evening.rounds.values_list("number", flat=True)) == [1, 2, 3, 4]


def test_both_sides_say_yes_at_once_twice_and_the_table_has_one_result(addresses):
    for _time in range(TIMES):
        table = factories.playing_round(factories.tournament(players=4)).tables.get()
        sheet = factories.sheet_of(table)
        phones = phones_at(addresses, table.place)
        factories.deals(sheet, factories.TWELVE)
        page = phones[0].look().form("/confirm/")
        yes = [{"side": str(side)} for side in (0, 1)]
        together(
            *(
                partial(phone.browser.submit, page_of(phone, page), side)
                for phone in phones
                for side in yes
            )
        )
        sheet.refresh_from_db()
        assert sheet.status == SheetStatus.CONFIRMED
        assert sorted(sheet.confirmations.values_list("side", flat=True)) == [0, 1]
        points = TableResult.objects.filter(table=table).values_list("points", flat=True)
        assert sorted(points) == sorted([*sheet.totals, *sheet.totals])


def page_of(phone, form):
    """The form as this phone's own page has it: its own token against forgery."""
    form = type(form)(form.action, dict(form.fields), form.buttons)
    form.fields["csrfmiddlewaretoken"] = phone.sheet["csrfmiddlewaretoken"]
    return form


def test_the_last_yes_meets_a_correction_and_what_is_confirmed_is_what_counts(addresses):
    for _time in range(TIMES):
        table = factories.playing_round(factories.tournament(players=4)).tables.get()
        sheet = factories.sheet_of(table)
        phones = phones_at(addresses, table.place)
        factories.deals(sheet, factories.TWELVE)
        form = phones[0].look().form("/confirm/")
        phones[0].browser.submit(form, {"side": "0"})
        correction = {
            **phones[1].sheet,
            **typed(40),
            "number": "3",
            "version": "1",
            "nonce": "c" * 32,
        }
        yes, corrected = together(
            partial(phones[0].browser.submit, form, {"side": "1"}, htmx=True),
            partial(phones[1].browser.post, f"{phones[1].address}deals/3/", correction, htmx=True),
        )
        sheet.refresh_from_db()
        third = sheet.deals.get(number=3, state=Deal.State.CURRENT)
        if sheet.status == SheetStatus.CONFIRMED:
            assert (yes.status, corrected.status) == (200, 409)
            assert third.version == 1
            assert TableResult.objects.filter(table=table).count() == 4
        else:
            assert (yes.status, corrected.status) == (409, 204)
            assert third.written == [40, 117]
            assert not TableResult.objects.filter(table=table).exists()


def test_a_round_is_closed_only_with_every_table_confirmed_however_close_the_last_yes(
    stack, addresses
):
    for _time in range(TIMES):
        evening = factories.tournament(players=4, rounds=2)
        round_ = factories.playing_round(evening)
        table = round_.tables.get()
        sheet = factories.sheet_of(table)
        desk = office_at(stack, addresses[0], factories.member(evening.club, Role.ORGANISER))
        phone = phones_at(addresses, table.place)[1]
        factories.deals(sheet, factories.TWELVE)
        form = phone.look().form("/confirm/")
        phone.browser.submit(form, {"side": "0"})
        token = desk.get(address_of(evening, "draw/")).forms[0].fields["csrfmiddlewaretoken"]
        together(
            partial(phone.browser.submit, form, {"side": "1"}, htmx=True),
            partial(
                desk.post, address_of(evening, "rounds/1/close/"), {"csrfmiddlewaretoken": token}
            ),
        )
        sheet.refresh_from_db()
        assert sheet.status == SheetStatus.CONFIRMED
        assert TableResult.objects.filter(table=table).count() == 4
        assert Round.objects.get(pk=round_.pk).status in {RoundStatus.PLAYING, RoundStatus.CLOSED}


def test_two_desks_let_the_same_person_in_and_there_is_one_entry(stack, addresses):
    evening = factories.tournament(players=4)
    user = factories.member(evening.club, Role.SCORER)
    desks = [office_at(stack, address, user) for address in addresses]
    page = address_of(evening, "checkin/")
    for time in range(TIMES):
        forms = [desk.get(page).form("/walk-in/") for desk in desks]
        name = {"name": f"Vreni Käser {time}"}
        answers = together(
            *(
                partial(desk.submit, form, name, htmx=True)
                for desk, form in zip(desks, forms, strict=True)
            )
        )
        assert {answer.status for answer in answers} <= {200, 409}
        assert Player.objects.filter(club=evening.club, name=name["name"]).count() == 1
        assert Entry.objects.filter(tournament=evening, name=name["name"]).count() == 1


def test_two_first_phones_write_different_figures_and_both_are_kept(addresses):
    """Field report 19."""
    for _time in range(TIMES):
        table = factories.playing_round(factories.tournament(players=4)).tables.get()
        sheet = factories.sheet_of(table)
        phones = phones_at(addresses, table.place)
        answers = together(
            partial(phones[0].send, 1, "a" * 32, typed(90)),
            partial(phones[1].send, 1, "b" * 32, typed(91)),
        )
        assert [answer.status for answer in answers] == [204, 204]
        states = Deal.objects.filter(sheet=sheet).values_list("state", flat=True)
        assert sorted(states) == ["contested", "current"]
        written = {tuple(deal.written) for deal in Deal.objects.filter(sheet=sheet)}
        assert written == {(90, 67), (91, 66)}


def test_a_double_tap_through_two_processes_is_one_deal(addresses):
    """Field report 23."""
    for _time in range(TIMES):
        table = factories.playing_round(factories.tournament(players=4)).tables.get()
        phone, other = phones_at(addresses, table.place)
        other.sheet, other.address = phone.sheet, phone.address
        other.browser.client.cookies = phone.browser.client.cookies
        answers = together(
            partial(phone.send, 1, "d" * 32, typed(90)),
            partial(other.send, 1, "d" * 32, typed(90)),
        )
        assert [answer.status for answer in answers] == [204, 204]
        sheet = ScoreSheet.objects.get(table_game__table=table)
        assert sheet.deals.count() == 1
