"""What an organiser decides about one table's sheet: how an unfinished one counts, or that it goes on."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.audit.services import Actor
from scoring.context import SheetContext
from scoring.models import ScoreSheet, SheetStatus, Source
from tournaments.forms.deeds import DeedForm
from tournaments.forms.entry_deeds import WayField
from tournaments.models import TableGame, Tournament
from tournaments.services.desk import desk_reopen, desk_settle


class _SheetForm(DeedForm):
    """A deed to a sheet, which is known to scoring by its ``context``."""

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        tournament: Tournament,
        *,
        sheet: ScoreSheet,
        context: SheetContext,
    ) -> None:
        super().__init__(data, tournament)
        self.sheet, self.context = sheet, context

    def context_of(self, actor: Actor) -> SheetContext:
        return replace(self.context, actor=actor)


class SettleForm(_SheetForm):
    """An unfinished sheet that has to count somehow; its ``game`` stays the one that was shown."""

    title = gettext_lazy("Decide about the unfinished sheet")
    lead = gettext_lazy("The table stops, and what it has counts as you say.")
    undo = gettext_lazy("Yes: give the sheet back to the table.")
    needed = ("reason",)
    do = gettext_lazy("Decide")

    way = WayField()
    game: TableGame | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["way"] = WayField(self.sheet)

    def act(self, actor: Actor) -> str:
        desk_settle(
            sheet_id=self.sheet.pk,
            context=self.context_of(actor),
            way=self.cleaned_data["way"],
            reason=self.why(),
        )
        return _("%(table)s is settled.") % {"table": self.context.title}


class SheetBackForm(_SheetForm):
    """A sheet that was confirmed or settled goes back to its table."""

    title = gettext_lazy("Give the sheet back to the table")
    lead = gettext_lazy(
        "The table can write on it again. To change a figure it is enough to correct it at the "
        "desk."
    )
    needed = ("reason",)
    do = gettext_lazy("Give the sheet back")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.undo = _way_back(self.sheet)

    def act(self, actor: Actor) -> str:
        desk_reopen(sheet_id=self.sheet.pk, context=self.context_of(actor), reason=self.why())
        return _("%(table)s is open again.") % {"table": self.context.title}


def _way_back(sheet: ScoreSheet) -> str:
    """How a sheet that is given back comes to count again as it does now."""
    if sheet.settled or sheet.status == SheetStatus.VOID:
        return _("Yes: decide about the sheet again, in the same way.")
    if sheet.status == SheetStatus.SUBMITTED:
        return _("Yes: the table hands the sheet in again.")
    if sheet.status == SheetStatus.DISPUTED:
        return _("Yes: whoever objected objects again.")
    if sheet.source == Source.TOTALS:
        return _("Yes: type the totals from the paper again and confirm them.")
    return _("Yes: confirm the sheet again, with the same figures.")
