"""The sentences that the table page's script needs, in the active language.

The check of a deal in the browser finds codes and figures; its sentences are the engine's own. The
words for what only the phone knows (not sent yet) and for how a deal came to what it writes
(`explain` of a description) are here.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scoring.messages import sentences

NAMED = ("who", "other")
"""Parameters of an explanation that are a side: its people are named."""
AMOUNTS = ("each", "sum")
"""Parameters that are an amount in the game's unit."""

EXPLANATIONS: Mapping[str, str] = {
    "tens": _("%(points)s → %(tens)s × %(factor)s = %(written)s"),
    "tens-of-the-others": _("The others have %(points)s → %(tens)s × %(factor)s = %(written)s"),
    "tens-of-a-match": _("Match: %(points)s → %(tens)s × %(factor)s = %(written)s"),
    "contract-made": _("Made: %(who)s has %(own)s against %(others)s."),
    "contract-failed": _(
        "Failed: %(who)s has %(own)s against %(others)s. All of it goes to %(other)s: %(written)s."
    ),
    "contract-tied": _(
        "Failed: both have %(own)s, and one more is needed. All of it goes to %(other)s: %(written)s."
    ),
    "short-of-forty": _("The losing side has %(losing)s: %(short)s short of 40."),
    "wins-from-each": _("%(who)s gets %(each)s from each, %(sum)s in all."),
    "pays-to-each": _("%(who)s pays %(each)s to each, %(sum)s in all."),
    "claim-lost": _("%(who)s claimed with %(own)s: %(other)s writes %(written)s."),
    "close-lost": _("%(who)s closed and has %(own)s: %(other)s writes %(written)s."),
    "close-lost-to-claim": _(
        "%(other)s closed and is below 66: %(who)s claimed and writes %(written)s."
    ),
    "wins-trickless": _("%(other)s took no trick: %(who)s writes %(written)s."),
    "wins-schneider": _("%(who)s has %(own)s, %(other)s only %(others)s: %(written)s."),
    "wins-plain": _("%(who)s has %(own)s against %(others)s: %(written)s."),
    "nobody-writes": _("Nobody has 66: nobody writes."),
}


def page_texts(description: Mapping[str, Any], sides: Sequence[str]) -> dict[str, object]:
    """``problems`` by ``code/why`` or ``code``, ``states`` by key, ``explain`` by code, the other
    texts by name, for a variant's description; ``sides`` are the short names of each side's people.
    """
    said = [each["code"] for each in description.get("explain", [])]
    texts = {
        "sum": gettext("%(parts)s = %(sum)s ✓"),
        "writes": gettext("Writes %(written)s."),
        "match": gettext("All tricks? Then press “Match”."),
        "later": gettext("The rest is checked when you write."),
        "missing": gettext("%(field)s: still missing."),
        "unsent": gettext("not sent yet"),
        "rests": gettext("not taken"),
        "deal": gettext("Deal %(number)s"),
        "waiting": gettext("All deals are typed. They are sent as soon as there is a connection."),
        "bids": gettext(
            "Deal %(number)s is typed. Once it is sent, the bids of the next deal follow."
        ),
    }
    return texts | {
        "problems": sentences(description["name"]),
        "states": {
            "sending": gettext("sending"),
            "unsent": gettext("not sent yet (%(count)s)"),
            "other": gettext("another phone is writing deal %(number)s"),
            "offline": gettext("no connection"),
        },
        "explain": {code: gettext(EXPLANATIONS[code]) for code in said},
        "named": NAMED,
        "amounts": AMOUNTS,
        "sides": list(sides),
    }
