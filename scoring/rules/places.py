"""Fields that name somebody: a side or a seat, or nobody."""

from scoring.rules.fields import Field


def side_field(
    name: str, *, label: str, help: str = "", needed: bool = False, offered: bool = True
) -> Field:
    """One of two sides; or none, unless it is needed."""
    return _place("side", 2, name, label, help, needed=needed, offered=offered)


def seat_field(
    name: str, count: int, *, label: str, help: str = "", needed: bool = False, offered: bool = True
) -> Field:
    """One of the seats; or none, unless it is needed."""
    return _place("seat", count, name, label, help, needed=needed, offered=offered)


def _place(
    type: str, count: int, name: str, label: str, help: str, *, needed: bool, offered: bool
) -> Field:
    return Field(
        name=name,
        type=type,
        length=count,
        nullable=not needed,
        needed_when=needed,
        label=label,
        help=help,
        offered=offered,
    )
