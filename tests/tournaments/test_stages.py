"""A preliminary and a final: who goes on, by which list, and where all others stand in the end."""

import pytest
from django.urls import reverse

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import Actor
from scoring.models import ScoreSheet
from tests import factories
from tournaments.errors import Conflict, TournamentError
from tournaments.fold import EntryFacts, Part, Result, Terms, standing_rows
from tournaments.models import (
    EntryStatus,
    RoundStatus,
    Seat,
    Standing,
    TableResult,
    TournamentStatus,
)
from tournaments.selectors.going_on import ranked_now, stages_page
from tournaments.services.options import options_change
from tournaments.services.rounds import round_close, round_start, rounds_draw
from tournaments.services.stages import (
    StageData,
    stage_add,
    stage_begin,
    stage_drop,
    stage_take_back,
)
from tournaments.services.standings import standings_rebuild
from tournaments.services.undoing import round_void
from tournaments.setup_data import SetupError

ACTOR = Actor("user", 1)
FINAL = StageData(
    name="Final",
    qualify=4,
    format="drawn-partners",
    planned_rounds=2,
    chain=("sum", "highest-round", "shared"),
)


def final(evening, **changes):
    data = StageData(**{name: getattr(FINAL, name) for name in FINAL.__slots__} | changes)
    return stage_add(tournament_id=evening.pk, actor=ACTOR, data=data)


def draw(evening):
    expected = evening.rounds.exclude(status=RoundStatus.VOID).count()
    return rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=expected)


def play(round_, points):
    """Every table confirmed, with ``points`` by start number as results."""
    round_start(round_id=round_.pk, actor=ACTOR)
    for sheet in ScoreSheet.objects.filter(table_game__table__round=round_):
        factories.confirmed(sheet)
    for seat in Seat.objects.filter(round=round_).select_related("entry"):
        TableResult.objects.create(
            tournament_id=round_.tournament_id,
            round=round_,
            table_id=seat.table_id,
            entry=seat.entry,
            points=points[seat.entry.number],
            against=0,
            deals=12,
            sheet_revision=1,
        )
    round_close(round_id=round_.pk, actor=ACTOR)


def begin(evening, number=2, chosen=None):
    ranked = [entry for entry, *_figures in ranked_now(evening)]
    page = stages_page(evening)
    usual = [one.entry.pk for one in page.candidates if one.goes_on]
    return stage_begin(
        tournament_id=evening.pk,
        actor=ACTOR,
        number=number,
        ranked=ranked,
        chosen=usual if chosen is None else chosen,
    )


def listed(evening, after):
    standings_rebuild(tournament_id=evening.pk)
    rows = Standing.objects.filter(tournament=evening, list_key="main", after_round=after)
    return [
        (row.rank, row.entry.number, row.total)
        for row in rows.select_related("entry").order_by("rank", "entry__number")
    ]


DOWN = {number: 1000 - 10 * number for number in range(1, 9)}
UP = {number: 900 + 10 * number for number in range(1, 9)}


@pytest.fixture
def evening(db):
    """Eight people; after one round they stand in the order of their numbers; a final of four."""
    made = factories.tournament(players=8, rounds=1)
    final(made)
    play(draw(made)[0], DOWN)
    return made


def test_the_best_of_the_first_stage_go_on_and_only_they_are_drawn(evening):
    assert begin(evening).qualified == [entry.pk for entry in evening.entries.all()[:4]]
    rounds = draw(evening)
    assert [round_.number for round_ in rounds] == [2, 3]
    seated = Seat.objects.filter(round__in=rounds).values_list("entry__number", flat=True)
    assert {*seated} == {1, 2, 3, 4}


def test_the_final_is_ranked_by_its_own_rounds_and_all_others_stand_behind_as_they_stood(evening):
    begin(evening)
    for round_ in draw(evening):
        play(round_, UP)
    assert listed(evening, 3) == [
        (1, 4, 1880),
        (2, 3, 1860),
        (3, 2, 1840),
        (4, 1, 1820),
        (5, 5, 950),
        (6, 6, 940),
        (7, 7, 930),
        (8, 8, 920),
    ]
    assert listed(evening, 1)[0] == (1, 1, 990)


def test_the_rounds_of_the_first_stage_stay_readable_and_are_marked_as_before(evening):
    begin(evening)
    for round_ in draw(evening):
        play(round_, UP)
    standings_rebuild(tournament_id=evening.pk)
    rows = Standing.objects.filter(tournament=evening, after_round=3)
    winner, out = rows.get(entry__number=4).values, rows.get(entry__number=8).values
    assert [(cell["points"], cell.get("before", False)) for cell in winner] == [
        (960, True),
        (940, False),
        (940, False),
    ]
    assert [cell["points"] for cell in out] == [920, None, None]


def test_the_total_of_the_stage_before_is_taken_over_where_the_stage_says_so(db):
    evening = factories.tournament(players=8, rounds=1)
    final(evening, carry="total", planned_rounds=1)
    play(draw(evening)[0], DOWN)
    begin(evening)
    play(draw(evening)[0], UP)
    best_last = [(1, 4, 1900), (2, 3, 1900), (3, 2, 1900), (4, 1, 1900)]
    assert listed(evening, 2)[:4] == best_last


def test_the_tournament_is_over_only_after_the_last_stage(evening):
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.RUNNING
    begin(evening)
    first, second = draw(evening)
    play(first, UP)
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.RUNNING
    play(second, UP)
    evening.refresh_from_db()
    assert evening.status == TournamentStatus.CLOSED


def test_who_has_left_is_passed_over_and_the_next_one_goes_on(evening):
    evening.entries.filter(number=2).update(status=EntryStatus.WITHDRAWN, withdrawn_from=2)
    assert begin(evening).qualified == [evening.entries.get(number=n).pk for n in (1, 3, 4, 5)]


def test_the_director_may_tick_somebody_else(evening):
    chosen = [evening.entries.get(number=n).pk for n in (8, 1, 2, 3)]
    begun = begin(evening, chosen=chosen)
    assert begun.qualified == [evening.entries.get(number=n).pk for n in (1, 2, 3, 8)]
    event = AuditEvent.objects.get(action="stage.begin")
    assert event.after["entries"] == begun.qualified


def test_equal_ranks_across_the_line_are_named(db):
    evening = factories.tournament(players=8, rounds=1)
    final(evening)
    play(draw(evening)[0], {**DOWN, 5: DOWN[4]})
    names = [evening.entries.get(number=n).name for n in (4, 5)]
    assert stages_page(evening).tied == names


def test_a_correction_after_the_stage_has_begun_moves_figures_and_nobodys_place(evening):
    begin(evening)
    rounds = draw(evening)
    TableResult.objects.filter(entry__number=8).update(points=2000)
    evening.standings_state.refresh_from_db()
    for round_ in rounds:
        play(round_, UP)
    assert [number for _rank, number, _total in listed(evening, 3)] == [4, 3, 2, 1, 8, 5, 6, 7]


def test_no_round_is_drawn_before_it_is_settled_who_goes_on(evening):
    with pytest.raises(TournamentError) as refused:
        draw(evening)
    assert refused.value.code == "stage-not-begun"


def test_nobody_goes_on_while_a_round_is_open(db):
    evening = factories.tournament(players=8, rounds=2)
    final(evening)
    play(draw(evening)[0], DOWN)
    with pytest.raises(Conflict) as refused:
        begin(evening, chosen=[entry.pk for entry in evening.entries.all()])
    assert refused.value.code == "round-not-closed"


def test_rounds_that_were_given_up_leave_no_gap_in_the_numbers(db):
    evening = factories.tournament(players=8, rounds=2)
    final(evening)
    first, second = draw(evening)
    play(first, DOWN)
    round_void(round_id=second.pk, actor=ACTOR, reason="late")
    begin(evening)
    assert [round_.number for round_ in draw(evening)] == [2, 3]


def test_too_few_cannot_go_on(evening):
    with pytest.raises(TournamentError) as refused:
        begin(evening, chosen=[evening.entries.first().pk])
    assert refused.value.code == "too-few"


def test_a_stage_begins_once(evening):
    begin(evening)
    with pytest.raises(Conflict):
        begin(evening, chosen=[entry.pk for entry in evening.entries.all()])


def test_who_goes_on_can_be_chosen_again_until_a_round_is_drawn(evening):
    begin(evening)
    stage_take_back(tournament_id=evening.pk, actor=ACTOR, number=2)
    assert evening.stages.get(number=2).qualified is None
    begin(evening)
    draw(evening)
    with pytest.raises(Conflict):
        stage_take_back(tournament_id=evening.pk, actor=ACTOR, number=2)


def test_a_planned_stage_can_be_taken_away_until_it_begins(evening):
    begin(evening)
    with pytest.raises(Conflict):
        stage_drop(tournament_id=evening.pk, actor=ACTOR, number=2)
    stage_take_back(tournament_id=evening.pk, actor=ACTOR, number=2)
    for _twice in range(2):
        stage_drop(tournament_id=evening.pk, actor=ACTOR, number=2)
    assert evening.stages.count() == 1


def test_the_final_may_have_another_number_of_deals(evening):
    stage_drop(tournament_id=evening.pk, actor=ACTOR, number=2)
    final(evening, deals=16)
    begin(evening)
    round_ = draw(evening)[0]
    round_start(round_id=round_.pk, actor=ACTOR)
    deals = {
        sheet.options["deals"]
        for sheet in ScoreSheet.objects.filter(table_game__table__round=round_)
    }
    assert deals == {16}


def test_new_rules_for_later_rounds_leave_a_final_its_own_number_of_deals(db):
    evening = factories.tournament(players=8, rounds=1)
    final(evening, deals=16)
    final(evening, qualify=4, planned_rounds=1)
    options_change(
        tournament_id=evening.pk,
        actor=ACTOR,
        options={**evening.options, "deals": 8},
        reason="it is late",
    )
    planned = evening.stages.order_by("number").values_list("planned_deals", flat=True)
    assert list(planned) == [8, 16, 8]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"qualify": 1}, "qualify"),
        ({"carry": "half"}, "carry"),
        ({"carry": "total", "chain": ("best:1", "shared")}, "chain"),
        ({"planned_rounds": 41}, "planned_rounds"),
        ({"planned_rounds": 4, "qualify": 4}, "planned_rounds"),
        ({"chain": ()}, "chain"),
        ({"format": "knock-out"}, "format"),
        ({"deals": 0}, "deals"),
    ],
)
def test_a_stage_that_cannot_work_is_refused_on_its_field(db, changes, field):
    evening = factories.tournament(players=8, rounds=1)
    with pytest.raises(SetupError) as refused:
        final(evening, **changes)
    assert field in {problem["field"] for problem in refused.value.problems}
    assert evening.stages.count() == 1


def test_a_third_stage_goes_on_from_those_of_the_second_only(db):
    evening = factories.tournament(players=12, rounds=1)
    points = {number: 1000 - 10 * number for number in range(1, 13)}
    final(evening, qualify=8, planned_rounds=1)
    final(evening, qualify=4, planned_rounds=1)
    play(draw(evening)[0], points)
    begin(evening)
    play(draw(evening)[0], {number: 10 * number for number in range(1, 13)})
    assert [one.entry.number for one in stages_page(evening).candidates] == [8, 7, 6, 5, 4, 3, 2, 1]
    begin(evening, number=3)
    play(draw(evening)[0], points)
    assert [number for _rank, number, _total in listed(evening, 3)] == [
        *(5, 6, 7, 8),
        *(4, 3, 2, 1),
        *(9, 10, 11, 12),
    ]


# -- the fold, without a database ----------------------------------------------------------------


def test_ties_behind_the_final_keep_their_shared_rank():
    entries = {
        number: EntryFacts(results={0: Result(points)})
        for number, points in enumerate((90, 80, 50, 50, 40), start=1)
    }
    for number in (1, 2):
        entries[number].results[1] = Result(10 * number)
    terms = Terms(
        chain=("sum", "shared"),
        low_is_good=False,
        credit_rule="none",
        credit_points=None,
        lot_seed=1,
        later=(Part(1, ("sum", "shared"), 2, frozenset({1, 2})),),
    )
    rows = standing_rows(entries, ["closed", "closed"], terms)
    assert [(row.rank, row.entry) for row in rows] == [(1, 2), (2, 1), (3, 3), (3, 4), (5, 5)]


def test_what_is_taken_over_is_never_the_best_round():
    entries = {
        1: EntryFacts(results={0: Result(900), 1: Result(100)}),
        2: EntryFacts(results={0: Result(800), 1: Result(200)}),
    }
    terms = Terms(
        chain=("sum", "shared"),
        low_is_good=False,
        credit_rule="none",
        credit_points=None,
        lot_seed=1,
        later=(Part(1, ("sum", "highest-round", "shared"), 2, frozenset({1, 2}), carry=True),),
    )
    rows = standing_rows(entries, ["closed", "closed"], terms)
    assert [(row.entry, row.total) for row in rows] == [(2, 1000), (1, 1000)]
    assert [cell["points"] for cell in rows[0].values] == [800, 200]


# -- the page ------------------------------------------------------------------------------------


def at(evening, name, *more):
    return reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug, *more])


def test_the_page_ticks_who_goes_on_and_begins_the_stage(organiser, evening):
    page = organiser.get(at(evening, "stages")).content.decode()
    assert page.count(" checked") == 4
    chosen = [entry.pk for entry in evening.entries.all()[:4]]
    answer = organiser.post(at(evening, "stage-begin", 2), {"entry": chosen})
    assert answer.status_code == 302
    assert evening.stages.get(number=2).qualified == chosen


def test_the_same_choice_pressed_twice_begins_the_stage_once(organiser, evening):
    chosen = [entry.pk for entry in evening.entries.all()[:4]]
    for _press in range(2):
        answer = organiser.post(at(evening, "stage-begin", 2), {"entry": chosen})
        assert answer.status_code == 302
    assert AuditEvent.objects.filter(action="stage.begin").count() == 1


def test_a_refused_choice_stays_ticked(organiser, evening):
    last = evening.entries.get(number=8).pk
    answer = organiser.post(
        at(evening, "stage-begin", 2), {"entry": [last, "x", "9" * 40, "9" * 5000]}
    )
    assert answer.status_code == 422
    assert f'value="{last}" checked' in answer.content.decode()


def test_a_stage_is_planned_from_the_page_and_wrong_figures_are_kept(organiser, evening):
    stage_drop(tournament_id=evening.pk, actor=ACTOR, number=2)
    typed = {
        "name": "Halbfinal",
        "qualify": "4",
        "format": "drawn-partners",
        "planned_rounds": "99",
        "draw_mode": "all",
        "carry": "none",
        "chain_1": "sum",
        "chain_2": "shared",
    }
    answer = organiser.post(at(evening, "stages"), typed)
    assert answer.status_code == 422
    assert 'value="Halbfinal"' in answer.content.decode()
    assert organiser.post(at(evening, "stages"), typed | {"planned_rounds": "2"}).status_code == 302
    assert evening.stages.get(number=2).name == "Halbfinal"


def test_the_draw_page_leads_to_the_choice_of_who_goes_on(organiser, evening):
    page = organiser.get(at(evening, "draw")).content.decode()
    assert "data-going-on" in page
    assert at(evening, "stages") in page
    assert at(evening, "draw-now") not in page


def test_the_list_counts_the_planned_rounds_of_all_stages(organiser, evening):
    planned = sum(evening.stages.values_list("planned_rounds", flat=True))
    assert planned > evening.stages.get(number=2).planned_rounds
    listed = organiser.get(reverse("tournaments:list", args=[evening.club.slug])).text
    assert f"1 von {planned} Runden gespielt" in listed
