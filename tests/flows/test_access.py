"""Every address × every visitor: who gets in, who is told no, and how.

The table below has a row for each address of the program. A new address without a row fails, and so
does a row without an address. Each cell is a test: both GET and POST are tried, with arguments that
exist, so that a refusal is a refusal and not a missing object.

Least visitor: ``anyone``; ``signed-in``; ``scorer``, ``organiser``, ``owner`` of the club; ``card``:
whoever holds the address itself (a token nobody can guess).
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from jassclub.clubs.models import Invitation, Role
from tests import factories
from tournaments.models import Preset, Visibility

VISITORS = ("anyone", "signed-in", "scorer", "organiser", "owner")

CLUB = {
    "signed-in": "home new",
    "owner": "settings members invite revoke member-role member-remove member-reset",
    "organiser": "players player-add player-paste import "
    "import-preview import-save player-export player-edit player-delete",
    "card": "invitation",
}
SHEET = "page board deals deal remove settle versions forehand finish confirm submit dispute "
SHEET += "stream calls calls-again call phones phone release claim"
EVENING = {
    "anyone": "public-list public bracket cross-table own own-sheet screen version clock stream seat code",
    "scorer": "list office-bracket office-cross-table ranking-export checkin checkin-sort checkin-sort-paste checkin-figures checkin-tick checkin-walk-in checkin-absent checkin-team checkin-teams checkin-partner "
    "checkin-announce checkin-entry life-back checkin-leave checkin-remove lists round-lists cards office "
    "office-wall office-go desk-table desk-deals desk-totals desk-confirm ranking round-results "
    "round-protocol round-protocol-json desk-choose desk-take-back",
    "organiser": "seeds new new-from preset-delete setup copy preset-save delete checkin-surplus draw "
    "stages stage-begin stage-take-back stage-drop wishes wish-forget draw-now prize-giving ranking-publish ranking-reveal redraw round-start round-minutes round-close round-reopen round-void desk-reopen "
    "desk-settle life-seats life-swap life-people life-replace life-leave-now life-merge "
    "life-reopen life-rules desk-decide end audit player-anonymise",
    "card": "table table-now table-clock table-here table-not-us",
}
API = {
    "anyone": "variants variant check check-totals tournaments tournament rounds round standings "
    "lists standings-list standings-teams bracket cross-table schema docs",
    "card": "table sheet deals deal choice changes confirmations dispute submission totals "
    "calls claim",
}


def rows() -> Iterator[tuple[str, str]]:
    for name in ("home", "healthz", "readyz", "set_language"):
        yield name, "anyone"
    for space, table in (("clubs", CLUB), ("tournaments", EVENING), ("api", API)):
        for least, names in table.items():
            yield from ((f"{space}:{name}", least) for name in names.split())
    yield from (("scoring:free-new", "scorer"), ("scoring:free-link", "scorer"))
    yield "scoring:free-release", "scorer"
    for name in SHEET.split():
        yield f"tournaments:own:sheet-{name}", "card"
        yield f"scoring:sheet-{name}", "card"
        yield f"tournaments:sheet-{name}", "card"
        yield f"tournaments:desk:sheet-{name}", "scorer"


TABLE = dict(rows())


def addresses(
    resolver: URLResolver, space: str = "", outer: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each address's name with the arguments it wants, those of the parts it hangs under first."""
    for pattern in resolver.url_patterns:
        wanted = (*outer, *(pattern.pattern.converters or pattern.pattern.regex.groupindex))
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from addresses(pattern, inner, wanted)
        elif not (pattern.name or "").startswith("account_"):
            yield f"{space}{pattern.name}", wanted


def test_every_address_has_a_row_and_every_row_an_address():
    found = {name for name, _arguments in addresses(get_resolver())} - {"None"}
    assert found == set(TABLE)


class World:
    """One club with an evening being played, and a visitor of each kind."""

    def __init__(self) -> None:
        self.club = factories.club()
        evening = factories.tournament(
            of=self.club, players=8, visibility=Visibility.PUBLIC, team_counted=2
        )
        round_ = factories.playing_round(evening)
        factories.drawn_round(evening)
        table = round_.tables.first()
        sheet = factories.deals(factories.sheet_of(table), [factories.deal(92)])
        owner = factories.member(self.club, Role.OWNER)
        invited = Invitation.objects.create(
            club=self.club, role=Role.SCORER, created_by=owner, expires_at="2099-01-01T00:00Z"
        )
        self.users = {
            "signed-in": factories.member(factories.club(), Role.OWNER),
            "scorer": factories.member(self.club, Role.SCORER),
            "organiser": factories.member(self.club, Role.ORGANISER),
            "owner": owner,
        }
        self.place = table.place
        scorer = self.club.memberships.get(role=Role.SCORER)
        self.free = factories.free_sheet(of=self.club)
        factories.deals(self.free, [factories.deal(92)])
        self.arguments = {
            "club": self.club.slug,
            "club_slug": self.club.slug,
            "slug": evening.slug,
            "number": 1,
            "table_id": table.pk,
            "entry": 1,
            "entry_id": evening.entries.first().pk,
            "player_id": factories.players(self.club, 1)[0].pk,
            "member_id": scorer.pk,
            "invitation_id": invited.pk,
            "wish_id": 1,
            "preset_id": Preset.objects.create(club=self.club, name="Ours", data={}).pk,
            "source": "ready-schieber-4x12",
            "card": self.place.token,
            "sheet": sheet.pk,
            "seat": 1,
            "sheet_id": self.free.pk,
            "variant": "schieber",
            "kind": "csv",
            "list_key": "main",
            "invitation": invited.token,
            "desk": f"{self.club.slug}/tournaments/{evening.slug}/tables/{table.pk}",
        }

    def address(self, name: str, **other: Any) -> str:
        arguments = self.arguments | {"token": self._token(name)} | other
        return reverse(name, kwargs={key: arguments[key] for key in ARGUMENTS[name]})

    def _token(self, name: str) -> str:
        if name.startswith("scoring:"):
            return str(self.free.keys.get().token)
        if name.startswith("tournaments:desk:"):
            return self.arguments["desk"]
        return self.arguments["invitation"] if name.startswith("clubs:") else self.place.token

    def visit(self, visitor: str, method: str, address: str) -> int:
        """The answer's status; whatever the visit changed is taken back."""
        client = Client()
        with transaction.atomic():
            if visitor in self.users:
                client.force_login(self.users[visitor])
            status = getattr(client, method)(address).status_code
            transaction.set_rollback(True)
        return status


# Open to the visitor, and saying with 404 or 403 that what was asked for (which table, which of two
# figures, which side) is not there: the request of this test names none.
SAYS_SO = {
    "tournaments:office-go": {404},
    "tournaments:own-sheet": {404},
    "tournaments:desk-choose": {404},
    "tournaments:desk:sheet-settle": {404},
    "tournaments:desk:sheet-forehand": {404},
    "tournaments:desk:sheet-confirm": {403},
    "tournaments:desk:sheet-release": {404},
    "scoring:free-release": {404},
}
ARGUMENTS = dict(addresses(get_resolver()))


@pytest.fixture
def world(db):
    return World()


REFUSED = {"anyone": {302, 403, 404}, "signed-in": {404}, "scorer": {403}, "organiser": {403}}


def reaches(visitor: str, least: str) -> bool:
    return VISITORS.index(visitor) >= VISITORS.index(least)


def names(*, behind_a_token: bool) -> list[str]:
    return [name for name, least in TABLE.items() if (least == "card") == behind_a_token]


def is_right(name: str, visitor: str, status: int) -> bool:
    if not reaches(visitor, TABLE[name]):
        return status in REFUSED[visitor]
    return status < 500 and status not in {401, 403, 404} - SAYS_SO.get(name, set())


def test_an_address_opens_for_its_visitors_and_for_nobody_else(world):
    wrong = [
        (name, visitor, method, status)
        for name in names(behind_a_token=False)
        for visitor in VISITORS
        for method in ("get", "post")
        if (status := world.visit(visitor, method, world.address(name))) != 405
        and not is_right(name, visitor, status)
    ]
    assert wrong == []


def test_an_address_behind_a_token_does_not_open_with_a_guessed_one(world):
    guessed = dict.fromkeys(("token", "card"), "A" * 22)
    wrong = [
        (name, method, status)
        for name in names(behind_a_token=True)
        for method in ("get", "post")
        if (status := world.visit("anyone", method, world.address(name, **guessed)))
        not in {302, 401, 403, 404, 405}
    ]
    assert wrong == []


@pytest.mark.parametrize("id_", [10**15, 10**30], ids=["no-such-id", "more-than-a-row-can-have"])
def test_no_address_answers_with_an_error_of_ours_when_its_arguments_do_not_exist(world, id_):
    nowhere = {
        "number": id_,
        "entry": id_,
        "slug": "nowhere",
        "source": "nowhere",
        "list_key": "nowhere",
        "variant": "bridge",
    }
    nowhere |= {key: id_ for key in world.arguments if key.endswith("_id")}
    desk = {"token": f"{world.club.slug}/tournaments/nowhere/tables/1"}
    wrong = [
        (name, method, status)
        for name in names(behind_a_token=False)
        for method in ("get", "post")
        if (
            status := world.visit(
                "owner",
                method,
                world.address(name, **nowhere, **(desk if ":desk:" in name else {})),
            )
        )
        >= 500
    ]
    assert wrong == []
