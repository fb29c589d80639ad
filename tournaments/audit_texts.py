"""What an audit event says to people: a sentence per action, a label per figure.

Data keyed by the event's action; ids become names before they get here. An action without
a sentence is shown by its own name, so that nothing that happened is ever hidden.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.figures import figure

ACTIONS: Mapping[str, Promise] = {
    "tournament.create": gettext_lazy("Tournament made"),
    "tournament.update": gettext_lazy("Settings changed"),
    "tournament.surplus": gettext_lazy("Chosen what happens to players left over"),
    "tournament.options": gettext_lazy("Rules changed from round %(round)s on"),
    "tournament.reopen": gettext_lazy("Tournament reopened"),
    "tournament.close": gettext_lazy("Tournament closed; the ranking is final"),
    "ranking.publish": gettext_lazy("Ranking published up to round %(published_round)s"),
    "ranking.reveal": gettext_lazy("Hidden rounds shown to everyone"),
    "entry.add": gettext_lazy("%(name)s announced"),
    "entry.partner": gettext_lazy("%(name)s: a place of the team changed"),
    "entries.announce": gettext_lazy("Players announced: %(count)s"),
    "entries.seed": gettext_lazy("Seeding of the knock-out: %(count)s entries"),
    "entries.drop": gettext_lazy("Absent players taken off the list: %(count)s"),
    "entry.check-in": gettext_lazy("%(name)s is here"),
    "entry.check-out": gettext_lazy("%(name)s is not here after all"),
    "entry.pause": gettext_lazy("%(name)s sits out from the next draw on"),
    "entry.sort": gettext_lazy("%(name)s put into lists"),
    "entry.remove": gettext_lazy("%(name)s taken off the list"),
    "entry.give-up": gettext_lazy(
        "%(name)s has left in the middle of round %(gave_up_in)s; the table stops"
    ),
    "entry.withdraw": gettext_lazy("%(name)s leaves from round %(withdrawn_from)s on"),
    "stage.add": gettext_lazy("Stage %(stage)s planned"),
    "stage.drop": gettext_lazy("Stage %(stage)s taken away"),
    "stage.begin": gettext_lazy("Stage %(stage)s begins; going on: %(names)s"),
    "stage.take-back": gettext_lazy("Stage %(stage)s has not begun after all"),
    "wish.apart": gettext_lazy("Wish for the draw: %(names)s must not meet"),
    "wish.together": gettext_lazy("Wish for the draw: %(names)s are always partners"),
    "wish.place": gettext_lazy("Wish for the draw: %(names)s stays at table %(place)s"),
    "wish.drop": gettext_lazy("Wish for the draw forgotten: %(names)s"),
    "entry.merge": gettext_lazy("%(name)s stood on the list twice: number %(number)s taken over"),
    "seats.swap": gettext_lazy("Round %(round)s: %(names)s have changed seats"),
    "seats.back": gettext_lazy(
        "Round %(round)s: %(names)s sat on each other’s seats before deal %(from_deal)s"
    ),
    "seats.set": gettext_lazy("%(table)s: these people sat here: %(names)s"),
    "seat.replace": gettext_lazy(
        "Round %(round)s: %(other)s plays for %(name)s from deal %(from_deal)s on"
    ),
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
    "call.record": gettext_lazy("%(table)s: %(side)s has bid for deal %(number)s"),
    "calls.discard": gettext_lazy("%(table)s: deal %(number)s dealt anew, bids forgotten"),
    "key.claim": gettext_lazy("%(table)s: %(side)s uses a phone of their own"),
    "key.release": gettext_lazy("%(table)s: the seat of %(side)s was set free"),
    "totals.record": gettext_lazy("%(table)s: totals typed, %(totals)s"),
    "totals.type": gettext_lazy("%(table)s: totals typed by a first person"),
    "totals.differ": gettext_lazy("%(table)s: totals typed differently, %(totals)s"),
    "totals.check": gettext_lazy("%(table)s: totals typed as the deals make them, %(totals)s"),
    "totals.settle": gettext_lazy("%(table)s: decided between two typings"),
    "totals.take-back": gettext_lazy("%(table)s: typed totals taken back"),
    "sheet.forehand": gettext_lazy("%(table)s: who leads was noted"),
    "sheet.confirm": gettext_lazy("%(table)s: %(side)s confirmed, %(totals)s"),
    "sheet.dispute": gettext_lazy("%(table)s: %(side)s did not agree"),
    "sheet.submit": gettext_lazy("%(table)s: handed in unfinished"),
    "sheet.settle": gettext_lazy("%(table)s: unfinished sheet settled, %(totals)s"),
    "sheet.settle:as-is": gettext_lazy("%(table)s: unfinished sheet counts as it is, %(totals)s"),
    "sheet.settle:scaled": gettext_lazy("%(table)s: unfinished sheet scaled up, %(totals)s"),
    "sheet.settle:void": gettext_lazy("%(table)s: unfinished sheet counts for nothing"),
    "sheet.reseat": gettext_lazy("%(table)s: names on the sheet changed"),
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
    "substitute_rule": gettext_lazy("points of a substitute"),
    "confirm_all": gettext_lazy("every player confirms"),
    "double_entry": gettext_lazy("typed twice"),
    "hidden_rounds": gettext_lazy("hidden rounds"),
    "publishing": gettext_lazy("the public sees the ranking"),
    "published_round": gettext_lazy("published up to round"),
    "categories": gettext_lazy("lists"),
    "team": gettext_lazy("team"),
    "team_counted": gettext_lazy("members that count for a team"),
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
    "typed": gettext_lazy("typed"),
    "typists": gettext_lazy("people who typed"),
    "played": gettext_lazy("deals"),
    "deals": gettext_lazy("deals"),
    "bids": gettext_lazy("bids"),
    "withdrawn_from": gettext_lazy("left from round"),
    "joined_round": gettext_lazy("plays from round"),
    "version": gettext_lazy("version"),
    "revision": gettext_lazy("revision"),
    "qualify": gettext_lazy("go on"),
    "carry": gettext_lazy("taken over"),
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
        "stage",
        "seat",
        "seats",
        "seen",
        "at",
        "left",
        "gave_up_in",
        "other",
        "owner",
        "from_deal",
    }
)

#: Figures in the game's own unit, and those that hold such.
IN_UNIT = frozenset({"totals", "credit_points", "typed"})


def action_text(action: str, params: Mapping[str, Any]) -> str:
    """The sentence for an event; one of several where its ``way`` makes the difference."""
    text = ACTIONS.get(f"{action}:{params['way']}") if "way" in params else None
    text = text or ACTIONS.get(action)
    return str(text) % params if text else action


def written_text(written: Any, unit: str = "") -> str:
    """What a deal or a sheet writes per side, in the game's unit: ``92 : 65``."""
    if not isinstance(written, list) or not written:
        return "–"
    return " : ".join(figure(number, unit) for number in written)


def figure_text(value: Any, unit: str = "") -> str:
    """A figure of an event in one line; ``unit``: the game's, for what it writes."""
    if unit and isinstance(value, int) and not isinstance(value, bool):
        return figure(value, unit)
    if value is None or value in ("", [], {}):
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        known = [(key, item) for key, item in sorted(value.items()) if item not in (None, [])]
        shown = (
            f"{key} {figure_text(item, unit if key in IN_UNIT else '')}" for key, item in known
        )
        return ", ".join(shown) or "–"
    if isinstance(value, list):
        return " ".join(figure_text(item, unit) for item in value)
    return str(value)


def changed_figures(before: Any, after: Any, unit: str = "") -> list[tuple[str, str, str]]:
    """Label, before and after of every figure that an event changed; long sets key by key."""
    old = before if isinstance(before, dict) else {}
    new = after if isinstance(after, dict) else {}
    found = []
    for key in dict.fromkeys([*old, *new]):
        one, other = old.get(key), new.get(key)
        if key in SILENT or one == other:
            continue
        if isinstance(one, dict) and isinstance(other, dict):
            found += changed_figures(one, other, unit)
        else:
            label, own = str(FIGURES.get(key, key)), unit if key in IN_UNIT else ""
            was = figure_text(one, own) if key in old else ""
            found.append((label, was, figure_text(other, own)))
    return found
