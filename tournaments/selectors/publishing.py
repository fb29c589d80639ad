"""How far the public sees: one answer for every page, list, answer and screen.

Words: a round is *published* when its results may be seen by everyone. By the tournament's setting
that is at once, when the round is closed, or on the organiser's word; and the *hidden* last rounds
are not published before the reveal, whatever the setting says.
"""

from dataclasses import dataclass

from django.db.models import Sum

from tournaments.models import Publishing, RoundStatus, Tournament

COUNTING = (RoundStatus.PLAYING, RoundStatus.CLOSED)


@dataclass(frozen=True, slots=True)
class Published:
    """``after`` is the newest round the public sees, ``newest`` the one that was played last.

    ``why`` says what keeps the rest back: ``hidden``, ``closed``, ``hand``, or "" where nothing is.
    """

    after: int
    newest: int
    why: str = ""

    @property
    def kept_back(self) -> int:
        return self.newest - self.after


def published_after(tournament: Tournament, *, newest: int, status: str, planned: int) -> Published:
    """What is published of a tournament whose newest counting round is ``newest``, of ``planned``."""
    after, why = newest, ""
    if tournament.publishing == Publishing.CLOSED and status != RoundStatus.CLOSED:
        after, why = max(newest - 1, 0), "closed"
    elif tournament.publishing == Publishing.HAND and tournament.published_round < newest:
        after, why = tournament.published_round, "hand"
    if hides(tournament):
        last = max(planned - tournament.hidden_rounds, 0)
        if last < newest and last <= after:
            after, why = last, "hidden"
    return Published(after, newest, why if after < newest else "")


def hides(tournament: Tournament) -> bool:
    """Whether the last rounds wait for the reveal."""
    return bool(tournament.hidden_rounds) and tournament.revealed_at is None


def rounds_planned(tournament: Tournament) -> int:
    """How many rounds all stages have together."""
    found = tournament.stages.aggregate(all=Sum("planned_rounds"))["all"]
    return int(found or 0)


def published(tournament: Tournament) -> Published:
    """What the public sees of a tournament now."""
    rounds = tournament.rounds.filter(status__in=COUNTING).order_by("-number")
    newest, status = rounds.values_list("number", "status").first() or (0, RoundStatus.CLOSED)
    planned = rounds_planned(tournament)
    return published_after(tournament, newest=newest, status=status, planned=planned)


def is_published(tournament: Tournament, number: int) -> bool:
    """Whether everyone may see what round ``number`` brought; asks nothing where nothing is kept back."""
    if tournament.publishing == Publishing.LIVE and not hides(tournament):
        return True
    return number <= published(tournament).after


@dataclass(frozen=True, slots=True)
class Publishable:
    """What the organiser can let the public see now: a closed round's number, the hidden rounds."""

    publish: int | None
    reveal: bool


def publishable(tournament: Tournament) -> Publishable:
    """The buttons of the office's ranking."""
    closed = (
        tournament.rounds.filter(status=RoundStatus.CLOSED)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
    )
    by_hand = tournament.publishing == Publishing.HAND
    is_new = closed is not None and by_hand and closed > tournament.published_round
    first_hidden = rounds_planned(tournament) - tournament.hidden_rounds + 1
    reveal = hides(tournament) and closed is not None and closed >= first_hidden
    return Publishable(closed if is_new else None, reveal)
