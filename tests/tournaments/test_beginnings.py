"""What a new tournament can begin with: last year's, copied, or a preset of the club."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from jassclub.audit.services import SYSTEM
from tests import factories
from tests.tournaments.test_setup import START, options, setup
from tournaments.models import EntryStatus, Preset, TournamentStatus
from tournaments.selectors.setup import setup_from
from tournaments.services.setup_checks import checked_setup
from tournaments.services.tournaments import (
    SetupError,
    preset_delete,
    preset_save,
    tournament_copy,
    tournament_create,
)

pytestmark = pytest.mark.django_db


# -- copying -----------------------------------------------------------------------------------


def last_years(**fields):
    return factories.tournament(
        name="Herbstturnier 2025",
        starts_at=datetime(2025, 10, 25, 7, 0, tzinfo=UTC),
        chain=("best:3", "highest-round", "lot"),
        credit_rule="fixed",
        credit_points=950,
        visibility="link",
        venue="Krone",
        **fields,
    )


def test_last_years_tournament_is_copied_with_all_settings_and_no_results(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 9, 1, tzinfo=UTC))
    source = last_years(players=8)
    factories.close_round(factories.playing_round(source))
    made = tournament_copy(tournament_id=source.pk, actor=SYSTEM)
    assert made.pk != source.pk
    assert made.copied_from_id == source.pk
    assert made.name == "Herbstturnier 2026"
    assert made.status == TournamentStatus.PLANNED
    assert made.options == source.options
    assert (made.venue, made.visibility, made.credit_points) == ("Krone", "link", 950)
    assert made.stages.get().chain == ["best:3", "highest-round", "lot"]
    assert not made.rounds.exists()
    assert not made.entries.exists()
    assert not made.places.exists()


def test_a_copy_starts_on_the_same_weekday_at_the_same_time_of_the_clubs_clock(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: datetime(2027, 9, 1, tzinfo=UTC))
    # Sunday 25 October 2026, 9:00 in winter time; the year after it is summer time until the 31st
    source = factories.tournament(players=0, starts_at=datetime(2026, 10, 25, 8, 0, tzinfo=UTC))
    made = tournament_copy(tournament_id=source.pk, actor=SYSTEM)
    made.refresh_from_db()
    assert made.starts_at == datetime(2027, 10, 24, 7, 0, tzinfo=UTC)


def test_a_copy_of_an_old_tournament_does_not_start_in_the_past(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: datetime(2031, 1, 1, tzinfo=UTC))
    made = tournament_copy(tournament_id=last_years(players=0).pk, actor=SYSTEM)
    assert made.starts_at.year == 2031


def test_a_copy_takes_the_players_over_as_announced_if_that_is_wished():
    source = last_years(players=8)
    substitute = factories.entries(source, 1, outside_ranking=True)[0]
    gone = factories.entries(source, 1)[0]
    gone.entry_players.get().player.__class__.objects.filter(
        pk=gone.entry_players.get().player_id
    ).update(active=False)
    made = tournament_copy(tournament_id=source.pk, actor=SYSTEM, with_players=True)
    entries = list(made.entries.order_by("number"))
    assert [entry.number for entry in entries] == list(range(1, 9))
    assert {entry.status for entry in entries} == {EntryStatus.ANNOUNCED}
    assert {entry.name for entry in entries} == {
        entry.name for entry in source.entries.exclude(pk__in=[substitute.pk, gone.pk])
    }


# -- presets of the club -----------------------------------------------------------------------


def test_a_club_keeps_its_own_preset_and_makes_a_tournament_from_it():
    club = factories.club()
    kept = setup(options=options(match_bonus=50), chain=("best:3", "lot"), venue="Krone")
    preset = preset_save(club=club, actor=SYSTEM, name=" Unser  Abend ", data=kept)
    preset.refresh_from_db()
    assert preset.name == "Unser Abend"
    read = setup_from(club, f"own-{preset.pk}")
    assert read.with_(name=kept.name, starts_at=kept.starts_at) == kept.with_(
        options=checked_setup(kept)
    )
    assert read.name == ""
    assert read.starts_at is None
    made = tournament_create(club=club, actor=SYSTEM, data=read.with_(name="A", starts_at=START))
    assert made.options["match_bonus"] == 50


def test_keeping_a_preset_under_a_name_again_replaces_it():
    club = factories.club()
    for rounds in (3, 5):
        preset_save(club=club, actor=SYSTEM, name="Abend", data=setup(planned_rounds=rounds))
    assert Preset.objects.get(club=club).data["planned_rounds"] == 5


def test_a_preset_needs_a_name():
    with pytest.raises(SetupError) as refused:
        preset_save(club=factories.club(), actor=SYSTEM, name=" ", data=setup())
    assert refused.value.problems[0]["field"] == "preset_name"


def test_a_deleted_preset_leaves_its_tournaments():
    club = factories.club()
    preset = preset_save(club=club, actor=SYSTEM, name="Abend", data=setup())
    tournament_create(club=club, actor=SYSTEM, data=setup())
    preset_delete(preset=preset, actor=SYSTEM)
    assert not club.presets.exists()
    assert club.tournaments.count() == 1


def test_a_preset_of_another_club_is_not_offered():
    preset = preset_save(club=factories.club(), actor=SYSTEM, name="Abend", data=setup())
    assert setup_from(factories.club(), f"own-{preset.pk}") is None


@pytest.mark.parametrize(
    "source", ["ready-none", "own-x", "own-99999999999999999999", "game-x", ""]
)
def test_a_beginning_that_does_not_exist_is_none(source):
    assert setup_from(factories.club(), source) is None
