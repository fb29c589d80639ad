"""Lists beside the main one, picked from everybody's ranking: categories, guests apart, teams."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.fold import EntryFacts, Result, Terms, standing_rows
from tournaments.lists import MAIN_LIST, TEAMS_LIST, Wanted, list_rows, ranked_lists
from tournaments.ranking import rank

PLAIN = Terms(("sum", "highest-round", "lot"), False, "none", None, 7)
LOW = Terms(("sum", "shared"), True, "none", None, 7)


def facts(points, *, categories=(), team="", number=0):
    results = {at: Result(each) for at, each in enumerate(points) if each is not None}
    return EntryFacts(results=results, number=number, team=team, categories=tuple(categories))


def lists(entries, wanted, terms=PLAIN, rounds=2):
    everybody = standing_rows(entries, ["closed"] * rounds, terms)
    return {each.key: list_rows(each, everybody) for each in ranked_lists(entries, terms, wanted)}


def places(rows):
    return [(row.entry, row.rank, row.total) for row in rows]


def test_a_category_is_ranked_among_its_own():
    entries = {
        1: facts([500, 500]),
        2: facts([400, 500], categories=["youth"]),
        3: facts([300, 500], categories=["women"]),
        4: facts([200, 500], categories=["youth", "women"]),
    }
    made = lists(entries, Wanted(("women", "youth")))
    assert places(made["youth"]) == [(2, 1, 900), (4, 2, 700)]
    assert places(made["women"]) == [(3, 1, 800), (4, 2, 700)]
    assert [row.rank for row in made[MAIN_LIST]] == [1, 2, 3, 4]


def test_guests_apart_stand_in_their_own_list_and_take_nobodys_rank():
    entries = {
        1: facts([500, 500], categories=["guests", "women"], team="A"),
        2: facts([400, 400], categories=["women"], team="A"),
        3: facts([300, 300], categories=["guests"]),
    }
    made = lists(entries, Wanted(("women", "guests"), frozenset({"guests"}), 1))
    assert places(made[MAIN_LIST]) == [(2, 1, 800)]
    assert made[MAIN_LIST][0].reason is None
    assert places(made["guests"]) == [(1, 1, 1000), (3, 2, 600)]
    assert places(made["women"]) == [(2, 1, 800)]
    assert [(row.team, row.total) for row in made[TEAMS_LIST]] == [("A", 800)]


def test_between_two_of_a_category_stands_what_separates_them_not_a_neighbour():
    entries = {
        1: facts([500, 500], categories=["youth"]),
        2: facts([450, 550]),
        3: facts([300, 700], categories=["youth"]),
    }
    rows = lists(entries, Wanted(("youth",)))["youth"]
    assert [row.entry for row in rows] == [3, 1]
    assert rows[1].reason == {"key": "highest-round", "own": 500, "above": 700}


def test_equals_share_the_rank_in_their_category_too():
    entries = {
        1: facts([500, 500], categories=["youth"]),
        2: facts([500, 500]),
        3: facts([500, 500], categories=["youth"]),
        4: facts([100, 100], categories=["youth"]),
    }
    terms = Terms(("sum", "shared"), False, "none", None, 7)
    rows = lists(entries, Wanted(("youth",)), terms)["youth"]
    assert [(row.entry, row.rank, row.tied) for row in rows] == [
        (1, 1, True),
        (3, 1, True),
        (4, 3, False),
    ]
    assert rows[1].reason["key"] == "shared"


def test_one_who_shares_with_nobody_of_the_category_is_not_tied_there():
    entries = {1: facts([500, 500], categories=["youth"]), 2: facts([500, 500])}
    terms = Terms(("sum", "shared"), False, "none", None, 7)
    (row,) = lists(entries, Wanted(("youth",)), terms)["youth"]
    assert (row.rank, row.tied) == (1, False)


@given(
    st.dictionaries(
        st.integers(1, 40),
        st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans()),
        min_size=1,
    )
)
def test_a_category_is_the_ranking_of_its_members_alone(people):
    """With a chain that compares nobody with opponents, picking and ranking anew are the same."""
    entries = {
        pk: facts([one, other], categories=["youth"] if inside else [])
        for pk, (one, other, inside) in people.items()
    }
    rows = lists(entries, Wanted(("youth",)))["youth"]
    alone = rank(
        {pk: [one, other] for pk, (one, other, inside) in people.items() if inside},
        PLAIN.chain,
        lot_seed=7,
    )
    assert [(r.entry, r.rank, r.total) for r in rows] == [(r.entry, r.rank, r.total) for r in alone]
    for mine, own in zip(rows, alone, strict=True):
        assert (mine.reason or {}).get("key") == (own.reason or {}).get("key")
        if mine.reason and mine.reason["key"] != "lot":
            assert mine.reason == own.reason


# -- teams ---------------------------------------------------------------------------------------


def teams(entries, counted, terms=PLAIN):
    return lists(entries, Wanted(team_counted=counted), terms)[TEAMS_LIST]


def test_the_best_members_count_for_a_team_and_one_too_many_is_struck_out():
    entries = {
        1: facts([500, 500], team="Altdorf", number=1),
        2: facts([100, 100], team="Altdorf", number=2),
        3: facts([400, 400], team="Altdorf", number=3),
        4: facts([450, 450], team="Brunnen", number=4),
        5: facts([440, 440], team="Brunnen", number=5),
        6: facts([999, 999]),
    }
    altdorf, brunnen = teams(entries, 2)
    assert (altdorf.team, altdorf.rank, altdorf.total) == ("Altdorf", 1, 1800)
    assert (brunnen.team, brunnen.rank, brunnen.total) == ("Brunnen", 2, 1780)
    assert [(c["entry"], c["points"], c.get("dropped", False)) for c in altdorf.values] == [
        (1, 1000, False),
        (3, 800, False),
        (2, 200, True),
    ]


def test_a_corrected_result_is_marked_in_the_list_of_teams_too():
    entries = {1: facts([5, 5], team="A"), 2: facts([4, 4], team="A")}
    entries[2].results[0] = Result(4, corrected=True)
    (row,) = teams(entries, 2)
    assert [cell.get("corrected", False) for cell in row.values] == [False, True]


def test_where_low_is_good_the_lowest_members_count():
    entries = {
        1: facts([50, 50], team="A"),
        2: facts([10, 10], team="A"),
        3: facts([30, 30], team="A"),
        4: facts([20, 25], team="B"),
        5: facts([25, 25], team="B"),
    }
    first, second = teams(entries, 2, LOW)
    assert (first.team, first.total) == ("A", 80)
    assert (second.team, second.total) == ("B", 95)


def test_a_missing_member_is_said_and_is_no_advantage_where_low_is_good():
    entries = {
        1: facts([10, 10], team="A"),
        2: facts([90, 90], team="B"),
        3: facts([90, 90], team="B"),
    }
    whole, short = teams(entries, 2, LOW)
    assert (whole.team, short.team) == ("B", "A")
    assert short.values[-1]["state"] == "missing"
    assert short.reason == {"key": "rounds", "own": 2, "above": 4}


def test_a_member_who_left_early_does_not_make_a_team_better_where_low_is_good():
    entries = {
        1: facts([10, None], team="A"),
        2: facts([40, 40], team="A"),
        3: facts([50, 50], team="A"),
        4: facts([60, 60], team="B"),
        5: facts([60, 60], team="B"),
    }
    first, second = teams(entries, 2, LOW)
    assert (first.team, first.total, first.values[-1]["entry"]) == ("A", 180, 1)
    assert (second.team, second.total) == ("B", 240)


def test_teams_of_one_sum_share_the_rank():
    entries = {
        1: facts([10, 10], team="A"),
        2: facts([10, 10], team="B"),
        3: facts([5, 5], team="C"),
    }
    assert sorted((r.team, r.rank, r.tied) for r in teams(entries, 1)) == [
        ("A", 1, True),
        ("B", 1, True),
        ("C", 3, False),
    ]


def test_no_list_is_made_that_is_not_wanted():
    entries = {1: facts([1, 1], categories=["youth"], team="A")}
    assert list(lists(entries, Wanted())) == [MAIN_LIST]
