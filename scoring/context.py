"""The seam between a sheet and whoever mounts it.

Scoring's views and services work on a ``ScoreSheet`` and a ``SheetContext`` that
the caller hands in; they never ask whether the sheet belongs to a tournament.
Free sheets mount the views under ``/s/<token>/`` with scoring's own context,
tournaments under ``/t/<code or token>/`` with theirs.

Nothing here touches the database.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from django.urls import reverse

from jassclub.audit.services import Actor
from scoring.figures import FRANCS, Money
from scoring.models import Confirmation, ScoreSheet


class Right(StrEnum):
    """What somebody may do with one sheet, now."""

    READ = "read"
    WRITE = "write"  # record, correct and remove deals while the sheet is open
    CONFIRM = "confirm"  # say yes for the sides in ``SheetContext.sides``
    OFFICE = "office"  # correct after confirming, reopen, settle disputes (with a reason)
    RELEASE = "release"  # take a seat's key from a phone, so that another one can have it


class ConfirmService(Protocol):
    """Confirms one side of a sheet at a revision; what else follows is the mounting room's."""

    def __call__(
        self, *, sheet_id: int, context: "SheetContext", revision: int, side: int
    ) -> ScoreSheet: ...


@dataclass(frozen=True, slots=True)
class SheetLinks:
    """Addresses of the mounted sheet views: one namespace, one leading argument.

    ``links.to("board")`` reverses ``<namespace>:sheet-board`` with the mounting
    token; further arguments follow it (a deal's number, a side).
    """

    namespace: str
    token: str

    def to(self, name: str, *args: object) -> str:
        return reverse(f"{self.namespace}:sheet-{name}", args=[self.token, *args])


@dataclass(frozen=True, slots=True)
class Onward:
    """Where the table goes after its sheet is confirmed: a sentence, and an address if there is one."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when the table should be done, in UTC; ``ask`` is the address that says it anew."""

    ends_at: datetime
    ask: str


class Held(StrEnum):
    """Whether the phone that came with a seat's key may use it."""

    HERE = "here"  # it claimed the key
    NOWHERE = "nowhere"  # nobody did yet
    ELSEWHERE = "elsewhere"  # another phone did


@dataclass(frozen=True, slots=True)
class OwnKey:
    """The seat's own key that opened the sheet: its id, this phone's mark, and who holds it.

    ``phone`` is what a claim is stored under; it can be neither guessed nor read anywhere. ""
    where the phone has none.
    """

    key: int
    phone: str
    held: Held


@dataclass(frozen=True, slots=True)
class SheetContext:
    """Whose sheet this is on screen, and who may do what with it.

    ``title``/``subtitle`` are ready texts ("Tisch 7", "Runde 2 von 4"). ``names``
    gives the person at each seat now. ``sides`` are those the actor may confirm
    for, ``how`` says with what proof. ``confirm`` is the mounting room's confirm
    service. ``closed_reason`` says why nothing can be written although the sheet
    is open ("" where it can). ``everyone_confirms``: in games for individuals
    all sides confirm, not just the writer and one other; ``double_entry``: totals
    from paper need two people. ``seat``: whose phone this is, where they said so;
    ``own``: the seat's own key, where that is proven. ``seat_pages`` is the
    namespace under which a seat's key opens this sheet, ``release_hint`` says
    who can take a key from a phone.
    ``money``: what amounts are in, where a game counts cents.
    ``onward``: what comes after confirming. ``deadline``: the time limit, if there
    is one and it still runs. ``audit`` holds the ids
    under which audit events are filed (club_id, tournament_id).
    """

    title: str
    subtitle: str
    names: tuple[str, ...]
    actor: Actor
    rights: frozenset[Right]
    links: SheetLinks
    confirm: ConfirmService
    sides: frozenset[int] = frozenset()
    how: str = Confirmation.How.SAME_PHONE
    closed_reason: str = ""
    everyone_confirms: bool = False
    double_entry: bool = False
    card_pack: str = "swiss"
    money: Money = FRANCS
    seat: int | None = None
    own: OwnKey | None = None
    seat_pages: str = "scoring"
    release_hint: str = ""
    onward: tuple[Onward, ...] = ()
    deadline: Deadline | None = None
    audit: dict[str, int | None] = field(default_factory=dict)
    on_change: Callable[[ScoreSheet], None] | None = None

    def may(self, right: Right) -> bool:
        return right in self.rights
