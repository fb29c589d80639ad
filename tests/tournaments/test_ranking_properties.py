"""What holds for any ranking, whatever the results."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.ranking import rank

KEYS = [
    "sum", "best:1", "best:2", "highest-round", "highest-counted-round", "second-highest-round",
    "matches", "wins", "buchholz", "direct", "last-round",
]  # fmt: skip
ENTRIES = "abcdefgh"
LOWER_IS_BETTER_IF_LOW_IS_GOOD = {
    "sum", "best:1", "best:2", "highest-round", "highest-counted-round", "second-highest-round",
    "buchholz", "last-round",
}  # fmt: skip


@st.composite
def evenings(draw):
    """Results with many equals, facts and credits that fit them."""
    size = draw(st.integers(1, 8))
    rounds = draw(st.integers(0, 3))
    entries = ENTRIES[:size]
    points = st.one_of(st.none(), st.integers(0, 3))
    results = {e: draw(st.lists(points, min_size=rounds, max_size=rounds)) for e in entries}
    facts = {
        e: {"matches": draw(st.integers(0, 1)), "wins": draw(st.integers(0, 1))} for e in entries
    }
    for e in entries:
        facts[e]["games"] = []
    for _ in range(draw(st.integers(0, 6)) if size > 1 else 0):
        one, other = draw(st.permutations(entries))[:2]
        own, theirs = draw(st.integers(0, 2)), draw(st.integers(0, 2))
        facts[one]["games"].append([[other], own, theirs])
        facts[other]["games"].append([[one], theirs, own])
    credited = {
        e: [i for i, value in enumerate(row) if value is not None and draw(st.integers(0, 3)) == 0]
        for e, row in results.items()
    }
    chain = draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=4, unique=True))
    return {
        "results": results,
        "facts": facts,
        "credits": credited,
        "chain": chain,
        "low_is_good": draw(st.booleans()),
    }


@given(evenings(), st.randoms(use_true_random=False))
def test_the_order_of_the_input_never_matters(evening, lots):
    shuffled = dict(lots.sample(list(evening["results"].items()), len(evening["results"])))
    facts = dict(lots.sample(list(evening["facts"].items()), len(evening["facts"])))
    assert rank(**evening) == rank(**{**evening, "results": shuffled, "facts": facts})


@given(evenings())
def test_ranks_start_at_one_skip_after_ties_and_name_everybody_once(evening):
    rows = rank(**evening)
    assert sorted(row.entry for row in rows) == sorted(evening["results"])
    for position, row in enumerate(rows):
        equals = [other for other in rows if other.rank == row.rank]
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        assert row.tied == (len(equals) > 1)
        assert row in rows[row.rank - 1 : row.rank - 1 + len(equals)]
        assert position >= row.rank - 1


@given(evenings())
def test_a_tie_is_true_and_a_separation_has_one_criterion_that_differs(evening):
    rows = rank(**evening)
    for above, row in pairwise(rows):
        if row.rank == above.rank:
            assert row.reason == {"key": "shared", "equal": evening["chain"]}
            for key in evening["chain"]:
                assert row.values[key] == above.values[key]
        else:
            assert (row.reason["own"] != row.reason["above"]) or row.reason["key"] == "direct"


@given(evenings())
def test_the_reason_of_a_row_is_a_fact(evening):
    rows = rank(**evening)
    assert not rows or rows[0].reason is None
    for above, row in pairwise(rows):
        reason = row.reason
        key = reason["key"]
        if key in {"shared", "direct"}:
            continue
        if key in {"rounds", "games"}:
            assert evening["low_is_good"]
            assert reason["own"] < reason["above"]
            continue
        assert (reason["own"], reason["above"]) == (row.values[key], above.values[key])
        earlier = evening["chain"][: evening["chain"].index(key)]
        for equal in earlier:
            if equal != "direct":
                assert row.values[equal] == above.values[equal]
        if reason["own"] is None:
            continue
        low = evening["low_is_good"] and key in LOWER_IS_BETTER_IF_LOW_IS_GOOD
        assert reason["own"] > reason["above"] if low else reason["own"] < reason["above"]


@given(evenings())
def test_a_total_is_the_sum_of_the_rounds_that_are_not_dropped(evening):
    for row in rank(**evening):
        values = evening["results"][row.entry]
        kept = [v for i, v in enumerate(values) if v is not None and i not in row.dropped]
        assert row.total == sum(kept)
        assert row.counted == len(kept)
        dropped = [values[i] for i in row.dropped]
        if dropped and kept:
            assert (
                min(dropped) >= max(kept) if evening["low_is_good"] else max(dropped) <= min(kept)
            )


@given(evenings(), st.integers(0, 99))
def test_a_lot_at_the_end_leaves_nobody_tied(evening, seed):
    rows = rank(**{**evening, "chain": [*evening["chain"], "lot"]}, lot_seed=seed)
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    without = {row.entry: row.rank for row in rank(**evening)}
    assert [without[row.entry] for row in rows] == sorted(without.values())


@given(evenings())
def test_another_result_for_one_leaves_the_totals_of_the_others(evening):
    before = {row.entry: row.total for row in rank(**evening)}
    one = next(iter(evening["results"]))
    results = {**evening["results"], one: [7] * 3}
    after = {row.entry: row.total for row in rank(**{**evening, "results": results, "credits": {}})}
    assert {e: t for e, t in after.items() if e != one} == {
        e: t for e, t in before.items() if e != one
    }
