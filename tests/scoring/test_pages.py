"""The sheet's pages as plain forms, on a free sheet: everything works without JavaScript."""

import re
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from jassclub.clubs.breaking import SOFT_HYPHEN
from scoring.models import Confirmation, Deal, SheetStatus
from tests import factories

pytestmark = pytest.mark.django_db
PARTS = {"HX-Request": "true"}


@pytest.fixture
def sheet():
    return factories.free_sheet()


@pytest.fixture
def at(sheet):
    """The address of one of the sheet's views."""
    token = sheet.keys.get().token
    return lambda name, *args: reverse(f"scoring:sheet-{name}", args=[token, *args])


def typed(sheet, number: int, *points: object, trump: str = "rosen", **extra: object) -> dict:
    """What the form sends for a deal."""
    figures = {f"deal.points.{side}": value for side, value in enumerate(points)}
    nonce = f"nonce-of-deal-{number}-{sheet.pk}"
    fixed = {"sheet": sheet.pk, "number": number, "nonce": nonce, "deal.trump": trump}
    return fixed | figures | extra


def current(sheet) -> dict[int, list[int] | None]:
    rows = Deal.objects.filter(sheet=sheet, state=Deal.State.CURRENT)
    return dict(rows.values_list("number", "written"))


def fields_with_errors(response) -> set[str]:
    return {
        name
        for name in ("trump", "points", "match", "weis", "stoeck", "first", "ended_by")
        if f'data-error="{name}"' in response.content.decode()
    }


# -- writing -----------------------------------------------------------------------------------


def test_a_deal_is_written_with_the_other_sides_points_left_out(client, sheet, at):
    response = client.post(at("deals"), typed(sheet, 1, "92", ""))
    assert response.status_code == HTTPStatus.FOUND
    assert response["Location"] == at("page")
    assert current(sheet) == {1: [92, 65]}


def test_a_script_hears_which_nonce_is_saved_and_looks_for_the_parts_itself(client, sheet, at):
    data = typed(sheet, 1, "92", "65")
    response = client.post(at("deals"), data, headers=PARTS)
    assert response.status_code == HTTPStatus.NO_CONTENT
    assert response["Sheet-Saved"] == data["nonce"]
    assert not response.content
    parts = client.get(at("board"), headers=PARTS).content.decode()
    assert "<html" not in parts
    assert 'data-panel="entry-2"' in parts


@pytest.mark.parametrize("headers", [{}, PARTS])
def test_a_refusal_stands_on_its_field_with_everything_that_was_typed(client, sheet, at, headers):
    response = client.post(
        at("deals"), typed(sheet, 1, "156", "1", trump="eicheln"), headers=headers
    )
    page = response.content.decode()
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Sheet-Saved" not in response
    assert fields_with_errors(response) == {"points"}
    assert 'value="156"' in page
    assert 'value="1"' in page
    assert 'value="eicheln" checked' in page
    assert current(sheet) == {}


def test_what_is_no_number_comes_back_as_it_was_typed(client, sheet, at):
    response = client.post(at("deals"), typed(sheet, 1, "neunzig", "65"))
    assert fields_with_errors(response) == {"points"}
    assert 'value="neunzig"' in response.content.decode()


@pytest.mark.parametrize(
    "broken",
    [
        {"deal.trump": ""},
        {"deal.trump": "x" * 5000},
        {"deal.points.0": "9" * 400},
        {"deal.points.0": "\x00"},
        {"deal.match": "7"},
        {"deal.stoeck": "nobody"},
        {"nonce": "?"},
        {"number": "abc"},
        {"number": "9" * 30},
        {"sheet": "9" * 30},
        {"sheet": "²"},
        {"deal.unheard-of": "1"},
    ],
)
def test_a_tampered_form_is_answered_and_never_a_fault(client, sheet, at, broken):
    data = typed(sheet, 1, "92", "65") | broken
    response = client.post(at("deals"), data)
    assert response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
    if "deal.unheard-of" not in broken and "deal.stoeck" not in broken:
        assert current(sheet) == {}


def test_the_same_form_sent_twice_is_one_deal(client, sheet, at):
    for _time in range(2):
        response = client.post(at("deals"), typed(sheet, 1, "92", "65"), headers=PARTS)
        assert response["Sheet-Saved"] == typed(sheet, 1)["nonce"]
    assert Deal.objects.filter(sheet=sheet).count() == 1


def test_an_entry_for_another_sheet_changes_nothing(client, sheet, at):
    response = client.post(at("deals"), typed(sheet, 1, "92", "65") | {"sheet": sheet.pk + 1})
    assert response.status_code == HTTPStatus.CONFLICT
    assert current(sheet) == {}


def test_weis_are_read_from_one_line(client):
    sheet = factories.free_sheet(options={})
    address = reverse("scoring:sheet-deals", args=[sheet.keys.get().token])
    data = typed(sheet, 1, "98", "59", trump="schellen", **{"deal.weis.0": "50, 20+20"})
    client.post(address, data | {"deal.stoeck": "0"})
    assert Deal.objects.get(sheet=sheet).payload["weis"] == [[50, 20, 20], []]
    assert current(sheet) == {1: [416, 118]}


# -- correcting ---------------------------------------------------------------------------------


def test_opening_edit_and_leaving_changes_nothing(client, sheet, at):
    factories.deals(sheet, factories.TWELVE[:3])
    page = client.get(at("deal", 2)).content.decode()
    assert 'value="80"' in page
    assert 'value="77"' in page
    sheet.refresh_from_db()
    assert sheet.revision == 3
    assert Deal.objects.filter(sheet=sheet).count() == 3


def test_a_correction_is_a_new_version_and_the_old_one_stays_readable(client, sheet, at):
    factories.deals(sheet, factories.TWELVE[:3])
    client.post(at("deal", 2), typed(sheet, 2, "81", "76", version=1))
    assert current(sheet)[2] == [81, 76]
    history = client.get(at("versions", 2)).content.decode()
    assert "81 : 76" in history
    assert "80 : 77" in history


def test_a_refused_correction_keeps_the_typed_values_and_the_deal(client, sheet, at):
    factories.deals(sheet, factories.TWELVE[:3])
    response = client.post(at("deal", 2), typed(sheet, 2, "80", "78", version=1))
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert fields_with_errors(response) == {"points"}
    assert 'value="78"' in response.content.decode()
    assert current(sheet)[2] == [80, 77]


def test_a_correction_of_what_was_changed_meanwhile_is_refused(client, sheet, at):
    factories.deals(sheet, factories.TWELVE[:3])
    client.post(at("deal", 2), typed(sheet, 2, "81", "76", version=1))
    late = typed(sheet, 2, "82", "75", version=1) | {"nonce": "another-nonce"}
    response = client.post(at("deal", 2), late)
    assert response.status_code == HTTPStatus.CONFLICT
    assert 'value="82"' in response.content.decode()
    assert current(sheet)[2] == [81, 76]


def test_a_correction_that_came_too_late_shows_what_stands_now_and_counts_when_it_is_sent_again(
    client, sheet, at
):
    factories.deals(sheet, factories.TWELVE[:1])
    client.post(at("deal", 1), typed(sheet, 1, "100", "57", version=1))
    late = typed(sheet, 1, "80", "77", nonce="one-that-came-too-late", version=1)
    page = client.post(at("deal", 1), late).content.decode()
    assert re.search(r'data-changed="1">[^<]*100 : 57', page)
    assert 'value="80"' in page
    (version,) = re.findall(r'name="version" value="(\d+)"', page)
    client.post(at("deal", 1), late | {"version": version})
    assert current(sheet) == {1: [80, 77]}


@pytest.mark.parametrize(("removed", "sent", "offered"), [(1, 1, 3), (2, 3, 2)])
def test_a_deal_whose_number_is_no_more_is_offered_under_the_next(
    client, sheet, at, removed, sent, offered
):
    factories.deals(sheet, factories.TWELVE[:2])
    gone = {"sheet": sheet.pk, "version": 1, "nonce": "takes-it-away-again"}
    client.post(at("remove", removed), gone)
    late = typed(sheet, sent, "60", "97")
    page = client.post(at("deals"), late).content.decode()
    assert 'role="alert"' in page
    assert 'value="60"' in page
    (number,) = re.findall(r'name="number" value="(\d+)"', page)
    client.post(at("deals"), late | {"number": number})
    assert current(sheet)[offered] == [60, 97]


def test_a_deal_is_removed_after_a_question_and_can_be_written_again(client, sheet, at):
    factories.deals(sheet, factories.TWELVE[:3])
    assert client.get(at("remove", 2)).status_code == HTTPStatus.OK
    assert current(sheet)[2] == [80, 77]
    client.post(at("remove", 2), {"sheet": sheet.pk, "version": 1, "nonce": "remove-two"})
    assert current(sheet)[2] is None
    sheet.refresh_from_db()
    assert sheet.totals == [163, 151]
    row = client.get(at("page")).content.decode().split('class="deal removed"')
    assert len(row) == 2
    assert f'href="{at("deal", 2)}"' in row[1].split(">")[0]
    assert 'data-gap="2"' in row[0]
    again = client.get(at("deal", 2)).content.decode()
    assert f'href="{at("remove", 2)}"' not in again
    client.post(at("deal", 2), typed(sheet, 2, "81", "76", version=2))
    assert current(sheet)[2] == [81, 76]
    assert 'class="deal removed"' not in client.get(at("page")).content.decode()


def test_a_deal_that_is_not_there_is_said_so(client, at):
    assert client.get(at("deal", 5)).status_code == HTTPStatus.NOT_FOUND
    assert client.get(at("versions", 5)).status_code == HTTPStatus.NOT_FOUND


# -- two phones -----------------------------------------------------------------------------------


def test_two_phones_with_different_figures_are_both_shown_until_one_is_chosen(client, sheet, at):
    other = Client()
    client.post(at("deals"), typed(sheet, 1, "92", "65"))
    other.post(at("deals"), typed(sheet, 1, "91", "66") | {"nonce": "the-other-phone"})
    page = client.get(at("page")).content.decode()
    assert "92 : 65" in page
    assert "91 : 66" in page
    contested = Deal.objects.get(sheet=sheet, state=Deal.State.CONTESTED)
    client.post(at("settle", 1), {"sheet": sheet.pk, "deal": contested.pk, "nonce": "choose-one"})
    assert current(sheet) == {1: [91, 66]}
    assert not Deal.objects.filter(sheet=sheet, state=Deal.State.CONTESTED).exists()


def test_an_unchanged_sheet_is_answered_with_304(client, sheet, at):
    first = client.get(at("board"), headers=PARTS)
    again = client.get(at("board"), headers=PARTS | {"If-None-Match": first["ETag"]})
    assert again.status_code == HTTPStatus.NOT_MODIFIED
    client.post(at("deals"), typed(sheet, 1, "92", "65"))
    changed = client.get(at("board"), headers=PARTS | {"If-None-Match": first["ETag"]})
    assert changed.status_code == HTTPStatus.OK
    assert 'data-total="92"' in changed.content.decode()


def test_a_confirmation_alone_changes_the_stamp(client, sheet, at):
    factories.deals(sheet, factories.TWELVE)
    first = client.get(at("board"), headers=PARTS)
    client.post(at("confirm"), {"sheet": sheet.pk, "revision": sheet.revision, "side": 1})
    again = client.get(at("board"), headers=PARTS | {"If-None-Match": first["ETag"]})
    assert again.status_code == HTTPStatus.OK


def test_each_phone_hears_that_the_other_one_is_writing(client, at):
    other = Client()
    client.get(at("page"))
    other.get(at("page"))
    client.get(at("board") + "?writing=1", headers=PARTS)
    assert other.get(at("board") + "?writing=1", headers=PARTS)["Other-Writes"] == "1"
    assert client.get(at("board") + "?writing=1", headers=PARTS)["Other-Writes"] == "1"


def test_a_deal_that_is_on_the_sheet_is_typed_by_nobody(client, sheet, at):
    other = Client()
    other.get(at("page"))
    client.get(at("board") + "?writing=1", headers=PARTS)
    assert other.get(at("board"), headers=PARTS)["Other-Writes"] == "1"
    client.post(at("deals"), typed(sheet, 1, "92", "65"), headers=PARTS)
    assert other.get(at("board"), headers=PARTS)["Other-Writes"] == "0"
    client.get(at("board") + "?writing=2", headers=PARTS)
    assert other.get(at("board"), headers=PARTS)["Other-Writes"] == "2"


def test_nobody_hears_of_their_own_writing(client, at):
    client.get(at("page"))
    for _time in range(2):
        response = client.get(at("board") + "?writing=1", headers=PARTS)
        assert response["Other-Writes"] == "0"


def test_a_sheet_costs_the_same_queries_whatever_stands_on_it(
    client, sheet, at, django_assert_max_num_queries
):
    client.get(at("page"))
    for deals in (0, 12):
        if deals:
            factories.deals(sheet, factories.TWELVE)
        with django_assert_max_num_queries(9):
            client.get(at("page"))
        with django_assert_max_num_queries(9):
            client.get(at("board"), headers=PARTS)


# -- the end -----------------------------------------------------------------------------------------


def test_both_sides_confirm_the_revision_they_saw(client, sheet, at):
    factories.deals(sheet, factories.TWELVE)
    page = client.get(at("page")).content.decode()
    assert 'data-panel="confirm"' in page
    for side in (1, 0):
        client.post(at("confirm"), {"sheet": sheet.pk, "revision": 12, "side": side})
    sheet.refresh_from_db()
    assert sheet.status == SheetStatus.CONFIRMED
    assert 'data-panel="confirmed"' in client.get(at("page")).content.decode()


def test_where_nobody_said_whose_phone_it_is_both_sides_are_offered(client, sheet, at):
    factories.deals(sheet, factories.TWELVE)
    page = client.get(at("page")).content.decode()
    assert 'data-confirm-side="0"' in page
    assert 'data-confirm-side="1"' in page


def test_a_seats_own_key_confirms_for_its_side_only(client, sheet):
    factories.deals(sheet, factories.TWELVE)
    key = sheet.keys.create(seat=1)
    client.post(reverse("scoring:sheet-claim", args=[key.token]))
    page = client.get(reverse("scoring:sheet-page", args=[key.token])).content.decode()
    assert 'data-confirm-side="1"' in page
    assert 'data-confirm-side="0"' not in page
    address = reverse("scoring:sheet-confirm", args=[key.token])
    other = client.post(address, {"sheet": sheet.pk, "revision": 12, "side": 0})
    assert other.status_code == HTTPStatus.FORBIDDEN
    client.post(address, {"sheet": sheet.pk, "revision": 12, "side": 1})
    assert Confirmation.objects.get(sheet=sheet).how == Confirmation.How.OWN_KEY


def test_a_sheet_that_changed_is_not_confirmed_and_says_which_deal(client, sheet, at):
    factories.deals(sheet, factories.TWELVE)
    client.post(at("deal", 5), typed(sheet, 5, "61", "96", version=1))
    response = client.post(at("confirm"), {"sheet": sheet.pk, "revision": 12, "side": 1})
    assert response.status_code == HTTPStatus.CONFLICT
    assert not Confirmation.objects.filter(sheet=sheet).exists()
    assert response.context["view"].message
    changed = response.content.decode().split('data-changed="5"')[1].split("</li>")[0]
    assert "61 : 96" in changed


def test_a_dispute_needs_a_reason_and_keeps_what_was_chosen(client, sheet, at):
    factories.deals(sheet, factories.TWELVE)
    response = client.post(at("dispute"), {"sheet": sheet.pk, "side": 1, "reason": " "})
    assert response.status_code == HTTPStatus.BAD_REQUEST
    assert 'value="1" required checked' in response.content.decode()
    client.post(at("dispute"), {"sheet": sheet.pk, "side": 1, "reason": "Spiel 3 stimmt nicht"})
    sheet.refresh_from_db()
    assert (sheet.status, sheet.disputed_side) == (SheetStatus.DISPUTED, 1)
    page = client.get(at("page")).content.decode()
    assert "Spiel 3 stimmt nicht" in page
    assert 'data-state="disputed"' in page


def test_a_reason_may_hold_anything_and_is_kept_short(client, sheet, at):
    factories.deals(sheet, factories.TWELVE[:7])
    client.post(at("submit"), {"sheet": sheet.pk, "reason": "<b>\x00Letzter Zug" + "!" * 5000})
    sheet.refresh_from_db()
    assert sheet.status_reason.startswith("<b>\ufffdLetzter Zug!")
    assert len(sheet.status_reason) <= 500
    assert "&lt;b&gt;\ufffdLetzter Zug!" in client.get(at("page")).content.decode()


def test_a_number_beyond_all_deals_is_not_there(client, at):
    address = at("versions", 1).replace("/1/", f"/{'9' * 30}/")
    assert client.get(address).status_code == HTTPStatus.NOT_FOUND


def test_an_unfinished_sheet_is_submitted_with_a_reason(client, sheet, at):
    factories.deals(sheet, factories.TWELVE[:7])
    assert client.post(at("submit"), {"sheet": sheet.pk}).status_code == HTTPStatus.BAD_REQUEST
    client.post(at("submit"), {"sheet": sheet.pk, "reason": "Letzter Zug"})
    sheet.refresh_from_db()
    assert sheet.status == SheetStatus.SUBMITTED
    assert 'data-panel="submitted"' in client.get(at("page")).content.decode()


def test_a_confirmed_sheet_offers_no_form(client, sheet, at):
    factories.confirmed(factories.deals(sheet, factories.TWELVE))
    page = client.get(at("deal", 5)).content.decode()
    assert "data-entry" not in page
    late = client.post(at("deal", 5), typed(sheet, 5, "61", "96", version=1))
    assert late.status_code == HTTPStatus.CONFLICT
    assert current(sheet)[5] == [60, 97]


# -- what is shown ---------------------------------------------------------------------------------


def test_no_style_and_no_script_stands_in_the_page(client, sheet, at):
    factories.deals(sheet, factories.TWELVE[:7])
    page = client.get(at("page")).content.decode()
    assert "style=" not in page
    assert "<style" not in page
    assert "onclick" not in page


def test_the_names_stand_on_every_step(client, sheet, at):
    factories.deals(sheet, factories.TWELVE)
    for address in (
        at("page"),
        at("deal", 3),
        at("remove", 3),
        at("versions", 3),
        at("submit"),
        at("dispute"),
        at("finish"),
    ):
        page = re.sub(f"</?bdi>|{SOFT_HYPHEN}", "", client.get(address).content.decode())
        for name in ("Anna Gerber", "Claude Rey", "Beat Imhof", "Dora Zgraggen"):
            assert f"<span>{name}</span>" in page, address


@pytest.mark.parametrize(
    ("pack", "words"),
    [("swiss", ["swiss-rosen", "Rosen"]), ("french", ["french-rosen", "Herz", "Schaufel"])],
)
def test_cards_look_as_the_club_plays_them(client, pack, words):
    sheet = factories.free_sheet(of=factories.club(card_pack=pack))
    address = reverse("scoring:sheet-page", args=[sheet.keys.get().token])
    page = client.get(address).content.decode()
    assert all(word in page for word in words)
    assert ("Rosen" in page.split('<script id="texts"')[0]) == (pack == "swiss")


def test_a_key_that_opens_nothing_is_404_and_so_is_a_tables_key(client):
    assert client.get("/s/nothing/").status_code == HTTPStatus.NOT_FOUND
    table = factories.playing_round(factories.tournament(players=4)).tables.get()
    key = factories.sheet_of(table).keys.get()
    assert client.get(f"/s/{key.token}/").status_code == HTTPStatus.NOT_FOUND
