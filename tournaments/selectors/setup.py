"""A club's tournaments, and where a new one can begin. Reads only."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from jassclub.clubs.models import Club
from scoring.messages import label
from scoring.rules import UnknownVariant, get_variant
from tournaments.models import EntryStatus, Preset, RoundStatus, Tournament, TournamentStatus
from tournaments.presets import READY, Ready, blank_setup, drawable_variants, ready_made
from tournaments.setup_data import SetupData

GROUPS = (TournamentStatus.RUNNING, TournamentStatus.PLANNED, TournamentStatus.CLOSED)


@dataclass(frozen=True, slots=True)
class Beginnings:
    """Everything a new tournament can be made from; the texts are those :func:`setup_from` takes."""

    ready: list[tuple[str, Ready]]
    own: list[tuple[str, Preset]]
    earlier: list[Tournament]
    games: list[tuple[str, str]]


def club_tournaments(club: Club) -> list[tuple[TournamentStatus, list[Tournament]]]:
    """The club's tournaments by status, each with ``players``, ``played`` (closed rounds) and
    ``planned`` (rounds of all its stages).
    """
    listed: list[Any] = list(
        Tournament.objects.filter(club=club)
        .annotate(
            players=Count(
                "entries",
                filter=Q(entries__outside_ranking=False)
                & ~Q(entries__status=EntryStatus.WITHDRAWN, entries__withdrawn_from=1),
                distinct=True,
            ),
            played=Count("rounds", filter=Q(rounds__status=RoundStatus.CLOSED), distinct=True),
        )
        .prefetch_related("stages")
    )
    for tournament in listed:
        tournament.planned = sum(stage.planned_rounds for stage in tournament.stages.all())
    groups = [(status, [t for t in listed if t.status == status]) for status in GROUPS]
    planned = next(items for status, items in groups if status == TournamentStatus.PLANNED)
    planned.sort(key=lambda t: t.starts_at)
    return [(status, items) for status, items in groups if items]


def beginnings(club: Club) -> Beginnings:
    """What the page for a new tournament offers, the newest earlier ones first."""
    return Beginnings(
        ready=[(f"ready-{ready.key}", ready) for ready in ready_made()],
        own=[(f"own-{preset.pk}", preset) for preset in club.presets.all()],
        earlier=list(club.tournaments.prefetch_related("stages")[:6]),
        games=[(f"game-{v.name}", label(v.title)) for v in drawable_variants()],
    )


def setup_from(club: Club, source: str) -> SetupData | None:
    """The setup a new tournament begins with: ``ready-<key>``, ``own-<id>``, ``game-<variant>``."""
    kind, _dash, key = source.partition("-")
    try:
        if kind == "ready":
            return next((ready.data for ready in READY if ready.key == key), None)
        if kind == "own" and key.isascii() and key.isdigit():
            preset = club.presets.filter(pk=int(key[:18])).first()
            return _readable(preset.data) if preset else None
        return blank_setup(get_variant(key)) if kind == "game" else None
    except UnknownVariant:
        return None


def _readable(data: dict[str, Any]) -> SetupData:
    """A kept preset, with the options that its game has today."""
    setup = SetupData.from_preset(data)
    known = get_variant(setup.variant).options()
    kept = {name: value for name, value in setup.options.items() if name in known}
    return setup.with_(options={**known, **kept})
