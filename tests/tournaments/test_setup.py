"""Making tournaments: what is stored, what cannot work, what can be changed when, and taking one away."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import SYSTEM
from scoring.rules import get_variant
from tests import factories
from tests.reading import figures
from tournaments import presets
from tournaments.draw import Problem
from tournaments.draw_texts import draw_sentence
from tournaments.errors import TournamentError
from tournaments.models import Entry, RoundStatus, StandingsState, Tournament, TournamentStatus
from tournaments.services import setup_checks
from tournaments.services.setup_checks import checked_setup
from tournaments.services.tournaments import (
    SetupData,
    SetupError,
    tournament_create,
    tournament_delete,
    tournament_update,
)

pytestmark = pytest.mark.django_db

START = datetime(2026, 10, 25, 8, 0, tzinfo=UTC)


def setup(**changes):
    """Settings that work, with some changed."""
    base = presets.READY[0].data.with_(name="Herbstturnier", starts_at=START)
    return base.with_(**changes)


def codes(data, **known):
    """Field and code of everything that is wrong with these settings."""
    try:
        checked_setup(data, **known)
    except SetupError as error:
        return {(p["field"], p["code"] if p["message"] else "no sentence") for p in error.problems}
    return set()


def options(**changes):
    return {**factories.SCHIEBER_12, **changes}


# -- making one --------------------------------------------------------------------------------


def test_a_tournament_holds_what_was_set_with_full_options_and_one_stage():
    club = factories.club()
    data = setup(options={**factories.SCHIEBER_12, "match_bonus": 50}, hidden_rounds=1)
    made = tournament_create(club=club, actor=SYSTEM, data=data)
    made.refresh_from_db()
    stage = made.stages.get()
    assert made.status == TournamentStatus.PLANNED
    assert made.options["match_bonus"] == 50
    assert made.options["settle_order"] == ["stoeck", "weis", "stich"]
    assert made.hidden_rounds == 1
    assert (stage.planned_rounds, stage.planned_deals) == (4, 12)
    assert stage.chain == ["sum", "highest-round", "second-highest-round", "shared"]
    assert StandingsState.objects.get(tournament=made).wanted == 0
    event = AuditEvent.objects.get(action="tournament.create")
    assert (event.tournament_id, event.club_id) == (made.pk, club.pk)
    assert "Herbstturnier" not in str(event.after)


def test_a_game_to_a_target_has_no_planned_deals():
    made = tournament_create(
        club=factories.club(),
        actor=SYSTEM,
        data=setup(options=options(deals=None, target=1000, bergpreis=None)),
    )
    assert made.stages.get().planned_deals is None


def test_two_tournaments_of_one_name_have_two_addresses_and_no_name_takes_the_address_of_a_page():
    club = factories.club()
    slugs = [
        tournament_create(club=club, actor=SYSTEM, data=setup(name=name)).slug
        for name in ("Frühling", "Frühling", "New", "♣♠")
    ]
    assert slugs == ["fruehling", "fruehling-2", "new-2", "turnier"]


def test_two_tournaments_draw_from_different_seeds():
    club = factories.club()
    made = [tournament_create(club=club, actor=SYSTEM, data=setup()) for _n in range(4)]
    assert len({tournament.stages.get().seed for tournament in made}) > 1


def test_a_start_in_zurich_is_the_same_moment_on_any_server():
    zurich = datetime(2026, 10, 25, 9, 0, tzinfo=ZoneInfo("Europe/Zurich"))
    made = tournament_create(club=factories.club(), actor=SYSTEM, data=setup(starts_at=zurich))
    made.refresh_from_db()
    assert made.starts_at == datetime(2026, 10, 25, 8, 0, tzinfo=UTC)


# -- what cannot work --------------------------------------------------------------------------


def test_settings_of_the_presets_can_work():
    assert presets.ready_made()
    for ready in presets.ready_made():
        assert codes(ready.data.with_(name="x", starts_at=START)) == set(), ready.key


def test_eight_players_and_eight_rounds_never_with_the_same_partner_cannot_be_drawn():
    assert codes(setup(planned_rounds=8, expected_players=8)) == {
        ("planned_rounds", "too-many-rounds")
    }
    assert codes(setup(planned_rounds=7, expected_players=8)) == set()


def test_the_reason_names_how_many_rounds_are_possible():
    with pytest.raises(SetupError) as refused:
        checked_setup(setup(planned_rounds=8, expected_players=8))
    message = refused.value.problems[0]["message"]
    assert "8" in figures(message)
    assert "7" in figures(message)


@pytest.mark.parametrize(
    "code", ["too-many-rounds", "too-many-rounds-opponents", "too-many-rounds-robin"]
)
def test_one_possible_round_is_not_said_like_several(code):
    one, several = (
        draw_sentence(Problem(code, "", {"n": 2, "most": most, "rounds": 5})) for most in (1, 2)
    )
    assert one.replace("1", "2") != several


def test_the_announced_players_count_where_no_number_is_expected():
    data = setup(planned_rounds=8)
    assert codes(data, players=8) == {("planned_rounds", "too-many-rounds")}
    assert codes(data.with_(expected_players=60), players=8) == set()
    assert codes(data, players=3) == set()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"name": "  "}, ("name", "required")),
        ({"starts_at": None}, ("starts_at", "required")),
        ({"planned_rounds": 0}, ("planned_rounds", "out-of-range")),
        ({"planned_rounds": 41}, ("planned_rounds", "out-of-range")),
        ({"hidden_rounds": 4}, ("hidden_rounds", "too-many-hidden")),
        ({"hidden_rounds": -1}, ("hidden_rounds", "too-many-hidden")),
        ({"round_minutes": 4}, ("round_minutes", "out-of-range")),
        ({"round_minutes": 601}, ("round_minutes", "out-of-range")),
        ({"planned_rounds": 1, "hidden_rounds": 1}, ("hidden_rounds", "too-many-hidden")),
        ({"chain": ("best:5", "shared")}, ("chain", "best-of-too-few")),
        ({"chain": ("sum", "best:5", "shared")}, ("chain", "best-of-too-few")),
        ({"chain": ("sum",)}, ("chain", "chain-without-end")),
        ({"chain": ("lot",)}, ("chain", "chain-counts-nothing")),
        ({"chain": ()}, ("chain", "chain-empty")),
        ({"chain": ("sum", "sum", "lot")}, ("chain", "criterion-twice")),
        ({"chain": ("sum", "lot", "matches")}, ("chain", "criterion-after-end")),
        ({"chain": ("sum", "luck", "lot")}, ("chain", "criterion-unknown")),
        ({"credit_rule": "fixed"}, ("credit_points", "required")),
        (
            {"credit_rule": "fixed", "credit_points": 10_000_000},
            ("credit_points", "out-of-range"),
        ),
        ({"credit_rule": "guess"}, ("credit_rule", "invalid")),
        ({"draw_mode": "later"}, ("draw_mode", "invalid")),
        ({"format": "round-robin"}, ("format", "format-does-not-fit")),
        ({"table_size": 5}, ("table_size", "out-of-range")),
        ({"expected_players": 2}, ("planned_rounds", "too-few")),
        ({"expected_players": 5000}, ("expected_players", "out-of-range")),
        ({"options": options(target=1000)}, ("options.target", "two-endings")),
        ({"options": options(deals=None)}, ("options.target", "required")),
        ({"options": options(match_bonus=-1)}, ("options.match_bonus", "out-of-range")),
        (
            {"options": options(multipliers={"schellen": 21})},
            ("options.multipliers.schellen", "out-of-range"),
        ),
        (
            {"options": options(settle_order=["weis", "weis", "stich"])},
            ("options.settle_order", "invalid"),
        ),
        ({"options": options(bergpreis="half")}, ("options.bergpreis", "invalid")),
    ],
)
def test_what_cannot_work_is_refused_on_its_field(changes, problem):
    assert codes(setup(**changes)) == {problem}


def test_a_game_that_does_not_exist_is_refused():
    assert codes(setup(variant="poker")) == {("variant", "unknown-variant")}


def test_everything_that_is_wrong_is_said_at_once():
    wrong = setup(name="", hidden_rounds=9, chain=("sum",), options=options(match_bonus=-1))
    assert len(codes(wrong)) == 4


class LowIsGood:
    low_is_good = True


@pytest.mark.parametrize(
    ("rule", "points", "problems"),
    [
        ("fixed", 0, ["credit-too-good"]),
        ("fixed", -5, ["credit-too-good"]),
        ("none", None, ["credit-too-good"]),
        ("fixed", 60, []),
        ("average", None, []),
    ],
)
def test_where_low_is_good_a_credit_of_nothing_is_refused(rule, points, problems):
    data = setup(credit_rule=rule, credit_points=points)
    found = setup_checks._credit(data, LowIsGood())
    assert [problem["code"] for problem in found] == problems


class TwelveDealsByItself:
    """A game whose rules end it after twelve deals."""

    def describe(self, _options):
        return {"options": []}

    def planned_deals(self, _options):
        return 12


def test_more_deals_than_the_rules_allow_are_refused():
    found = setup_checks._ending(TwelveDealsByItself(), {"deals": 13})
    assert [problem["code"] for problem in found] == ["deals-contradict"]
    assert list(setup_checks._ending(TwelveDealsByItself(), {"deals": 12})) == []


def test_the_size_of_the_table_is_the_number_of_players_of_the_game():
    club = factories.club()
    data = presets.blank_setup(get_variant("molotow")).with_(name="M", starts_at=START)
    made = tournament_create(club=club, actor=SYSTEM, data=data.with_(table_size=5))
    assert made.options["players"] == 5
    assert made.stages.get().table_size == 5
    assert codes(data.with_(table_size=7)) == {("table_size", "out-of-range")}


def test_a_refused_tournament_leaves_nothing_behind():
    club = factories.club()
    with pytest.raises(SetupError):
        tournament_create(club=club, actor=SYSTEM, data=setup(chain=("sum",)))
    assert not Tournament.objects.filter(club=club).exists()
    assert not AuditEvent.objects.exists()


# -- changing one ------------------------------------------------------------------------------


def update(tournament, *, reason="", **changes):
    data = SetupData.of(tournament, tournament.stages.get()).with_(**changes)
    return tournament_update(tournament_id=tournament.pk, actor=SYSTEM, data=data, reason=reason)


def test_before_the_first_draw_everything_can_be_changed():
    evening = factories.tournament(players=0)
    update(
        evening,
        name="Anders",
        planned_rounds=5,
        options=options(deals=8, weis=True),
        chain=("best:3", "lot"),
        credit_rule="fixed",
        credit_points=900,
        draw_mode="each",
    )
    evening.refresh_from_db()
    stage = evening.stages.get()
    assert (evening.name, evening.credit_points, evening.options["weis"]) == ("Anders", 900, True)
    assert (stage.planned_rounds, stage.planned_deals, stage.draw_mode) == (5, 8, "each")
    assert stage.chain == ["best:3", "lot"]
    event = AuditEvent.objects.get(action="tournament.update")
    assert event.before["planned_rounds"] == 4
    assert event.after["planned_rounds"] == 5
    assert event.after["name"] == "…"


def test_the_announced_are_asked_when_the_rounds_change():
    evening = factories.tournament(players=8)
    with pytest.raises(SetupError) as refused:
        update(evening, planned_rounds=8)
    assert [p["code"] for p in refused.value.problems] == ["too-many-rounds"]
    update(evening, planned_rounds=8, expected_players=40)
    assert evening.stages.get().planned_rounds == 8


def test_changing_nothing_is_no_event():
    update(factories.tournament(players=0))
    assert not AuditEvent.objects.exists()


def test_after_the_draw_the_evening_can_still_be_described_anew():
    evening = factories.tournament()
    factories.drawn_round(evening)
    update(evening, name="Anders", venue="Krone", visibility="link", hidden_rounds=1)
    evening.refresh_from_db()
    assert (evening.name, evening.venue, evening.visibility) == ("Anders", "Krone", "link")
    assert evening.hidden_rounds == 1


def test_after_the_draw_it_can_still_be_said_who_gets_a_substitutes_points():
    evening = factories.tournament()
    factories.drawn_round(evening)
    update(evening, substitute_rule="nobody")
    evening.refresh_from_db()
    assert evening.substitute_rule == "nobody"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("planned_rounds", 6),
        ("options", options(match_bonus=0)),
        ("draw_mode", "each"),
        ("credit_rule", "none"),
        ("surplus_rule", "substitute"),
        ("confirm_all", True),
    ],
)
def test_after_the_draw_what_seats_and_sheets_depend_on_is_refused_with_the_reason(field, value):
    evening = factories.tournament()
    factories.drawn_round(evening)
    with pytest.raises(SetupError) as refused:
        update(evening, **{field: value})
    assert [(p["field"], p["code"]) for p in refused.value.problems] == [(field, "settled")]


def test_once_all_drawn_rounds_are_void_everything_is_open_again():
    evening = factories.tournament()
    round_ = factories.drawn_round(evening)
    round_.status = RoundStatus.VOID
    round_.save()
    update(evening, planned_rounds=5)
    assert evening.stages.get().planned_rounds == 5


def test_a_new_ranking_after_the_draw_needs_a_reason_and_rebuilds_the_standings():
    evening = factories.tournament()
    factories.drawn_round(evening)
    with pytest.raises(SetupError) as refused:
        update(evening, chain=("best:3", "shared"))
    assert [p["code"] for p in refused.value.problems] == ["required"]
    assert refused.value.problems[0]["field"] == "reason"
    before = StandingsState.objects.get(tournament=evening).wanted
    update(evening, chain=("best:3", "shared"), reason="So stand es ausgeschrieben.")
    assert StandingsState.objects.get(tournament=evening).wanted == before + 1
    event = AuditEvent.objects.get(action="tournament.update")
    assert event.reason == "So stand es ausgeschrieben."
    assert event.before["chain"] == ["sum", "highest-round", "shared"]
    assert event.after["chain"] == ["best:3", "shared"]


# -- taking one away ---------------------------------------------------------------------------


def test_a_planned_tournament_is_deleted_by_typing_its_name():
    evening = factories.tournament(players=4)
    with pytest.raises(TournamentError) as refused:
        tournament_delete(tournament_id=evening.pk, actor=SYSTEM, typed_name="Herbst")
    assert refused.value.code == "name-differs"
    tournament_delete(tournament_id=evening.pk, actor=SYSTEM, typed_name=f" {evening.name} ")
    assert not Tournament.objects.filter(pk=evening.pk).exists()
    assert not Entry.objects.exists()
    assert evening.club.players.count() == 4
    assert AuditEvent.objects.get(action="tournament.delete").before["entries"] == 4


def test_a_tournament_with_rounds_is_not_deleted():
    evening = factories.tournament()
    factories.drawn_round(evening)
    with pytest.raises(TournamentError) as refused:
        tournament_delete(tournament_id=evening.pk, actor=SYSTEM, typed_name=evening.name)
    assert (refused.value.code, refused.value.status) == ("has-rounds", 409)
    assert Tournament.objects.filter(pk=evening.pk).exists()
