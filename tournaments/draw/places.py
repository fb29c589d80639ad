"""Which table stands at which place, for people who cannot move."""

from collections.abc import Mapping, Sequence

from tournaments.draw.result import DrawError, Id, Table


def seated_at_places(tables: Sequence[Table], places: Mapping[Id, int]) -> tuple[Table, ...]:
    """The tables in the order of the places, with everybody of ``places`` where they sit."""
    fixed: dict[int, Table] = {}
    for table in tables:
        for one in table:
            if one in places:
                fixed[places[one]] = table
    for place in fixed:
        if place >= len(tables):
            raise DrawError(
                "place-unknown",
                f"Somebody always sits at table {place + 1}, and there are {len(tables)} tables.",
                {"place": place, "tables": len(tables)},
            )
    free = iter([table for table in tables if table not in fixed.values()])
    return tuple(fixed[i] if i in fixed else next(free) for i in range(len(tables)))
