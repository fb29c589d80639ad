"""What an audit event says to people: a sentence per action, a label per figure.

Data keyed by the event's action; ids become names before they get here. An action without
a sentence is shown by its own name, so that nothing that happened is ever hidden.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

ACTIONS: Mapping[str, Promise] = {
    "tournament.create": gettext_lazy("Tournament made"),
    "tournament.update": gettext_lazy("Settings changed"),
    "tournament.surplus": gettext_lazy("Chosen what happens to players left over"),
    "tournament.close": gettext_lazy("Tournament closed; the ranking is final"),
    "ranking.reveal": gettext_lazy("Hidden rounds shown to everyone"),
    "entry.add": gettext_lazy("%(name)s announced"),
    "entries.announce": gettext_lazy("Players announced: %(count)s"),
    "entries.drop": gettext_lazy("Absent players taken off the list: %(count)s"),
    "entry.check-in": gettext_lazy("%(name)s is here"),
    "entry.check-out": gettext_lazy("%(name)s is not here after all"),
    "entry.remove": gettext_lazy("%(name)s taken off the list"),
    "entry.withdraw": gettext_lazy("%(name)s leaves from round %(withdrawn_from)s on"),
    "wish.apart": gettext_lazy("Wish for the draw: %(names)s must not meet"),
    "wish.together": gettext_lazy("Wish for the draw: %(names)s are always partners"),
    "wish.place": gettext_lazy("Wish for the draw: %(names)s stays at table %(place)s"),
    "wish.drop": gettext_lazy("Wish for the draw forgotten: %(names)s"),
    "round.draw": gettext_lazy("Round %(round)s drawn (tables: %(tables)s, waiting: %(count)s)"),
    "round.start": gettext_lazy("Round %(round)s started (tables: %(tables)s)"),
    "round.minutes": gettext_lazy("Round %(round)s: the clock was moved"),
    "round.close": gettext_lazy("Round %(round)s closed"),
    "round.reopen": gettext_lazy("Round %(round)s reopened"),
    "round.void": gettext_lazy("Round %(round)s declared void"),
    "sheet.create": gettext_lazy("%(table)s: sheet made"),
    "deal.record": gettext_lazy("%(table)s: deal %(number)s written, %(now)s"),
    "deal.contest": gettext_lazy(
        "%(table)s: a second phone wrote deal %(number)s, %(now)s beside %(was)s"
    ),
    "deal.correct": gettext_lazy("%(table)s: deal %(number)s corrected, %(was)s → %(now)s"),
    "deal.remove": gettext_lazy("%(table)s: deal %(number)s removed, it was %(was)s"),
    "deal.settle": gettext_lazy("%(table)s: deal %(number)s chosen, %(now)s"),
    "totals.record": gettext_lazy("%(table)s: totals typed, %(totals)s"),
    "sheet.confirm": gettext_lazy("%(table)s: %(side)s confirmed, %(totals)s"),
    "sheet.dispute": gettext_lazy("%(table)s: %(side)s did not agree"),
    "sheet.submit": gettext_lazy("%(table)s: handed in unfinished"),
    "sheet.settle": gettext_lazy("%(table)s: unfinished sheet settled, %(totals)s"),
    "sheet.reopen": gettext_lazy("%(table)s: sheet reopened"),
    "sheet.void": gettext_lazy("%(table)s: sheet declared void"),
}

FIGURES: Mapping[str, Promise] = {
    "name": gettext_lazy("name"),
    "venue": gettext_lazy("place"),
    "starts_at": gettext_lazy("start"),
    "visibility": gettext_lazy("visibility"),
    "status": gettext_lazy("state"),
    "credit_rule": gettext_lazy("credit for a wait"),
    "credit_points": gettext_lazy("points of the credit"),
    "surplus_rule": gettext_lazy("players left over"),
    "confirm_all": gettext_lazy("every player confirms"),
    "double_entry": gettext_lazy("typed twice"),
    "hidden_rounds": gettext_lazy("hidden rounds"),
    "round_minutes": gettext_lazy("minutes for a round"),
    "minutes": gettext_lazy("minutes"),
    "planned_rounds": gettext_lazy("rounds"),
    "planned_deals": gettext_lazy("deals per round"),
    "draw_mode": gettext_lazy("draw"),
    "chain": gettext_lazy("ranking"),
    "options": gettext_lazy("rules"),
    "format": gettext_lazy("way of drawing"),
    "seed": gettext_lazy("seed"),
    "method": gettext_lazy("method"),
    "totals": gettext_lazy("totals"),
    "matches": gettext_lazy("matches"),
    "played": gettext_lazy("deals"),
    "deals": gettext_lazy("deals"),
    "withdrawn_from": gettext_lazy("left from round"),
    "joined_round": gettext_lazy("plays from round"),
    "version": gettext_lazy("version"),
    "revision": gettext_lazy("revision"),
    "hard": gettext_lazy("without exception"),
    "how": gettext_lazy("how"),
    "way": gettext_lazy("counts"),
    "payload": gettext_lazy("figures"),
}

#: Figures that the sentence has said already, or that mean nothing to a reader.
SILENT = frozenset(
    {
        "round",
        "tables",
        "number",
        "written",
        "side",
        "waiting",
        "players",
        "entries",
        "player",
        "source",
        "place",
    }
)


def action_text(action: str, params: Mapping[str, Any]) -> str:
    """The sentence for an event."""
    text = ACTIONS.get(action)
    return str(text) % params if text else action


def written_text(written: Any) -> str:
    """What a deal or a sheet writes per side: ``92 : 65``."""
    if not isinstance(written, list) or not written:
        return "–"
    return " : ".join(str(number) for number in written)


def figure_text(value: Any) -> str:
    """A figure of an event in one line."""
    if value is None or value in ("", [], {}):
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        known = [(key, item) for key, item in sorted(value.items()) if item not in (None, [])]
        return ", ".join(f"{key} {figure_text(item)}" for key, item in known) or "–"
    if isinstance(value, list):
        return " ".join(figure_text(item) for item in value)
    return str(value)


def changed_figures(before: Any, after: Any) -> list[tuple[str, str, str]]:
    """Label, before and after of every figure that an event changed; long sets key by key."""
    old = before if isinstance(before, dict) else {}
    new = after if isinstance(after, dict) else {}
    found = []
    for key in dict.fromkeys([*old, *new]):
        one, other = old.get(key), new.get(key)
        if key in SILENT or one == other:
            continue
        if isinstance(one, dict) and isinstance(other, dict):
            found += changed_figures(one, other)
        else:
            label = str(FIGURES.get(key, key))
            found.append((label, figure_text(one) if key in old else "", figure_text(other)))
    return found
