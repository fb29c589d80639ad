"""The sentences for problems: what is wrong with a deal, an option or a total, and what is right.

The rules engine gives codes and parameters (`scoring.rules.problems`); `text()` makes the sentence
in the active language. A sentence is looked up from the most particular key to the most general:
`variant:code/why`, `variant:code`, `code/why`, `code`, so a new variant needs texts of its own only
where the general ones would not help. Never decides anything; never names a person.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from scoring.rules import Problem, get_variant


def text(variant: str, problem: Problem) -> str:
    """The sentence for a problem of this variant, in the active language."""
    shown = {key: _shown(value) for key, value in problem.params.items()}
    return gettext(find(variant, problem)) % {**shown, "field": problem.field}


def label(message: str) -> str:
    """A label of the rules (title, field, choice, help) in the active language."""
    return gettext(message) if message else ""


def description(variant: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """What a sheet of this game asks for, in the active language; one for all who ask, never changed."""
    return _described(variant, json.dumps(options, sort_keys=True), get_language() or "")


@lru_cache(maxsize=256)
def _described(variant: str, options: str, _language: str) -> dict[str, Any]:
    return get_variant(variant).describe(json.loads(options), label)


def sentences(variant: str) -> dict[str, str]:
    """All sentences of a variant by `code/why` or `code`, for `static/js/check.js`."""
    general = {key: sentence for key, sentence in SENTENCES.items() if ":" not in key}
    own = {
        key.removeprefix(f"{variant}:"): sentence
        for key, sentence in SENTENCES.items()
        if key.startswith(f"{variant}:")
    }
    return {key: gettext(sentence) for key, sentence in {**general, **own}.items()}


def find(variant: str, problem: Problem) -> str:
    """The sentence that is used for a problem; KeyError if nobody wrote one."""
    why = problem.params.get("why")
    particular = [f"{problem.code}/{why}"] if why else []
    for key in (*particular, problem.code):
        for found in (f"{variant}:{key}", key):
            if found in SENTENCES:
                return SENTENCES[found]
    raise KeyError(f"no text for {problem.code}/{why} of {variant}")


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    return str(value)


SENTENCES: Mapping[str, str] = {
    # What can be wrong with any value
    "invalid": _("This value is not possible here."),
    "invalid/unknown-field": _("There is no field “%(field)s” here."),
    "invalid/not-a-number": _("A whole number is needed here."),
    "invalid/not-yes-or-no": _("Only yes or no is possible here."),
    "invalid/not-a-choice": _("Choose one of: %(choices)s."),
    "invalid/no-such-value": _("Possible here: %(values)s."),
    "invalid/not-a-side": _("Choose one of the sides, numbered from 0."),
    "invalid/not-a-seat": _("Choose one of the %(count)s seats, numbered from 0."),
    "invalid/not-a-list": _("A list is needed here."),
    "invalid/not-a-table": _("A table of numbers is needed here."),
    "invalid/length": _("Between %(min)s and %(max)s entries belong here."),
    "invalid/null": _("This cannot be left empty; leave it out for the usual value."),
    "invalid/not-an-object": _("Fields with names are needed here."),
    "invalid/does-not-apply": _("This does not belong to such a deal: leave it empty."),
    "invalid/each-once": _("Each of them exactly once."),
    "invalid/multiple": _("Only multiples of %(of)s are possible."),
    "invalid/half-of-nothing": _("Half the target needs a target: set one, or enter the mark."),
    "required": _("This is still missing."),
    "required/both-needed": _("For a deal that was not played out the points of both sides count."),
    "required/target-or-deals": _("Set a target or a number of deals, or the sheet never ends."),
    "required/limit-or-deals": _("Set a limit or a number of deals, or the sheet never ends."),
    "required/both-there": _("Both have 66: who won, or who claimed?"),
    "cinq-cents:required/both-needed": _("The points of both are needed: their sum is not fixed."),
    "sechsundsechzig:required/both-needed": _("The points of both are needed."),
    "required/every-bid": _("Every player's bid is needed."),
    "required/trump-comes": _("With more than three players a trump always comes: which one?"),
    "required/one-may-be-missing": _("Only one number may be missing; it follows from the others."),
    "out-of-range": _("Between %(min)s and %(max)s is possible."),
    "deal-after-end": _("The sheet was finished before this deal."),
    # Points
    "wrong-sum/one-missing": _("Together %(sum)s instead of %(expected)s: one point is missing."),
    "wrong-sum/missing": _("Together %(sum)s instead of %(expected)s: %(off)s points are missing."),
    "wrong-sum/one-too-many": _("Together %(sum)s instead of %(expected)s: one point too many."),
    "wrong-sum/too-many": _("Together %(sum)s instead of %(expected)s: %(off)s points too many."),
    "wrong-sum/cut-short": _(
        "Together %(sum)s: a deal that was not played out holds at most %(max)s, "
        "one that was %(expected)s."
    ),
    "wrong-sum/nothing-left": _("These points are more than %(expected)s already."),
    "wrong-sum/rounded": _(
        "Together %(sum)s: in so many deals (%(deals)s) the rounded points cannot make that."
    ),
    "wrong-sum/too-much": _("Together %(sum)s, but the cards hold only %(expected)s."),
    "wrong-sum/no-reason": _(
        "Together %(sum)s instead of %(expected)s: a deal stops early only if someone has 66, "
        "claims or closes."
    ),
    "wrong-sum/zero": _("All together must be 0, not %(sum)s."),
    "wrong-sum/at-least": _(
        "Together %(sum)s, but so many deals (%(deals)s) make at least %(min)s."
    ),
    "wrong-sum/at-most": _("Together %(sum)s, but so many deals (%(deals)s) make at most %(max)s."),
    "wrong-sum/totals": _("Together %(sum)s instead of %(expected)s. Deals: %(deals)s."),
    "wrong-sum/match": _(
        "Together %(sum)s, but %(expected)s (deals: %(deals)s) and %(bonus)s for each match are "
        "right. The nearest sum is %(nearest)s."
    ),
    "impossible-points": _("%(value)s : %(rest)s cannot be: a single point lies in no trick."),
    "impossible-points/cut-short": _(
        "Together %(sum)s cannot be: no cards of whole tricks are worth that."
    ),
    "impossible-points/pair": _(
        "The sum can be right, but no such deals give these two totals at once."
    ),
    "impossible-points/single-total": _("No %(deals)s deals give a side a total of %(total)s."),
    "impossible-points/rows": _("No rows of the board make a total of %(total)s."),
    "cego:impossible-points": _(
        "The declarer's side cannot have %(value)s points: it holds at least ten cards, and "
        "whole tricks."
    ),
    "impossible-points/sum": _(
        "Together %(sum)s cannot be: no cards of whole tricks are worth that."
    ),
    "cinq-cents:impossible-points/pair": _(
        "%(first)s : %(second)s cannot be: eighteen of the cards never make that."
    ),
    "impossible-points/match-not-marked": _(
        "%(first)s : %(second)s is possible only as a match: is it marked?"
    ),
    "impossible-points/step": _("The totals can differ only by multiples of %(step)s cents."),
    "impossible-points/no-rest": _("For the missing seat %(rest)s would be left, which cannot be."),
    "impossible-points/one-at-target": _("Only one player can have reached %(target)s."),
    "match-mismatch": _(
        "With a match one side has all 157 points and nobody else any: is the match right?"
    ),
    # Weis and Stöck
    "impossible-weis/no-such-value": _("No Weis counts that much. Possible: %(values)s."),
    "impossible-weis/too-many": _("So many Weis do not fit into the cards of the hands."),
    "impossible-weis/off": _("At this table Weis do not count."),
    "impossible-weis/tricks": _("The tricks of a deal do not hold these Weis."),
    "impossible-weis/no-trick": _(
        "Another player took all tricks: who took none has no Weis on the table."
    ),
    "molotow:weis-both-sides": _("Only the player with the best Weis writes them."),
    "weis-both-sides": _("Only the side with the best Weis writes its Weis."),
    "stoeck-without-trump": _("There are no Stöck without a trump."),
    "stoeck-without-trump/off": _("At this table Stöck do not count."),
    # Two players
    "cinq-cents:match-mismatch": _("With a match the other has no points: is it right?"),
    "sechsundsechzig:match-mismatch": _("Who took no trick has no points: is it right?"),
    "impossible-marriages/no-such-value": _("A marriage counts 20, in trump 40."),
    "impossible-marriages/too-many": _("A deal has at most one 40 and three 20s."),
    "impossible-marriages/no-trick": _("Who took no trick has no marriage."),
    # Coiffeur
    "row-taken": _("This side has played that row already."),
    "row-unknown": _("That row is not on the board. There are: %(choices)s."),
    "not-in-turn": _("This player does not belong to the side that announced."),
    "coiffeur:match-mismatch": _(
        "With a match the announcing side has 157 points, or 0 if the others made it: is it right?"
    ),
    # Getting there
    "who-was-first": _("Both sides get there in this deal: who was first?"),
    "who-was-first/mark": _("Both sides get past the Bergpreis in this deal: who was first?"),
    "who-was-first/equal": _("Both are there with equal totals: who claimed first?"),
    "sechsundsechzig:false-claim": _("This player has %(total)s and the other 66: who won?"),
    "false-claim": _("That side has %(total)s after this deal and is not there yet."),
    "false-claim/no-target": _("Nobody can thank early: this sheet has no target."),
}
