"""The desk: whole sheets from the keyboard, totals from paper, and what the office decides."""

import re
from itertools import count

import pytest
from django.urls import reverse

from jassclub.audit.models import AuditEvent
from jassclub.clubs.models import Role
from scoring.models import Confirmation, Deal, ScoreSheet, SheetStatus, Source
from scoring.rules import VARIANTS, get_variant
from scoring.services import sheet_dispute
from tests import factories
from tests.tournaments import life
from tournaments.models import RoundStatus, TableResult

pytestmark = pytest.mark.django_db

_nonce = count(1)


@pytest.fixture
def evening():
    return factories.tournament(players=8, rounds=2)


@pytest.fixture
def round_(evening):
    return factories.playing_round(evening)


@pytest.fixture
def sheet(table):
    return factories.sheet_of(table)


@pytest.fixture
def scorer(evening, client):
    client.force_login(factories.member(evening.club, Role.SCORER))
    return client


def url(table, name: str) -> str:
    evening = table.round.tournament
    return reverse(f"tournaments:desk-{name}", args=[evening.club.slug, evening.slug, table.pk])


def typed(deals, versions=None, **more) -> dict[str, object]:
    """A whole sheet as the form sends it: deals by number, those it corrects with their versions."""
    post: dict[str, object] = {"row": [str(number) for number in range(1, 13)]}
    for number, deal in deals.items():
        post[f"{number}:nonce"] = f"desk-nonce-{next(_nonce)}"
        post[f"{number}:version"] = str((versions or {}).get(number, ""))
        if deal is None:
            continue
        post[f"{number}:deal.trump"] = deal["trump"]
        for side, points in enumerate(deal["points"]):
            post[f"{number}:deal.points.{side}"] = "" if points is None else str(points)
        if deal.get("match") is not None:
            post[f"{number}:deal.match"] = str(deal["match"])
    return post | more


def totals(one, other, **more) -> dict[str, object]:
    return {
        "nonce": f"desk-totals-{next(_nonce)}",
        "total.0": str(one),
        "total.1": str(other),
        "deals": "12",
    } | more


TWELVE = dict(enumerate(factories.TWELVE, start=1))


# -- typing ----------------------------------------------------------------------------------------


def test_twelve_deals_are_typed_at_once_and_confirmed_for_both_sides(scorer, table, sheet):
    answer = scorer.post(url(table, "deals"), typed(TWELVE, then="confirm"))
    assert answer.status_code == 302
    sheet.refresh_from_db()
    assert sheet.status == SheetStatus.CONFIRMED
    assert sheet.totals == [1320, 764]
    said = Confirmation.objects.filter(sheet=sheet, revision=sheet.revision)
    assert sorted(said.values_list("side", "how")) == [(0, "desk"), (1, "desk")]
    assert sorted(TableResult.objects.values_list("points", flat=True)) == [764, 764, 1320, 1320]


def test_one_of_two_points_is_enough(scorer, table, sheet):
    deal = {"trump": "rosen", "points": [92, None]}
    scorer.post(url(table, "deals"), typed({1: deal}))
    assert sheet.deals.get().written == [92, 65]


def test_a_sheet_that_is_not_complete_is_saved_and_not_confirmed(scorer, table, sheet):
    answer = scorer.post(url(table, "deals"), typed({1: factories.deal(92)}, then="confirm"))
    assert answer.status_code == 409
    assert 'data-code="unfinished"' in answer.content.decode()
    sheet.refresh_from_db()
    assert (sheet.played, sheet.status) == (1, SheetStatus.OPEN)


def test_an_impossible_number_is_said_on_its_row_and_everything_typed_is_kept(scorer, table, sheet):
    deals = {1: factories.deal(92), 2: {"trump": "rosen", "points": [156, 1]}}
    answer = scorer.post(url(table, "deals"), typed(deals))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert '<tr data-deal="2" class="wrong">' in page
    assert '<tr data-deal="1">' in page
    assert 'name="1:deal.points.0" value="92"' in page
    assert 'name="2:deal.points.0" value="156"' in page
    assert not sheet.deals.exists()


@pytest.mark.parametrize("points", ["x", "12.5", "9" * 400, "-1", "1e2"])
def test_what_is_no_number_is_refused_with_a_sentence(scorer, table, sheet, points):
    deal = {"trump": "rosen", "points": [points, None]}
    answer = scorer.post(url(table, "deals"), typed({1: deal}))
    assert answer.status_code == 422
    assert answer.context["form"].rows[0].sentences
    assert not sheet.deals.exists()


def test_saving_without_a_change_changes_nothing(scorer, table, sheet):
    factories.deals(sheet, factories.TWELVE[:2])
    same = typed(dict(enumerate(factories.TWELVE[:2], start=1)), versions={1: 1, 2: 1})
    assert scorer.post(url(table, "deals"), same).status_code == 302
    assert sheet.deals.count() == 2
    assert not AuditEvent.objects.filter(action__startswith="deal.").exists()


def test_only_the_deal_that_was_changed_gets_a_new_version(scorer, table, sheet):
    factories.deals(sheet, factories.TWELVE[:2])
    deals = {1: factories.TWELVE[0], 2: factories.deal(81)}
    scorer.post(url(table, "deals"), typed(deals, versions={1: 1, 2: 1}))
    versions = sheet.deals.order_by("number", "version").values_list("number", "version", "state")
    assert list(versions) == [
        (1, 1, Deal.State.CURRENT),
        (2, 1, Deal.State.REPLACED),
        (2, 2, Deal.State.CURRENT),
    ]


def test_an_emptied_row_removes_its_deal_and_keeps_its_history(scorer, table, sheet):
    factories.deals(sheet, factories.TWELVE[:2])
    scorer.post(url(table, "deals"), typed({1: factories.TWELVE[0], 2: None}, {1: 1, 2: 1}))
    sheet.refresh_from_db()
    assert sheet.played == 1
    assert sheet.deals.filter(number=2).count() == 2


def test_a_deal_that_changed_meanwhile_is_not_written_over(scorer, table, sheet):
    factories.deals(sheet, factories.TWELVE[:1])
    scorer.post(url(table, "deals"), typed({1: factories.deal(90)}, versions={1: 1}))
    answer = scorer.post(url(table, "deals"), typed({1: factories.deal(70)}, versions={1: 1}))
    assert answer.status_code == 409
    assert 'data-code="deal-changed"' in answer.content.decode()
    assert sheet.deals.get(state=Deal.State.CURRENT).written == [90, 67]


def again(answer, **changes) -> dict[str, object]:
    """What the page that came back sends when its button is pressed once more."""
    form = re.search(r"<form[^>]*/deals/.*?</form>", answer, re.DOTALL)[0]
    post: dict[str, object] = {"row": re.findall(r'name="row" value="(\d+)"', form)}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = (re.search(rf'{part}="([^"]*)"', tag) for part in ("name", "value"))
        if name and name[1] not in {"row", "csrfmiddlewaretoken"}:
            post[name[1]] = value[1] if value else ""
    for select, inside in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', inside)
        post[select] = chosen[1] if chosen else ""
    return post | changes


def test_two_desks_write_the_same_deal_and_the_second_reads_what_stands_before_it_replaces_it(
    scorer, table, sheet
):
    scorer.post(url(table, "deals"), typed({1: factories.deal(90)}))
    answer = scorer.post(url(table, "deals"), typed({1: factories.deal(70), 2: factories.deal(60)}))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'data-code="deal-changed"' in page
    assert "90 : 67" in page
    assert [deal.written for deal in sheet.deals.all()] == [[90, 67]]
    scorer.post(url(table, "deals"), again(page))
    stands = sheet.deals.filter(state=Deal.State.CURRENT).order_by("number")
    assert [deal.written for deal in stands] == [[70, 87], [60, 97]]


def test_a_row_that_was_left_alone_follows_what_was_written_meanwhile(scorer, table, sheet):
    factories.deals(sheet, [factories.deal(90), factories.deal(80)])
    drawn = again(scorer.get(url(table, "table")).content.decode())
    scorer.post(url(table, "deals"), {**drawn, "1:deal.points.0": "91", "1:deal.points.1": "66"})
    third = typed({3: factories.deal(50)})
    scorer.post(url(table, "deals"), {**drawn, **third, "row": drawn["row"]})
    scorer.post(url(table, "deals"), {**drawn, "2:deal.points.0": "81", "2:deal.points.1": "76"})
    stands = sheet.deals.filter(state=Deal.State.CURRENT).order_by("number")
    assert [deal.written for deal in stands] == [[91, 66], [81, 76], [50, 107]]


def test_after_a_refusal_enter_does_not_confirm_what_somebody_else_wrote(scorer, table, sheet):
    confirms = re.compile(r"<button[^>]*autofocus[^>]*>Im Büro bestätigen")
    factories.deals(sheet, factories.TWELVE)
    assert confirms.search(scorer.get(url(table, "table")).content.decode())
    answer = scorer.post(url(table, "deals"), typed({1: factories.deal(70)}))
    assert answer.status_code == 409
    assert not confirms.search(answer.content.decode())


def test_totals_alone_are_typed_and_confirmed(scorer, table, sheet):
    answer = scorer.post(url(table, "totals"), totals(1320, 764, then="confirm"))
    assert answer.status_code == 302
    sheet.refresh_from_db()
    assert (sheet.source, sheet.totals) == (Source.TOTALS, [1320, 764])
    assert sheet.status == SheetStatus.CONFIRMED
    assert TableResult.objects.filter(table=table).count() == 4


def test_the_second_total_follows_where_the_rules_fix_it(scorer, table, sheet):
    counted = {"matches.0": "0", "matches.1": "0"}
    scorer.post(url(table, "totals"), totals(1000, "", **counted))
    sheet.refresh_from_db()
    assert sheet.totals == [1000, 884]


def test_totals_that_cannot_be_are_explained_and_kept(scorer, table, sheet):
    answer = scorer.post(url(table, "totals"), totals(1000, 885))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'value="1000"' in page
    assert 'value="885"' in page
    assert answer.context["error"].problems
    sheet.refresh_from_db()
    assert sheet.played == 0


@pytest.mark.parametrize("value", ["x", "9" * 30, "1.5"])
def test_totals_that_are_no_numbers_are_refused(scorer, table, sheet, value):
    answer = scorer.post(url(table, "totals"), totals(value, 5))
    assert answer.status_code == 422
    sheet.refresh_from_db()
    assert sheet.source == Source.DEALS


# -- correcting ------------------------------------------------------------------------------------


def test_a_scorer_does_not_change_a_confirmed_sheet(scorer, table, sheet):
    factories.confirmed(factories.deals(sheet, factories.TWELVE))
    page = scorer.get(url(table, "table"))
    assert "disabled" in page.content.decode()
    changed = TWELVE | {1: factories.deal(91)}
    versions = dict.fromkeys(TWELVE, 1)
    answer = scorer.post(url(table, "deals"), typed(changed, versions, reason="Verschrieben"))
    assert answer.status_code == 409
    assert sheet.deals.count() == 12
    for name in ("reopen", "settle"):
        post = {"reason": "Verschrieben", "way": "as-is"}
        assert scorer.post(url(table, name), post).status_code == 403


def test_an_organiser_corrects_a_confirmed_sheet_with_a_reason(organiser, table, sheet):
    factories.confirmed(factories.deals(sheet, factories.TWELVE))
    changed, versions = TWELVE | {1: factories.deal(91)}, dict.fromkeys(TWELVE, 1)
    without = organiser.post(url(table, "deals"), typed(changed, versions))
    assert without.status_code == 400
    assert 'data-code="reason-needed"' in without.content.decode()
    done = organiser.post(
        url(table, "deals"), typed(changed, versions, reason="Auf dem Papier stand 91")
    )
    assert done.status_code == 302
    sheet.refresh_from_db()
    assert (sheet.status, sheet.corrections, sheet.totals) == (
        SheetStatus.CONFIRMED,
        1,
        [1319, 765],
    )
    assert sheet.deals.get(number=1, version=1).written == [92, 65]
    assert set(TableResult.objects.values_list("points", "corrected")) == {
        (1319, True),
        (765, True),
    }
    assert AuditEvent.objects.get(action="deal.correct").reason == "Auf dem Papier stand 91"
    assert "data-corrected" in organiser.get(url(table, "table")).content.decode()


def test_an_organiser_corrects_a_sheet_of_a_closed_round(organiser, round_, table, sheet):
    factories.confirmed(factories.deals(sheet, factories.TWELVE))
    factories.close_round(round_)
    changed, versions = TWELVE | {1: factories.deal(91)}, dict.fromkeys(TWELVE, 1)
    organiser.post(url(table, "deals"), typed(changed, versions, reason="Nachgezählt"))
    sheet.refresh_from_db()
    assert sheet.totals == [1319, 765]


def test_a_sheet_is_given_back_to_its_table_while_the_round_is_played(
    organiser, round_, table, sheet
):
    factories.confirmed(factories.deals(sheet, factories.TWELVE))
    assert organiser.post(url(table, "reopen"), {"reason": "Streit"}).status_code == 302
    sheet.refresh_from_db()
    assert sheet.status == SheetStatus.OPEN
    factories.confirmed(sheet)
    factories.close_round(round_)
    answer = organiser.post(url(table, "reopen"), {"reason": "Streit"})
    assert answer.status_code == 409
    assert 'data-code="round-over"' in answer.content.decode()


def test_reopening_needs_a_reason(organiser, table, sheet):
    factories.confirmed(factories.deals(sheet, factories.TWELVE))
    assert organiser.post(url(table, "reopen"), {"reason": "  "}).status_code == 400


# -- deciding --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "status", "points"),
    [
        ("as-is", SheetStatus.CONFIRMED, {243, 228}),
        ("scaled", SheetStatus.CONFIRMED, {972, 912}),
        ("void", SheetStatus.VOID, set()),
    ],
)
def test_an_unfinished_sheet_counts_as_the_organiser_decides(
    organiser, table, sheet, way, status, points
):
    factories.deals(sheet, factories.TWELVE[:3])
    ScoreSheet.objects.filter(pk=sheet.pk).update(
        status=SheetStatus.SUBMITTED, status_reason="Ein Spieler musste gehen"
    )
    answer = organiser.post(url(table, "settle"), {"way": way, "reason": "Reglement Art. 7"})
    assert answer.status_code == 302
    sheet.refresh_from_db()
    assert sheet.status == status
    assert set(TableResult.objects.values_list("points", flat=True)) == points


def test_two_figures_are_settled_at_the_desk(scorer, table, sheet):
    factories.deals(sheet, factories.TWELVE[:2])
    other = Deal.objects.create(
        sheet=sheet,
        number=2,
        version=2,
        payload=factories.deal(81),
        written=[81, 76],
        nonce="another-phone",
        state=Deal.State.CONTESTED,
        by_kind="place",
    )
    page = scorer.get(url(table, "table")).content.decode()
    assert 'data-contested="2"' in page
    post = {"number": 2, "deal": other.pk, "nonce": "desk-settles"}
    assert scorer.post(url(table, "choose"), post).status_code == 302
    assert sheet.deals.get(number=2, state=Deal.State.CURRENT).written == [81, 76]
    assert not sheet.deals.filter(state=Deal.State.CONTESTED).exists()


def test_a_complete_sheet_is_confirmed_at_the_desk_at_the_revision_that_was_seen(
    scorer, table, sheet
):
    factories.deals(sheet, factories.TWELVE)
    stale = scorer.post(url(table, "confirm"), {"revision": sheet.revision - 1})
    assert stale.status_code == 409
    done = scorer.post(url(table, "confirm"), {"revision": sheet.revision})
    assert done.status_code == 302
    sheet.refresh_from_db()
    assert sheet.status == SheetStatus.CONFIRMED


@pytest.mark.parametrize("side", [0, 1])
def test_a_disputed_sheet_that_is_right_after_all_is_confirmed_at_the_desk(
    scorer, table, sheet, side
):
    factories.deals(sheet, factories.TWELVE)
    sheet.status, sheet.disputed_side = SheetStatus.DISPUTED, side
    sheet.status_reason = "Spiel 9 stimmt nicht"
    sheet.save()
    done = scorer.post(url(table, "confirm"), {"revision": sheet.revision})
    assert done.status_code == 302
    sheet.refresh_from_db()
    assert (sheet.status, sheet.disputed_side) == (SheetStatus.CONFIRMED, None)


def test_a_yes_and_then_a_no_of_the_same_side_is_settled_at_the_desk(scorer, table, sheet):
    factories.deals(sheet, factories.TWELVE)
    Confirmation.objects.create(
        sheet=sheet,
        revision=sheet.revision,
        side=1,
        how=Confirmation.How.SAME_PHONE,
        by_kind="place",
    )
    sheet_dispute(
        sheet_id=sheet.pk, context=life.context_of(table), side=1, reason="Spiel 9 stimmt nicht"
    )
    page = scorer.get(url(table, "table")).content.decode()
    assert url(table, "confirm") in page
    done = scorer.post(url(table, "confirm"), {"revision": sheet.revision})
    assert done.status_code == 302
    sheet.refresh_from_db()
    assert (sheet.status, sheet.disputed_side) == (SheetStatus.CONFIRMED, None)


# -- pages -----------------------------------------------------------------------------------------


def test_a_table_whose_round_has_not_started_has_no_sheet_yet(organiser, evening):
    waiting = factories.drawn_round(evening).tables.first()
    page = organiser.get(url(waiting, "table"))
    assert page.status_code == 200
    assert "data-grid" not in page.content.decode()
    for name in ("deals", "totals", "confirm", "choose"):
        assert organiser.post(url(waiting, name)).status_code == 200
    for name in ("settle", "reopen"):
        assert organiser.post(url(waiting, name)).url == url(waiting, "table")


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_every_game_is_typed_in_the_same_grid(client, variant):
    rules = get_variant(variant)
    options = rules.options({"deals": 4})
    size = rules.seats(options)
    evening = factories.tournament(variant=variant, options=options, players=2 * size)
    table = factories.playing_round(evening).tables.first()
    client.force_login(factories.member(evening.club, Role.ORGANISER))
    page = client.get(url(table, "table"))
    assert page.status_code == 200
    assert page.content.decode().count("<tr data-deal=") == 4
    names = [name for row in page.context["form"].rows for name in _inputs(row)]
    nonsense = dict.fromkeys(names, "x") | {"row": ["1", "2", "3", "4"]}
    refused = client.post(url(table, "deals"), nonsense | {"1:nonce": "nonsense-1"})
    assert refused.status_code in {400, 422}
    assert not Deal.objects.filter(sheet=factories.sheet_of(table)).exists()
    assert client.post(url(table, "totals"), {"nonce": "nonsense-2"}).status_code == 422


def _inputs(row) -> list[str]:
    return [f"{row.prefix}{each.name}" for field in row.form.bound() for each in field.inputs]


def test_the_desk_opens_the_slate_of_the_table_with_the_offices_rights(organiser, table, sheet):
    factories.deals(sheet, factories.TWELVE[:2])
    link = organiser.get(url(table, "table")).context["page"].context.links.to("page")
    assert f"/tables/{table.pk}/sheet/" in link
    assert organiser.get(link).status_code == 200


def test_the_desk_of_another_club_is_not_found(client, table, sheet):
    client.force_login(factories.member(factories.club(), Role.OWNER))
    for name in ("deals", "totals", "confirm", "reopen", "settle", "choose"):
        assert client.post(url(table, name)).status_code == 404
    assert client.get(url(table, "table")).status_code == 404
    evening = table.round.tournament
    slate = f"/clubs/{evening.club.slug}/tournaments/{evening.slug}/tables/{table.pk}/sheet/"
    assert client.get(slate).status_code == 404


def test_a_table_of_another_evening_is_not_found_here(organiser, evening, table):
    elsewhere = factories.playing_round().tables.first()
    address = reverse(
        "tournaments:desk-table", args=[evening.club.slug, evening.slug, elsewhere.pk]
    )
    assert organiser.get(address).status_code == 404


def test_a_scorer_writes_only_while_the_round_is_played(scorer, round_, table, sheet):
    factories.close_round(round_)
    answer = scorer.post(url(table, "deals"), typed({1: factories.deal(92)}))
    assert answer.status_code == 403
    assert not sheet.deals.exists()
    round_.refresh_from_db()
    assert round_.status == RoundStatus.CLOSED


# -- a match that nobody said ----------------------------------------------------------------------


def questions(client, table) -> list[str]:
    """The deals whose match the desk asks about."""
    page = client.get(url(table, "table")).content.decode()
    return re.findall(r'data-ask="(\d+)">', page)


def test_all_points_without_a_match_are_asked_about_at_the_desk(scorer, table):
    unsaid, said = factories.deal(157, match=None), factories.deal(157, match=0)
    last = factories.deal(0, match=None)
    factories.deals(factories.sheet_of(table), [unsaid, factories.deal(100), said, last])
    assert questions(scorer, table) == ["1", "4"]


def test_where_a_game_has_no_match_nothing_is_asked(client):
    evening = factories.tournament(
        players=4, rounds=1, variant="differenzler", options={}, format="individuals"
    )
    table = factories.playing_round(evening).tables.get()
    client.force_login(factories.member(evening.club, Role.SCORER))
    assert "data-ask" not in client.get(url(table, "table")).content.decode()
