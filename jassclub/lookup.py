"""Looking something up by what only one row can have."""

from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def one_or_none(rows: "QuerySet[Row]") -> Row | None:
    """The row of a look-up that finds one at most.

    Unlike ``first()`` it asks for no order, which Django takes longer to put into SQL than the
    condition itself; what every entry looks up should not pay for that.
    """
    return next(iter(rows.order_by()[:1]), None)
