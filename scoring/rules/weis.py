"""Weis: rows and four of a kind, and whether several of them can be there at once.

Words: a *row* is three or more cards of one suit next to each other in the order 6 7 8 9 10 U O K A,
whatever is trump. A *pack* says what a variant writes for which row and which four of a kind. A
*group* is some Weis and the hands (or tricks) that must hold them. A card serves one Weis only;
Stöck are none of this module's business.

`fits` is exact: it looks for cards, not only for room. Two Weis of 150 can be two rows of six, or a
row of six without the four nines, and so on. Who has the better Weis is the table's to say.
Source: Weis table of jassverzeichnis.ch; row order and comparison from the wyys rules.
"""

from functools import lru_cache

from scoring.rules.jass import RANKS

MISSING = ""
Group = tuple[tuple[int, ...], tuple[int, ...]]
"""The values of some Weis, and how many cards each hand (or trick) that may hold them has."""


class Pack:
    """What can be shown, and what for. Compared by identity, for packs are few and asked often.

    `suits` are the ranks of each suit in row order, "" where a card is missing from the pack;
    `rows` are (length, value) and `kinds` (rank, value) of four of a kind.
    """

    def __init__(
        self,
        suits: tuple[tuple[str, ...], ...],
        rows: tuple[tuple[int, int], ...],
        kinds: tuple[tuple[str, int], ...],
    ) -> None:
        self.suits = suits
        self.rows = rows
        self.kinds = kinds

    def values(self, longest: int = len(RANKS)) -> tuple[int, ...]:
        """Every value a Weis of at most `longest` cards can have, ascending."""
        rows = {value for length, value in self.rows if length <= longest}
        kinds = {value for _, value in self.kinds if longest >= len(self.suits)}
        return tuple(sorted(rows | kinds))

    def ways(self, value: int) -> list[tuple[int, str | None]]:
        """How a Weis of this value can look: number of cards, and the rank if four of a kind."""
        kinds: list[tuple[int, str | None]] = [
            (len(self.suits), rank) for rank, worth in self.kinds if worth == value
        ]
        rows = [length for length, worth in self.rows if worth == value]
        return kinds + ([(min(rows), None)] if rows else [])

    def as_dict(self) -> dict[str, object]:
        """The pack as the browser's evaluator reads it."""
        return {
            "suits": [list(suit) for suit in self.suits],
            "rows": [list(row) for row in self.rows],
            "kinds": [list(kind) for kind in self.kinds],
        }


_ROWS = ((3, 20), (4, 50), (5, 100), (6, 150), (7, 200), (8, 250), (9, 300))
_KINDS = (
    ("A", 100),
    ("K", 100),
    ("O", 100),
    ("10", 100),
    ("8", 100),
    ("7", 100),
    ("6", 100),
    ("9", 150),
    ("U", 200),
)
SWISS = Pack((RANKS,) * 4, _ROWS, _KINDS)


@lru_cache(maxsize=4096)
def fits(pack: Pack, groups: tuple[Group, ...]) -> bool:
    """Whether cards of one pack can show all these Weis in these hands at the same time."""
    ways = {value: pack.ways(value) for values, _ in groups for value in values}
    if not all(ways.values()):
        return False
    items = sorted(
        ((value, group) for group, (values, _) in enumerate(groups) for value in values),
        reverse=True,
    )
    if sum(min(ways[value])[0] for value, _ in items) > sum(map(len, pack.suits)):
        return False
    failed = set()

    def place(
        at: int,
        rooms: tuple[tuple[int, ...], ...],
        taken: frozenset[str],
        rows: tuple[int, ...],
    ) -> bool:
        if at == len(items):
            return _rows_fit(pack.suits, taken, rows)
        state = (at, rooms, taken, rows)
        if state in failed:
            return False
        value, group = items[at]
        for size, rank in ways[value]:
            if rank in taken:
                continue
            for room in sorted(set(rooms[group])):
                if room < size:
                    continue
                left = tuple(sorted(_replaced(rooms[group], room, room - size)))
                if place(
                    at + 1,
                    (*rooms[:group], left, *rooms[group + 1 :]),
                    taken | {rank} if rank else taken,
                    rows if rank else (*rows, size),
                ):
                    return True
        failed.add(state)
        return False

    return place(0, tuple(hands for _, hands in groups), frozenset({MISSING}), ())


def _rows_fit(
    suits: tuple[tuple[str, ...], ...], taken: frozenset[str], rows: tuple[int, ...]
) -> bool:
    """Whether rows of these lengths find cards where the taken ranks are missing in every suit."""
    gaps: list[int] = []
    for suit in suits:
        gap = 0
        for rank in suit:
            if rank in taken:
                gaps.append(gap)
                gap = 0
            else:
                gap += 1
        gaps.append(gap)
    return _pack_rows(tuple(sorted(rows, reverse=True)), tuple(sorted(g for g in gaps if g > 2)))


@lru_cache(maxsize=4096)
def _pack_rows(rows: tuple[int, ...], gaps: tuple[int, ...]) -> bool:
    if not rows:
        return True
    if sum(rows) > sum(gaps):
        return False
    return any(
        _pack_rows(rows[1:], tuple(sorted(_replaced(gaps, gap, gap - rows[0]))))
        for gap in sorted(set(gaps))
        if gap >= rows[0]
    )


def _replaced(numbers: tuple[int, ...], old: int, new: int) -> list[int]:
    result = list(numbers)
    result[result.index(old)] = new
    return result


@lru_cache(maxsize=32)
def most(pack: Pack, hands: tuple[int, ...]) -> int:
    """The most that the Weis in these hands can add up to."""
    values = pack.values(max(hands))
    best = 0
    grown: list[tuple[int, ...]] = [()]
    seen = set(grown)
    while grown:
        held = grown.pop()
        best = max(best, sum(held))
        for value in values:
            more = tuple(sorted((*held, value)))
            if more not in seen and fits(pack, ((more, hands),)):
                seen.add(more)
                grown.append(more)
    return best
