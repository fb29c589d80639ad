"""Making a tournament, changing its settings, keeping presets, taking it away again.

What can be changed when: before the first draw everything; after it only what touches no seat and
no sheet (:data:`STILL_OPEN`), and a new ranking chain needs a reason. Settings that cannot work are
refused by ``setup_checks`` with the reason on each field (:class:`SetupError`).
"""

import secrets
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from jassclub.audit.services import Actor, record
from jassclub.clubs.models import Club, clean_name
from scoring.rules import get_variant
from tournaments.errors import TournamentError
from tournaments.models import (
    EntryStatus,
    Preset,
    RoundStatus,
    Stage,
    StandingsState,
    SurplusRule,
    Tournament,
)
from tournaments.selectors.field import can_have_other_sizes
from tournaments.services.entries import entries_announce_again
from tournaments.services.locks import must_be_open, tournament_locked
from tournaments.services.recording import record_tournament
from tournaments.services.setup_checks import checked_setup
from tournaments.services.standings import standings_bump
from tournaments.setup_data import SetupData, SetupError, SetupProblem

__all__ = [
    "STILL_OPEN",
    "SetupData",
    "SetupError",
    "preset_delete",
    "preset_save",
    "surplus_choose",
    "tournament_copy",
    "tournament_create",
    "tournament_delete",
    "tournament_update",
]

STILL_OPEN = frozenset(
    {
        "name",
        "venue",
        "starts_at",
        "visibility",
        "hidden_rounds",
        "round_minutes",
        "substitute_rule",
        "publishing",
        "categories",
        "team_counted",
        "double_entry",
        "chain",
    }
)
"""Settings that can be changed after the first draw: no seat and no sheet depends on them."""

RESERVED_SLUGS = frozenset({"new", "presets"})
SAME_WEEKDAY_NEXT_YEAR = timedelta(weeks=52)
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})

ON_STAGE = frozenset(
    {
        "format",
        "table_size",
        "planned_rounds",
        "best_of",
        "place_three",
        "draw_mode",
        "chain",
        "round_minutes",
    }
)
WORDS = frozenset({"name", "venue"})
"""Settings that hold words: the audit says that they changed, not what they say."""


@transaction.atomic
def tournament_create(*, club: Club, actor: Actor, data: SetupData) -> Tournament:
    """A planned tournament with its stage. SetupError says what cannot work."""
    return _create(club=club, actor=actor, data=data, copied_from=None)


@transaction.atomic
def tournament_copy(*, tournament_id: int, actor: Actor, with_players: bool = False) -> Tournament:
    """The same settings once more, a year later on the same weekday; no rounds, no results.

    ``with_players``: everyone of the ranking stands in the new one as announced.
    """
    source = Tournament.objects.select_related("club").get(pk=tournament_id)
    stage = source.stages.get(number=1)
    starts_at = a_year_later(source.starts_at, source.club.zone)
    name = source.name.replace(str(source.starts_at.year), str(starts_at.year))
    data = SetupData.of(source, stage).with_(name=name, starts_at=starts_at)
    made = _create(club=source.club, actor=actor, data=data, copied_from=source)
    if with_players:
        entries_announce_again(source=source, tournament=made, actor=actor)
    return made


def a_year_later(starts_at: datetime, zone: str) -> datetime:
    """The next such weekday after whole years, at the same time on the club's clock; not in the past."""
    local = starts_at.astimezone(ZoneInfo(zone)) + SAME_WEEKDAY_NEXT_YEAR
    while local < timezone.now():
        local += SAME_WEEKDAY_NEXT_YEAR
    return local


@transaction.atomic
def tournament_update(
    *, tournament_id: int, actor: Actor, data: SetupData, reason: str = ""
) -> Tournament:
    """Change settings; SetupError where they cannot work, or can no longer be changed."""
    tournament = tournament_locked(tournament_id)
    stage = tournament.stages.get(number=1)
    drawn = tournament.rounds.exclude(status=RoundStatus.VOID).exists()
    before = SetupData.of(tournament, stage)
    players = None
    if not drawn and _differing(before, data) & {"planned_rounds", "format", "table_size"}:
        players = tournament.entries.exclude(status=EntryStatus.WITHDRAWN).count()
    data = data.with_(options=checked_setup(data, players=players))
    changed = _differing(before, data)
    if drawn:
        _refuse_what_is_settled(changed, reason)
    if not changed:
        return tournament
    for field in changed:
        setattr(stage if field in ON_STAGE else tournament, field, getattr(data, field))
    _save(tournament, stage, data)
    record_tournament(
        actor,
        "tournament.update",
        tournament,
        before=_figures(before, changed),
        after=_figures(data, changed),
        reason=reason,
    )
    if changed & {
        "chain",
        "credit_rule",
        "credit_points",
        "hidden_rounds",
        "round_minutes",
        "publishing",
        "categories",
        "team_counted",
    }:
        standings_bump(tournament_id=tournament.pk)
    return tournament


@transaction.atomic
def surplus_choose(*, tournament_id: int, actor: Actor, rule: str) -> None:
    """What happens tonight to those who fill no whole table; can be changed before every draw."""
    tournament = tournament_locked(tournament_id)
    must_be_open(tournament)
    if rule not in SurplusRule.values:
        raise TournamentError("invalid", _("Choose one of the answers that are offered."))
    stage = tournament.stages.get(number=1)
    if rule == SurplusRule.OTHER_SIZES and not can_have_other_sizes(tournament, stage):
        message = _(
            "This game has tables of %(size)s only, so whoever fills none has to wait, "
            "or a substitute fills in."
        )
        raise TournamentError("sizes-do-not-fit", message % {"size": stage.table_size})
    before, tournament.surplus_rule = tournament.surplus_rule, rule
    tournament.save(update_fields=["surplus_rule"])
    record_tournament(
        actor,
        "tournament.surplus",
        tournament,
        before={"surplus_rule": before},
        after={"surplus_rule": rule},
    )


@transaction.atomic
def tournament_delete(*, tournament_id: int, actor: Actor, typed_name: str) -> None:
    """Take away a planned tournament that never had a round; its name has to be typed."""
    tournament = tournament_locked(tournament_id)
    rounds = tournament.rounds.count()
    if rounds:
        message = _(
            "This tournament has rounds (%(rounds)s) and stays. It can be hidden in its settings."
        ) % {"rounds": rounds}
        raise TournamentError("has-rounds", message, status=409)
    if clean_name(typed_name) != clean_name(tournament.name):
        message = _("To delete it, type the name as it stands: %(name)s") % {
            "name": tournament.name
        }
        raise TournamentError("name-differs", message)
    record_tournament(
        actor,
        "tournament.delete",
        tournament,
        before={"entries": tournament.entries.count(), "variant": tournament.variant},
    )
    tournament.delete()


@transaction.atomic
def preset_save(*, club: Club, actor: Actor, name: str, data: SetupData) -> Preset:
    """Keep a setup under a name; the club's preset of that name is replaced."""
    name = clean_name(name)
    if not name:
        message = _("Give the preset a name, such as “Our autumn evening”.")
        raise SetupError([{"field": "preset_name", "code": "required", "message": message}])
    preset, created = Preset.objects.update_or_create(
        club=club, name=name, defaults={"data": data.as_preset()}
    )
    record(
        actor=actor,
        action="preset.create" if created else "preset.update",
        object_kind="preset",
        object_id=preset.pk,
        club_id=club.pk,
        after={"variant": data.variant},
    )
    return preset


@transaction.atomic
def preset_delete(*, preset: Preset, actor: Actor) -> None:
    """Take a preset away; tournaments made from it stay as they are."""
    record(
        actor=actor,
        action="preset.delete",
        object_kind="preset",
        object_id=preset.pk,
        club_id=preset.club_id,
    )
    preset.delete()


def _create(
    *, club: Club, actor: Actor, data: SetupData, copied_from: Tournament | None
) -> Tournament:
    data = data.with_(options=checked_setup(data))
    # Whoever makes a second tournament of the same name at the same moment waits here.
    Club.objects.select_for_update().get(pk=club.pk)
    tournament = Tournament(
        club=club, slug=_free_slug(club, data.name), variant=data.variant, copied_from=copied_from
    )
    stage = Stage(seed=secrets.randbelow(10**9))
    for field in data.stored():
        setattr(stage if field in ON_STAGE else tournament, field, getattr(data, field))
    _save(tournament, stage, data)
    StandingsState.objects.create(tournament=tournament)
    record_tournament(
        actor,
        "tournament.create",
        tournament,
        after=_figures(data, data.stored()),
        before={"copied_from": copied_from.pk} if copied_from else None,
    )
    return tournament


def _save(tournament: Tournament, stage: Stage, data: SetupData) -> None:
    tournament.options = dict(data.options)
    tournament.name = clean_name(data.name)
    tournament.save()
    stage.tournament = tournament
    stage.chain = list(data.chain)
    stage.planned_deals = get_variant(data.variant).planned_deals(tournament.options)
    stage.save()


def _free_slug(club: Club, name: str) -> str:
    """An address made of the name; a number behind it where there is one already."""
    base = slugify(name.translate(UMLAUTS))[:60] or "turnier"
    taken = set(club.tournaments.values_list("slug", flat=True)) | RESERVED_SLUGS
    slug, number = base, 2
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug


def _differing(before: SetupData, data: SetupData) -> set[str]:
    return {f for f in data.stored() if getattr(before, f) != getattr(data, f)}


def _refuse_what_is_settled(changed: set[str], reason: str) -> None:
    message = _(
        "The draw is made and sheets are written by this rule, so it stays as it is. "
        "Void the drawn rounds first, as long as nobody has played."
    )
    problems: list[SetupProblem] = [
        {"field": field, "code": "settled", "message": message}
        for field in sorted(changed - STILL_OPEN)
    ]
    if "chain" in changed and not reason.strip():
        message = _("The evening has begun: say why the ranking is changed, everyone may ask.")
        problems.append({"field": "reason", "code": "required", "message": message})
    if problems:
        raise SetupError(problems)


def _figures(data: SetupData, names: set[str] | frozenset[str]) -> dict[str, Any]:
    """Settings for the audit: figures and keys, never words."""
    values = {field: getattr(data, field) for field in sorted(names - WORDS)}
    return {
        **{k: v.isoformat() if isinstance(v, datetime) else v for k, v in values.items()},
        **({"options": dict(data.options)} if "options" in names else {}),
        **({"chain": list(data.chain)} if "chain" in names else {}),
        **(
            {"categories": [each["key"] for each in data.categories]}
            if "categories" in names
            else {}
        ),
        **dict.fromkeys(sorted(names & WORDS), "…"),
    }
