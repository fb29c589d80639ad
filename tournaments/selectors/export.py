"""A list as a table of plain values, for a spreadsheet: figures are numbers, names are text.

Points are whole numbers; money is in cents, as the heading of its column says.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from jassclub.exports import Value
from scoring.rules import get_variant
from tournaments.models import Standing, Tournament
from tournaments.selectors.standings import Ranking, standings_ranking, standings_state

Table = tuple[str, list[str], list[list[Value]]]


def ranking_table(tournament: Tournament, list_key: str) -> Table:
    """The office's version of a list: a name for the file, the heading, the rows in order of rank."""
    state = standings_state(tournament.pk)
    ranking = standings_ranking(
        tournament, public=False, built_at=state.built_at, list_key=list_key
    )
    name = f"{tournament.slug}-{list_key}"
    return (name, *(_teams(ranking) if ranking.is_teams else _entries(ranking)))


def _total(tournament: Tournament) -> str:
    return _("Total in cents") if get_variant(tournament.variant).unit == "cents" else _("Total")


def _entries(ranking: Ranking) -> tuple[list[str], list[list[Value]]]:
    rounds = list(range(1, ranking.after + 1))
    header = [
        _("Name"),
        _("Rank"),
        _("No."),
        *(_("Round %(number)s") % {"number": number} for number in rounds),
        _total(ranking.tournament),
        _("Team"),
        _("Remarks"),
    ]
    return header, [
        [
            row.entry.name,
            row.rank,
            row.entry.number,
            *(cell["points"] for cell in row.values),
            row.total,
            row.entry.team,
            _remarks(row),
        ]
        for row in ranking.rows
    ]


def _remarks(row: Standing) -> str:
    """What a figure alone does not say, round by round."""
    texts = {
        "wait": _("waited"),
        "late": _("came later"),
        "missed": _("missed"),
        "void": _("the table was void"),
    }
    said: list[str] = []
    for number, cell in enumerate(row.values, start=1):
        words = [texts[cell["state"]]] if cell["state"] in texts else []
        words += [_("does not count")] if cell.get("dropped") else []
        words += [_("corrected")] if cell.get("corrected") else []
        if words:
            said.append(
                _("Round %(number)s: %(words)s") % {"number": number, "words": ", ".join(words)}
            )
    return "; ".join(said)


def _teams(ranking: Ranking) -> tuple[list[str], list[list[Value]]]:
    width = max((len(row.values) for row in ranking.rows), default=0)
    members = [
        text
        for number in range(1, width + 1)
        for text in (_("Member %(number)s") % {"number": number}, _("Points"))
    ]
    header = [_("Team"), _("Rank"), _total(ranking.tournament), *members]
    return header, [[row.team, row.rank, row.total, *_members(row.values)] for row in ranking.rows]


def _members(cells: Sequence[dict[str, object]]) -> list[Value]:
    values: list[Value] = []
    for cell in cells:
        points = cell["points"]
        values += [str(cell.get("name", "")), points if isinstance(points, int) else None]
    return values
