"""A rebuild makes those lists anew whose facts have changed, and no others."""

import pytest

from tests import factories
from tests.tournaments.rankings import rebuild, results
from tournaments.fold import standing_rows
from tournaments.models import (
    Entry,
    Round,
    RoundCredit,
    RoundStatus,
    Stage,
    Standing,
    StandingsState,
    TableResult,
    Tournament,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def three_rounds():
    evening = factories.tournament(players=8)
    results(factories.playing_round(evening))
    for _round in range(2):
        factories.close_round(evening.rounds.order_by("-number").first())
        results(factories.playing_round(evening))
    rebuild(evening)
    return evening


def lists_made(evening, monkeypatch):
    """Which lists a rebuild makes anew, by ``after_round``."""
    from tournaments.services import standings as room

    made = []

    def noted(entries, rounds, terms):
        made.append(len(rounds))
        return standing_rows(entries, rounds, terms)

    monkeypatch.setattr(room, "standing_rows", noted)
    rebuild(evening)
    return made


@pytest.mark.parametrize(("number", "made"), [(1, [1, 2, 3]), (2, [2, 3]), (3, [3])])
def test_a_correction_makes_the_lists_anew_from_its_round_on(
    three_rounds, monkeypatch, number, made
):
    results(three_rounds.rounds.get(number=number), lambda start: 500 + start)
    assert lists_made(three_rounds, monkeypatch) == made
    points = [992, 992, 992]
    points[number - 1] = 508
    totals = Standing.objects.filter(entry__number=8).order_by("after_round")
    assert [row.total for row in totals] == [sum(points[:after]) for after in (1, 2, 3)]


@pytest.mark.parametrize(
    ("model", "where", "change"),
    [
        (Stage, {}, {"chain": ["last-round", "lot"]}),
        (Stage, {}, {"chain": ["lot"], "seed": 99}),
        (Tournament, {}, {"credit_rule": "fixed", "credit_points": 7}),
        (Entry, {"number": 8}, {"outside_ranking": True}),
        (Entry, {"number": 9}, {"withdrawn_from": 2}),
        (RoundCredit, {}, {"kind": "missed"}),
        (TableResult, {"round__number": 1}, {"corrected": True}),
        (TableResult, {"round__number": 2}, {"points": 3}),
        (TableResult, {"round__number": 3}, None),
        (Round, {"number": 3}, {"status": RoundStatus.CLOSED}),
        (Round, {"number": 3}, {"status": RoundStatus.VOID}),
    ],
)
def test_lists_kept_over_a_change_are_those_that_would_be_made_from_nothing(
    three_rounds, model, where, change
):
    """No fact may be missing from the digest by which a rebuild knows that a list still holds."""

    def stored():
        return list(
            Standing.objects.order_by("list_key", "after_round", "entry_id").values_list(
                "after_round", "entry_id", "rank", "total", "tied", "values", "reason"
            )
        )

    (late,) = factories.entries(three_rounds, 1, joined_round=2)
    RoundCredit.objects.create(
        tournament=three_rounds, round=three_rounds.rounds.get(number=1), entry=late, kind="late"
    )
    rebuild(three_rounds)
    chosen, before = model.objects.filter(**where), stored()
    assert chosen.update(**change) if change else chosen.delete()
    rebuild(three_rounds)
    kept = stored()
    assert kept != before
    StandingsState.objects.update(lists={})
    Standing.objects.all().delete()
    rebuild(three_rounds)
    assert kept == stored()
