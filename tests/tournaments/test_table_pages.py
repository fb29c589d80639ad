"""The pages behind a table's card: the code, what is going on, who sits here, whose phone it is."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from jassclub import throttle
from scoring.models import Confirmation, Deal, SheetStatus
from tests import factories
from tournaments.models import TableResult, TournamentStatus, Visibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    return factories.playing_round(factories.tournament(players=8))


@pytest.fixture
def table(round_):
    return round_.tables.select_related("place").first()


@pytest.fixture
def sheet(table):
    return factories.sheet_of(table)


def at(table, name: str = "table", *args: object) -> str:
    return reverse(f"tournaments:{name}", args=[table.place.token, *args])


def sit_down(client, table, seat: int = 0):
    return client.post(at(table, "table-here"), {"seat": seat})


def typed(sheet, number: int, *points: object, seat: int = 0) -> dict:
    figures = {f"deal.points.{side}": value for side, value in enumerate(points)}
    nonce = f"nonce-{sheet.pk}-{number}-{seat}"
    return {"sheet": sheet.pk, "number": number, "nonce": nonce, "deal.trump": "rosen"} | figures


# -- the code --------------------------------------------------------------------------------------


@pytest.mark.parametrize("spelling", ["{}", " {} ", "{lower}", "{spaced}"])
def test_the_code_is_found_in_any_spelling(client, table, spelling):
    code = table.place.code
    text = spelling.format(code, lower=code.lower(), spaced=" ".join(code))
    response = client.get(reverse("tournaments:code"), {"code": text})
    assert response["Location"] == at(table)


@pytest.mark.parametrize("wrong", ["QQQQQQ", "tisch 7", "\x00", "ß" * 50, "'; --"])
def test_a_wrong_code_is_said_so_and_stays_typed(client, wrong):
    response = client.get(reverse("tournaments:code"), {"code": wrong})
    assert response.status_code == HTTPStatus.NOT_FOUND
    assert 'aria-invalid="true"' in response.content.decode()
    assert response.context["typed"] == wrong


def test_a_guesser_is_slowed_down_and_a_player_is_not(client, table, caplog):
    player = Client()
    sit_down(player, table)
    for _guess in range(throttle.FAILURES + 1):
        client.get(reverse("tournaments:code"), {"code": "QQQQQQ"})
    right = {"code": table.place.code}
    refused = client.get(reverse("tournaments:code"), right)
    assert refused.status_code == HTTPStatus.TOO_MANY_REQUESTS
    caplog.clear()
    typed_address = client.get(f"/t/{table.place.code}/")
    assert typed_address.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert typed_address.context["sentence"] == str(refused.context["error"])
    assert [record for record in caplog.records if record.exc_info] == []
    assert client.get(at(table)).status_code == HTTPStatus.OK  # the scanned card is no guess
    assert player.get(reverse("tournaments:code"), right).status_code == HTTPStatus.FOUND


def test_a_card_that_opens_nothing_is_404_with_the_sentence_of_a_typed_code(client, caplog):
    response = client.get("/t/QQQQQQ/")
    assert response.status_code == HTTPStatus.NOT_FOUND
    asked = client.get(reverse("tournaments:code"), {"code": "QQQQQQ"})
    assert response.context["sentence"] == str(asked.context["error"])
    assert [record for record in caplog.records if record.exc_info] == []


# -- what is going on --------------------------------------------------------------------------------


def test_a_card_tells_what_is_going_on_all_evening(client):
    evening = factories.tournament(players=4, rounds=2)
    place = evening.places.create(number=1)

    def now() -> str:
        return str(client.get(f"/t/{place.token}/").context["found"].now)

    assert now() == "planned"
    first = factories.drawn_round(evening)
    assert now() == "drawn"
    factories.start_round(first)
    assert now() == "playing"
    factories.close_round(first)
    assert now() == "break"
    second = factories.drawn_round(evening)
    assert now() == "drawn"
    factories.close_round(factories.start_round(second))
    evening.status = TournamentStatus.CLOSED
    evening.save()
    assert now() == "closed"


def test_a_place_without_a_table_this_round_says_so(client, round_):
    place = round_.tournament.places.create(number=9)
    assert client.get(f"/t/{place.token}/").context["found"].now == "unused"


def test_the_word_that_pages_wait_for_changes_when_the_round_begins(client):
    evening = factories.tournament(players=4)
    round_ = factories.drawn_round(evening)
    address = reverse("tournaments:table-now", args=[evening.places.get().token])
    before = client.get(address).content
    assert client.get(address).content == before
    factories.start_round(round_)
    assert client.get(address).content != before


def test_a_hidden_tournament_points_to_no_public_page(client, table, round_):
    evening = round_.tournament
    assert reverse("tournaments:seat", args=[evening.club.slug, evening.slug]) in (
        client.get(at(table, "table-not-us")).content.decode()
    )
    evening.visibility = Visibility.HIDDEN
    evening.save()
    page = client.get(at(table, "table-not-us")).content.decode()
    assert reverse("tournaments:public", args=[evening.club.slug, evening.slug]) not in page


# -- is this you? ---------------------------------------------------------------------------------------


def test_the_four_names_are_asked_for_before_anything_can_be_entered(client, table, sheet):
    page = client.get(at(table)).content.decode()
    for name in ("Anna Gerber", "Claude Rey", "Beat Imhof", "Dora Zgraggen"):
        assert name in page
    for address in (at(table, "sheet-page"), at(table, "sheet-board")):
        assert client.get(address)["Location"] == at(table)
    refused = client.post(at(table, "sheet-deals"), typed(sheet, 1, "92", "65"))
    assert refused["Location"] == at(table)
    assert not Deal.objects.filter(sheet=sheet).exists()


def test_a_phone_that_said_who_it_is_goes_straight_to_its_sheet(client, table):
    assert sit_down(client, table)["Location"] == at(table, "sheet-page")
    assert client.get(at(table))["Location"] == at(table, "sheet-page")


@pytest.mark.parametrize("seat", ["", "4", "-1", "x"])
def test_a_seat_that_is_not_at_the_table_opens_nothing(client, table, seat):
    sit_down(client, table, seat)
    assert client.get(at(table, "sheet-page"))["Location"] == at(table)


def test_a_forged_answer_opens_nothing(client, table):
    client.cookies[f"at-{table.pk}"] = "0"
    assert client.get(at(table, "sheet-page"))["Location"] == at(table)


def test_each_round_asks_again_with_the_same_card(client, table, round_):
    sit_down(client, table)
    factories.close_round(round_)
    factories.playing_round(round_.tournament)
    page = client.get(at(table))
    assert page.status_code == HTTPStatus.OK
    assert client.get(at(table, "sheet-page"))["Location"] == at(table)


def test_one_tables_answer_is_none_for_another_table(client, table, round_):
    sit_down(client, table)
    other = round_.tables.select_related("place").last()
    assert client.get(at(other, "sheet-page"))["Location"] == at(other)


# -- writing ------------------------------------------------------------------------------------------------


def test_the_same_sheet_stands_there_from_any_of_the_four_seats(table, sheet):
    for seat in range(4):
        client = Client()
        sit_down(client, table, seat)
        client.post(at(table, "sheet-deals"), typed(sheet, seat + 1, "100", "57", seat=seat))
    sheet.refresh_from_db()
    assert sheet.totals == [400, 228]
    pages = []
    for seat in range(4):
        client = Client()
        sit_down(client, table, seat)
        page = client.get(at(table, "sheet-page")).content.decode()
        pages.append(page.split('<section class="board"')[1].split("</section>")[0])
    assert len(set(pages)) == 1


def test_what_was_kept_for_an_earlier_round_never_lands_on_the_new_sheet(
    client, table, sheet, round_
):
    sit_down(client, table)
    factories.close_round(round_)
    following = factories.playing_round(round_.tournament).tables.select_related("place").first()
    sit_down(client, following)
    response = client.post(at(table, "sheet-deals"), typed(sheet, 1, "92", "65"))
    assert response.status_code == HTTPStatus.FORBIDDEN
    assert 'value="92"' in response.content.decode()
    assert not Deal.objects.exists()


def test_a_page_of_the_last_round_is_led_to_the_new_one(client, table, sheet, round_):
    sit_down(client, table)
    board = at(table, "sheet-board") + f"?sheet={sheet.pk}"
    factories.close_round(round_)
    assert client.get(board).status_code == HTTPStatus.OK
    factories.playing_round(round_.tournament)
    assert client.get(board)["Location"] == at(table)


def test_a_table_writes_only_on_its_own_sheet(client, table, round_):
    other = factories.sheet_of(round_.tables.last())
    sit_down(client, table)
    response = client.post(at(table, "sheet-deals"), typed(other, 1, "92", "65"))
    assert response.status_code == HTTPStatus.CONFLICT
    assert not Deal.objects.exists()


# -- the end -------------------------------------------------------------------------------------------------


def buttons(client, table) -> list[str]:
    page = client.get(at(table, "sheet-page")).content.decode()
    return [rest[0] for rest in page.split('data-confirm-side="')[1:]]


def test_a_phone_asks_its_own_side_first_and_can_be_handed_to_the_other(table, sheet):
    factories.deals(sheet, factories.TWELVE)
    writer, opponent, partner = phones = Client(), Client(), Client()
    for seat, client in enumerate(phones):
        sit_down(client, table, seat)
    assert [buttons(client, table) for client in phones] == [["0", "1"], ["1", "0"], ["0", "1"]]
    writer.post(at(table, "sheet-confirm"), {"sheet": sheet.pk, "revision": 12, "side": 0})
    assert [buttons(client, table) for client in phones] == [["1"]] * 3
    opponent.post(at(table, "sheet-confirm"), {"sheet": sheet.pk, "revision": 12, "side": 1})
    assert buttons(partner, table) == []
    said = Confirmation.objects.order_by("id").values_list("side", "revision")
    assert list(said) == [(0, 12), (1, 12)]


def test_confirming_writes_the_results_and_says_where_to_go_next(client, table, sheet, round_):
    factories.deals(sheet, factories.TWELVE)
    factories.drawn_round(round_.tournament)
    sit_down(client, table)
    for side in (1, 0):
        data = {"sheet": sheet.pk, "revision": 12, "side": side}
        client.post(at(table, "sheet-confirm"), data)
    sheet.refresh_from_db()
    assert sheet.status == SheetStatus.CONFIRMED
    assert TableResult.objects.filter(table=table).count() == 4
    how = set(Confirmation.objects.values_list("how", flat=True))
    assert how == {Confirmation.How.SAME_PHONE}
    steps = client.get(at(table, "sheet-page")).context["view"].context.onward
    assert [bool(step.url) for step in steps] == [False] * 4 + [True]
    evening = round_.tournament
    assert steps[-1].url == reverse("tournaments:public", args=[evening.club.slug, evening.slug])


def test_after_the_last_round_nobody_is_sent_to_a_next_one(client):
    round_ = factories.playing_round(factories.tournament(players=4, rounds=1))
    table = round_.tables.select_related("place").get()
    factories.confirmed(factories.deals(factories.sheet_of(table), factories.TWELVE))
    sit_down(client, table)
    steps = client.get(at(table, "sheet-page")).context["view"].context.onward
    assert [bool(step.url) for step in steps] == [False, True]


def test_a_tables_page_costs_the_same_queries_at_any_size(client, django_assert_max_num_queries):
    for size in (8, 48):
        round_ = factories.playing_round(factories.tournament(players=size))
        table = round_.tables.select_related("place").first()
        factories.deals(factories.sheet_of(table), factories.TWELVE)
        sit_down(client, table)
        with django_assert_max_num_queries(14):
            assert client.get(at(table, "sheet-page")).status_code == HTTPStatus.OK
