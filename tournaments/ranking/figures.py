"""The figures of one entry: totals, dropped rounds, highest rounds, opponents' sums.

Never compares two entries and never orders anything but one entry's own rounds.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from tournaments.ranking.errors import RankingError

Entry = Hashable


class Figures:
    """The checked arguments, and what each criterion reads from them for one entry."""

    def __init__(
        self,
        results: Mapping[Any, Sequence[int | None]],
        low_is_good: bool,
        facts: Mapping[Any, Mapping[str, Any]],
        credits: Mapping[Any, Iterable[int]],
    ) -> None:
        self.low_is_good = low_is_good
        self.rounds: dict[Entry, list[int | None]] = {}
        self.credited: dict[Entry, frozenset[int]] = {}
        self.facts = facts
        for entry, row in results.items():
            values = list(row)
            for value in values:
                if type(value) is not int and value is not None:
                    raise RankingError(
                        "result-invalid", f"{value!r} of {entry} is no integer and not None."
                    )
            self.rounds[entry] = values
            self.credited[entry] = self._credited(entry, values, credits.get(entry, ()))
        for given, name in ((facts, "facts"), (credits, "credits")):
            unknown = [entry for entry in given if entry not in self.rounds]
            if unknown:
                raise RankingError(
                    "entry-unknown", f"The {name} name {unknown[0]}, no result does."
                )
        self.last = max(
            (i for row in self.rounds.values() for i, v in enumerate(row) if v is not None),
            default=-1,
        )
        self.sums = {e: sum(v for v in row if v is not None) for e, row in self.rounds.items()}

    @staticmethod
    def _credited(entry: Entry, values: list[int | None], given: Iterable[int]) -> frozenset[int]:
        indices = frozenset(given)
        for index in indices:
            if not 0 <= index < len(values) or values[index] is None:
                raise RankingError(
                    "credit-unknown",
                    f"Round index {index} of {entry} is credited and has no value.",
                )
        return indices

    def dropped(self, entry: Entry, key: str) -> tuple[int, ...]:
        """Round indices that do not count; of equal results a credit goes first, then the later."""
        if key == "sum":
            return ()
        keep = int(key.partition(":")[2])
        worst = 1 if self.low_is_good else -1
        given = [(i, v) for i, v in enumerate(self.rounds[entry]) if v is not None]
        given.sort(key=lambda iv: (worst * iv[1], iv[0] in self.credited[entry], iv[0]))
        return tuple(sorted(i for i, _ in given[keep:]))

    def counted(self, entry: Entry, key: str) -> list[int]:
        """The indices that count towards ``sum`` or ``best:n``."""
        out = set(self.dropped(entry, key))
        return [i for i, v in enumerate(self.rounds[entry]) if v is not None and i not in out]

    def total(self, entry: Entry, key: str) -> int:
        if key == "sum":
            return self.sums[entry]
        row = self.rounds[entry]
        return sum(row[i] or 0 for i in self.counted(entry, key))

    def played(self, entry: Entry, among: Iterable[int] | None = None) -> list[int]:
        """Played results, the best first: credits are never a highest round."""
        row = self.rounds[entry]
        indices = range(len(row)) if among is None else among
        found = [
            value
            for i in indices
            if i not in self.credited[entry] and (value := row[i]) is not None
        ]
        return sorted(found, reverse=not self.low_is_good)

    def last_round(self, entry: Entry) -> int | None:
        """The result of the last round anybody has a result of.

        Our reading: a credit was not played, so it is no result to be compared here.
        """
        row = self.rounds[entry]
        if not 0 <= self.last < len(row) or self.last in self.credited[entry]:
            return None
        return row[self.last]

    def fact(self, entry: Entry, name: str) -> int:
        return int(self.facts.get(entry, {}).get(name, 0))

    def games(self, entry: Entry) -> Sequence[Any]:
        games: Sequence[Any] = self.facts.get(entry, {}).get("games", ())
        return games

    def opponents(self, entry: Entry) -> list[Entry]:
        """Everyone this entry played against, once per game."""
        return [opponent for opponents, _, _ in self.games(entry) for opponent in opponents]

    def buchholz(self, entry: Entry) -> int:
        """The opponents' sums over all their rounds; a substitute outside the ranking adds 0."""
        return sum(self.sums.get(opponent, 0) for opponent in self.opponents(entry))

    def measure(self, key: str, primary: str) -> Callable[[Entry], int | None]:
        """The figure of a criterion; highest counted rounds are those of the ``primary`` total."""
        if key == "sum" or key.startswith("best:"):
            return lambda entry: self.total(entry, key)
        if key == "highest-round":
            return lambda entry: _at(self.played(entry), 0)
        if key == "second-highest-round":
            return lambda entry: _at(self.played(entry), 1)
        if key == "highest-counted-round":
            return lambda entry: _at(self.played(entry, self.counted(entry, primary)), 0)
        if key == "last-round":
            return self.last_round
        if key == "knock-out":
            return lambda entry: self.facts.get(entry, {}).get(key)
        if key == "buchholz":
            return self.buchholz
        return lambda entry: self.fact(entry, key)


def _at(values: list[int], index: int) -> int | None:
    return values[index] if index < len(values) else None
