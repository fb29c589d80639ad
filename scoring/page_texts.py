"""The sentences that the table page's script needs, in the active language.

The check of a deal in the browser finds codes and figures; its sentences are the engine's own. The
words for what only the phone knows (not sent yet) are here.
"""

from django.utils.translation import gettext as _

from scoring.messages import sentences


def page_texts(variant: str) -> dict[str, object]:
    """``problems`` by ``code/why`` or ``code``, ``states`` by key, the other texts by name."""
    return {
        "problems": sentences(variant),
        "states": {
            "sending": _("sending"),
            "unsent": _("not sent yet (%(count)s)"),
            "other": _("another phone is writing"),
            "offline": _("no connection"),
        },
        "sum": _("%(parts)s = %(sum)s ✓"),
        "writes": _("Writes %(written)s."),
        "later": _("The rest is checked when you write."),
        "missing": _("%(field)s: still missing."),
        "unsent": _("not sent yet"),
        "deal": _("Deal %(number)s"),
        "waiting": _("All deals are typed. They are sent as soon as there is a connection."),
    }
