"""The course of a game: each side's total after each deal, as a drawing and as a table.

Words: a *line* is one side's way through the game as an SVG path; the *axis* is where zero lies.
Draws what is written, judges nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from scoring.figures import figure

WIDTH, HEIGHT, EDGE = 320, 110, 5
LEAST_DEALS = 4  # so that the first deals do not fill the whole width


@dataclass(frozen=True, slots=True)
class Line:
    label: str
    path: str
    last: str


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    figures: list[str]


@dataclass(frozen=True, slots=True)
class Course:
    lines: list[Line]
    rows: list[Row]
    axis: str
    width: int = WIDTH
    height: int = HEIGHT


def course(
    written: Sequence[tuple[int, Sequence[int]]],
    *,
    labels: Sequence[str],
    unit: str,
    planned: int | None,
) -> Course | None:
    """The course of the deals ``written`` (number, figures per side); None before there is one."""
    if not written:
        return None
    ways = [
        list(accumulate((w[side] for _n, w in written), initial=0)) for side in range(len(labels))
    ]
    low, high = min(map(min, ways)), max(map(max, ways))
    deals = max(planned or 0, len(written), LEAST_DEALS)

    def at(deal: int, total: int) -> str:
        x = EDGE + (WIDTH - 2 * EDGE) * deal / deals
        y = EDGE + (HEIGHT - 2 * EDGE) * (high - total) / ((high - low) or 1)
        return f"{x:.1f} {y:.1f}"

    lines = [
        Line(
            label,
            "M" + "L".join(at(n, total) for n, total in enumerate(way)),
            figure(way[-1], unit),
        )
        for label, way in zip(labels, ways, strict=True)
    ]
    rows = [
        Row(number, [figure(way[at_deal], unit) for way in ways])
        for at_deal, (number, _written) in enumerate(written, start=1)
    ]
    return Course(lines, rows, axis=f"M{at(0, 0)}L{at(deals, 0)}")
