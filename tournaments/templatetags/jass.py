"""Figures and reasons as a page shows them."""

from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from scoring import figures
from scoring.rules import get_variant
from tournaments.models import Wish
from tournaments.reason_texts import reason_text
from tournaments.selectors.prints import qr_code
from tournaments.selectors.wishes import wish_sentence

register = template.Library()

SPARK_WIDTH, SPARK_HEIGHT, SPARK_EDGE = 96, 22, 3


@register.filter
def figure(value: int | None, variant: str = "") -> str:
    """An integer in the variant's unit: cents as francs or euro with two digits, all else plain."""
    return figures.figure(value, get_variant(variant).unit if variant else "")


@register.filter
def wish(row: Wish) -> str:
    """A wish for the draw in a sentence."""
    return wish_sentence(row)


@register.filter
def qr(address: str) -> SafeString:
    """An address as a QR code."""
    return qr_code(address)


@register.filter
def why(reason: dict[str, Any] | None, chain: list[str]) -> str:
    """Why a row stands below the one above it, where the totals do not say it."""
    return reason_text(reason, chain)


@register.filter
def spark(cells: list[dict[str, Any]]) -> SafeString:
    """The course of the rounds as SVG path data (attributes only: the content policy allows no style)."""
    points = [cell["points"] for cell in cells if cell["points"] is not None]
    if len(points) < 2:
        return SafeString("")
    low, high = min(points), max(points)
    step = (SPARK_WIDTH - 2 * SPARK_EDGE) / (len(points) - 1)
    room = SPARK_HEIGHT - 2 * SPARK_EDGE
    path = "L".join(
        f"{SPARK_EDGE + step * index:.0f} "
        f"{SPARK_EDGE + (room * (high - value) / (high - low) if high > low else room / 2):.0f}"
        for index, value in enumerate(points)
    )
    return mark_safe("M" + path)  # noqa: S308 - figures only
