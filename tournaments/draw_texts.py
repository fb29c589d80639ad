"""The sentences for what a draw says by code: problems, and what its protocol names.

``tournaments.draw`` speaks in codes, ids and English; people read these. Ids become names
where the caller has them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from tournaments.draw import Problem

PROBLEMS: Mapping[str, Any] = {
    "table-size": gettext_lazy("This way of drawing makes tables of %(size)s."),
    "too-few": gettext_lazy("A table needs %(needed)s; there are %(n)s."),
    "too-many-rounds": ngettext_lazy(
        "With %(n)s people only %(most)s round is possible without anybody having the same "
        "partner twice; %(rounds)s are planned.",
        "With %(n)s people at most %(most)s rounds are possible without anybody having the same "
        "partner twice; %(rounds)s are planned.",
        "most",
    ),
    "too-many-rounds-opponents": ngettext_lazy(
        "With %(n)s entries only %(most)s round is possible without the same opponents "
        "twice; %(rounds)s are planned.",
        "With %(n)s entries at most %(most)s rounds are possible without the same opponents "
        "twice; %(rounds)s are planned.",
        "most",
    ),
    "too-many-rounds-robin": ngettext_lazy(
        "After %(most)s round %(n)s entries have all met; %(rounds)s are planned.",
        "After %(most)s rounds %(n)s entries have all met; %(rounds)s are planned.",
        "most",
    ),
    "knock-out-rounds": gettext_lazy(
        "A knock-out of %(n)s has %(needed)s rounds; %(rounds)s are planned."
    ),
    "knock-out-over": gettext_lazy("The knock-out is over: nobody is left to play against."),
    "winner-unclear": gettext_lazy("It is not clear who goes on: %(names)s. Say who has won."),
    "apart-not-found": gettext_lazy(
        "No draw was found in which everybody who must not meet stays apart. "
        "Drop one of these wishes."
    ),
    "apart-too-many": gettext_lazy(
        "Too many must stay apart from each other: %(names)s. Drop one of these wishes."
    ),
    "apart-round-robin": gettext_lazy(
        "Everybody meets everybody here, so these cannot stay apart: %(names)s."
    ),
    "place-unknown": gettext_lazy(
        "Somebody always sits at table %(table)s, and there are %(tables)s tables."
    ),
    "partners-exhausted": gettext_lazy(
        "Of the %(rounds)s rounds still to play only %(possible)s are possible without the same "
        "partner twice; every possibility was tried."
    ),
    "partners-not-found": gettext_lazy(
        "The search found only %(possible)s of the %(rounds)s rounds still to play without the "
        "same partner twice."
    ),
    "opponents-exhausted": gettext_lazy(
        "Of the %(rounds)s rounds still to play only %(possible)s are possible without the same "
        "opponents twice; every possibility was tried."
    ),
    "opponents-not-found": gettext_lazy(
        "The search found only %(possible)s of the %(rounds)s rounds still to play without the "
        "same opponents twice."
    ),
    "rest-blocked": gettext_lazy(
        "No pairing was found after which all %(rounds)s rounds still to play can be drawn "
        "without a repeat."
    ),
    "together-not-kept": gettext_lazy(
        "Partners who are to stay together had to be parted, because one of them waits."
    ),
    "together-not-here": gettext_lazy(
        "Only where partners are drawn can some of them be kept together."
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
    "score-differences": gettext_lazy("Differences of points at the tables, added up"),
    "opponents-apart": gettext_lazy("Meetings of opponents: the most and the least apart by"),
}

#: How the draw knows that a figure is the least.
SOURCES: Mapping[str, Promise] = {
    "every pair can be partners once": gettext_lazy("every pair can be partners once"),
    "counting the pairs at a table": gettext_lazy("counting the pairs at a table"),
    "whoever waited least waits first": gettext_lazy("whoever waited least waits first"),
    "sharing the meetings out among all pairs": gettext_lazy(
        "sharing the meetings out among all pairs"
    ),
    "every pair can meet once": gettext_lazy("every pair can meet once"),
    "neighbours in the standing": gettext_lazy("neighbours in the standing"),
    "everybody waits once a leg": gettext_lazy("everybody waits once a leg"),
}

#: How rounds were found where no construction has a name for it.
FOUND: Mapping[str, Promise] = {
    "search": gettext_lazy("by search"),
    "exhaustive search": gettext_lazy("by trying every possibility"),
    "exhaustive search for the partners": gettext_lazy("by trying every possibility for partners"),
    "exhaustive search, then search": gettext_lazy("by trying every possibility, then by search"),
    "bracket": gettext_lazy("by the bracket"),
    "nearest in the standing": gettext_lazy("by the standings: the nearest play together"),
    "circle method in Berger's order": gettext_lazy("in Berger's order"),
}

METHODS: Mapping[str, Promise] = {
    "drawn-partners": gettext_lazy("Partner and opponents drawn"),
    "fixed-teams": gettext_lazy("Fixed teams, opponents drawn"),
    "swiss": gettext_lazy("By the standings (Swiss)"),
    "swiss-teams": gettext_lazy("Fixed teams, by the standings (Swiss)"),
    "round-robin": gettext_lazy("Everybody against everybody"),
    "round-robin-teams": gettext_lazy("Fixed teams, everybody against everybody"),
    "knock-out": gettext_lazy("Knock-out"),
    "knock-out-teams": gettext_lazy("Fixed teams, knock-out"),
    "individuals": gettext_lazy("Individuals, tables drawn"),
}

#: What a way is and for whom, for the page where a tournament is set up.
METHOD_SENTENCES: Mapping[str, Promise] = {
    "drawn-partners": gettext_lazy(
        "A new partner and new opponents every round, nobody with the same partner twice: "
        "the usual evening."
    ),
    "fixed-teams": gettext_lazy(
        "The same two play together all evening, against other teams every round: "
        "for pairs who come together."
    ),
    "swiss": gettext_lazy(
        "Whoever stands close together in the ranking plays together, drawn round by round: "
        "for evenings on which the last round should decide."
    ),
    "round-robin": gettext_lazy(
        "Everybody plays against everybody once, and all rounds are known beforehand: "
        "for small fields."
    ),
    "swiss-teams": gettext_lazy(
        "The same two play together all evening, drawn round by round against a team that stands "
        "close in the ranking."
    ),
    "round-robin-teams": gettext_lazy(
        "The same two play together, and every team meets every other once: for few teams."
    ),
    "knock-out": gettext_lazy(
        "Whoever loses is out, until two play the final. The number of rounds follows from how "
        "many are here; whoever has no opponent in the first round goes on."
    ),
    "knock-out-teams": gettext_lazy(
        "The same two play together, and the team that loses is out, until two play the final. "
        "The number of rounds follows from how many are here."
    ),
    "individuals": gettext_lazy(
        "Everybody plays alone, at a table with others every round: "
        "for games in which each writes an own score."
    ),
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
        return str(text % params)
    except KeyError:
        return problem.sentence


def method_text(key: str) -> str:
    """The name of a way or a method for people."""
    return str(METHODS.get(key, key))


def method_sentence(key: str) -> str:
    """What a way is and for whom, in one sentence."""
    return str(METHOD_SENTENCES.get(key, ""))


def bound_text(key: str) -> str:
    """What a figure of the protocol counts."""
    return str(BOUNDS.get(key, key))


def source_text(key: str) -> str:
    """How a least figure is known."""
    return str(SOURCES.get(key, key))


def found_text(key: str) -> str:
    """How the rounds were found: by search, or by a construction that has a name."""
    if key in FOUND:
        return str(FOUND[key])
    name, _comma, way = key.partition(", ")
    if way == "continued":
        return _("by construction, continuing the rounds played: %(name)s") % {"name": name}
    if way:
        return _("by construction and search: %(name)s") % {"name": name}
    return _("by construction: %(name)s") % {"name": name}
