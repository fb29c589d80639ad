"""The rules engine: what a score sheet of each game may hold, and what it adds up to.

Standard library only, and nothing of the project outside this folder; sentences for people live
outside. A game is one module here and one line in `VARIANTS`; nobody else decides by its name.

    variant = get_variant("schieber")
    options = variant.options({"target": 1000, "bergpreis": "half"})
    sheet = variant.replay([{"trump": "rosen", "points": [92, None]}], options)
    sheet.totals                                                        # [92, 65]
"""

from scoring.rules.cego import Cego
from scoring.rules.cinq_cents import CinqCents
from scoring.rules.coiffeur import Coiffeur
from scoring.rules.differenzler import Differenzler
from scoring.rules.fold import Options
from scoring.rules.limits import MAX_BODY, MAX_DEALS
from scoring.rules.molotow import Molotow
from scoring.rules.problems import InvalidOptions, InvalidRequest, Problem, UnknownVariant
from scoring.rules.protocol import Variant
from scoring.rules.requests import check_request, check_totals_request
from scoring.rules.schieber import Schieber
from scoring.rules.sechsundsechzig import Sechsundsechzig
from scoring.rules.sheet import Sheet, SideFacts, SumLine, TotalsCheck

VARIANTS: tuple[Variant, ...] = (
    Schieber(),
    Coiffeur(),
    Differenzler(),
    Molotow(),
    CinqCents(),
    Cego(),
    Sechsundsechzig(),
)

_by_name = {variant.name: variant for variant in VARIANTS}


def get_variant(name: str) -> Variant:
    """The variant of this name; UnknownVariant names those there are."""
    try:
        return _by_name[name]
    except (KeyError, TypeError):
        raise UnknownVariant(name, tuple(_by_name)) from None


__all__ = [
    "MAX_BODY",
    "MAX_DEALS",
    "VARIANTS",
    "InvalidOptions",
    "InvalidRequest",
    "Options",
    "Problem",
    "Sheet",
    "SideFacts",
    "SumLine",
    "TotalsCheck",
    "UnknownVariant",
    "Variant",
    "check_request",
    "check_totals_request",
    "get_variant",
]
