"""Writing rows of lists, new ones and changed ones alike.

PostgreSQL takes all of them as one JSON text: next to nothing to prepare, where a parameter for each
figure of a thousand rows costs more than the whole ranking. Never reads, never decides what changed.
"""

import json
from collections.abc import Iterable, Sequence

from django.db import connection

from tournaments.fold import StandingRow
from tournaments.models import Standing

BATCH = 500
OWN = ["tournament", "list_key", "after_round", "entry"]
FIGURES = ["rank", "total", "tied", "values", "reason", "team"]
AS_JSON = """
    INSERT INTO tournaments_standing
        (tournament_id, list_key, after_round, entry_id, rank, total, tied, "values", reason, team)
    SELECT %s, n.*
    FROM jsonb_to_recordset(%s::jsonb) AS n (
        list_key text, after_round int, entry bigint,
        rank int, total int, tied boolean, "values" jsonb, reason jsonb, team text
    )
    ON CONFLICT (tournament_id, list_key, after_round, entry_id) DO UPDATE SET
        rank = excluded.rank, total = excluded.total, tied = excluded.tied,
        "values" = excluded."values", reason = excluded.reason, team = excluded.team
"""

Placed = tuple[str, int, StandingRow]  # a list's key, after_round, a row of it


def standings_store(tournament_id: int, rows: Iterable[Placed]) -> None:
    """Put these rows in the place of those that stand there, in the caller's transaction.

    In the order of their lists and entries, so that two writers never wait for each other in a circle.
    """
    ordered = sorted(rows, key=lambda placed: (placed[0], placed[1], placed[2].entry))
    if not ordered:
        return
    if connection.vendor == "postgresql":
        _as_json(tournament_id, ordered)
        return
    Standing.objects.bulk_create(
        (
            Standing(
                tournament_id=tournament_id,
                list_key=key,
                after_round=after,
                entry_id=row.entry,
                **{name: getattr(row, name) for name in FIGURES},
            )
            for key, after, row in ordered
        ),
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=OWN,
        update_fields=FIGURES,
    )


def _as_json(tournament_id: int, rows: Sequence[Placed]) -> None:
    given = [{"list_key": key, "after_round": after, **row._asdict()} for key, after, row in rows]
    with connection.cursor() as cursor:
        cursor.execute(AS_JSON, [tournament_id, json.dumps(given)])
