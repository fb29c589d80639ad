"""What users of comparable programs reported as wrong, where no other test says it already."""

import re

import pytest
from django.urls import reverse

from jassclub.audit.models import AuditEvent
from jassclub.clubs.errors import ClubError
from jassclub.clubs.models import Role
from jassclub.clubs.services import player_delete
from tests import factories
from tests.reading import figures
from tests.tournaments import life
from tests.tournaments.test_life_tables import correct
from tournaments.errors import TablesOpen
from tournaments.models import Seat
from tournaments.services.entries import entry_withdraw
from tournaments.services.rounds import rounds_draw
from tournaments.services.standings import standings_rebuild
from tournaments.services.substituting import Newcomer, seat_replace

pytestmark = pytest.mark.django_db


def public(client, evening, name="public", **query) -> str:
    address = reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug])
    return client.get(address, query).content.decode()


def test_a_draw_by_standings_with_one_of_twelve_tables_open_is_blocked_or_overridden_with_a_reason():
    evening = life.evening(players=48, format="swiss")
    first = life.playing(evening)
    for table in first.tables.all()[:11]:
        factories.confirmed(factories.sheet_of(table))
    with pytest.raises(TablesOpen) as refused:
        rounds_draw(tournament_id=evening.pk, actor=life.ACTOR, expected=1)
    assert refused.value.tables == [12]
    assert evening.rounds.count() == 1
    rounds_draw(
        tournament_id=evening.pk, actor=life.ACTOR, expected=1, despite_open="Tisch 12 spielt nach"
    )
    assert AuditEvent.objects.get(reason="Tisch 12 spielt nach").action == "round.draw"


def test_whoever_withdraws_after_round_4_stays_in_the_public_ranking_marked_and_moves_nobody(
    client,
):
    evening = life.evening(players=8, rounds=5)
    for _n in range(4):
        life.play(evening)
    before = life.totals(evening)
    gone = evening.entries.get(number=3)
    entry_withdraw(tournament_id=evening.pk, actor=life.ACTOR, entry_id=gone.pk, from_round=5)
    assert life.totals(evening) == before
    page = public(client, evening)
    row = re.search(r'<tr data-entry="3".*?</tr>', page, re.DOTALL).group(0)
    assert "5" in figures(re.search(r'class="badge">([^<]+)<', row).group(1))


def test_a_substitute_has_played_and_is_not_deleted_from_the_clubs_list():
    evening = life.evening(players=8)
    table = life.playing(evening).tables.first()
    seat_replace(
        table_id=table.pk,
        actor=life.ACTOR,
        seat=0,
        sitting=Seat.objects.get(table=table, seat=0).player_id,
        newcomer=Newcomer(name="Ruth Aebi"),
    )
    ruth = evening.club.players.get(name="Ruth Aebi")
    with pytest.raises(ClubError):
        player_delete(player_id=ruth.pk, actor=life.ACTOR)


def test_a_correction_after_closing_is_marked_in_the_ranking_that_is_printed_too(client):
    evening = life.evening(players=8)
    table = life.play(evening).tables.first()
    correct(table, factories.deal(57), version=1, nonce="reported-27")
    standings_rebuild(tournament_id=evening.pk)
    number = life.at(table, 0).number
    row = re.search(rf'<tr data-entry="{number}".*?</tr>', public(client, evening), re.DOTALL)
    mark = re.search(r"<span[^>]* data-corrected>korrigiert</span>", row.group(0))
    assert mark
    assert "no-print" not in row.group(0)


def test_where_do_i_sit_knows_the_substitute_and_no_more_the_one_who_did_not_come(client):
    evening = life.evening(players=8)
    table = life.playing(evening).tables.first()
    seat = Seat.objects.select_related("player").get(table=table, seat=0)
    seat_replace(
        table_id=table.pk,
        actor=life.ACTOR,
        seat=0,
        sitting=seat.player_id,
        newcomer=Newcomer(name="Ruth Aebi"),
        leaves=True,
    )
    address = reverse("tournaments:seat", args=[evening.club.slug, evening.slug])
    (ruth,) = client.get(address, {"q": "Aebi"}).context["found"]
    assert [place.table for place in ruth.places] == [1]
    assert client.get(address, {"q": seat.player.name}).context["found"] == []
    partner = Seat.objects.select_related("player").get(table=table, seat=2).player
    (other,) = client.get(address, {"q": partner.name}).context["found"]
    assert other.places[0].partners == ["Ruth Aebi"]


def test_the_card_asks_for_the_names_of_those_who_really_sit_there(client):
    evening = life.evening(players=9)
    round_ = life.playing(evening)
    table = round_.tables.get(place__number=1)
    [waits] = [e for e in evening.entries.all() if life.credits_of(e)]
    gone = life.at(table, 0)
    seat_replace(
        table_id=table.pk,
        actor=life.ACTOR,
        seat=0,
        sitting=Seat.objects.get(table=table, seat=0).player_id,
        newcomer=Newcomer(entry=waits.pk),
    )
    page = client.get(reverse("tournaments:table", args=[table.place.token])).content.decode()
    assert waits.name in page
    assert gone.name not in page


def test_organisers_reach_every_deed_from_the_page_where_they_notice_it(client):
    evening = life.evening(players=8)
    client.force_login(factories.member(evening.club, Role.ORGANISER))
    table = life.playing(evening).tables.first()
    where = [evening.club.slug, evening.slug]
    pages = {
        "desk-table": ([table.pk], ["life-seats", "desk-settle"]),
        "life-seats": ([table.pk], ["life-swap", "life-people", "life-replace"]),
        "checkin-entry": (
            [life.at(table, 0).pk],
            ["checkin-leave", "life-leave-now", "life-merge"],
        ),
        "setup": ([], ["life-rules"]),
    }
    for name, (arguments, deeds) in pages.items():
        page = client.get(reverse(f"tournaments:{name}", args=[*where, *arguments]))
        for deed in deeds:
            address = reverse(f"tournaments:{deed}", args=[*where, *arguments])
            assert address in page.content.decode(), (name, deed)
