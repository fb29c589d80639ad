"""What templates of every room ask about clubs and players."""

from typing import Any

from django import template
from django.http import HttpRequest

from jassclub.clubs import access
from jassclub.clubs.categories import CATEGORIES
from jassclub.clubs.models import Club, Player

register = template.Library()


@register.simple_tag(takes_context=True)
def role_in(context: dict[str, Any], club: Club) -> str:
    """The viewer's role in the club, or an empty text."""
    request: HttpRequest = context["request"]
    member = access.membership(request.user, club)
    return member.role if member else ""


@register.filter
def category_names(player: Player) -> list[str]:
    """A player's categories in words."""
    return [str(CATEGORIES.get(key, key)) for key in player.categories]
