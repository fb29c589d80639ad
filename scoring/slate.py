"""The strokes of a Schieber slate: how a total is drawn on the red Z.

Words: the upper bar carries hundreds, the diagonal fifties, the lower bar twenties; what is left
stands in figures. Strokes come in fives, the fifth across the other four. Everything is geometry in
one drawing of 200 × 92 units; nothing here knows of sheets.
"""

from dataclasses import dataclass

WIDTH = 200
TOP, BOTTOM = 16, 74
LEFT, RIGHT = 8, 192
STROKE = 10  # half the length of a stroke
STEP, GAP = 7.0, 9.0
GROUP = 5


@dataclass(frozen=True, slots=True)
class Strokes:
    """SVG paths of the strokes ("" where there are none) and the rest in figures (0 to 19)."""

    hundreds: str
    fifties: str
    twenties: str
    rest: int


def strokes(total: int) -> Strokes | None:
    """The drawing of a total; None below zero, which a slate cannot show."""
    if total < 0:
        return None
    hundreds, left = divmod(total, 100)
    fifties, left = divmod(left, 50)
    twenties, rest = divmod(left, 20)
    lower = _bar(twenties, BOTTOM, start=LEFT + 40.0)
    return Strokes(_bar(hundreds, TOP), _diagonal(fifties), lower, rest)


def _bar(count: int, y: int, start: float = LEFT + 8.0) -> str:
    """Upright strokes on a bar, each fifth one across its four, closer together if there are many."""
    groups, single = divmod(count, GROUP)
    wide = groups * ((GROUP - 2) * STEP + GAP) + single * STEP
    scale = min(1.0, (RIGHT - LEFT - 16) / wide) if wide else 1.0
    parts, x = [], start
    for _group in range(groups):
        end = x + (GROUP - 2) * STEP * scale
        parts += [_upright(x + at * STEP * scale, y) for at in range(GROUP - 1)]
        parts.append(f"M{x - 3:.1f} {y + 6}L{end + 3:.1f} {y - 6}")
        x = end + GAP * scale
    parts += [_upright(x + at * STEP * scale, y) for at in range(single)]
    return "".join(parts)


def _upright(x: float, y: int) -> str:
    return f"M{x:.1f} {y - STROKE}v{2 * STROKE}"


def _diagonal(count: int) -> str:
    middle_x, middle_y = WIDTH // 2, (TOP + BOTTOM) // 2
    return "".join(f"M{middle_x - 7 + at * 9} {middle_y - 9}l14 18" for at in range(count))
