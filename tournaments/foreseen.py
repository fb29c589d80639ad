"""What a deed changes, in sentences: points, waits, seats, next draws, prints, log.

Two moments of a tournament are compared, the one before and the one after; nothing is worked out
twice, so what is announced is what happens. Never reads and never writes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.bracket_texts import back_text, given_up_texts, instead_text, overtaken_text
from tournaments.models import RoundCredit, RoundStatus, TournamentStatus
from tournaments.selectors.moment import Line, Moment

SHOWN = 12
"""So many people are named; of more the number is said."""


@dataclass(frozen=True, slots=True)
class Move:
    """A row of the ranking that moves; figures are (before, after), None where there is none.

    ``rounds``: (number, before, after) of the rounds whose figures change.
    """

    name: str
    rounds: list[tuple[int, int | None, int | None]]
    total: tuple[int | None, int | None]
    rank: tuple[int | None, int | None]

    @property
    def has_moved(self) -> bool:
        return bool(self.rounds) or self.total[0] != self.total[1]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What will happen. ``moves`` are those whose points change; ``pushed`` change the rank only.

    ``final``: whether the ranking stands.
    """

    moves: list[Move]
    pushed: int
    waits: list[str]
    seats: list[str]
    draws: list[str]
    prints: list[str]
    final: list[str]
    log: list[str] = field(default_factory=list)

    @property
    def shown(self) -> list[Move]:
        return self.moves[:SHOWN]

    @property
    def more(self) -> int:
        return len(self.moves) - len(self.shown)


def foreseen_between(before: Moment, after: Moment, log: Sequence[str]) -> Foreseen:
    """What lies between two moments; ``log`` is what was written into it."""
    moves = _moves(before, after)
    return Foreseen(
        moves=[move for move in moves if move.has_moved],
        pushed=sum(not move.has_moved for move in moves),
        waits=_short(_waits(before, after)),
        seats=_short(_seats(before, after)),
        draws=_draws(before, after),
        prints=_prints(before, after, ranking=bool(moves)),
        final=_final(before, after),
        log=list(log),
    )


def _short(sentences: Iterable[str]) -> list[str]:
    listed = list(sentences)
    if len(listed) > SHOWN:
        rest = len(listed) - SHOWN
        more = ngettext("… and %(n)s more.", "… and %(n)s more.", rest) % {"n": rest}
        listed = [*listed[:SHOWN], more]
    return listed


def _moves(before: Moment, after: Moment) -> list[Move]:
    found = []
    for entry in {**before.ranking, **after.ranking}:
        one, other = before.ranking.get(entry), after.ranking.get(entry)
        if one == other:
            continue
        move = Move(
            name=after.names.get(entry) or before.names[entry],
            rounds=_rounds(one, other),
            total=(one.total if one else None, other.total if other else None),
            rank=(one.rank if one else None, other.rank if other else None),
        )
        if move.has_moved or move.rank[0] != move.rank[1]:
            found.append(move)
    return sorted(found, key=lambda move: (move.rank[1] or 0, move.name))


def _final(before: Moment, after: Moment) -> list[str]:
    """Whether the ranking becomes final, or is open again."""
    found = []
    if before.status != after.status == TournamentStatus.CLOSED:
        found.append(_("The ranking becomes final."))
    if after.status != before.status == TournamentStatus.CLOSED:
        found.append(_("The ranking is not final any more."))
    found += [
        _("The ranking is provisional until round %(round)s is closed again.") % {"round": number}
        for number, status in sorted(after.rounds.items())
        if status == RoundStatus.PLAYING and before.rounds.get(number) == RoundStatus.CLOSED
    ]
    return found


def _rounds(one: Line | None, other: Line | None) -> list[tuple[int, int | None, int | None]]:
    was = [cell["points"] for cell in one.cells] if one else []
    now = [cell["points"] for cell in other.cells] if other else []
    length = max(len(was), len(now))
    was += [None] * (length - len(was))
    now += [None] * (length - len(now))
    return [
        (number, old, new)
        for number, (old, new) in enumerate(zip(was, now, strict=True), start=1)
        if old != new
    ]


def _waits(before: Moment, after: Moment) -> Iterable[str]:
    texts = dict(RoundCredit.Kind.choices)
    for key in sorted({**before.credits, **after.credits}):
        number, entry = key
        one, other = before.credits.get(key), after.credits.get(key)
        if one == other:
            continue
        about = {"round": number, "name": after.names.get(entry) or before.names[entry]}
        is_bye = number in after.brackets and (other or one) == RoundCredit.Kind.WAIT
        if is_bye and other is None:
            text = _("Round %(round)s: %(name)s does not go on without a game any more.")
        elif is_bye:
            text = _("Round %(round)s: %(name)s goes on without a game.")
        elif other is None:
            text = _("Round %(round)s: %(name)s has no credit any more (was: %(kind)s).")
        else:
            text = _("Round %(round)s: %(name)s gets the credit for “%(kind)s”.")
        yield text % {**about, "kind": texts[other or one or ""]}


def _seats(before: Moment, after: Moment) -> Iterable[str]:
    for key in sorted({**before.seats, **after.seats}):
        number, table, _seat = key
        if before.ids.get(number) != after.ids.get(number):
            continue
        one, other = before.seats.get(key), after.seats.get(key)
        if one == other or one is None or other is None:
            continue
        about = {"round": number, "table": table, "was": one[0], "now": other[0]}
        if one[0] != other[0]:
            yield _("Round %(round)s, table %(table)s: %(now)s instead of %(was)s.") % about
        if one[0] != other[0] and one[1] == other[1]:
            yield _("The points of this seat stay with %(name)s.") % {"name": after.names[one[1]]}


def _drawn_anew(before: Moment, after: Moment, number: int) -> Iterable[str]:
    """How a round that is drawn anew differs from what it was: tables, who comes in, who goes out."""
    was, now = _tables(before, number), _tables(after, number)
    moved = sum(people != was.get(table) for table, people in now.items())
    about = {"round": number, "n": moved, "of": len(now)}
    if not moved and len(was) == len(now):
        yield _("Round %(round)s: everybody sits where they sat.") % about
        return
    if moved:
        text = ngettext(
            "Round %(round)s: other people at %(n)s of %(of)s tables.",
            "Round %(round)s: other people at %(n)s of %(of)s tables.",
            moved,
        )
        yield text % about
    sat, sits = _seated(before, number), _seated(after, number)
    if new := sits - sat:
        yield _("Round %(round)s: now plays: %(names)s.") % {**about, "names": _named(after, new)}
    if gone := sat - sits:
        yield _("Round %(round)s: plays no more: %(names)s.") % {
            **about,
            "names": _named(before, gone),
        }


def _tables(moment: Moment, number: int) -> dict[int, list[tuple[int, str]]]:
    found: dict[int, list[tuple[int, str]]] = {}
    for (round_, table, seat), (name, _entry) in sorted(moment.seats.items()):
        if round_ == number:
            found.setdefault(table, []).append((seat, name))
    return found


def _seated(moment: Moment, number: int) -> set[int]:
    return {entry for (round_, _t, _s), (_name, entry) in moment.seats.items() if round_ == number}


def _named(moment: Moment, entries: set[int]) -> str:
    return ", ".join(sorted(moment.names[entry] for entry in entries))


def _draws(before: Moment, after: Moment) -> list[str]:
    found = []
    ends = before.status != after.status == TournamentStatus.CLOSED
    for number in sorted({**before.ids, **after.ids}):
        which = {"round": number}
        if number not in after.ids and ends:
            found.append(_("Round %(round)s is not played.") % which)
        elif number not in after.ids:
            found.append(_("Round %(round)s is void; its number is free for a new draw.") % which)
        elif number not in before.ids:
            found.append(_("Round %(round)s is drawn.") % which)
        elif before.ids[number] != after.ids[number]:
            found.append(_("Round %(round)s is drawn anew.") % which)
            found += _drawn_anew(before, after, number)
    drawn = [n for n, status in after.rounds.items() if status == RoundStatus.DRAWN]
    seated = {(number, entry) for (number, _t, _s), (_name, entry) in after.seats.items()}
    for entry in sorted(after.gone.keys() - before.gone.keys()):
        about: dict[str, object] = {"name": after.names[entry], "round": after.gone[entry]}
        found.append(_("%(name)s is drawn no more from round %(round)s on.") % about)
        for number in sorted(drawn):
            if number >= after.gone[entry] and (number, entry) in seated:
                found.append(
                    _("Round %(round)s is drawn with %(name)s: draw it again, or fill the seat.")
                    % {**about, "round": number}
                )
        found += _instead(before, after, entry)
    found += [
        back_text(after.names[entry], is_in=entry in after.here)
        for entry in sorted(before.gone.keys() - after.gone.keys())
        if entry in after.names
    ]
    same = {number for number, pk in before.ids.items() if after.ids.get(number) == pk}
    gave_up = {table: one for table, one in before.gave_up.items() if one[0] in same}
    found += given_up_texts(after.names, gave_up, after.gave_up)
    found += [
        overtaken_text(one, after.names) for one in after.overtaken if one not in before.overtaken
    ]
    if len(before.here) != len(after.here):
        counts = {"was": len(before.here), "now": len(after.here)}
        found.append(_("%(now)s are here for the next draw (before: %(was)s).") % counts)
    return found


def _instead(before: Moment, after: Moment, entry: int) -> Iterable[str]:
    """Who goes on without a game because this entry leaves its place in a bracket empty."""
    other, table = before.beside.get(entry, (None, 0))
    number = max(before.rounds, default=0) + 1
    about = (after.names[entry], number)
    if after.gone[entry] > number:
        return
    if other in after.here:
        yield instead_text(*about, other=after.names[other])
    elif table:
        yield instead_text(*about, table=table)


def _prints(before: Moment, after: Moment, *, ranking: bool) -> list[str]:
    found = []
    for number in sorted(before.ids):
        if number not in after.ids:
            text = _("Take the seat list of round %(round)s off the wall.")
        elif before.rounds[number] != RoundStatus.CLOSED and _list_of(before, number) != _list_of(
            after, number
        ):
            text = _("Print the seat list of round %(round)s again.")
        else:
            continue
        found.append(text % {"round": number})
    found += _named_and_gone(before, after)
    if ranking:
        found.append(_("Print the ranking again, if it hangs somewhere."))
    return found


def _named_and_gone(before: Moment, after: Moment) -> Iterable[str]:
    """The lists of drawn rounds that name somebody who is away from then on."""
    listed = {(number, entry) for (number, _t, _s), (_name, entry) in after.seats.items()}
    listed |= {key for key, kind in after.credits.items() if kind == RoundCredit.Kind.WAIT}
    for entry in sorted(after.gone.keys() - before.gone.keys()):
        for number, status in sorted(after.rounds.items()):
            is_away = status == RoundStatus.DRAWN and number >= after.gone[entry]
            if is_away and (number, entry) in listed:
                yield _(
                    "The seat list of round %(round)s names %(name)s: print it again when the round "
                    "is drawn anew or the seat is filled."
                ) % {"round": number, "name": after.names[entry]}


def _list_of(moment: Moment, number: int) -> tuple[object, ...]:
    """What a round's seat list says: names at their seats, and who waits."""
    seats = {key: name for key, (name, _entry) in moment.seats.items() if key[0] == number}
    waits = {key for key, kind in moment.credits.items() if key[0] == number and kind == "wait"}
    return sorted(seats.items()), sorted(waits)
