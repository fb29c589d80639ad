"""The criteria of a ranking for people: a name, and one sentence that explains it."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

BEST = "best"
"""``best:n`` without its number, as forms show it."""

CRITERIA: dict[str, tuple[Promise, Promise]] = {
    "sum": (_("Sum of all rounds"), _("All rounds are added up.")),
    BEST: (
        _("Sum of the best rounds"),
        _("Only the best rounds of each player count; the others are struck out."),
    ),
    "knock-out": (
        _("Place in the knock-out"),
        _("Whoever stays in longer stands in front; who leaves in the same round is equal."),
    ),
    "highest-round": (
        _("Best round"),
        _("Among equals, whoever has the best single round stands in front, counted or not."),
    ),
    "highest-counted-round": (
        _("Best counted round"),
        _("Among equals, whoever has the best round of those that count stands in front."),
    ),
    "second-highest-round": (
        _("Second best round"),
        _("If the best round is equal too, the second best decides."),
    ),
    "matches": (
        _("Number of matches"),
        _("Among equals, whoever made more matches stands in front."),
    ),
    "wins": (_("Games won"), _("Whoever won more games stands in front.")),
    "buchholz": (
        _("Strength of the opponents (Buchholz)"),
        _("Among equals, whoever had the stronger opponents, by the sum of their points."),
    ),
    "direct": (
        _("Direct comparison"),
        _("Among equals, what they scored when they played against each other decides."),
    ),
    "last-round": (
        _("Last round"),
        _("Among equals, whoever was better in the last round stands in front."),
    ),
    "lot": (_("Lot"), _("Drawn once and kept: the same lot stands whenever you look.")),
    "shared": (
        _("Shared rank"),
        _("Equals share the rank, and the next rank is skipped: 1, 2, 2, 4."),
    ),
}


def criterion_label(key: str) -> str:
    """The name of one link of a chain, ``best:3`` too."""
    head, _colon, number = key.partition(":")
    if head == BEST:
        return gettext("Sum of the best %(number)s rounds") % {"number": number}
    return str(CRITERIA[head][0]) if head in CRITERIA else key
