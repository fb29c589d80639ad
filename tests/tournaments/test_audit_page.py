"""The log: who, what, before, after, why, in sentences, for organisers only."""

import re
from pathlib import Path

import pytest
from django.urls import reverse

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import Actor, record
from jassclub.clubs.models import Role
from scoring.services import deal_correct, deal_record
from tests import factories
from tournaments.audit_texts import ACTIONS
from tournaments.desk_context import desk_context
from tournaments.models import Entry
from tournaments.selectors.audit import PAGE, AuditFilter, audit_page
from tournaments.selectors.table import game_of
from tournaments.services.undoing import round_void

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
#: Actions that are filed under a club, or under no tournament, and so never stand in its log.
ELSEWHERE = {"club", "invitation", "member", "player", "players", "preset", "user"}


@pytest.fixture
def evening():
    return factories.tournament(players=8, rounds=2)


@pytest.fixture
def organiser(evening):
    return factories.member(evening.club, Role.ORGANISER, name="Vreni Kälin")


@pytest.fixture
def sheets(evening):
    round_ = factories.playing_round(evening)
    return [factories.sheet_of(table) for table in round_.tables.order_by("place__number")]


def write(sheet, user, own=92):
    game = game_of(sheet)
    actor = Actor("user", user.pk)
    context = desk_context(game.table.round.tournament, game, actor, office=True)
    deal_record(
        sheet_id=sheet.pk, context=context, number=1, payload=factories.deal(own), nonce="n" * 8
    )
    return context


def event(evening, action="entry.check-in", **fields) -> AuditEvent:
    return record(
        **{
            "actor": Actor("system"),
            "action": action,
            "object_kind": "entry",
            "object_id": None,
            "tournament_id": evening.pk,
        }
        | fields
    )


def url(evening) -> str:
    return reverse("tournaments:audit", args=[evening.club.slug, evening.slug])


def test_a_correction_says_who_what_before_after_and_why(evening, organiser, sheets):
    context = write(sheets[0], organiser)
    deal_correct(
        sheet_id=sheets[0].pk,
        context=context,
        number=1,
        version=1,
        payload=factories.deal(90),
        nonce="m" * 8,
        reason="Auf dem Papier stand 90",
    )
    line = audit_page(evening, AuditFilter()).lines[0]
    assert line.who == "Vreni Kälin"
    assert line.action == "deal.correct"
    assert "92 : 65 → 90 : 67" in line.text
    assert line.reason == "Auf dem Papier stand 90"


def test_every_action_of_the_program_has_a_sentence():
    found = set()
    for room in ("scoring", "tournaments"):
        for path in (ROOT / room).rglob("services/*.py"):
            found |= set(re.findall(r'"([a-z]+\.[a-z-]+)"', path.read_text()))
    spoken = {action for action in found if action.partition(".")[0] not in ELSEWHERE}
    no_line = {"tournament.delete", "options.deals"}  # its log went with it; a field's name
    assert spoken - no_line - set(ACTIONS) == set()
    assert len(spoken) > 20


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_a_sentence_never_fails_for_lack_of_a_figure(evening, action):
    event(evening, action)
    [line] = audit_page(evening, AuditFilter()).lines
    assert line.text
    assert "%(" not in line.text


def test_an_action_without_a_sentence_is_shown_all_the_same(evening):
    event(evening, "moon.rise")
    [line] = audit_page(evening, AuditFilter()).lines
    assert line.text == "moon.rise"


def test_names_are_looked_up_and_not_stored(evening):
    entry = evening.entries.first()
    made = event(evening, object_id=entry.pk, after={"number": 1})
    assert entry.name not in str(made.after)
    assert entry.name in audit_page(evening, AuditFilter()).lines[0].text
    Entry.objects.filter(pk=entry.pk).update(name="Neuer Name")
    assert "Neuer Name" in audit_page(evening, AuditFilter()).lines[0].text


def test_the_log_is_filtered_by_table_round_and_person(evening, organiser, sheets):
    for sheet in sheets:
        write(sheet, organiser)
    at_one = sheets[0].table_game.table.seats.first().entry
    event(evening, object_id=at_one.pk)

    def shown(**chosen):
        return [line.action for line in audit_page(evening, AuditFilter(**chosen)).lines]

    assert shown() == ["entry.check-in", "deal.record", "deal.record"]
    assert shown(table=1) == ["deal.record"]
    assert shown(table=1, round=2) == []
    assert shown(entry=at_one.pk) == ["entry.check-in", "deal.record"]
    assert shown(table=2, entry=at_one.pk) == []


def test_the_log_of_another_evening_is_not_mixed_in(evening, organiser, sheets):
    other = factories.tournament(of=evening.club)
    event(other)
    assert audit_page(evening, AuditFilter()).lines == []


def test_long_logs_are_read_page_by_page_without_a_gap(evening, client, organiser):
    made = [event(evening).pk for _n in range(PAGE + 5)]
    client.force_login(organiser)
    first = client.get(url(evening)).context["page"]
    second = client.get(f"{url(evening)}?{first.older_query}").context["page"]
    assert [line.id for line in (*first.lines, *second.lines)] == made[::-1]
    assert second.older is None


def test_a_full_page_asks_as_much_of_the_database_as_a_short_one(
    evening, client, organiser, sheets, django_assert_max_num_queries
):
    client.force_login(organiser)
    write(sheets[0], organiser)
    with django_assert_max_num_queries(20):
        client.get(url(evening))
    for entry in evening.entries.all():
        event(evening, object_id=entry.pk)
    write(sheets[1], organiser)
    with django_assert_max_num_queries(20):
        assert len(client.get(url(evening)).context["page"].lines) == 10


def test_a_void_round_stays_readable(evening, organiser):
    round_ = factories.drawn_round(evening)
    round_void(round_id=round_.pk, actor=Actor("user", organiser.pk), reason="Falsch gelost")
    line = audit_page(evening, AuditFilter(round=1)).lines[0]
    assert (line.action, line.reason) == ("round.void", "Falsch gelost")


@pytest.mark.parametrize("query", ["table=x", "entry=-1", "before=" + "9" * 40, "round=%00"])
def test_nonsense_in_the_address_chooses_nothing(evening, client, organiser, query):
    event(evening)
    client.force_login(organiser)
    page = client.get(f"{url(evening)}?{query}")
    assert page.status_code == 200
    assert len(page.context["page"].lines) == 1
