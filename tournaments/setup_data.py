"""What makes a tournament: everything the set-up form holds, as one value.

Words: a *setup* is the whole of it; a *preset* is a setup without the evening's own name, start and
number of people (JSON, kept in ``Preset.data``). A *problem* is a field, a code and a sentence.

Nothing here touches the database or decides whether a setup can work: that is
``tournaments.services.setup_checks``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime
from typing import Any, TypedDict

from tournaments.formats import Way
from tournaments.models import (
    CreditRule,
    DrawMode,
    Publishing,
    Stage,
    SubstituteRule,
    SurplusRule,
    Tournament,
    Visibility,
)

OWN_TO_THE_EVENING = frozenset({"name", "starts_at", "expected_players"})


class SetupProblem(TypedDict):
    """``field`` is a name of :class:`SetupData`; an option is ``options.<its name>``."""

    field: str
    code: str
    message: str


class SetupError(Exception):
    """These settings cannot work; ``problems`` says why, each on its field."""

    def __init__(self, problems: Iterable[SetupProblem]) -> None:
        self.problems = list(problems)
        super().__init__(", ".join(f"{p['field']}: {p['code']}" for p in self.problems))


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupData:
    """A tournament's settings.

    ``format`` is a method of ``tournaments.draw``, ``team_size`` how many people an entry has.
    ``options`` are the variant's house rules (missing ones take the default); how many deals a
    round has is the option ``deals`` or follows from the others. ``starts_at`` is aware.
    ``chain`` is what ``tournaments.ranking.rank`` takes. ``credit_points`` in the variant's unit,
    read with the credit rule ``fixed``. ``round_minutes``: the time limit of a round.
    ``categories`` and ``team_counted``: the lists beside the main one, as the tournament holds them.
    ``expected_players`` is only for checking, never stored.
    """

    variant: str
    options: Mapping[str, Any]
    planned_rounds: int
    chain: tuple[str, ...]
    name: str = ""
    starts_at: datetime | None = None
    venue: str = ""
    format: str = "drawn-partners"
    team_size: int = 1
    table_size: int = 4
    best_of: int = 1
    place_three: bool = False
    draw_mode: str = DrawMode.ALL
    visibility: str = Visibility.PUBLIC
    credit_rule: str = CreditRule.AVERAGE
    credit_points: int | None = None
    surplus_rule: str = SurplusRule.WAIT
    substitute_rule: str = SubstituteRule.ENTRY
    confirm_all: bool = False
    double_entry: bool = False
    hidden_rounds: int = 0
    round_minutes: int | None = None
    publishing: str = Publishing.LIVE
    categories: Sequence[Mapping[str, Any]] = field(default_factory=list)
    team_counted: int | None = None
    expected_players: int | None = None

    @classmethod
    def stored(cls) -> frozenset[str]:
        """The names of the settings that a tournament keeps."""
        return frozenset(each.name for each in fields(cls)) - {"expected_players"}

    def as_preset(self) -> dict[str, Any]:
        """What the next evening can take over, as JSON."""
        kept = {k: v for k, v in asdict(self).items() if k not in OWN_TO_THE_EVENING}
        return {**kept, "options": dict(self.options), "chain": list(self.chain)}

    @classmethod
    def from_preset(cls, data: Mapping[str, Any]) -> "SetupData":
        """A setup from a preset's JSON; names that are no longer known are left out."""
        known = {each.name for each in fields(cls)} - OWN_TO_THE_EVENING
        kept = {name: value for name, value in data.items() if name in known}
        return cls(**{**kept, "chain": tuple(kept["chain"])})

    @classmethod
    def of(cls, tournament: Tournament, stage: Stage) -> "SetupData":
        """The setup an existing tournament was made with."""
        return cls(
            variant=tournament.variant,
            options=tournament.options,
            planned_rounds=stage.planned_rounds,
            chain=tuple(stage.chain),
            name=tournament.name,
            starts_at=tournament.starts_at,
            venue=tournament.venue,
            format=stage.format,
            team_size=tournament.team_size,
            table_size=stage.table_size,
            best_of=stage.best_of,
            place_three=stage.place_three,
            draw_mode=stage.draw_mode,
            visibility=tournament.visibility,
            credit_rule=tournament.credit_rule,
            credit_points=tournament.credit_points,
            surplus_rule=tournament.surplus_rule,
            substitute_rule=tournament.substitute_rule,
            confirm_all=tournament.confirm_all,
            double_entry=tournament.double_entry,
            hidden_rounds=tournament.hidden_rounds,
            round_minutes=stage.round_minutes,
            publishing=tournament.publishing,
            categories=tournament.categories,
            team_counted=tournament.team_counted,
        )

    @property
    def way(self) -> Way:
        """The method and what an entry is, together."""
        return Way(self.format, self.team_size)

    def with_(self, **changes: Any) -> "SetupData":
        """The same setup with some fields changed."""
        return replace(self, **changes)
