"""The sentences for what a draw says by code: problems, and what its protocol names.

``tournaments.draw`` speaks in codes, ids and English; people read these. Ids become names
where the caller has them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.draw import Problem

PROBLEMS: Mapping[str, Promise] = {
    "table-size": gettext_lazy("This way of drawing makes tables of %(size)s."),
    "too-few": gettext_lazy("A table needs %(needed)s people; there are %(n)s."),
    "too-many-rounds": gettext_lazy(
        "With %(n)s people at most %(most)s rounds are possible without anybody having the same "
        "partner twice; %(rounds)s are planned."
    ),
    "wish-contradiction": gettext_lazy(
        "The wishes for %(names)s contradict each other. Drop one of them."
    ),
    "place-twice": gettext_lazy(
        "%(names)s would meet at table %(table)s in every round. Give them different tables."
    ),
}

#: What a bound of the protocol counts.
BOUNDS: Mapping[str, Promise] = {
    "partner-repeats": gettext_lazy("Pairs that are partners again"),
    "meetings-again": gettext_lazy("Pairs that meet again at a table"),
    "waits-apart": gettext_lazy("Waits: the most and the least apart by"),
    "opponents-apart": gettext_lazy("Meetings of opponents: the most and the least apart by"),
}

#: How the draw knows that a figure is the least.
SOURCES: Mapping[str, Promise] = {
    "every pair can be partners once": gettext_lazy("every pair can be partners once"),
    "counting the pairs at a table": gettext_lazy("counting the pairs at a table"),
    "whoever waited least waits first": gettext_lazy("whoever waited least waits first"),
}

METHODS: Mapping[str, Promise] = {
    "drawn-partners": gettext_lazy("Partner and opponents drawn"),
    "fixed-teams": gettext_lazy("Fixed teams, opponents drawn"),
    "swiss": gettext_lazy("By the standings (Swiss)"),
    "round-robin": gettext_lazy("Everybody against everybody"),
    "knock-out": gettext_lazy("Knock-out"),
    "individuals": gettext_lazy("Individuals, tables drawn"),
}


def draw_sentence(problem: Problem, name_of: Callable[[Any], str] = str) -> str:
    """What cannot work, in the reader's language; English where there is no text for the code."""
    text = PROBLEMS.get(problem.code)
    if text is None:
        return problem.sentence
    params = dict(problem.params)
    if "entries" in params:
        params["names"] = ", ".join(name_of(entry) for entry in params["entries"])
    if "place" in params:
        params["table"] = params["place"] + 1
    try:
        return str(text) % params
    except KeyError:
        return problem.sentence


def method_text(key: str) -> str:
    """A method's name for people."""
    return str(METHODS.get(key, key))


def bound_text(key: str) -> str:
    """What a figure of the protocol counts."""
    return str(BOUNDS.get(key, key))


def source_text(key: str) -> str:
    """How a least figure is known."""
    return str(SOURCES.get(key, key))


def found_text(key: str) -> str:
    """How the rounds were found: by search, or by a construction that has a name."""
    return _("by search") if key == "search" else _("by construction: %(name)s") % {"name": key}
