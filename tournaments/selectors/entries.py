"""The door of the evening: who is expected, who is here, how the tables come out.

Everything the check-in shows, in a number of queries that does not grow with the people.
Reads only.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from jassclub.clubs.models import Player, name_key
from tournaments.draw_texts import draw_sentence
from tournaments.formats import KNOCK_OUT
from tournaments.models import (
    Entry,
    EntryPlayer,
    EntryStatus,
    Round,
    RoundStatus,
    Stage,
    SurplusRule,
    Table,
    TableGame,
    Tournament,
    TournamentStatus,
)
from tournaments.selectors.field import Field, can_have_other_sizes, field_of, field_problems
from tournaments.selectors.stages import (
    SETTLED,
    STARTED,
    first_number,
    last_number,
    planned_rounds,
    stage_now,
)

SHOWS = ("all", "expected", "here")


@dataclass(frozen=True, slots=True)
class Person:
    """A line of the list: a player of the club, with the entry if there is one.

    ``state`` is ``here``, ``expected``, ``out`` (sits out), ``left`` or ``club`` (on the club's list
    only).
    """

    player: Player
    entry: Entry | None

    @property
    def name(self) -> str:
        """Who stands on the list: a person, or the whole team."""
        return self.entry.name if self.entry else str(self.player)

    @property
    def key(self) -> str:
        """What the list is sorted and searched by."""
        alone = f"{self.player.name_key} {self.player.hint_key}"
        return alone if self.name == str(self.player) else name_key(self.name)

    @property
    def state(self) -> str:
        if self.entry is None:
            return "club"
        return {
            EntryStatus.PRESENT.value: "here",
            EntryStatus.ANNOUNCED.value: "expected",
            EntryStatus.PAUSED.value: "out",
            EntryStatus.WITHDRAWN.value: "left",
        }[self.entry.status]


@dataclass(frozen=True, slots=True)
class Figures:
    """How the tables come out with who is here now.

    ``people`` are those of the ranking, ``substitutes`` those beside it. ``over`` people fill no
    whole table; ``empty`` substitutes more would make one of them. ``problem`` says what the
    planned rounds cannot be drawn for. ``still_in``: ``people`` are those who have qualified, or have
    not lost. ``begun_bracket``: a knock-out is under way; the next tables follow from who wins.
    """

    people: int
    substitutes: int
    expected: int
    tables: int
    over: int
    empty: int
    table_size: int
    problem: str
    begun_bracket: bool
    still_in: bool


@dataclass(frozen=True, slots=True)
class Late:
    """What somebody who comes now can still play: ``state`` is ``early`` (nothing drawn), ``next``
    (from round ``first`` on), ``redraw`` (rounds ``first`` to ``last`` are drawn and not begun),
    ``over`` (the last round has begun), ``bracket`` (a knock-out has begun), ``choice`` (the rounds
    of a stage have begun, and nobody is chosen for the next one), ``qualified`` (a later stage, for
    those who were chosen) or ``closed``.
    """

    state: str
    first: int = 0
    last: int = 0

    @property
    def missed(self) -> int:
        """How many rounds have begun without whoever comes now and plays from ``first`` on."""
        return max(0, self.first - 1)


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The check-in page: the people to show, the figures over all of them, what late means now.

    ``waits_then``: how many would wait in each further round with one entry more; None where
    nobody does, or nothing is drawn yet.
    """

    people: list[Person]
    figures: Figures
    late: Late
    query: str
    show: str
    other_sizes: bool
    waits_then: int | None = None

    @property
    def absent(self) -> int:
        """How many were announced and are not here."""
        return self.figures.expected


def check_in(
    tournament: Tournament, *, query: str = "", show: str = "all", with_people: bool = True
) -> CheckIn:
    """The people whose name holds ``query``, in alphabetical order, and the figures over all."""
    stage, to_choose = stage_now(tournament)
    show = show if show in SHOWS else "all"
    rounds = list(tournament.rounds.exclude(status=RoundStatus.VOID))
    figures = _figures(tournament, stage, rounds)
    late = _late(tournament, stage, rounds, to_choose=to_choose)
    return CheckIn(
        people=_people(tournament, query, show) if with_people else [],
        figures=figures,
        late=late,
        query=query,
        show=show,
        other_sizes=can_have_other_sizes(tournament, stage),
        waits_then=_waits_then(tournament, stage, figures, late),
    )


def person_of(tournament: Tournament, player_id: int) -> Person | None:
    """One line of the list anew."""
    player = Player.objects.filter(club_id=tournament.club_id, pk=player_id).first()
    if player is None:
        return None
    return Person(player, tournament.entries.filter(entry_players__player=player).first())


def not_announced(tournament: Tournament) -> list[Player]:
    """The club's players who have no entry yet."""
    entered = EntryPlayer.objects.filter(tournament=tournament).values("player_id")
    return list(
        Player.objects.filter(club_id=tournament.club_id, active=True).exclude(pk__in=entered)
    )


def names_to_add(tournament: Tournament) -> list[str]:
    """Names of the club's people without an entry, to choose from while typing; for teams only."""
    if tournament.team_size == 1:
        return []
    return [str(player) for player in not_announced(tournament)]


def team_places(entry: Entry) -> list[tuple[int, str]]:
    """The places of a team with the name on each; "" where somebody is missing, who comes first.

    [] for an entry that is one person.
    """
    size = entry.tournament.team_size
    if size == 1:
        return []
    people = entry.entry_players.select_related("player")
    names = {each.position: str(each.player) for each in people}
    places = [(position, names.get(position, "")) for position in range(size)]
    return sorted(places, key=lambda place: bool(place[1]))


def table_playing(entry: Entry) -> Table | None:
    """The table at which somebody sits in the round that is played, as long as it needs somebody."""
    tables = Table.objects.filter(seats__entry=entry, round__status=RoundStatus.PLAYING)
    unsettled = TableGame.objects.exclude(sheet__status__in=SETTLED)
    still = tables.filter(pk__in=unsettled.values("table"))
    return still.select_related("place", "round").first()


def rounds_to_leave(entry: Entry) -> list[int]:
    """The rounds from which somebody can stay away: those after the last begun one with a seat."""
    begun = Round.objects.filter(seats__entry=entry, status__in=STARTED)
    earliest = 1 + max(begun.values_list("number", flat=True), default=0)
    return list(range(earliest, planned_rounds(entry.tournament) + 1))


def _people(tournament: Tournament, query: str, show: str) -> list[Person]:
    # The club's list is read before the entries: who is ticked in between is in both, never in none.
    club = Player.objects.filter(club_id=tournament.club_id, active=True)
    players = list(club) if show == "all" and tournament.team_size == 1 else []
    links = list(
        EntryPlayer.objects.filter(tournament=tournament)
        .select_related("entry", "player")
        .order_by("position", "pk")
    )
    first: dict[int, Person] = {}
    for link in links:
        first.setdefault(link.entry_id, Person(link.player, link.entry))
    everyone = list(first.values())
    entered = {link.player_id for link in links}
    everyone += [Person(player, None) for player in players if player.pk not in entered]
    found = [person for person in everyone if _matches(person, query, show)]
    return sorted(found, key=lambda p: (p.key, p.player.pk))


def _matches(person: Person, query: str, show: str) -> bool:
    if show not in {"all", person.state}:
        return False
    if person.entry and query.strip() == str(person.entry.number):
        return True
    return all(word in person.key for word in name_key(query).split())


def _figures(tournament: Tournament, stage: Stage, rounds: Sequence[Round]) -> Figures:
    entries = list(tournament.entries.all())
    begun = [r for r in rounds if r.stage_id == stage.pk and r.status in STARTED]
    following = 1 + max(r.number for r in begun) if begun else first_number(stage)
    field = field_of(tournament, stage, begun, entries, min(following, last_number(stage)))
    ranked = [entry for entry in field.entries if not entry.outside_ranking]
    here = [entry for entry in entries if entry.status == EntryStatus.PRESENT]
    substitutes = sum(entry.outside_ranking for entry in here)
    return Figures(
        people=len(ranked),
        substitutes=substitutes,
        expected=sum(entry.status == EntryStatus.ANNOUNCED for entry in entries),
        tables=field.tables,
        over=0 if field.bracket else field.over,  # who has no opponent goes on
        empty=max(0, field.empty - substitutes),
        table_size=field.sizes[0],
        problem="" if rounds else _problem(stage, field),
        begun_bracket=field.bracket and bool(begun),
        still_in=stage.number > 1 or (field.bracket and bool(begun)),
    )


def _waits_then(tournament: Tournament, stage: Stage, figures: Figures, late: Late) -> int | None:
    """How many wait with one entry more, where somebody who comes now is drawn and people wait."""
    open_to_all = late.state in {"next", "redraw"} and stage.format != KNOCK_OUT
    if not open_to_all or tournament.surplus_rule != SurplusRule.WAIT or figures.substitutes:
        return None
    return (figures.people + 1) % figures.table_size


def _problem(stage: Stage, field: Field) -> str:
    """Why the planned rounds cannot be drawn for so many, where it is not just too early to say."""
    if not field.tables:
        return ""
    found = field_problems(stage, field, stage.planned_rounds)
    return draw_sentence(found[0]) if found else ""


def _late(
    tournament: Tournament, stage: Stage, rounds: Sequence[Round], *, to_choose: bool
) -> Late:
    if tournament.status == TournamentStatus.CLOSED:
        return Late("closed")
    if not rounds:
        return Late("early")
    if stage.number > 1 and not to_choose:
        return Late("qualified")
    drawn = [round_.number for round_ in rounds if round_.status == RoundStatus.DRAWN]
    if drawn and (stage.format != KNOCK_OUT or len(drawn) == len(rounds)):
        return Late("redraw", min(drawn), max(drawn))
    if stage.format == KNOCK_OUT:
        return Late("bracket")
    if to_choose:
        return Late("choice")
    begun = max(round_.number for round_ in rounds)
    return Late("next", begun + 1) if begun < last_number(stage) else Late("over")
