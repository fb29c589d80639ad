"""Figures and reasons as a page shows them."""

from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from scoring import figures
from scoring.rules import get_variant
from tournaments.models import Round, Tournament, Wish
from tournaments.reason_texts import reason_text
from tournaments.round_texts import round_text
from tournaments.selectors.prints import qr_code
from tournaments.selectors.standings import Ranking
from tournaments.selectors.wishes import wish_sentence
from tournaments.unit_texts import counted_texts

register = template.Library()

SPARK_WIDTH, SPARK_HEIGHT, SPARK_EDGE = 96, 22, 3


@register.filter
def figure(value: int | None, variant: str = "") -> str:
    """An integer in the variant's unit: cents as francs or euro with two digits, all else plain."""
    return figures.figure(value, get_variant(variant).unit if variant else "")


@register.filter
def which(round_: Round) -> str:
    """Which round it is: its number, or its name in a knock-out."""
    return round_text(round_)


@register.filter
def wish(row: Wish) -> str:
    """A wish for the draw in a sentence."""
    return wish_sentence(row)


@register.filter
def qr(address: str) -> SafeString:
    """An address as a QR code."""
    return qr_code(address)


@register.filter
def why(reason: dict[str, Any] | None, ranking: Ranking) -> str:
    """Why a row stands below the one above it, where the totals do not say it."""
    return reason_text(reason, ranking.chain, get_variant(ranking.tournament.variant).unit)


@register.simple_tag
def how_counted(tournament: Tournament) -> list[str]:
    """What a game's figures are and which of them are good, where that is not plain points and more."""
    return counted_texts(get_variant(tournament.variant), tournament.club.zone)


@register.filter
def spark(cells: list[dict[str, Any]], variant: str) -> SafeString:
    """The course of the rounds as SVG path data (attributes only: the content policy allows no style).

    What is better in the game stands higher.
    """
    good = -1 if get_variant(variant).low_is_good else 1
    points = [good * cell["points"] for cell in cells if cell["points"] is not None]
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
