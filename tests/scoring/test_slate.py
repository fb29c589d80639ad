"""The strokes of a slate: hundreds above, fifties across, twenties below, the rest in figures."""

import pytest

from scoring.slate import LEFT, RIGHT, strokes


def uprights(path: str) -> int:
    return path.count("v")


@pytest.mark.parametrize(
    ("total", "hundreds", "fifties", "twenties", "rest"),
    [(0, 0, 0, 0, 0), (19, 0, 0, 0, 19), (50, 0, 1, 0, 0), (99, 0, 1, 2, 9), (612, 6, 0, 0, 12)],
)
def test_the_strokes_add_up_to_the_total(total, hundreds, fifties, twenties, rest):
    drawn = strokes(total)
    fives = drawn.hundreds.count("L")  # the fifth stroke lies across four
    assert uprights(drawn.hundreds) + fives == hundreds
    assert drawn.fifties.count("M") == fifties
    assert uprights(drawn.twenties) == twenties
    assert drawn.rest == rest


def test_any_number_of_strokes_stays_on_the_bar():
    for total in (2500, 9999, 100_000):
        points = [part.split()[0] for part in strokes(total).hundreds.split("M")[1:]]
        assert all(LEFT <= float(x) <= RIGHT for x in points)


def test_a_total_below_zero_has_no_strokes():
    assert strokes(-1) is None
