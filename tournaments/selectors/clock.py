"""The clock of a round: until when is played, by the server's time.

Words: the *limit* is the stage's minutes and what the director has added or taken off. Never ends
a round: the next one begins on the director's word.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone

from scoring.context import Deadline
from tournaments.models import Round, RoundStatus, Tournament


@dataclass(frozen=True, slots=True)
class Clock:
    """The time limit of the round that is played."""

    round: int
    minutes: int
    ends_at: datetime


def round_minutes(round_: Round) -> int | None:
    """The limit in minutes; None where the stage has none."""
    planned = round_.stage.round_minutes
    return None if planned is None else planned + round_.extra_minutes


def round_clock(round_: Round | None) -> Clock | None:
    """The clock of a round with its stage; None where it is not being played, or without a limit."""
    if round_ is None or round_.status != RoundStatus.PLAYING or round_.started_at is None:
        return None
    minutes = round_minutes(round_)
    if minutes is None:
        return None
    return Clock(round_.number, minutes, round_.started_at + timedelta(minutes=minutes))


def clock_now(tournament: Tournament) -> Clock | None:
    """The clock of the round that is being played now."""
    return round_clock(
        tournament.rounds.filter(status=RoundStatus.PLAYING)
        .select_related("stage")
        .defer("protocol")
        .first()
    )


def deadline(clock: Clock | None, ask: str) -> Deadline | None:
    """The clock as a page shows it, with the address at which the page asks again."""
    return Deadline(clock.ends_at, ask) if clock else None


def public_deadline(tournament: Tournament) -> Deadline | None:
    """The clock for pages that everyone may open."""
    return deadline(clock_now(tournament), public_ask(tournament))


def public_ask(tournament: Tournament) -> str:
    return reverse("tournaments:clock", args=[tournament.club.slug, tournament.slug])


def clock_answer(clock: Clock | None) -> dict[str, int | None]:
    """What an open page is told: the end and the server's own time, in seconds since 1970."""
    return {
        "ends": int(clock.ends_at.timestamp()) if clock else None,
        "now": int(timezone.now().timestamp()),
    }
