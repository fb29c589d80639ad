"""Why a row of a ranking stands where it stands, in words."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.figures import figure

#: What separates a row from the one above it, after equal totals. ``own`` and ``above`` are figures.
REASONS = {
    "rounds": gettext_lazy("fewer counted rounds: %(own)s against %(above)s"),
    "games": gettext_lazy("fewer games played: %(own)s against %(above)s"),
    "highest-round": gettext_lazy("equal points: best round %(own)s against %(above)s"),
    "highest-counted-round": gettext_lazy(
        "equal points: best counted round %(own)s against %(above)s"
    ),
    "second-highest-round": gettext_lazy(
        "equal points: second-best round %(own)s against %(above)s"
    ),
    "matches": gettext_lazy("equal points: %(own)s matches against %(above)s"),
    "wins": gettext_lazy("equal points: %(own)s wins against %(above)s"),
    "buchholz": gettext_lazy("equal points: opponents’ points %(own)s against %(above)s"),
    "direct": gettext_lazy("equal points: direct comparison %(own)s against %(above)s"),
    "last-round": gettext_lazy("equal points: last round %(own)s against %(above)s"),
    "sum": gettext_lazy("equal so far: sum of all rounds %(own)s against %(above)s"),
    "best": gettext_lazy("equal so far: best rounds %(own)s against %(above)s"),
    "lot": gettext_lazy("equal points: decided by lot"),
    "shared": gettext_lazy("equal in everything: the rank is shared"),
}

#: Reasons whose figures are numbers of something, not what the game writes.
COUNTED = frozenset({"rounds", "games", "matches", "wins"})

#: When somebody lost in a knock-out, by the places that were still open then.
KNOCK_OUT = {
    1: gettext_lazy("winner of the knock-out"),
    2: gettext_lazy("lost in the final"),
    3: gettext_lazy("won the game for place three"),
    4: gettext_lazy("lost in the semi-final"),
    8: gettext_lazy("lost in the quarter-final"),
}


def _knock_out_text(own: int | None, *, tied: bool) -> str:
    if own is None:
        return _("not in the knock-out")
    if own == 1 and tied:
        return _("still in")
    return str(KNOCK_OUT.get(own) or _("lost among the last %(own)s") % {"own": own})


def reason_text(reason: dict[str, Any] | None, chain: list[str], unit: str = "") -> str:
    """A sentence for a row's reason; "" where the total itself is the reason. ``unit``: the game's."""
    if not reason:
        return ""
    key = str(reason["key"])
    if key == "knock-out":
        return _knock_out_text(reason["own"], tied=bool(reason.get("tied")))
    if chain and key == chain[0]:
        return ""
    head = key.partition(":")[0]
    shown = "" if head in COUNTED else unit
    figures = {
        name: _("none") if reason.get(name) is None else figure(reason[name], shown)
        for name in ("own", "above")
    }
    return str(REASONS[head] % figures)
