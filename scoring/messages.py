"""The sentences for problems: what is wrong with a deal, an option or a total, and what is right.

The rules engine gives codes and parameters (`scoring.rules.problems`); `text()` makes the sentence
in the active language. A sentence is looked up from the most particular key to the most general:
`variant:code/why`, `variant:code`, `code/why`, `code`, so a new variant needs texts of its own only
where the general ones would not help. Never decides anything; never names a person.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from scoring.rules import Problem

Params = Mapping[str, Any]
Sentence = str | Callable[[Params], str]


def text(variant: str, problem: Problem) -> str:
    """The sentence for a problem of this variant, in the active language."""
    sentence = find(variant, problem)
    params = {key: _shown(value) for key, value in problem.params.items()}
    params |= {"field": problem.field or ""}
    if callable(sentence):
        return sentence({**problem.params, "shown": params})
    return gettext(sentence) % params


def label(message: str) -> str:
    """A label of the rules (title, field, choice, help) in the active language."""
    return gettext(message) if message else ""


def find(variant: str, problem: Problem) -> Sentence:
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


def _wrong_sum(params: Params) -> str:
    off = params["sum"] - params["expected"]
    if off < 0:
        sentence = ngettext(
            "Together %(sum)s instead of %(expected)s: one point is missing.",
            "Together %(sum)s instead of %(expected)s: %(off)s points are missing.",
            -off,
        )
    else:
        sentence = ngettext(
            "Together %(sum)s instead of %(expected)s: one point too many.",
            "Together %(sum)s instead of %(expected)s: %(off)s points too many.",
            off,
        )
    return str(sentence % {**params["shown"], "off": abs(off)})


def _wrong_total(params: Params) -> str:
    sentence = ngettext(
        "Together %(sum)s, but one deal makes %(expected)s.",
        "Together %(sum)s, but %(deals)s deals make %(expected)s.",
        params["deals"],
    )
    return str(sentence % params["shown"])


def _wrong_total_with_bonus(params: Params) -> str:
    sentence = ngettext(
        "Together %(sum)s, but one deal makes %(expected)s, or with a match %(bonus)s more. "
        "The nearest sum is %(nearest)s.",
        "Together %(sum)s, but %(deals)s deals make %(expected)s and each match %(bonus)s more. "
        "The nearest sum is %(nearest)s.",
        params["deals"],
    )
    return str(sentence % params["shown"])


SENTENCES: dict[str, Sentence] = {
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
    "invalid/half-of-nothing": _("Half the target needs a target: set one, or enter the mark."),
    "required": _("This is still missing."),
    "required/one-needed": _("Enter the points of one side; the other side's follow."),
    "required/both-needed": _("For a deal that was not played out the points of both sides count."),
    "required/target-or-deals": _("Set a target or a number of deals, or the sheet never ends."),
    "required/one-may-be-missing": _("Only one total may be missing."),
    "out-of-range": _("Between %(min)s and %(max)s is possible."),
    "deal-after-end": _("The sheet was finished before this deal."),
    # Points
    "wrong-sum": _wrong_sum,
    "wrong-sum/cut-short": _(
        "Together %(sum)s: a deal that was not played out holds at most %(max)s, "
        "one that was %(expected)s."
    ),
    "wrong-sum/plain": _wrong_total,
    "wrong-sum/match": _wrong_total_with_bonus,
    "impossible-points": _("%(value)s : %(rest)s cannot be: a single point lies in no trick."),
    "impossible-points/cut-short": _(
        "Together %(sum)s cannot be: no cards of whole tricks are worth that."
    ),
    "impossible-points/pair": _(
        "The sum can be right, but no such deals give these two totals at once."
    ),
    "impossible-points/single-total": _("No %(deals)s deals give a side a total of %(total)s."),
    "match-mismatch": _(
        "With a match one side has all 157 points and nobody else any: is the match right?"
    ),
    # Weis and Stöck
    "impossible-weis/no-such-value": _("No Weis counts that much. Possible: %(values)s."),
    "impossible-weis/too-many": _("So many Weis do not fit into the cards of the hands."),
    "impossible-weis/off": _("At this table Weis do not count."),
    "weis-both-sides": _("Only the side with the best Weis writes its Weis."),
    "stoeck-without-trump": _("There are no Stöck without a trump."),
    "stoeck-without-trump/off": _("At this table Stöck do not count."),
    # Getting there
    "who-was-first": _("Both sides get there in this deal: who was first?"),
    "who-was-first/mark": _("Both sides get past the Bergpreis in this deal: who was first?"),
    "false-claim": _("That side has %(total)s after this deal and is not there yet."),
    "false-claim/no-target": _("Nobody can thank early: this sheet has no target."),
}
