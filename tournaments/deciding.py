"""Who has won a table of two, and when enough games are played. Pure; reads nothing.

Words: a *tally* is what a side has after the games so far, games won and points. More games win;
where they are equal, more points (fewer where low is good), which decides a table whose last game
was counted unfinished.
"""

from typing import NamedTuple


class Tally(NamedTuple):
    """What one side has got out of its games."""

    games: int
    points: int


def balance(own: Tally, theirs: Tally, *, low_is_good: bool) -> int:
    """1 where the own side has won, -1 where the other has, 0 where nothing decides."""
    points = theirs.points - own.points if low_is_good else own.points - theirs.points
    ahead = own.games - theirs.games or points
    return (ahead > 0) - (ahead < 0)


def needs_another_game(
    games_won: tuple[int, ...], played: int, *, best_of: int, must_be_decided: bool
) -> bool:
    """Whether a further game has to be played at a table.

    Best of ``best_of``: until one side has won more than half of them, at most all of them; a tied
    game is won by nobody. ``must_be_decided``: beyond that until one side is ahead (a knock-out).
    """
    most = max(games_won)
    if most > best_of // 2 and games_won.count(most) == 1:
        return False
    if played < best_of:
        return True
    return must_be_decided and games_won.count(most) > 1
