"""The categories a player can be in; tournaments can rank them apart."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CATEGORIES: dict[str, str | Promise] = {
    "women": _("Women"),
    "men": _("Men"),
    "youth": _("Youth"),
    "seniors": _("Seniors"),
    "guests": _("Guests"),
}
