"""What the public sees of an evening, and when: at once, after each round, by hand, not the last ones."""

import pytest
from django.urls import reverse
from django.utils import timezone

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import SYSTEM
from jassclub.clubs.models import Role
from tests import factories
from tests.reading import figures
from tests.tournaments.rankings import rebuild, results
from tournaments.errors import Conflict
from tournaments.models import Publishing, Tournament, TournamentStatus, Visibility
from tournaments.selectors.publishing import publishable, published
from tournaments.services.publishing import ranking_publish, ranking_reveal

pytestmark = pytest.mark.django_db

SECRET = 7000
"""What the second round brings: no figure of the first one looks like it."""


def evening(*, closed=False, rounds=2, **fields):
    """Round 1 is closed; round 2 has results of 7001 and more, and is closed or still played."""
    made = factories.tournament(
        players=8,
        rounds=rounds,
        visibility=Visibility.PUBLIC,
        categories=[{"key": "youth", "name": ""}],
        team_counted=2,
        **fields,
    )
    made.entries.filter(number__in=[1, 8]).update(categories=["youth"], team="Altdorf")
    results(factories.close_round(factories.playing_round(made)))
    second = factories.playing_round(made)
    results(second, lambda number: SECRET + number)
    for table in second.tables.all():
        sheet = factories.deals(factories.sheet_of(table), factories.TWELVE)
        sheet.totals = [SECRET + 100, SECRET + 200]
        factories.confirmed(sheet)
    if closed:
        factories.close_round(second)
    rebuild(made)
    return Tournament.objects.select_related("club").get(pk=made.pk)


def address(name, made, *args):
    return reverse(f"tournaments:{name}", args=[made.club.slug, made.slug, *args])


def seen(made):
    shown = published(made)
    return shown.after, shown.why


@pytest.mark.parametrize(
    ("publishing", "closed", "expected"),
    [
        (Publishing.LIVE, False, (2, "")),
        (Publishing.CLOSED, False, (1, "closed")),
        (Publishing.CLOSED, True, (2, "")),
        (Publishing.HAND, False, (0, "hand")),
        (Publishing.HAND, True, (0, "hand")),
    ],
)
def test_the_public_follows_as_far_as_the_setting_says(publishing, closed, expected):
    assert seen(evening(publishing=publishing, closed=closed)) == expected


@pytest.mark.parametrize("publishing", Publishing.values)
def test_hidden_last_rounds_stay_hidden_whatever_the_setting_until_the_reveal(publishing):
    made = evening(publishing=publishing, closed=True, hidden_rounds=1, published_round=2)
    assert seen(made) == (1, "hidden")
    ranking_reveal(tournament_id=made.pk, actor=SYSTEM)
    made.refresh_from_db()
    assert seen(made) == (2, "")


@pytest.mark.parametrize("fields", [{"hidden_rounds": 1}, {"publishing": Publishing.HAND}])
def test_what_is_shown_is_not_called_final_while_anything_is_kept_back(client, fields):
    made = evening(closed=True, **fields)
    Tournament.objects.filter(pk=made.pk).update(status=TournamentStatus.CLOSED)
    assert "data-final" not in client.get(address("public", made)).content.decode()
    Tournament.objects.filter(pk=made.pk).update(published_round=2, revealed_at=timezone.now())
    assert "data-final" in client.get(address("public", made)).content.decode()


def test_by_hand_only_a_closed_round_is_published_and_the_log_says_so():
    made = evening(publishing=Publishing.HAND)
    for number in (2, 3):
        with pytest.raises(Conflict) as refused:
            ranking_publish(tournament_id=made.pk, actor=SYSTEM, number=number)
        assert refused.value.code == "round-not-closed"
    assert publishable(made).publish == 1
    for _twice in range(2):
        ranking_publish(tournament_id=made.pk, actor=SYSTEM, number=1)
    made.refresh_from_db()
    assert (seen(made), publishable(made).publish) == ((1, "hand"), None)
    (event,) = AuditEvent.objects.filter(action="ranking.publish")
    assert (event.before, event.after) == ({"published_round": 0}, {"published_round": 1})


def test_what_is_published_by_itself_is_not_published_by_hand():
    made = evening(publishing=Publishing.CLOSED)
    with pytest.raises(Conflict) as refused:
        ranking_publish(tournament_id=made.pk, actor=SYSTEM, number=1)
    assert refused.value.code == "not-by-hand"


def test_the_organiser_publishes_and_reveals_with_a_button_and_a_scorer_has_none(client):
    made = evening(publishing=Publishing.HAND, closed=True, hidden_rounds=1)
    client.force_login(factories.member(made.club, Role.SCORER))
    assert b'data-part="publish"' not in client.get(address("ranking", made)).content
    client.force_login(factories.member(made.club, Role.ORGANISER))
    page = client.get(address("ranking", made)).content.decode()
    assert address("ranking-publish", made) in page
    assert address("ranking-reveal", made) in page
    client.post(address("ranking-publish", made), {"round": 2})
    made.refresh_from_db()
    assert seen(made) == (1, "hidden")
    client.post(address("ranking-reveal", made))
    made.refresh_from_db()
    assert seen(made) == (2, "")
    assert b'data-part="publish"' not in client.get(address("ranking", made)).content


def doors(made):
    """Every address that the public can open of an evening."""
    api = f"/api/v1/tournaments/{made.club.slug}/{made.slug}"
    names = ("public", "version", "screen", "clock")
    return [
        *(address(name, made) for name in names),
        f"{address('seat', made)}?q=a",
        f"{address('public', made)}?list=youth",
        f"{address('public', made)}?list=teams",
        address("own", made, 1),
        address("own", made, 8),
        reverse("tournaments:table", args=[made.places.get(number=1).token]),
        api,
        f"{api}/rounds",
        f"{api}/rounds/1",
        f"{api}/rounds/2",
        f"{api}/standings",
    ]


SECRETS = {"7001", "7008", "7100", "7200", "8000"}

KEPT_BACK = [
    {"hidden_rounds": 1},
    {"publishing": Publishing.HAND, "published_round": 1},
    {"publishing": Publishing.CLOSED},
]


@pytest.mark.parametrize("fields", KEPT_BACK)
def test_no_public_door_tells_anything_of_a_round_that_is_kept_back(client, fields):
    made = evening(closed=False, **fields)
    for door in doors(made):
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.get(door, headers=headers)
            assert answer.status_code == 200, door
            told = figures(answer.content.decode()) & SECRETS
            assert not told, (door, told)


def test_the_same_doors_tell_it_once_it_is_published(client):
    made = evening(closed=True, hidden_rounds=1)
    ranking_reveal(tournament_id=made.pk, actor=SYSTEM)
    told = [door for door in doors(made) if "7008" in figures(client.get(door).content.decode())]
    assert address("public", made) in told
    assert address("screen", made) in told
    assert address("own", made, 8) in told
    assert f"{address('public', made)}?list=youth" in told
    assert any(door.endswith("/standings") for door in told)
    rounds = client.get(next(door for door in doors(made) if door.endswith("rounds/2")))
    assert "7100" in figures(rounds.content.decode())


def test_a_page_known_before_the_reveal_is_sent_anew_after_it(client):
    made = evening(closed=True, hidden_rounds=1)
    page = client.get(address("public", made))
    again = {"If-None-Match": page["ETag"]}
    assert client.get(address("public", made), headers=again).status_code == 304
    ranking_reveal(tournament_id=made.pk, actor=SYSTEM)
    rebuild(made)
    fresh = client.get(address("public", made), headers=again)
    assert fresh.status_code == 200
    assert "7008" in figures(fresh.content.decode())


def test_the_office_never_waits_for_what_the_public_sees(client):
    made = evening(publishing=Publishing.HAND, hidden_rounds=1)
    client.force_login(factories.member(made.club, Role.SCORER))
    assert "7008" in figures(client.get(address("ranking", made)).content.decode())
