"""The proof of a draw, with names where the draw has ids."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.draw import Problem
from tournaments.draw_texts import bound_text, draw_sentence, found_text, method_text, source_text
from tournaments.models import Entry, Round, RoundCredit


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two people who meet again: how, and when before (round number, how)."""

    who: list[str]
    kind: str
    again: bool
    earlier: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Bound:
    """A figure of the whole draw beside the least that is possible, and how that is known."""

    text: str
    least: int
    reached: int
    source: str

    @property
    def is_best(self) -> bool:
        return self.reached <= self.least


@dataclass(frozen=True, slots=True)
class ProtocolPage:
    """How a round was drawn. ``repeats`` are this round's, partners first."""

    round: Round
    method: str
    found_by: str
    people: int
    rounds: list[int]
    waiting: list[str]
    repeats: list[Repeat]
    bounds: list[Bound]
    impossible: list[str]


def protocol_page(round_: Round) -> ProtocolPage:
    """The protocol of a round as people read it."""
    protocol: Mapping[str, Any] = round_.protocol
    names = dict(Entry.objects.filter(tournament=round_.tournament_id).values_list("pk", "name"))

    def name_of(entry: Any) -> str:
        return names.get(entry, str(entry))

    numbers: list[int] = protocol.get("numbers", [])
    waits = RoundCredit.objects.filter(round=round_, kind=RoundCredit.Kind.WAIT)
    return ProtocolPage(
        round=round_,
        method=method_text(round_.method),
        found_by=found_text(protocol.get("found_by", "")),
        people=len(protocol.get("inputs", {}).get("entries", [])),
        rounds=sorted(numbers[protocol.get("first_round", 1) - 1 :]),
        waiting=sorted(name_of(entry) for entry in waits.values_list("entry_id", flat=True)),
        repeats=_repeats(protocol, round_.number, numbers, name_of),
        bounds=[
            Bound(bound_text(b["what"]), b["bound"], b["reached"], source_text(b["source"]))
            for b in protocol.get("bounds", [])
        ],
        impossible=[
            draw_sentence(Problem(p["code"], p["sentence"], p["params"]), name_of)
            for p in protocol.get("impossible", [])
        ],
    )


def _repeats(
    protocol: Mapping[str, Any], number: int, numbers: list[int], name_of: Any
) -> list[Repeat]:
    found = [
        Repeat(
            who=[name_of(entry) for entry in repeat["who"]],
            kind=repeat["kind"],
            again=repeat["again"],
            earlier=[(numbers[e["round"] - 1], e["kind"]) for e in repeat["earlier"]],
        )
        for repeat in protocol.get("repeats", [])
        if numbers[repeat["round"] - 1] == number
    ]
    return sorted(found, key=lambda r: (not (r.again and r.kind == "partner"), r.who))
