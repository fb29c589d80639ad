"""What templates of every room ask about clubs and players."""

import re
from typing import Any

from django import template
from django.http import HttpRequest
from django.template.defaultfilters import stringfilter
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from jassclub.clubs import access
from jassclub.clubs.breaking import with_breaks
from jassclub.clubs.categories import CATEGORIES
from jassclub.clubs.models import Club, Player

register = template.Library()

PARTS = re.compile(r"[^\s-]+-?|[\s-]+")
"""The words of a name, each with the hyphen behind it, and what stands between them."""


@register.simple_tag(takes_context=True)
def role_in(context: dict[str, Any], club: Club) -> str:
    """The viewer's role in the club, or an empty text."""
    request: HttpRequest = context["request"]
    member = access.membership(request.user, club)
    return member.role if member else ""


@register.filter
@stringfilter
def breakable(name: str) -> SafeString:
    """A name for a narrow column: broken between its words, and only then between syllables."""
    return format_html_join("", "{}", ((_word(part),) for part in PARTS.findall(name)))


def _word(part: str) -> str:
    """A long word stays together as long as a line has room for it."""
    shown = with_breaks(part)
    return format_html("<bdi>{}</bdi>", shown) if shown != part else part


@register.filter
def category_names(player: Player) -> list[str]:
    """A player's categories in words."""
    return [str(CATEGORIES.get(key, key)) for key in player.categories]
