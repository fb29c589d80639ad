"""The sentences for what a draw says by code: problems, and what its protocol names.

``tournaments.draw`` speaks in codes, ids and English; people read these.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.draw import Problem

TEXTS: Mapping[str, Promise] = {}


def draw_text(problem: Problem) -> str:
    """What cannot work, in the reader's language."""
    text = TEXTS.get(problem.code)
    return str(text) % problem.params if text else problem.sentence
